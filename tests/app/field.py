"""A battle of `operations` in a real window: where its hexes are, and the same game next to it, order by order."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

import wab
from tests.app.driver import Driver, Line
from wab.app.gfx.theme import METRICS
from wab.app.operations.hand.plans import why_no_attack
from wab.app.operations.looks.overlays import reach_of
from wab.engine.saves.reader import read_save


class Field:
    """The battle at a driver's window. The twin takes every order that the window has played: what it knows is what the
    person at the window could see there."""

    def __init__(self, driver: Driver, folder: Path, side: str) -> None:
        self.driver, self.side = driver, side
        driver.wait("battle")
        driver.until(lambda: bool(list(folder.rglob("*.wab"))), "save")
        (save,) = folder.rglob("*.wab")
        header = read_save(save).header
        self.twin = wab.new_game(header.setup.scenario, seed=header.setup.seed, options=header.setup.options)
        self.grid = self.twin.view(side).board.grid  # type: ignore[attr-defined]
        self._followed = 0

    def follow(self) -> None:
        """Let what was played in the window be played here as well: the same seed makes it the same game."""
        played = self.driver.told("played")
        for line in played[self._followed :]:
            self.twin.play(msgspec.convert(line["order"], self.twin.system.order_types))
        self._followed = len(played)

    @property
    def view(self) -> Any:
        """Return what the person's side knows."""
        self.follow()
        return self.twin.view(self.side)

    def next_order(self, do: Callable[[], None]) -> Line:
        """Do something, and wait for the order that comes of it."""
        self.follow()
        before = self._followed
        do()
        self.driver.until(lambda: len(self.driver.told("played")) > before, "order")
        return self.driver.told("played")[before]

    def until_my_turn(self, *, by_mouse: bool = False) -> bool:
        """Wait until the person has to decide, and skip what is shown again. False when the game is over."""

        def mine() -> bool:
            self.follow()
            return self.twin.to_act in (self.side, None)

        self.driver.until(mine, "turn")
        while (place := self.driver.places.get("replay-skip")) is not None:
            if by_mouse:
                self.driver.click(*place)
            else:
                self.driver.key("space")
            with suppress(AssertionError):
                self.driver.until(lambda: "replay-skip" not in self.driver.places, "end of the replay", 1.0)
        return self.twin.to_act is not None

    # ---- hexes

    def pixel(self, hex_: int) -> tuple[float, float]:
        """Return where the middle of a hex is, once the map rests."""
        self.driver.until(lambda: bool((self.driver.last("view") or {}).get("rests")), "map at rest")
        view, (x, y) = self.driver.last("view") or {}, self.grid.centre(hex_)
        return view["x"] + x * view["px"], view["y"] - y * view["px"]

    def select(self, hex_: int) -> None:
        """Click a stack, and wait for its card."""
        self.click(hex_)
        self.driver.place("do-move")

    def move_to(self, hex_: int) -> bool:
        """Click where the selected units are to go. False if the map has moved meanwhile and nothing came of it."""
        before = len(self.driver.told("played"))
        with suppress(AssertionError):
            self.click(hex_)
        with suppress(AssertionError):
            self.driver.until(lambda: len(self.driver.told("played")) > before, "move", 5.0)
        played = self.driver.told("played")[before:]
        return bool(played) and played[0]["order"]["order"] == "move"

    def click(self, hex_: int) -> None:
        """Click the middle of a hex."""
        clicks = len(self.driver.told("click"))
        self.driver.click(*self.pixel(hex_))
        assert self.driver.wait("click", clicks + 1)["hex"] == hex_

    def is_free(self, hex_: int) -> bool:
        """Tell whether nothing of the HUD lies on a hex or next to it, nor where the card of a unit opens."""
        x, y = self.pixel(hex_)
        return x < self.driver.size[0] - METRICS.side_panel - 40 and self.driver.is_free(x, y, 30)

    # ---- what can be done

    def stacks(self) -> list[tuple[int, tuple[int, ...]]]:
        """The hexes with own units, and the units there."""
        view = self.view
        hexes = sorted({unit.hex for unit in view.own_units()})
        return [(hex_, tuple(unit.id for unit in view.position.stack(hex_))) for hex_ in hexes]

    def a_move(self) -> tuple[int, int] | None:
        """The hex of a stack that can move as a whole, and the farthest free hex that it can reach; None if
        none can.
        """
        found, view = [], self.view
        for start, units in self.stacks():
            reach = reach_of(view, units)
            for goal in reach.near:
                if self.is_free(start) and self.is_free(goal) and view.position.side_in(goal) is None:
                    found.append((len(reach.order(goal).path), -start, -goal))
        length, start, goal = max(found, default=(0, 0, 0))
        return (-start, -goal) if length >= 2 else None

    def an_attack(self) -> tuple[int, int] | None:
        """The hex of a stack that can attack, and the hex of the enemy; None if none can."""
        view = self.view
        for start, units in self.stacks():
            for goal in view.board.grid.adjacent(start):
                enemy = view.position.side_in(goal) not in (self.side, None)
                seen = enemy and self.is_free(start) and self.is_free(goal)
                if seen and why_no_attack(view, units, goal) is None:
                    return start, goal
        return None
