"""A battle of bonds in a real window: the page of the landing and the first German turn, by mouse and by keys."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import wab
from tests.app.driver import STILL, Driver, playing
from tests.app.field import Field
from tests.app.zocbonds.battles import SCENARIO
from wab.app.wargame.cursor import DIRECTIONS, step
from wab.app.zocbonds.adapter import ZocBondsAdapter
from wab.app.zocbonds.hand import ZocBondsHand
from wab.engine.game import Game
from wab.systems.zocbonds.orders import Attack, Move

pytestmark = pytest.mark.window

QUIET = {**STILL, "sound": False}
SIZE = "1024x600"


class Bonds(Field):
    """A battle of bonds at a driver's window, and the same game beside it."""

    def __init__(self, driver: Driver, twin: Game[Any], seat: str) -> None:
        driver.wait("battle")
        self.driver, self.side, self.twin = driver, seat, twin
        self.grid = self.position.board.grid
        self._followed = 0

    @property
    def position(self) -> Any:
        """Where everybody stands: nothing is hidden in this game."""
        return self.twin.view(self.side).position  # type: ignore[attr-defined]

    def offered(self, kind: type, unit: int | None = None) -> list[Any]:
        """The orders of a kind on offer to whoever is to act."""
        self.follow()
        view: Any = self.twin.view(self.twin.to_act or self.side)
        return [order for order in view.legal_orders(unit) if isinstance(order, kind)]

    def press(self, name: str) -> dict[str, Any]:
        """Click something, and the order that comes of it."""
        order: dict[str, Any] = self.next_order(partial(self.driver.press, name))["order"]
        self.follow()
        return order

    def enter(self, *keys: str) -> dict[str, Any]:
        """Press keys one after the other, and the order that comes of the last."""
        for key in keys[:-1]:
            self.driver.key(key)
        order: dict[str, Any] = self.next_order(partial(self.driver.key, keys[-1]))["order"]
        self.follow()
        return order

    def told(self, words: str) -> None:
        """Wait until something stands in the HUD."""
        self.driver.until(lambda: any(words in line for line in self.driver.words), words)


def test_the_first_german_turn_is_played_by_mouse_and_by_keys(tmp_path: Path) -> None:
    words = (SCENARIO, "--side", "axis", "--player", "allied=greedy", "--seed", "7")
    with playing(tmp_path, *words, size=SIZE, settings=QUIET) as driver:
        field = Bonds(driver, wab.new_game(SCENARIO, seed=7), "axis")
        driver.press("landing-skip")
        driver.until(lambda: "Close" in driver.words, "all dice of the landing")
        driver.press("landing-skip")
        driver.until(lambda: "landing-skip" not in driver.places, "the map without the page of the landing")
        while field.until_my_turn() and field.twin.phase != "movement":
            field.press("order-0")
        unit, order = next(marches(field))
        field.click(field.position.units[unit].hex)
        driver.until(lambda: "unit-panel-close" in driver.places, "the card of the unit")
        field.next_order(partial(field.click, order.path[-1]))
        field.follow()
        assert field.position.units[unit].hex == order.path[-1]
        assert field.enter(*keys_to(field, Move, unit))["order"] == "move"
        end_phase(field)
        assert (field.twin.phase, field.twin.to_act) == ("combat", "axis")


def end_phase(field: Bonds) -> None:
    """The button, and the answer where units could still come or take replacements."""
    driver, before = field.driver, len(field.driver.told("played"))
    driver.press("end-turn")
    driver.until(lambda: "question-yes" in driver.places or len(driver.told("played")) > before, "the end of the phase")
    if "question-yes" in driver.places:
        driver.press("question-yes")
    assert driver.wait("played", before + 1)["order"]["order"] == "done"
    field.follow()


def marches(field: Bonds) -> Iterator[tuple[int, Move]]:
    """Units that stand alone in sight, and a march to an empty hex in sight."""
    state = field.position
    for unit in sorted(state.units):
        if state.side_of(unit) != "axis" or not field.is_free(state.units[unit].hex):
            continue
        for order in field.offered(Move, unit):
            goal = order.path[-1]
            alone = order.units == (unit,) == state.stacks[state.units[unit].hex]
            if alone and goal not in state.stacks and field.is_free(goal):
                yield unit, order
                break


def keys_to(field: Bonds, kind: type, selected: int | None = None) -> list[str]:
    """The keys that select the next unit with an order of a kind to a hex beside it, and point there: a hand over the
    same game goes on from unit to unit as that of the window does."""
    table: Any = SimpleNamespace(view=field.twin.view(field.twin.to_act or ""))
    hand = ZocBondsHand(table, ZocBondsAdapter(table))
    if selected is not None:
        hand.select(selected)
    for count in range(1, 40):
        hex_ = hand.next_unit()
        for direction in DIRECTIONS if hex_ is not None else ():
            orders = hand.goals.get(step(field.grid, hex_ or 0, direction), ())
            if orders and all(isinstance(order, kind) for order in orders) and (kind is Attack or len(orders) == 1):
                return [*["n"] * count, f"shift+{direction}", "Return"]
    raise LookupError(kind)
