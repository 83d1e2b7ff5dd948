"""The course of a game in numbers, for charts: each measure of its rule system as curves over the turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any

import msgspec

from wab.engine.events import Event
from wab.engine.game import Record, Setup
from wab.engine.measures import Account, Measure
from wab.engine.system import Outcome, System
from wab.engine.text import Text


class Curve(msgspec.Struct, frozen=True):
    """The values of one name, a side or another one with its own words, as (turn, value) in order."""

    name: str
    words: Text | None
    points: tuple[tuple[int, float], ...]


class Chart(msgspec.Struct, frozen=True):
    """One measure over the turns of a game."""

    id: str
    title: Text
    curves: tuple[Curve, ...]

    @property
    def values(self) -> list[float]:
        """Every value of every curve."""
        return [value for curve in self.curves for _turn, value in curve.points]


def course(
    system: System[Any], setup: Setup, records: Iterable[Record], seats: Sequence[str] | None = None
) -> tuple[Chart, ...]:
    """The charts of a game, played again from records that last (`journal.lasting`); none where nothing is measured.

    By the whole truth, or, where `seats` are named, by what all of them know: a value counts that each of them knows as
    the same number.
    """
    turns = [(turn, found) for turn, found in _by_turn(system, setup, records, seats) if turn > 0]
    firsts = {measure.id: measure for _turn, found in turns for measure in found}
    return tuple(_chart(measure, turns) for measure in firsts.values())


def causes(accounts: Iterable[Account], outcome: Outcome, most: int = 3) -> tuple[Account, ...]:
    """The sources of points that did most for the winner, the greatest first; for a draw those that weighed most."""
    winner = outcome.winner if outcome.winner in outcome.points else None

    def weight(account: Account) -> float:
        lead = account.points.get(winner, 0) if winner is not None else 0
        others = [points for side, points in account.points.items() if side != winner]
        return lead - max(others, default=0) if winner is not None else max(others, default=0)

    weighed = sorted((account for account in accounts if weight(account) > 0), key=lambda one: -weight(one))
    return tuple(weighed[:most])


def _by_turn(
    system: System[Any], setup: Setup, records: Iterable[Record], seats: Sequence[str] | None
) -> Iterator[tuple[int, tuple[Measure, ...]]]:
    """Each turn that was begun with what was measured at its end, or where play stands."""
    state = system.new_state(setup.scenario, setup.seed, setup.rule_options)
    happened: list[list[Event]] = [[] for _ in (seats if seats is not None else [""])]
    for event in (event for record in records for event in record.events):
        before = state.copy()
        system.apply(state, event)
        if system.turn(state) != system.turn(before):
            yield system.turn(before), _measured(system, before, happened, seats)
            happened = [[] for _ in happened]
        for seen, seat in zip(happened, seats or ("",), strict=False):
            known = event if seats is None else system.witnessed(before, event, state, seat)
            seen += [known] if known is not None else []
    yield system.turn(state), _measured(system, state, happened, seats)


def _measured(
    system: System[Any], state: Any, happened: Sequence[Sequence[Event]], seats: Sequence[str] | None
) -> tuple[Measure, ...]:
    if seats is None:
        return system.measures(state, happened[0])
    told = [system.measures(system.view(state, seat), seen) for seat, seen in zip(seats, happened, strict=True)]
    return _common(told) if told else ()


def _common(told: Sequence[tuple[Measure, ...]]) -> tuple[Measure, ...]:
    """What all of several were told as the same."""
    others = [{measure.id: measure.values for measure in one} for one in told[1:]]

    def shared(measure: Measure) -> Measure:
        values = {
            name: value
            for name, value in measure.values.items()
            if all(other.get(measure.id, {}).get(name) == value for other in others)
        }
        return msgspec.structs.replace(measure, values=values)

    return tuple(shared(measure) for measure in told[0])


def _chart(measure: Measure, turns: Sequence[tuple[int, tuple[Measure, ...]]]) -> Chart:
    """The curves of one measure, in the order in which their names first have a value."""
    points: dict[str, list[tuple[int, float]]] = {}
    words: dict[str, Text] = {}
    for turn, found in turns:
        for one in found:
            if one.id == measure.id:
                words |= one.names
                for name, value in one.values.items():
                    points.setdefault(name, []).append((turn, value))
    if measure.adds:
        points = {name: _added(those) for name, those in points.items() if len(those) == len(turns)}
    curves = tuple(Curve(name, words.get(name), tuple(those)) for name, those in points.items())
    return Chart(measure.id, measure.title, curves)


def _added(points: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """What values of single turns come to together."""
    sums = accumulate(value for _turn, value in points)
    return [(turn, value) for (turn, _value), value in zip(points, sums, strict=True)]


def final_state(system: System[Any], setup: Setup, records: Iterable[Record]) -> Any:
    """The state that records which last lead to."""
    state = system.new_state(setup.scenario, setup.seed, setup.rule_options)
    for event in (event for record in records for event in record.events):
        system.apply(state, event)
    return state
