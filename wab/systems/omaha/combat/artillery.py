"""German artillery fire (OMA-6.5): guns that count, what silences them, whom they hit."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from wab.content.omaha.shapes import GunValue
from wab.field.priorities import foremost
from wab.hexes import HexId
from wab.systems.omaha.combat.fire import Terms, terms
from wab.systems.omaha.ground.control import controlled, has_german_line, occupied
from wab.systems.omaha.state.pools import kind_of
from wab.systems.omaha.state.state import State, Unit


class Exposed(NamedTuple):
    """A US unit on a beach hex or in a landing box of the sector."""

    unit: int
    symbol: str
    infantry: bool
    boxed: bool
    steps: int
    spared: bool = False


def exposed(state: State, sector: str) -> list[Exposed]:
    """Return the units on beach hexes and in landing boxes of a sector (OMA-6.1-8)."""
    ashore = [
        unit
        for unit in state.units.values()
        if state.board.beach[unit.hex] and state.board.sector(unit.hex) == sector and unit.hex not in state.now.smoke
    ]
    return [_exposed(state, unit) for unit in (*ashore, *state.in_boxes(sector)) if not state.profile(unit.id).leader]


def _exposed(state: State, unit: Unit) -> Exposed:
    profile = state.profile(unit.id)
    spared = unit.hit and terms(state).one_step
    return Exposed(unit.id, profile.symbol or "", profile.infantry, bool(unit.box), unit.steps, spared)


def active_batteries(state: State) -> tuple[str, ...]:
    """Return the off-map units that can fire: one of their observers still sees (OMA-6.51-2 to OMA-6.51-4)."""
    board = state.board
    return tuple(
        key
        for key, battery in board.batteries.items()
        if not all(_is_silenced(state, hex_) for name in battery.observers for hex_ in board.positions[name].hexes)
    )


def _is_silenced(state: State, hex_: HexId) -> bool:
    """Check if a hex of an observer is under US control (OMA-6.51-4)."""
    if hex_ in state.now.forces:
        return False
    return bool(occupied(state)[hex_]) or (bool(controlled(state)[hex_]) and not has_german_line(state, hex_))


def calibres(state: State, sector: str, batteries: Collection[str]) -> list[int]:
    """Return the calibres of all guns of a sector that fire, batteries off the map as named.

    A WN gun counts while it is there (OMA-6.51-1), although it fires with its position too (OMA-6.52-1); rockets
    never do (OMA-6.53-1).
    """
    board = state.board
    by_kind = board.once("calibres", lambda: {one.kind: one.calibre for one in board.counters.values()})
    on_map = [
        by_kind[kind_of(force.unit)]
        for hex_, force in state.now.forces.items()
        if not force.disrupted and hex_ in board.position_at and board.position_at[hex_].sector == sector
    ]
    off_map = [board.batteries[key] for key in batteries]
    return [calibre for calibre in on_map if calibre] + [one.calibre for one in off_map if one.sector == sector]


def fires(guns: GunValue | None, alive: Iterable[int], terms: Terms) -> bool:
    """Check if the guns of a sector hit on a card (OMA-6.5-1, OMA-6.5-2)."""
    return terms.guns and guns is not None and sum(size in guns.calibres for size in alive) >= guns.least


def victims(
    exposed: Iterable[Exposed], symbol: str | None, matches: Collection[int] = (), own: Collection[int] = ()
) -> list[int]:
    """Return the unit hit, several for the player's choice (OMA-6.5-3); [] for none (OMA-6.5-4).

    Infantry in boxes, others on the beach, others in boxes, infantry on the beach; most steps. It shows the symbol
    (None: any) or is one of `matches`, units in dense hexes. A unit that has lost the step of the phase is passed over
    (OMA-6.5-5).
    """
    classes = [(True, True), (False, False), (False, True), (True, False)]
    free = [one for one in exposed if not one.spared and (symbol in (None, one.symbol) or one.unit in matches)]
    kind = {one.unit: classes.index((one.infantry, one.boxed)) for one in free}
    first = foremost(free, lambda one: kind[one.unit], lambda one: one.unit not in own, lambda one: -one.steps)
    return [one.unit for one in first]
