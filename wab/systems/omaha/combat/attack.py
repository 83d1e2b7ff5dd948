"""American attacks (OMA-8.1 to OMA-8.3): who can join, with what strength and weapons, and what the table says."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import msgspec

from wab.content.omaha.tables import AttackResult, AttackTable, LimitTable, TerrainRow
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Text
from wab.field.chances import Ways
from wab.hexes import Grid, HexId

FLANKING, RADIO = "FL", "RD"
ARTILLERY = frozenset({"artillery", "dukw_artillery", "sp_artillery"})
SUPPORT = frozenset({"tank", "anti_tank", "anti_aircraft", "sp_anti_aircraft"})
Lead = frozenset[int]


class Attacker(NamedTuple):
    """A US unit that could attack, as it stands."""

    unit: int
    hex: HexId
    kind: str
    infantry: bool
    armoured: bool
    strength: int
    reach: int
    weapons: frozenset[str]
    """At its distance from the target."""
    low: bool
    """It stands on beach, pavilion or draw (OMA-2.1-3)."""
    under_fire: bool = False
    """It is in the field of fire of a German unit that is not disrupted."""
    hqs: Lead = frozenset()
    """The HQs that command it (OMA-11.2-3)."""
    commanded: bool = False
    """An HQ or a general commands it (OMA-7.1-8)."""
    hero: bool = False


class Objective(NamedTuple):
    """A hex under attack."""

    hex: HexId
    sides: Mapping[HexId, TerrainRow]
    """The hexside towards each adjacent hex."""
    defence: int
    """The strength that its terrain adds to the Germans, 0 for a WN hex (OMA-T-TERRAIN)."""
    high: bool
    """It lies on high ground."""
    covers_beach: bool
    """The field of its position includes a beach hex (OMA-8.12-1)."""


class Piece(NamedTuple):
    """A German unit or a reserve marker; a tactical one is no strength but brings a unit (OMA-9.4-1)."""

    strength: int
    needs: tuple[str, ...] = ()
    tactical: bool = False


class Assault(NamedTuple):
    """An attack as it is made, before German counters are turned over."""

    strength: int
    weapons: frozenset[str]
    hexes: frozenset[HexId]
    """The hexes adjacent to the target from which units attack."""
    adjacent: tuple[int, ...]
    """The units in these hexes: a failure disrupts them."""
    defence: int
    """The strength that terrain and the best side for the attack add to the Germans (OMA-8.31-1)."""
    hero: bool


# ---------------------------------------------------------------- who can join

_LEADER = Refusal(Text("Headquarters and generals do not attack."), ("OMA-8.14-1",), code="leader")
FAR = Refusal(Text("The target is out of range."), ("OMA-8.11-1", "OMA-8.1-2"), code="out-of-range")
_SIDE = Refusal(Text("Units cannot attack across this bluff or cliff."), ("OMA-8.15-1",), code="barred-side")
_ALONE = Refusal(
    Text("Heavy weapons fire across a bluff or cliff only while other infantry attacks through an open side."),
    ("OMA-8.15-2",),
    code="no-other-infantry",
)
CREST = Refusal(
    Text("From low ground, units at range see only positions whose fire reaches the beach."),
    ("OMA-8.12-1",),
    code="out-of-sight",
)
_NO_ORDERS = Refusal(
    Text("This unit joins if it stands next to the target or to attacking infantry, or if a leader commands either."),
    ("OMA-8.1-4",),
    code="no-orders",
)
_NO_HQ = Refusal(
    Text("Artillery joins only under a headquarters that also commands infantry of the attack."),
    ("OMA-8.1-5",),
    code="no-headquarters",
)
_TOO_NEAR = Refusal(Text("Artillery does not fire at an adjacent hex."), ("OMA-8.1-5",), code="too-near")
_EXPOSED = Refusal(
    Text("Artillery without armour does not fire from a German field of fire."), ("OMA-8.1-5",), code="exposed"
)
_NO_INFANTRY = Refusal(
    Text("An attack needs infantry in an adjacent hex, across a side that it can attack."),
    ("OMA-8.1-1",),
    code="no-infantry",
)
_NO_RADIO = Refusal(
    Text("Naval fire needs attacking infantry with a radio or under a headquarters."), ("OMA-8.1-6",), code="no-radio"
)


def why_not_join(grid: Grid, target: Objective, one: Attacker, others: Iterable[Attacker]) -> Refusal | None:
    """Return the first reason why a unit that can act cannot take part in an attack with others (OMA-8.1-2 to
    OMA-8.1-5, OMA-8.12-1, OMA-8.14-1).
    """
    if one.reach == 0:
        return _LEADER
    infantry = [other for other in others if other.infantry and other.unit != one.unit]
    distance = grid.distance(one.hex, target.hex)
    if distance > one.reach:
        return FAR
    if distance == 1:
        if one.kind in ARTILLERY:
            return _TOO_NEAR
        return _why_not_across(grid, target, one, infantry)
    if one.low and target.high and not target.covers_beach:
        return CREST
    if one.kind in ARTILLERY:
        return _why_not_shell(one, infantry)
    return _why_not_support(grid, one, infantry) if one.kind in SUPPORT else None


def _why_not_across(grid: Grid, target: Objective, one: Attacker, infantry: Sequence[Attacker]) -> Refusal | None:
    if is_open(target, one):
        return None
    if not one.infantry or one.reach < 2:
        return _SIDE
    helped = any(grid.distance(other.hex, target.hex) == 1 and is_open(target, other) for other in infantry)
    return None if helped else _ALONE


def _why_not_support(grid: Grid, one: Attacker, infantry: Sequence[Attacker]) -> Refusal | None:
    near = any(grid.distance(one.hex, other.hex) <= 1 for other in infantry)
    led = one.commanded or any(other.commanded for other in infantry)
    return None if near or led else _NO_ORDERS


def _why_not_shell(one: Attacker, infantry: Sequence[Attacker]) -> Refusal | None:
    if not any(one.hqs & other.hqs for other in infantry):
        return _NO_HQ
    return _EXPOSED if one.under_fire and not one.armoured else None


def is_open(target: Objective, one: Attacker) -> bool:
    """Check if an adjacent unit can attack across its hexside (OMA-8.15-1)."""
    barred = target.sides[one.hex].attack
    return not barred or (barred == "high" and not one.low)


def why_not_attack(
    grid: Grid, target: Objective, attackers: Sequence[Attacker], naval: bool, no_radios: bool = False
) -> Refusal | None:
    """Return the first reason against an attack of these units, with or without a naval fire marker."""
    for one in attackers:
        if refusal := why_not_join(grid, target, one, attackers):
            return msgspec.structs.replace(refusal, where=(one.hex,))
    infantry = [one for one in attackers if one.infantry]
    if not any(grid.distance(one.hex, target.hex) == 1 and is_open(target, one) for one in infantry):
        return _NO_INFANTRY
    if naval and not any(one.hqs or (RADIO in one.weapons and not no_radios) for one in infantry):
        return _NO_RADIO
    return None


# ---------------------------------------------------------------- strength and weapons


def assault(
    grid: Grid,
    target: Objective,
    attackers: Sequence[Attacker],
    limits: LimitTable,
    naval: bool = False,
    no_radios: bool = False,
) -> Assault:
    """Return the strength and the weapons of all attackers together (OMA-8.31-1, OMA-8.51-1).

    HQs give a radio to units that attack from adjacent hexes (OMA-8.24-1), also where an event silences all others
    (OMA-11.2-4). Naval fire brings its own weapons (OMA-8.25-1).
    """
    near = [one for one in attackers if grid.distance(one.hex, target.hex) == 1]
    weapons = {weapon for one in attackers for weapon in one.weapons if weapon != RADIO or not no_radios}
    if any(one.hqs for one in near):
        weapons.add(RADIO)
    if naval:
        weapons.update(limits.naval_weapons)
    return Assault(
        strength=sum(one.strength for one in attackers) + (limits.naval_strength if naval else 0),
        weapons=frozenset(weapons),
        hexes=frozenset(one.hex for one in near),
        adjacent=tuple(one.unit for one in near),
        defence=target.defence + min((target.sides[one.hex].defence for one in near), default=0),
        hero=any(one.hero for one in near),
    )


def flanked(grid: Grid, hexes: Collection[HexId], needed: int) -> bool:
    """Check the tactic of a flank for so many German counters that ask for it.

    One: two attack hexes that do not touch (OMA-8.22-1). Two: three attack hexes (OMA-8.22-2).
    """
    if needed == 1:
        return any(not grid.are_adjacent(first, second) for first, second in combinations(hexes, 2))
    return needed == 0 or len(hexes) >= 3


def lacking(grid: Grid, made: Assault, pieces: Iterable[Piece]) -> list[str]:
    """Return what the attackers lack of all that the revealed German counters ask for (OMA-8.2-1, OMA-8.3-3)."""
    needs = [need for piece in pieces for need in piece.needs]
    found = sorted({need for need in needs if need != FLANKING and need not in made.weapons})
    return found if flanked(grid, made.hexes, needs.count(FLANKING)) else [*found, FLANKING]


# ---------------------------------------------------------------- the table

STRENGTH = "+1"


class Reading(NamedTuple):
    """A code of the attack table, and the facts behind it."""

    code: str
    ours: int
    theirs: int
    lacking: tuple[str, ...]
    hero: str = ""
    """The use made of a hero: a weapon, or `STRENGTH` (OMA-8.23)."""


def read(
    grid: Grid,
    table: AttackTable,
    late: bool,
    made: Assault,
    unit: Piece,
    marker: Piece | None = None,
    hidden: bool = False,
    hero: str = "",
) -> Reading:
    """Read the table for a unit alone, with a revealed marker, or with a `hidden` one (OMA-8.3-2 to OMA-8.3-4).

    Late in the day both fall at once (OMA-14-3).
    """
    pieces = [unit] if marker is None else [unit, marker]
    missing = [need for need in lacking(grid, made, pieces) if need != hero]
    ours = made.strength + (hero == STRENGTH)
    theirs = sum(piece.strength for piece in pieces) + made.defence
    rows = table.halves["missing" if missing else "present"]
    row = next(row for row in rows if ours >= row.least * theirs)
    if hidden:
        code = row.unrevealed
    elif marker is None:
        code = row.alone
    else:
        code = row.late if late else row.revealed
    return Reading(code, ours, theirs, tuple(missing), hero)


def hero_uses(
    grid: Grid,
    table: AttackTable,
    late: bool,
    made: Assault,
    unit: Piece,
    marker: Piece | None = None,
    hidden: bool = False,
    used: str = "",
) -> list[Reading]:
    """Return the readings among which a hero lets the player choose, different results only, the plain one first.

    One hero and one use an attack: a use at the first reading holds at the second (OMA-8.23-1 to OMA-8.23-3,
    OMA-11.13-1).
    """
    plain = read(grid, table, late, made, unit, marker, hidden, used)
    if not made.hero or used:
        return [plain]
    uses = [STRENGTH, *(need for need in plain.lacking if need != FLANKING)]
    found = {plain.code: plain}
    for use in uses:
        reading = read(grid, table, late, made, unit, marker, hidden, use)
        found.setdefault(reading.code, reading)
    return list(found.values())


def worth(result: AttackResult) -> tuple[int, ...]:
    """Return a key by which results compare: the greater the better for the attacker."""
    return (
        result.defeats,
        result.takes_marker,
        result.reveals,
        result.disrupts,
        -result.attackers_disrupted,
        -result.attacker_steps,
    )


def forecast(
    grid: Grid,
    table: AttackTable,
    late: bool,
    made: Assault,
    units: Ways[Piece],
    markers: Ways[Piece] | None = None,
    hidden: bool = True,
) -> dict[tuple[str, ...], int]:
    """Return the exact distribution of the codes that an attack leads to, over counters that may lie there.

    `units`, `markers`: the pieces that are possible, with their numbers; one piece where it is known. `hidden`: the
    marker is unrevealed. A hero is used where it improves the result most.
    """
    found: dict[tuple[str, ...], int] = {}
    known: list[tuple[Piece | None, int]] = [(None, 1)] if markers is None else [*markers.items()]
    for unit, count in units.items():
        for marker, more in known:
            codes = _codes(grid, table, late, made, unit, marker, hidden)
            found[codes] = found.get(codes, 0) + count * more
    return found


def _codes(
    grid: Grid, table: AttackTable, late: bool, made: Assault, unit: Piece, marker: Piece | None, hidden: bool
) -> tuple[str, ...]:
    def best(marker: Piece | None, hidden: bool, used: str = "") -> Reading:
        readings = hero_uses(grid, table, late, made, unit, marker, hidden, used)
        return max(readings, key=lambda reading: worth(table.results[reading.code]))

    if marker is None or not hidden:
        return (best(marker, False).code,)
    first = best(None, True)
    if not table.results[first.code].reveals:
        return (first.code,)
    return first.code, best(None if marker.tactical else marker, False, first.hero).code


# ---------------------------------------------------------------- results


def retreats(wn: bool, division: str, linked: bool) -> bool:
    """Check if a defeated unit goes back to the division pool: of the 352nd, with communication (OMA-8.33-1, -2)."""
    return not wn and division == "352" and linked
