"""A battle of bonds in a real window: the first German turn, and combats of three players at one screen, by mouse and by
keyboard alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import wab
from ai.agents import make_agents
from tests.app.driver import STILL, Driver, playing
from tests.app.field import Field
from tests.app.zocbonds.battles import SCENARIO
from wab.app.play.archive import Note, Seats, write_note
from wab.app.wargame.cursor import DIRECTIONS
from wab.app.zocbonds import attack_choice
from wab.engine.game import Game
from wab.systems.zocbonds.orders import Advance, Attack, GiveGround, Move, RetreatTo, Stand

pytestmark = pytest.mark.window

QUIET = {**STILL, "sound": False}
SIZE = "1024x600"
US, BRITISH, AXIS = "allied/us", "allied/commonwealth", "axis"


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
        assert march_by_keys(field) == "move"
        driver.press("end-turn")
        field.told("Combat") if "question-yes" not in driver.places else field.press("question-yes")
        field.follow()
        assert (field.twin.phase, field.twin.to_act) == ("combat", "axis")
        driver.key("F5")
        driver.until(lambda: field.view is not None and field.twin.turn == 1 and field.twin.to_act != "axis", "the Allies")


def marches(field: Bonds) -> Iterator[tuple[int, Move]]:
    """Units that stand alone in sight, and a march to an empty hex in sight."""
    state = field.position
    for unit in sorted(state.units):
        if state.side_of(unit) != "axis" or not field.is_free(state.units[unit].hex):
            continue
        for order in field.offered(Move, unit):
            goal = order.path[-1]
            if order.units == (unit,) and goal not in state.stacks and field.is_free(goal):
                if state.stacks[state.units[unit].hex] == (unit,):
                    yield unit, order
                    break


def march_by_keys(field: Bonds) -> str:
    """The next unit, one hex to whichever side the rules let it go; the order that came of it."""
    driver, before = field.driver, len(field.driver.told("played"))
    for direction in DIRECTIONS:
        for key in ("n", f"shift+{direction}", "Return", "Escape"):
            driver.key(key)
        if len(driver.told("played")) > before:
            return str(driver.told("played")[before]["order"]["order"])
    return ""


# ------------------------------------------------------------------------------------------------- three players


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of three persons at one screen, saved where the US player has to attack."""
    game = wab.new_game(SCENARIO, seed=2, options={"players": "3"})
    players = make_agents(dict.fromkeys(game.system.sides, "greedy"), "zocbonds", 2, game.seats)
    while (game.to_act, game.phase, game.turn) != (US, "combat", 2):
        assert game.to_act is not None
        game.play(players[game.to_act].decide(game.view(game.to_act)))
    path = tmp_path_factory.mktemp("kept") / "three.wab"
    game.save(path)
    write_note(path, Note(SCENARIO, Seats(US, {}, game.seats), turn=2))
    return path

