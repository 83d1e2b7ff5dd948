"""The exact chance that German fire costs a unit a step, over the cards that are left in the pile.

Any later draw from a shuffled pile has the distribution of the pile, so the cards drawn before do not matter. Where
both sectors reach a unit, east and west draw two different cards. A tie counts by share: each unit of it is as likely
to be named. Events and unknown counters are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from wab.content.omaha.shapes import CardRow
from wab.content.omaha.tables import FireTable
from wab.hexes import HexId
from wab.systems.omaha.combat.artillery import Exposed, fires, victims
from wab.systems.omaha.combat.fields import Fields
from wab.systems.omaha.combat.fire import (
    Force,
    Shooter,
    Target,
    Terms,
    after,
    matching,
    shooters,
    volley,
)

SECTORS = ("east", "west")
Units = tuple[Target, ...]
Branches = dict[Units, Fraction]


class Situation(NamedTuple):
    """All that the fire of a turn depends on beside the cards."""

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
    steps = _of(situation.targets, unit).steps
    results: dict[Units, dict[int, Fraction]] = {}
    for number, card in enumerate(pile):
        for units, share in outcomes(situation, card, SECTORS[0], unit).items():
            results.setdefault(units, {})[number] = share
    pairs = Fraction(0)
    for units, shares in results.items():
        whole = sum(shares.values(), Fraction(0))
        if _steps(units, unit) < steps:
            pairs += whole * (len(pile) - 1)
            continue
        then = situation._replace(targets=units)
        for number, card in enumerate(pile):
            pairs += (whole - shares.get(number, 0)) * _lost(then, unit, card, SECTORS[1])
    return pairs / (len(pile) * (len(pile) - 1))


def _lost(situation: Situation, unit: int, card: CardRow, sector: str) -> Fraction:
    """Return the chance that a unit loses a step to one card of a sector."""
    steps = _of(situation.targets, unit).steps
    branches = outcomes(situation, card, sector, unit)
    return sum((share for units, share in branches.items() if _steps(units, unit) < steps), Fraction(0))


def outcomes(situation: Situation, card: CardRow, sector: str, unit: int | None = None) -> Branches:
    """Return what one card of a sector leaves of the US units, with its share of 1.

    With a unit named, only fire that can bear on it is worked out.
    """
    known, terms = situation.targets, situation.terms
    firing = shooters(situation.fields, card, sector, situation.forces, terms)
    matches = matching(known, card.target, terms)
    near = known
    if unit is not None:
        firing, near = _bearing(situation.fields, firing, known, unit)
    branches: Branches = {}
    for left, share in _shared_out(situation, firing, near, card.target, ()):
        whole = tuple(left.get(target.unit, target) for target in known)
        for units, part in _shelled(situation, card, sector, whole, matches):
            alive = tuple(target for target in units if target.steps)
            branches[alive] = branches.get(alive, Fraction(0)) + share * part
    return branches


def _shared_out(
    situation: Situation, firing: Sequence[Shooter], near: Units, symbol: str, picks: tuple[int, ...]
) -> Iterator[tuple[dict[int, Target], Fraction]]:
    """Each way in which the hits of positions can fall, with its share."""
    fields, table, terms = situation.fields, situation.table, situation.terms
    found = volley(fields, table, firing, near, symbol, terms, picks)
    for picked in found.tie:
        for left, share in _shared_out(situation, firing, near, symbol, (*picks, picked)):
            yield left, share / len(found.tie)
    if not found.tie:
        left = {target.unit: target for target in near}
        for hit in found.hits:
            left[hit.unit] = after(left[hit.unit], hit.effect, terms)
        yield left, Fraction(1)


def _shelled(
    situation: Situation, card: CardRow, sector: str, units: Units, matches: Iterable[int]
) -> Iterator[tuple[Units, Fraction]]:
    """Each way in which the artillery of a sector can hit after its positions, with its share."""
    hit: list[int] = []
    if fires(card.guns, situation.alive.get(sector, ()), situation.terms):
        now = {target.unit: target for target in units}
        hit = victims(_left(situation.exposed.get(sector, ()), now), card.target, set(matches))
    for victim in hit:
        lost = (target._replace(steps=target.steps - (target.unit == victim)) for target in units)
        yield tuple(t._replace(spared=t.spared or t.unit == victim) for t in lost), Fraction(1, len(hit))
    if not hit:
        yield units, Fraction(1)


def _left(exposed: Iterable[Exposed], now: Mapping[int, Target]) -> Iterator[Exposed]:
    for one in exposed:
        target = now.get(one.unit)
        if target is None:
            yield one
        elif target.steps:
            yield one._replace(steps=target.steps, spared=target.spared)


def _bearing(fields: Fields, firing: Iterable[Shooter], known: Units, unit: int) -> tuple[list[Shooter], Units]:
    """Return the positions that fire on a unit, on the units that share their hits with it, and so on."""
    waiting, near, hexes = list(firing), list[Shooter](), {_of(known, unit).hex}
    while more := [one for one in waiting if not hexes.isdisjoint(fields.positions[one.position].dots)]:
        near += more
        waiting = [one for one in waiting if one not in more]
        hexes |= {target.hex for target in known for one in more if target.hex in fields.positions[one.position].dots}
    return near, tuple(target for target in known if target.hex in hexes)


def _reaches(situation: Situation, unit: int, sector: str) -> bool:
    """Check if any card of a sector could cost a unit a step."""
    fields, forces = situation.fields, situation.forces
    dots = fields.over.get(_of(situation.targets, unit).hex, ())
    if any(unit == one.unit for one in situation.exposed.get(sector, ())) and situation.alive.get(sector):
        return True
    return any(
        fields.positions[dot.position].sector == sector
        and any(hex_ in forces and not forces[hex_].disrupted for hex_ in fields.positions[dot.position].hexes)
        for dot in dots
    )


def _of(units: Iterable[Target], unit: int) -> Target:
    return next(target for target in units if target.unit == unit)


def _steps(units: Iterable[Target], unit: int) -> int:
    return next((target.steps for target in units if target.unit == unit), 0)
