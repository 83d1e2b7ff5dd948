"""Reports of the enemy as counters on the map: contacts, units as last seen on a table, ground that was found empty.

They have keys of their own and stand in no position: the rules know nothing of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from wab.app.blind.looks.looks import nations, printed, unit_name
from wab.app.gfx.specs import CounterSpec, Sign
from wab.app.gfx.theme import colour
from wab.app.wargame.adapter.typography import joined
from wab.hexes import HexId
from wab.locale import _, ngettext
from wab.systems.blind.state.board import CODES, enemy_of
from wab.systems.blind.state.state import PHASES, State

FIRST_KEY = 100_000
"""The first key of a report: no unit has one so high."""
_UNITS = 200_000
CONTACT, SEEN, EMPTY = "contact", "seen", "empty"
_ATTACKED, _CALLED = Sign("attack", colour("8E1B14")), Sign("radio", colour("6A5426"))


@dataclass(frozen=True)
class Mark:
    """A report of a hex or of an enemy unit (`unit` 0: unknown), `age` enemy movements ago."""

    key: int
    hex: HexId
    kind: str
    age: int
    turn: int
    unit: int = 0
    steps: int = 0
    turned: bool = False


def age(state: State, side: str, when: tuple[int, int]) -> int:
    """Count the movement phases of the enemy since a moment, with the present phase."""
    turn, phase = when
    mine = [
        number for number, (name, owner) in enumerate(PHASES.items())
        if owner == enemy_of(side) and name.endswith(("first", "second", "reserve"))
    ]  # fmt: skip
    now, last = state.now.when
    return sum(turn * 100 + phase < each * 100 + number <= now * 100 + last
               for each in range(turn, now + 1) for number in mine)  # fmt: skip


def marks(state: State, side: str) -> tuple[Mark, ...]:
    """Everything that a side has heard of enemy ground, unit by unit, then hex by hex."""
    found = {mark.key: mark for mark in (*_units(state, side), *_hexes(state, side))}
    return tuple(found.values())


def _units(state: State, side: str) -> Iterator[Mark]:
    """Units of the enemy: on the open table, else as they were last seen."""
    table, shown = state.now.table, set[int]()
    for one in (*table.attackers, *table.defenders) if table is not None else ():
        if state.side_of(one.unit) != side:
            shown.add(one.unit)
            hex_ = state.table.target if state.table.entered and one in state.table.attackers else one.hex
            yield Mark(_UNITS + one.unit, hex_, SEEN, 0, state.now.turn, one.unit, one.steps, one.turned)
    for unit, seen in state.now.sightings.get(side, {}).items():
        enemy_ground = state.holds(enemy_of(side), seen.hex)
        if unit not in shown and enemy_ground and not _emptied(state, side, seen.hex, seen.when):
            since = age(state, side, seen.when)
            yield Mark(_UNITS + unit, seen.hex, SEEN, since, seen.when[0], unit, seen.steps)


def _emptied(state: State, side: str, hex_: HexId, when: tuple[int, int]) -> bool:
    """Check if the hex was reported vacant after a unit was seen there."""
    report = state.now.reports.get(side, {}).get(hex_)
    return report is not None and report.heard == "vacant" and report.when >= when


def _hexes(state: State, side: str) -> Iterator[Mark]:
    """Hexes called occupied without a known unit, and hexes left empty that the enemy still holds."""
    named = {mark.hex for mark in _units(state, side)}
    known = dict(state.now.reports.get(side, {}))
    for hex_, report in known.items():
        if not state.holds(enemy_of(side), hex_):
            continue
        since = age(state, side, report.when)
        if report.heard == "vacant":
            yield Mark(FIRST_KEY + hex_, hex_, EMPTY, since, report.when[0])
        elif hex_ not in named:
            yield Mark(FIRST_KEY + hex_, hex_, CONTACT, since, report.when[0])


def title(state: State, mark: Mark) -> str:
    """The known facts, in a few words."""
    if mark.unit:
        return unit_name(state.profile(mark.unit))
    return _("Empty ground") if mark.kind == EMPTY else _("Occupied by unknown units")


def age_words(mark: Mark) -> str:
    """The age of a report, and its meaning."""
    if not mark.age:
        return _("The enemy has not moved since.")
    told = ngettext("{count} enemy movement since", "{count} enemy movements since", mark.age).format(count=mark.age)
    return joined(told, _("it may have changed"))


def lines(state: State, mark: Mark) -> tuple[str, ...]:
    """The lines on the card of a report."""
    heard = {
        CONTACT: _("Called in turn {turn}: occupied."),
        EMPTY: _("Empty in turn {turn}."),
        SEEN: _("Seen on a table in turn {turn}."),
    }[mark.kind].format(turn=mark.turn)
    steps = _("{now} of {full} steps").format(now=mark.steps, full=state.profile(mark.unit).full) if mark.unit else ""
    return tuple(filter(None, (steps, heard, age_words(mark))))


def counter(state: State, mark: Mark, side: str, *, stack: int = 0) -> CounterSpec:
    """A report as a counter: "?" for a contact, the unit as last seen, half transparent once it may have moved."""
    seen = _("turn {turn}").format(turn=mark.turn)
    enemy = enemy_of(side)
    if mark.unit:
        spec = printed(state.profile(mark.unit), mark.hex, mark.steps, turned=mark.turned)
        return replace(
            spec, key=mark.key, stack=stack, contact="identified", ghost=mark.age > 0,
            signs=(_CALLED,) if mark.age else (),
        )  # fmt: skip
    attacks = state.now.contacts.get(mark.hex, 0) if state.now.side == side else 0
    bound = any(unit.bound == mark.hex for unit in state.units_of(side))
    signs = (_ATTACKED,) if attacks else (_CALLED,) if bound else ()
    return CounterSpec(
        mark.key, mark.hex, nations()["us" if enemy == "allied" else "heer"], "infantry", side=CODES[enemy],
        contact="detected", seen=seen, stack=stack, ghost=mark.age > 1, signs=signs,
    )  # fmt: skip


def by_hex(found: tuple[Mark, ...]) -> Mapping[HexId, tuple[Mark, ...]]:
    """Reports that are counters, by hex; empty ground has a ring instead."""
    places: dict[HexId, list[Mark]] = {}
    for mark in found:
        if mark.kind != EMPTY:
            places.setdefault(mark.hex, []).append(mark)
    return {hex_: tuple(there) for hex_, there in places.items()}
