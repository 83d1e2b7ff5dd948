"""The ground as it is now: tide, obstacles, mines, bases and posts, names, the overlay of the afternoon."""

import numpy as np
import pytest

from tests.app.omaha.bench import INLAND, WAVES, at_turn, begun, hex_of
from wab.app.gfx.specs import WorkSpec
from wab.app.omaha.front import FRONT
from wab.app.omaha.looks import inland, works
from wab.app.omaha.screen.adapter import OmahaAdapter
from wab.app.wargame.adapter.adapter import Still
from wab.systems.omaha.state.steps import Base, Force

MINED = "0810 0910 1010 0817 0917 1017 0822 0922 1022 0630 0730"


@pytest.fixture(autouse=True)
def _english(english):
    yield


@pytest.mark.parametrize(
    ("turn", "covered"),
    [(1, set()), (6, set()), (7, {"low_beach"}), (16, {"low_beach", "mid_beach"}), (23, {"low_beach"}), (28, set())],
)
def test_the_sea_covers_the_sand_that_the_tide_says(turn, covered):
    game = at_turn(turn, "actions", INLAND if turn > 16 else WAVES)
    found = OmahaAdapter(Still(game.view("us"))).under_water()
    kinds = np.array(game.state.board.terrain)
    assert set(kinds[found]) == covered
    assert all(found[kinds == kind].all() for kind in covered)


def test_obstacles_fade_when_they_are_cleared_and_sink_with_the_tide():
    game = at_turn(3, "actions")
    hex_ = min(game.state.board.obstacles)
    shown = works.of(game.state)
    assert WorkSpec(hex_, "obstacles") in shown
    assert {one.hex for one in shown if one.kind == "mines"} == {hex_of(game, label) for label in MINED.split()}
    game.state.changed(cleared=(hex_,))
    assert WorkSpec(hex_, "cleared") in works.of(game.state)
    game.state.changed(turn=16)
    kinds = {one.kind for one in works.of(game.state) if one.kind != "mines"}
    assert kinds == {"sunken"} and hex_ not in {one.hex for one in works.of(game.state)}


def test_bases_posts_and_garrisons_are_shown_and_a_base_opens_mined_ground():
    game = at_turn(20, "works", INLAND)
    state = game.state
    mined = hex_of(game, "0810")
    unit = next(unit for unit in state.units if state.profile(unit).leader == "hq")
    state.changed(
        bases=(Base("east", hex_of(game, "0711"), 9),), posts={unit: 0}, garrisons=(hex_of(game, "1008"),), forces={}
    )
    shown = works.of(state)
    assert {one.kind for one in shown} >= {"base", "post", "garrison"}
    assert WorkSpec(mined, "mines") not in shown


def test_boxes_draws_and_exits_have_names_on_the_map():
    game = begun()
    names = {spec.text for spec in OmahaAdapter(Still(game.view("us"))).map_names([])}
    assert {"ER1", "DG3", "CH2", "Draw D-1", "Exit A"} <= names
    assert "x1" not in names, "a box without a beach has no name"


def test_an_advance_is_an_arrow_and_a_sentence_with_its_path():
    game = at_turn(20, "actions", INLAND)
    state = game.state
    place = state.board.positions["C2"]
    for unit in list(state.units):
        state.take(unit)
    state.changed(forces={place.hexes[0]: Force("tactical-1")}, bases=(Base("east", hex_of(game, "0711"), 1),))
    (origin, target) = inland.advances(state)[0]
    assert origin.id == "C2" and target.id == place.arrows[0]
    told = [note.text for note in inland.inland_notes(state)]
    assert any(line.startswith("From C2 to") and state.board.grid.label(target.hexes[0]) in line for line in told)
    laid = inland.inland_tints(state)
    assert [bar.side for bar in laid.bars].count(2) == 2, "a shaft and a head"
    base = hex_of(game, "0711")
    assert len(list(inland.outline(state.board.grid, {base}, 1))) == 6
    state.changed(forces={})
    assert inland.advances(state) == []


def test_the_water_rises_on_the_map(window, english):
    scene = FRONT.show_map(window, WAVES)
    adapter = OmahaAdapter(Still(at_turn(16, "actions").view("us")))
    x, y = scene.grid.centre(adapter.hexmap.grid.parse("0616"))
    scene.camera.fly_to(x, y, 6.0)
    FRONT.undress(scene)
    scene.set_water(None)
    dry = scene.screenshot().astype(int)
    scene.set_water(adapter.under_water())
    wet = scene.screenshot().astype(int)
    across, down = map(round, scene.camera.project_point(x, y))
    middle = (slice(down - 8, down + 8), slice(across - 8, across + 8))
    assert wet[middle][..., 2].mean() > wet[middle][..., 0].mean() > 0, "bluer than red"
    assert dry[middle][..., 0].mean() > dry[middle][..., 2].mean(), "sand"
    scene.set_water(None)
    assert np.abs(scene.screenshot().astype(int) - dry).mean() < 0.5
