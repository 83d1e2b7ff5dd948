"""A game that is over, as a career remembers it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from wab.career.experience import Mode, Score, Slot, added
from wab.engine.kernel.values import Outcome

_Name = Annotated[str, Meta(pattern=r"\A[\w/ .-]{1,120}\Z")]
_Word = Annotated[str, Meta(pattern=r"\A[\w-]{0,40}\Z")]
_Words = Annotated[str, Meta(max_length=200)]
_Points = Annotated[float, Meta(ge=-1e9, le=1e9)]


class Finished(msgspec.Struct, frozen=True):
    """A game that is over: its scenario, the player's side, who won (None: a draw) and how; `game` is its own name.

    `opponents` are the computer players, "" for people; `own` and `against` the points of the player's side and the
    most of another's; `ended` the time in UTC, as 2026-06-06T05:30:00Z; `save` and `picture` names of files in the
    folder of saves. "" and None for what is not known.
    """

    game: Annotated[str, Meta(pattern=r"\A[0-9a-f]{1,64}\Z")]
    scenario: _Name
    side: _Word
    winner: _Word | None
    level: _Word
    mode: Mode = "solo"
    opponents: _Words = ""
    own: _Points | None = None
    against: _Points | None = None
    ended: Annotated[str, Meta(pattern=r"\A(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)?\Z")] = ""
    save: _Words = ""
    picture: _Words = ""

    @property
    def won(self) -> bool:
        """The player's side won."""
        return self.winner == self.side

    @property
    def outcome(self) -> Outcome:
        """Return how it ended."""
        return Outcome(self.winner, self.level, {})

    @property
    def slot(self) -> Slot:
        """Return where its score counts (OPS-1.6-3)."""
        return Slot(self.scenario, self.side, self.mode)


class Counted(msgspec.Struct, frozen=True):
    """A game that is over and what it brought: its score, the best of its slot before, and the experience added.

    None for a score that there is not: its system gives no experience, or its scenario is not known.
    """

    finished: Finished
    score: Score | None = None
    before: Score | None = None
    added: Annotated[int, Meta(ge=0)] = 0


def counted(finished: Finished, score: Score | None, before: Score | None) -> Counted:
    """Return what a game brings whose slot has a best score so far, or none (OPS-1.6-2)."""
    return Counted(finished, score, before, added(before, score) if score is not None else 0)


def can_be_read_again(finished: Finished) -> bool:
    """Names out of a stranger's files may be anything: what could not be read again is not written down."""
    try:
        return msgspec.convert(msgspec.to_builtins(finished), Finished) == finished and _is_text(finished)
    except msgspec.ValidationError:
        return False


def _is_text(finished: Finished) -> bool:
    try:
        return bool(msgspec.json.encode(finished))
    except UnicodeError:  # halves of characters
        return False
