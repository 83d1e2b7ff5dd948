"""Moves: towards goals, out of fire, off the sand that the sea takes, with the units of a hex together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from ai.omaha.danger import DENSE, Floats
from ai.omaha.inland import led_by_post, stays_post
from ai.omaha.picture import Picture
from ai.omaha.ways import FAR
from ai.omaha.weights import POST_REACH, SEEN_AHEAD, UNSURE, VEHICLE, Weights
from wab.hexes import HexId
from wab.systems.omaha.ground.terrain import way
from wab.systems.omaha.movement.infiltration import positions_passed
from wab.systems.omaha.movement.moving import move_price, why_not_climb, why_not_move
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.board import WATERLINES
from wab.systems.omaha.state.state import CLIFF, Unit


class Step(NamedTuple):
    """A move or a climb: the actions it is paid with, its gain in steps, and the risk to lose a step where it ends."""

    order: od.Move | od.Climb | od.Recover | od.LeaveMap
    paid: int
    gain: float
    risk: float = 0.0
    goal: HexId = -1


def drowns_in(seen: Picture, hex_: HexId) -> int:
    """The turns, this one counted, at whose end the sea has taken a hex; 0 if it never does."""
    sand = seen.board.tide_of(hex_)
    if sand is None:
        return 0
    tide, now = seen.board.tables.turns.tide, seen.state.turn
    turns = range(now, min(now + SEEN_AHEAD, seen.board.last + 1))
    return next((turn - now + 1 for turn in turns if sand < WATERLINES[tide(turn)]), 0)


def sinks(seen: Picture, weights: Weights, unit: Unit, hex_: HexId) -> float:
    """The price of staying in a hex that the sea takes now or soon."""
    if not seen.board.beach[hex_]:
        return 0.0
    turns = seen.drowning(hex_, drowns_in)
    if not turns:
        return 0.0
    share = weights.tide[min(turns, len(weights.tide)) - 1]
    return weights.drown * share * (max(1, unit.steps) if turns == 1 else 1.0)


def crowded(seen: Picture, weights: Weights, hex_: HexId, leaving: int) -> float:
    """The price of units that must be given up in a hex at the end of the phase, of the units that leave it."""
    excess = len(seen.state.us_in(hex_)) - seen.board.tables.limits.stacking
    return weights.drown * max(0, min(leaving, excess))


def standing(seen: Picture, weights: Weights, unit: Unit, hex_: HexId, more: int) -> float:
    """The price of standing in a hex in the next fire, with so many other steps there."""
    price = seen.price_of_step(unit, weights)
    found = weights.risk * price * seen.risk(unit, hex_, more)
    dense = unit.steps + more >= seen.board.tables.limits.dense
    found += weights.disrupted * float(seen.danger.disrupted[DENSE if dense else 0, hex_])
    if dense and seen.danger.step[DENSE, hex_]:
        found += weights.dense * price
    return found + sinks(seen, weights, unit, hex_)


class Ground(NamedTuple):
    """The facts by which moves are weighed, float[N] each: the rest of the way, 1 within reach of a leader, the points
    that a hex brings once it is controlled; the worth of a point now; and the rest of the way of rangers.
    """

    ways: Floats
    led: Floats
    wanted: Floats
    point: float = 0.0
    rangers: Floats | None = None


def steps(seen: Picture, weights: Weights, ground: Ground) -> Iterator[Step]:
    """The moves of infantry, alone and two together."""
    stacks: dict[HexId, list[Unit]] = {}
    for unit in seen.able:
        if seen.profile(unit.id).infantry:
            stacks.setdefault(unit.hex, []).append(unit)
    for units in stacks.values():
        parties = [(unit,) for unit in units] + list(combinations(units, 2))
        for party in parties:
            if len(party) == 1 or not all(seen.is_free(unit.id) for unit in party):
                yield from _of_party(seen, weights, ground, party)


def _of_party(seen: Picture, weights: Weights, ground: Ground, party: tuple[Unit, ...]) -> Iterator[Step]:
    ids, here = tuple(unit.id for unit in party), party[0].hex
    led, held = ground.led, _held(seen, ground, party, party[0].hex)
    rangers = all(seen.profile(unit).ranger for unit in ids)
    ways = ground.rangers if rangers and ground.rangers is not None else ground.ways
    most = seen.board.tables.limits.stacking
    for path in seen.paths(party[0]):
        there = path[-1]
        order = od.Move(ids, path)
        staying = [unit for unit in seen.state.us_in(there) if unit.id not in ids]
        if len(staying) + len(party) > most or why_not_move(seen.state, order) is not None:
            continue
        others = sum(unit.steps for unit in staying)
        gain = crowded(seen, weights, here, len(party))
        for unit in party:
            beside = sum(other.steps for other in party if other is not unit)
            old = standing(seen, weights, unit, here, seen.steps_in(here, (unit.id,)))
            new = standing(seen, weights, unit, there, others + beside)
            nearer = min(FAR, float(ways[here])) - min(FAR, float(ways[there]))
            gain += old - new + weights.way * max(-4.0, min(4.0, nearer)) * _zeal(unit)
            gain += weights.led * float(led[there] - led[here])
        if not seen.state.late and way(seen.state, "foot", here, there) == "climb":
            gain += weights.way * len(party)  # the turn in which the marker comes off costs nothing
        if ground.point:
            gain += ground.point * (_held(seen, ground, party, there) - held)
        if positions_passed(seen.state, here, path[0]):
            gain -= UNSURE * sum(seen.price_of_step(unit, weights) for unit in party)
        yield Step(order, move_price(seen.state, ids, there), gain, seen.risk(party[0], there, others), there)


def _held(seen: Picture, ground: Ground, party: tuple[Unit, ...], hex_: HexId) -> float:
    """The points of the hexes that units control from a hex, and no other unit controls."""
    if not ground.point:
        return 0.0
    found, others = 0.0, seen.controllers
    mine: dict[HexId, int] = {}
    for unit in party:
        for one in seen.controls(unit, unit.hex):
            mine[one] = mine.get(one, 0) + 1
    reached = {one for unit in party for one in seen.controls(unit, hex_)}
    for one in reached:
        if others.get(one, 0) - mine.get(one, 0) <= 0:
            found += float(ground.wanted[one])
    return found


def _zeal(unit: Unit) -> float:
    """Weak units press on less."""
    return 1.0 if unit.steps > 1 else 0.5


def climbs(seen: Picture, weights: Weights, ways: Floats) -> Iterator[Step]:
    """Climbs begun where a cliff is the best way on; each costs nothing."""
    for unit in seen.able:
        order = od.Climb(unit.id)
        if why_not_climb(seen.state, order) is None:
            board = seen.board
            over = [
                there
                for there in board.grid.adjacent(unit.hex)
                if way(seen.state, "foot", unit.hex, there) == "cliff" and there not in seen.now.forces
            ]
            best = min((float(ways[there]) + 3.0 for there in over), default=FAR)
            if best <= float(ways[unit.hex]) + 0.5 and best < FAR:
                yield Step(order, 0, weights.way, 0.0, unit.hex)


def recoveries(seen: Picture) -> Iterator[Step]:
    """Markers taken off; units on a cliff go on."""
    for unit in seen.to_recover:
        if unit.climb != CLIFF or unit.disrupted:
            yield Step(od.Recover(unit.id), 0, 1.0)


def vehicles(seen: Picture, weights: Weights, roads: Mapping[str, Floats]) -> Iterator[Step]:
    """Moves of tanks and guns: off the sand that the sea takes, out of fire, in the afternoon to high ground."""
    for unit in seen.able:
        profile = seen.profile(unit.id)
        if profile.infantry or profile.leader:
            continue
        here = unit.hex
        old = standing(seen, weights, unit, here, seen.steps_in(here, (unit.id,)))
        for path in seen.paths(unit):
            order, there = od.Move((unit.id,), path), path[-1]
            if len(seen.state.us_in(there)) >= seen.board.tables.limits.stacking:
                continue
            if why_not_move(seen.state, order) is None:
                new = standing(seen, weights, unit, there, seen.steps_in(there))
                paid = move_price(seen.state, order.units, there)
                sea = sinks(seen, weights, unit, here) - sinks(seen, weights, unit, there)
                gain = VEHICLE * (old - new - sea + crowded(seen, weights, here, 1)) + weights.vehicle_sinks * sea
                if profile.row.moves in roads:
                    ways = roads[profile.row.moves]
                    gain += weights.haul * max(-4.0, min(4.0, float(ways[here] - ways[there])))
                yield Step(order, paid, gain, seen.risk(unit, there), there)


def leaders(seen: Picture, weights: Weights, ways: Floats) -> Iterator[Step]:
    """Leaders go where most units are within their reach, late in the phase, and out of danger."""
    for unit in seen.able:
        if seen.profile(unit.id).leader and not unit.acted and not stays_post(seen, unit.id):
            value = _place_of_leader(seen, weights, ways, unit, unit.hex)
            for path in seen.paths(unit):
                order = od.Move((unit.id,), path)
                if why_not_move(seen.state, order) is None:
                    gain = _place_of_leader(seen, weights, ways, unit, path[-1]) - value
                    yield Step(order, 0, gain, seen.risk(unit, path[-1]), path[-1])


def _place_of_leader(seen: Picture, weights: Weights, ways: Floats, leader: Unit, hex_: HexId) -> float:
    """The price of a place for a leader: troops in reach that no other leader has, fire, and the way on."""
    near = {hex_, *seen.board.grid.adjacent(hex_)}
    others = {
        place
        for unit in seen.state.units.values()
        if unit.id != leader.id and seen.profile(unit.id).leader
        for place in (unit.hex, *seen.board.grid.adjacent(unit.hex))
    }
    value = 0.0
    for unit in seen.state.units.values():
        profile = seen.profile(unit.id)
        if unit.hex in near and not profile.leader and not profile.ranger:
            worth = unit.steps if profile.infantry else 0.3
            value += worth * (weights.shared if unit.hex in others else 1.0)
    danger = float(seen.danger.step[DENSE, hex_])
    if seen.state.late and weights.site and seen.profile(leader.id).leader == "hq" and not seen.is_potential_fire(hex_):
        value += weights.site * led_by_post(seen, hex_, POST_REACH)
    return 0.3 * value - danger - 0.05 * min(30.0, float(ways[hex_])) - sinks(seen, weights, leader, hex_)
