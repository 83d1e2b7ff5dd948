from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.app.conftest import HEIGHT, WIDTH, counter
from wab.app.gfx.specs import FlagSpec, Sign
from wab.app.gfx.sprites import LETTER
from wab.app.gfx.theme import colour
from wab.app.gfx.tween import INSTANT
from wab.app.map.card_art import _Pen
from wab.app.map.scene import MapScene


@pytest.fixture
def middle(scene: MapScene) -> int:
    scene.camera.fly_to(49.0, 35.2, 2.7)  # near enough for all there is to be seen
    scene.update(0.0)
    found = scene.pick(WIDTH / 2, HEIGHT / 2)
    assert found is not None
    return found


def test_a_counter_is_found_where_it_is_drawn(scene: MapScene, middle: int) -> None:
    scene.set_counters([counter(7, middle)])
    pixel = scene.project(middle)
    assert pixel is not None
    assert scene.pick_counter(*pixel) == 7
    assert scene.pick_counter(pixel[0] + 100, pixel[1]) is None


def test_in_a_stack_the_uppermost_counter_is_found_and_the_band_of_the_one_below(scene: MapScene, middle: int) -> None:
    scene.set_counters([counter(1, middle, stack=0), counter(2, middle, stack=1)])
    pixel = scene.project(middle)
    assert pixel is not None
    size = scene.counters.card_pixels
    assert scene.pick_counter(*pixel) == 1
    assert scene.pick_counter(pixel[0] + 0.5 * size, pixel[1] - 0.55 * size) == 2


def test_markers_are_seen_on_the_uppermost_counter_three_at_most(scene: MapScene, middle: int) -> None:
    def painted(*signs: Sign, stack: int = 0) -> int:
        above = [counter(1, middle)] if stack else []
        scene.set_counters([*above, replace(counter(7, middle, stack=stack), signs=signs)])
        scene.update(0.0)
        return scene.counters.batch.vertex_count

    red, bare = Sign("bolt", colour("8E1B14")), painted()
    assert bare < painted(red) < painted(red, red, red) == painted(red, red, red, red)
    assert painted(red, stack=1) == painted(stack=1), "of one that is covered the band alone is seen"


def test_from_the_middle_distance_the_worst_marker_is_seen(scene: MapScene, middle: int) -> None:
    scene.camera.fly_to(*scene.grid.centre(middle), scene.camera.height / 36.0)

    def painted(*signs: Sign) -> int:
        scene.set_counters([replace(counter(7, middle), signs=signs)])
        scene.update(0.0)
        assert scene.counters.level == "symbol"
        return scene.counters.batch.vertex_count

    red = Sign("bolt", colour("8E1B14"))
    assert painted() < painted(red) == painted(red, red)


@pytest.mark.parametrize(("span", "level"), [(4.0, "full"), (9.0, "symbol"), (30.0, "far")])
def test_the_farther_away_the_less_detail(scene: MapScene, middle: int, span: float, level: str) -> None:
    scene.set_counters([counter(key, middle) for key in range(3)])
    scene.camera.fly_to(49.0, 35.2, span)
    scene.update(0.0)
    assert scene.counters.level == level
    assert (scene.counters.batch.vertex_count > 0) is (level != "far")
    assert scene.formations.shown is (level == "far")


def test_from_far_away_only_who_is_selected_or_moves_has_a_counter(scene: MapScene, middle: int) -> None:
    scene.camera.fly_to(49.0, 35.2, 40.0)
    scene.update(0.0)
    scene.set_counters([counter(key, middle + key, selected=key == 2) for key in range(4)])
    assert [spec.key for spec in scene.counters.in_order] == [2]
    assert list(scene.counters.occupied()) == [middle + 2]
    scene.animate_move([1], [middle + 1, middle + 2, middle + 3])
    scene.update(0.01)
    assert {spec.key for spec in scene.counters.in_order} == {1, 2}


def test_who_leaves_a_stack_uncovers_those_who_stay(scene: MapScene, middle: int) -> None:
    def shapes() -> dict[int, int]:
        starts = scene.counters.batch._starts
        return {spec.key: int(size) for spec, size in zip(scene.counters.in_order, np.diff(starts), strict=True)}

    scene.set_counters([counter(1, middle, stack=0), counter(2, middle, stack=1)])
    covered = shapes()
    scene.animate_move([1], [middle, middle + 1, middle + 2])
    scene.update(0.05)
    alone = shapes()
    assert covered[2] < alone[2], "symbol, figures and strength are seen as soon as the upper one has left"
    assert alone[2] == alone[1] == covered[1]
    assert scene.counters.in_order[-1].key == 1, "who travels lies over all others"


@pytest.mark.parametrize(
    "change",
    [
        {"selected": True}, {"acted": True}, {"locked": True}, {"star": True}, {"energy": None}, {"energy": 0.1},
        {"pips": 1}, {"quality": 0}, {"left": "9"}, {"name": "22/7"}, {"band": None}, {"symbol": "armour"},
        {"contact": "detected"}, {"contact": "recognised"}, {"size_mark": "X"},
    ],
    ids=lambda change: "-".join(f"{name}-{value}" for name, value in change.items()),
)  # fmt: skip
def test_every_fact_about_a_unit_can_be_seen_on_its_counter(
    scene: MapScene, middle: int, change: dict[str, object]
) -> None:
    scene.set_counters([counter(1, middle)])
    before = scene.screenshot()
    scene.set_counters([counter(1, middle, **change)])
    after = scene.screenshot()
    pixel = scene.project(middle)
    assert pixel is not None
    x, y = round(pixel[0]), round(pixel[1])
    card = (slice(y - 42, y + 42), slice(x - 42, x + 42))
    assert (before[card].astype(int) != after[card].astype(int)).any(axis=2).sum() > 10


def _flag(scene: MapScene) -> tuple[float, float]:
    x, y, _height = scene.marks.flags._anchors[0]
    return float(x), float(y)


def test_a_flag_stands_clear_of_the_counters_of_its_hex(scene: MapScene, middle: int) -> None:
    x, y = scene.grid.centre(middle)
    scene.set_flags([FlagSpec(middle, 1, "4")])
    scene.set_counters([counter(1, middle)])
    scene.update(0.0)
    half = scene.counters.card_pixels / 2 / scene.camera.px_per_hex
    assert _flag(scene)[1] > y + half * 0.6  # looks out over the card
    north_west = scene.grid.neighbour(middle, 2)
    scene.set_counters([counter(1, middle), counter(2, north_west)])
    scene.update(0.0)
    assert _flag(scene)[0] < x - half and _flag(scene)[1] == pytest.approx(y, abs=0.01)


def test_long_figures_are_centred_and_stay_on_the_card(scene: MapScene, middle: int) -> None:
    for left, right in (("5", "7"), ("7", "14"), ("12", "128")):
        pen = _Pen(scene.glyphs, scene.symbols, counter(1, middle, left=left, right=right), 0.0, 0.0, 46)
        pen._figures(0.28, -0.345)
        painted = pen.painter.done()
        xs = painted[painted["local"][:, 2] == LETTER]["local"][:, 0]
        assert xs.min() == pytest.approx(-xs.max(), abs=0.05)
        assert xs.max() < 0.5


def test_names_and_flags_are_laid_out_once_a_frame_whatever_has_changed(
    scene: MapScene, middle: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.update(0.0)
    times = []
    lay_out = scene.names.lay_out
    monkeypatch.setattr(scene.names, "lay_out", lambda *given: (times.append(1), lay_out(*given)))
    scene.set_counters([counter(1, middle)])
    scene.set_flags([FlagSpec(middle, 1, "4")])
    scene.set_names(scene.default_names())
    scene.update(0.0)
    scene.update(0.0)
    assert len(times) == 1


def test_a_badge_with_several_facts_is_taller_than_a_word(scene: MapScene, middle: int) -> None:
    tall = []
    for text in ("7 left", "3.5 MP · 7 left · 1 AP"):
        scene.marks.show_badge(middle, text)
        tall.append(float(np.ptp(scene.marks.badge._vertices["local"][:, 1])))
    assert tall[1] > tall[0] * 1.3
    scene.marks.show_badge(None)


def test_a_moving_counter_glides_along_its_path_and_then_says_so(scene: MapScene, middle: int) -> None:
    scene.set_counters([counter(1, middle), counter(2, middle + 5)])
    arrived = []
    path = scene.grid.line(middle, middle + 3)
    scene.animate_move([1], path, lambda: arrived.append(True))
    start = scene.project(middle)
    scene.update(0.15)
    assert start is not None and scene.busy and arrived == []
    assert scene.pick_counter(*start) is None
    scene.update(1.0)
    end = scene.project(middle + 3)
    assert end is not None and arrived == [True] and not scene.busy
    assert scene.pick_counter(*end) == 1
    other = scene.project(middle + 5)
    assert other is not None and scene.pick_counter(*other) == 2


def test_at_instant_speed_a_move_is_over_at_once(scene: MapScene, middle: int) -> None:
    scene.set_counters([counter(1, middle)])
    scene.set_speed(INSTANT)
    arrived = []
    scene.animate_move([1], [middle, middle + 1], lambda: arrived.append(True))
    assert arrived == [True] and not scene.busy


def test_a_path_of_one_hex_is_no_movement(scene: MapScene, middle: int) -> None:
    arrived = []
    scene.animate_move([1], [middle], lambda: arrived.append(True))
    assert arrived == [True]


def test_names_make_room_for_counters(scene: MapScene, middle: int) -> None:
    before = {name.spec.text for name in scene.names.placed}
    scene.set_counters([counter(hex_id, hex_id) for hex_id in range(scene.grid.size)])
    scene.update(0.0)
    after = {name.spec.text for name in scene.names.placed if name.spec.kind not in ("region", "sea")}
    assert len(after) < len(before)
