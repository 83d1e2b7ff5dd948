"""A game that lies on a server, as the window plays it: the news of its seat, and orders that go there."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from math import inf
from pathlib import Path
from threading import Thread
from time import monotonic, time
from typing import Any

from ai.agents import seat_seed
from ai.process import AgentWorker
from wab.app.play.advisers import Advisers
from wab.app.play.archive import Seats
from wab.app.play.campaigns import moment
from wab.app.play.chair import Chair
from wab.app.play.diary import Entry
from wab.app.play.learning import Learning
from wab.app.play.session import tag_of
from wab.app.play.sitter import Sitter
from wab.app.play.sitting import Privacy
from wab.app.play.table import Draws, Played, Terms, Witnessed
from wab.app.play.talk import Talk
from wab.engine.files.looking import is_there
from wab.engine.files.writing import keep_copy, other_names, write_beside
from wab.engine.history.chronicle import PlayedTurn
from wab.engine.history.journal import Line
from wab.engine.kernel.events import Event
from wab.engine.kernel.game import Game
from wab.engine.kernel.orders import IllegalOrder, NothingToUndo, Order, Refusal
from wab.engine.kernel.proof import Proof
from wab.engine.kernel.system import System
from wab.engine.kernel.values import Outcome, side_of
from wab.engine.kernel.view import View
from wab.engine.saves.reader import UNFIT, open_save, read_save
from wab.engine.words.clean import clean
from wab.engine.words.dates import moment_of
from wab.engine.words.errors import SaveError, UsageError, WabError
from wab.engine.words.text import Text
from wab.locale import _
from wab.locale.typography import headed
from wab.online import client as net
from wab.online.promises import promise_of
from wab.online.protocol import LONGEST_NAME, GameInfo, Late
from wab.systems import get_system

_ON_ITS_WAY = Refusal(Text("Your last order is still on its way to the server."), code="in-flight")
_SEED_BITS = 63
_WARNINGS = (0, 1, 5, 10, 60)
"""Minutes that are left when a player hears of them."""
_SLOW = 0.25  # seconds after which the screen says that an order is on its way


class Remote(Sitter):
    """A game on a server for the seats of this person. It has begun. Only the constructor waits.

    The seat that decides is the one at the screen. A seat of the other side is `waiting` first, if a game has secrets.

    `folder` is where its save is put at the end; None for nowhere. `ended` is called when the game has come to its end.
    It closes `client` at its end. Unreachable or ServerRefuses if the server does not say how the game stands.
    """

    is_copy = False
    lenient_undo = False
    waiting: str | None = None
    progress: float | None = None

    def __init__(
        self,
        client: net.Client,
        info: GameInfo,
        *,
        folder: Path | None = None,
        start_worker: Callable[[], AgentWorker] = AgentWorker,
        log: Callable[..., None] | None = None,
        ended: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(Advisers(start_worker))
        self.client, self.info = client, info
        self.rules: System[Any] = get_system(info.system)
        self._chairs: dict[str, Chair] = {}
        try:
            for seat in info.own:
                self._chairs[seat] = Chair(client, info.id, seat, self.rules)
        except WabError:
            self._hang_up()
            raise
        self._chair = next((each for each in self._chairs.values() if each.decides), self._chairs[info.own[0]])
        self.setup = Terms(info.system, info.scenario, dict(info.options))
        self.name = ""
        self.first: Mapping[str, float] = dict(info.first)
        agents = {each.seat: each.agent for each in info.seats if each.agent}
        self.seats = Seats(self.seat, agents)
        self.faces_people = any(not each.agent and side_of(each.seat) != self.side for each in info.seats)
        self.privacy = Privacy()
        self.learning = Learning(lambda: None if folder is None else folder / f"{self.known_as}.wab")
        others = any(each.player and each.seat not in info.own for each in info.seats)
        names = {each.player for each in info.seats if each.seat in info.own}
        self.talk = Talk(client.again(), info.id, names) if others else None
        self._changes = 0
        self._sent = 0.0
        self._broken: WabError | None = None
        self._warned = inf
        self._offers = self.draws is not None and self.draws.own
        self._withdraws = False
        self._folder, self._log, self._ended = folder, log or _no_log, ended
        self._staff_seed = secrets.randbits(_SEED_BITS)
        self._ending: Game[Any] | None = None
        self._saving: Thread | None = None
        self._saved: Game[Any] | WabError | None = None
        self._problem: Text | None = None

    # --- the game, as everybody knows it ---

    @property
    def turn(self) -> int:
        """Number of the current turn, from 1."""
        return self.view.turn

    @property
    def phase(self) -> str:
        """Name of what is being decided now."""
        return self.view.phase

    @property
    def moment(self) -> int:
        """A number that changes whenever the view may have changed: for caches, and never shown."""
        return self._changes

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, once its save is here; None while it goes on."""
        return self._chair.story.outcome if self._ending is not None else None

    @property
    def just_begun(self) -> bool:
        """This seat has given no order, and the first turn goes on."""
        return self.turn <= 1 and not any(each.startswith("order:") for each in self.learning.of(self.seat).done)

    @property
    def persons(self) -> tuple[str, ...]:
        """The seats of this person."""
        return tuple(self._chairs)

    @property
    def seat(self) -> str:
        """The seat at this screen."""
        return self._chair.seat

    @property
    def covered(self) -> bool:
        """A seat of the other side has to decide, and has not sat down yet."""
        return self.waiting is not None

    @property
    def is_private(self) -> bool:
        """True: the screen shows the view of one side alone."""
        return True

    @property
    def side(self) -> str:
        """The side of the seat."""
        return side_of(self.seat)

    @property
    def my_turn(self) -> bool:
        """The seat has to decide, and no order is on its way."""
        is_asked = self._chair.decides and self.waiting is None
        return is_asked and not self.in_flight and self._chair.story.outcome is None

    @property
    def busy(self) -> bool:
        """Another player has to decide, or the end is being fetched."""
        return self.outcome is None and self.view.to_act != self.seat

    @property
    def in_flight(self) -> bool:
        """An order was sent and is not answered."""
        return any(each.line.busy for each in self._chairs.values())

    @property
    def awaited(self) -> str:
        """The person elsewhere, or the server, that is waited for, in a sentence; "" for none."""
        if self._ending is not None:
            return ""
        if self._broken is not None:
            told = _("{why} Your order is kept and sent again.") if self.in_flight else _("{why} It is asked again.")
            return told.format(why=self._broken)
        if self._chair.story.outcome is not None:
            return _("The game is over. Its record is on its way.")
        if self.in_flight:
            is_slow = monotonic() - self._sent > _SLOW
            return _("Your order is on its way.") if is_slow else ""
        to_act = self.view.to_act
        if to_act is None or to_act in self._chairs:
            return ""
        other = next((each for each in self.info.seats if each.seat == to_act), None)
        if other is not None and other.agent:
            return _("The computer is deciding.")
        name = clean(other.player if other is not None else to_act, LONGEST_NAME)
        if (holiday := self._chair.clock.holiday) is not None and holiday > time():
            told = _("{name} has to decide, and is on holiday until {moment}.")
            return told.format(name=name, moment=moment_of(moment(holiday)))
        if (until := self._time_left) is None:
            return _("{name} has to decide.").format(name=name)
        if self.is_late:
            return _("{name} has to decide, and the time is up: the menu says what you can do.").format(name=name)
        left = max(int(until), 0)
        told = _("{name} has to decide, and has {hours} h {minutes} min left.")
        return told.format(name=name, hours=left // 3600, minutes=left % 3600 // 60)

    def take_seat(self) -> None:
        """Let the seat that was waited for sit down."""
        if self.waiting is not None:
            self._chair, self.waiting = self._chairs[self.waiting], None
            self._changes += 1

    # --- what the seat knows ---

    @property
    def view(self) -> View:
        """The view of the seat as the server last sent it."""
        return self._chair.view

    @property
    def journal(self) -> list[Line]:
        """The events that the seat has seen, in sentences."""
        return self._chair.story.lines

    @property
    def turns(self) -> list[PlayedTurn]:
        """The turns that were begun, as the seat saw them."""
        return self._chair.story.turns

    @property
    def has_history(self) -> bool:
        """Check if history knows the places of this battle."""
        return bool(self.rules.landmarks(self.turns[0].began))

    def view_at(self, played: Played) -> View:
        """Return the view that the seat had when a turn began."""
        view: View = next(one.began for one in self.turns if one is played)
        return view

    def known_before(self, event: Event) -> View | None:
        """Return the view just before an event; None for what is long past."""
        found = (chair.story.known_before(event) for chair in (self._chair, *self._chairs.values()))
        return next((view for view in found if view is not None), None)

    def take_witnessed(self) -> list[Witnessed]:
        """Return the events that the seat has seen since the last call."""
        witnessed, self._chair.witnessed = self._chair.witnessed, []
        return witnessed

    # --- what its player does ---

    def play(self, order: Order) -> None:
        """Send an order. IllegalOrder, with the reason, if the rules refuse it, or the last one is on its way."""
        self._check(order)
        self._send(order)

    def play_throughout(self, order: Order) -> None:
        """The same, and the server gives the same answer whenever this seat is asked this before the turn is over."""
        self._check(order)
        self._chair.line.stand(self.turn, self.phase, order)
        self._send(order)

    def _check(self, order: Order) -> None:
        if self.in_flight:
            raise IllegalOrder(_ON_ITS_WAY)
        if refusal := self.view.why_not(order):
            raise IllegalOrder(refusal)

    def _send(self, order: Order) -> None:
        self._sent = monotonic()
        self._chair.line.play(order)
        self.learning.gave(self.seat, tag_of(order))
        self._log("sent", order=tag_of(order), turn=self.turn)

    def why_not_undo(self) -> Refusal | None:
        """None if the last order can be taken back, else why not."""
        return _ON_ITS_WAY if self.in_flight else self._chair.why_not_undo

    def undo(self) -> None:
        """Take back the last order. NothingToUndo, with the reason, if it cannot be taken back."""
        if refusal := self.why_not_undo():
            raise NothingToUndo(refusal)
        self._sent = monotonic()
        self._chair.line.take_back()

    def resign(self) -> None:
        """Give the game up."""
        self._sent = monotonic()
        self._chair.line.resign()

    @property
    def draws(self) -> Draws | None:
        """Return how it stands with a draw; None once the game is over."""
        if self._chair.story.outcome is not None:
            return None
        own, agreed, sides = {side_of(seat) for seat in self._chairs}, {*self._chair.draw}, {*self.rules.sides}
        people = {side_of(each.seat) for each in self.info.seats if not each.agent}
        why = ""
        if len(sides) < 2 or people != sides:
            why = _("A computer player never agrees to a draw.")
        by = [each.player for each in self.info.seats if side_of(each.seat) in agreed - own]
        return Draws(", ".join(clean(each, LONGEST_NAME) for each in dict.fromkeys(by)), own <= agreed, why)

    def agree(self, *, agrees: bool) -> None:
        """Offer a draw or agree to one, for all own sides; or no longer, which declines for all."""
        self._sent, self._withdraws = monotonic(), not agrees
        for chair in {side_of(seat): chair for seat, chair in self._chairs.items()}.values():
            if not (agrees and side_of(chair.seat) in chair.draw):
                chair.line.draw(agrees)

    def _watch_draw(self) -> None:
        """Say that an own offer stands, and that the other side has declined it."""
        if (draws := self.draws) is None or draws.own == self._offers:
            return
        self._offers = draws.own
        if draws.own:
            self.tell(_("You offer a draw: the other side may agree until you take it back."))
        elif not self._withdraws:
            self.tell(_("The other side declines the draw."))

    def update(self) -> None:
        """Take in what the server has said."""
        if why := self._advisers.listen():
            self._log("adviser_failed", why=why)
        for chair in self._chairs.values():
            while (message := chair.line.poll()) is not None:
                self._hear(chair, message)
        self._follow()
        self._watch_clock()
        self._watch_draw()
        for said in self.talk.update() if self.talk is not None else ():
            self.tell(headed(said.player, said.words))
        if self._chair.story.outcome is not None and self._ending is None:
            self._fetch()

    def _hear(self, chair: Chair, message: net.Message) -> None:
        match message:
            case net.Heard():
                self._take_understood(chair, message)
            case net.NotDone(error):
                self._changes += 1
                self.tell(str(error))
            case net.Trouble(error):
                if error is None and self._broken is not None:
                    self.tell(_("The server answers again."))
                self._broken = error

    def _follow(self) -> None:
        """Give the screen to the own seat that has to decide, as soon as it knows that."""
        to_act = self.view.to_act
        chair = self._chairs.get(to_act) if to_act is not None and not self.in_flight else None
        if chair is None or chair is self._chair or not chair.decides:
            return
        if side_of(chair.seat) != self.side and self.rules.nature.hidden_information:
            self.waiting = chair.seat
            return
        self._chair.hand_on(chair)
        self._chair = chair
        self._changes += 1

    def _watch_clock(self) -> None:
        """Say how much time this player has left, when it becomes little."""
        left = self._time_left
        if left is None or not self._chair.decides:
            self._warned = inf
            return
        limit = next((each for each in _WARNINGS if left <= 60 * each), inf)
        if limit < self._warned:
            told = _("You have {minutes} min left to decide.")
            over = _("Your time is up: the others may take the game, or let the computer decide for you.")
            self.tell(told.format(minutes=int(left // 60) + 1) if left > 0 else over)
        self._warned = limit

    @property
    def _time_left(self) -> float | None:
        """The seconds that the seat has left that has to decide; None without a clock."""
        until = self._chair.clock.deadline
        return None if until is None or self.view.to_act is None else until - time()

    @property
    def is_late(self) -> bool:
        """A player of another side has let the time pass: this player need not wait any more."""
        left, to_act = self._time_left, self.view.to_act
        return left is not None and left <= 0 and to_act is not None and side_of(to_act) != self.side

    def call(self, late: Late) -> None:
        """Wait no longer for a player whose time is up: take the game, or let the computer decide."""
        self._sent = monotonic()
        self._chair.line.call(late)

    def hurry(self) -> None:
        """Do nothing: the others are elsewhere."""

    def _take_understood(self, chair: Chair, heard: net.Heard) -> None:
        """Take in news; if the program does not understand them, the game stays as it was, and the player reads so."""
        gave = heard.answers or chair.line.busy  # else a computer player has decided in this seat
        try:
            chair.take(heard, gave=gave)
        except (UsageError, *UNFIT) as error:
            self._log("not_understood", why=str(error))
            self.tell(_("The server sent something that this program does not understand: take the same version."))
            return
        self._changes += 1
        self._log("told", seat=chair.seat, turn=self.turn, to_act=chair.view.to_act, entries=len(heard.entries))

    # --- the staff ---

    def staff_seed(self, purpose: str) -> int:
        """Return the seed of a player that works for the seat: drawn here, it says nothing of the dice."""
        return seat_seed(self._staff_seed, self.seat, purpose)

    # --- the file ---

    @property
    def save(self) -> Path | None:
        """None: the server keeps the game."""
        return None

    @property
    def kept_at(self) -> str:
        """Address of the server and id of the game."""
        return _("{address}, game {game}").format(address=self.client.address, game=self.info.id)

    @property
    def known_as(self) -> str:
        """The name of the game for the player's career."""
        return f"online-{self.info.id}"

    def keep_as(self, save: Path, name: str) -> None:
        """SaveError: the server keeps the game."""
        raise SaveError(str(save), _("the server keeps this game; its save is given out at the end"))

    def in_file(self, folder: Path) -> Path:
        """Return the file of a game that is over. SaveError before that."""
        game = self.ending()
        if game is None:
            raise SaveError(str(folder), _("the server keeps this game; its save is given out at the end"))
        game.save(folder / "game.wab")
        return folder / "game.wab"

    def close(self) -> None:
        """Hang up; the game goes on where it lies."""
        self._hang_up()
        if self.talk is not None:
            self.talk.close()
        self.learning.keep()
        self._advisers.close()
        self.client.close()

    def _hang_up(self) -> None:
        for chair in self._chairs.values():
            chair.line.close()

    # --- the truth, once the game is over ---

    def ending(self) -> Game[Any] | None:
        """Return the game with all its records, once its save is here."""
        return self._ending

    @property
    def diary(self) -> list[Entry]:
        """Nothing: the server keeps no reasons of computer players."""
        return []

    def _fetch(self) -> None:
        """Fetch the save of the game without letting the window wait."""
        if self._saving is None:
            self._saving = Thread(target=self._fetch_save, daemon=True, name="save")
            self._saving.start()
        elif not self._saving.is_alive():
            if isinstance(self._saved, Game):
                self._ending = self._saved
                if self._problem is not None:
                    self.tell(_("The dice of this game were not as promised. {why}").format(why=self._problem))
                self._changes += 1
                self._log("game_over")
                if self._ended is not None:
                    self._ended()
            elif self._saved is not None:
                self.tell(_("The record of the game did not come: {why}").format(why=self._saved))
                self._saved = None
                self._saving = None

    def _fetch_save(self) -> None:
        try:
            data = self.client.save(self.info.id)
            if self._folder is None:
                raise SaveError("", Text("there is no folder for it"))
            path = self._folder / f"{self.known_as}.wab"
            if is_there(path) and path.read_bytes() != data:
                keep_copy(path, other_names(path))
            write_beside(path, data)
            self._problem = self._broken_promise(path)
            self._saved = open_save(path, get_system).game
        except OSError as error:
            self._saved = SaveError(str(self._folder), str(error))
        except WabError as error:
            self._saved = error

    def _broken_promise(self, path: Path) -> Text | None:
        """Return how the dice in a save break what the server had promised to this player."""
        promise = promise_of(self.client.address, self.info.id)
        header = read_save(path).header
        proof = header.proof if isinstance(header.proof, Proof) else None
        return promise.broken_by(proof, header.setup.seed) if promise is not None else None


def _no_log(event: str, **facts: Any) -> None:
    """Log nothing."""
