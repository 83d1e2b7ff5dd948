"""The battle screen: the shared one, with the panel of attacks, and with what is asked brought into sight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from wab.app.map.scene import MapScene
from wab.app.wargame.attack import panel as attack_panel
from wab.app.wargame.muster import panel as muster_panel
from wab.app.wargame.offers import orders
from wab.app.wargame.screen import hud
from wab.app.wargame.screen.hex_battle import HexBattle
from wab.app.wargame.troops import units
from wab.app.wargame.ui.desk import Desk
from wab.app.zocbonds.hand import consents
from wab.app.zocbonds.hand.hand import AttackPlan, ZocBondsHand
from wab.app.zocbonds.looks.ui import UiState
from wab.app.zocbonds.panels import landing_panel
from wab.app.zocbonds.panels.attack_sheet import sheet_of
from wab.app.zocbonds.panels.muster_pages import ZocBondsMuster
from wab.app.zocbonds.screen.commands import OWN, TOOLS
from wab.engine.kernel.events import Event
from wab.hexes import HexId
from wab.systems.zocbonds.state.steps import Fight, LoseSteps


def _units(desk: Desk) -> None:
    hand = desk.interaction
    if isinstance(hand, ZocBondsHand) and isinstance(hand.plan, AttackPlan) and not (desk.replaying or desk.showing):
        hand.row = None
        plan = hand.plan
        attack_panel.draw(desk, desk.kept("attack-sheet", lambda: sheet_of(hand, plan), plan))
    else:
        units.draw(desk)
        if desk.ui.panel != muster_panel.NAME or desk.view.phase != "replacement":  # the page has the same orders
            orders.draw(desk)


def _lists(desk: Desk) -> None:
    if isinstance(desk.commands, ZocBondsBattle) and desk.ui.panel == landing_panel.NAME:
        landing_panel.draw(desk, desk.commands.ui, desk.commands.first_day)


PARTS = replace(hud.SHARED, units=_units, lists=_lists)


class ZocBondsBattle(HexBattle[ZocBondsHand, UiState]):
    """A battle of bonds on the screen."""

    own_commands = OWN
    first_tools = (*TOOLS, *HexBattle.first_tools)
    shows_opening = False  # the page of the landing tells it

    def draw_panels(self, desk: Desk, scene: MapScene) -> None:
        """Draw the whole HUD."""
        hud.draw(desk, scene, PARTS)

    @property
    def muster(self) -> ZocBondsMuster:
        """Units off the map."""
        return ZocBondsMuster(self.interaction)

    @property
    def first_day(self) -> list[Event]:
        """Events that the seat saw on the first day, as far as the replay has shown them."""
        coming = {id(event) for event in self._replay.to_come} if self._replay is not None else set[int]()
        first = next((played for played in self.session.turns if played.turn == 1), None)
        return [event for event in first.seen if id(event) not in coming] if first is not None else []

    def _deed(self, key: str, *, control: bool, shift: bool) -> Callable[[], object] | None:
        """Its own key, else what a key does in every such battle."""
        if not (control or shift) and (deed := landing_panel.deed_of(self._desk, self.ui, self.first_day, key)):
            return deed
        return super()._deed(key, control=control, shift=shift)

    @property
    def answers(self) -> bool:
        """Something of a combat, or of a march, is asked that is not finished."""
        return bool(self.interaction.position.agenda)

    def go_on(self) -> None:
        """Open the page that is due, and bring the combat of a question into sight."""
        self._open_by_itself()
        hex_ = self._place_asked_about()
        if hex_ is not None and self._changed("asked", hex_, self.interaction.view.phase):
            self.jump(hex_)

    def _open_by_itself(self) -> None:
        """The page of the landing opens with the game, or once the landings are over, where the other side decided
        first. As the replacement phase begins its page opens, and afterwards it closes, where nothing else was opened.
        """
        hand, ui = self.interaction, self.ui
        moment = (hand.view.turn, hand.view.phase)
        if ui.landing_due is None:
            board = hand.position.board
            ui.landing_due = self.session.just_begun and bool(board.drops or board.assault)
        if hand.stopped or self.replaying or ui.opened == moment:
            return
        first = self.session.just_begun
        if ui.landing_due and not ui.panel and (first or hand.position.now.phase != "invasion"):
            ui.panel, ui.one_by_one, ui.landing_due = landing_panel.NAME, first, False
        if moment[1] == "replacement" and not ui.panel:
            ui.panel, ui.page = muster_panel.NAME, "replacements"
        elif ui.opened[1] == "replacement" and ui.panel == muster_panel.NAME:
            ui.panel = ""
        if ui.opened[1] != moment[1]:
            ui.page = "replacements" if moment[1] == "replacement" else ""
        ui.opened = moment

    def places_spoken_of(self, desk: Desk, scene: MapScene) -> tuple[tuple[HexId, ...], ...]:
        """Return the hexes of the open landing, the chosen unit, the combat or the planned attack."""
        if self.ui.panel == landing_panel.NAME:
            return (landing_panel.spoken_of(self.ui, landing_panel.landings_of(desk, self.first_day)),)
        plan = self.interaction.plan
        if (fight := self._asked_about()) is not None and self.interaction.hex is None:
            target, origins = fight
            return (target, *origins, *self.interaction.ways), (target, *origins), (target,)
        if not isinstance(plan, AttackPlan):
            return super().places_spoken_of(desk, scene)
        units = self.interaction.position.units
        target = plan.attack.target
        return (target, *sorted({units[unit].hex for unit in plan.attack.units})), (target,)

    def _place_asked_about(self) -> HexId | None:
        """The hex of the combat, or of the assault from the sea, about which the player has to decide now."""
        if (fight := self._asked_about()) is not None:
            return fight[0]
        hand = self.interaction
        step = hand.position.agenda[0] if hand.position.agenda and not hand.stopped else None
        if isinstance(step, LoseSteps) and self.ui.panel != landing_panel.NAME:
            return next((hand.position.units[unit].hex for unit in step.units if unit in hand.position.units), None)
        return None

    def _asked_about(self) -> tuple[HexId, tuple[HexId, ...]] | None:
        """Return the combat that waits for an answer or for consent: its hex, and the hexes of its attackers."""
        hand = self.interaction
        if hand.stopped or not hand.position.agenda:
            return None
        fight: Fight | None = hand.position.now.fight
        return (fight.target, fight.origins) if fight is not None else consents.where(hand.position)

    def show_reach(self, scene: MapScene) -> None:
        """Show the hexes that the selected units can reach, or the hex of a combat that waits for an answer."""
        fight = self._asked_about()
        if fight is not None and not self.interaction.reach.near:
            scene.set_reach((fight[0],))
        else:
            super().show_reach(scene)

    def show_path(self, scene: MapScene) -> None:
        """The path under the pointer; while something is asked about a combat, the arrow of its attackers."""
        hand, fight = self.interaction, self._asked_about()
        if fight is not None and hand.path is None and hand.target is None:
            scene.set_path(self.arrow(fight[1][0], fight[0]))
        else:
            super().show_path(scene)
