"""Counters before figures: with a hundred units in view no counter lies over another, and what is selected lies in
front."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

import wab
from tests.app.conftest import HEIGHT, WIDTH, counter
from wab.app.gfx.specs import CounterSpec
from wab.app.map.counters import FULL_FROM
from wab.app.map.names import Box
from wab.app.map.scene import MapScene
from wab.app.window.window import GameWindow

SIZES = ((1600, 900), (2560, 1440))
GRAND, COBRA = "operations/the-battle-of-normandy", "operations/cobra"
LEAST = 2.0
"""Pixels by which boxes must lie over each other to be seen to do so: places are rounded to pixels."""


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def large(request: pytest.FixtureRequest, window: GameWindow, scene: MapScene) -> Iterator[MapScene]:
    window.resized(*request.param)
    scene.camera.set_mode(True, at_once=True)
    yield scene
    scene.camera.set_mode(False, at_once=True)
    window.resized(WIDTH, HEIGHT)


def units_of(scenario: str) -> list[CounterSpec]:
    """The units on the map at the beginning, in their stacks."""
    units, found = wab.new_game(scenario).state.units.values(), []
    stacks: dict[int, int] = {}
    for unit in units:
        place = stacks.setdefault(unit.hex, 0)
        stacks[unit.hex] += 1
        found.append(counter(unit.id, unit.hex, stack=place, figure="jeep"))
    return found


def in_view(scene: MapScene) -> list[tuple[CounterSpec, Box]]:
    camera = scene.camera
    return [
        (spec, box)
        for spec, box in scene.counters.boxes(camera)
        if box.left > 0 and box.right < camera.width and box.low > 0 and box.high < camera.height
    ]


def overlapping(shown: list[tuple[CounterSpec, Box]]) -> list[tuple[int, int]]:
    return [
        (one.key, other.key)
        for (one, a), (other, b) in combinations(shown, 2)
        if min(a.right, b.right) - max(a.left, b.left) > LEAST and min(a.high, b.high) - max(a.low, b.low) > LEAST
    ]


def look_at_the_middle(scene: MapScene, specs: list[CounterSpec], px: float) -> None:
    centres = [scene.grid.centre(spec.hex) for spec in specs]
    x, y = (sorted(values)[len(values) // 2] for values in zip(*centres, strict=True))
    scene.set_counters(specs)
    scene.camera.fly_to(x, y, scene.camera.height / px)
    scene.update(0.0)


@pytest.mark.parametrize("scenario", [COBRA, GRAND])
@pytest.mark.parametrize("px", [FULL_FROM, 55.0, 70.0, 85.0])
def test_from_afar_each_hex_has_one_counter_and_none_lies_over_another(
    large: MapScene, scenario: str, px: float
) -> None:
    look_at_the_middle(large, units_of(scenario), px)
    shown = in_view(large)
    assert large.figures.shown and len(shown) >= 8
    assert len({spec.hex for spec, _box in shown}) == len(shown)
    assert overlapping(shown) == []


def test_the_stack_that_is_selected_is_fanned_out_in_front(large: MapScene) -> None:
    specs = units_of(COBRA)
    stacks = [spec.hex for spec in specs if spec.stack == 1]
    chosen = [replace(spec, selected=spec.hex == stacks[0]) for spec in specs]
    look_at_the_middle(large, chosen, 60.0)
    order = [spec.hex for spec in large.counters.in_order]
    assert order[-1] == stacks[0] and len(set(order)) == len({spec.hex for spec in specs})
    assert len({spec.key for spec in large.counters.in_order if spec.hex == stacks[0]}) >= 2


def test_far_away_counters_stand_alone(large: MapScene) -> None:
    look_at_the_middle(large, units_of(COBRA), FULL_FROM - 1)
    assert not large.figures.shown and in_view(large)
