"""The plot of ZOC Bonds: which event opens a scene, and which goes on with one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.plot import ARRIVALS, COMBAT, GOES_ON, LANDING, LEADS, MARCH, NEWS, Beat, Plot, Theatre
from wab.systems.zocbonds.state import events as ev

_GOALS = ("city", "village")
_NEWS = Beat(NEWS)
_MARCH = Beat(MARCH, by="unit")
_LOSS = Beat(loss=True)
_AFTER = Beat(NEWS, within=(COMBAT,))


class ZocBondsPlot(Plot):
    """Marches; combats with determined defence, retreat and advance; one landing for each division and each beach."""

    beats: Mapping[type[Event], Beat] = {
        Rolled: LEADS,
        ev.Asked: LEADS,
        ev.MarkerSet: LEADS,
        ev.PlayerTurnBegan: LEADS,
        ev.PhaseBegan: LEADS,
        ev.Answered: GOES_ON,
        ev.Moved: _MARCH,
        ev.Entered: Beat(ARRIVALS, by="place"),
        ev.Landed: Beat(ARRIVALS, by="place"),
        ev.Placed: Beat(ARRIVALS, within=(LANDING,), by="unit"),
        ev.AttackDeclared: Beat(COMBAT, opens=True),
        ev.MeansUsed: GOES_ON,
        ev.JabosRolled: GOES_ON,
        ev.CombatRolled: Beat(COMBAT),
        ev.DefenceRolled: Beat(COMBAT),
        ev.FightChanged: GOES_ON,
        ev.OnceOnly: GOES_ON,
        ev.Consented: GOES_ON,
        ev.MarkerLifted: GOES_ON,
        ev.HeldBack: GOES_ON,
        ev.SupplySpent: GOES_ON,
        ev.ControlTaken: GOES_ON,
        ev.WorksGone: _AFTER,
        ev.BeachClosed: _AFTER,
        ev.StoreLost: _AFTER,
        ev.StepLost: _LOSS,
        ev.Eliminated: Beat(loss=True, gone=True),
        ev.Retreated: Beat(MARCH, within=(COMBAT,)),
        ev.Advanced: Beat(MARCH, within=(COMBAT, LANDING)),
        ev.Scattered: Beat(LANDING, within=(ARRIVALS,), by="unit"),
        ev.AssaultRolled: Beat(LANDING, opens=True),
        ev.LandingFailed: _LOSS,
        ev.TanksRolled: GOES_ON,
        ev.AttritionRolled: _NEWS,
    }

    def theatre(self, view: Any) -> Theatre:
        """Units of the side, cities and villages, formations."""
        position = view.position
        board, roster = position.board, position.board.roster
        places = np.flatnonzero(np.any([board.map.is_terrain(name) for name in _GOALS], axis=0) & board.in_play)
        return Theatre(
            board.map.grid,
            frozenset(unit.hex for unit in position.units.values() if roster[unit.id].side == view.side),
            frozenset(int(hex_) for hex_ in places),
            lambda unit: str(roster[unit].formation) if unit in roster else "",
        )
