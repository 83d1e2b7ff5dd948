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
from wab.app.wargame.ui import Desk, UiState
from wab.app.zocbonds import attack_panel, records_panel
from wab.app.zocbonds.hand import AttackPlan, ZocBondsHand
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
        orders.draw(desk)


PARTS = replace(hud.SHARED, units=_units, lists=records_panel.draw)


class ZocBondsBattle(HexBattle[ZocBondsHand, UiState]):
    """A battle of bonds on the screen."""

    def draw_panels(self, desk: Desk, scene: MapScene) -> None:
        """Draw the whole HUD."""
        hud.draw(desk, scene, PARTS)

    def tools(self) -> list[tuple[str, Action]]:
        """The shared ones, and the list of records before them."""
        own = panel_tool(self.ui, records_panel.NAME, records_panel.ICON, records_panel.KEY, _("Records"))
        return [own, *super().tools()]

    def _deed(self, key: str, *, control: bool, shift: bool) -> Callable[[], object] | None:
        """Its own key, else what a key does in every such battle."""
        if key == records_panel.KEY.lower() and not (control or shift) and self.ui.panel != "rules":
            return lambda: self.toggle_panel(records_panel.NAME)
        return super()._deed(key, control=control, shift=shift)

    def go_on(self) -> None:
        """Where something is asked about a combat, it comes into sight."""
        fight = self._asked_about()
        if fight is not None and self._changed("asked", fight.target, self.interaction.view.phase):
            self.jump(fight.target)

    def places_spoken_of(self, desk: Desk, scene: MapScene) -> tuple[tuple[HexId, ...], ...]:
        """While an attack is put together, its target and those who attack it; else as everywhere."""
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
