"""Fire of German positions (OMA-6.1 to OMA-6.4): who fires on a card, whom it can hit, how hits are shared out.

All functions take plain values, so that the fire of any card can be worked out for a player who thinks ahead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, groupby
from typing import Literal, NamedTuple

from wab.content.omaha.shapes import LEVELS, CardRow, Level
from wab.content.omaha.tables import FireTable, Tables
from wab.field.matching import by_priority, matched, undecided
from wab.field.priorities import foremost
from wab.hexes import HexId
from wab.systems.omaha.combat.fields import Dot, Fields
from wab.systems.omaha.state.state import State
from wab.systems.omaha.state.steps import Force

Column = Literal["fit", "unrevealed", "ambush"]


class Effect(NamedTuple):
    """The result of a hit; neither is no hit."""

    step: bool
    disrupts: bool


_NOTHING = Effect(False, False)


class Terms(NamedTuple):
    """Rules in force for a fire phase apart from the card, by turn and by event.

    `dense`: steps in a hex that make its units good targets (OMA-6.35-1, OMA-7.62-1). `factor` of hit limits
    (OMA-14.11-1), `fewer` by low ammunition. `one_step`: a unit loses no more in a phase (OMA-6.34-1, OMA-14.12-1).
    `guns`: artillery fires (OMA-6.5-1). `smoke`: hexes without German fire.
    """

    dense: int
    factor: int = 1
    one_step: bool = True
    guns: bool = True
    fewer: int = 0
    smoke: frozenset[HexId] = frozenset()


def terms_of(tables: Tables, turn: int, fewer: int = 0, smoke: frozenset[HexId] = frozenset()) -> Terms:
    """Return the rules of a turn, with what events have changed."""
    limits, late = tables.limits, tables.turns.late(turn)
    return Terms(limits.dense, limits.hits[late], limits.one_step[late], turn >= tables.turns.guns_from, fewer, smoke)


class Shooter(NamedTuple):
    """A position that fires on a card: the most units that it can hit, its column of the fire table.

    `bonus`: armoured units count as not armoured (OMA-6.36-1). `star`: it may hit leaders (OMA-6.1-4).
    """

    position: str
    room: int
    column: Column
    bonus: bool
    star: bool


class Target(NamedTuple):
    """A US unit as German fire finds it. `spared`: it can lose no other step in this phase (OMA-6.34-1, OMA-6.34-4)."""

    unit: int
    hex: HexId
    symbol: str
    steps: int
    armoured: bool = False
    disrupted: bool = False
    spared: bool = False


class Hit(NamedTuple):
    """A hit of a position on a unit, with its reason: the dot."""

    position: str
    unit: int
    effect: Effect
    level: Level


class Volley(NamedTuple):
    """The fire of a sector as far as it is decided, and by position the number of units that it could hit at first.

    `tie`: units among which the player names the next one to be hit; () if all is decided (OMA-6.31-3).
    """

    hits: tuple[Hit, ...]
    tie: tuple[int, ...]
    eligible: Mapping[str, int]


# ---------------------------------------------------------------- who fires


def shooters(fields: Fields, card: CardRow, sector: str, forces: Mapping[HexId, Force], terms: Terms) -> list[Shooter]:
    """Return the positions of a sector that fire on the colours of a card (OMA-6-2, OMA-6.1-1 to OMA-6.1-6).

    A double colour asks for a reserve marker, in one of two hexes at least (OMA-6.3-2). Letters of actions mean fire.
    A position fires on the card of its own sector, also across the boundary (OMA-6.22-1). Armour fires on both symbols,
    with the bonus (OMA-23-1).
    """
    found = []
    for name in sorted({fields.at[hex_] for hex_ in forces if hex_ in fields.at}):
        position = fields.positions[name]
        sign = card.sign(position.colour)
        if sign is None or position.sector != sector:
            continue
        fit = fit_forces(position.hexes, forces)
        marked = position.mobile or any(force.marker is not None for force in fit)
        if fit and (marked or sign[1] == "single"):
            column: Column = "fit" if position.wn or fit[0].seen else "unrevealed"
            room = hit_limit(fit, terms)
            found.append(Shooter(name, room, column, position.mobile or sign[2] == "armour", sign[2] == "star"))
    return found


def fit_forces(hexes: Iterable[HexId], forces: Mapping[HexId, Force]) -> list[Force]:
    """Return the forces of a position that can fire: disrupted ones count for nothing (OMA-6.4-1, OMA-6.41-1)."""
    return [forces[hex_] for hex_ in hexes if hex_ in forces and not forces[hex_].disrupted]


def hit_limit(fit: Iterable[Force], terms: Terms) -> int:
    """Return how many units a position can hit: its units and reserve markers (OMA-6.31-1, OMA-14.11-1)."""
    counters = sum(1 if force.marker is None else 2 for force in fit)
    return max(1, counters * terms.factor - terms.fewer)


# ---------------------------------------------------------------- who can be hit


def matching(targets: Iterable[Target], symbol: str, terms: Terms) -> frozenset[int]:
    """Return the units that count as showing a target symbol: their own, or a dense hex (OMA-6.1-7, OMA-6.35-1)."""
    known = list(targets)
    steps: dict[HexId, int] = {}
    for target in known:
        steps[target.hex] = steps.get(target.hex, 0) + target.steps
    return frozenset(one.unit for one in known if one.symbol == symbol or steps[one.hex] >= terms.dense)


def effect_on(target: Target, matches: bool, shooter: Shooter, dot: Dot, table: FireTable, terms: Terms) -> Effect:
    """Return what a hit would add to what a unit has suffered (OMA-6.3-1, OMA-6.33-1, OMA-6.36-1, OMA-6.36-2).

    Without effect a unit is not eligible, and the hit goes to another (OMA-6.34-2).
    """
    if target.hex in terms.smoke:
        return _NOTHING
    cells = table.rows[shooter.column][dot.level]
    if target.armoured and not shooter.bonus:
        code = cells.armour_match if matches else cells.armour_none
    else:
        code = cells.match if matches else cells.none
    effect = table.effects[code]
    return Effect(effect.steps > 0 and not target.spared, effect.disrupts and not target.disrupted)


# ---------------------------------------------------------------- sharing out the hits


def volley(
    fields: Fields,
    table: FireTable,
    firing: Iterable[Shooter],
    targets: Iterable[Target],
    symbol: str,
    terms: Terms,
    picks: Sequence[int] = (),
) -> Volley:
    """Share out the hits of the positions that fire in a sector, unit by unit (OMA-6.37-1). `picks` answer the ties.

    Rounds of one hit a unit, each as wide as possible (OMA-6.34-3): what is left of the hit limits then goes to units
    on which a further hit has an effect (OMA-6.33-1, OMA-14.12-1), never twice from one position.
    """
    known = {shooter.position: shooter for shooter in firing}
    matches = matching(targets := tuple(targets), symbol, terms)
    dots = {
        target.unit: [dot for dot in fields.over.get(target.hex, ()) if dot.position in known] for target in targets
    }
    alive = {target.unit: target for target in targets if dots[target.unit]}
    left = {name: shooter.room for name, shooter in known.items()}
    answers, hits = list(picks), list[Hit]()
    eligible: dict[str, int] = {}
    while True:
        open_hits = [
            Hit(dot.position, unit, effect, dot.level)
            for unit, target in alive.items()
            for dot in dots[unit]
            if left[dot.position]
            if any(effect := effect_on(target, unit in matches, known[dot.position], dot, table, terms))
        ]
        if not hits:
            counted = Counter(hit.position for hit in open_hits)
            eligible = {name: counted[name] for name in known}
        shared, tie = _round(fields, alive, open_hits, left, answers)
        if tie or not shared:
            return Volley(tuple(hits), tie, eligible)
        for hit in shared:
            left[hit.position] -= 1
            dots[hit.unit] = [dot for dot in dots[hit.unit] if dot.position != hit.position]
            alive[hit.unit] = after(alive[hit.unit], hit.effect, terms)
        alive = {unit: target for unit, target in alive.items() if target.steps}
        hits += shared


def after(target: Target, effect: Effect, terms: Terms) -> Target:
    """Return a unit after a hit (OMA-6.3-3, OMA-6.34-1)."""
    return target._replace(
        steps=target.steps - effect.step,
        disrupted=target.disrupted or effect.disrupts,
        spared=target.spared or (effect.step and terms.one_step),
    )


def _round(
    fields: Fields, alive: Mapping[int, Target], hits: Iterable[Hit], room: Mapping[str, int], answers: list[int]
) -> tuple[list[Hit], tuple[int, ...]]:
    """Give each unit at most one of the hits, or return a tie; takes from `answers` what it asks for."""
    shared: list[Hit] = []
    for part in _apart(hits):
        given, tie = _shared_out(fields, alive, part, room, answers)
        if tie:
            return [], tie
        shared += given
    return shared, ()


def _apart(hits: Iterable[Hit]) -> list[list[Hit]]:
    """Part hits that have neither a unit nor a position in common, directly or by others.

    So fire elsewhere on the map never changes which of two equal positions hits a unit.
    """
    parts: list[list[Hit]] = []
    for _, own in groupby(hits, lambda hit: hit.unit):
        part = list(own)
        names = {hit.position for hit in part}
        joined = [known for known in parts if any(hit.position in names for hit in known)]
        parts = [known for known in parts if known not in joined] + [[*chain(*joined), *part]]
    return parts


def _shared_out(
    fields: Fields, alive: Mapping[int, Target], hits: Iterable[Hit], room: Mapping[str, int], answers: list[int]
) -> tuple[list[Hit], tuple[int, ...]]:
    """Hit as many units as possible, then intense before sustained before sporadic dots, the nearest, most steps
    (OMA-6.31-2, OMA-6.31-3, OMA-6.34-3).
    """
    edges: dict[int, dict[str, Hit]] = {}
    for hit in hits:
        edges.setdefault(hit.unit, {})[hit.position] = hit
    own_room = {name: room[name] for names in edges.values() for name in names}
    units, named = list(edges), list[int]()
    most = max((alive[unit].steps for unit in units), default=0)
    while True:
        keys = [
            {
                name: (
                    hit.level != LEVELS[0],
                    hit.level == LEVELS[2],
                    fields.distances[name][alive[unit].hex],
                    most - alive[unit].steps,
                    unit not in named,
                )
                for name, hit in edges[unit].items()
            }
            for unit in units
        ]
        costs = by_priority(keys)
        found = matched(costs, own_room)
        ties = [tuple(units[row] for row in sorted(group)) for group in undecided(costs, found)]
        if not ties:
            return [edges[units[row]][name] for row, name in found.items()], ()
        if not answers:
            return [], ties[0]
        named.append(answers.pop(0))


# ---------------------------------------------------------------- as things stand


def terms(state: State) -> Terms:
    """Return the rules for fire in this turn, events included."""
    tables = state.board.tables
    found = terms_of(tables, state.turn, int(state.limited("low_ammo")), frozenset(state.now.smoke))
    late_guns = state.bombarded and state.turn < tables.variants.bombardment.guns_from  # OMA-22.1-7
    return found._replace(guns=False) if late_guns else found


def targets(state: State) -> tuple[Target, ...]:
    """Return all US units on the map as German fire finds them, by id; climbers as others (OMA-7.51-2)."""
    one_step = terms(state).one_step
    return tuple(
        Target(
            unit.id,
            unit.hex,
            profile.symbol or "",
            unit.steps,
            profile.armoured,
            unit.disrupted,
            spared=unit.hit and one_step,
        )
        for unit in sorted(state.units.values(), key=lambda unit: unit.id)
        if not (profile := state.profile(unit.id)).leader
    )


# ---------------------------------------------------------------- leaders


def spare(firing: Iterable[Shooter], eligible: Mapping[str, int]) -> dict[str, int]:
    """Return what the limits of positions with a star hold beyond all units that they could hit (OMA-11.41-1)."""
    stars = {shooter.position: shooter.room for shooter in firing if shooter.star}
    return {name: room - eligible[name] for name, room in stars.items() if room > eligible[name]}


def leader_hits(
    fields: Fields,
    room: Mapping[str, int],
    leaders: Mapping[int, HexId],
    smoke: Collection[HexId],
    picks: Sequence[int] = (),
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the leaders hit, and the leaders among which the player names the next one (OMA-11.4-1, OMA-11.41-2).

    A position with `room` to spare hits leaders on its intense and sustained dots, the nearest first; a leader is hit
    once in a sector's fire.
    """
    left = {leader: hex_ for leader, hex_ in leaders.items() if hex_ not in smoke}
    answers, hit = list(picks), list[int]()
    for position, most in room.items():
        for _ in range(most):
            first = _nearest(fields, position, left)
            if len(first) > 1 and not answers:
                return tuple(hit), first
            if first:
                hit.append(answers.pop(0) if len(first) > 1 else first[0])
                del left[hit[-1]]
    return tuple(hit), ()


def _nearest(fields: Fields, position: str, leaders: Mapping[int, HexId]) -> tuple[int, ...]:
    dots, distances = fields.positions[position].dots, fields.distances[position]
    exposed = [leader for leader, hex_ in leaders.items() if dots.get(hex_) in LEVELS[:2]]
    return tuple(foremost(exposed, lambda leader: distances[leaders[leader]]))
