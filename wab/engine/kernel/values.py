"""Values that the whole kernel names: how a game starts, what its journal holds, how it ends, what kind it is."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Order
from wab.engine.words.errors import DataError
from wab.engine.words.text import N_, Text

UNDO = "undo"
"""The option of the kernel: whether an order that showed its side something new can be taken back."""
LENIENT = "lenient"
RESIGNED = "resigned"
"""The level of a victory because the other side gave the game up: the kernel's own, in any system."""
AGREED = "agreed"
"""The level of a draw on which all sides have agreed."""
LEVELS = {RESIGNED: N_("by resignation"), AGREED: N_("by agreement")}
DRAW = "draw"
"""In the place of the side that gives a game up: all sides end it as a draw. No side has this name."""


def side_of(seat: str) -> str:
    """The side to which a seat belongs: what stands before the stroke, all of it where one player leads the side."""
    return seat.partition("/")[0]


def digest_of(state: bytes) -> str:
    """Hash of the canonical bytes of a state, 32 hexadecimal digits."""
    return blake2b(state, digest_size=16).hexdigest()


class Setup(msgspec.Struct, frozen=True):
    """The start of a game: enough to start it again."""

    system: str
    scenario: str
    seed: int
    options: dict[str, Any] = {}

    @property
    def rule_options(self) -> dict[str, Any]:
        """The options for the rules of the system, without the options that the kernel handles itself."""
        return {name: value for name, value in self.options.items() if name != UNDO}

    @property
    def lenient_undo(self) -> bool:
        """Orders that showed new ground can be taken back in this game."""
        return self.options.get(UNDO) == LENIENT


class Record(msgspec.Struct, frozen=True):
    """One line of the journal: an order (None for the opening) and what came of it; or the last one taken back.

    `resigned` is the side that gives the game up with this record, which is then the last; DRAW if all end it so; ""
    for any other.
    """

    order: Order | None
    events: tuple[Event, ...]
    digest: str
    undo: bool = False
    resigned: str = ""


class Sample(NamedTuple):
    """A whole game that a seat cannot tell from the true one: with what it would have started, and its state now."""

    setup: Setup
    state: Any


class Outcome(msgspec.Struct, frozen=True):
    """The end of a game: the winner (None for a draw), the level of the victory, points by side, and the reason.

    The winner is a side, or the system's automaton.
    """

    winner: str | None
    level: str
    points: dict[str, float]
    reason: str = ""


class Cause(msgspec.Struct, frozen=True):
    """Something that mattered in a turn, as a sentence. `weight` puts several in order, the greatest first.

    `event` is the event behind the sentence, so that readers can be shown it. It is None for several events together.
    """

    words: Text
    weight: float
    event: Event | None = None


class Nature(msgspec.Struct, frozen=True):
    """The kind of game that a system is, as data: generic players and tests read it.

    `scouting`: an order can show something new without dice and without passing play on, a move to a hill for example.
    """

    hidden_information: bool
    chance: bool
    step_limit: int  # more orders than this in one game is a fault
    decisions_out_of_turn: bool = False
    scouting: bool = False


class ScenarioInfo(msgspec.Struct, frozen=True):
    """The facts that a list of scenarios shows. `title` and `summary` by language code.

    `turns` is 0 if no turn is the last one. `minutes` is about how long it takes, `units` how many units a side has in
    all, `ledger` its id in the rules. `multiplayer`: it is a good one for two people.
    """

    id: str
    system: str
    kind: str
    title: dict[str, str]
    sides: tuple[str, ...]
    turns: int
    summary: dict[str, str] = {}
    difficulty: int = 1
    campaigns: dict[str, int] = {}
    path: str = ""
    minutes: int = 0
    units: dict[str, int] = {}
    ledger: str = ""
    multiplayer: bool = False


class Damage(msgspec.Struct, frozen=True):
    """A scenario whose file is wrong: its id, the path of the file, and the first thing that is wrong with it."""

    id: str
    path: str
    problem: DataError
