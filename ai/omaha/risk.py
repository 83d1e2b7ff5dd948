"""The exact chance that German fire costs a unit a step, over the cards that are left in the pile.

Any later draw from a shuffled pile has the distribution of the pile, so the cards drawn before do not matter. Where
both sectors reach a unit, east and west draw two different cards. A tie counts by share: each unit of it is as likely
to be named. Events before the fire are left out; from turn 17 every icon is taken for fire, and other German actions
are left out too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from wab.content.omaha.shapes import CardRow
from wab.content.omaha.tables import FireTable
from wab.hexes import HexId
from wab.systems.omaha.combat.artillery import Exposed, active_batteries, calibres, exposed, fires, victims
from wab.systems.omaha.combat.fields import Fields, fields_in
from wab.systems.omaha.combat.fire import (
    Effect,
    Shooter,
    Target,
    Terms,
    after,
    fit_forces,
    matching,
    shooters,
    targets,
    terms,
    volley,
)
from wab.systems.omaha.state.state import State
from wab.systems.omaha.state.steps import Force

SECTORS = ("east", "west")
_NONE = -1
Units = tuple[Target, ...]
Branches = dict[Units, Fraction]


class Situation(NamedTuple):
    """All that the fire of a turn depends on, cards apart."""

    fields: Fields
    table: FireTable
    forces: Mapping[HexId, Force]
    targets: Units
    """All US units on the map but leaders."""
    exposed: Mapping[str, Sequence[Exposed]]
    """By sector the units that artillery can hit; steps and `spared` of units on the map are read from `targets`."""
    alive: Mapping[str, Sequence[int]]
    """By sector the calibres of the guns that can fire."""
    terms: Terms


def situation(state: State) -> Situation:
    """Return all that the next German fire depends on, as things stand."""
    batteries = active_batteries(state)
    return Situation(
        fields=fields_in(state),
        table=state.board.tables.fire,
        forces=state.now.forces,
        targets=targets(state),
        exposed={sector: exposed(state, sector) for sector in SECTORS},
        alive={sector: calibres(state, sector, batteries) for sector in SECTORS},
        terms=terms(state),
    )


def step_risk(state: State, unit: int, hex_: HexId | None = None) -> Fraction:
    """Return the chance that the next fire costs a unit a step, in its hex or in another to which it would go.

    If the pile holds too few cards, the discards join it (OMA-4-8).
    """
    if hex_ is not None and hex_ != state.units[unit].hex:
        state = state.copy()
        state.store(replace(state.units[unit], hex=hex_))
    names = state.now.pile if len(state.now.pile) >= len(SECTORS) else (*state.now.pile, *state.now.discards)
    return loss_chance(situation(state), unit, [state.board.card(name) for name in names])


def loss_chance(situation: Situation, unit: int, pile: Sequence[CardRow]) -> Fraction:
    """Return the chance that a unit on the map loses a step in the fire phase.

    ValueError if the pile has fewer cards than sectors that reach the unit.
    """
    reached = [sector for sector in SECTORS if _reaches(situation, unit, sector)]
    if len(pile) < len(reached):
        raise ValueError(f"{len(reached)} cards are drawn, and the pile holds {len(pile)}")
    if len(reached) == len(SECTORS):
        return _over_pairs(situation, unit, pile)
    lost = (_lost(situation, unit, card, sector) for sector in reached for card in pile)
    return sum(lost, Fraction(0)) / max(1, len(pile))


def _over_pairs(situation: Situation, unit: int, pile: Sequence[CardRow]) -> Fraction:
    """Sum over ordered pairs of different cards; equal results of the east are taken together."""
    steps = _steps(situation.targets, unit)
    east, west = SECTORS
    fit = [hex_ for hex_, force in situation.forces.items() if not force.disrupted]
    of_west = [name for name in _positions(situation.fields, fit) if situation.fields.positions[name].sector == west]
    concerned = _together(situation, of_west, {unit, *_shelled_with(situation, unit, west)})[1]
    results: dict[Units, dict[int, Fraction]] = {}
    for number, card in enumerate(pile):
        for units, share in outcomes(situation, card, east, concerned).items():
            results.setdefault(units, {})[number] = share
    pairs = Fraction(0)
    for units, shares in results.items():
        whole = sum(shares.values(), Fraction(0))
        if _steps(units, unit) < steps:
            pairs += whole * (len(pile) - 1)
            continue
        then = situation._replace(targets=units)
        for number, card in enumerate(pile):
            pairs += (whole - shares.get(number, 0)) * _lost(then, unit, card, west)
    return pairs / (len(pile) * (len(pile) - 1))


def _lost(situation: Situation, unit: int, card: CardRow, sector: str) -> Fraction:
    """Return the chance that a unit loses a step to one card of a sector."""
    steps = _steps(situation.targets, unit)
    branches = outcomes(situation, card, sector, {unit})
    return sum((share for units, share in branches.items() if _steps(units, unit) < steps), Fraction(0))


def outcomes(situation: Situation, card: CardRow, sector: str, concerned: Collection[int]) -> Branches:
    """Return what one card of a sector leaves of the US units, with its share of 1.

    Only fire that can bear on the units concerned is worked out; all other units stay as they are.
    """
    fields, known, terms = situation.fields, situation.targets, situation.terms
    firing = shooters(fields, card, sector, situation.forces, terms)
    shelled = fires(card.guns, situation.alive.get(sector, ()), terms)
    start = set(concerned)
    if shelled:
        start.update(*(_shelled_with(situation, unit, sector) for unit in concerned))
    names, near = _together(situation, [shooter.position for shooter in firing], start)
    firing = [shooter for shooter in firing if shooter.position in names]
    branches: Branches = {}
    for left, share in _shared_out(situation, firing, near, card.target, ()):
        hit = _shelled(situation, card, sector, left) if shelled else []
        for victim in hit or [_NONE]:
            units = tuple(
                after(left[target.unit], Effect(target.unit == victim, False), terms)
                if target.unit in concerned
                else target
                for target in known
            )
            alive = tuple(target for target in units if target.steps)
            branches[alive] = branches.get(alive, Fraction(0)) + share / max(1, len(hit))
    return branches


def _shared_out(
    situation: Situation, firing: Sequence[Shooter], near: Collection[int], symbol: str, picks: tuple[int, ...]
) -> Iterator[tuple[dict[int, Target], Fraction]]:
    """Each way in which the hits of positions can fall, with its share: all units after it."""
    fields, table, terms = situation.fields, situation.table, situation.terms
    targets = [target for target in situation.targets if target.unit in near]
    found = volley(fields, table, firing, targets, symbol, terms, picks)
    for picked in found.tie:
        for left, share in _shared_out(situation, firing, near, symbol, (*picks, picked)):
            yield left, share / len(found.tie)
    if not found.tie:
        left = {target.unit: target for target in situation.targets}
        for hit in found.hits:
            left[hit.unit] = after(left[hit.unit], hit.effect, terms)
        yield left, Fraction(1)


def _shelled(situation: Situation, card: CardRow, sector: str, left: Mapping[int, Target]) -> list[int]:
    matches = matching(left.values(), card.target, situation.terms)
    return victims(_left(situation.exposed.get(sector, ()), left), card.target, matches)


def _left(exposed: Iterable[Exposed], now: Mapping[int, Target]) -> Iterator[Exposed]:
    """Units exposed to artillery after the fire of positions; lost ones are no longer there."""
    for one in exposed:
        target = now.get(one.unit)
        if one.boxed:
            yield one
        elif target and target.steps:
            yield one._replace(steps=target.steps, spared=target.spared)


def _together(situation: Situation, positions: Iterable[str], units: Collection[int]) -> tuple[set[str], set[int]]:
    """Return the positions that fire on units, on the units that share their hits with these, and so on; and all these
    units.
    """
    fields, known = situation.fields, situation.targets
    waiting, names, hexes = list(positions), set[str](), {target.hex for target in known if target.unit in units}
    while more := [name for name in waiting if not hexes.isdisjoint(fields.positions[name].dots)]:
        names.update(more)
        waiting = [name for name in waiting if name not in names]
        hexes |= {target.hex for target in known for name in more if target.hex in fields.positions[name].dots}
    return names, {target.unit for target in known if target.hex in hexes}


def _shelled_with(situation: Situation, unit: int, sector: str) -> list[int]:
    """Return the units among which the guns of a sector choose if they can hit a unit; [] if they cannot hit it."""
    exposed = [one.unit for one in situation.exposed.get(sector, ())]
    return exposed if unit in exposed and situation.alive.get(sector) else []


def _positions(fields: Fields, hexes: Iterable[HexId]) -> list[str]:
    return sorted({fields.at[hex_] for hex_ in hexes if hex_ in fields.at})


def _reaches(situation: Situation, unit: int, sector: str) -> bool:
    """Check if any card of a sector could cost a unit a step."""
    hex_ = next(target.hex for target in situation.targets if target.unit == unit)
    positions = [situation.fields.positions[dot.position] for dot in situation.fields.over.get(hex_, ())]
    return bool(_shelled_with(situation, unit, sector)) or any(
        position.sector == sector and fit_forces(position.hexes, situation.forces) for position in positions
    )


def _steps(units: Iterable[Target], unit: int) -> int:
    """Return the steps of a unit, 0 for a unit that is lost."""
    return next((target.steps for target in units if target.unit == unit), 0)
