"""The first hour of the landing in a real window, by mouse: companies crawl, markers come off, the sea goes on."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import wab
from tests.app.driver import STILL, Driver, playing
from tests.app.field import Field
from wab.engine.kernel.orders import Order
from wab.systems.omaha.state import orders as od

pytestmark = pytest.mark.window

LESSON, SEED = "omaha/the-first-hour", 11
QUIET = {**STILL, "sound": False}


class Beach(Field):
    """The landing at a driver's window, and the same game next to it."""

    def __init__(self, driver: Driver, scenario: str, seed: int, **options: str) -> None:
        driver.wait("battle")
        self.driver, self.side = driver, "us"
        self.twin = wab.new_game(scenario, seed=seed, options=options)
        self.grid = self.twin.state.board.grid
        self._followed = 0

    @property
    def view(self) -> Any:
        """Return what the seat that decides knows."""
        self.follow()
        return self.twin.view(self.twin.to_act or self.side)

    def pixel(self, hex_: int) -> tuple[float, float]:
        """Return where the middle of a hex is: the sea lies below, so both axes run the other way."""
        self.driver.until(lambda: bool((self.driver.last("view") or {}).get("rests")), "map at rest")
        view, (x, y) = self.driver.last("view") or {}, self.grid.centre(hex_)
        return view["x"] - x * view["px"], view["y"] + y * view["px"]

    def give(self, order: Order) -> None:
        """Give an order about units ashore: the unit by a click, its goal by another or the order from the list."""
        state = self.view.position
        unit = order.units[0] if isinstance(order, od.Move) else order.unit  # type: ignore[attr-defined]
        with suppress(AssertionError):
            self.driver.until(lambda: "unit-panel-close" not in self.driver.places, "", 0.3)
        self.click(state.units[unit].hex)
        self.driver.place("unit-panel-close")
        if isinstance(order, od.Move):
            told = self.next_order(partial(self.click, order.path[-1]))["order"]
            assert (told["order"], tuple(told["units"]), told["path"][-1]) == ("move", order.units, order.path[-1])
        else:
            assert self.next_order(partial(self.driver.press, "order-0"))["order"]["order"] == "recover"
        self.follow()
        self.driver.key("Escape")

    def finish(self) -> None:
        """The button of the phase, and the answer where something is left to do."""
        driver, before = self.driver, len(self.driver.told("played"))

        def ask() -> None:
            driver.press("end-turn")
            driver.until(lambda: "question-yes" in driver.places or len(driver.told("played")) > before, "question")
            if "question-yes" in driver.places:
                driver.press("question-yes")

        assert self.next_order(ask)["order"]["order"] == "done"
        self.follow()

    def free_orders(self) -> list[Order]:
        """Crawls and markers that come off, for units in sight."""
        state, orders = self.view.position, self.view.legal_orders()
        return [
            order
            for order in orders
            if (isinstance(order, od.Recover) and self.is_free(state.units[order.unit].hex))
            or (
                isinstance(order, od.Move)
                and len(order.units) == 1 == len(state.stacks[state.units[order.units[0]].hex])
                and order.path[-1] not in state.stacks
                and self.grid.label(order.path[-1])[:2] > self.grid.label(state.units[order.units[0]].hex)[:2]
                and all(map(self.is_free, (state.units[order.units[0]].hex, order.path[-1])))
            )
        ]


def test_a_first_hour_is_played_by_mouse(tmp_path: Path) -> None:
    words = (LESSON, "--side", "us", "--seed", str(SEED))
    with playing(tmp_path, *words, size="960x540", settings=QUIET) as driver:
        beach = Beach(driver, LESSON, SEED)
        driver.press("hint-off")
        driver.until(lambda: "hint-off" not in driver.places, "a map without hints")
        done: set[str] = set()
        for turn in (1, 2):
            while beach.until_my_turn(by_mouse=True) and beach.twin.turn == turn:
                orders = beach.free_orders() if beach.twin.phase == "actions" else []
                fresh = [order for order in orders if order.__struct_config__.tag not in done]
                if beach.view.position.agenda:
                    beach.next_order(partial(driver.press, "order-0"))
                elif fresh:
                    beach.give(fresh[0])
                    done.add(str(fresh[0].__struct_config__.tag))
                else:
                    beach.finish()
        assert beach.twin.turn == 3
        assert "move" in done
        rows = [int(beach.grid.label(unit.hex)[:2]) for unit in beach.view.position.units.values()]
        assert max(rows) > 5, "a company has left the water's edge"
