"""A march worth a picture: the one by which the bonds of a side change most."""

from __future__ import annotations

from wab.app.zocbonds.looks.overlays import position_after
from wab.app.zocbonds.screen.adapter import ZocBondsAdapter
from wab.hexes import HexId
from wab.systems.zocbonds.state.bonds import Bond
from wab.systems.zocbonds.state.orders import Move
from wab.systems.zocbonds.state.state import State


def closing(adapter: ZocBondsAdapter) -> tuple[int, HexId] | None:
    """Return the unit and goal of the march that closes most bonds, less the bonds that it opens. Return None if no
    march closes more than it opens."""
    state: State = adapter.view.position
    if adapter.view.to_act != adapter.view.seat:
        return None
    own, best, seen = state.now.side, (0, 0, 0), set[tuple[int, HexId]]()
    before = set[Bond](state.bonds_of(own).each)
    for unit in adapter.own_units():
        for order in adapter.orders(unit):  # the first to each hex is the one that the pointer shows
            if not isinstance(order, Move) or (unit, order.path[-1]) in seen:
                continue
            seen.add((unit, order.path[-1]))
            if (after := position_after(adapter.view, order)) is not None:
                gain = len(set[Bond](after.bonds_of(own).each) - before) - len(before - set(after.bonds_of(own).each))
                best = max(best, (gain, -unit, -order.path[-1]))
    gain, unit, goal = best
    return (-unit, -goal) if gain > 0 else None
