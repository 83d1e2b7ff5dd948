"""The library of games: the games in the folder of saves and the games that are over, with filters. No drawing here."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from wab.app.play.archive import Kept, Note, picture_path
from wab.app.play.campaigns import mode_of, moment, name_of_save, opponents_of
from wab.career.experience import Mode
from wab.career.games import Counted

Status = Literal["running", "won", "drawn", "lost"]


@dataclass(frozen=True)
class Item:
    """A game of the library. `save` is None if its save is gone; `picture` if there is none.

    `when` is the time in UTC, as 2026-06-06T05:30:00Z, "" if it is not known; `level` "" for a game that goes on;
    `name` is the player's name for it; `turn` how far it has come, 0 if that is not known; `told` a sentence about the
    last turn, "" for none.
    """

    scenario: str
    side: str
    mode: Mode
    status: Status
    level: str
    opponents: str
    when: str
    score: int | None = None
    added: int = 0
    save: Path | None = None
    picture: Path | None = None
    name: str = ""
    turn: int = 0
    told: str = ""

    @property
    def system(self) -> str:
        """The rule system of its scenario."""
        return self.scenario.partition("/")[0]


@dataclass(frozen=True)
class Filter:
    """The games to show: by system, side and status, alone or against people; "" for any.

    Besides the ways games ended, `status` knows "finished" for all that are over, and "kept" for games with a save.
    """

    system: str = ""
    side: str = ""
    status: str = ""
    mode: str = ""

    def takes(self, item: Item) -> bool:
        """Check if a game is among them."""
        wanted = ((self.system, item.system), (self.side, item.side), (self.mode, item.mode))
        return self._takes_status(item) and all(not asked or asked == found for asked, found in wanted)

    def _takes_status(self, item: Item) -> bool:
        if self.status == "kept":
            return item.save is not None
        if self.status == "finished":
            return item.status != "running"
        return self.status in ("", item.status)


def library(kept: Iterable[Kept], over: Sequence[Counted]) -> tuple[Item, ...]:
    """Return all games, the last one first. A game that is over appears once, with or without its save."""
    saves = {name_of_save(one.path): one for one in kept}
    counted = {game.finished.game for game in over}
    items = [_of_counted(game, saves.get(game.finished.game)) for game in over]
    running = [_of_kept(one) for name, one in saves.items() if name not in counted]
    return tuple(sorted((*filter(None, running), *items), key=lambda item: item.when, reverse=True))


def chosen(items: Iterable[Item], wanted: Filter) -> tuple[Item, ...]:
    """The games that a filter takes, in their order."""
    return tuple(item for item in items if wanted.takes(item))


def _of_counted(game: Counted, kept: Kept | None) -> Item:
    one = game.finished
    save = kept.path if kept is not None else None
    score = game.score.points if game.score is not None else None
    status: Status = "won" if one.won else "drawn" if one.winner is None else "lost"
    note = kept.note if kept is not None else None
    return Item(
        one.scenario,
        one.side,
        one.mode,
        status,
        one.level,
        one.opponents,
        one.ended,
        score,
        game.added,
        save,
        _picture(save),
        note.name if note is not None else "",
        note.turn if note is not None else 0,
        _told(note),
    )


def _of_kept(kept: Kept) -> Item | None:
    """A game that goes on, or that the computer has played out alone; None for a save without a note."""
    note = kept.note
    if note is None:
        return None
    status: Status = "running"
    if note.is_over:
        status = "won" if note.won else "drawn" if note.winner is None else "lost"
    return Item(
        note.scenario,
        note.side,
        mode_of(note.seats),
        status,
        note.level,
        opponents_of(note.seats),
        moment(kept.written),
        save=kept.path,
        picture=_picture(kept.path),
        name=note.name,
        turn=note.turn,
        told=_told(note),
    )


def _told(note: Note | None) -> str:
    return str(note.told) if note is not None and note.told is not None else ""


def _picture(save: Path | None) -> Path | None:
    beside = picture_path(save) if save is not None else None
    return beside if beside is not None and os.path.isfile(beside) else None
