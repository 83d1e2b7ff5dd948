"""One game at this screen: the game, its save, the persons who sit here, and the computer in all other seats."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec

from ai.agents import seat_seed
from ai.process import FALLBACK, AgentWorker, Decision, Failure, Progress
from wab.app.play.advisers import Advisers
from wab.app.play.archive import Note, Seats
from wab.app.play.diary import Diary, Entry
from wab.app.play.keeping import Keeping
from wab.app.play.learning import Learning
from wab.app.play.sitter import Sitter
from wab.app.play.sitting import Privacy, Sitting
from wab.app.play.table import Played, Terms, Witnessed
from wab.engine.history.chronicle import Chronicle, PlayedTurn
from wab.engine.history.journal import Line
from wab.engine.kernel.events import Event
from wab.engine.kernel.game import Game
from wab.engine.kernel.orders import IllegalOrder, NothingToUndo, Order, Refusal
from wab.engine.kernel.system import System
from wab.engine.kernel.values import Outcome, side_of
from wab.engine.kernel.view import View
from wab.engine.saves.reader import fitting
from wab.engine.words.errors import SaveError
from wab.engine.words.text import Text
from wab.locale import _
from wab.online.protocol import Late

Log = Callable[..., None]
HURRIED_WAIT = 0.5  # seconds
FALLBACK_WAIT = 30.0  # seconds that the fallback may take, the start of its process among them
_ATTEMPTS = 2  # times that a computer player is asked on one position before an order is chosen for it

_HAND_OVER = Refusal(Text("Another person has to decide: hand the screen over first."), code="hand-over")
_COMPUTER_THINKS = Refusal(Text("The computer is deciding: that cannot be taken back now."), code="other-side")


class Session(Sitter):
    """A `Table` whose game, of any system, lies here. The truth (`game`) is for code in this room alone.

    `seats` says who plays; several persons take turns at the screen, and `privacy` says what they may see of one
    another. The save at `save` grows with every order (None: the game is not kept); `log` takes event lines. `update`
    is to be called every frame: it lets a computer player play, one order a call. Nothing here waits. `start_worker`
    starts the process in which computer players think. `first` are the points by side of the first game of a match.
    `ended` is called when the game comes to its end here, `noted` when a turn was noted next to the save; `name` is the
    player's name for it. A session that `is_copy` plays a game that sets in at a position and counts for nothing
    (see `what_if`).

    SaveError if the program cannot tell the game as its seats saw it: a person has changed the file that it was loaded
    from. A game that cannot be kept is played all the same, and a message says why; `save` is then None.
    """

    def __init__(
        self,
        game: Game[Any],
        seats: Seats,
        *,
        save: Path | None = None,
        start_worker: Callable[[], AgentWorker] = AgentWorker,
        log: Log | None = None,
        privacy: Privacy | None = None,
        first: Mapping[str, float] | None = None,
        ended: Callable[[], None] | None = None,
        noted: Callable[[], None] | None = None,
        name: str = "",
        is_copy: bool = False,
    ) -> None:
        super().__init__(Advisers(start_worker))
        self.is_copy = is_copy
        self.name = name
        self.game = game
        self.setup = Terms(game.setup.system, game.setup.scenario, dict(game.setup.options))
        self.seats = seats
        self.privacy = privacy or Privacy()
        self.first = dict(first or {})
        self._log = log or _no_log
        self._ended, self._noted = ended, noted
        self._sitting = Sitting(game, seats, self.privacy)
        readers = self._sitting.persons or (self._sitting.seat,)
        with fitting(save or Path(game.setup.scenario), Text("its records do not fit the game; the file was changed")):
            self._chronicles = {seat: Chronicle(game, seat, game.began) for seat in readers}
        self._witnessed: dict[str, list[Witnessed]] = {seat: [] for seat in readers}
        self._standing: dict[tuple[str, str], tuple[int, Order]] = {}
        self._keeping = Keeping(game, save, self.tell)
        if self._keeping.open():
            self._keep_note()
        self._diary = Diary(self.save)
        self.learning = Learning(lambda: None if self.is_copy else self.save)
        self._start_worker = start_worker
        self._worker = start_worker() if seats.agents else None
        self._asked: str | None = None
        self._fell_back = False
        self._attempts = 0
        self._share: float | None = None
        self._hurried = False
        self._told_here = False
        self._wait_until: float | None = None

    # --- what the screen asks ---

    @property
    def rules(self) -> System[Any]:
        """The rule system."""
        return self.game.system

    @property
    def turn(self) -> int:
        """Number of the current turn, from 1."""
        return self.game.turn

    @property
    def phase(self) -> str:
        """Name of what is being decided now."""
        return self.game.phase

    @property
    def moment(self) -> int:
        """A number that changes whenever the state does: for caches, and never shown."""
        return self.game.version

    @property
    def just_begun(self) -> bool:
        """No order has been given yet."""
        return len(self.game.journal) == 1

    @property
    def in_flight(self) -> bool:
        """Never: an order is carried out at once."""
        return False

    @property
    def save(self) -> Path | None:
        """The file of the game; None for one that is not kept."""
        return self._keeping.save

    @property
    def kept_at(self) -> str:
        """Nowhere else."""
        return ""

    @property
    def known_as(self) -> str:
        """The name of the game for the player's career."""
        return self.save.name if self.save is not None else self.game.digest()

    @property
    def persons(self) -> tuple[str, ...]:
        """The seats of this game that persons play, all at this screen."""
        return self._sitting.persons

    @property
    def faces_people(self) -> bool:
        """A person leads another side."""
        return not self.is_private

    @property
    def is_private(self) -> bool:
        """True if the screen shows the view of one side alone, which can be kept next to the save."""
        return len({side_of(seat) for seat in self.persons}) <= 1

    @property
    def seat(self) -> str:
        """The seat at this screen; while `waiting`, the last seat that had it."""
        return self._sitting.seat

    @property
    def side(self) -> str:
        """The side of the seat at this screen."""
        return side_of(self.seat)

    @property
    def waiting(self) -> str | None:
        """The seat of the person to whom the screen has to be handed; None if there is none.

        Nothing may be shown before.
        """
        return self._sitting.waiting

    @property
    def covered(self) -> bool:
        """True if secrets of the seat of `view` must stay hidden: it decides in sight of another person."""
        return self._sitting.guest is not None or self.waiting is not None

    @property
    def view(self) -> View:
        """The view of the seat at this screen now; if `covered`, of the seat that decides in sight of everyone."""
        return self.game.view(self._sitting.guest or self.seat)

    @property
    def journal(self) -> list[Line]:
        """The events that the seat at this screen has seen, in sentences."""
        return self._chronicles[self.seat].lines

    @property
    def turns(self) -> list[PlayedTurn]:
        """The turns that were begun, as the seat at this screen saw them."""
        return self._chronicles[self.seat].turns

    def view_at(self, played: Played) -> View:
        """Return the view that the seat at this screen had when a turn began."""
        began = next(one.began for one in self.turns if one is played)
        return self.game.system.view(began, self.seat)

    def known_before(self, event: Event) -> View | None:
        """Return the view of the seat at this screen just before it saw an event; None for what is long past."""
        return self._chronicles[self.seat].known_before(event)

    @property
    def has_history(self) -> bool:
        """Check if history knows the places of this battle."""
        return bool(self.rules.landmarks(self.view_at(self.turns[0])))

    def ending(self) -> Game[Any] | None:
        """Return the game with all its records; None before it is over, for that would give secrets away."""
        return self.game if self.outcome is not None else None

    @property
    def diary(self) -> list[Entry]:
        """The reasons of the computer players; nothing before the game is over, because it would give them away."""
        return self._diary.entries if self.outcome is not None else []

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, None while it goes on."""
        return self.game.outcome

    @property
    def my_turn(self) -> bool:
        """A person who may see the screen now has to decide."""
        return self._sitting.decides and not self.busy

    @property
    def busy(self) -> bool:
        """A computer player has to decide."""
        return self._agent is not None

    @property
    def _agent(self) -> str | None:
        """The name of the computer player who has to decide."""
        seat = self.game.to_act
        return self.seats.agent_of(seat) if seat is not None else None

    @property
    def awaited(self) -> str:
        """Nothing: all players are here."""
        return ""

    @property
    def progress(self) -> float | None:
        """The progress of the computer's thinking, 0 to 1; None when it does not say."""
        return self._share

    def staff_seed(self, purpose: str) -> int:
        """Return the seed of a player that works for the seat at this screen."""
        return agent_seed(self.game, self.view.seat, purpose)

    def take_witnessed(self) -> list[Witnessed]:
        """Return the events that the seat at this screen has seen since the last call, its own orders included."""
        witnessed, self._witnessed[self.seat] = self._witnessed[self.seat], []
        return witnessed

    # --- what the player does ---

    def take_seat(self) -> None:
        """Seat the person to whom the screen was handed; the screen may now show that person's secrets."""
        self._sitting.take_seat()
        self._log("seated", seat=self.seat)

    def play(self, order: Order) -> tuple[Event, ...]:
        """Carry out an order of the seat at this screen. IllegalOrder, with the reason, when the rules refuse it."""
        if self.waiting is not None:
            raise IllegalOrder(_HAND_OVER)
        if refusal := self.view.why_not(order):
            raise IllegalOrder(refusal)
        if self.busy:
            raise IllegalOrder(_COMPUTER_THINKS)
        seat, events = self.view.seat, self._play(order)
        self.learning.gave(seat, tag_of(order))
        return events

    def play_throughout(self, order: Order) -> tuple[Event, ...]:
        """The same, and the same answer whenever this seat is asked this again before the turn is over.

        A standing order, by which the screen need not be handed over for each answer.
        """
        seat = self.game.to_act or ""
        self._standing[seat, self.game.phase] = self.game.turn, order
        return self.play(order)

    def why_not_undo(self) -> Refusal | None:
        """None if the last order can be taken back, else why not."""
        if self.waiting is not None:
            return _HAND_OVER
        return _COMPUTER_THINKS if self.busy else self.game.why_not_undo(strict=not self.lenient_undo)

    @property
    def lenient_undo(self) -> bool:
        """True if moves that showed new ground can be taken back: chosen for this game, with one person at most."""
        return self.game.setup.lenient_undo and len(self.seats.people) <= 1

    def undo(self) -> Order | None:
        """Take back the last order and return it. NothingToUndo, with the reason, when it cannot be taken back."""
        if refusal := self.why_not_undo():
            raise NothingToUndo(refusal)
        order = self.game.undo()
        self._after("undone", order)
        return order

    def resign(self) -> None:
        """Give the game up for the side at this screen. IllegalOrder when it is over already."""
        self.game.resign(self.side)
        self._after("resigned", None)
        self._keep_note()

    def agree(self, *, agrees: bool) -> None:
        """Do nothing: no player elsewhere has to agree to a draw."""

    def call(self, late: Late) -> None:
        """Do nothing: no clock runs in a game that lies here."""

    def update(self) -> tuple[Event, ...]:
        """Let a computer player that has to decide think, and play what it wants; returns what happened."""
        if why := self._advisers.listen():
            self._log("adviser_failed", why=why)
        self._tell_if_here()
        seat, agent = self.game.to_act, self._agent
        if self._worker is None or seat is None or agent is None:
            return ()
        if self._asked is None:
            self._ask(seat, agent)
            return ()
        match self._worker.poll():
            case Progress(share):
                self._share = share
            case Decision(order, reason):
                return self._play_decision(order, reason)
            case Failure(sentence):
                return self._fail(sentence)
            case None if self._wait_until is not None and monotonic() > self._wait_until:
                self._ask_fallback(seat)
        return ()

    def hurry(self) -> None:
        """Let the computer think no more this time: it plays the best that it has found, and goes on without a search.

        A player that does not listen is given up after half a second, and the greedy one decides in its place.
        """
        if not self.busy or self._worker is None or self._hurried:
            return
        self._hurried, self._wait_until = True, monotonic() + HURRIED_WAIT
        self._worker.hurry()
        self._log("hurried", turn=self.game.turn, to_act=self.game.to_act)

    def close(self) -> None:
        """End the computer player's process and let others play the save, which is complete at any time."""
        self.learning.keep()
        self._keeping.close()
        for worker in self._workers:
            worker.close()

    # --- playing ---

    def _play(self, order: Order) -> tuple[Event, ...]:
        turn = self.game.turn
        events = self._carry_out(order)
        while (again := self._standing_order()) is not None:
            events += self._carry_out(again)
        if self.game.turn != turn or self.outcome is not None:
            self._keep_note()
            for worker in self._workers:
                worker.try_again()
        return events

    def _carry_out(self, order: Order) -> tuple[Event, ...]:
        own = self._sitting.decides and self.game.to_act in self.persons
        events = self.game.play(order)
        self._after("played", order, events, own=own)
        return events

    def _standing_order(self) -> Order | None:
        """The answer that a person has given for the rest of the turn to what is asked now."""
        found = self._standing.get((self.game.to_act or "", self.game.phase))
        if found is None or found[0] != self.game.turn or found[1] not in self.game.legal_orders():
            return None
        return found[1]

    def _after(self, what: str, order: Order | None, events: tuple[Event, ...] = (), *, own: bool = False) -> None:
        for seat, chronicle in self._chronicles.items():
            here = own and seat == self.seat
            self._witnessed[seat] += [Witnessed(event, here) for event in chronicle.follow()]
        before = self.seat
        if (now := self._sitting.follow()) is not None:  # what its partner saw need not be shown again
            self._witnessed[now], self._witnessed[before] = self._witnessed[before], []
        self._hurried = self._hurried and self.busy
        self._keeping.keep()
        tags = [tag_of(event) for event in events]
        facts = {"turn": self.game.turn, "to_act": self.game.to_act, "records": len(self.game.journal)}
        self._log(what, order=_as_plain(order), events=tags, **facts)
        if self.outcome is not None:
            self._log("game_over", winner=self.outcome.winner, level=self.outcome.level)
            if self._ended is not None:
                self._ended()

    # --- the computer ---

    def _ask(self, seat: str, agent: str) -> None:
        if self._worker is None:
            return
        game = self.game
        seed = agent_seed(game, seat)
        self._asked, self._share = seat, None
        self._worker.request(game.system.id, agent, game.view(seat).encode(), seed, hurried=self._hurried)

    def _play_decision(self, wanted: Mapping[str, Any], reason: Mapping[str, Any] | None) -> tuple[Event, ...]:
        try:
            order = msgspec.convert(wanted, self.game.system.order_types)
            if refusal := self.game.why_not(order):
                raise IllegalOrder(refusal)
        except (IllegalOrder, msgspec.ValidationError) as error:
            return self._fail(_("its order is not legal: {why}").format(why=error))
        self._forget_job()
        self._note_down(reason)
        return self._play(order)

    def _note_down(self, reason: Mapping[str, Any] | None) -> None:
        """Enter in the diary why the computer gives the order that is played next."""
        try:
            self._diary.add(len(self.game.journal), self.game.turn, self.game.to_act or "", reason)
        except SaveError as error:
            self.tell(str(error))

    def _forget_job(self) -> None:
        self._asked, self._attempts, self._share, self._wait_until, self._fell_back = None, 0, None, None, False

    def _fail(self, why: str) -> tuple[Event, ...]:
        """Make up for a missing order: restart the player and ask again, then play the first order on offer for it."""
        self._attempts += 1
        self._asked = None
        self._log("computer_failed", why=why, attempt=self._attempts)
        if self._attempts < _ATTEMPTS:
            self.tell(_("The computer player stumbled ({why}) and is started again.").format(why=why))
            self._restart_worker()
            return ()
        self._forget_job()
        order = next(iter(self.game.legal_orders()))
        message = _(
            "The computer player failed again ({why}). The first order open to it, {order}, was played in its place."
        )
        self.tell(message.format(why=why, order=tag_of(order)))
        return self._play(order)

    def _ask_fallback(self, seat: str) -> None:
        """The player does not answer: ask the fallback, at first in a new process, then in this process."""
        if self._worker is None:
            return
        if self._fell_back:
            self._wait_until = None
            self._worker.think_here()
            return
        self._fell_back, self._wait_until = True, monotonic() + FALLBACK_WAIT
        self._restart_worker()
        self._ask(seat, FALLBACK)

    def _restart_worker(self) -> None:
        if self._worker is not None and not self._worker.is_here:
            self._worker.close()
            self._worker = self._start_worker()

    @property
    def _workers(self) -> tuple[AgentWorker, ...]:
        return tuple(filter(None, (self._worker, *self._advisers.workers)))

    def _tell_if_here(self) -> None:
        """Tell the player once that the computer thinks in the window's process."""
        if not self._told_here and any(worker.is_here for worker in self._workers):
            self._told_here = True
            self.tell(
                _(
                    "The computer player cannot think in a process of its own. "
                    "It now thinks inside this window, which may be slow to react."
                )
            )
            self._log("thinks_here")

    # --- keeping ---

    def keep_as(self, save: Path, name: str) -> None:
        """Go on in another file, under a name; the old one stays as it is. A file that lies there is written over.

        SaveError, and the game goes on in its old file, when the other cannot be written or is played elsewhere.
        """
        self.name = name
        if save != self.save:
            self._keeping.go_on_in(save)
            self._diary.go_on_in(save)
            self._log("kept_as", save=save.name)
        self._keep_note()

    def in_file(self, folder: Path) -> Path:
        """Return the file of the game as it stands; one in `folder`, written now, if it is not kept."""
        if self.save is not None and os.path.isfile(self.save):
            return self.save
        self.game.save(folder / "game.wab")
        return folder / "game.wab"

    def _keep_note(self) -> None:
        if not self._keeping.is_open:
            return
        outcome = self.outcome
        end = {"winner": outcome.winner, "level": outcome.level} if outcome else {}
        own = {"first": self.first, "name": self.name, "told": self._sentence()}
        note = Note(self.setup.scenario, self.seats, self.turn, **own, **end)  # type: ignore[arg-type]
        self._keeping.note(note)
        if self._noted is not None:
            self._noted()

    def _sentence(self) -> Text | None:
        """Return what mattered most in the last turn, else the last event; None if two sides share the screen."""
        if not self.is_private:
            return None
        causes = self.verdict.causes if self.verdict is not None else ()
        told = [causes[0].words] if causes else [line.text for line in self.journal[-1:]]
        return told[0] if told else None


def agent_seed(game: Game[Any], seat: str, purpose: str = "player") -> int:
    """The seed of a computer player: follows from the game's, each seat its own, as in games without a window."""
    return seat_seed(game.setup.seed, seat, purpose)


def tag_of(thing: Order | Event) -> str:
    """The short name under which orders and events are written down."""
    return str(type(thing).__struct_config__.tag)


def _as_plain(order: Order | None) -> object:
    return msgspec.to_builtins(order) if order is not None else None


def _no_log(event: str, **facts: Any) -> None:
    """Log nothing: the session has no log."""
