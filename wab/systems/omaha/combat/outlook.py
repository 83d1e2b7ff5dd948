"""Exact chances for a player who thinks ahead, from the facts that the player knows: fire on a unit, attacks."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from wab.field.chances import Ways
from wab.hexes import HexId
from wab.systems.omaha.combat import attack
from wab.systems.omaha.combat.artillery import active_batteries, calibres
from wab.systems.omaha.combat.attack import Piece
from wab.systems.omaha.combat.attacking import assault, piece
from wab.systems.omaha.combat.fields import fields_of
from wab.systems.omaha.combat.fire_phase import exposed, targets, terms
from wab.systems.omaha.combat.risk import SECTORS, Situation, loss_chance
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.pools import OPEN, as_hidden
from wab.systems.omaha.state.state import State

MEYER = "meyer_marker"


# ---------------------------------------------------------------- fire


def situation(state: State) -> Situation:
    """Return all that the next German fire depends on, as things stand."""
    batteries = active_batteries(state)
    return Situation(
        fields=fields_of(state.board),
        table=state.board.tables.fire,
        forces=state.now.forces,
        targets=targets(state),
        exposed={sector: exposed(state, sector) for sector in SECTORS},
        alive={sector: calibres(state, sector, batteries) for sector in SECTORS},
        terms=terms(state),
    )


def step_risk(state: State, unit: int, hex_: HexId | None = None) -> Fraction:
    """Return the chance that the next fire costs a unit a step, in its hex or in another to which it would go.

    The cards in the pile decide; events before the fire are left out. If too few are left, the discards join them
    (OMA-4-8).
    """
    if hex_ is not None and hex_ != state.units[unit].hex:
        state = state.copy()
        state.store(replace(state.units[unit], hex=hex_))
    names = state.now.pile if len(state.now.pile) >= len(SECTORS) else (*state.now.pile, *state.now.discards)
    return loss_chance(situation(state), unit, [state.board.card(name) for name in names])


# ---------------------------------------------------------------- attacks


def attack_outlook(state: State, order: od.Attack) -> dict[tuple[str, ...], int]:
    """Return in how many ways an attack leads to which codes of the table, over the counters that may lie there."""
    board, force = state.board, state.now.forces[order.target]
    made = assault(state, order.units, order.target, order.naval)
    markers = None if force.marker is None else possible(state, force.marker)
    units, late = possible(state, force.unit), bool(state.late)
    return attack.forecast(board.grid, board.tables.attack, late, made, units, markers, not force.marker_seen)


def possible(state: State, counter: str) -> Ways[Piece]:
    """Return the counters that one may be, with the ways in which it is: itself if it is known, else each that lies
    open nowhere and has the same back. Markers of Kampfgruppe Meyer are mobile ones once released (OMA-9.5-1).
    """
    board, now = state.board, state.now
    if counter in board.counters:
        return {piece(board, counter): 1}
    held, total = len(now.pools.get(MEYER, ())), sum(one.kind == MEYER for one in board.counters.values())
    seen = {key for pool in OPEN for key in now.pools.get(pool, ())}
    seen |= {
        key for force in now.forces.values() for key in (force.unit, force.marker) if key in board.counters and key
    }
    found: dict[Piece, int] = {}
    for key, one in board.counters.items():
        ways = total - held if one.kind == MEYER else total
        if as_hidden(key) == counter and key not in seen and ways:
            found[piece(board, key)] = found.get(piece(board, key), 0) + ways
    return found
