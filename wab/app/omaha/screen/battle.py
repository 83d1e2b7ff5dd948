"""The battle screen: the shared one with hexsides and dots on the map, the panel of attacks, and the landing boxes."""

from __future__ import annotations

from dataclasses import replace

from wab.app.map.scene import MapScene
from wab.app.omaha.hand.hand import AttackPlan, OmahaHand
from wab.app.omaha.panels import map_marks
from wab.app.omaha.panels.attack_sheet import sheet_of
from wab.app.omaha.screen.commands import OWN, TOOLS
from wab.app.omaha.screen.muster import LANDING, OmahaMuster
from wab.app.wargame.attack import panel as attack_panel
from wab.app.wargame.muster import panel as muster_panel
from wab.app.wargame.offers import orders
from wab.app.wargame.screen import hud
from wab.app.wargame.screen.hex_battle import HexBattle
from wab.app.wargame.troops import units
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.ui import UiState
from wab.hexes import HexId
from wab.systems.omaha.movement.arrivals import due_now


def _units(desk: Desk) -> None:
    """The attack that is put together, else the unit and its orders; the page of landing boxes has its own orders."""
    hand = desk.interaction
    if isinstance(hand, OmahaHand) and isinstance(hand.plan, AttackPlan) and not (desk.replaying or desk.showing):
        hand.row, plan = None, hand.plan
        pressed = attack_panel.draw(desk, desk.kept("attack-sheet", lambda: sheet_of(hand, plan), plan))
        if pressed:
            hand.give(plan.others[int(pressed)])
        return
    units.draw(desk)
    if desk.ui.panel != muster_panel.NAME or desk.view.phase != "arrivals":
        orders.draw(desk)


FACING = 4
"""Hexes from an own unit within which Germans still stand before it."""
PARTS = replace(hud.SHARED, ground=map_marks.draw, units=_units)


class OmahaBattle(HexBattle[OmahaHand, UiState]):
    """The landing on the screen."""

    own_commands = OWN
    first_tools = (*TOOLS, *HexBattle.first_tools)
    _opened = (0, "")

    def draw_panels(self, desk: Desk, scene: MapScene) -> None:
        """Draw the whole HUD."""
        hud.draw(desk, scene, PARTS)

    def first_seen(self) -> list[HexId]:
        """Own units and the Germans before them: the beach, and not the sea behind it."""
        own, state = super().first_seen(), self.interaction.position
        grid = state.board.grid
        facing = [at for at in state.now.forces if any(grid.distance(at, hex_) <= FACING for hex_ in own)]
        return [*own, *facing]

    @property
    def muster(self) -> OmahaMuster:
        """Units that are due, and units on their way."""
        return OmahaMuster(self.interaction)

    @property
    def answers(self) -> bool:
        """A question of the rules is asked."""
        return bool(self.interaction.position.agenda)

    def go_on(self) -> None:
        """Open the page of landing boxes while units are due; bring the hex of a question into sight."""
        hand, ui = self.interaction, self.ui
        moment = hand.view.turn, hand.view.phase
        if hand.stopped or self.showing or self._opened == moment:
            return
        if moment[1] == "arrivals" and due_now(hand.position) and not ui.panel:
            ui.panel, ui.page = muster_panel.NAME, LANDING
        elif self._opened[1] == "arrivals" and ui.panel == muster_panel.NAME:
            ui.panel = ""
        self._opened = moment
        goals = [hex_ for order in hand.loose if (hex_ := self.adapter.goal_of(order)) is not None]  # type: ignore[attr-defined]
        if self.answers and goals:
            self.jump(goals[0])

    def places_spoken_of(self, desk: Desk, scene: MapScene) -> tuple[tuple[HexId, ...], ...]:
        """The planned attack: its target, and the units in it."""
        plan, placed = self.interaction.plan, self.interaction.position.units
        if not isinstance(plan, AttackPlan):
            return super().places_spoken_of(desk, scene)
        origins = sorted({placed[unit].hex for unit in plan.attack.units})
        return (plan.attack.target, *origins), (plan.attack.target,)
