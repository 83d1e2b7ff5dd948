from __future__ import annotations

import pytest

from tests.app.conftest import HEIGHT, WIDTH, counter
from wab.app.scene import MapScene
from wab.app.tween import INSTANT


@pytest.fixture
def middle(scene: MapScene) -> int:
    scene.camera.fly_to(45.0, 30.0, 2.7)  # near enough for all there is to be seen
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


@pytest.mark.parametrize(("span", "level"), [(4.0, "full"), (10.0, "symbol"), (30.0, "dots")])
def test_the_farther_away_the_less_detail(scene: MapScene, middle: int, span: float, level: str) -> None:
    scene.set_counters([counter(key, middle) for key in range(3)])
    scene.camera.fly_to(45.0, 30.0, span)
    scene.update(0.0)
    assert scene.counters.level == level
    assert scene.counters.batch.vertex_count > 0


def test_far_away_each_side_of_a_neighbourhood_is_one_dot(scene: MapScene, middle: int) -> None:
    scene.camera.fly_to(45.0, 30.0, 40.0)
    scene.update(0.0)
    scene.set_counters([counter(key, middle, side=1 + key % 2) for key in range(10)])
    assert scene.counters.batch.vertex_count == 2 * 4


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
