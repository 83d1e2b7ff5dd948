"""The battle screen: the shared one, with the page of the landing."""

from __future__ import annotations

from dataclasses import replace

from wab.app.map.scene import MapScene
from wab.app.omaha.hand.hand import OmahaHand
from wab.app.omaha.screen.muster import LANDING, OmahaMuster
from wab.app.wargame.muster import panel as muster_panel
from wab.app.wargame.offers import orders
from wab.app.wargame.screen import hud
from wab.app.wargame.screen.commands import panel_command
from wab.app.wargame.screen.hex_battle import HexBattle
from wab.app.wargame.troops import units
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.ui import UiState
from wab.engine.words.text import N_
from wab.locale import _

BOXES = panel_command(
    "omaha.boxes",
    N_("Landing boxes and units on their way; in it arrows, Enter, Tab"),
    "m",
    muster_panel.ICON,
    muster_panel.NAME,
    tip=lambda _s: _("The landing"),
)


def _units(desk: Desk) -> None:
    """The orders on offer; the page of the landing has its own."""
    units.draw(desk)
    if desk.ui.panel != muster_panel.NAME or desk.view.phase != "arrivals":
        orders.draw(desk)


PARTS = replace(hud.SHARED, units=_units)


class OmahaBattle(HexBattle[OmahaHand, UiState]):
    """The landing on the screen."""

    own_commands = (BOXES,)
    first_tools = (muster_panel.NAME, *HexBattle.first_tools)
    _opened: tuple[int, str] = (0, "")

    def draw_panels(self, desk: Desk, scene: MapScene) -> None:
        """Draw the whole HUD."""
        hud.draw(desk, scene, PARTS)

    @property
    def muster(self) -> OmahaMuster:
        """Units off the map."""
        return OmahaMuster(self.interaction)

    def go_on(self) -> None:
        """Open the page of the landing as units are due, and close it when all of them have a box."""
        hand, ui = self.interaction, self.ui
        moment = (hand.view.turn, hand.view.phase)
        if hand.stopped or self.showing or self._opened == moment:
            return
        if moment[1] == "arrivals" and not ui.panel:
            ui.panel, ui.page = muster_panel.NAME, LANDING
        elif self._opened[1] == "arrivals" and ui.panel == muster_panel.NAME:
            ui.panel, ui.page = "", ""
        self._opened = moment
