"""The battle screen of the card game: the table, the HUD, and the hands of the player brought together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby, takewhile
from typing import cast

from wab.app.cards.hand.fought import Fights
from wab.app.cards.hand.interaction import ATTACKS, Interaction
from wab.app.cards.hand.ui import Desk, Showing, UiState
from wab.app.cards.looks.specs import Highlights, TableSpec, TargetSpec
from wab.app.cards.looks.texts import SIDE_CODE
from wab.app.cards.panels.commands import ROOMS, deed_of
from wab.app.cards.panels.frame import Table, book_panel, margins
from wab.app.cards.screen import hud
from wab.app.cards.screen.heard import owner_of, place_in, symbols_of
from wab.app.cards.screen.replay import Replay
from wab.app.cards.table import presenter
from wab.app.cards.table.scene import TableScene, open_table
from wab.app.hud.kit import Box, Kit
from wab.app.pages.fronts import Exits
from wab.app.play import table as games
from wab.app.sound.cues import Teller, around
from wab.app.wargame.attack.results import Results
from wab.app.wargame.screen.battle_screen import BoardScreen, place_of
from wab.app.wargame.screen.show import Show, deed_of_show
from wab.app.window.window import GameWindow
from wab.content.rulebook import cited
from wab.engine.kernel.events import Event
from wab.engine.kernel.values import side_of
from wab.hexes import HexId
from wab.locale import current_language
from wab.systems.cards.seen.view import CardsView
from wab.systems.cards.state.orders import Ambush, Attack


class TableLens:
    """A table is always seen whole: the place of a scene only lights up."""

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene

    def begin(self) -> None:
        """Nothing moves."""

    def look(self, hexes: Sequence[HexId], seconds: float) -> None:
        """Light up the goal of a scene."""
        if hexes:
            self._scene.flash(hexes[-1])

    def end(self) -> None:
        """Nothing has moved."""


class BattleScreen(BoardScreen[Interaction, UiState, TableScene]):
    """A battle being played. `session` is the game at this screen, `exits` where the screen can go when it is left."""

    least = (1000.0, 560.0)

    def __init__(self, session: games.Table, exits: Exits) -> None:
        super().__init__(exits, Interaction(session), UiState(panel="journal"))
        self.session = session
        self._window: GameWindow | None = None
        self._desk: Desk | None = None
        self._replay: Replay | None = None
        self._show: Show[TableLens] | None = None
        self._fights = Fights(lambda: self.view)
        self._results: dict[str, Results] = {}  # by the seats that have been at this screen
        self._known: TableSpec | None = None
        self._before: CardsView | None = None
        self._seat = ""
        self._told = ""
        self._has_book = False

    # ---- the frame's calls

    def enter(self, window: GameWindow) -> None:
        """Put the battle on the table, seen from the edge where its seat sits."""
        self._window = window
        board = presenter.board_spec(self.view.board, current_language())
        scene = open_table(window, board)
        if scene.board != board:  # another battle lay there
            scene.lay(TableSpec(board))
        if scene is not self._scene:
            self._scene = scene
            self._replay = Replay(scene, self.view.board, self._teller(window, scene).tell)
            self._show = Show(self.session, self._replay, TableLens(scene), whole=True)
            self._desk = Desk(
                kit=Kit(window.hud, window.symbols, caption=window.caption),
                battle=self.session,
                interaction=self.interaction,
                ui=self.ui,
                commands=self,
                messages=self.messages,
            )
        if self._desk is not None:  # in the HUD a side has the colour of its figures
            self._desk.kit.dress(window.palette)
            self._desk.kit.colours = window.kit.colours._replace(side=scene.colours.words)
        window.sound.surround(around("clear"))
        self.ui.speed = scene.tweens.speed
        self.ui.three_d = scene.camera.three_dimensional
        self._shown.clear()
        self._margins()
        if self._seat != self.session.seat:
            self._take_seat(scene)
        self._sync()

    def _teller(self, window: GameWindow, scene: TableScene) -> Teller:
        return Teller(
            window.sound,
            "cards",
            side=lambda: self.session.side,
            symbols=lambda event: symbols_of(self.view.board, event),
            owner=lambda event: owner_of(self.view.board, event),
            place=lambda event: place_of(scene.camera, place_in(self._replay.spec if self._replay else None, event)),
        )

    def _take_seat(self, scene: TableScene) -> None:
        """Another person sits here, or the first: the board is seen from that side, and whole."""
        self._seat = self.session.seat
        self.session.take_witnessed()  # all players saw the table all the time
        self.interaction.put_all_away()
        self.ui.rule_search = ""
        scene.lay(presenter.table(self.view))
        scene.sit(SIDE_CODE[self.session.side])
        scene.fit()

    def leave(self) -> None:
        """Take highlights and dice off the table."""
        if self.showing:
            self.skip()
            self.interaction.watching = False
        if self._scene is not None:
            self._scene.set_highlights(Highlights())
            self._scene.set_hover(None)

    def update(self, dt: float) -> None:
        """Let the computer think, show what happened, follow the selection."""
        if self._scene is not None:
            self.ui.speed = self._scene.tweens.speed
        self.session.update()
        self._hear(self.session)
        self._answer_for_form()
        self._take_told()
        self._run_replay(dt)
        self.results.update(dt, self._coming(), self._fights)
        if self.session.waiting is not None and not self.showing:
            self.exits.hand_over()
            return
        if not self.interaction.told:  # which is shown in the same place
            self.messages.pass_time(dt)
        self.interaction.pass_time(dt)
        self._refuse()
        self._sync()

    def _refuse(self) -> None:
        """Let the refusal of an order be heard as well as read."""
        told = self.interaction.told
        if told and told != self._told and self._window is not None:
            self._window.sound.play("refused")
        self._told = told

    def _answer_for_form(self) -> None:
        """A person without the card need not say so to a computer that asks at every close combat (CRD-C.ambush-7)."""
        view = self.view
        fight = view.position.fight
        if not self.session.my_turn or view.phase != "ambush" or fight is None:
            return
        attacker = view.position.units[fight.attacker].side
        persons = [seat for seat in self.session.persons if side_of(seat) == attacker]
        answers = [order for order in view.legal_orders() if isinstance(order, Ambush)]
        if not persons and not any(order.play for order in answers):
            self.session.play(Ambush(play=False))

    def on_left(self) -> None:
        """Nothing is pointed at any more, except the attack whose panel the pointer has gone to."""
        panel = self._desk.kit.covered.get("attack") if self._desk is not None else None
        if panel is None or not panel.holds(*self._at_pointer()):
            super().on_left()

    def _at_pointer(self) -> tuple[float, float]:
        """Return where the pointer is, in logical pixels."""
        if self._desk is None or self._window is None:
            return -1.0, -1.0
        pointer, scale = self._window.pointer, self._desk.kit.scale
        return pointer.x / scale, pointer.y / scale

    def draw_hud(self) -> None:
        """Draw all panels."""
        desk, scene, window = self._desk, self._scene, self._window
        if desk is None or scene is None or window is None:
            return
        self.ui.pointer = self._at_pointer()
        self.ui.three_d = scene.camera.three_dimensional
        desk.replaying, desk.bindings = self.showing, window.bindings
        desk.show = self._show.director if self._show is not None and self._show.director.going else None
        self._hold_back(desk)
        if self._has_book != (self._book(desk) is not None):
            self._has_book = not self._has_book
            self._margins()
            scene.fit()
        hud.draw(desk, scene)
        self._take(games.events_of(self.session.take_witnessed()))

    def _book(self, desk: Desk) -> Box | None:
        """The rule book where it lies next to the board."""
        return book_panel(desk.kit.screen, desk.stage_top) if self.ui.panel == "rules" else None

    def _hold_back(self, desk: Desk) -> None:
        """The HUD tells of what is being shown, and of nothing that is still to come."""
        replay = self._replay
        desk.showing, desk.to_come, desk.tracks, desk.before = Showing(), 0, {}, None
        desk.results = self.results
        spec = replay.spec or self._known if replay is not None and self.showing else None
        if replay is None or spec is None:
            return
        desk.before = self._before
        desk.showing = replay.showing
        desk.tracks = {track.side: track.medals for track in spec.tracks}
        coming = {id(event) for event in self._coming()}
        desk.to_come = sum(
            1 for _line in takewhile(lambda line: id(line.event) in coming, reversed(desk.battle.journal))
        )

    def on_resize(self, width: int, height: int) -> None:
        """The free part of the table has another size."""
        self._margins()
        if self._scene is not None:
            self._scene.fit()

    # ---- the pointer

    def on_click(self, x: float, y: float, shift: bool = False) -> None:
        """A click on the table; while something is shown it goes on at once."""
        self.messages.read()
        if self.results.waits:
            self.results.close()
        elif self.showing:
            self.skip()
        elif self._scene is not None:
            hex_ = self._scene.pick(x, y)
            self.interaction.hover(hex_)
            self.interaction.click(hex_)
            self._after_order()

    # ---- keys

    @property
    def key_rooms(self) -> tuple[str, ...]:
        """The rooms of the cards and of the camera."""
        return ROOMS

    def reset_view(self) -> None:
        """The whole board."""
        if self._scene is not None:
            self._scene.fit()

    def _deed(self, key: str, *, control: bool, shift: bool) -> Callable[[], object] | None:
        """Return what a key does here."""
        if self.results.waits and key in ("enter", "escape", "space"):
            return self.results.close
        director = self._show.director if self._show is not None else None
        if director is not None and director.going and not control and (deed := deed_of_show(director, key)):
            return deed
        return deed_of(self, key, control=control, shift=shift)

    def _after_order(self) -> None:
        self._take(games.events_of(self.session.take_witnessed()))
        self._sync()

    def escape(self) -> None:
        """Pause a show, the second time end it. Else put away what is open: first of the hand, then of the panels; when
        nothing is, the menu.
        """
        if self._show is not None and self._show.director.going:
            self._show.director.pause() if not self._show.director.paused else self.skip()
            return
        if self.interaction.cancel():
            return
        if self.ui.panel in ("", "journal"):  # the journal lies open from the beginning, next to the board
            self.menu()
        else:
            self.ui.panel = ""

    def open_rules(self) -> None:
        """Open the rule book, or put it away; at the clause of the tooltip that is in sight."""
        tip = self._desk.kit.tip if self._desk is not None else None
        told = cited(tip.clause) if tip is not None else []
        if told:
            self.ui.rule_search, self.ui.panel = "", "rules"
            self.ui.reading.open(told[0])
        else:
            self.toggle_panel("rules")

    def confirm(self) -> None:
        """Do what is prepared; read how the battle ended when it is over."""
        if self.showing:
            self.skip()
        elif self.view.phase == "over":
            self.outcome()
        elif self._desk is not None and not hud.press_primary(self._desk):
            self.interaction.confirm()

    def press(self, number: int) -> None:
        """A digit: a choice of the decision at hand, or a card of the hand."""
        if self._desk is not None:
            hud.press(self._desk, number)

    def point(self, key: str) -> None:
        """Move the pointer of the keys."""
        self.interaction.point(key)

    def next_thing(self, *, back: bool = False) -> None:
        """Go to the next unit, or target, with something to do."""
        self.interaction.next_thing(back=back)

    # ---- commands of the HUD

    def done(self) -> None:
        """End the step of the turn, or ask first."""
        self.interaction.done()

    def skip(self) -> None:
        """Go to the end of what is being shown."""
        show, replay = self._show, self._replay
        if show is not None and show.active:
            self.results.forget()
            show.skip()
            self._shown_all()
        elif replay is not None and replay.active:
            replay.skip()
            self._shown_all()

    def _switch(self, scene: TableScene, what: str) -> None:
        """Switch the labels of hexes, or bring the whole board into view."""
        if what == "labels":
            self.ui.labels = not self.ui.labels
            scene.show_labels(self.ui.labels)
        elif what == "whole":
            scene.fit()

    # ---- state

    @property
    def view(self) -> CardsView:
        """Return what may be shown now."""
        return cast(CardsView, self.session.view)

    @property
    def results(self) -> Results:
        """The attacks that the seat at this screen is shown, and the card of the last one."""
        plot = self.session.rules.plot
        return self._results.setdefault(self.session.seat, Results(plot, self.session.known_before))

    def _coming(self) -> Sequence[Event]:
        """Return the events that have not been shown to their end: events of an own order, then events of a show."""
        show, replay = self._show, self._replay
        if show is None or replay is None:
            return ()
        if not show.active:
            return replay.to_come
        return show.to_come if show.director.going else (*replay.to_come, *show.to_come)

    @property
    def showing(self) -> bool:
        """Something that happened is being shown."""
        active = self._replay is not None and self._replay.active
        return active or (self._show is not None and self._show.active)

    def _take_told(self) -> None:
        """Show what others did; of a game that lies elsewhere also what came of own orders, which is known only now."""
        for own, told in groupby(self.session.take_witnessed(), lambda one: one.own):
            (self._take if own else self._watch)(games.events_of(told))
            if own:
                self.interaction.refresh()

    def _watch(self, events: Sequence[Event]) -> None:
        """Gather what others did, to be shown as scenes when they have decided."""
        replay, show = self._replay, self._show
        if not events or replay is None or show is None:
            return
        self.results.take(events)
        if replay.active and not show.active:  # an own fight comes first, and the show begins where that ends
            show.gather(events, replay.at_the_end())
        else:
            show.gather(events, self._known or presenter.table(self.view))
        self.interaction.watching = True

    def _take(self, events: Sequence[Event]) -> None:
        """Show what an own order has done, after what is being shown already."""
        replay = self._replay
        if not events or replay is None:
            return
        if self._show is not None and self._show.active:
            self._watch(events)
            return
        self.results.take(events)
        replay.speed = self.ui.speed
        replay.start(self._known or presenter.table(self.view), events, self.session.seat)
        self.interaction.watching = replay.active
        if not replay.active:
            self._shown_all()

    def _run_replay(self, dt: float) -> None:
        replay, show = self._replay, self._show
        if replay is None:
            return
        replay.speed = self.ui.speed
        own_fight = show is not None and show.waits and not show.director.going and replay.active
        if show is None or own_fight or not show.active:
            if replay.update(dt) and not own_fight:
                self._shown_all()
            return
        replay.watch_for(self.session.seat)
        if show.update(dt, self.ui.speed or 1.0) or not show.active:  # even if nothing moves, cards are read out
            self._shown_all()

    def _shown_all(self) -> None:
        if self._replay is not None:
            self._replay.end_show()
        self.interaction.watching = False
        self.interaction.refresh()
        self._shown.clear()
        self._sync()

    # ---- the table

    def _margins(self) -> None:
        """The free part of the table, where no panel lies: next to them, for a wide board between them."""
        if self._scene is None or self._desk is None:
            return
        scale, scene = self._desk.kit.hud.scale, self._scene
        screen = Box(0, 0, scene.camera.width / scale, scene.camera.height / scale)
        rect, around, book = scene.rect, scene.around, self._book(self._desk)
        table = Table(
            board=(rect.right - rect.left, rect.top - rect.bottom),
            whole=(around.right - around.left, around.top - around.bottom),
            track=scene.framed.left - around.left,
        )
        found = margins(screen, table, book.w if book is not None else None)
        self.ui.wide = found.wide
        if found.wide and self.ui.panel == "journal":
            self.ui.panel = ""
        left, top, right, low = (round(side * scale) for side in found.sides)
        scene.camera.margins = left, top, right, low

    def _sync(self) -> None:
        """Bring the table in line with view and selection; untouched while something is being shown."""
        scene, hand, view = self._scene, self.interaction, self.view
        if scene is None:
            return
        if not self.showing:
            if self._changed("table", view, hand.unit, current_language()):
                self._known, self._before = presenter.table(view, hand.unit), view
                scene.lay(self._known)
            facts: tuple[object, ...] = (view, hand.unit, hand.aim, hand.salvo, hand.ignore, hand.active, hand.path())
            facts = (*facts, hand.aimed(), hand.held, hand.general)
            if self._changed("highlights", *facts):
                scene.set_highlights(highlights(hand))
        elif self._replay is not None and self._changed("highlights", "shown", self._replay.marks):
            scene.set_highlights(self._replay.marks)
        scene.set_hover(hand.hovered)


def highlights(hand: Interaction) -> Highlights:
    """Return what the player can click now, as the table shows it."""
    if not hand.active:
        return Highlights()
    targets = [TargetSpec(hex_, hand.view.preview(order).dice) for hex_, order in hand.attacks().items()]
    ground = hand.ground()
    active = hand.view.unit(hand.unit).hex if hand.unit is not None else None
    if hand.phase == "retreat" and (due := hand.view.position.retreat) is not None:
        active = hand.view.unit(due.unit).hex
    aimed = hand.aimed() if hand.phase in ATTACKS else None
    if aimed is not None and hand.aim is not None:
        targets = [target for target in targets if target.hex == hand.view.unit(aimed.target).hex]
    bombardment = hand.view.strike
    if bombardment is not None:
        targets = [TargetSpec(hand.view.unit(unit).hex, bombardment.dice) for unit in hand.salvo]
    return Highlights(
        units=frozenset(hand.selectable()) | frozenset(hand.liftable()),
        reach=frozenset(hand.moves()),
        no_attack=hand.barred(),
        targets=tuple(targets),
        retreat=frozenset(hand.retreats()),
        ground=frozenset() if ground is None else frozenset((ground,)),
        choice=frozenset(hand.rises()) | frozenset(hand.candidates()),
        active=active,
        path=hand.path(),
        aim=_shot(hand, aimed),
    )


def _shot(hand: Interaction, aimed: Attack | None) -> tuple[HexId, HexId] | None:
    """From where to where the attack goes that is being considered; at the question for Ambush, the enemy's."""
    if aimed is not None:
        return hand.view.unit(aimed.unit).hex, hand.view.unit(aimed.target).hex
    fight = hand.view.position.fight if hand.phase == "ambush" else None
    return (fight.origin, fight.hex) if fight is not None else None
