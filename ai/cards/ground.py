"""Facts of a field: dice between hexes, shelter, ways to a goal; each is worked out once in a battle."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from ai.cards.chances import NOTHING, Blow, blow
from ai.cards.weights import OPEN_ROOM, STOP
from wab.systems.cards.fight.combat import count_dice
from wab.systems.cards.fight.movement import step_cost
from wab.systems.cards.fight.obstacles import flags_ignored, protection
from wab.systems.cards.state.board import Board
from wab.systems.cards.state.state import State, Unit

FAR = 99.0
MOST_DICE = range(8)
FARTHEST = 26
"""No two hexes are farther apart than twice as much."""

Works = tuple[str, ...]
Barriers = frozenset[tuple[int, str]]


class Ground:
    """Facts of one field, by the obstacles that lie there; no answer depends on the order of questions."""

    def __init__(self, board: Board) -> None:
        self.board = board
        faces = board.tables.dice.faces
        self.faces, self.flags = len(faces), faces.count("flag")
        self.hitting = {t: sum(face in (t, "grenade") for face in faces) for t in ("infantry", "armour", "artillery")}
        self.stars = faces.count("star")
        self.distances = board.lines.distances
        self.reach: dict[str, tuple[int, ...]] = {
            kind: _dice_next_turn(board, kind) for kind in board.tables.units.kinds
        }
        self._wounds: dict[tuple[str, int, int], tuple[float, ...]] = {}
        self._dice: dict[tuple[str, str, int, Works, int, Works], int] = {}
        self._shelter: dict[tuple[str, int, Works, str], int] = {}
        self._ignored: dict[tuple[str, str, int, Works], int] = {}
        self._travel: dict[tuple[str, int, Barriers], tuple[float, ...]] = {}
        works = board.tables.obstacles
        self._in_the_way = frozenset(name for name in works if works[name].closed_to or works[name].spans)

    def dice(self, state: State, attacker: Unit, origin: int, target: Unit) -> int:
        """Dice of a unit in `origin` against a target, without the dice of any card."""
        here, there = state.obstacles.get(origin, ()), state.obstacles.get(target.hex, ())
        key = (attacker.side, attacker.kind, origin, here, target.hex, there)
        found = self._dice.get(key)
        if found is None:
            found = self._dice[key] = count_dice(state, _at(attacker, origin), target).dice
        return found

    def shelter(self, state: State, unit: Unit, hex_: int, type_: str) -> int:
        """Dice that a hex takes from attackers of a type on level ground, for a unit in it."""
        key = (unit.side, hex_, state.obstacles.get(hex_, ()), type_)
        found = self._shelter.get(key)
        if found is None:
            attacker = Unit(0, "", _KIND_OF_TYPE[type_], 1, hex_)
            found = self._shelter[key] = protection(state, _at(unit, hex_), attacker)
            ground = self.board.ground[hex_]
            if ground is not None and ground.from_below:  # most attackers stand lower
                found = self._shelter[key] = max(found, ground.protection.of(type_))
        return found

    def ignored(self, state: State, unit: Unit, hex_: int) -> int:
        """Flags that a unit may ignore in a hex."""
        key = (unit.side, unit.kind, hex_, state.obstacles.get(hex_, ()))
        found = self._ignored.get(key)
        if found is None:
            found = self._ignored[key] = flags_ignored(state, _at(unit, hex_))
        return found

    def blow(
        self, state: State, dice: int, target: Unit, hex_: int, *, salvo: bool = False, stars: bool = False
    ) -> Blow:
        """The expected effect of some dice on a unit in a hex; a `salvo` from off the board is never ignored."""
        if dice <= 0:
            return NOTHING
        type_, profile = self.board.type_of(target.kind), state.board.roster[target.id]
        ignored = 0 if salvo else self.ignored(state, target, hex_)
        hitting = self.hitting[type_] + (self.stars if stars else 0)
        room = 0 if profile.fixed else self.room(state, target, hex_)
        return blow(dice, hitting, self.flags, self.faces, target.figures, profile.figures, ignored, room)

    def hurt(self, target: Unit, dice: int, stars: bool = False) -> float:
        """The expected damage by the hits of some dice to a unit, without flags."""
        type_, whole = self.board.type_of(target.kind), self.board.roster[target.id].figures
        hitting = self.hitting[type_] + (self.stars if stars else 0)
        return blow(dice, hitting, 0, self.faces, target.figures, whole, 0, 0).damage

    def wounds(self, target: Unit) -> tuple[float, ...]:
        """The expected damage to a unit by number of dice, its surroundings left out."""
        type_, whole = self.board.type_of(target.kind), self.board.roster[target.id].figures
        key = (type_, target.figures, whole)
        found = self._wounds.get(key)
        if found is None:
            blows = (blow(n, self.hitting[type_], self.flags, self.faces, *key[1:], 0, OPEN_ROOM) for n in MOST_DICE)
            found = self._wounds[key] = tuple(struck.damage for struck in blows)
        return found

    def room(self, state: State, unit: Unit, hex_: int) -> int:
        """The hexes that a unit could go back from a hex, roughly."""
        back = self.board.back(unit.side)
        for first in back[hex_]:
            if first not in state.at:
                return OPEN_ROOM if any(second not in state.at for second in back[first]) else 1
        return 0

    def barriers(self, state: State) -> Barriers:
        """The present obstacles on which ways depend: obstacles that bar a hex, and bridges."""
        named = ((hex_, name) for hex_, names in state.obstacles.items() for name in names)
        return frozenset(one for one in named if one[1] in self._in_the_way)

    def travel(self, state: State, barriers: Barriers, type_: str, goal: int) -> tuple[float, ...]:
        """Hexes of march from each hex to a goal for units of a type, with no unit in the way; FAR without a way.

        `barriers` are the barriers of the state.
        """
        key = (type_, goal, barriers)
        if key not in self._travel:
            self._travel[key] = _ways_to(state, type_, goal)
        return self._travel[key]


@lru_cache(maxsize=8)
def ground_of(board: Board) -> Ground:
    """The facts of a field, shared by all its players."""
    return Ground(board)


_KIND_OF_TYPE = {"infantry": "infantry", "armour": "armour", "artillery": "artillery"}


def _at(unit: Unit, hex_: int) -> Unit:
    return unit if unit.hex == hex_ else Unit(unit.id, unit.side, unit.kind, unit.figures, hex_)


def _dice_next_turn(board: Board, kind: str) -> tuple[int, ...]:
    """Dice of a kind of unit next turn, after a move up, by the present distance of its target."""
    table = board.kind(kind)
    gaps = (gap if gap <= 1 else max(1, gap - table.move_and_attack) for gap in range(2 * FARTHEST))
    return tuple(table.dice[max(0, gap - 1)] if gap <= len(table.dice) else 0 for gap in gaps)


def _ways_to(state: State, type_: str, goal: int) -> tuple[float, ...]:
    """Shortest ways backwards from a goal."""
    board = state.board
    far = [FAR] * len(board.adjacent)
    far[goal] = 0.0
    heap = [(0.0, goal)]
    while heap:
        gone, hex_ = heappop(heap)
        if gone > far[hex_]:
            continue
        ground = board.ground[hex_]
        stop = STOP if ground is not None and ground.stops and hex_ != goal else 0.0
        for before in board.adjacent[hex_]:
            cost = step_cost(state, type_, before, hex_)
            if cost and gone + cost + stop < far[before]:
                far[before] = gone + cost + stop
                heappush(heap, (far[before], before))
    return tuple(far)
