"""The plot of the flagship: which event opens a scene, and which goes on with one."""

from __future__ import annotations

from collections.abc import Mapping

from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.plot import (
    ARRIVALS,
    BOMBARDMENT,
    COMBAT,
    GOES_ON,
    LEADS,
    MARCH,
    NEWS,
    Beat,
    Plot,
    Theatre,
)
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state import events as ev

_FIGHTS = (COMBAT, BOMBARDMENT)
_NEWS = Beat(NEWS)


class OperationsPlot(Plot):
    """Marches, combats from the flights to the advance, bombardments with their flak, arrivals."""

    beats: Mapping[type[Event], Beat] = {
        Rolled: LEADS,
        ev.Activated: LEADS,
        ev.Moved: Beat(MARCH, by="unit"),
        ev.Sighted: GOES_ON,
        ev.Intruded: GOES_ON,
        ev.Tired: GOES_ON,
        ev.QualityChanged: GOES_ON,
        ev.SquadronFlew: Beat(BOMBARDMENT, by="place"),
        ev.Bombarded: Beat(BOMBARDMENT, by="place"),
        ev.CombatJoined: Beat(COMBAT, within=(BOMBARDMENT,), by="place", opens=True),
        ev.CombatResolved: Beat(COMBAT),
        ev.LostHp: Beat(loss=True),
        ev.Removed: Beat(loss=True, gone=True),
        ev.Retreated: Beat(MARCH, within=_FIGHTS),
        ev.AdvanceOffered: GOES_ON,
        ev.Advanced: Beat(NEWS, within=(COMBAT,)),
        ev.Arrived: Beat(ARRIVALS, by="place"),
        ev.Reconstituted: _NEWS,
        ev.Scored: _NEWS,
        ev.SupplyJudged: _NEWS,
        ev.TurnBegan: _NEWS,
        ev.AirReadied: _NEWS,
        ev.FleetReadied: _NEWS,
        ev.ImpulseBegan: LEADS,
        ev.ImpulseEnded: GOES_ON,
        ev.GameEnded: _NEWS,
    }

    def theatre(self, view: OperationsView) -> Theatre:
        """Own units, objectives, divisions."""
        board, roster = view.board, view.position.roster
        return Theatre(
            board.map.grid,
            frozenset(unit.hex for unit in view.own_units()),
            frozenset(objective.hex for objective in board.objectives),
            lambda unit: roster[unit].division if unit in roster else "",
        )
