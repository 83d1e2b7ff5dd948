"""The real window on a virtual screen, driven with a real pointer and a real keyboard."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import wab
from tests.app.driver import Driver, playing
from wab.app.operations.hand.plans import why_no_attack
from wab.app.operations.looks.overlays import reach_of
from wab.engine.kernel.game import Game
from wab.systems.operations.state.orders import Move

SCENARIO, SEED, SIZE = "operations/cliffs-and-shingle", 7, (800, 500)
FREE = (300, 60, 590, 430)  # a part of the window without panels: left, top, right, bottom

pytestmark = pytest.mark.window


@pytest.fixture
def side() -> str:
    """The side at the screen; "" leaves it to the briefing."""
    return "allied"


@pytest.fixture
def player(side: str, tmp_path: Path) -> Iterator[Driver]:
    """The game in its window, with settings and saves in a folder of its own."""
    words = ["--side", side] if side else []
    size = "x".join(str(part) for part in SIZE)
    with playing(tmp_path, SCENARIO, "--seed", str(SEED), *words, size=size) as driver:
        yield driver


@dataclass
class Map:
    """The places of hexes in the window, from the line that the window wrote when the battle was shown."""

    facts: dict[str, Any]
    grid: Any

    def pixel(self, hex_: int) -> tuple[float, float]:
        x, y = self.grid.centre(hex_)
        scale = self.facts["px_per_hex"]
        across = self.facts["width"] / 2 + (x - self.facts["x"]) * scale
        return across, self.facts["height"] / 2 - (y - self.facts["y"]) * scale

    def is_free(self, hex_: int) -> bool:
        x, y = self.pixel(hex_)
        return FREE[0] < x < FREE[2] and FREE[1] < y < FREE[3]


def stacks(view: Any) -> list[tuple[int, tuple[int, ...]]]:
    hexes = sorted({unit.hex for unit in view.own_units()})
    return [(hex_, tuple(unit.id for unit in view.position.stack(hex_))) for hex_ in hexes]


def a_move(view: Any, where: Map) -> tuple[int, int]:
    """The hex of a stack that can move as a whole, and the farthest free hex that it can reach."""
    found = []
    for start, units in stacks(view):
        reach = reach_of(view, units)
        for goal in reach.near:
            if where.is_free(start) and where.is_free(goal) and view.position.side_in(goal) is None:
                found.append((len(reach.order(goal).path), -start, -goal))
    length, start, goal = max(found)
    assert length >= 2
    return -start, -goal


def an_attack(view: Any, where: Map) -> tuple[int, int]:
    """The hex of a stack that can attack, and the hex of the enemy."""
    for start, units in stacks(view):
        for goal in view.board.grid.adjacent(start):
            enemy = view.position.side_in(goal) == "axis"
            if enemy and where.is_free(start) and where.is_free(goal) and why_no_attack(view, units, goal) is None:
                return start, goal
    raise AssertionError("nobody can attack")


def follow(game: Game[Any], line: dict[str, Any]) -> None:
    """Let an order that was played in the window be played here: the same seed makes it the same game."""
    game.play(msgspec.convert(line["order"], game.system.order_types))


def test_a_person_moves_attacks_and_ends_the_turn(player: Driver, tmp_path: Path) -> None:
    twin = wab.new_game(SCENARIO, seed=SEED)
    where = Map(player.hear("battle"), twin.view("allied").board.grid)
    player.hear("ready")
    time.sleep(1.0)

    start, goal = an_attack(twin.view("allied"), where)
    player.click(*where.pixel(start))
    assert player.hear("click", hex=start)["button"] == 0
    player.click(*where.pixel(goal))
    player.hear("click", hex=goal)
    player.key("Return")
    player.key("Return")  # at poor odds the first one only arms the attack
    line = player.hear("played")
    assert (line["order"]["order"], line["order"]["target"]) == ("attack", goal)
    assert "combat_resolved" in line["events"]
    follow(twin, line)
    player.place("result-on")
    player.key("Return")
    while twin.phase == "advance":  # no unit follows: the stacks stay where this test knows them to be
        player.key("Escape")
        line = player.hear("played")
        assert line["order"]["order"] == "advance"
        follow(twin, line)

    start, goal = a_move(twin.view("allied"), where)
    player.key("Escape")
    player.click(*where.pixel(start))
    player.hear("click", hex=start)
    player.point(*where.pixel(goal))
    player.click(*where.pixel(goal))
    line = player.hear("played")
    assert line["order"]["order"] == "move" and line["order"]["path"][-1] == goal
    order = msgspec.convert(line["order"], twin.system.order_types)
    assert isinstance(order, Move)
    follow(twin, line)

    shot = np.asarray(player.picture(tmp_path / "shot.png"))
    assert shot.shape == (SIZE[1], SIZE[0], 3)
    assert shot.std() > 25  # a painted map, not an empty window
    assert len(np.unique(shot[::4, ::4].reshape(-1, 3), axis=0)) > 2000

    player.key("Escape")
    player.key("F5")
    player.key("Return")
    line = player.hear("played", to_act="axis")
    assert line["order"]["order"] == "pass"
    follow(twin, line)
    while twin.to_act == "axis":  # the computer plays
        follow(twin, player.hear("played"))
    assert twin.to_act == "allied" and twin.turn == 2

    saved = list((tmp_path / "data").rglob("*.wab"))
    assert len(saved) == 1
    assert wab.load(saved[0]).digest() == twin.digest()

    player.point((FREE[0] + FREE[2]) / 2, FREE[1] + 100)  # below the bar of the replay, which may still run
    player.do("click", 4)
    assert player.hear("zoom")["px_per_hex"] > where.facts["px_per_hex"]


@pytest.mark.parametrize("side", [""])
def test_the_keyboard_alone_leads_from_the_briefing_to_the_battle_and_out(player: Driver) -> None:
    player.hear("screen", name="Briefing")
    player.hear("ready")
    player.key("Escape")
    player.hear("screen", name="ChoicePage")
    player.key("Return")
    player.hear("screen", name="Briefing")
    player.key("Return")
    player.hear("screen", name="BattleScreen")
    player.key("F10")
    player.hear("screen", name="SettingsPage")
    player.key("Escape")
    assert player.hear("screen", name="BattleScreen")["name"] == "BattleScreen"


@pytest.mark.parametrize("side", [""])
def test_quit_ends_the_game(player: Driver) -> None:
    player.hear("screen", name="Briefing")
    player.hear("ready")
    player.key("Escape")
    player.hear("screen", name="ChoicePage")
    player.key("Escape")
    player.hear("screen", name="TitlePage")
    player.key("Up")
    player.key("Return")
    player.hear("menu", entry="quit")
    assert player.program.wait(30) == 0
