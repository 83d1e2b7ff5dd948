"""The plot of the card game: which event opens a scene, and which goes on with one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.plot import BOMBARDMENT, CARD, COMBAT, GOES_ON, LEADS, MARCH, NEWS, Beat, Facts, Plot, Theatre
from wab.systems.cards.state import events as ev

_NEWS = Beat(NEWS)
_FIGHTS = (COMBAT, BOMBARDMENT)


class CardsPlot(Plot):
    """A card with the units that it orders, marches, and fights with all that comes of them."""

    beats: Mapping[type[Event], Beat] = {
        Rolled: LEADS,
        ev.CardPlayed: Beat(CARD, opens=True),
        ev.StageBegan: GOES_ON,
        ev.SymbolsRead: GOES_ON,
        ev.UnitOrdered: GOES_ON,
        ev.TokenChanged: GOES_ON,
        ev.ObstaclePlaced: GOES_ON,
        ev.ObstacleRemoved: GOES_ON,
        ev.Recovered: GOES_ON,
        ev.UnitMoved: Beat(MARCH, by="unit"),
        ev.UnitLeft: GOES_ON,
        ev.SalvoAimed: Beat(BOMBARDMENT, opens=True),
        ev.SalvoFired: Beat(BOMBARDMENT),
        ev.SalvoEnded: GOES_ON,
        ev.AttackDeclared: Beat(COMBAT, opens=True),
        ev.AmbushDeclined: GOES_ON,
        ev.AmbushPlayed: GOES_ON,
        ev.AttackResolved: Beat(COMBAT),
        ev.FightChanged: GOES_ON,
        ev.FightEnded: GOES_ON,
        ev.FiguresLost: Beat(loss=True),
        ev.Eliminated: Beat(loss=True, gone=True),
        ev.RetreatDue: GOES_ON,
        ev.Retreated: Beat(MARCH, within=_FIGHTS),
        ev.GroundTaken: Beat(MARCH, within=_FIGHTS),
        ev.OverrunOpened: GOES_ON,
        ev.OverrunClosed: GOES_ON,
        ev.MedalWon: Beat(NEWS, within=(*_FIGHTS, MARCH)),
        ev.MedalLost: Beat(NEWS, within=(*_FIGHTS, MARCH)),
    }

    def facts(self, event: Event) -> Facts:
        """Return attacker and target of a fight by their hexes; numbers of targets are units, not hexes."""
        match event:
            case ev.AttackDeclared(fight=fight):
                return Facts((fight.attacker,), (fight.origin, fight.hex))
            case ev.AttackResolved() | ev.SalvoFired() | ev.SalvoAimed() | ev.FightChanged():
                return Facts()
        return super().facts(event)

    def theatre(self, view: Any) -> Theatre:
        """Units of the side, medals on the map."""
        position = view.position
        board = position.board
        return Theatre(
            board.field.grid,
            frozenset(unit.hex for unit in position.units.values() if unit.side == view.side),
            frozenset(hex_ for objective in board.objectives for hex_ in objective.hexes),
        )
