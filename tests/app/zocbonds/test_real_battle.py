"""A battle of bonds in a real window: the first German turn, and combats of three players, by mouse and by keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import wab
from tests.app.driver import STILL, Driver, playing
from tests.app.field import Field
from tests.app.zocbonds.battles import SCENARIO, staged
from wab.app.play.archive import Note, Seats, write_note
from wab.app.wargame.hand.cursor import DIRECTIONS, step
from wab.app.zocbonds.hand import attack_choice
from wab.app.zocbonds.hand.hand import ZocBondsHand
from wab.app.zocbonds.screen.adapter import ZocBondsAdapter
from wab.engine.kernel.game import Game
from wab.systems.zocbonds.combat.odds import preview
from wab.systems.zocbonds.state.orders import Advance, Attack, Done, GiveGround, Move, RetreatTo, Stand

pytestmark = pytest.mark.window

QUIET = {**STILL, "sound": False, "ask_twice": False}
SIZE = "1024x600"
US = "allied/us"
SHELLED = "2520"
LINE = {
    "us_1id_16": "2620", "us_29id_116": "2620", "us_1id_18": "2621", "us_29id_115": "2621", "de_352id_915": SHELLED,
    "us_1id_26": "2422", "us_29id_175": "2422", "de_352id_914": "2321", "de_352id_916": "2323",
}  # fmt: skip
"""The units in each hex before the attacks of the three players."""


class Bonds(Field):
    """A battle of bonds at a driver's window, and the same game next to it."""

    def __init__(self, driver: Driver, twin: Game[Any], seat: str) -> None:
        driver.wait("battle")
        self.driver, self.side, self.twin = driver, seat, twin
        self.grid = self.position.board.grid
        self._followed = 0

    @property
    def position(self) -> Any:
        """Return the places of all units: nothing is hidden in this game."""
        return self.twin.view(self.side).position  # type: ignore[attr-defined]

    def offered(self, kind: type, unit: int | None = None) -> list[Any]:
        """The orders of a kind on offer to the seat to act."""
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


def hand_over(field: Bonds) -> ZocBondsHand:
    """A hand over the same game, for the seat to act."""
    table: Any = SimpleNamespace(view=field.twin.view(field.twin.to_act or ""), in_flight=False)
    return ZocBondsHand(table, ZocBondsAdapter(table))


def keys_to(field: Bonds, kind: type, selected: int | None = None) -> list[str]:
    """The keys that select the next unit with an order of a kind to a hex next to it, and point there."""
    for keys, _orders in ways_by_keys(field, kind, selected):
        return keys
    raise LookupError(kind)


def ways_by_keys(field: Bonds, kind: type, selected: int | None = None) -> Iterator[tuple[list[str], tuple[Any, ...]]]:
    """Keys that point at a hex next to a unit, and the orders there: a hand over the same game goes on from unit to
    unit as the window's hand does.
    """
    hand = hand_over(field)
    if selected is not None:
        hand.select(selected)
    for count in range(1, 40):
        hex_ = hand.next_unit()
        for direction in DIRECTIONS if hex_ is not None else ():
            orders = hand.goals.get(step(field.grid, hex_ or 0, direction), ())
            if orders and all(isinstance(order, kind) for order in orders) and (kind is Attack or len(orders) == 1):
                yield [*["n"] * count, f"shift+{direction}", "Return"], tuple(orders)


# ------------------------------------------------------------------------------------------------- three players


def before_the_attack(seed: int) -> Game[Any]:
    """Two US divisions mixed in two hexes before a German regiment that ships reach, and a second battle next to it."""
    game = staged(LINE, US, "movement", seed, {"players": "3"}, ships={"us": 3})
    while game.phase == "movement":  # of both armies: to a game with one record the window shows the landing
        game.play(Done())
    assert (game.to_act, game.phase) == (US, "combat")
    return game


def is_beaten(game: Game[Any]) -> bool:
    """Tell whether, by the dice of the game, the German regiment falls back before any attack of all next to it."""
    hex_ = game.state.board.hex(SHELLED)
    units = tuple(sorted(unit.id for unit in game.state.beside(hex_, "allied")))
    attacks = [order for order in game.legal_orders() if isinstance(order, Attack) and order.target == hex_]
    return {falls_back(game, order) for order in attacks if order.units == units} == {True}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of three persons at one screen, saved where the US player has to attack: no computer has played in it, and
    its seed is the first by which the Germans are beaten."""
    game = next(game for game in map(before_the_attack, range(40)) if is_beaten(game))
    path = tmp_path_factory.mktemp("kept") / "three.wab"
    game.save(path)
    write_note(path, Note(SCENARIO, Seats(US, {}, game.seats), turn=2))
    return path


Panel = tuple[list[tuple[str, str]], Attack, int]
"""Rows of the panel that are clicked, with the words that come of each; the attack in the end; a unit of it."""


def panels(field: Bonds) -> Iterator[Panel]:
    """Attacks in sight, each with a unit left out, another main force and a ship."""
    state = field.position
    for unit in sorted(state.units):
        if state.side_of(unit) != "allied" or not field.is_free(state.units[unit].hex):
            continue
        hand = hand_over(field)
        hand.select(unit)
        for target, orders in hand.goals.items():
            if not field.is_free(target) or not all(isinstance(order, Attack) for order in orders):
                continue
            attack, clicked = attack_choice.best(state, orders), []  # type: ignore[arg-type]  # attacks, all of them
            for part in ("unit-", "main", "naval"):
                open_ = [
                    row for row in attack_choice.rows(state, attack) if row.refusal is None and row.ticked is not False
                ]
                found = [row for row in open_ if row.key.startswith(part) and row.after != attack]
                if found:
                    attack = found[-1].after
                    seen, force = preview(state, attack), attack_choice.force_name(state, attack.main)
                    words = {"unit-": f"{seen.attack} : {seen.defence}", "main": force, "naval": "Uses up: a ship"}
                    clicked.append((found[-1].key, words[part]))
            if len(clicked) == 3 and unit in attack.units:
                yield clicked, attack, unit


def falls_back(before: Game[Any], attack: Attack) -> bool:
    """Tell whether, by the dice of the game, an attack leaves the defender the choice to stand, and then two ways back,
    after which a unit may advance.
    """
    game = before.copy()
    game.play(attack)
    if game.phase != "defence" or not {type(order) for order in game.legal_orders()} >= {Stand, GiveGround}:
        return False
    game.play(GiveGround())
    ways = [order for order in game.legal_orders() if isinstance(order, RetreatTo)] if game.phase == "retreat" else []
    if len(ways) > 1:
        game.play(ways[0])
    return len(ways) > 1 and game.phase == "advance"


@pytest.mark.clause("ZOC-UI-3")
@pytest.mark.clause("ZOC-UI-4")
def test_three_players_at_one_screen_fight_by_mouse_and_by_keys(tmp_path: Path, kept: Path) -> None:
    with playing(tmp_path, str(kept), size=SIZE, settings=QUIET) as driver:
        field = Bonds(driver, wab.load(kept), US)
        driver.screen("HandOverPage")
        field.told("Turn 2 · Combat")
        driver.press("I am here")
        field.told("US FIRST ARMY")
        clicked, attack, unit = next(found for found in panels(field) if falls_back(field.twin, found[1]))
        choose(field, unit)
        field.click(attack.target)
        for row, odds in clicked:
            change(field, row, odds)
        assert msgspec.convert(field.press("attack-yes"), Attack) == attack
        give_ground_by_mouse(field)
        advance_by_mouse(field)
        field.told("US FIRST ARMY")
        assert field.enter(*keys_to(field, Attack), "Down", "Down", "Right", "Return")["order"] == "attack"


def change(field: Bonds, row: str, odds: str) -> None:
    """Click a row of the panel where it rests, and wait until the panel tells of the odds that come of it."""
    field.driver.place(row)
    field.pixel(0)
    field.driver.press(row)
    field.told(odds)


def choose(field: Bonds, unit: int) -> None:
    """Click a stack until this unit of it is selected."""
    name = field.position.board.roster[unit].name["en"]
    for _unit in field.position.stacks[field.position.units[unit].hex]:
        field.click(field.position.units[unit].hex)
        field.driver.until(lambda: "unit-panel-close" in field.driver.places, "the card of the unit")
        if name in field.driver.words:
            return


def give_ground_by_mouse(field: Bonds) -> None:
    """The Germans are asked, look at the odds of a stand, and give ground; then they choose among the ways back."""
    driver = field.driver
    field.told("Over to: Germans")
    field.told("Stand or give ground?")
    field.told("holds ")
    answers = field.offered(Stand | GiveGround)  # type: ignore[arg-type]  # isinstance takes both
    stand = next(place for place, order in enumerate(answers) if isinstance(order, Stand))
    driver.press(f"order-{stand}")
    driver.place("order-yes")
    driver.press("order-no")
    driver.until(lambda: "order-yes" not in driver.places, "the answers alone")
    driver.press(f"order-{answers.index(GiveGround())}")
    assert field.press("order-yes")["order"] == "give_ground"
    driver.until(lambda: "order-yes" not in driver.places, "the ways back in place of the answers")
    driver.press("order-1")
    assert field.press("order-yes")["order"] == "retreat_to"


def advance_by_mouse(field: Bonds) -> None:
    """The attackers are asked who advances; a click selects one and another sends it, and the rest stay."""
    field.told("Over to: US First Army")
    field.driver.press("result-on")
    offers = field.offered(Advance)
    ways = Counter((order.unit, order.path[-1]) for order in offers)
    in_sight = [order for order in offers if field.is_free(order.path[0]) and field.is_free(order.path[-1])]
    advance = next(order for order in in_sight if ways[order.unit, order.path[-1]] == 1)
    choose(field, advance.unit)
    field.next_order(partial(field.click, advance.path[-1]))
    field.follow()
    assert field.position.units[advance.unit].hex == advance.path[-1]
    while field.twin.phase != "combat":
        field.enter("F5")


def attack_by_keys(field: Bonds) -> None:
    """Sit down and give, by keys, the first attack after which the defender may stand, fall back two ways, and a unit
    may advance.
    """
    field.driver.screen("HandOverPage")
    field.driver.key("Return")
    field.told("US FIRST ARMY")
    keys = next(
        keys
        for keys, orders in ways_by_keys(field, Attack)
        if falls_back(field.twin, attack_choice.best(field.position, orders))  # type: ignore[arg-type]  # attacks, all of them
    )
    assert field.enter(*keys, "Return")["order"] == "attack"
    field.told("Over to: Germans")


def answer_by_keys(field: Bonds, kind: type) -> dict[str, Any]:
    """Go down the answers to one of a kind, choose it, look at its prospects, and say yes."""
    answers = field.offered(object)
    down = ["Down"] * (1 + next(place for place, order in enumerate(answers) if isinstance(order, kind)))
    return field.enter(*down, "Return", "Return")


@pytest.mark.clause("ZOC-UI-4")
def test_a_combat_is_fought_by_keys_alone(tmp_path: Path, kept: Path) -> None:
    with playing(tmp_path, str(kept), size=SIZE, settings=QUIET) as driver:
        field = Bonds(driver, wab.load(kept), US)
        attack_by_keys(field)
        assert answer_by_keys(field, GiveGround)["order"] == "give_ground"
        assert answer_by_keys(field, RetreatTo)["order"] == "retreat_to"
        field.told("Over to: US First Army")
        driver.place("result-on")
        assert field.enter("Return", *keys_to(field, Advance))["order"] == "advance"


@pytest.mark.clause("ZOC-UI-4")
def test_a_determined_defence_is_made_by_keys_alone(tmp_path: Path, kept: Path) -> None:
    with playing(tmp_path, str(kept), size=SIZE, settings=QUIET) as driver:
        field = Bonds(driver, wab.load(kept), US)
        attack_by_keys(field)
        assert answer_by_keys(field, Stand)["order"] == "stand"
        assert driver.told("played")[-1]["events"].count("defence_rolled") == 1
