"""The client of a server, for window, command line and bots: requests as methods, and a line that never lets wait."""

from __future__ import annotations

import ipaddress
import secrets
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Queue
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any, TypeAlias, TypeVar
from urllib.parse import urlsplit

import httpx2
import msgspec

from wab.engine.files.limits import TooMuch
from wab.engine.files.safe_json import decode_json
from wab.engine.history.telling import NOTHING, Entry
from wab.engine.kernel.orders import Order, Refusal
from wab.engine.words.errors import UsageError, WabError
from wab.engine.words.text import N_, Text
from wab.online.protocol import (
    LONGEST_WAIT,
    VERSION,
    Begun,
    Call,
    Claim,
    Clock,
    Draw,
    GameInfo,
    Holidays,
    Late,
    NewAccount,
    NewGame,
    NewPassword,
    News,
    Play,
    Problem,
    Said,
    Signal,
    Standing,
    TakeBack,
    Token,
    Version,
    WantedHolidays,
    Watched,
    Words,
    encode,
)

PATIENCE = 10.0
"""Seconds of silence after which a line counts as broken."""
_WHOLE = 12  # times as long as the patience an answer may take from its first byte to its last
_AGAIN = (0.5, 1.0, 2.0, 4.0, 8.0)
_GZIP = 31  # what zlib calls it
_LARGEST = 64 * 1024 * 1024  # bytes of an answer
T = TypeVar("T")
_entry = msgspec.json.Decoder(Entry)


class Unreachable(WabError):  # noqa: N818
    """The server does not answer."""


class ServerRefuses(WabError):  # noqa: N818
    """The server does not do what was wanted; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.text)
        self.problem = problem


class NotUnderstood(UsageError):  # noqa: N818
    """The answer of a server is none of this protocol, or of another version of the game."""


STRANGE = Text("This is no server of this game, or of another version.")


def new_salt() -> str:
    """Return what a player adds to the dice of a game."""
    return secrets.token_hex(16)


def checked_address(address: str) -> tuple[str, bool]:
    """Return the address of a server, and whether what is sent there can be read on the way.

    An address without a scheme is meant with TLS, except on this machine and in private networks.
    UsageError for an address that is none, and for one without TLS outside this machine and private networks.
    """
    none = UsageError(Text("{address} is no address of a server.", {"address": repr(address[:80])}))
    try:
        parts = urlsplit(address if "://" in address else f"//{address}", "https")
        _ = parts.port
    except ValueError as error:
        raise none from error
    if parts.scheme not in ("http", "https") or not (host := parts.hostname):
        raise none
    if "://" not in address and (_is_loopback(host) or _is_private(host)):
        parts = parts._replace(scheme="http")
    proper = f"{parts.scheme}://{parts.netloc}"
    if parts.scheme == "https" or _is_loopback(host):
        return proper, False
    if _is_private(host):
        return proper, True
    told = N_("{address} is not safe: others on the way could read and change what is sent. Use https://.")
    raise UsageError(Text(told, {"address": proper}))


def _is_loopback(host: str) -> bool:
    return host == "localhost" or bool((found := _number_of(host)) and found.is_loopback)


def _is_private(host: str) -> bool:
    return bool((found := _number_of(host)) and found.is_private) or host.endswith(".local")


def _number_of(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


class Client:
    """The requests of the protocol. `token` is the token of this device, "" before there is an account.

    Every method raises Unreachable if there is no answer and ServerRefuses if the server does not do it. There is none
    after `patience` seconds of silence.
    """

    def __init__(self, address: str, token: str = "", patience: float = PATIENCE) -> None:
        self.address, self.is_open = checked_address(address)
        self.token, self.patience = token, patience
        self._http = httpx2.Client(base_url=self.address, headers={"accept-encoding": "gzip"}, follow_redirects=False)

    def again(self) -> Client:
        """Return another client of the same server, with the same token."""
        return Client(self.address, self.token, self.patience)

    def close(self) -> None:
        """Let go of the connection."""
        self._http.close()

    def version(self) -> Version:
        """Return what the server runs. UsageError if it speaks another protocol."""
        version = self._ask("GET", "/api/version", kind=Version)
        if version.protocol != VERSION:
            told = N_("The server runs another version of the game: {theirs}. Take the same version.")
            raise UsageError(Text(told, {"theirs": version.program}))
        return version

    def make_account(self, name: str, password: str = "", device: str = "") -> Token:
        """Make an account, and use it from now on."""
        return self._with_token("/api/accounts", NewAccount(name, password, device))

    def sign_in(self, name: str, password: str, device: str = "") -> Token:
        """Use an account on this device as well."""
        return self._with_token("/api/devices", NewAccount(name, password, device))

    def _with_token(self, path: str, wanted: NewAccount) -> Token:
        token = self._ask("POST", path, wanted, kind=Token)
        self.token = token.token
        return token

    def set_password(self, password: str) -> None:
        """Set the password by which the account opens on other devices."""
        self._send("PUT", "/api/password", NewPassword(password))

    def games(self, which: str = "mine") -> list[GameInfo]:
        """Return games: "mine", "open" or "over"."""
        return self._ask("GET", f"/api/games?which={which}", kind=list[GameInfo])

    def begin(self, wanted: NewGame) -> Begun:
        """Begin a game, and wait for its players."""
        return self._ask("POST", "/api/games", wanted, kind=Begun)

    def info(self, game: str) -> GameInfo:
        """Return what may be known of a game."""
        return self._ask("GET", f"/api/games/{game}", kind=GameInfo)

    def accept(self, game: str, code: str, salt: str = "") -> GameInfo:
        """Take the seat to which a code invites. A salt is drawn unless one is given."""
        return self._ask("POST", f"/api/games/{game}/claim", Claim(salt or new_salt(), code), kind=GameInfo)

    def sit_down(self, game: str, seat: str, salt: str = "") -> GameInfo:
        """Take an open seat. A salt is drawn unless one is given."""
        return self._ask("POST", _seat(game, seat), Claim(salt or new_salt()), kind=GameInfo)

    def told(self, game: str, seat: str, after: int, wait: int = 0, draw: Iterable[str] | None = None) -> News:
        """Return the news of a seat behind the first `after` entries; wait some seconds for it.

        `draw` are the sides that agree on a draw as far as is known: it is news if others do.
        """
        known = "" if draw is None else f"&draw={','.join(draw)}"
        path = f"{_seat(game, seat)}/told?after={after}&wait={wait}{known}"
        return self._ask("GET", path, kind=News, wait=wait)

    def wait(self, game: str, seat: str, seconds: int) -> None:
        """Wait some seconds until a game begins that waits for its players."""
        try:
            self.told(game, seat, 0, seconds)
        except ServerRefuses as error:
            if error.problem.code != "not-begun":
                raise

    def play(self, game: str, seat: str, after: int, key: str, order: Order) -> News:
        """Play an order. A key that was used already plays nothing again."""
        wanted = Play(after, key, msgspec.Raw(msgspec.json.encode(order)))
        return self._ask("POST", f"{_seat(game, seat)}/orders", wanted, kind=News)

    def take_back(self, game: str, seat: str, after: int, key: str) -> News:
        """Take the last order back."""
        return self._ask("POST", f"{_seat(game, seat)}/undo", TakeBack(after, key), kind=News)

    def stand(self, game: str, seat: str, turn: int, phase: str, order: Order | None) -> None:
        """Leave an answer for the rest of a turn; None takes it back."""
        raw = NOTHING if order is None else msgspec.Raw(msgspec.json.encode(order))
        self._send("PUT", f"{_seat(game, seat)}/standing", Standing(turn, phase, raw))

    def resign(self, game: str, seat: str) -> News:
        """Give the game up."""
        return self._ask("POST", f"{_seat(game, seat)}/resign", kind=News)

    def draw(self, game: str, seat: str, agrees: bool) -> News:
        """Offer a draw, or agree to one, or no longer."""
        return self._ask("POST", f"{_seat(game, seat)}/draw", Draw(agrees), kind=News)

    def watch(self, game: str) -> Watched:
        """Return a game that hides nothing, as any player of the server may see it."""
        return self._ask("GET", f"/api/games/{game}/watch", kind=Watched)

    def signals(self, after: int = 0, wait: int = 0) -> list[Signal]:
        """Return what this player was called for behind some signals; wait some seconds for it."""
        path = f"/api/me/told?after={after}&wait={wait}"
        return self._ask("GET", path, kind=list[Signal], wait=wait)

    def holidays(self) -> Holidays:
        """Return the holidays of this player."""
        return self._ask("GET", "/api/me/holidays", kind=Holidays)

    def take_holidays(self, days: int) -> Holidays:
        """Let all clocks of this player stand still for some days from now on. 0 ends that."""
        return self._ask("PUT", "/api/me/holidays", WantedHolidays(days), kind=Holidays)

    def call(self, game: str, seat: str, late: Late) -> None:
        """Wait no longer for a player whose time is up: take the game, or let a computer player decide."""
        self._send("POST", f"{_seat(game, seat)}/late", Call(late))

    def set_away(self, game: str, seat: str, away: bool) -> None:
        """Let a computer player decide until the player is back."""
        self._send("POST", f"{_seat(game, seat)}/{'away' if away else 'back'}", None)

    def say(self, game: str, words: str) -> Said:
        """Say something to the others of a game."""
        return self._ask("POST", f"/api/games/{game}/words", Words(words), kind=Said)

    def talk(self, game: str, after: int = 0) -> list[Said]:
        """Return what was said behind the first `after`."""
        return self._ask("GET", f"/api/games/{game}/words?after={after}", kind=list[Said])

    def save(self, game: str) -> bytes:
        """Return the save of a game that is over."""
        return self._send("GET", f"/api/games/{game}/save", None)

    def _ask(self, method: str, path: str, body: Any = None, *, kind: type[T], wait: int = 0) -> T:
        return _decoded(kind, self._send(method, path, body, wait))

    def _send(self, method: str, path: str, body: Any, wait: int = 0) -> bytes:
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        content = encode(body) if body is not None else None
        limits = httpx2.Timeout(self.patience, read=self.patience + wait)
        until = monotonic() + wait + _WHOLE * self.patience
        try:
            with self._http.stream(method, path, content=content, headers=headers, timeout=limits) as answer:
                data = _whole(answer, until)
        except (httpx2.HTTPError, _NoEnd, RuntimeError) as error:
            if isinstance(error, RuntimeError) and not self._http.is_closed:
                raise
            raise Unreachable(Text("The server {address} does not answer.", {"address": self.address})) from error
        if answer.is_success:
            return data
        if answer.status_code > 500:  # a proxy says so in many ways
            raise Unreachable(Text("The server {address} is not ready.", {"address": self.address}))
        raise ServerRefuses(_decoded(Problem, data))


class _NoEnd(Exception):  # noqa: N818
    """An answer comes, and does not come to its end."""


def _whole(answer: httpx2.Response, until: float) -> bytes:
    """Return the bytes of an answer. The library's own reading of pressed answers lets them trickle for ever."""
    pressed = answer.headers.get("content-encoding") == "gzip"
    press, parts, room = zlib.decompressobj(_GZIP), list[bytes](), _LARGEST
    for part in answer.iter_raw():
        if monotonic() > until:
            raise _NoEnd
        parts.append(_unpressed(press, part, room) if pressed else part)
        room -= len(parts[-1])
        if room <= 0:
            raise NotUnderstood(Text("The answer of the server is too large."))
    if pressed and not press.eof:
        raise _NoEnd
    return b"".join(parts)


def _unpressed(press: Any, part: bytes, room: int) -> bytes:
    try:
        found: bytes = press.decompress(part, room)
    except zlib.error as error:
        raise _NoEnd from error
    return found


def _decoded(kind: type[T], data: bytes) -> T:
    try:
        return decode_json(msgspec.json.Decoder(kind), data)
    except (TooMuch, ValueError) as error:
        raise NotUnderstood(STRANGE) from error


def _seat(game: str, seat: str) -> str:
    return f"/api/games/{game}/seats/{seat.replace('/', '~')}"


# ------------------------------------------------------------------------------------------------- a line that is held


@dataclass(frozen=True)
class Heard:
    """News of a seat with its entries in their order. `answers` is true for the answer to an order.

    `news` may be older than what was heard before; it then has no entries that are new.
    """

    entries: tuple[Entry, ...]
    news: News
    answers: bool


@dataclass(frozen=True)
class NotDone:
    """The server has not done what was wanted, for the reason in `error`.

    `refusal` says why, if the rules do not allow it. The reader puts the words into a language, not the thread.
    """

    error: WabError
    refusal: Refusal | None = None


@dataclass(frozen=True)
class Trouble:
    """The server does not answer, and is asked again; None when it does again."""

    error: WabError | None


def heard(news: News, *, fresh: int | None = None, answers: bool = False) -> Heard:
    """Return news with their last `fresh` entries read, all of them unless a number is named.

    NotUnderstood if an entry is none of this protocol.
    """
    raws = news.entries if fresh is None else news.entries[max(len(news.entries) - fresh, 0) :]
    try:
        return Heard(tuple(_entry.decode(bytes(raw)) for raw in raws), news, answers)
    except msgspec.MsgspecError as error:
        raise NotUnderstood(STRANGE) from error


Message: TypeAlias = Heard | NotDone | Trouble


class Line:
    """The connection of one seat to its game. `poll` gives what has come; no method waits.

    A request is sent again until there is an answer, under one key, so that nothing is played twice. `busy` while
    something is on its way.
    """

    def __init__(self, client: Client, game: str, seat: str, told: int = 0) -> None:
        self.client, self.game, self.seat = client, game, seat
        self._told, self._draw = told, tuple[str, ...]()
        self._clock: Clock | None = None
        self._waiting_client = client.again()
        self._messages: Queue[tuple[Message, bool]] = Queue()
        # the flag: with this message a request is answered
        self._wanted: Queue[Callable[[int], News] | None] = Queue()
        self._lock = Lock()
        self._on_its_way = 0
        self._ends = Event()
        self._troubled = set[str]()
        for name, work in (("sender", self._send), ("listener", self._listen)):
            Thread(target=work, daemon=True, name=f"line-{name}").start()

    @property
    def busy(self) -> bool:
        """Something was sent, and its answer has not been polled."""
        return self._on_its_way > 0

    def poll(self) -> Message | None:
        """Return what has come next, None if nothing has."""
        try:
            message, is_answer = self._messages.get_nowait()
        except Empty:
            return None
        self._on_its_way -= is_answer
        return message

    def _hand_on(self, message: Message, *, is_answer: bool = False) -> None:
        self._messages.put((message, is_answer))

    def play(self, order: Order) -> None:
        """Send an order."""
        key = secrets.token_hex(12)
        self._want(lambda after: self.client.play(self.game, self.seat, after, key, order))

    def stand(self, turn: int, phase: str, order: Order) -> None:
        """Leave an answer for the rest of a turn."""

        def leave(after: int) -> News:
            self.client.stand(self.game, self.seat, turn, phase, order)
            return self.client.told(self.game, self.seat, after)

        self._want(leave)

    def take_back(self) -> None:
        """Take the last order back."""
        key = secrets.token_hex(12)
        self._want(lambda after: self.client.take_back(self.game, self.seat, after, key))

    def call(self, late: Late) -> None:
        """Wait no longer for a player whose time is up."""

        def wait_no_longer(after: int) -> News:
            self.client.call(self.game, self.seat, late)
            return self.client.told(self.game, self.seat, after)

        self._want(wait_no_longer)

    def resign(self) -> None:
        """Give the game up."""

        def give_up(after: int) -> News:
            self.client.resign(self.game, self.seat)
            return self.client.told(self.game, self.seat, after)  # the answer tells nothing of what was before it

        self._want(give_up)

    def draw(self, agrees: bool) -> None:
        """Offer a draw, or agree to one, or no longer."""

        def agree(after: int) -> News:
            self.client.draw(self.game, self.seat, agrees)
            return self.client.told(self.game, self.seat, after)

        self._want(agree)

    def close(self) -> None:
        """Hang up."""
        self._ends.set()
        self._wanted.put(None)

    def _want(self, request: Callable[[int], News]) -> None:
        self._on_its_way += 1
        self._wanted.put(request)

    def _send(self) -> None:
        while (request := self._wanted.get()) is not None:
            try:
                self._take(self._insist(request), answers=True)
            except ServerRefuses as error:
                self._catch_up(error.problem.news)
                self._hand_on(NotDone(error, error.problem.refusal), is_answer=True)
            except WabError as error:
                self._hand_on(NotDone(error), is_answer=True)

    def _catch_up(self, news: News | None) -> None:
        """Take the news that a refusal has brought, if they are understood."""
        if news is not None:
            with suppress(NotUnderstood):
                self._take(news, answers=False)

    def _insist(self, request: Callable[[int], News]) -> News:
        """Ask until there is an answer."""
        tries = 0
        after = self._told
        while True:
            try:
                news = request(after)
                self._no_trouble("sender", "listener")
                return news
            except Unreachable as error:
                if self._ends.is_set():
                    raise
                self._trouble("sender", error)
                if self._ends.wait(_AGAIN[min(tries, len(_AGAIN) - 1)]):
                    raise  # its window is closed, and the client with it
                tries += 1

    def _listen(self) -> None:
        """Wait for news until the line is closed; the last answer may come after that."""
        try:
            self._wait_for_news()
        finally:
            self._waiting_client.close()

    def _wait_for_news(self) -> None:
        tries = 0
        while not self._ends.is_set():
            try:
                wait = 0 if tries else LONGEST_WAIT  # a line that is back says so at once
                news = self._waiting_client.told(self.game, self.seat, self._told, wait, self._draw)
                self._no_trouble("listener")
                self._take(news, answers=False)
                tries = 0
            except Unreachable as error:
                self._trouble("listener", error)
                self._ends.wait(_AGAIN[min(tries, len(_AGAIN) - 1)])
                tries += 1
            except ServerRefuses as error:
                if error.problem.code != "not-begun":
                    self._hand_on(NotDone(error, error.problem.refusal))
                self._ends.wait(_AGAIN[-1])
            except WabError as error:
                self._hand_on(NotDone(error))
                self._ends.wait(_AGAIN[-1])

    def _take(self, news: News, *, answers: bool) -> None:
        """Hand on what is new in an answer; the two threads may hear the same."""
        with self._lock:
            fresh = max(news.told - self._told, 0)
            is_now = news.told >= self._told
            changed = is_now and (news.draw, news.clock) != (self._draw, self._clock)
            if fresh or answers or changed:
                if is_now:
                    self._draw, self._clock = news.draw, news.clock
                told = heard(news, fresh=fresh, answers=answers)
                self._told = max(self._told, news.told)
                self._hand_on(told, is_answer=answers)

    def _trouble(self, thread: str, error: WabError) -> None:
        with self._lock:
            if not self._troubled:
                self._hand_on(Trouble(error))
            self._troubled.add(thread)

    def _no_trouble(self, *threads: str) -> None:
        """End the trouble of these threads. News say nothing of an order that is still sent again."""
        with self._lock:
            if self._troubled and not self._troubled.difference(threads):
                self._hand_on(Trouble(None))
            self._troubled.difference_update(threads)
