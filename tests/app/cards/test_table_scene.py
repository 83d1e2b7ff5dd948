"""The table in the window: what stands where, what can be picked, and that all of it keeps to the budget."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from tests.app.cards.boards import KINDS, board, hex_of, obstacles, playable, table, unit
from tests.app.conftest import HEIGHT, WIDTH
from wab.app.cards.looks.palette import TABLE
from wab.app.cards.looks.specs import (
    DiceThrow,
    DieFace,
    Highlights,
    MedalSpec,
    ObjectiveSpec,
    ObstacleSpec,
    PlaceSpec,
    TableSpec,
    TargetSpec,
    TrackSpec,
)
from wab.app.cards.table.fittings import track_places
from wab.app.cards.table.scene import TableScene
from wab.app.gfx.palettes import DEUTAN, STANDARD
from wab.app.window.screens import Screen
from wab.app.window.window import GameWindow

SIGN = 250  # pixels that a small sign covers, seen from near
FACES: tuple[DieFace, ...] = ("infantry", "armour", "grenade", "star", "flag")


@pytest.fixture(scope="module")
def _table(window: GameWindow) -> TableScene:
    window.show_screen(Screen())
    return window.show_scene(lambda: TableScene(window, board()))


@pytest.fixture
def scene(_table: TableScene) -> Iterator[TableScene]:
    """The table with nothing on it but the board, flat and whole, seen from the south."""
    _table.camera.margins = (0, 0, 0, 0)
    _table.camera.set_mode(False, at_once=True)
    _table.lay(TableSpec(board()))
    _table.set_highlights(Highlights())
    _table.set_hover(None)
    _table.clear_dice()
    _table.set_speed(1.0)
    _table.sit(1)
    _table.fit()
    yield _table
    _table.skip()


def picture(scene: TableScene) -> np.ndarray:
    return scene.base.screenshot()[:, :, :3].astype(int)


def changed_around(scene: TableScene, before: np.ndarray, after: np.ndarray, label: str) -> float:
    """The share of pixels about the middle of a hex that differ."""
    x, y = scene.project(hex_of(label)) or (0, 0)
    reach = int(scene.camera.px_per_hex * 0.45)
    part = np.s_[int(y) - reach : int(y) + reach, int(x) - reach : int(x) + reach]
    return float((np.abs(after[part] - before[part]).sum(axis=2) > 12).mean())


# ------------------------------------------------------------------------------------------------- the board


@pytest.mark.parametrize("three_dimensional", [False, True])
@pytest.mark.parametrize("seat", [1, 2])
def test_the_middle_of_every_hex_is_picked_as_that_hex(scene: TableScene, three_dimensional: bool, seat: int) -> None:
    scene.camera.set_mode(three_dimensional, at_once=True)
    scene.sit(seat)
    scene.fit()
    wrong = [hex_id for hex_id in playable() if scene.pick(*(scene.project(hex_id) or (0, 0))) != hex_id]
    assert wrong == []


def test_half_hexes_and_the_table_are_no_hexes(scene: TableScene) -> None:
    short_row = hex_of("A8") + 12  # where a thirteenth hex of the second row would be
    assert scene.pick(*(scene.project(short_row) or (0, 0))) is None
    assert scene.pick(1, 1) is None


@pytest.mark.parametrize("three_dimensional", [False, True])
@pytest.mark.parametrize("seat", [1, 2])
def test_the_whole_board_is_in_the_free_part_of_the_window(
    scene: TableScene, three_dimensional: bool, seat: int
) -> None:
    scene.camera.margins = (30, 20, 110, 60)
    scene.camera.set_mode(three_dimensional, at_once=True)
    scene.sit(seat)
    scene.base.step(0.0)  # a view that was not moved follows by itself
    around = scene.around
    corners = [
        scene.camera.project_point(x, y) for x in (around.left, around.right) for y in (around.bottom, around.top)
    ]
    xs, ys = zip(*(corner for corner in corners if corner), strict=True)
    assert min(xs) > 30 - 4 and max(xs) < WIDTH - 110 + 4
    assert min(ys) > 20 - 4 and max(ys) < HEIGHT - 60 + 4
    assert max(xs) - min(xs) > 0.85 * (WIDTH - 140) or max(ys) - min(ys) > 0.85 * (HEIGHT - 80)


def test_a_view_that_the_player_chose_is_left_alone(scene: TableScene) -> None:
    scene.camera.fly_to(4.0, 3.0, 3.0)
    scene.camera.margins = (0, 0, 100, 0)
    scene.base.step(0.1)
    assert (scene.camera.x, scene.camera.y, scene.camera.span) == (4.0, 3.0, 3.0)


def test_each_side_sees_its_own_edge_below(scene: TableScene) -> None:
    for seat, near in ((1, "G9"), (2, "G1")):
        scene.sit(seat)
        far = "G1" if near == "G9" else "G9"
        assert scene.project(hex_of(near))[1] > scene.project(hex_of(far))[1]  # type: ignore[index]


@pytest.mark.clause("CRD-4.0-3", "CRD-4.0-4")
def test_dotted_red_lines_part_the_sections_and_cut_their_hexes(scene: TableScene) -> None:
    shot = picture(scene)
    red = (shot[:, :, 0] > 130) & (shot[:, :, 1] < 90) & (shot[:, :, 2] < 80)
    for line, cut in zip((3.5, 8.5), ("D6", "I6"), strict=True):
        x, _ = scene.camera.project_point(line, 3.0)  # type: ignore[misc]
        assert abs(x - scene.project(hex_of(cut))[0]) < 1.0  # type: ignore[index]
        column = red[:, round(x) - 2 : round(x) + 3].any(axis=1)
        assert 30 < column.sum() < 0.8 * HEIGHT, "dots, not a line"


@pytest.mark.clause("CRD-4.0-5")
def test_the_base_lines_have_the_colours_of_their_sides(scene: TableScene) -> None:
    shot = picture(scene)
    for y, side in ((scene.rect.bottom - 0.06, 1), (scene.rect.top + 0.06, 2)):
        px, py = scene.camera.project_point(6.0, y)  # type: ignore[misc]
        seen = shot[round(py) - 1 : round(py) + 2, round(px)].mean(axis=0)
        near, far = (np.abs(seen - TABLE.figures[k - 1][:3]).sum() for k in (side, 3 - side))
        assert near < far


def test_names_labels_and_grid_can_be_shown_or_not(scene: TableScene) -> None:
    scene.lay(TableSpec(board(places=(PlaceSpec(hex_of("G3"), "Bénouville"),))))
    scene.camera.look_at(hex_of("G3"), span=4.0)
    named = picture(scene)
    scene.show_names(False)
    assert (picture(scene) != named).any(axis=2).mean() > 0.002
    scene.show_names(True)
    scene.show_labels(True)
    labelled = picture(scene)
    scene.show_labels(False)
    assert (labelled != picture(scene)).any(axis=2).mean() > 0.002
    scene.show_grid(False)
    assert (picture(scene) != named).any(axis=2).mean() > 0.01
    scene.show_grid(True)


@pytest.mark.parametrize("kind", [spec.kind for spec in obstacles()])
def test_an_obstacle_is_seen_on_its_hex_and_gone_when_removed(scene: TableScene, kind: str) -> None:
    bare = picture(scene)
    spec = next(spec for spec in obstacles() if spec.kind == kind)
    scene.lay(table(obstacles=(spec,)))
    there = picture(scene)
    label = f"{chr(65 + spec.hex % 13)}{9 - spec.hex // 13}"
    assert changed_around(scene, bare, there, label) > 0.04
    scene.lay(table())
    assert (picture(scene) == bare).all()


# ------------------------------------------------------------------------------------------------- units


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("three_dimensional", [False, True])
def test_a_unit_is_seen_on_its_hex_in_two_and_three_dimensions(
    scene: TableScene, kind: str, three_dimensional: bool
) -> None:
    scene.camera.set_mode(three_dimensional, at_once=True)
    scene.fit()
    bare = picture(scene)
    scene.lay(table(unit(1, "G6", kind)))
    there = picture(scene)
    assert changed_around(scene, bare, there, "G6") > 0.08
    assert changed_around(scene, bare, there, "K3") == 0.0


@pytest.mark.clause("CRD-A1.2-2")
def test_type_badge_and_odd_size_of_a_unit_are_seen(scene: TableScene) -> None:
    scene.camera.look_at(hex_of("G6"), span=3.0)
    shots = {}
    for name, spec in {
        "infantry": unit(1, "G6"), "elite": unit(1, "G6", "elite_infantry"), "resistance": unit(1, "G6", "resistance"),
        "armour": unit(1, "G6", "armour"), "large": unit(1, "G6", size=5), "small": unit(1, "G6", figures=3),
    }.items():  # fmt: skip
        scene.lay(table(spec))
        shots[name] = picture(scene)
    for first in shots:
        for second in shots:
            if first < second:
                assert (np.abs(shots[first] - shots[second]).sum(axis=2) > 24).sum() > SIGN, (first, second)
    x, y = scene.project(hex_of("G6")) or (0, 0)
    reach = scene.camera.px_per_hex
    dot = shots["large"][int(y + 0.20 * reach) : int(y + 0.38 * reach), int(x + 0.20 * reach) : int(x + 0.40 * reach)]
    yellow = (dot[..., 0] > 200) & (dot[..., 1] > 170) & (dot[..., 2] < 110)
    assert yellow.mean() > 0.2, "the number stands in a yellow dot at the lower right"


@pytest.mark.clause("CRD-5-1", "CRD-5-3", "CRD-5-4", "CRD-5-6")
def test_the_token_beside_a_unit_shows_its_face_and_goes(scene: TableScene) -> None:
    scene.camera.look_at(hex_of("G6"), span=3.0)
    shots = []
    for token in ("", "move", "attack"):
        scene.lay(table(unit(1, "G6", token=token)))
        shots.append(picture(scene))
    none, move, attack = shots
    assert all((np.abs(a - b).sum(axis=2) > 60).sum() > SIGN for a, b in ((none, move), (none, attack), (move, attack)))


def test_sandbags_face_the_enemies_of_whoever_lies_behind_them(scene: TableScene) -> None:
    bags = (ObstacleSpec(hex_of("G6"), "sandbags"),)
    shots = []
    for side in (1, 2):
        scene.lay(table(unit(1, "G6", side=side)))
        scene.lay(table(unit(1, "G6", side=side), obstacles=bags))
        scene.set_units(())
        shots.append(picture(scene))
    assert changed_around(scene, *shots, "G6") > 0.05


def test_figures_that_remain_stay_where_they_are(scene: TableScene) -> None:
    four, two = unit(1, "G6"), unit(1, "G6", figures=2)
    assert scene.figures.places(two) == scene.figures.places(four)[:2]


def test_trees_in_the_middle_make_room_for_figures(scene: TableScene) -> None:
    before = scene.middles.triangles
    scene.lay(table(unit(1, "H1")))
    assert 0 < scene.middles.triangles < before
    scene.lay(table())
    assert scene.middles.triangles == before


def test_other_colours_for_the_colour_blind(scene: TableScene) -> None:
    scene.lay(table(unit(1, "G6"), unit(2, "G4", side=2)))
    plain = picture(scene)
    scene.set_palette(DEUTAN)
    scene.fit()
    other = picture(scene)
    scene.set_palette(STANDARD)
    assert changed_around(scene, plain, other, "G6") > 0.04
    assert set(scene.figures.specs) == {1, 2}


# ------------------------------------------------------------------------------------------------- what moves


def test_a_unit_goes_along_its_path_and_then_says_so(scene: TableScene) -> None:
    scene.lay(table(unit(1, "G6"), unit(2, "B2")))
    whole = scene.figures.stock.triangles
    told: list[str] = []
    path = [hex_of(label) for label in ("G6", "H6", "I5")]
    scene.animate_move(1, path, lambda: told.append("done"))
    assert scene.busy
    scene.base.step(0.2)
    assert told == [] and scene.figures.stock.triangles < whole, "the other unit alone stands"
    for _ in range(30):
        scene.base.step(0.1)
    assert told == ["done"] and not scene.busy
    assert scene.figures.specs[1].hex == hex_of("I5")


def test_figures_leave_one_by_one(scene: TableScene) -> None:
    scene.lay(table(unit(1, "G6")))
    one_figure = scene.figures.stock.triangles // 4
    told: list[str] = []
    scene.animate_losses(1, 2, lambda: told.append("done"))
    assert scene.figures.specs[1].figures == 2
    assert scene.figures.stock.triangles == 2 * one_figure
    counts = []
    for _ in range(30):
        scene.base.step(0.05)
        counts.append(scene.content.findAllMatches("loose").getNumPaths())
    assert counts == sorted(counts, reverse=True)
    assert {2, 1, 0} <= set(counts), "first one is gone, then the other"
    assert told == ["done"]


def test_the_last_figure_takes_its_unit_along(scene: TableScene) -> None:
    scene.lay(table(unit(1, "G6", "artillery")))
    scene.set_speed(0.0)
    scene.animate_losses(1, 2)
    assert 1 not in scene.figures.specs and scene.figures.stock.triangles == 0


@pytest.mark.parametrize("start", ["move", "loss"])
def test_what_is_not_there_is_done_at_once(scene: TableScene, start: str) -> None:
    told: list[str] = []
    if start == "move":
        scene.animate_move(9, [1, 2], lambda: told.append("done"))
    else:
        scene.animate_losses(9, 1, lambda: told.append("done"))
    assert told == ["done"]


# ------------------------------------------------------------------------------------------------- dice


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.clause("CRD-2.12-1")
def test_dice_settle_on_the_faces_that_were_rolled(scene: TableScene, seat: int) -> None:
    """Eight and more at once: a program has no limit of four a player."""
    scene.sit(seat)
    faces = FACES + FACES
    told: list[str] = []
    throw = DiceThrow(faces, (True, False) * 5, hex_of("G4"), hex_of("G6"))
    scene.throw(throw, lambda: told.append("done"))
    scene.base.step(0.2)
    assert told == []
    for _ in range(40):
        scene.base.step(0.1)
    assert told == ["done"]
    assert tuple(scene.dice.showing(number) for number in range(len(faces))) == faces


def test_dice_fall_on_the_board_beside_the_target_and_can_be_taken_away(scene: TableScene) -> None:
    scene.set_speed(0.0)
    bare = picture(scene)
    for label in ("A9", "M9", "A1", "M1", "G5"):
        scene.throw(DiceThrow(("grenade", "flag", "star"), (True, True, False), hex_of(label)))
        assert (picture(scene) != bare).any(axis=2).mean() > 0.005
        for place in scene.dice.places():
            x, y = scene.camera.project_point(*place)  # type: ignore[misc]
            assert 0 < x < WIDTH and 0 < y < HEIGHT, label
    scene.clear_dice()
    assert (picture(scene) == bare).all()


# ------------------------------------------------------------------------------------------------- medals


TRACKS = (
    TrackSpec(1, 5, (MedalSpec("figure", "infantry", 2), MedalSpec("objective"), MedalSpec("figure", "armour", 2))),
    TrackSpec(2, 4, (MedalSpec("objective"),)),
)


@pytest.mark.clause("CRD-3-3", "CRD-3-2")
def test_a_medal_track_holds_kills_and_objectives_at_the_lower_left_of_its_player(scene: TableScene) -> None:
    scene.lay(table(tracks=TRACKS))
    assert (scene.medals.coins, scene.medals.figures) == (2, 2)
    for track in TRACKS:
        scene.sit(track.side)
        scene.camera.fit(scene.around)
        places = [scene.camera.project_point(*place) for place in track_places(scene.board, scene.rect, track)]
        corner = min(
            (
                scene.camera.project_point(x, y)
                for x in (scene.rect.left, scene.rect.right)
                for y in (scene.rect.bottom, scene.rect.top)
            ),
            key=lambda pixel: pixel[0] - pixel[1],  # type: ignore[index]
        )
        assert len(places) == track.goal
        assert all(0 < x < corner[0] for x, _ in places), "left of the board"  # type: ignore[index, misc]
        assert places[0][1] > 0.7 * HEIGHT, "beginning at the lower corner"  # type: ignore[index]


@pytest.mark.clause("CRD-3-2")
def test_the_last_figure_of_a_destroyed_unit_goes_to_the_winners_track(scene: TableScene) -> None:
    empty, won, enemy = TrackSpec(1, 4), TrackSpec(1, 4, (MedalSpec("figure", "armour", 2),)), TrackSpec(2, 5)
    scene.lay(table(unit(1, "G6"), unit(2, "H3", "armour", side=2), tracks=(empty, enemy)))
    scene.lay(table(unit(1, "G6"), tracks=(won, enemy)))
    assert scene.busy and scene.medals.figures == 0, "on its way"
    scene.base.step(0.3)
    assert scene.medals.flying == {(1, 0)}
    for _ in range(8):
        scene.base.step(0.2)
    assert not scene.busy and scene.medals.figures == 1 and not scene.medals.flying


def test_a_medal_comes_from_its_hex_and_nothing_flies_where_nothing_was_won(scene: TableScene) -> None:
    lying, taken = ObjectiveSpec(hex_of("G7"), 1), ObjectiveSpec(hex_of("G7"), 1, held=True)
    scene.lay(table(objectives=(lying,), tracks=(TrackSpec(1, 4),)))
    scene.lay(table(objectives=(taken,), tracks=(TrackSpec(1, 4, (MedalSpec("objective"),)),)))
    assert scene.medals.flying == {(1, 0)}
    scene.skip()
    assert (scene.medals.coins, scene.medals.rings) == (1, 1)
    scene.lay(table(objectives=(lying,), tracks=(TrackSpec(1, 4),)))
    assert not scene.busy and scene.medals.coins == 1
    scene.lay(table(tracks=TRACKS))
    assert not scene.busy, "several at once are laid down, not thrown"


def test_objectives_lie_on_their_hexes(scene: TableScene) -> None:
    bare = picture(scene)
    scene.lay(table(objectives=(ObjectiveSpec(hex_of("G7"), 1), ObjectiveSpec(hex_of("B3"), 2, permanent=True))))
    there = picture(scene)
    assert changed_around(scene, bare, there, "G7") > 0.03 and changed_around(scene, bare, there, "B3") > 0.03
    assert (scene.medals.coins, scene.medals.rings) == (2, 1)


@pytest.mark.clause("CRD-A3-2", "CRD-A3-3")
def test_a_medal_that_is_held_leaves_its_ring_if_it_can_be_lost_again(scene: TableScene) -> None:
    lost_again = ObjectiveSpec(hex_of("G7"), 1, held=True)
    for_good = ObjectiveSpec(hex_of("B3"), 1, permanent=True, held=True)
    scene.lay(table(objectives=(lost_again, for_good)))
    assert (scene.medals.coins, scene.medals.rings) == (0, 1)


# ------------------------------------------------------------------------------------------------- highlights


def marks(kind: str, label: str) -> Highlights:
    here = frozenset({hex_of(label)})
    if kind == "targets":
        return Highlights(targets=(TargetSpec(hex_of(label), 3),))
    if kind == "active":
        return Highlights(active=hex_of(label))
    if kind == "no_attack":
        return Highlights(reach=here, no_attack=here)
    return replace(Highlights(), **{kind: here})


KINDS_OF_MARKS = ("units", "reach", "no_attack", "targets", "retreat", "ground", "choice", "active")


@pytest.mark.parametrize("kind", KINDS_OF_MARKS)
def test_a_highlight_is_seen_on_its_hex_alone(scene: TableScene, kind: str) -> None:
    bare = picture(scene)
    scene.set_highlights(marks(kind, "G6"))
    there = picture(scene)
    assert changed_around(scene, bare, there, "G6") > 0.08
    assert changed_around(scene, bare, there, "B2") == 0.0
    scene.set_highlights(Highlights())
    assert (picture(scene) == bare).all()


def test_every_kind_of_highlight_has_a_form_of_its_own(scene: TableScene) -> None:
    """Colours have forms as well: the outlines differ when all colour is taken away."""
    scene.camera.look_at(hex_of("G6"), span=2.6)
    bare = picture(scene).mean(axis=2)
    forms = {}
    for kind in KINDS_OF_MARKS:
        scene.set_highlights(marks(kind, "G6"))
        forms[kind] = np.abs(picture(scene).mean(axis=2) - bare) > 26
    for first in forms:
        for second in forms:
            if first < second:
                assert (forms[first] != forms[second]).sum() > 2 * SIGN, (first, second)


@pytest.mark.parametrize("kind", ["path", "aim"])
def test_a_way_and_a_shot_are_drawn_from_hex_to_hex(scene: TableScene, kind: str) -> None:
    bare = picture(scene)
    line = (hex_of("D6"), hex_of("G6"))
    way = tuple(hex_of(label) for label in ("D6", "E6", "F6", "G6"))
    scene.set_highlights(Highlights(path=way) if kind == "path" else Highlights(aim=line))
    there = picture(scene)
    assert all(changed_around(scene, bare, there, label) > 0.015 for label in ("E6", "F6"))
    assert changed_around(scene, bare, there, "H6") == 0.0 == changed_around(scene, bare, there, "E4")


def test_the_hex_under_the_pointer_is_ringed(scene: TableScene) -> None:
    bare = picture(scene)
    scene.set_hover(hex_of("G6"))
    assert changed_around(scene, bare, picture(scene), "G6") > 0.02
    scene.set_hover(None)
    assert (picture(scene) == bare).all()


def test_a_flash_comes_and_goes(scene: TableScene) -> None:
    bare = picture(scene)
    scene.flash(hex_of("G6"))
    scene.base.step(0.05)
    assert changed_around(scene, bare, picture(scene), "G6") > 0.2
    scene.base.step(2.0)
    assert (picture(scene) == bare).all()


# ------------------------------------------------------------------------------------------------- budget


def full() -> TableSpec:
    """A table as full as any battle of one board."""
    spots = [f"{letter}{row}" for row in (2, 3, 7, 8) for letter in "ADFGHIK"]
    units = [unit(number, spot, KINDS[number % 6], 1 + number % 2) for number, spot in enumerate(spots)]
    return table(*units, obstacles=obstacles(), tracks=TRACKS, objectives=(ObjectiveSpec(hex_of("G7"), 1),))


def test_geoms_vertices_and_textures_keep_to_the_budget(scene: TableScene) -> None:
    scene.lay(full())
    numbers = scene.statistics()
    assert numbers["geoms"] <= 60
    assert numbers["vertices"] <= 500_000
    assert numbers["texture_bytes"] <= 64 * 2**20


def test_nothing_is_added_to_the_scene_from_frame_to_frame(scene: TableScene) -> None:
    scene.lay(full())
    before = scene.root.findAllMatches("**").getNumPaths()
    for _ in range(5):
        scene.set_hover(hex_of("G6"))
        scene.base.step(0.05)
        scene.set_hover(None)
        scene.base.step(0.05)
    assert scene.root.findAllMatches("**").getNumPaths() == before


def test_laying_the_same_table_again_builds_nothing(scene: TableScene) -> None:
    spec = full()
    scene.lay(spec)
    ground, shown = scene.ground, scene.figures.specs
    scene.lay(full())
    assert scene.ground is ground and scene.figures.specs is shown


def test_another_board_takes_the_place_of_the_one_before(scene: TableScene) -> None:
    scene.lay(table(unit(1, "G6")))
    other = board({"hill": "G6"}, seed=1)
    scene.lay(TableSpec(other))
    assert scene.board == other and not scene.figures.specs
    assert scene.root.findAllMatches("**/ground").getNumPaths() == 1
    assert scene.relief.of_hex(hex_of("G6")) > 0.1
