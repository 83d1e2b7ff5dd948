"""The war diary of the computer players: why each order was given, kept beside the save to be read at the end."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from ai.agents import Reason
from wab.engine.errors import SaveError
from wab.engine.files import append_line
from wab.engine.limits import TooMuch, read_bounded
from wab.engine.safe_json import decode_json
from wab.locale import _, ngettext

SUFFIX = ".diary"
LARGEST = 32 << 20
"""Bytes that a diary may have."""


class Entry(Reason, frozen=True, omit_defaults=True, kw_only=True):
    """The reason for an order, and the order's place: `record` counts the lines of the journal of the game."""

    record: int
    turn: int
    side: str


_ENTRIES = msgspec.json.Decoder(Entry)


class Chapter(msgspec.Struct, frozen=True):
    """What a side did in a turn for one mission: the mission's words, and its orders."""

    turn: int
    side: str
    mission: str
    entries: tuple[Entry, ...]

    def told(self) -> list[tuple[str, int]]:
        """Why each order was given, in words; the same said several times in a row once, with how many times."""
        return [(words, len(list(same))) for words, same in groupby(str(entry.text) for entry in self.entries)]


class Diary:
    """The entries of a game, in order. With a save they are kept beside it, a line each, and read again with it."""

    def __init__(self, save: Path | None = None) -> None:
        self._path = diary_path(save) if save is not None else None
        self.entries: list[Entry] = read_diary(self._path) if self._path is not None else []

    def go_on_in(self, save: Path) -> None:
        """Keep what comes beside another save; what was kept so far has been copied there."""
        self._path = diary_path(save)

    def add(self, record: int, turn: int, side: str, reason: Mapping[str, Any] | None) -> None:
        """Keep the reason of an order, if the player gave one. SaveError when it cannot be written."""
        entry = _entry(record, turn, side, reason)
        if entry is None:
            return
        self.entries.append(entry)
        if self._path is None:
            return
        try:
            append_line(self._path, msgspec.json.encode(entry))
        except OSError as error:
            raise SaveError(str(self._path), f"cannot be written ({error.strerror})") from error


def diary_path(save: Path) -> Path:
    """Where the diary of a save lies."""
    return save.with_suffix(SUFFIX)


def read_diary(path: Path) -> list[Entry]:
    """The entries in a file, none where there is no file that may be read; a line that cannot be is passed over."""
    try:
        lines = read_bounded(path, LARGEST).split(b"\n")
    except (OSError, TooMuch):
        return []
    entries = []
    for line in lines:
        with suppress(ValueError):  # cut off when the game was: what it said is lost, the rest is not
            entries.append(decode_json(_ENTRIES, line))
    return entries


def _entry(record: int, turn: int, side: str, reason: Mapping[str, Any] | None) -> Entry | None:
    if not reason:
        return None
    try:
        return msgspec.convert({**reason, "record": record, "turn": turn, "side": side}, Entry)
    except msgspec.ValidationError:  # somebody's own player may say what it likes
        return None


def chapters(entries: list[Entry]) -> list[Chapter]:
    """The diary by turn, side and mission, in the order in which each mission first acted.

    Who was spared from his mission for something else is told under none.
    """
    found: list[Chapter] = []
    for (turn, side), group in groupby(entries, key=lambda entry: (entry.turn, entry.side)):
        missions: dict[str, list[Entry]] = {}
        for entry in group:
            serves = entry.mission is not None and not entry.spared
            missions.setdefault(str(entry.mission) if serves else "", []).append(entry)
        found += [Chapter(turn, side, mission, tuple(those)) for mission, those in missions.items()]
    return found


def prose(chapter: Chapter) -> str:
    """The reasons of a mission's orders one after the other, then the courses that were rejected."""
    told = []
    for words, times in chapter.told():
        again = ngettext("{words} ({count} time)", "{words} ({count} times)", times)
        told.append(ended(again.format(words=words.rstrip("."), count=times) if times > 1 else words))
    left = next((entry.rejected for entry in chapter.entries if entry.rejected), ())
    if left:
        courses = (
            _("{course} ({share} %)").format(course=_(name), share=round(100 * worth)) for name, worth in left if name
        )
        told.append(ended(_("Rejected: {courses}").format(courses=", ".join(courses))))
    return " ".join(told)


def ended(words: str) -> str:
    """A sentence with its full stop."""
    return words if not words or words[-1] in ".!?:…" else f"{words}."
