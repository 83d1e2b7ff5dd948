"""A position as one side sees it: the worth of damage, the danger in a hex, the places where units are wanted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ai.cards.chances import Blow
from ai.cards.ground import FAR, Ground
from ai.cards.weights import BLOCKED, HELD, SECOND_TARGET, SHARE, SUDDEN, THREATS, Weights
from wab.systems.cards.sequence.objectives import LASTING, claimants
from wab.systems.cards.sequence.victory import medals
from wab.systems.cards.state.board import Objective, enemy_of
from wab.systems.cards.state.state import State, Unit


class Wish(NamedTuple):
    """A hex that a side wants to stand in, its worth in medals; `once`: one unit is enough."""

    hex: int
    value: float
    once: bool = True


class Picture:
    """A side's sight of a position: its own hand and the open field, nothing else."""

    def __init__(self, position: State, side: str, ground: Ground, weights: Weights) -> None:
        self.position, self.side, self.ground, self.weights = position, side, ground, weights
        self.board = position.board
        self.enemy = enemy_of(side)
        self.own = tuple(position.units_of(side))
        self.foes = tuple(position.units_of(self.enemy))
        self.missing = position.board.goal(side) - medals(position, side).total
        self.wishes = tuple(wishes(position, side))
        self._hold = {wish.hex: wish.value for wish in self.wishes}
        self._ways_by_type: dict[str, list[tuple[float, int, tuple[float, ...]]]] = {}
        self._guns = [(foe.hex, ground.reach[foe.kind], self.board.type_of(foe.kind)) for foe in self.foes]
        self._danger: dict[tuple[str, int, int], float] = {}
        self._menace: dict[tuple[str, int], float] = {}
        self._draw: dict[tuple[str, int, int], float] = {}

    def follow(self, before: Picture) -> Picture:
        """Take over what an earlier picture has worked out and still holds: damage, as long as no enemy has changed."""
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
        dice = self.ground.dice(self.position, unit, origin, target)
        return dice + (near if distance == 1 else far) if dice else 0

    def worth(self, unit: Unit, target: Unit, origin: int, dice: int) -> float:
        """The expected gain of an attack with some dice, in medals."""
        struck = self.ground.blow(self.position, dice, target, target.hex)
        gain = self.price(struck, target)
        if self.board.distance(origin, target.hex) == 1:
            leaves = struck.kills + struck.drives
            kind = self.board.kind(unit.kind)
            if kind.takes_ground:
                gain += leaves * self.weights.ground
            if kind.overruns:
                gain += leaves * self.weights.overrun * SECOND_TARGET
        return gain

    def price(self, struck: Blow, target: Unit) -> float:
        """The worth of damage to a unit: more where it ends the game or clears an enemy medal."""
        gain = struck.damage + struck.drives * self.weights.drive
        if self.missing <= 1:
            gain += struck.kills * self.weights.win
        standing = self._stands_for(target)
        return gain + standing * (struck.kills + struck.drives)

    def _stands_for(self, target: Unit) -> float:
        """Return what the enemy loses with the hex of one of its units."""
        for objective in self.board.objectives:
            if target.hex in objective.hexes and self.position.held.get(objective.number) == target.side:
                return 0.0 if objective.type in LASTING else HELD
        return 0.0

    # ---- places

    def place(self, unit: Unit, hex_: int) -> float:
        """The worth for a side of a unit in a hex at the end of its turn."""
        weights = self.weights
        return (
            self._hold.get(hex_, 0.0)
            + self.draw(unit, hex_)
            + weights.menace * self.menace(unit, hex_)
            - weights.caution * self.danger(unit, hex_)
        )

    def draw(self, unit: Unit, hex_: int) -> float:
        """Return how much nearer a hex is to what is wanted, and to the enemy."""
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
        row = self.ground.distances[hex_]
        nearest = min((row[foe.hex] for foe in self.foes), default=0)
        return weights.pull * best - weights.near * nearest

    def _ways(self, type_: str) -> list[tuple[float, int, tuple[float, ...]]]:
        """The wishes: value, the own unit already in the hex (0 for none), the ways there."""
        found = self._ways_by_type.get(type_)
        if found is None:
            barriers = self.ground.barriers(self.position)
            found = self._ways_by_type[type_] = [
                (wish.value, self._taken(wish), self.ground.travel(self.position, barriers, type_, wish.hex))
                for wish in self.wishes
            ]
        return found

    def _taken(self, wish: Wish) -> int:
        taken = self.position.at.get(wish.hex, 0) if wish.once else 0
        return taken if taken and self.position.units[taken].side == self.side else 0

    def menace(self, unit: Unit, hex_: int) -> float:
        """The most damage that a unit in a hex could do next turn after a move up."""
        key = (unit.kind, hex_)
        found = self._menace.get(key)
        if found is None:
            found = self._menace[key] = self._menaced(unit, hex_)
        return found

    def _menaced(self, unit: Unit, hex_: int) -> float:
        row, dice, kind = self.ground.distances[hex_], self.ground.reach[unit.kind], self.board.kind(unit.kind)
        worst = 0.0
        for foe in self.foes:
            number = dice[row[foe.hex]]
            if number and not kind.ignores_protection:
                number -= self.ground.shelter(self.position, foe, foe.hex, kind.type)
            if number > 0:
                worst = max(worst, self.ground.wounds(foe)[number])
        return worst

    def danger(self, unit: Unit, hex_: int) -> float:
        """The expected enemy damage next turn to a unit in a hex."""
        key = (unit.kind, unit.figures, hex_)
        found = self._danger.get(key)
        if found is None:
            found = self._danger[key] = self._endangered(unit, hex_)
        return found

    def _endangered(self, unit: Unit, hex_: int) -> float:
        row, wounds, ground = self.ground.distances[hex_], self.ground.wounds(unit), self.ground
        shelter = {t: ground.shelter(self.position, unit, hex_, t) for t in ("infantry", "armour")} | {"artillery": 0}
        numbers = [dice[row[there]] - shelter[type_] for there, dice, type_ in self._guns if dice[row[there]]]
        numbers = sorted((number for number in numbers if number > 0), reverse=True)
        return sum(likely * wounds[number] for likely, number in zip(THREATS, numbers, strict=False))


# ------------------------------------------------------------------------------------------------- what is wanted


def wishes(position: State, side: str) -> Iterable[Wish]:
    """The hexes that a side wants to stand in: own medals, enemy medals, exits."""
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
