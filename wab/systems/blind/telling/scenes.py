"""The plot of the double-blind game: which event opens a scene, and which goes on with one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.plot import ARRIVALS, COMBAT, GOES_ON, LEADS, MARCH, NEWS, Beat, Facts, Plot, Theatre
from wab.systems.blind.state import events as ev

_CALL = Beat(MARCH, by="place")


class BlindPlot(Plot):
    """Marches and calls as a seat heard them, and a combat from the open table to its end."""

    beats: Mapping[type[Event], Beat] = {
        Rolled: LEADS,
        ev.PhaseBegan: LEADS,
        ev.Marched: Beat(MARCH, by="unit"),
        ev.Called: _CALL,
        ev.Declared: _CALL,
        ev.Placed: Beat(ARRIVALS, by="place"),
        ev.Arrived: Beat(ARRIVALS, by="place"),
        ev.AirOffered: Beat(NEWS),
        ev.TableOpened: Beat(COMBAT, opens=True),
        ev.ForcesFormed: GOES_ON,
        ev.Pressed: GOES_ON,
        ev.Fired: Beat(COMBAT),
        ev.StepsLost: Beat(loss=True),
        ev.Yielded: GOES_ON,
        ev.Retreated: Beat(COMBAT),
        ev.Advanced: Beat(MARCH, within=(COMBAT,)),
        ev.TableClosed: GOES_ON,
        ev.Scored: Beat(NEWS, within=(COMBAT, MARCH)),
    }

    def facts(self, event: Event) -> Facts:
        """Return also the units on the table, and the hexes where they stand."""
        if isinstance(event, ev.TableOpened):
            shown = event.attackers
            return Facts(tuple(one.unit for one in shown), (*dict.fromkeys(one.hex for one in shown), event.target))
        return super().facts(event) if not isinstance(event, ev.Retreated) else Facts()

    def theatre(self, view: Any) -> Theatre:
        """Units of the side, places with points."""
        position = view.position
        board, roster = position.board, position.board.roster
        return Theatre(
            board.map.grid,
            frozenset(unit.hex for unit in position.units.values() if roster[unit.id].side == view.side),
            frozenset(board.places),
        )
