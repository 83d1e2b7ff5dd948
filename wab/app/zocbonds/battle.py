"""The battle screen: the shared one, with the panel of attacks, and with what is asked brought into sight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from wab.app.hud.widgets import Action
from wab.app.map.scene import MapScene
from wab.app.wargame import hud
from wab.app.wargame.battle import HexBattle
from wab.app.wargame.panels import orders, units
from wab.app.wargame.panels.tools import panel_tool
from wab.app.wargame.ui import Desk
from wab.app.zocbonds import attack_panel, muster_panel, records_panel
from wab.app.zocbonds.hand import AttackPlan, ZocBondsHand
from wab.app.zocbonds.ui import UiState
from wab.hexes import HexId
from wab.locale import _
from wab.systems.zocbonds.steps import Fight


def _units(desk: Desk) -> None:
    hand = desk.interaction
    if isinstance(hand, ZocBondsHand) and isinstance(hand.plan, AttackPlan) and not (desk.replaying or desk.showing):
        hand.row = None
        attack_panel.draw(desk, hand, hand.plan)
    else:
        units.draw(desk)
        if desk.ui.panel != muster_panel.NAME or desk.view.phase != "replacement":  # the page has the same orders
            orders.draw(desk)


def _lists(desk: Desk) -> None:
    records_panel.draw(desk)
    if isinstance(desk.interaction, ZocBondsHand) and isinstance(desk.ui, UiState):
        muster_panel.draw(desk, desk.interaction, desk.ui)


PARTS = replace(hud.SHARED, units=_units, lists=_lists)


class ZocBondsBattle(HexBattle[ZocBondsHand, UiState]):
    """A battle of bonds on the screen."""

    def draw_panels(self, desk: Desk, scene: MapScene) -> None:
        """Draw the whole HUD."""
        hud.draw(desk, scene, PARTS)

    def tools(self) -> list[tuple[str, Action]]:
        """The shared ones, and the list of records before them."""
        records = panel_tool(self.ui, records_panel.NAME, records_panel.ICON, records_panel.KEY, _("Records"))
        muster = panel_tool(self.ui, muster_panel.NAME, muster_panel.ICON, muster_panel.KEY, _("Reinforcements"))
        return [records, muster, *super().tools()]

    def _deed(self, key: str, *, control: bool, shift: bool) -> Callable[[], object] | None:
        """Its own key, else what a key does in every such battle."""
        own = {panel.KEY.lower(): panel.NAME for panel in (records_panel, muster_panel)}
        if key in own and not (control or shift) and self.ui.panel != "rules":
            return lambda: self.toggle_panel(own[key])
        if not control and (deed := muster_panel.deed_of(self._desk, self.interaction, self.ui, key, shift=shift)):
            return deed
        return super()._deed(key, control=control, shift=shift)

    def go_on(self) -> None:
        """Where something is asked about a combat, it comes into sight; replacements have their page at once."""
        self._open_by_itself()
        fight = self._asked_about()
        if fight is not None and self._changed("asked", fight.target, self.interaction.view.phase):
            self.jump(fight.target)

    def _open_by_itself(self) -> None:
        """As the replacement phase begins its page opens; afterwards it closes, where nothing else was opened."""
        hand, ui = self.interaction, self.ui
        moment = (hand.view.turn, hand.view.phase)
        if hand.stopped or self.replaying or ui.opened == moment:
            return
        if moment[1] == "replacement" and not ui.panel:
            ui.panel, ui.page = muster_panel.NAME, "replacements"
        elif ui.opened[1] == "replacement" and ui.panel == muster_panel.NAME:
            ui.panel = ""
        if ui.opened[1] != moment[1]:
            ui.page = "replacements" if moment[1] == "replacement" else ""
        ui.opened = moment

    def places_spoken_of(self, desk: Desk, scene: MapScene) -> tuple[tuple[HexId, ...], ...]:
        """Where the unit that is chosen may come onto the map; while an attack is put together, its target and those
        who attack it; else as everywhere."""
        if coming := tuple(muster_panel.spoken_of(desk, self.interaction, self.ui)):
            return coming, coming[:1]
        plan = self.interaction.plan
        if not isinstance(plan, AttackPlan):
            return super().places_spoken_of(desk, scene)
        units = self.interaction.position.units
        target = plan.attack.target
        return (target, *sorted({units[unit].hex for unit in plan.attack.units})), (target,)

    def _asked_about(self) -> Fight | None:
        """The combat about which the player has to decide now."""
        hand = self.interaction
        found: Fight | None = hand.position.now.fight
        return found if found is not None and not hand.stopped and hand.position.agenda else None

    def show_path(self, scene: MapScene) -> None:
        """The path under the pointer; while something is asked about a combat, the arrow of its attackers."""
        hand, fight = self.interaction, self._asked_about()
        if fight is not None and hand.path is None and hand.target is None:
            scene.set_path(self.arrow(fight.origins[0], fight.target))
        else:
            super().show_path(scene)
