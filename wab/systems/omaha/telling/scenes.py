"""The plot of the landing: which event opens a scene, and which goes on with one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.plot import (
    ARRIVALS,
    BOMBARDMENT,
    CARD,
    COMBAT,
    GOES_ON,
    LEADS,
    MARCH,
    NEWS,
    Beat,
    Facts,
    Plot,
    Theatre,
)
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.state import DEAD

FIGHTS = ("attack", "barrage")
"""The deeds of units that are combats."""


class OmahaPlot(Plot):
    """Landings, moves, German fire by card, and attacks from the order to the result."""

    beats: Mapping[type[Event], Beat] = {
        Rolled: LEADS,
        ev.PhaseBegan: LEADS,
        ev.CardDrawn: Beat(CARD, opens=True),
        ev.Placed: Beat(ARRIVALS, by="place"),
        ev.Acted: Beat(MARCH, by="unit"),
        ev.UnitChanged: Beat(ARRIVALS, within=(CARD, MARCH, BOMBARDMENT, COMBAT, NEWS), by=""),
        ev.Fired: Beat(BOMBARDMENT),
        ev.Engaged: GOES_ON,
        ev.Resolved: GOES_ON,
        ev.ForceChanged: Beat(NEWS, within=(CARD, COMBAT, BOMBARDMENT, MARCH)),
        ev.Happened: Beat(NEWS, within=(CARD,)),
        ev.Cleared: Beat(NEWS),
        **dict.fromkeys(
            (ev.Due, ev.Settled, ev.Chosen, ev.CountersMoved, ev.OrdersGiven, ev.Reshuffled, ev.SectorBegan), GOES_ON
        ),
    }

    def beat(self, event: Event) -> Beat:
        """A fire card opens the bombardment that follows from it; attacks and barrages are combats, by ships too."""
        if (isinstance(event, ev.Acted) and event.deed in FIGHTS) or (
            isinstance(event, ev.Engaged) and event.how == "naval"
        ):
            return Beat(COMBAT, opens=True)
        if isinstance(event, ev.CardDrawn) and event.purpose == "fire":
            return Beat(BOMBARDMENT, opens=True)
        return super().beat(event)

    def facts(self, event: Event) -> Facts:
        """Return the unit that changes, and its hex if it is on the map."""
        if isinstance(event, ev.UnitChanged):
            lost = event.unit.box == DEAD or event.unit.hex < 0
            return Facts((event.unit.id,), () if lost else (event.unit.hex,))
        if isinstance(event, ev.Acted):
            return Facts(event.units, (event.hex,) if event.hex >= 0 else ())
        return super().facts(event)

    def theatre(self, view: Any) -> Theatre:
        """Own units, and German positions."""
        position = view.position
        return Theatre(
            position.board.grid,
            frozenset(unit.hex for unit in position.units.values()),
            frozenset(position.board.position_at),
        )
