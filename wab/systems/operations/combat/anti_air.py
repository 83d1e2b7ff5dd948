"""Anti-aircraft fire (ledger 7.6): the fire between aircraft and their target, before any other dice are rolled.

With any supply or none, a unit fires at every air attack within reach and at each attacking air unit by itself
(OPS-7.6-5, OPS-8.5.2-1).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil

import msgspec

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Shift
from wab.engine.words.text import Text
from wab.field.chances import chance, many, mean, results
from wab.systems.operations.combat.air import out_until, profile_of
from wab.systems.operations.combat.two_dice import DICE, FACES, OUTCOMES, WAYS
from wab.systems.operations.state.board import enemy_of
from wab.systems.operations.state.events import SquadronFlew
from wab.systems.operations.state.state import State, Unit

STREAM = "anti_air"


class Flight(msgspec.Struct, frozen=True):
    """A possible end of the mission of one air unit: HP lost, and the points that get through, 0 if it turns back."""

    aborted: bool
    hp: int
    points: int


class AirRisk(msgspec.Struct, frozen=True):
    """The chances of anti-aircraft fire against one air unit of an order, exactly, as far as the units that are known
    tell.

    `points` are what it brings if it gets through; `anti_air` and `defence` what is added to the dice and taken off;
    `guns` where the fire comes from. Without anti-aircraft points there is no roll, and nothing happens to it.
    """

    squadron: int
    points: int
    anti_air: int
    defence: int
    guns: tuple[Shift, ...]
    abort_chance: float
    expected_hp: float
    destroy_chance: float


# ------------------------------------------------------------------------------------------------- who fires


def umbrella(state: State, target: int, side: str) -> tuple[Unit, ...]:
    """The units of a side whose anti-aircraft fire covers a hex, by id: units in it, and neighbours with the range.

    OPS-7.6-2: range 0 covers the own hex only; OPS-7.6-3: range 1 the adjacent hexes as well, the only help that units
    give from outside the attacked hex (OPS-7.6-4).
    """
    armed = (unit for unit in state.units_of(side) if state.roster[unit.id].anti_air > 0)
    distance = state.board.grid.distance
    return tuple(unit for unit in armed if distance(unit.hex, target) <= state.roster[unit.id].anti_air_range)


def strength(state: State, units: Iterable[Unit]) -> int:
    """Anti-aircraft points of units by the HP that they have left, all together, to the nearest, halves down."""
    return ceil(sum((_points(state, unit) for unit in units), Fraction(0)) - Fraction(1, 2))


def _points(state: State, unit: Unit) -> Fraction:
    profile = state.profile(unit.id)
    return Fraction(profile.anti_air * unit.hp, profile.hp)


def _sources(state: State, units: Iterable[Unit], target: int) -> tuple[Shift, ...]:
    return tuple(
        Shift(
            float(_points(state, unit)),
            Text("Anti-aircraft fire: {unit}", {"unit": state.profile(unit.id).noun}),
            "OPS-7.6-2" if unit.hex == target else "OPS-7.6-3",
        )
        for unit in units
    )


# ------------------------------------------------------------------------------------------------- what it does


def flight(state: State, squadron: int, points: int, fire: int, total: int) -> Flight:
    """Return how a mission ends when two dice show `total` under so much anti-aircraft fire (OPS-T-AA)."""
    modified = total + fire - profile_of(state, squadron).defence
    rows = state.board.tables.anti_air.results
    row = next(row for row in rows if row.up_to is None or modified <= row.up_to)
    return Flight(row.abort, min(row.hp, state.squadrons[squadron].hp), 0 if row.abort else points)


def flights(state: State, squadron: int, points: int, fire: int) -> dict[Flight, int]:
    """Every end that a mission can have, with its ways of 36."""
    if not fire:
        return {Flight(False, 0, points): OUTCOMES}
    return results(WAYS, lambda total: flight(state, squadron, points, fire, total))


def through(state: State, points: Mapping[int, int], target: int, side: str) -> dict[int, int]:
    """The points of air units that can get through to a hex, with their ways of 36 to the power of their number.

    `points` by air unit: what each brings if nothing stops it. `side` is the side of the air units.
    """
    fire = strength(state, umbrella(state, target, enemy_of(side))) if points else 0
    each = (flights(state, squadron, brings, fire) for squadron, brings in sorted(points.items()))
    return many(results(ends, lambda end: end.points) for ends in each)


def risks(state: State, points: Mapping[int, int], target: int, side: str) -> tuple[AirRisk, ...]:
    """Return what anti-aircraft fire over a hex can do to each of some air units; nothing is rolled."""
    guns = umbrella(state, target, enemy_of(side)) if points else ()
    fire, sources = strength(state, guns), _sources(state, guns, target)
    return tuple(_risk(state, squadron, brings, fire, sources) for squadron, brings in sorted(points.items()))


def _risk(state: State, squadron: int, points: int, fire: int, sources: tuple[Shift, ...]) -> AirRisk:
    ends = flights(state, squadron, points, fire)
    has = state.squadrons[squadron].hp
    return AirRisk(
        squadron,
        points,
        fire,
        profile_of(state, squadron).defence,
        sources,
        abort_chance=chance(ends, lambda end: end.aborted),
        expected_hp=mean(results(ends, lambda end: end.hp)),
        destroy_chance=chance(ends, lambda end: end.hp == has),
    )


def fly(state: State, points: Mapping[int, int], target: int, side: str) -> Generator[Event, None, int]:
    """Let air units fly against a hex, one after the other, and return the points that get through.

    OPS-7.4.4-4, OPS-7.5.2-4: each is fired at before the dice of the combat or the bombardment. A mission that is given
    up counts as flown.
    """
    guns = umbrella(state, target, enemy_of(side)) if points else ()
    fire = strength(state, guns)
    delivered = 0
    for squadron, brings in sorted(points.items()):
        delivered += yield from _fly_one(state, squadron, brings, target, guns, fire)
    return delivered


def _fly_one(
    state: State, squadron: int, points: int, target: int, guns: Sequence[Unit], fire: int
) -> Generator[Event, None, int]:
    profile = profile_of(state, squadron)
    roll, end = 0, Flight(False, 0, points)
    if fire:
        rolled = state.dice.roll(STREAM, Text("Anti-aircraft fire at {unit}", {"unit": profile.noun}), FACES, DICE)
        yield rolled
        roll, end = rolled.total, flight(state, squadron, points, fire, rolled.total)
    yield SquadronFlew(
        squadron,
        target,
        points=end.points,
        aborted=end.aborted,
        hp=end.hp,
        out_to=out_until(state, squadron, state.squadrons[squadron].hp - end.hp),
        roll=roll,
        anti_air=fire,
        defence=profile.defence,
        guns=tuple(unit.id for unit in guns) if fire else (),
    )
    return end.points
