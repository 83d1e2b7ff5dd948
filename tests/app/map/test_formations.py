"""Formations from far away: who stands together, that none covers another, and what of the enemy they tell."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import wab
from tests.app.conftest import counter
from wab.app.gfx.specs import CounterSpec
from wab.app.map.formations import ATTACHED, TOGETHER, gathered, spread
from wab.app.map.names import Box
from wab.app.map.scene import MapScene
from wab.app.operations.hand.adapter import OperationsAdapter
from wab.app.wargame.adapter.adapter import Still


@pytest.fixture
def row(scene: MapScene) -> list[int]:
    """Hexes from west to east."""
    first = scene.grid.hex_at(40.0, 40.0)
    return [first + step for step in range(30)]


def unit(key: int, hex_id: int, group: str = "d1", **changes: object) -> CounterSpec:
    return counter(key, hex_id, **({"group": group, "group_name": group[1:]} | changes))


def test_the_units_of_a_division_are_one_symbol_in_their_middle(scene: MapScene, row: list[int]) -> None:
    specs = [unit(1, row[0], pips=8), unit(2, row[2], pips=4), unit(3, row[9], "d2", selected=True)]
    first, second = gathered(specs, scene.grid)
    assert first.keys == (1, 2) and first.name == "1" and not first.selected
    assert first.strength == pytest.approx(12 / 16)
    assert (first.x, first.y) == pytest.approx(scene.grid.centre(row[1]))
    assert second.keys == (3,) and second.selected


def test_a_division_that_is_torn_apart_appears_once_for_each_part(scene: MapScene, row: list[int]) -> None:
    found = gathered([unit(1, row[0]), unit(2, row[int(TOGETHER) + 2]), unit(3, row[1])], scene.grid)
    assert sorted(part.keys for part in found) == [(1, 3), (2,)]
    assert {part.name for part in found} == {"1"}


def test_units_of_no_division_are_left_to_the_nearest_of_their_side(scene: MapScene, row: list[int]) -> None:
    near, far, foe = (unit(key, row[place], "") for key, place in ((5, 2), (6, int(ATTACHED) + 9), (7, 1)))
    foe = counter(7, row[1], side=2)
    found = gathered([unit(1, row[0]), near, far, foe], scene.grid)
    assert [part.keys for part in found] == [(1, 5), (6,), (7,)]
    assert found[0].strength == pytest.approx(5 / 8), "a guest adds nothing to the strength of the division"


def test_the_symbol_is_that_of_most_of_the_strength(scene: MapScene, row: list[int]) -> None:
    specs = [unit(1, row[0], symbol="infantry"), unit(2, row[1], symbol="armour", pips_max=20, pips=20)]
    assert gathered(specs, scene.grid)[0].symbol == "armour"


def test_contacts_stay_contacts(scene: MapScene, row: list[int]) -> None:
    specs = [
        unit(1, row[0], "d9", side=2, contact="detected", symbol=""),
        unit(2, row[1], "d9", side=2, contact="detected", symbol=""),
        unit(3, row[9], "d9", side=2, contact="recognised", symbol="armour"),
    ]
    seen, known = gathered(specs, scene.grid)
    assert (seen.contact, seen.name, seen.symbol, seen.strength) == ("detected", "×2", "", None)
    assert (known.contact, known.symbol, known.strength) == ("recognised", "armour", None)


def test_boxes_that_lie_on_one_another_move_apart_and_stay_near() -> None:
    dice = np.random.default_rng(3)
    places = dice.normal(0.0, 60.0, (40, 2))
    halves = np.column_stack([dice.uniform(12, 28, 40), np.full(40, 10.0)])
    at = spread(places, halves, firm=3)
    for one, other in combinations(range(40), 2):
        if min(one, other) < 37:
            assert (np.abs(at[one] - at[other]) >= halves[one] + halves[other] - 1e-6).any()
    assert (at[37:] == places[37:]).all(), "what is firm stays where it is"
    assert np.median(np.hypot(*(at - places).T)) < 60
    alone = np.array([[0.0, 0.0], [200.0, 0.0]])
    assert (spread(alone, np.full((2, 2), 10.0)) == alone).all(), "nobody moves without need"


def overlap(one: Box, other: Box) -> bool:
    wide = min(one.right, other.right) - max(one.left, other.left)
    high = min(one.high, other.high) - max(one.low, other.low)
    return min(wide, high) > 0.01


@pytest.mark.parametrize("deep", [False, True])
def test_the_whole_battle_of_normandy_is_no_jumble(scene: MapScene, deep: bool) -> None:
    adapter = OperationsAdapter(Still(wab.new_game("operations/the-battle-of-normandy", seed=1).view("allied")))
    scene.set_counters(adapter.counters())
    scene.camera.set_mode(deep, at_once=True)
    scene.camera.fit()
    scene.update(0.0)
    assert scene.formations.shown
    keys = [key for spec in scene.formations.specs for key in spec.keys]
    assert sorted(keys) == sorted(spec.key for spec in adapter.counters()), "everybody belongs to one"
    names = {spec.name for spec in scene.formations.specs if spec.side == 1}
    assert {"1", "29", "4", "50", "6 AB"} <= names
    if not deep:  # in three dimensions what is far is drawn closer together
        boxes = [box for box in scene.formations.on_screen(scene.camera) if box is not None]
        assert len(boxes) == len(scene.formations.specs) > 12
        assert not any(overlap(one, other) for one, other in combinations(boxes, 2))


def test_a_formation_is_found_where_it_is_drawn(scene: MapScene, row: list[int]) -> None:
    scene.set_counters([unit(1, row[0]), unit(2, row[1], "d2")])
    scene.camera.fit()
    scene.update(0.0)
    for spec, box in zip(scene.formations.specs, scene.formations.on_screen(scene.camera), strict=True):
        assert box is not None
        found = scene.pick_formation((box.left + box.right) / 2, (box.low + box.high) / 2)
        assert found is spec
    scene.camera.fly_to(*scene.grid.centre(row[0]), 6.0)
    scene.update(0.0)
    assert scene.pick_formation(*(scene.project(row[0]) or (0, 0))) is None, "near, counters are found, not formations"
