"""The shapes of requests and answers, and their limits. JSON over HTTP."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from wab.engine.history.telling import NOTHING
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Text

VERSION = 1
"""Client and server of different versions do not play together."""
LARGEST = 64 * 1024
"""Bytes that the body of a request may have."""
LONGEST_WAIT = 25
"""Seconds for which an answer may be waited for."""
LONGEST_NAME = 40
LONGEST_WORDS = 1000
LONGEST_PHASE = 80
HOLIDAYS = 21
"""Days of a year in which the clocks of a player may stand still."""
KEY = 64
"""Characters that the key of an order may have."""

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
"""A number that a data base can hold."""
GameId: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"\A[a-z2-9]{12}\Z")]
"""A game on a server. It becomes the name of a file, so that it has letters and digits alone."""
Pace: TypeAlias = Literal["unhurried", "daily", "live"]
PACES: dict[str, Pace] = {"unhurried": "unhurried", "daily": "daily", "live": "live"}


class Version(msgspec.Struct, frozen=True):
    """The program of a server. `data` has the digest of the data files of each rule system."""

    protocol: int
    program: str
    data: dict[str, str]


Late: TypeAlias = Literal["win", "computer"]
"""The wish of the others when the time of a player is up: the game, or a computer player until the player is back."""


class NewAccount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wish for an account. Without a password it lives on the device that has its token."""

    name: str
    password: str = ""
    device: str = ""


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wish for a password, by which an account opens on other devices as well."""

    password: str


class Token(msgspec.Struct, frozen=True):
    """The key of a device: it is said once, and the server keeps its hash alone."""

    token: str
    name: str


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wish for a game. `seats` by name: "me", "open", "code" for an invitation, or the level of a computer player.

    `salt` is what this player adds to the dice, in hexadecimal digits; "" for a player without a seat.
    """

    scenario: str
    seats: dict[str, str]
    salt: str = ""
    options: dict[str, str] = {}
    pace: Pace = "unhurried"
    rated: bool = False


class Begun(msgspec.Struct, frozen=True):
    """A game that waits for its players: its id, the commitment to its dice, and the codes for invited seats."""

    id: GameId
    commitment: str
    codes: dict[str, str]


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wish to sit down. `code` is the word of the invitation, "" for an open seat."""

    salt: str
    code: str = ""


class SeatTaken(msgspec.Struct, frozen=True):
    """A seat and its player. `agent` is the level of a computer player, "" for a person.

    `away`: a computer decides until the player is back. `invited`: the seat waits for the player with its code.
    """

    seat: str
    player: str
    agent: str = ""
    away: bool = False
    rating: float | None = None
    invited: bool = False
    holiday: float | None = None
    """The end of the holidays of its player; None while the player has none."""
    rank: int | None = None
    """The number of the rank of its player, from 1, by the finished games of this server; None for no person."""


class Clock(msgspec.Struct, frozen=True):
    """When the decision passed to the seat that has it, and when its time is up; seconds since 1970, None for never.

    `holiday` is the end of the holidays of the player who decides; None while that player has none.
    """

    pace: Pace
    since: float
    deadline: float | None = None
    holiday: float | None = None


class GameInfo(msgspec.Struct, frozen=True):
    """The facts of a game besides its board. `own` are the seats of the player who asks."""

    id: GameId
    system: str
    scenario: str
    options: dict[str, str]
    status: Literal["open", "running", "over", "stopped"]
    seats: tuple[SeatTaken, ...]
    own: tuple[str, ...]
    commitment: str
    data: str
    to_act: str | None
    turn: int
    clock: Clock
    rated: bool = False
    first: dict[str, float] = {}
    draw: tuple[str, ...] = ()
    """The sides that agree on a draw."""


class News(msgspec.Struct, frozen=True):
    """The news of a seat. `entries` end with number `told`; `view` is what it knows after them.

    `entries` are the bytes of entries (`wab.engine.history.telling`): the server hands on what it has kept.

    `undo` says why the last order cannot be taken back; None if it can be.
    """

    told: int
    entries: tuple[msgspec.Raw, ...]
    view: msgspec.Raw
    undo: Refusal | None
    clock: Clock
    over: bool
    answered: tuple[str, ...] = ()
    """Phases in which a standing answer has just been given for this seat."""
    draw: tuple[str, ...] = ()
    """The sides that agree on a draw."""


class Watched(msgspec.Struct, frozen=True):
    """A game of a system that hides nothing, as any player of the server may see it: as of the last passing."""

    view: msgspec.Raw
    turn: int
    to_act: str | None
    clock: Clock
    over: bool


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order of a seat that has `after` entries in its list. A `key` that was used already plays nothing again."""

    after: Count
    key: str
    order: msgspec.Raw


class TakeBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wish to take the last order back."""

    after: Count
    key: str


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to be given for a seat whenever it is asked this in this turn; NOTHING ends it."""

    turn: Count
    phase: Annotated[str, msgspec.Meta(max_length=LONGEST_PHASE)]
    order: msgspec.Raw = msgspec.field(default_factory=lambda: NOTHING)


class Call(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wish to wait no longer for a player whose time is up."""

    what: Late


class Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wish for a draw: the side of the seat agrees, which ends the game if all others do; or agrees no longer."""

    agrees: bool


class WantedHolidays(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wish for holidays from now on; 0 days end the present ones."""

    days: Annotated[int, msgspec.Meta(ge=0, le=HOLIDAYS)]


class Holidays(msgspec.Struct, frozen=True):
    """The holidays of a player: their end, None without any now, and the days that are left of a year."""

    until: float | None
    left: int


class Me(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The place and the language in which a player is called: `webhook` gets a POST, both may be "" for no signal."""

    language: Literal["en", "fr"] = "en"
    mail: str = ""
    webhook: str = ""


class Signal(msgspec.Struct, frozen=True):
    """A player has to decide in a game ("turn"), it is over ("over"), or another side offers a draw ("draw")."""

    number: int
    game: str
    kind: str


class Rating(msgspec.Struct, frozen=True):
    """A player in the table of a rule system. `rank` is as in `SeatTaken`."""

    player: str
    rating: float
    games: int
    rank: int | None = None


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a player to the others."""

    words: str


class Said(msgspec.Struct, frozen=True):
    """Words that a player said in a game, with a number of their own."""

    number: int
    player: str
    time: float
    words: str


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reason why a request was not done: a `code`, a sentence, and the news of a seat that has missed some."""

    code: str
    text: Text
    refusal: Refusal | None = None
    news: News | None = None


def encode(answer: Any) -> bytes:
    """Return the bytes of an answer, equal for equal answers."""
    return msgspec.json.encode(answer, order="deterministic")
