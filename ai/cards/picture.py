"""A position as one side reads it: what a blow is worth, how dangerous a hex is, where units are wanted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ai.cards.chances import Blow
from ai.cards.lore import FAR, Lore
from ai.cards.weights import THREATS, Weights
from wab.systems.cards.board import Objective, enemy_of
from wab.systems.cards.objectives import LASTING, claimants
from wab.systems.cards.state import State, Unit
from wab.systems.cards.victory import medals

HELD, BLOCKED, SHARE = 0.85, 0.25, 0.5
"""Standing on a medal that can be lost again; on one of the enemy's; on one of several hexes of a majority."""
SUDDEN = 3.0


class Wish(NamedTuple):
    """A hex that a side wants to stand in, what that is worth in medals, and whether it is done once somebody does."""

    hex: int
    value: float
    once: bool = True


class Picture:
    """What a side reads off a position: of its own hand and the open field only, whatever else the position holds."""

    def __init__(self, position: State, side: str, lore: Lore, weights: Weights) -> None:
        self.position, self.side, self.lore, self.weights = position, side, lore, weights
        self.board = position.board
        self.enemy = enemy_of(side)
        self.own = tuple(position.units_of(side))
        self.foes = tuple(position.units_of(self.enemy))
        self.missing = position.board.goal(side) - medals(position, side).total
        self.wishes = tuple(wishes(position, side))
        self._hold = {wish.hex: wish.value for wish in self.wishes}
        self._ways_by_type: dict[str, list[tuple[float, int, tuple[float, ...]]]] = {}
        self._guns = [(foe.hex, lore.reach[foe.kind], self.board.type_of(foe.kind)) for foe in self.foes]
        self._danger: dict[tuple[str, int, int], float] = {}
        self._menace: dict[tuple[str, int], float] = {}
        self._draw: dict[tuple[str, int, int], float] = {}

    def follow(self, before: Picture) -> Picture:
        """Take over what an earlier picture has worked out and still holds: blows, as long as no enemy has changed."""
        if (
            before.side == self.side
            and before.foes == self.foes
            and before.position.obstacles == self.position.obstacles
        ):
            self._danger, self._menace = before._danger, before._menace
        return self

    # ---- blows

    def dice(self, unit: Unit, origin: int, target: Unit, near: int = 0, far: int = 0) -> int:
        """Dice of a unit from a hex against a target, with `near` and `far` more by its card; 0 out of range."""
        distance = self.board.distance(origin, target.hex)
        if distance > len(self.board.kind(unit.kind).dice):
            return 0
        dice = self.lore.dice(self.position, unit, origin, target)
        return dice + (near if distance == 1 else far) if dice else 0

    def worth(self, unit: Unit, target: Unit, origin: int, dice: int) -> float:
        """What an attack with so many dice may be expected to gain, in medals."""
        struck = self.lore.blow(self.position, dice, target, target.hex)
        gain = self.price(struck, target)
        if self.board.distance(origin, target.hex) == 1:
            leaves = struck.kills + struck.drives
            kind = self.board.kind(unit.kind)
            if kind.takes_ground:
                gain += leaves * self.weights.ground
            if kind.overruns:
                gain += leaves * self.weights.overrun * 0.4
        return gain

    def price(self, struck: Blow, target: Unit) -> float:
        """What damage to a unit is worth: more where it ends the game, or clears a medal of the enemy's."""
        gain = struck.damage + struck.drives * self.weights.drive
        if self.missing <= 1:
            gain += struck.kills * self.weights.win
        standing = self._stands_for(target)
        return gain + standing * (struck.kills + struck.drives)

    def _stands_for(self, target: Unit) -> float:
        """What the enemy loses with the hex in which a unit of his stands."""
        for objective in self.board.objectives:
            if target.hex in objective.hexes and self.position.held.get(objective.number) == target.side:
                return 0.0 if objective.type in LASTING else HELD
        return 0.0

    # ---- places

    def place(self, unit: Unit, hex_: int) -> float:
        """What it is worth to a side that a unit stands in a hex at the end of its turn."""
        weights = self.weights
        return (
            self._hold.get(hex_, 0.0)
            + self.draw(unit, hex_)
            + weights.menace * self.menace(unit, hex_)
            - weights.caution * self.danger(unit, hex_)
        )

    def draw(self, unit: Unit, hex_: int) -> float:
        """How much nearer a hex is to what is wanted, and to the enemy."""
        key = (unit.kind, unit.hex, hex_)
        found = self._draw.get(key)
        if found is None:
            found = self._draw[key] = self._drawn(unit, hex_)
        return found

    def _drawn(self, unit: Unit, hex_: int) -> float:
        weights, type_ = self.weights, self.board.type_of(unit.kind)
        best = 0.0
        for value, taken, travel in self._ways(type_):
            if taken in (0, unit.id):
                way = travel[hex_]
                if way < FAR:
                    best = max(best, value * weights.fade**way)
        row = self.lore.distances[hex_]
        nearest = min((row[foe.hex] for foe in self.foes), default=0)
        return weights.pull * best - weights.near * nearest

    def _ways(self, type_: str) -> list[tuple[float, int, tuple[float, ...]]]:
        """What is wanted: its value, the own unit that sees to it already (0 for none), the ways there."""
        found = self._ways_by_type.get(type_)
        if found is None:
            found = self._ways_by_type[type_] = [
                (wish.value, self._taken(wish), self.lore.travel(self.position, type_, wish.hex))
                for wish in self.wishes
            ]
        return found

    def _taken(self, wish: Wish) -> int:
        taken = self.position.at.get(wish.hex, 0) if wish.once else 0
        return taken if taken and self.position.units[taken].side == self.side else 0

    def menace(self, unit: Unit, hex_: int) -> float:
        """The most damage that a unit could do next turn if it stood in a hex, moving up first."""
        key = (unit.kind, hex_)
        found = self._menace.get(key)
        if found is None:
            found = self._menace[key] = self._menaced(unit, hex_)
        return found

    def _menaced(self, unit: Unit, hex_: int) -> float:
        row, dice, kind = self.lore.distances[hex_], self.lore.reach[unit.kind], self.board.kind(unit.kind)
        worst = 0.0
        for foe in self.foes:
            number = dice[row[foe.hex]]
            if number and not kind.ignores_protection:
                number -= self.lore.shelter(self.position, foe, foe.hex, kind.type)
            if number > 0:
                worst = max(worst, self.lore.wounds(foe)[number])
        return worst

    def danger(self, unit: Unit, hex_: int) -> float:
        """The damage that the enemy may be expected to do next turn to a unit in a hex."""
        key = (unit.kind, unit.figures, hex_)
        found = self._danger.get(key)
        if found is None:
            found = self._danger[key] = self._endangered(unit, hex_)
        return found

    def _endangered(self, unit: Unit, hex_: int) -> float:
        row, wounds, lore = self.lore.distances[hex_], self.lore.wounds(unit), self.lore
        shelter = {t: lore.shelter(self.position, unit, hex_, t) for t in ("infantry", "armour")} | {"artillery": 0}
        numbers = [dice[row[there]] - shelter[type_] for there, dice, type_ in self._guns if dice[row[there]]]
        numbers = sorted((number for number in numbers if number > 0), reverse=True)
        return sum(likely * wounds[number] for likely, number in zip(THREATS, numbers, strict=False))


# ------------------------------------------------------------------------------------------------- what is wanted


def wishes(position: State, side: str) -> Iterable[Wish]:
    """Where a side wants to stand: on medals of its own, on those of the enemy, on exits."""
    for objective in position.board.objectives:
        yield from _wishes_of(position, objective, side)


def _wishes_of(position: State, objective: Objective, side: str) -> Iterable[Wish]:
    holder = position.held.get(objective.number, "")
    mine, his = side in claimants(objective), enemy_of(side) in claimants(objective)
    if objective.type == "exit":
        value, once = (1.0, False) if mine else (BLOCKED, True)
    elif objective.type == "sudden_death":
        value, once = (SUDDEN if mine else SUDDEN * BLOCKED), True
    elif objective.type in LASTING:
        value, once = (0.0 if holder else 1.0 if mine else BLOCKED), True
    elif mine:
        value, once = HELD, True
    else:
        value, once = (HELD if holder == enemy_of(side) else BLOCKED), True
    if objective.type == "majority_temporary" and len(objective.hexes) > 1:
        value *= SHARE
    if value and (mine or his):
        yield from (Wish(hex_, value, once) for hex_ in objective.hexes)
