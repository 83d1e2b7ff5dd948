"""Engineers (OMA-10): beach hexes cleared of their obstacles."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Text
from wab.hexes import HexId
from wab.systems.omaha.ground.control import is_occupied
from wab.systems.omaha.ground.terrain import has_uncleared
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.state import State

_NO_OBSTACLES = Refusal(Text("There are no obstacles to clear here."), ("OMA-10-1",), code="no-obstacles")
_ENOUGH = Refusal(Text("The engineers of this sector can clear no more this turn."), ("OMA-10.12-1",), code="enough")
_UNDER_FIRE = Refusal(
    Text("A German position fires here whose colour is on the fire card of the sector."), ("OMA-10.1-1",), code="fire"
)


def why_not_clear(state: State, order: od.Clear) -> Refusal | None:
    """Engineers clear up to two hexes a sector and turn (OMA-10.12-1), out of the fire of the sector's card."""
    if order.hex not in state.board.grid or not has_uncleared(state, order.hex):
        return _NO_OBSTACLES
    sector = state.board.sector(order.hex)
    if sector not in state.board.sectors or state.now.acting not in ("", sector):
        return _NO_OBSTACLES
    if state.now.clearing.get(sector, 0) >= state.board.tables.turns.clearing(state.turn):
        return _ENOUGH
    if state.bombarded and state.turn < state.board.tables.variants.bombardment.engineers_from:  # OMA-22.1-6
        return _ENOUGH
    return _UNDER_FIRE if _is_under_fire(state, order.hex, sector) else None


def _is_under_fire(state: State, hex_: HexId, sector: str) -> bool:
    """Check the colours of the sector's own fire card against all positions with dots in the hex (OMA-10.1-2)."""
    card = dict(state.now.track).get(f"fire{sector}")
    if card is None:
        return False
    colours = {sign[0] for sign in state.board.card(card).fire}
    return any(
        position.colour in colours and hex_ in position.dots and is_occupied(state, position, fit=True)
        for position in state.positions.values()
    )


def execute_clear(state: State, order: od.Clear) -> Iterator[Event]:
    """A cleared marker is placed (OMA-10.11-1)."""
    yield ev.Cleared(order.hex)


def offered_clearings(state: State, unit: int | None) -> Iterator[Group]:
    """Each hex that can be cleared."""
    if unit is None:
        orders = [od.Clear(hex_) for hex_ in sorted(state.board.obstacles)]
        yield [order for order in orders if why_not_clear(state, order) is None]


def can_clear(state: State) -> bool:
    """Check if there is a hex to clear."""
    return any(group for group in offered_clearings(state, None))
