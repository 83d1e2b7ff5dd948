"""Aircraft and ships: interdiction (BLD-12-1 to BLD-12-8), support (BLD-12-10 to BLD-12-14), ships (BLD-13)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Text
from wab.field.control import held
from wab.hexes import HexId
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.board import CODES
from wab.systems.blind.state.state import State

_NO_AIR = Refusal(Text("No air unit is left."), ("BLD-12-10",), code="no-air")
_TAKEN = Refusal(Text("An air unit interdicts this hex already."), ("BLD-12-1",), code="taken")
_OFF_MAP = Refusal(Text("This hex is not on the map."), ("BLD-12-1",), code="off-map")
_NO_FORCE = Refusal(Text("No force of yours attacks that hex from there."), ("BLD-12-12", "BLD-12-13"), code="no-force")
_NO_SHIPS = Refusal(Text("So many ships serve this turn, of those that are there."), ("BLD-13-2",), code="no-ships")
_MOST_FLEETS = 6


# ---------------------------------------------------------------- interdiction


def why_not_interdict(state: State, order: od.Interdict) -> Refusal | None:
    """On any hex, one air unit a hex (BLD-12-1)."""
    if order.hex not in state.board.grid:
        return _OFF_MAP
    if order.hex in state.now.interdicted:
        return _TAKEN
    return None if state.now.air > 0 else _NO_AIR


def execute_interdict(state: State, order: od.Interdict) -> Iterator[Event]:
    """The Germans hear of it (BLD-12-3)."""
    yield ev.Interdicted(order.hex)


def offered_interdictions(state: State, unit: int | None) -> Iterator[Group]:
    """Every hex of German ground."""
    if unit is None and state.now.air > 0:
        german = np.flatnonzero(held(state.control, CODES["axis"]) & state.board.land).tolist()
        yield [od.Interdict(hex_) for hex_ in german if hex_ not in state.now.interdicted]


# ---------------------------------------------------------------- ships


def serving(state: State) -> tuple[str, ...]:
    """The ships that there are this turn (BLD-13-1, BLD-13-5)."""
    ships = state.board.tables.support.ships
    return tuple(sorted(key for key, ship in ships.items() if not 0 < ship.leaves <= state.now.turn))


def why_not_pick(state: State, order: od.PickShips) -> Refusal | None:
    """As many as the turn record says (BLD-13-2)."""
    there = serving(state)
    wanted = min(len(there), state.board.row(state.now.turn).naval)
    sound = list(order.ships) == sorted({*order.ships} & {*there}) and len(order.ships) == wanted
    return None if sound and order.ships != state.now.ships else _NO_SHIPS


def execute_pick(state: State, order: od.PickShips) -> Iterator[Event]:
    """The others are put aside for the turn."""
    yield ev.ShipsPicked(order.ships)


def offered_fleets(state: State, unit: int | None) -> Iterator[Group]:
    """Other choices of ships where not all of them serve."""
    there = serving(state)
    wanted = state.board.row(state.now.turn).naval
    if unit is None:
        fleets = [fleet for fleet in combinations(there, wanted) if fleet != state.now.ships]
        yield [od.PickShips(fleet) for fleet in fleets[:: max(1, len(fleets) // _MOST_FLEETS)]]


def ships_in_reach(state: State, target: HexId, account: str) -> tuple[str, ...]:
    """The ships of a task force (BLD-13-3, BLD-13-4) that reach a target: it counts from a hex of open sea next to
    Allied ground to the defender's hex (BLD-13-7, BLD-13-8).
    """
    board = state.board
    ships = [key for key in state.now.ships if board.tables.support.ships[key].group == account]
    if not ships:
        return ()
    around = board.grid.neighbours
    coast = (held(state.control, CODES["allied"])[around] & (around >= 0)).any(axis=1)
    sea = np.flatnonzero(~board.land & coast)
    if not sea.size:
        return ()
    gap = int(board.grid.distances(target)[sea].min())
    return tuple(key for key in ships if gap <= board.tables.support.ships[key].range)


# ---------------------------------------------------------------- air support of attacks


def attacking_forces(state: State) -> dict[tuple[HexId, HexId], list[int]]:
    """The units that will attack, by target and hex (BLD-7-16)."""
    found: dict[tuple[HexId, HexId], list[int]] = {}
    for unit in state.units_of(state.now.side):
        if unit.target >= 0:
            found.setdefault((unit.target, unit.hex), []).append(unit.id)
    return dict(sorted(found.items()))


def why_not_offer(state: State, order: od.OfferAir) -> Refusal | None:
    """One air unit a force (BLD-12-13), before enemy units are known (BLD-12-12); a promise can be taken back."""
    force = (order.target, order.origin)
    if force not in attacking_forces(state):
        return _NO_FORCE
    return None if force in state.now.offered or len(state.now.offered) < state.now.air else _NO_AIR


def execute_offer(state: State, order: od.OfferAir) -> Iterator[Event]:
    """The air unit is promised, or no more."""
    yield ev.AirOffered(order.target, order.origin, (order.target, order.origin) not in state.now.offered)


def offered_air(state: State, unit: int | None) -> Iterator[Group]:
    """Each force that can have an air unit, or has one."""
    if unit is None:
        orders = (od.OfferAir(target, origin) for target, origin in attacking_forces(state))
        yield [order for order in orders if why_not_offer(state, order) is None]
