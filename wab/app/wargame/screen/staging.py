"""The part of a battle screen that shows what happened: enemy turns and own fights, and past turns once more."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import takewhile
from typing import Generic, TypeVar

from wab.app.hud.widgets import Action, key_name
from wab.app.play.director import Role
from wab.app.wargame.adapter.pictures import Appear, Follow, Glide, Gone, Tally, Tell
from wab.app.wargame.attack.results import Results
from wab.app.wargame.hand.hand import Hand
from wab.app.wargame.replay.lens import MapLens
from wab.app.wargame.replay.replay import Replay
from wab.app.wargame.screen.map_screen import MapScreen
from wab.app.wargame.screen.show import Show
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.ui import UiState
from wab.engine.kernel.events import Event
from wab.engine.kernel.view import View
from wab.locale import _

H = TypeVar("H", bound=Hand)
U = TypeVar("U", bound=UiState)


class Staging(MapScreen[H, U], Generic[H, U]):
    """A map on which things are shown. `Battle` is the screen with everything around it."""

    _seat: str
    _show: Show[MapLens] | None = None
    _watching = False
    _skipping = False  # what the computer still does in this turn is not shown
    _enemy_phase = False
    _turn_ended = False
    shown_again = 0
    shows_opening = True
    """The screen opens with a show of the events before the first decision."""
    _before: tuple[Event | None, View | None] = (None, None)  # an event and what was known before it

    # ---- state

    @cached_property
    def _results(self) -> dict[str, Results]:
        return {}  # by the seats that have been at this screen

    @property
    def results(self) -> Results:
        """The fights that the seat at this screen is shown, and the card of the last one."""
        plot = self.session.rules.plot
        return self._results.setdefault(self._seat, Results(plot, self.session.known_before))

    def _coming(self) -> Sequence[Event]:
        """The events that have not been shown to their end."""
        show, replay = self._show, self._replay
        if show is not None and show.active:
            return show.to_come
        return replay.to_come if replay is not None else ()

    @property
    def replaying(self) -> bool:
        """The enemy's moves are being shown, or a past turn."""
        return self._watching

    @property
    def showing(self) -> bool:
        """Something that happened is being shown, of whichever side."""
        return self._watching or super().showing or (self._show is not None and self._show.active)

    def _hold_back(self, desk: Desk) -> None:
        """The HUD tells of what has been shown, and of nothing that is still to come."""
        replay, show = self._replay, self._show
        desk.showing = replay is not None and show is not None and (replay.active or show.active)
        desk.show = show.director if show is not None and show.director.going else None
        desk.held, desk.adapter, desk.to_come = None, self.adapter, 0
        if replay is None or show is None or not desk.showing or self.shown_again or self.planning.on:
            return
        coming = self._coming()
        if coming and self._before[0] is not coming[0]:
            self._before = coming[0], self.session.known_before(coming[0])
        if coming and self._before[1] is not None:
            desk.held, desk.adapter = self._before[1], self.adapter.at(self._before[1])
        left = {id(event) for event in coming}
        lines = takewhile(lambda line: id(line.event) in left, reversed(self.session.journal))
        desk.to_come = sum(1 for _line in lines)

    def skip_action(self) -> Action | None:
        """The main button while something is shown: it goes to the end of that; None otherwise.

        A player elsewhere who decides cannot be skipped.
        """
        show = self._show
        waits = self.session.awaited and not (show is not None and show.director.going)
        if waits or (not self._watching and (show is None or not show.active)):
            return None
        own = self._show is not None and self._show.director.role == Role.OWN
        tip = _("Go to the end of the fight.") if own else _("Go to the end of the enemy's moves.")
        return Action(_("Skip"), "end_turn", key_name("space"), tip=tip)

    # ---- commands

    def skip(self) -> None:
        """Go to the end of the replay, and of the computer's turn."""
        self._skipping = self.session.busy and not self.session.awaited
        if self._watching:
            self.results.forget()
        if self._show is not None and self._show.active:
            self._show.skip()
            self._replay_is_over()
        elif self._replay is not None and self._replay.active:
            self._replay.skip()
            self._replay_is_over()

    def end_own_show(self) -> None:
        """Go on at once if an own fight is being shown: the player does something else."""
        if self._show is not None and self._show.director.going and self._show.director.role == Role.OWN:
            self._show.director.skip()
            self._replay_is_over()

    @property
    def follows(self) -> bool:
        """The view goes to the place where others act."""
        return self._window is not None and self._window.follow

    def toggle_follow(self) -> None:
        """Let the view follow others, or stay; that is kept for all games."""
        if self._window is not None:
            self.choose_follow(not self._window.follow)

    @property
    def asks_to_follow(self) -> bool:
        """The player has never said if the view may go where others act."""
        return self._window is not None and not self._window.follow_chosen

    def choose_follow(self, follow: bool) -> None:
        """Let the view follow others from now on, or stay; that is kept for all games."""
        if self._window is not None:
            self._window.follow = follow
            self._window.remember("follow", follow)
            if not self._window.follow_chosen:
                self._window.follow_chosen = True
                self._window.remember("follow_chosen", True)

    @property
    def _is_free(self) -> bool:
        """Nothing is shown and the computer does not decide: the past can be shown."""
        return self._replay is not None and not self.showing and not self.session.busy

    def can_show(self, event: Event) -> bool:
        """Tell whether an event of an earlier moment can be shown again now."""
        acts = self.adapter.acts(event) if self._is_free else ()
        return any(isinstance(act, Glide | Follow | Appear | Tell | Gone) for act in acts)

    def show_again(self, event: Event) -> None:
        """Show the turn of an event once more, from that event on; at its end the map is as it was."""
        for played in reversed(self.session.turns) if self.can_show(event) else ():
            places = [number for number, seen in enumerate(played.seen) if seen is event]
            if places and self._show is not None:
                self._begin_past(played.turn)
                counters = self.adapter.at(self.session.view_at(played)).counters()
                self._show.show_past(counters, played.moments, places[0])
                break

    @property
    def can_show_last_turn(self) -> bool:
        """There is an enemy's turn that can be shown once more now."""
        return self._is_free and self._show is not None and self._show.has_last_turn

    def show_last_turn(self) -> None:
        """Open the strip of the enemy's last turn, paused at its first scene."""
        turns = self.session.turns[-2:]
        if self._show is not None and self.can_show_last_turn:
            self._begin_past(turns[-1].turn)
            counters = self.adapter.at(self.session.view_at(turns[0])).counters()
            self._show.show_last_turn(counters, [moment for played in turns for moment in played.moments])

    def _begin_past(self, turn: int) -> None:
        self.shown_again = turn
        if self._show is not None:
            self._show.lens.follows = True
        self._watch()

    def _watch(self) -> None:
        """Something that happened is shown: the player gives no orders meanwhile."""
        self._watching = self.interaction.watching = True
        self.interaction.deselect()

    def _begin_opening(self) -> None:
        """Show each seat once what happened before the first decision."""
        session, learnt = self.session, self.session.learning.of(self.session.seat)
        if self._show is None or session.waiting is not None or not session.just_begun or learnt.opened:
            return
        learnt.opened = True
        if not (self.shows_opening and self.ui.speed):
            return
        self._show.lens.follows = self.follows
        counters = self.adapter.at(session.view_at(session.turns[0])).counters()
        if self._show.show_opening(counters, [moment for played in session.turns for moment in played.moments]):
            self._watch()

    # ---- events

    def _take(self, events: Sequence[Event], *, own: bool = False) -> None:
        replay, show = self._replay, self._show
        if not events or replay is None or show is None:
            return
        self._turn_ended = self._turn_ended or any(map(self.adapter.ends_turn, events))
        replay.speed = self.ui.speed
        self.results.take(events)
        if own:
            self._take_own(events, replay, show)
            return
        if replay.active and not show.active:
            replay.skip()
        if not self._enemy_phase:
            show.forget()
        show.gather(events, self._known)
        self._enemy_phase = True
        self._watch()

    def _take_own(self, events: Sequence[Event], replay: Replay, show: Show[MapLens]) -> None:
        """Show at once the events of an own order: a fight as a scene, anything else where it stands."""
        if self._watching:
            show.gather(events, self._known)
            return
        self.end_own_show()
        if replay.active:
            replay.skip()
        show.lens.follows = self.follows
        if not self.ui.speed or not show.show_own(events, self._known):
            replay.start(self._known, events)

    def _run_replay(self, dt: float) -> None:
        replay = self._replay
        if replay is None:
            return
        show = self._show
        if show is not None and show.active:
            self._direct(show, replay, dt)
        elif self._advance(replay, dt):
            self._replay_is_over()
        self._skipping = self._skipping and self.session.busy
        if self._turn_ended and not self.showing:
            self._show_journal()

    def _advance(self, replay: Replay, dt: float) -> bool:
        replay.speed = self.ui.speed
        return replay.update(dt)

    def _direct(self, show: Show[MapLens], replay: Replay, dt: float) -> None:
        """Let the director go on; scenes that have little time pass faster."""
        if self._scene is None or self._window is None:
            return
        show.lens.follows = self._window.follow or show.director.role == Role.PAST
        show.lens.still = self._window.reduced_motion
        replay.speed = self.ui.speed * show.director.haste
        self._scene.set_speed(0.0 if show.director.paused else replay.speed)
        if self._skipping:
            show.skip()
        # A player that asks for a past turn sees its scenes, even if nothing moves in them.
        pace = self.ui.speed or (1.0 if show.director.role == Role.PAST else 0.0)
        if show.update(dt, pace) or not show.active:
            self._replay_is_over()

    def _show_journal(self) -> None:
        """At the end of a turn the journal appears, when all that happened in it has been shown (OPS-5.1-6)."""
        self._turn_ended, verdict = False, self.session.verdict
        self.ui.end_turn_in_journal(verdict.turn if verdict else 0)

    def _replay_is_over(self) -> None:
        if self._scene is not None:
            self._scene.set_speed(self.ui.speed)
        if self._show is not None and self._enemy_phase and not self.session.busy:
            tally = Tally()
            for event in self._show.shown:
                self.adapter.count(tally, event)
            self.messages.say(self.adapter.report(tally))
            self._enemy_phase = False
        if self._watching:
            self._watching, self.shown_again = False, 0
            self.interaction.watching = False
            self.interaction.refresh()
        self._shown.clear()
        self._sync()
