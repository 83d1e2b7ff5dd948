"""A hex system that is installed, opened by the command line in a real window, played by keys against the computer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.app.driver import Driver, playing
from tests.toys.bocage import SYSTEM
from tests.toys.packages import INSTALLED
from wab.app.wargame.hand.cursor import DIRECTIONS, step
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.hexes import Grid

pytestmark = pytest.mark.window


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    words = ["bocage/the-counter-stroke", "--side", "allied", "--seed", "4"]
    with playing(tmp_path, *words, size="800x500", packages=(INSTALLED,)) as driver:
        yield driver


def test_the_computer_begins_and_keys_end_the_phases_of_the_player(driver: Driver) -> None:
    driver.wait("ready")
    first = driver.wait("played", seconds=60)
    assert first["to_act"] == "axis" and first["turn"] == 1  # by the best player that there is: no player was named
    played = driver.lines
    while not any(line["event"] == "played" and line["to_act"] == "allied" for line in played()):
        driver.wait("played", 1 + sum(line["event"] == "played" for line in played()))
    assert {"moved", "phase_began"} <= {tag for line in played() if line["event"] == "played" for tag in line["events"]}
    assert not [line for line in played() if line["event"] == "computer_failed"]
    before = sum(line["event"] == "played" for line in played())
    driver.do("key", "space")  # to the end of the replay
    driver.do("key", "F5")
    ended = driver.wait("played", before + 1)
    assert (ended["to_act"], ended["turn"]) == ("allied", 1) and "done" in ended["order"].values()
    driver.do("key", "F5")
    assert driver.wait("played", before + 2)["to_act"] == "axis"


def test_a_move_is_planned_in_the_window_and_given_later(driver: Driver) -> None:
    driver.wait("ready")
    played = driver.lines
    while not any(line["event"] == "played" and line["to_act"] == "allied" for line in played()):
        driver.wait("played", 1 + sum(line["event"] == "played" for line in played()))
    driver.do("key", "space")  # to the end of the replay
    driver.click(660, 320)  # keys point from there on
    driver.wait("click")
    driver.do("key", "shift+p")
    assert _plan(driver, lambda line: line["on"] and line["orders"] == 0)
    driver.do("key", "n")  # the first unit that has not acted; keys point from its hex on
    grid, here, goal = _first_goal([line["order"] for line in played() if line["event"] == "played"])
    for key in _keys(grid, here, goal):
        driver.do("key", f"shift+{key}")
    driver.do("key", "Return")
    assert _plan(driver, lambda line: line["orders"] == 1)
    before = sum(line["event"] == "played" for line in played())
    driver.do("key", "ctrl+n")
    given = driver.wait("played", before + 1)
    assert "moved" in given["events"] and given["order"]["path"][-1] == goal and given["to_act"] == "allied"
    assert _plan(driver, lambda line: line["on"] and line["orders"] == 0)


def test_a_turn_is_tried_out_in_the_window_and_the_game_goes_on_as_it_was(driver: Driver) -> None:
    driver.wait("ready")
    played = driver.lines
    while not any(line["event"] == "played" and line["to_act"] == "allied" for line in played()):
        driver.wait("played", 1 + sum(line["event"] == "played" for line in played()))
    driver.do("key", "space")
    count = sum(line["event"] == "played" for line in played())
    records = driver.wait("played", count)["records"]
    driver.do("key", "shift+F5")
    assert driver.wait("what_if")["on"]
    for ended in (1, 2):  # both phases of the player, on the copy
        driver.do("key", "F5")
        assert driver.wait("played", count + ended)["records"] == ended
    answer = driver.wait("played", count + 3, seconds=60)  # what the computer answers there
    assert answer["records"] == 3
    driver.do("key", "shift+F5")
    assert not driver.wait("what_if", 2)["on"]
    count = sum(line["event"] == "played" for line in played())
    driver.do("key", "F5")
    ended = driver.wait("played", count + 1)
    assert (ended["records"], ended["to_act"]) == (records + 1, "allied")


def _first_goal(orders: list[dict[str, Any]]) -> tuple[Grid, int, int]:
    """The grid, the hex of the first Allied unit that can go anywhere after these orders, and a free hex to which it
    can go.
    """
    game = Game.start(SYSTEM, Setup("bocage", "bocage/the-counter-stroke", 4))
    for order in orders:
        game.play(msgspec.convert(order, SYSTEM.order_types))
    state = game.state
    first = min(unit.hex for unit in state.units_of("allied") if next(iter(game.legal_orders(unit.id)), None))
    unit = min(unit for unit in state.stacks[first])
    free = [order.path[-1] for order in game.legal_orders(unit) if state.side_in(order.path[-1]) is None]
    return state.board.grid, first, free[0]


def _keys(grid: Grid, here: int, goal: int) -> list[str]:
    """Keys that lead the pointer from a hex to another."""
    found = []
    while here != goal:
        key = min(DIRECTIONS, key=lambda key: grid.distance(step(grid, here, key), goal))
        here = step(grid, here, key)
        found.append(key)
    return found


def _plan(driver: Driver, fits: Callable[[dict[str, Any]], bool], patience: float = 20.0) -> dict[str, Any] | None:
    """The last line about the plan, once it fits; None when that does not come."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        told = [line for line in driver.lines() if line["event"] == "plan"]
        if told and fits(told[-1]):
            return told[-1]
        time.sleep(0.05)
    return None
