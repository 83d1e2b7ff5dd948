"""Winning (ledger section 3, CRD-A3-6): medals are counted after every event, the game ends at that instant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from wab.engine.kernel.events import Event
from wab.systems.cards.sequence.objectives import claimants, shifts
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.board import SIDES, Objective, enemy_of
from wab.systems.cards.state.state import State


class MedalTrack(msgspec.Struct, frozen=True):
    """A side's medals (CRD-3-3): enemy units eliminated, objectives held (by number), own units that left by exits.

    `goal` is the number of medals with which the side wins.
    """

    kills: int
    objectives: tuple[int, ...]
    exits: int
    goal: int

    @property
    def total(self) -> int:
        """The score: all medals together, up to the number that the side needs (CRD-3-1)."""
        return min(self.kills + len(self.objectives) + self.exits, self.goal)


def medals(state: State, side: str) -> MedalTrack:
    """The medals of a side now; medals for kills are never lost (CRD-3-2), others are won on the map (CRD-3-4).

    On the double board too they are the side's, not a general's (CRD-O-23).
    """
    held = tuple(sorted(number for number, holder in state.held.items() if holder == side))
    return MedalTrack(state.kills.get(side, 0), held, state.exits.get(side, 0), state.board.goal(side))


def watched(state: State, happenings: Iterable[Event]) -> Iterator[Event]:
    """Yield what happens, and after each of it the medals (CRD-3-7): the game stops when a side has enough
    (CRD-3-5).
    """
    for event in happenings:
        yield event
        if isinstance(event, _COUNTS):
            yield from counted(state, event.unit if isinstance(event, _ENTERS) else None)
            if state.result is not None:
                return


_COUNTS = (ev.Eliminated, ev.UnitMoved, ev.UnitLeft, ev.Retreated, ev.GroundTaken, ev.UnitPlaced)
"""The events that change medals: losses of units and changes of occupation."""
_ENTERS = (ev.UnitMoved, ev.GroundTaken)


def counted(state: State, entered: int | None = None) -> Iterator[Event]:
    """Medals won and lost now, and the end of the game if there is one; `entered` is a unit that came by itself."""
    yield from shifts(state, entered)
    yield from _end(state)


def _end(state: State) -> Iterator[Event]:
    """The first side with its number of medals wins (CRD-3-1, CRD-A3-10); if both have, the side to play (CRD-3-6)."""
    totals = {side: medals(state, side).total for side in SIDES}
    first = state.active or state.board.first
    for side in (first, enemy_of(first)):
        if totals[side] >= state.board.goal(side):
            yield ev.GameEnded(side, totals, "medals")
            return
    for objective in state.board.objectives:
        if objective.type == "sudden_death" and objective.condition is None:
            yield from _struck_dead(state, objective)


def end_of_turn(state: State) -> Iterator[Event]:
    """Sudden deaths that are judged at the end of a turn of the side itself (CRD-A3-6)."""
    for objective in state.board.objectives:
        if objective.type == "sudden_death" and objective.condition is not None:
            yield from _struck_dead(state, objective)
            if state.result is not None:
                return


def _struck_dead(state: State, objective: Objective) -> Iterator[Event]:
    """A side that meets its sudden death condition wins at once, with any number of medals (CRD-A3-6)."""
    for side in claimants(objective):
        if meets_condition(state, objective, side):
            yield ev.GameEnded(side, {one: medals(state, one).total for one in SIDES}, "sudden_death")
            return


def meets_condition(state: State, objective: Objective, side: str) -> bool:
    """Return whether a side's unit in the hex, and its medals, are what a sudden death asks for."""
    condition = objective.condition
    if condition is not None and (state.active != side or medals(state, side).total < condition.own_medals):
        return False
    for hex_ in objective.hexes:
        unit = state.unit_in(hex_)
        if unit is None or unit.side != side:
            continue
        if condition is None:
            return True
        if condition.type in (None, state.board.type_of(unit.kind)) and unit.kind not in condition.not_kinds:
            return True
    return False
