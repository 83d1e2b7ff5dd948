"""The battle screen: the shared one with the table, the card of a call, and rings on ground that was found empty."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from wab.app.blind.hand.fought import outcome_of
from wab.app.blind.hand.hand import BlindHand
from wab.app.blind.hand.table_rows import QUESTIONS, TablePlan
from wab.app.blind.looks import overlays, reports
from wab.app.blind.panels import call_card, table_board
from wab.app.blind.screen.adapter import BlindAdapter
from wab.app.blind.screen.commands import OWN, TOOLS
from wab.app.blind.screen.ui import ClosedTable, UiState
from wab.app.map.scene import MapScene
from wab.app.pages.fronts import Exits
from wab.app.play.table import Table
from wab.app.wargame.adapter.outcome import Outcome
from wab.app.wargame.hand.cursor import following
from wab.app.wargame.offers import orders
from wab.app.wargame.screen import hud
from wab.app.wargame.screen.hex_battle import HexBattle
from wab.app.wargame.troops import units
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.hints import Hint
from wab.app.window.window import GameWindow
from wab.engine.kernel.events import Event
from wab.engine.kernel.view import View
from wab.hexes import HexId
from wab.locale import _
from wab.systems.blind.state import events as ev
from wab.systems.blind.state.state import State


def _dialogs(desk: Desk) -> None:
    if isinstance(desk.commands, BlindBattle):
        desk.commands.draw_dialogs(desk)


def _units(desk: Desk) -> None:
    """The orders on offer; the table has its own."""
    units.draw(desk)
    if not isinstance(desk.interaction.plan, TablePlan):
        orders.draw(desk)


PARTS = replace(hud.SHARED, units=_units, dialogs=_dialogs)


class BlindBattle(HexBattle[BlindHand, UiState]):
    """A blind battle on the screen."""

    own_commands = OWN
    first_tools = (*TOOLS, *HexBattle.first_tools)

    def __init__(
        self, session: Table, exits: Exits, hand: BlindHand, ui: UiState, open_map: Callable[[GameWindow], MapScene]
    ) -> None:
        super().__init__(session, exits, hand, ui, open_map)
        self._at_table: list[Event] = []
        if isinstance(self.adapter, BlindAdapter):
            self.adapter.shared = len(session.persons) > 1

    def draw_panels(self, desk: Desk, scene: MapScene) -> None:
        """Draw the whole HUD."""
        hud.draw(desk, scene, PARTS)

    @property
    def answers(self) -> bool:
        """A question of the table is asked."""
        return self.interaction.view.phase in QUESTIONS

    @property
    def hint(self) -> Hint | None:
        """The hint that is due, when the answer to a call has been read."""
        return None if self.ui.called is not None or self.interaction.stopped else super().hint

    # ---- the table, the card

    def draw_dialogs(self, desk: Desk) -> None:
        """The open table, else tables that have closed, one after the other, else the card of the last call."""
        hand, ui = self.interaction, self.ui
        if desk.view.position.now.table is not None:
            table_board.draw(desk, hand, desk.view)
        elif ui.closed and not desk.showing:
            if table_board.draw(desk, hand, ui.closed[0].view, ui.closed[0].outcome, more=len(ui.closed) - 1):
                self.put_table_away()
        elif ui.called is not None and not call_card.draw(desk, ui.called, call_card.now() - ui.called_at):
            ui.called = None

    def put_table_away(self) -> None:
        """Back to the maps, or on to the next table."""
        del self.ui.closed[:1]

    @property
    def _reads_table(self) -> bool:
        return bool(self.ui.closed) and self.interaction.view.position.now.table is None

    def confirm(self) -> None:
        """Put a closed table away, else as everywhere."""
        if self._reads_table:
            self.put_table_away()
        else:
            super().confirm()

    def escape(self) -> None:
        """The same."""
        if self._reads_table:
            self.put_table_away()
        else:
            super().escape()

    def on_click(self, x: float, y: float, shift: bool = False) -> None:
        """A click on the map; the card of a call has been read."""
        self.ui.called = None
        super().on_click(x, y, shift)

    def _take(self, events: Sequence[Event], *, own: bool = False) -> None:
        """Keep what the player has to read: tables as they close, and the answer to an own call."""
        super()._take(events, own=own)
        for event in events:
            self._at_table = [event] if isinstance(event, ev.TableOpened) else [*self._at_table, event]
            if isinstance(event, ev.TableClosed) and (view := self.session.known_before(event)) is not None:
                self.ui.closed.append(ClosedTable(view, self._outcome(view)))
            if own and isinstance(event, ev.Called) and event.unit:
                self.ui.called, self.ui.called_at = event, call_card.now()

    def _outcome(self, view: View) -> Outcome | None:
        """The result of the table that closes, from what the seat saw of it."""
        position: State = view.position  # type: ignore[attr-defined]  # the views of this system hold a position
        return outcome_of(position, view.side, self._at_table)

    # ---- the map

    def go_on(self) -> None:
        """Follow what two persons may see together, draw the boundary while its overlay lies there, show the table."""
        hand, table = self.interaction, self.interaction.view.position.now.table
        covered = isinstance(self.adapter, BlindAdapter) and self.adapter.covered
        if covered != hand.curtained:
            hand.curtained = covered
            hand.deselect()
            self._shown.clear()
        hand.drawing = self.ui.overlay == "boundary"
        if covered and self.ui.overlay:
            self.ui.overlay = ""
        if table is not None and self._changed("table", table.target):
            self.jump(table.target)

    def next_report(self) -> None:
        """Go to the next report of the enemy, and show it."""
        adapter, hand = self.adapter, self.interaction
        hexes = sorted(reports.by_hex(reports.marks(hand.position, hand.view.side)))
        hex_ = following(hexes, hand.hovered)
        if hex_ is None or hand.covered:
            hand.tell(_("Nothing has been heard of the enemy."))
            return
        hand.hover(hex_)
        hand.look_at(hex_)
        self.go_to(adapter.stack(hex_))

    def places_spoken_of(self, desk: Desk, scene: MapScene) -> tuple[tuple[HexId, ...], ...]:
        """The board covers the map: nothing has to be brought out from under it."""
        return () if desk.view.position.now.table is not None else super().places_spoken_of(desk, scene)

    def show_reach(self, scene: MapScene) -> None:
        """Show the reach of the selected units; during a retreat, the ways back."""
        ways = {hex_ for row in self.interaction.rows for hex_ in getattr(row.after, "to", ())}
        if ways:
            scene.set_reach(ways)
        else:
            super().show_reach(scene)

    def _sync_reach(self, scene: MapScene, view: object) -> None:
        """Also the ground around the pointer that an air unit would interdict."""
        super()._sync_reach(scene, view)
        hand = self.interaction
        if hand.view.phase == "interdiction" and self._changed("area", view, hand.units, hand.hovered):
            self.show_reach(scene)

    def _sync_switches(self, scene: MapScene, view: object) -> None:
        """Also a ring on each enemy hex that was found empty."""
        super()._sync_switches(scene, view)
        if self.interaction.covered or self._watching:
            return
        hand, ui = self.interaction, self.ui
        focus = self.adapter.focus(ui.overlay, hand.hovered, hand.considered) if ui.overlay else None
        if self._changed("rings", view, ui.overlay, focus):
            laid = self.adapter.layer_with(ui.overlay, focus) if ui.overlay else None
            rings = overlays.rings(hand.position, hand.view.side)
            scene.set_bars((*(laid.bars if laid is not None else ()), *rings))
