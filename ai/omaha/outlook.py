"""The exact results of an attack over the German counters that may lie in a hex, from what the player knows."""

from __future__ import annotations

from wab.content.omaha.shapes import CounterRow
from wab.content.omaha.tables import AttackResult
from wab.field.chances import Ways
from wab.systems.omaha.combat.attack import Assault, Defence, Reading, assault, hero_uses
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.board import Board
from wab.systems.omaha.state.pools import OPEN, as_hidden
from wab.systems.omaha.state.state import State

MEYER = "meyer_marker"


def attack_outlook(state: State, order: od.Attack) -> dict[tuple[str, ...], int]:
    """Return in how many ways an attack leads to which codes of the attack table, first and second reading.

    A hero is used where it improves a result most.
    """
    force, late = state.now.forces[order.target], bool(state.late)
    made = assault(state, order.target, order.units, order.naval)
    markers = [(None, 1)] if force.marker is None else [*possible(state, force.marker).items()]
    found: dict[tuple[str, ...], int] = {}
    for unit, count in possible(state, force.unit).items():
        for marker, more in markers:
            hidden = marker is not None and not force.marker_seen
            codes = _codes(state.board, late, made, unit, marker, hidden)
            found[codes] = found.get(codes, 0) + count * more
    return found


def possible(state: State, counter: str) -> Ways[CounterRow]:
    """Return the counters that one may be, with the ways in which it is: itself if it is known, else each with the same
    back that the player has not seen. Released markers of Kampfgruppe Meyer are mobile ones (OMA-9.5-1).
    """
    board, now = state.board, state.now
    if counter in board.counters:
        return {board.counters[counter].row: 1}
    held, total = len(now.pools.get(MEYER, ())), sum(one.kind == MEYER for one in board.counters.values())
    seen = {key for pool in OPEN for key in now.pools.get(pool, ())}
    seen |= {key for force in now.forces.values() for key in (force.unit, force.marker) if key}
    found: dict[CounterRow, int] = {}
    for key, one in board.counters.items():
        ways = total - held if one.kind == MEYER else total
        if as_hidden(key) == counter and key not in seen and ways:
            found[one.row] = found.get(one.row, 0) + ways
    return found


def worth(result: AttackResult) -> tuple[int, ...]:
    """Return a key by which results compare: the greater the better for the attacker."""
    gains = (result.defeats, result.takes_marker, result.reveals, result.disrupts)
    return (*gains, -result.attackers_disrupted, -result.attacker_steps)


def _codes(
    board: Board, late: bool, made: Assault, unit: CounterRow, marker: CounterRow | None, hidden: bool
) -> tuple[str, ...]:
    """Return the codes of the readings of an attack on known counters."""
    if marker is None or not hidden:
        return (_best(board, late, made, Defence(unit, marker)).code,)
    first = _best(board, late, made, Defence(unit, hidden=True))
    if not board.tables.attack.results[first.code].reveals:
        return (first.code,)
    bare = Defence(unit, None if marker.tactical else marker)
    return first.code, _best(board, late, made, bare, first.hero).code


def _best(board: Board, late: bool, made: Assault, germans: Defence, used: str = "") -> Reading:
    readings = hero_uses(board, late, made, germans, used)
    return max(readings, key=lambda reading: worth(board.tables.attack.results[reading.code]))
