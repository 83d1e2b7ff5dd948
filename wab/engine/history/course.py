"""The course of a game, played again from its records: measures as curves, verdicts, dice by side, places taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import msgspec

from wab.engine.history.luck import Dice, dice_of
from wab.engine.history.verdict import Verdict, verdict_on
from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.measures import Account, Change, Landmark, Measure
from wab.engine.kernel.system import System
from wab.engine.kernel.values import Outcome, Record, Setup, side_of
from wab.engine.words.text import Text


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


class Fate(msgspec.Struct, frozen=True):
    """The first change of hands of a place, in the game (None: it never did) and in history (None: not that we
    know).
    """

    name: Text
    holder: str | None
    played: Change | None
    turn: int
    past: Change | None


class Course(msgspec.Struct, frozen=True):
    """A game told from its records.

    `charts` by measure; `verdicts` by turn; `dice` by side; `fates` of the places that history tells of; `days` by turn
    where turns have dates.
    """

    charts: tuple[Chart, ...]
    verdicts: tuple[Verdict, ...] = ()
    dice: tuple[tuple[str, tuple[Dice, ...]], ...] = ()
    fates: tuple[Fate, ...] = ()
    days: tuple[tuple[int, str], ...] = ()

    @property
    def worth_drawing(self) -> list[Chart]:
        """The charts, except charts in which nothing ever was and charts in which no curve has two points."""
        return [
            chart for chart in self.charts if any(chart.values) and any(len(curve.points) > 1 for curve in chart.curves)
        ]


class _Turn(NamedTuple):
    """A turn that was begun: states at its two ends, what each of some seats saw in it, and the dice with their side.

    `seen` holds one list, of everything, where no seats are named.
    """

    number: int
    began: Any
    ended: Any
    seen: list[list[Event]]
    rolled: list[tuple[str, Rolled]]


def course(
    system: System[Any], setup: Setup, records: Iterable[Record], seats: Sequence[str] | None = None
) -> tuple[Chart, ...]:
    """The charts of a game, played again from records that last (`journal.lasting`); none where nothing is measured.

    By the whole truth, or, where `seats` are named, by what all of them know: a value counts that each of them knows as
    the same number.
    """
    return whole_course(system, setup, records, seats).charts


def whole_course(
    system: System[Any], setup: Setup, records: Iterable[Record], seats: Sequence[str] | None = None
) -> Course:
    """Return the whole course of a game, as `course`. Dice and fates only by the whole truth, verdicts also for one
    seat.
    """
    turns = [turn for turn in _turns(system, setup, records, seats) if turn.number > 0]
    measured = [(turn.number, _measured(system, turn, seats)) for turn in turns]
    firsts = {measure.id: measure for _turn, found in measured for measure in found}
    charts = tuple(_chart(measure, measured) for measure in firsts.values())
    over = turns if turns and system.outcome(turns[-1].ended) is not None else turns[:-1]
    verdicts = tuple(_verdict(system, turn, seats) for turn in over) if seats is None or len(seats) == 1 else ()
    days = tuple((turn.number, day) for turn in turns if (day := system.day(turn.ended)))
    if seats is not None:
        return Course(charts, verdicts, days=days)
    return Course(charts, verdicts, _dice_by_side(system, turns), _fates(system, turns), days)


def _verdict(system: System[Any], turn: _Turn, seats: Sequence[str] | None) -> Verdict:
    began, ended = turn.began, turn.ended
    if seats is not None:
        began, ended = (system.view(state, seats[0]) for state in (began, ended))
    return verdict_on(system, turn.number, began, ended, turn.seen[0])


def _dice_by_side(system: System[Any], turns: Sequence[_Turn]) -> tuple[tuple[str, tuple[Dice, ...]], ...]:
    """The dice of the orders of each side."""
    rolled = [pair for turn in turns for pair in turn.rolled]
    of_sides = ((side, dice_of((dice for who, dice in rolled if who == side), system)) for side in system.sides)
    return tuple((side, dice) for side, dice in of_sides if dice)


def _fates(system: System[Any], turns: Sequence[_Turn]) -> tuple[Fate, ...]:
    """Return how each landmark first changed hands."""
    if not turns:
        return ()
    first = system.landmarks(turns[0].began)
    ends = [(turn.number, system.day(turn.ended), system.landmarks(turn.ended)) for turn in turns]
    return tuple(_fate(landmark, place, ends) for place, landmark in enumerate(first))


def _fate(landmark: Landmark, place: int, ends: Sequence[tuple[int, str, tuple[Landmark, ...]]]) -> Fate:
    past = next((change for change in landmark.history if change.side != landmark.holder), None)
    for turn, day, marks in ends:
        now = marks[place].holder
        if now is not None and now != landmark.holder:
            return Fate(landmark.name, landmark.holder, Change(day, now), turn, past)
    return Fate(landmark.name, landmark.holder, None, 0, past)


def causes(accounts: Iterable[Account], outcome: Outcome, most: int = 3) -> tuple[Account, ...]:
    """The sources of points that did most for the winner, the greatest first; for a draw, the sources that weighed
    most.
    """
    winner = outcome.winner if outcome.winner in outcome.points else None

    def weight(account: Account) -> float:
        lead = account.points.get(winner, 0) if winner is not None else 0
        others = [points for side, points in account.points.items() if side != winner]
        return lead - max(others, default=0) if winner is not None else max(others, default=0)

    weighed = sorted((account for account in accounts if weight(account) > 0), key=lambda one: -weight(one))
    return tuple(weighed[:most])


def _turns(
    system: System[Any], setup: Setup, records: Iterable[Record], seats: Sequence[str] | None
) -> Iterator[_Turn]:
    """Each turn that was begun, at its end or where play stands."""
    state = system.new_state(setup.scenario, setup.seed, setup.rule_options)
    began, seen, rolled = state.copy(), _nothing(seats), list[tuple[str, Rolled]]()
    for record in records:
        actor = side_of(system.to_act(state) or "") if record.order is not None else ""
        for event in record.events:
            before = state.copy()
            system.apply(state, event)
            if system.turn(state) != system.turn(before):
                yield _Turn(system.turn(before), began, before, seen, rolled)
                began, seen, rolled = state.copy(), _nothing(seats), []
            if isinstance(event, Rolled):
                rolled.append((actor, event))
            for told, seat in zip(seen, seats or ("",), strict=False):
                known = event if seats is None else system.witnessed(before, event, state, seat)
                told += [known] if known is not None else []
    yield _Turn(system.turn(state), began, state, seen, rolled)


def at_turns(system: System[Any], setup: Setup, records: Iterable[Record], turns: Iterable[int]) -> dict[int, Any]:
    """The states at the ends of turns, by their number; 0 is the beginning of the first one."""
    wanted, found = set(turns), dict[int, Any]()
    for turn in (turn for turn in _turns(system, setup, records, ()) if turn.number > 0):
        if not found and 0 in wanted:
            found[0] = turn.began
        if turn.number in wanted:
            found[turn.number] = turn.ended
    return found


def _nothing(seats: Sequence[str] | None) -> list[list[Event]]:
    return [[] for _ in (seats if seats is not None else [""])]


def _measured(system: System[Any], turn: _Turn, seats: Sequence[str] | None) -> tuple[Measure, ...]:
    if seats is None:
        return system.measures(turn.ended, turn.seen[0])
    told = [system.measures(system.view(turn.ended, seat), seen) for seat, seen in zip(seats, turn.seen, strict=True)]
    return _common(told) if told else ()


def _common(told: Sequence[tuple[Measure, ...]]) -> tuple[Measure, ...]:
    """Return the measures on which all of several accounts agree."""
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
    """Return the running total of values of single turns."""
    sums = accumulate(value for _turn, value in points)
    return [(turn, value) for (turn, _value), value in zip(points, sums, strict=True)]


def final_state(system: System[Any], setup: Setup, records: Iterable[Record]) -> Any:
    """The state that records which last lead to."""
    state = system.new_state(setup.scenario, setup.seed, setup.rule_options)
    for event in (event for record in records for event in record.events):
        system.apply(state, event)
    return state
