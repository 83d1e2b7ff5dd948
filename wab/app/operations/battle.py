"""The battle screen: the map, the HUD, and the hands of the player brought together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from wab.app.battle_screen import JUMP_SECONDS, BoardScreen
from wab.app.camera import Rect
from wab.app.fronts import Exits
from wab.app.kit import Kit
from wab.app.operations import gaze, hud, overlays, presenter
from wab.app.operations.delegates import Delegates, Lender
from wab.app.operations.hints import Hint, Moments, hint_due
from wab.app.operations.interaction import Interaction
from wab.app.operations.keys import deed_of
from wab.app.operations.modes import Aim, Mode
from wab.app.operations.nations import art_folder
from wab.app.operations.plans import AttackPlan
from wab.app.operations.replay import Replay, Tally, report
from wab.app.operations.texts import movement
from wab.app.operations.ui import Battle, Desk, UiState
from wab.app.scene import MapScene, open_map
from wab.app.specs import CounterSpec
from wab.app.theme import METRICS
from wab.engine.events import Event
from wab.hexes import HexId
from wab.systems.operations.events import TurnBegan
from wab.systems.operations.view import OperationsView

if TYPE_CHECKING:
    from wab.app.window import GameWindow

START_PX = 78.0  # pixels a hex in which a battle opens when it is too large for the window
MOST_REACH_FIGURES = 110
LEAST_FREE = 420  # pixels at 100 % that a list has to leave of the map for the panel of units to be spared as well


class Session(Battle, Lender, Protocol):
    """A game at this screen as the battle screen plays it: what the HUD reads, and the clock."""

    def update(self) -> object:
        """Let the computer think and play."""
        ...

    def take_witnessed(self) -> Sequence[Event]:
        """What the side at the screen has seen happen since the last call."""
        ...

    def take_messages(self) -> Sequence[str]:
        """What the player must be told."""
        ...

    @property
    def seat(self) -> str:
        """The seat at the screen."""
        ...

    @property
    def waiting(self) -> str | None:
        """The seat to which the screen has to be handed."""
        ...


class SceneStage:
    """The map scene as the replay uses it."""

    def __init__(self, scene: MapScene) -> None:
        self.scene = scene

    def set_counters(self, specs: Iterable[CounterSpec]) -> None:
        """Replace all counters."""
        self.scene.set_counters(specs)

    def animate_move(self, keys: Iterable[int], path: Sequence[HexId], done: Callable[[], None] | None = None) -> None:
        """Let counters glide along a path."""
        self.scene.animate_move(keys, path, done)

    def flash(self, hex_id: HexId) -> None:
        """Draw the eye to a hex."""
        self.scene.flash(hex_id)

    def set_path(self, hexes: Sequence[HexId], badge: str = "", *, firm: bool = True) -> None:
        """Draw a path."""
        self.scene.set_path(hexes, badge, firm=firm)

    def label(self, hex_id: HexId | None, text: str) -> None:
        """Put a label above a hex."""
        self.scene.marks.show_badge(hex_id, text)

    def skip(self) -> None:
        """Go to the end of everything that moves."""
        self.scene.tweens.finish()

    @property
    def busy(self) -> bool:
        """Something still moves."""
        return self.scene.busy


class BattleScreen(BoardScreen[Interaction, UiState, MapScene]):
    """A game being played. `session` is the game at this screen, `exits` where the screen can go when it is left."""

    def __init__(self, session: Session, exits: Exits) -> None:
        super().__init__(exits, Interaction(session), UiState())
        self.session = session
        self.delegates = Delegates(session, self.interaction)
        self.moments = Moments()
        self._window: GameWindow | None = None
        self._desk: Desk | None = None
        self._replay: Replay | None = None
        self._watching = False
        self._enemy_phase = False
        self._turn_ended = False
        self._uncovered = ""  # the list of orders for which the map has been moved
        self._known: list[CounterSpec] = []
        self._seat = session.seat
        self._known_by: dict[str, list[CounterSpec]] = {}
        self._learnt_by: dict[str, tuple[Moments, set[int]]] = {}

    # ---- the frame's calls

    def enter(self, window: GameWindow) -> None:
        """Put the battle on the map."""
        first = self._window is None
        self._window = window
        scene = open_map(window, self.view.board.map, art_folder())
        if scene is not self._scene:
            self._scene = scene
            self._replay = Replay(SceneStage(scene), lambda: self.view)
            kit = Kit(window.kit)
            self._desk = Desk(kit, self.interaction, self.session, self.ui, self, self.delegates)
        self.ui.speed = scene.tweens.speed
        self._shown.clear()
        self._margins()
        if self.session.seat != self._seat:
            self._change_seats()
        if first:
            self._open_view()
        self._sync(force=True)

    def leave(self) -> None:
        """Take reach, path and labels off the map."""
        if self._replay is not None and self._replay.active:
            self._replay.skip()
        if self._scene is not None:
            self._scene.set_reach(())
            self._scene.set_path(())
            self._scene.set_hover(None)
            self._scene.set_overlay(None)

    def update(self, dt: float) -> None:
        """Let the computer think, show what happened, follow the selection."""
        self.session.update()
        for message in self.session.take_messages():
            self.report = message
        self._take(self.session.take_witnessed())
        self._run_replay(dt)
        self._let_the_staff_go_on()
        if self.session.waiting is not None and not self._watching and not (self._replay and self._replay.active):
            self.exits.hand_over()
            return
        self.interaction.pass_time(dt)
        self.moments.watch(self.interaction)
        self._sync()

    def draw_hud(self) -> None:
        """Draw all panels."""
        desk, scene, window = self._desk, self._scene, self._window
        if desk is None or scene is None or window is None:
            return
        self.ui.pointer = (window.pointer.x / desk.kit.scale, window.pointer.y / desk.kit.scale)
        desk.replaying, desk.report = self.replaying, self.report
        desk.showing = self._replay is not None and self._replay.active
        hud.draw(desk, scene, self.hint)
        self._margins()
        self._uncover(desk, scene)
        self.report = desk.report
        if done := self.session.take_witnessed():  # by a button: what others do is taken in `update`
            self._take(done, own=True)
            self._sync()

    def _uncover(self, desk: Desk, scene: MapScene) -> None:
        """When a list of orders has opened and has something to say, bring what it speaks of out from under it."""
        if self._uncovered == self.ui.panel:
            return
        places = hud.places_told(desk)
        self._uncovered = self.ui.panel if places else ""
        if places:
            gaze.uncover(scene, places, seconds=JUMP_SECONDS)

    def on_resize(self, width: int, height: int) -> None:
        """The free part of the map has another size."""
        self._margins()

    # ---- the pointer

    def on_click(self, x: float, y: float, shift: bool = False) -> None:
        """A click on the map."""
        if self._scene is None:
            return
        self.report = ""
        self._fold_journal()
        hex_ = self._scene.pick(x, y)
        self.interaction.hover(hex_)
        self.interaction.click(hex_, self._scene.pick_counter(x, y), shift=shift)
        self._after_order()

    # ---- keys

    def _deed(self, key: str, *, control: bool, shift: bool) -> Callable[[], object] | None:
        """What a key does here."""
        return deed_of(self, key, control=control, shift=shift)

    def escape(self) -> None:
        """Put away what is open; when nothing is and the computer thinks, it has thought enough."""
        picked = self.interaction
        if self.ui.sheet is not None:
            self.ui.sheet = None
        elif self.delegates.carrying_out:
            self.delegates.stop()
        elif picked.mode is Mode.ADVANCE and picked.question is None:
            picked.stay()
        elif picked.mode in (Mode.IDLE, Mode.WATCHING) and picked.question is None and self.ui.panel:
            self.ui.panel = ""
        elif self.session.busy:
            self.hurry()
        else:
            picked.cancel()

    def confirm(self) -> None:
        """Do what is open; read how the battle ended when it is over."""
        if self.view.phase == "over" and not self.replaying:
            self.outcome()
        else:
            self.interaction.confirm()

    def toggle_journal(self) -> None:
        """Open the journal, or make it small again."""
        self.ui.journal_open, self.ui.journal_by_itself = not self.ui.journal_open, False

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

    # ---- commands of the HUD

    def undo(self) -> None:
        """Take back the last order."""
        self.delegates.stop()
        self.interaction.undo()
        self._shown.clear()

    def next_unit(self, *, back: bool = False) -> None:
        """Select the next unit that has not acted, and bring it into view if it is not."""
        hex_ = self.interaction.next_unit(back=back)
        if hex_ is not None and self._scene is not None and not gaze.in_view(self._scene, hex_):
            self._scene.camera.look_at(hex_, seconds=JUMP_SECONDS)

    def end_turn(self) -> None:
        """End the impulse, or ask first."""
        self.interaction.end_turn()

    def skip(self) -> None:
        """Go to the end of what is being replayed."""
        if self._replay is not None and self._replay.active:
            self._replay.skip()
            self._replay_is_over()

    def hurry(self) -> None:
        """Let the computer decide at once."""
        self.session.hurry()

    def fly(self, x: float, y: float) -> None:
        """Bring a point of the map to the middle."""
        if self._scene is not None:
            self._scene.camera.fly_to(x, y, self._scene.camera.span)

    def set_overlay(self, name: str) -> None:
        """Lay an overlay over the map, or take it away."""
        self.ui.overlay = "" if self.ui.overlay == name else name

    def switch(self, what: str) -> None:
        """Switch fog, names, grid or the third dimension."""
        scene = self._scene
        if scene is None:
            return
        if what == "3d":
            self.toggle_dimension()
        elif what == "grid":
            self.ui.grid = not self.ui.grid
            scene.show_grid(self.ui.grid)
        elif what == "names":
            self.ui.names = not self.ui.names
        else:
            self.ui.fog = not self.ui.fog

    def aim(self, aim: Aim) -> None:
        """Say what the next click is for; once more takes it back."""
        if self.interaction.aim is aim and aim is not Aim.ANY:
            self.interaction.aim = Aim.ANY
        else:
            self.interaction.aim_at(aim)

    # ---- state

    @property
    def view(self) -> OperationsView:
        """What the side at the screen knows now."""
        return self.session.view

    @property
    def replaying(self) -> bool:
        """The enemy's moves are being shown."""
        return self._watching

    @property
    def hint(self) -> Hint | None:
        """The hint that is due."""
        return hint_due(self.view, self.moments, self.ui.hints_seen)

    def _change_seats(self) -> None:
        """Another person sits at the screen, and sees first what happened since that side was there last."""
        self._known_by[self._seat] = self._known
        self._learnt_by[self._seat] = (self.moments, self.ui.hints_seen)
        self._seat = self.session.seat
        self.moments, self.ui.hints_seen = self._learnt_by.get(self._seat, (Moments(), set()))
        self._put_away()
        known = self._known_by.get(self._seat)
        if known is None:  # never been here: nothing to show the changes from
            self.session.take_witnessed()
        self._known = known if known is not None else presenter.counters(self.view)
        self._enemy_phase, self._turn_ended, self.report = False, False, ""
        self.delegates.stop()
        self.interaction.deselect()
        self.interaction.refresh()

    def _put_away(self) -> None:
        """Nothing that the other person had open is left for this one to see."""
        ui = self.ui
        ui.panel, ui.sheet, ui.why, ui.search, ui.scroll = "", None, "", "", 0.0
        ui.journal_open, ui.journal_by_itself, ui.journal_read = False, False, 0

    def _after_order(self) -> None:
        """Show at once what the player's own order did."""
        own = not self.session.busy or self._is_mine()
        self._take(self.session.take_witnessed(), own=own)
        self._sync()

    def _is_mine(self) -> bool:
        return self.view.to_act == self.view.side

    def _take(self, events: Sequence[Event], *, own: bool = False) -> None:
        replay = self._replay
        if not events or replay is None:
            return
        self._turn_ended = self._turn_ended or any(isinstance(e, TurnBegan) and e.turn > 1 for e in events)
        if own and replay.active and not self._watching:
            replay.skip()
        replay.speed = self.ui.speed
        replay.start(self._known, events)
        if not own:
            if not self._enemy_phase:
                replay.tally = Tally()
            self._enemy_phase = True
            self._watching = True
            self.interaction.watching = True
            self.interaction.deselect()

    def _run_replay(self, dt: float) -> None:
        replay = self._replay
        if replay is None:
            return
        replay.speed = self.ui.speed
        if replay.update(dt):
            self._replay_is_over()
        if self._turn_ended and not replay.active and not self._watching:
            self._show_journal()

    def _let_the_staff_go_on(self) -> None:
        """Give the next of the staff's orders where all are approved, once the last one has been shown."""
        self.delegates.update()
        if self._watching or (self._replay is not None and self._replay.active):
            return
        self.report = self.delegates.carry_on() or self.report
        self._take(self.session.take_witnessed(), own=True)

    def _show_journal(self) -> None:
        """At the end of a turn the journal appears, when all that happened in it has been shown (OPS-5.1-6)."""
        self._turn_ended = False
        if not self.ui.journal_open:
            self.ui.journal_open, self.ui.journal_by_itself, self.ui.scroll = True, True, 0.0

    def _fold_journal(self) -> None:
        """The player goes on: a journal that opened by itself is small again."""
        if self.ui.journal_by_itself:
            self.ui.journal_open, self.ui.journal_by_itself = False, False

    def _replay_is_over(self) -> None:
        if self._replay is not None and self._enemy_phase and not self.session.busy:
            self.report = report(self._replay.tally, self.view.side) or self.report
            self._enemy_phase = False
        if self._watching:
            self._watching = False
            self.interaction.watching = False
            self.interaction.refresh()
        self._shown.clear()
        self._sync()

    # ---- the map

    def _margins(self) -> None:
        """The free part of the map; a list that leaves little of it takes the place of the panel of units."""
        if self._scene is None or self._desk is None:
            return
        kit = self._desk.kit
        left = max(METRICS.tool, self.ui.list_right) + 24
        right = METRICS.side_panel + 24 if kit.screen.w - left - METRICS.side_panel >= LEAST_FREE else 24
        sides = (left, METRICS.top_bar + 8, right, METRICS.journal + 20)
        left, top, right, bottom = (round(side * kit.scale) for side in sides)
        self._scene.camera.margins = (left, top, right, bottom)

    def _open_view(self) -> None:
        """The play area, or the middle of the own troops where it is too large to be read whole."""
        scene = self._scene
        if scene is None:
            return
        centres = self.view.board.grid.centres
        area = centres[self.view.board.in_play]
        (left, bottom), (right, top) = area.min(axis=0) - 1.0, area.max(axis=0) + 1.0
        scene.camera.fit(Rect(float(left), float(bottom), float(right), float(top)))
        own = [unit.hex for unit in self.view.own_units()]
        if scene.camera.px_per_hex < START_PX * 0.8 and own:
            x, y = centres[own].mean(axis=0)
            scene.camera.fly_to(float(x), float(y), scene.camera.height / START_PX)

    def _sync(self, force: bool = False) -> None:
        """Bring the map in line with view, selection and switches; untouched while a replay moves the counters."""
        scene, view, picked = self._scene, self.view, self.interaction
        if scene is None or self._replay is None:
            return
        if force:
            self._shown.clear()
        if not self._replay.active and not self._watching:
            self._sync_position(scene, view)
            self._sync_reach(scene, view)
        scene.set_hover(picked.hovered if picked.mode not in hud.DIALOGS else None)
        self._sync_switches(scene, view)

    def _sync_position(self, scene: MapScene, view: OperationsView) -> None:
        picked = self.interaction
        if self._changed("counters", view, picked.units, picked.shown_unit):
            self._known = presenter.counters(view, picked.units)
            scene.set_counters(self._known)
        if self._changed("position", view):
            scene.set_flags(presenter.flags(view))
            scene.set_front(presenter.front_sides(view))
            scene.set_light(presenter.light(view))

    def _sync_switches(self, scene: MapScene, view: OperationsView) -> None:
        if self._changed("fog", view, self.ui.fog):
            seen = presenter.fog(view)
            playing = (view.board.in_play, view.board.in_play)
            scene.set_fog(*((seen if self.ui.fog else playing) if seen is not None else (None, None)))
        if self._changed("overlay", view, self.ui.overlay):
            tints = overlays.overlay(view, self.ui.overlay)
            scene.set_overlay(tints.colours if tints else None, tints.marks if tints else None)
        if self._changed("names", self.ui.names):
            objectives = [objective.hex for objective in view.board.objectives]
            names = presenter.names(view.board.map, scene.default_names(), objectives) if self.ui.names else []
            scene.set_names(names)

    def _sync_reach(self, scene: MapScene, view: OperationsView) -> None:
        picked = self.interaction
        if self._changed("reach", view, picked.units, picked.mode, picked.aim):
            if picked.aim in (Aim.ATTACK, Aim.BOMBARD):
                self._show_targets(scene)
                return
            reach = picked.reach
            near = {hex_: movement(cost) for hex_, cost in reach.costs.items()}
            figures = near if len(near) <= MOST_REACH_FIGURES else {hex_: near[hex_] for hex_ in reach.near}
            scene.set_reach(reach.near | picked.fires, reach.far, figures, reach.teeth, reach.rose)
        if self._changed("path", view, picked.units, picked.hovered, picked.mode, picked.aim):
            self._show_path(scene)

    def _show_targets(self, scene: MapScene) -> None:
        """Light up who can be attacked or bombarded, with the ratio of an attack on him."""
        picked, figures = self.interaction, {}
        targets = picked.targets(picked.aim)
        for hex_ in targets if picked.aim is Aim.ATTACK else ():
            preview = AttackPlan.open(self.view, hex_).preview
            if preview is not None:
                figures[hex_] = preview.odds.final_ratio
        scene.set_reach(targets, (), figures, (), targets)

    def _show_path(self, scene: MapScene) -> None:
        """The path to the hovered hex, or the arrow to an enemy; the HUD puts the price beside it."""
        picked = self.interaction
        advance = picked.advance
        if advance is not None and advance.units:
            scene.set_path((self.view.unit(min(advance.units)).hex, advance.target), firm=False)
        elif picked.target is not None and picked.hex is not None:
            scene.set_path(self._arrow(picked.hex, picked.target))
        elif picked.path is not None:
            scene.set_path(picked.path.path)
        else:
            scene.set_path(())

    def _arrow(self, origin: HexId, target: HexId) -> tuple[HexId, ...]:
        return (origin, target) if self.view.board.grid.are_adjacent(origin, target) else (target,)
