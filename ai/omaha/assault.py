"""Attacks and barrages: who could join, the exact results, what they are worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ai.omaha.outlook import attack_outlook
from ai.omaha.picture import Picture
from ai.omaha.weights import MOST_SUPPORT, SILENCED, Weights
from wab.hexes import HexId
from wab.systems.omaha.combat.attack import is_open, why_not_attack, why_not_join
from wab.systems.omaha.combat.barrage import can_shell, effect, why_not_barrage, why_not_naval
from wab.systems.omaha.movement.actions import price, why_not_fight
from wab.systems.omaha.state import orders as od


class Blow(NamedTuple):
    """An attack or a barrage: the actions it is paid with, its gain in steps, the chances that the Germans fall, that
    they are shaken, and that it fails.
    """

    order: od.Attack | od.Barrage | od.NavalBarrage
    paid: int
    gain: float
    falls: float = 0.0
    shakes: float = 0.0
    fails: float = 0.0


def worth_of(seen: Picture, weights: Weights, target: HexId) -> float:
    """The worth of German ground taken: for itself, for those under its fire, for what it keeps from counting."""
    place = seen.state.place(target)
    threat = sum(
        weights.threat[place.dots[unit.hex]] * (1.0 if seen.profile(unit.id).infantry else 0.3)
        for unit in seen.state.units.values()
        if unit.hex in place.dots
    )
    blocked = sum(hex_ in seen.board.position_at for hex_ in place.dots)
    return (weights.nest if place.wn else weights.other) + threat + weights.blocks * blocked


def worths_of(seen: Picture, weights: Weights) -> dict[HexId, float]:
    """The worth of each German hex taken."""
    return {target: worth_of(seen, weights, target) for target in seen.now.forces}


def attacks(seen: Picture, weights: Weights, worths: Mapping[HexId, float]) -> Iterator[Blow]:
    """The attacks that can be made, each target with the parties that matter, with and without naval fire."""
    state = seen.state
    able = [unit.id for unit in seen.able if why_not_fight(state, unit.id) is None]
    feet = [unit for unit in able if seen.profile(unit).infantry]
    around = seen.board.grid.adjacent_rows
    near = {hex_ for unit in feet for hex_ in around[state.units[unit].hex]}
    for target in sorted(near & state.now.forces.keys() - state.now.fought.keys()):
        worth = worths[target]
        for units in _parties(seen, target, able):
            for naval in (False, True) if state.now.naval else (False,):
                order = od.Attack(target, units, naval)
                if why_not_attack(state, order) is None:
                    yield blow(seen, weights, order, worth)


def _parties(seen: Picture, target: HexId, able: list[int]) -> list[tuple[int, ...]]:
    """Units that act for nothing, with more and more stacks that are paid for, and then with tanks and guns."""
    state, sector = seen.state, seen.now.acting
    joining = [unit for unit in able if why_not_join(state, target, unit, able) is None]
    near = [unit for unit in joining if seen.profile(unit).infantry]
    if not any(is_open(state, target, unit) for unit in near):
        return []
    free = [unit for unit in near if seen.is_free(unit)]
    stacks: dict[HexId, list[int]] = {}
    for unit in near:
        if unit not in free:
            stacks.setdefault(state.units[unit].hex, []).append(unit)
    ordered = sorted(stacks.values(), key=lambda stack: (-sum(map(state.strength, stack)), stack))
    guns = [unit for unit in joining if unit not in near]
    guns.sort(key=lambda unit: (not seen.is_free(unit), -state.strength(unit), unit))
    most = state.paid_actions(sector)
    found: list[tuple[int, ...]] = []
    for count in range(min(len(ordered), most) + 1):
        party = free + [unit for stack in ordered[:count] for unit in stack]
        for more in range(min(len(guns), MOST_SUPPORT) + 1):
            units = tuple(sorted((*party, *guns[:more])))
            if party and price(state, units) <= most:
                found.append(units)
    if len(ordered) > 1:
        found += [tuple(sorted((*free, *stack))) for stack in ordered[1:] if most]
    return list(dict.fromkeys(found))


def blow(seen: Picture, weights: Weights, order: od.Attack, worth: float) -> Blow:
    """An attack weighed by its exact results."""
    state, results = seen.state, seen.board.tables.attack.results
    outlook = attack_outlook(state, order)
    ways = sum(outlook.values())
    near = [unit for unit in order.units if seen.board.grid.are_adjacent(state.units[unit].hex, order.target)]
    failure = weights.failure * len(near)
    step = min(seen.price_of_step(state.units[unit], weights) for unit in near)
    marked = state.now.forces[order.target].marker is not None
    gain = falls = shakes = fails = 0.0
    for codes, count in outlook.items():
        share, result = count / ways, results[codes[-1]]
        if result.defeats:
            gain += share * worth
            falls += share
        elif result.disrupts:
            gain += share * worth * (weights.shaken + (weights.marker if result.takes_marker and marked else 0.0))
            shakes += share
        else:
            gain += share * worth * weights.reveal
        if result.attackers_disrupted:
            gain -= share * (failure + (0.3 * worth * weights.marker if result.gains else 0.0))
            fails += share * (not result.disrupts)
        if result.attacker_steps:
            gain -= share * step
    paid = price(state, order.units)
    gain -= weights.naval * order.naval
    return Blow(order, paid, gain, falls, shakes, fails)


def barrages(seen: Picture, weights: Weights, worths: Mapping[HexId, float]) -> Iterator[Blow]:
    """Barrages of tanks and guns, by the cards that are left, and of ships."""
    state = seen.state
    cards = [state.board.card(name) for name in (state.now.pile or state.now.discards)]
    for unit in seen.able:
        if not can_shell(state, unit.id):
            continue
        for target in state.now.forces:
            order = od.Barrage(unit.id, target)
            if why_not_barrage(state, order) is None:
                profile, table = seen.profile(unit.id), state.board.tables.barrage
                colour = state.place(target).colour
                guns = profile.type != "tank"
                effects = [effect(table, card, colour, profile.symbol, guns=guns) for card in cards]
                shakes = sum(one.disrupts for one in effects) / len(effects)
                takes = sum(one.takes_marker for one in effects) / len(effects)
                gain = _silenced(seen, weights, target) * shakes + _unmarked(seen, weights, target, worths) * takes
                yield Blow(order, price(state, (unit.id,)), gain, shakes=shakes)
    if state.now.naval:
        for target in state.now.forces:
            ships = od.NavalBarrage(target)
            if why_not_naval(state, ships) is None:
                gain = _silenced(seen, weights, target) + _unmarked(seen, weights, target, worths) - weights.naval
                yield Blow(ships, 0, gain, shakes=1.0)


def _silenced(seen: Picture, weights: Weights, target: HexId) -> float:
    """The steps that a position does not cost in the next fire if it is disrupted."""
    force, place = seen.now.forces[target], seen.state.place(target)
    if force.disrupted or place.id not in seen.danger.names:
        return 0.0
    row = seen.danger.names.index(place.id)
    part = 1.0 / len(place.hexes)
    total = 0.0
    for unit in seen.state.units.values():
        share = float(seen.danger.dots[row, unit.hex]) if unit.steps else 0.0
        if share:
            level = place.dots[unit.hex]
            total += part * share * SILENCED[level]
    return weights.silence * total


def _unmarked(seen: Picture, weights: Weights, target: HexId, worths: Mapping[HexId, float]) -> float:
    """The worth of taking the marker off a position."""
    if seen.now.forces[target].marker is None:
        return 0.0
    return weights.marker * worths[target]
