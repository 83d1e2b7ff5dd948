"""The battle screen of the flagship: its additions to the screen of all hex wars."""

from __future__ import annotations

from collections.abc import Iterable

from wab.app.hud.kit import Kit
from wab.app.map.scene import MapScene, open_map
from wab.app.operations.hand.adapter import OperationsAdapter
from wab.app.operations.hand.commands import OWN, TOOLS, own_deed, rooms_of
from wab.app.operations.hand.delegates import Delegates
from wab.app.operations.hand.interaction import Interaction
from wab.app.operations.hand.modes import Aim, Mode
from wab.app.operations.hand.plans import AttackPlan
from wab.app.operations.hand.ui import Desk, UiState
from wab.app.operations.looks.nations import art_folder
from wab.app.operations.panels import delegation
from wab.app.operations.screen.hud import PARTS
from wab.app.pages.fronts import Exits
from wab.app.play.table import Table, events_of
from wab.app.wargame.hand.drafts import Drafts
from wab.app.wargame.screen import hud
from wab.app.wargame.screen.hex_battle import HexBattle
from wab.app.wargame.troops import battle_order
from wab.app.wargame.ui.commands import Deed
from wab.app.wargame.ui.desk import Desk as WarDesk
from wab.app.window.window import GameWindow
from wab.hexes import HexId
from wab.systems.operations.seen.view import OperationsView


class BattleScreen(HexBattle[Interaction, UiState]):
    """A game being played. `session` is the game at this screen, `exits` where the screen can go when it is left."""

    adapter: OperationsAdapter
    own_commands = OWN
    first_tools = TOOLS

    def __init__(self, session: Table, exits: Exits) -> None:
        super().__init__(session, exits, Interaction(Drafts(session)), UiState(), self._map)
        self.delegates = Delegates(session, self.interaction)

    def _map(self, window: GameWindow) -> MapScene:
        return open_map(window, self.adapter.hexmap, art_folder())

    # ---- state

    @property
    def view(self) -> OperationsView:
        """The view of the side at the screen, as it is now."""
        return self.adapter.view

    def go_on(self) -> None:
        """Give the next of the staff's orders where all are approved, once the last one has been shown."""
        self.delegates.update()
        if self.showing:
            return
        self.messages.say(self.delegates.carry_on())
        self._take(events_of(self.session.take_witnessed()), own=True)

    def _change_seats(self) -> None:
        """The staff gives no more orders."""
        super()._change_seats()
        self.delegates.stop()

    # ---- the HUD

    def make_desk(self, kit: Kit) -> Desk:
        """Return the desk that the panels read and act through."""
        return Desk(**self.desk_facts(kit), delegates=self.delegates)

    def draw_panels(self, desk: WarDesk, scene: MapScene) -> None:
        """Draw the whole HUD."""
        if isinstance(desk, Desk):
            hud.draw(desk, scene, PARTS)

    def places_told(self, desk: WarDesk) -> list[HexId]:
        """Return also the places on the list of delegated troops."""
        if isinstance(desk, Desk) and delegation.is_open(desk):
            return delegation.places(desk)
        return super().places_told(desk)

    def places_spoken_of(self, desk: WarDesk, scene: MapScene) -> tuple[tuple[HexId, ...], ...]:
        """Return first the hex into which units may advance, and the hexes that they would leave."""
        advance = self.interaction.advance
        if advance is None:
            return super().places_spoken_of(desk, scene)
        origins = (self.adapter.where(row.unit) for row in advance.rows)
        whole = (advance.target, *sorted({hex_ for hex_ in origins if hex_ is not None}))
        return whole, (advance.target,)

    def show_arrivals(self) -> None:
        """Open the list of reinforcements in the order of battle, or put it away."""
        if self.ui.panel == battle_order.NAME and self.ui.tab == "arrivals":
            self.ui.panel = ""
        else:
            self.ui.panel = battle_order.NAME
            battle_order.open_tab(self.ui, "arrivals")

    def aim_bombers(self) -> None:
        """Bombers need no selection (OPS-7.5.1-9)."""
        if self.interaction.units:
            self.interaction.deselect()
        self.aim(Aim.BOMBARD)

    # ---- keys and commands

    @property
    def rooms_for_a_while(self) -> tuple[str, ...]:
        """The pointer comes first while a move is aimed, the list of delegated troops while it is open."""
        return rooms_of(self)

    def own_deed(self, key: str, *, shift: bool) -> Deed | None:
        """Return the temporary meaning of a key."""
        return own_deed(self, key, shift=shift)

    def escape(self) -> None:
        """Stop the staff, let an advance go by; else as on all screens."""
        picked = self.interaction
        if self.ui.sheet is None and self.delegates.carrying_out:
            self.delegates.stop()
        elif self.ui.sheet is None and picked.mode is Mode.ADVANCE and picked.question is None:
            picked.stay()
        else:
            super().escape()

    def delegate(self) -> None:
        """The selected units to the staff, or back from it; the list of its orders shows. None selected: the list."""
        if not self.delegates.selected():
            self.toggle_panel("delegation")
        elif self.delegates.hand_over_or_back():
            self.ui.panel = "delegation"

    def hand_over(self, units: Iterable[int]) -> None:
        """Some units to the staff."""
        if self.delegates.hand_over(units):
            self.ui.panel = "delegation"

    def keep_marks(self) -> None:
        """Keep the markers of objectives on the map, or take them away (OPS-9.2.1-7)."""
        self.ui.marks_kept = not self.ui.marks_kept

    def show_sheet(self) -> None:
        """Open the sheet of the unit that is shown, or put it away."""
        self.ui.sheet = self.interaction.shown_unit if self.ui.sheet is None else None

    def undo(self) -> None:
        """Take back the last order; the staff stops."""
        self.delegates.stop()
        super().undo()

    def aim(self, aim: Aim) -> None:
        """Say what the next click is for; once more takes it back."""
        if self.interaction.aim is aim and aim is not Aim.ANY:
            self.interaction.aim = Aim.ANY
        else:
            self.interaction.aim_at(aim)

    # ---- the map

    def show_reach(self, scene: MapScene) -> None:
        """Show the reach and the enemies that guns could bombard, or the targets while an attack is aimed."""
        picked = self.interaction
        if picked.aim in (Aim.ATTACK, Aim.BOMBARD):
            self._show_targets(scene)
            return
        reach = picked.reach
        scene.set_reach(reach.near | picked.fires, reach.far, reach.figures, reach.teeth, reach.rose)

    def _show_targets(self, scene: MapScene) -> None:
        """Light up the targets of an attack or a bombardment, with the ratio of an attack on each."""
        picked, figures = self.interaction, {}
        targets = picked.targets(picked.aim)
        for hex_ in targets if picked.aim is Aim.ATTACK else ():
            preview = AttackPlan.open(self.view, hex_, picked.units).preview
            if preview is not None:
                figures[hex_] = preview.odds.final_ratio
        scene.set_reach(targets, (), figures, (), targets)

    def show_path(self, scene: MapScene) -> None:
        """Show the way of the units that advance; else the path, as on all screens."""
        advance = self.interaction.advance
        if advance is not None and advance.units:
            scene.set_path((self.view.unit(min(advance.units)).hex, advance.target), firm=False)
        else:
            super().show_path(scene)
