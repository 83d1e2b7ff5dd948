"""The battle screen of hex-and-counter systems: the map, the HUD, and the hand of the player brought together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from wab.app.gfx.specs import CounterSpec
from wab.app.hud.kit import Kit
from wab.app.hud.widgets import Action, key_name
from wab.app.map.scene import MapScene
from wab.app.pages.fronts import Exits
from wab.app.play.learning import Learnt
from wab.app.play.table import Table, events_of
from wab.app.play.what_if import why_not_try
from wab.app.sound.cues import Teller, around
from wab.app.wargame.adapter.adapter import Adapter
from wab.app.wargame.hand.drafts import Drafts
from wab.app.wargame.hand.hand import Hand, Toast
from wab.app.wargame.hand.planning import Planning
from wab.app.wargame.planning import plan, staff
from wab.app.wargame.replay.lens import MapLens
from wab.app.wargame.replay.replay import Replay
from wab.app.wargame.replay.scene_stage import SceneStage
from wab.app.wargame.screen import hud
from wab.app.wargame.screen.battle_screen import JUMP_SECONDS, place_of
from wab.app.wargame.screen.handing import Handing
from wab.app.wargame.screen.map_screen import START_PX
from wab.app.wargame.screen.show import Show
from wab.app.wargame.screen.staging import Staging
from wab.app.wargame.ui import gaze, hints
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.hints import Hint
from wab.app.wargame.ui.ui import UiState
from wab.content.rulebook import cited
from wab.engine.kernel.events import Event
from wab.hexes import HexId
from wab.locale import _

if TYPE_CHECKING:
    from wab.app.window.window import GameWindow

SEA, LEAST_SEA = "sea", 0.06
"""The sound of a beach, and the share of sea around the middle of the picture from which on it is heard."""

H = TypeVar("H", bound=Hand)
U = TypeVar("U", bound=UiState)


class Battle(Staging[H, U], Generic[H, U]):
    """A game being played on a hex map: all but its keys and tools, which `HexBattle` adds.

    `session` is the game at this screen, `exits` are the ways to other screens, `hand` acts for the player, `open_map`
    shows the map of the battle in a window. A system adds its own behaviour by overriding the parts under "what a
    system may change".
    """

    least = (853.0, 480.0)

    def __init__(
        self, session: Table, exits: Exits, hand: H, ui: U, open_map: Callable[[GameWindow], MapScene]
    ) -> None:
        super().__init__(exits, hand, ui)
        self.session = session
        self.adapter: Adapter = hand.adapter
        self._open_map = open_map
        self._window: GameWindow | None = None
        self._desk: Desk | None = None
        self._replay: Replay | None = None
        self._told: Toast | None = None
        self._spoken_of: tuple[tuple[HexId, ...], ...] = ()  # the hexes for which it has been moved
        self._light = "clear"  # that of the map as it is shown
        self._uncovered = ""  # the list of orders for which the map has been moved
        self._known: list[CounterSpec] = []
        self.planning = Planning(hand.table if isinstance(hand.table, Drafts) else Drafts(session), hand)
        self._seat = session.seat
        self.handing = Handing(session, exits, self.messages)
        self._known_by: dict[str, list[CounterSpec]] = {}

    # ---- what a system may change

    def make_desk(self, kit: Kit) -> Desk:
        """Return the desk: everything that the panels read and do."""
        return Desk(**self.desk_facts(kit))

    def draw_panels(self, desk: Desk, scene: MapScene) -> None:
        """Draw the whole HUD."""
        hud.draw(desk, scene, hud.SHARED)

    def places_told(self, desk: Desk) -> list[HexId]:
        """The hexes that an open list of orders speaks of; none where no such list is open or it is still empty."""
        return staff.places(desk) if staff.is_open(desk) else []

    def places_spoken_of(self, desk: Desk, scene: MapScene) -> tuple[tuple[HexId, ...], ...]:
        """Return groups of hexes that dialogs, the panel of units and the hint speak of, the largest first.

        The first group that finds room is brought out from under all panels.
        """
        picked, hint = self.interaction, desk.hint
        shown = self.adapter.where(picked.shown_unit) if picked.shown_unit is not None else None
        there = [hex_ for hex_ in (picked.hex, shown) if hex_ is not None][:1]
        told = [hint.hex] if hint is not None and hint.hex is not None and not self.ui.hints_off else []
        told = [hex_ for hex_ in told if gaze.in_window(scene, hex_)]  # of one far away, a button brings it into view
        groups = (tuple(dict.fromkeys([*there, *told])), tuple(there))
        return tuple(dict.fromkeys(group for group in groups if group))

    @property
    def hint(self) -> Hint | None:
        """The hint that is due; None for none."""
        return hints.due(self.adapter, self.learnt)

    @property
    def learnt(self) -> Learnt:
        """The hints and first deeds of the seat at the screen."""
        return self.session.learning.of(self.session.seat)

    @property
    def answers(self) -> bool:
        """The present decision is an answer, in the phase of another seat or in the middle of something."""
        return False

    def go_on(self) -> None:
        """Do the work of each frame after the computer has been heard and the replay has gone on."""

    def learn(self) -> None:
        """Take note of what the player does now."""
        hints.watch(self.interaction, self.learnt)

    def show_reach(self, scene: MapScene) -> None:
        """Light up where the selected units can go."""
        reach = self.interaction.reach
        scene.set_reach(reach.near, reach.far, dict(reach.figures), reach.teeth, reach.rose)

    def show_path(self, scene: MapScene) -> None:
        """Show the path to the hovered hex, or the arrow to an enemy; the HUD puts the price next to it."""
        picked = self.interaction
        if picked.target is not None and picked.hex is not None:
            scene.set_path(self.arrow(picked.hex, picked.target))
        elif picked.path is not None:
            scene.set_path(picked.path.path)
        else:
            scene.set_path(())

    def arrow(self, origin: HexId, target: HexId) -> tuple[HexId, ...]:
        """Return the arrow to an enemy in a neighbouring hex; only the hex of an enemy farther away."""
        return (origin, target) if self.adapter.hexmap.grid.are_adjacent(origin, target) else (target,)

    def desk_facts(self, kit: Kit) -> dict[str, Any]:
        """Return the contents of every desk of a hex war, by name."""
        return {
            "kit": kit,
            "battle": self.session,
            "interaction": self.interaction,
            "ui": self.ui,
            "commands": self,
            "adapter": self.adapter,
            "planning": self.planning,
            "messages": self.messages,
        }

    # ---- the frame's calls

    def enter(self, window: GameWindow) -> None:
        """Put the battle on the map."""
        first = self._window is None
        self._window = window
        scene = self._open_map(window)
        if scene is not self._scene:
            self._scene = scene
            self._replay = Replay(SceneStage(scene), self.adapter, self._teller(window, scene).tell)
            self._show = Show(self.session, self._replay, MapLens(scene, self._stage_margins))
            self._desk = self.make_desk(window.kit)
        self.ui.speed = scene.tweens.speed
        self.ui.tool_words, self.ui.tool_uses = window.tool_words, window.tool_uses
        self._shown.clear()
        self._margins()
        if self.session.seat != self._seat:
            self._change_seats()
        if first:
            self.interaction.refresh()
            self._open_view()
            self._look_again(scene)
        self._sync(force=True)
        if first:
            self._begin_opening()

    def _teller(self, window: GameWindow, scene: MapScene) -> Teller:
        adapter = self.adapter
        return Teller(
            window.sound,
            adapter.system,
            side=lambda: self.session.side,
            symbols=adapter.symbols,
            owner=adapter.owner,
            place=lambda event: place_of(scene.camera, self._spot(event)),
            icon=adapter.icon_of,
            light=lambda: self._light,
        )

    def _spot(self, event: Event) -> HexId | None:
        """Return the hex where an event is shown: a unit still stands where the replay has it, or is gone by now."""
        shown = self._replay.shown if self._replay is not None else {}
        told = any(getattr(event, name, None) is not None for name in ("path", "target", "hex"))
        spec = None if told else shown.get(getattr(event, "unit", -1))
        return spec.hex if spec is not None else self.adapter.place_of(event)

    def _look_again(self, scene: MapScene) -> None:
        """Show the map as the seat saw it when the save was last played."""
        if (look := self.learnt.look) is not None:
            x, y, span, deep = look
            scene.camera.set_mode(deep > 0, at_once=True)
            scene.camera.return_to(x, y, span)

    def _keep_look(self) -> None:
        """Remember how the seat sees the map; it is written with the next order, or as the game is left."""
        if self._scene is not None and not self._scene.camera.flying:
            camera = self._scene.camera
            self.learnt.look = camera.x, camera.y, camera.span, float(camera.three_dimensional)

    def leave(self) -> None:
        """Take reach, path and labels off the map."""
        self._keep_look()
        self.session.learning.keep()
        if self._show is not None and self._show.active:
            self._show.skip()
            self._replay_is_over()
        if self._replay is not None and self._replay.active:
            self._replay.skip()
        if self._scene is not None:
            self._scene.set_reach(())
            self._scene.set_path(())
            self._scene.set_hover(None)
            self._scene.set_overlay(None)
            self._scene.set_history(None)
            self._scene.set_bars(())

    def update(self, dt: float) -> None:
        """Let the computer think, show what happened, follow the selection."""
        self.session.update()
        self.interaction.asks_twice = not self.planning.on and (self._window is None or self._window.asks_twice)
        self._hear(self.session)
        self._take_told()
        self._run_replay(dt)
        self.results.update(dt, self._coming(), self.adapter)
        self._hand_on()
        self.go_on()
        self._follow_plan()
        if self.session.waiting is not None and not self.showing:
            self.exits.hand_over()
            return
        if not self.replaying:  # meanwhile no message is shown
            self.messages.pass_time(dt)
        self.interaction.pass_time(dt)
        self.learn()
        self._refuse()
        self._listen()
        self._sync()

    def _take_told(self) -> None:
        """Show what others did; of a game that lies elsewhere also what came of own orders, which is known only now."""
        for own, told in groupby(self.session.take_witnessed(), lambda one: one.own):
            self._take(events_of(told), own=own)
            if own:
                self.interaction.refresh()

    def _hand_on(self) -> None:
        """If several persons sit at an open game, say to whom it is handed, once all has been shown."""
        session = self.session
        if session.seat != self._seat and session.waiting is None:
            self._seat = session.seat
            self.interaction.deselect()
        if not self.showing:
            self.handing.follow(self.adapter, answers=self.answers)

    def _sync_reach(self, scene: MapScene, view: object) -> None:
        """While the card of a fight waits, the map shows the fight and nothing else."""
        card = self.results.card if self.results.waits else None
        if self._changed("card", card):
            self._shown.pop("reach", None)
            self._shown.pop("path", None)
            if card is not None:
                scene.set_reach(())
                scene.set_path(self.arrow(card.hexes[-1], card.hexes[0]))
        if card is None:
            super()._sync_reach(scene, view)

    def _follow_plan(self) -> None:
        """Give the next planned order where all are to be given and the last has been shown; drop what is too late."""
        self.messages.say(self.planning.check())
        if self._window is not None and self._changed("plan", self.planning.on, len(self.planning.drafts)):
            self._window.log("plan", on=self.planning.on, orders=len(self.planning.drafts))
        if self.showing:
            return
        self.messages.say(self.planning.carry_on())
        self._take(events_of(self.session.take_witnessed()), own=True)

    def _refuse(self) -> None:
        """Play a sound for each new refusal of the hand, which the player also reads."""
        toast = self.interaction.toast
        if toast is not None and toast.bad and toast is not self._told and self._window is not None:
            self._window.sound.play("refused")
        self._told = toast

    def _listen(self) -> None:
        """Let the weather be heard, and the sea where the player looks at the coast."""
        scene, window = self._scene, self._window
        if scene is None or window is None:
            return
        camera = scene.camera
        shares, share = around(self._light), gaze.sea_share(scene)
        near = min(1.0, camera.px_per_hex / START_PX)
        window.sound.surround({**shares, SEA: min(1.0, 1.5 * share) * near} if share > LEAST_SEA else shares)

    def draw_hud(self) -> None:
        """Draw all panels."""
        desk, scene, window = self._desk, self._scene, self._window
        if desk is None or scene is None or window is None:
            return
        self.ui.pointer = (window.pointer.x / desk.kit.scale, window.pointer.y / desk.kit.scale)
        self.ui.three_d = scene.camera.three_dimensional
        desk.replaying, desk.hint, desk.bindings = self.replaying, self.hint, window.bindings
        desk.shown_again, desk.handed, desk.results = self.shown_again, self.handing.words, self.results
        desk.open_card = self._replay.card if self._replay is not None else None
        self._hold_back(desk)
        self.draw_panels(desk, scene)
        self._margins()
        self._uncover(desk, scene)
        if done := events_of(self.session.take_witnessed()):  # by a button: what others do is taken in `update`
            self._take(done, own=True)
            self._sync()

    def _uncover(self, desk: Desk, scene: MapScene) -> None:
        """When what the panels speak of has changed, bring it out from under them."""
        if self.interaction.covered or self.replaying or scene.camera.flying:
            return
        list_ = self.ui.panel or ("plan" if self.planning.on else "")
        if self._uncovered != list_:
            places = self.places_told(desk) if self.ui.panel else plan.places(desk)
            self._uncovered = list_ if places else ""
            if places:
                gaze.uncover(scene, places, seconds=JUMP_SECONDS)
                return
        spoken = self.places_spoken_of(desk, scene)
        if spoken == self._spoken_of:
            return
        self._spoken_of = spoken
        for hexes in spoken:
            if gaze.clear(scene, hexes, tuple(desk.kit.covered.values()), desk.kit.scale, seconds=JUMP_SECONDS):
                return

    def on_resize(self, width: int, height: int) -> None:
        """The free part of the map has another size."""
        self._margins()

    # ---- the pointer

    def on_click(self, x: float, y: float, shift: bool = False) -> None:
        """A click on the map."""
        if self._scene is None:
            return
        self.end_own_show()
        self.messages.read()
        self.ui.fold_journal()
        if self.results.waits:
            self.results.close()
            return
        if (formation := self._scene.pick_formation(x, y)) is not None:
            self.go_to(formation.keys)
            return
        hex_ = self._scene.pick(x, y)
        self.interaction.hover(hex_)
        self.interaction.click(hex_, self._scene.pick_counter(x, y), shift=shift)
        self._after_order()

    # ---- keys

    def reset_view(self) -> None:
        """As the battle opened."""
        self._open_view()

    def escape(self) -> None:
        """Pause a show, the second time end it. Else put away what is open; when nothing is and the computer thinks, it
        has thought enough; else the menu."""
        picked = self.interaction
        if self._show is not None and self._show.director.going:
            self._show.director.pause() if not self._show.director.paused else self.skip()
        elif self.planning.giving:
            self.planning.stop()
        elif self.ui.sheet is not None:
            self.ui.sheet = None
        elif picked.idle and self.ui.panel:
            self.ui.panel = ""
        elif self.session.busy and not self.session.awaited:  # a player elsewhere cannot be hurried
            self.hurry()
        elif self.planning.on and picked.idle and picked.aimed is None:
            self.end_planning()
        elif picked.idle and picked.shown_unit is None and picked.aimed is None:
            self.menu()
        else:
            picked.cancel()

    def confirm(self) -> None:
        """Do what is open; read how the battle ended when it is over."""
        if self.interaction.over and self.skip_action() is None:
            self.outcome()
        else:
            self.interaction.confirm()

    def toggle_journal(self) -> None:
        """Open the journal, or make it small again."""
        self.ui.toggle_journal()

    def open_rules(self) -> None:
        """Open the rule book, or put it away; at the clause of the tooltip or of the refusal that is in sight."""
        tip = self._desk.kit.tip if self._desk is not None else None
        toast = self.interaction.toast
        if told := cited(" ".join([tip.clause if tip else "", *(toast.clauses if toast else ())])):
            self.ui.rule_search, self.ui.panel = "", "rules"
            self.ui.reading.open(told[0])
        else:
            self.toggle_panel("rules")

    # ---- commands of the HUD

    def next_unit(self, *, back: bool = False) -> None:
        """Select the next unit that has not acted, and bring it into view if it is not."""
        hex_ = self.interaction.next_unit(back=back)
        if hex_ is not None and self._scene is not None and not gaze.in_view(self._scene, hex_):
            self._scene.camera.look_at(hex_, seconds=JUMP_SECONDS)

    def plan(self) -> None:
        """Plan orders, or go back to giving them; a list that is open makes room."""
        self.planning.toggle()
        if self.planning.on:
            self.ui.panel = ""

    def end_planning(self) -> None:
        """Leave the plan, which stays as it is."""
        if self.planning.on:
            self.planning.toggle()

    def give_next(self) -> None:
        """Give the first planned order."""
        self.messages.say(self.planning.give_next())
        self._take(events_of(self.session.take_witnessed()), own=True)

    def what_if(self) -> None:
        """Try the turn on a copy that counts for nothing; from the copy, back to the game."""
        if self.session.is_copy:
            self.exits.end_try()
        elif why := why_not_try(self.session):
            self.interaction.tell(why)
        else:
            self.end_planning()
            self.exits.try_out()

    def end_turn(self) -> None:
        """End the turn or a part of it, or ask first; a plan is left, since nothing of it would be given any more.

        The card of a fight is put away: it would lie over the question.
        """
        self.end_planning()
        self.results.close()
        self.interaction.end_turn()

    def hurry(self) -> None:
        """Let the computer decide at once."""
        self.session.hurry()

    def fly(self, x: float, y: float) -> None:
        """Bring a point of the map to the middle."""
        if self._scene is not None:
            self._scene.camera.fly_to(x, y, self._scene.camera.span)

    def go_to(self, units: Iterable[int]) -> None:
        """Bring some units into view, so near that their counters are read, and draw the eye to them."""
        scene, places = self._scene, (self.adapter.where(unit) for unit in units)
        hexes = sorted({hex_ for hex_ in places if hex_ is not None})
        if scene is not None and hexes:
            gaze.bring(scene, hexes, START_PX, seconds=JUMP_SECONDS)

    def set_overlay(self, name: str) -> None:
        """Lay an overlay over the map, or take it away."""
        self.ui.overlay = "" if self.ui.overlay == name else name

    def main_action(self) -> Action:
        """The button at the right end of the top bar."""
        if (skip := self.skip_action()) is not None:
            return skip
        if self.interaction.over:
            return Action(_("Outcome"), "medal", key_name("enter"), "primary", tip=_("Read how the battle ended."))
        awaited = self.session.awaited
        if not self.interaction.to_act or (awaited and self.session.in_flight):
            return Action(_("End turn"), "end_turn", "", off=awaited or _("The enemy is deciding."))
        return self.adapter.end_action()

    # ---- state

    def _change_seats(self) -> None:
        """Another person sits at the screen, and sees first what happened since that side was there last."""
        self._known_by[self._seat] = self._known
        self.results.close()
        self._seat = self.session.seat
        self.handing.took(self._seat)
        self.planning.drop()
        self.ui.put_away()
        known = self._known_by.get(self._seat)
        if known is None:  # never been here: nothing to show the changes from
            self.session.take_witnessed()
        self._known = known if known is not None else self.adapter.counters()
        self._enemy_phase, self._turn_ended = False, False
        self.messages.forget()
        self.interaction.deselect()
        self.interaction.refresh()

    def _after_order(self) -> None:
        """Show at once what the player's own order did."""
        self._keep_look()
        own = not self.session.busy or self.interaction.to_act
        self._take(events_of(self.session.take_witnessed()), own=own)
        self._sync()
