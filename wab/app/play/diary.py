"""The war diary of the computer players: why each order was given, kept beside the save to be read at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from ai.agents import NOTHING_MORE, Reason, course_in_words
from wab.engine.errors import SaveError
from wab.engine.files import append_line
from wab.engine.limits import TooMuch, read_bounded
from wab.engine.safe_json import decode_json
from wab.engine.text import Text, listed
from wab.engine.verdict import Verdict
from wab.locale import _, ngettext
from wab.locale.numbers import percent

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
    """What a side did in a turn for one mission: the mission's words, and its orders.

    `opens`: it is the first of that side in that turn.
    """

    turn: int
    side: str
    mission: str
    entries: tuple[Entry, ...]
    opens: bool = True

    def told(self) -> list[tuple[str, int]]:
        """What was ordered and why; the same several times in a row once, with how many times.

        An order as a phrase, without a full stop, is told as it stands within a sentence.
        """
        runs = _runs([entry.text for entry in self.entries])
        return [(_within(text), len(list(same))) for text, same in groupby(runs)]


def _runs(texts: Sequence[Text]) -> list[Text]:
    """The same sentences; those in a row that say the same of different names as one that says it of all of them."""
    told: list[Text] = []
    for _message, same in groupby(texts, key=lambda text: (text.msgid, text.plural)):
        rest = list(same)
        names = [key for key in rest[0].args if len({str(text.args.get(key, "")) for text in rest}) > 1]
        if len(names) == 1 and all(isinstance(text.args.get(names[0]), str | Text) for text in rest):
            all_ = {str(text.args[names[0]]): text.args[names[0]] for text in rest}
            row = listed([name for name in all_.values() if isinstance(name, str | Text)])
            told.append(msgspec.structs.replace(rest[0], args={**rest[0].args, names[0]: row}))
        else:
            told += rest
    return told


def _within(text: Text) -> str:
    """A reason within a sentence: its verb in small letters. A name at its beginning, and a sentence, stay."""
    words = str(text)
    return words if text.msgid.startswith("{") or words.endswith(".") else words[:1].lower() + words[1:]


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
        everything = list(group)
        for entry in [one for one in everything if one.text.msgid not in NOTHING_MORE] or everything[:1]:
            serves = entry.mission is not None and not entry.spared
            missions.setdefault(str(entry.mission) if serves else "", []).append(entry)
        for number, (mission, those) in enumerate(missions.items()):
            found.append(Chapter(turn, side, mission, tuple(those), number == 0))
    return found


def prose(chapter: Chapter) -> str:
    """The orders of a mission in one sentence, then the plans or cards that promised less."""
    orders: list[str] = []
    sentences: list[str] = []
    for words, times in chapter.told():
        again = ngettext("{words} ({count} time)", "{words} ({count} times)", times)
        said = again.format(words=words.rstrip("."), count=times) if times > 1 else words
        (sentences if words.endswith(".") else orders).append(said)
    paragraph = [ended(_("The orders were to {orders}").format(orders=_("; ").join(orders)))] if orders else []
    paragraph += map(ended, sentences)
    left = next((entry for entry in chapter.entries if entry.rejected), None) if chapter.opens else None
    if left is not None:
        paragraph.append(ended(_less_promising(left)))
    return " ".join(paragraph)


def came_of(verdict: Verdict | None) -> str:
    """What came of a turn, in the causes of its verdict; "" for nothing worth telling."""
    return " ".join(str(cause.words) for cause in verdict.causes) if verdict is not None else ""


def _less_promising(entry: Entry) -> str:
    """What was considered beside what was done: plans with the share of victory expected of them, cards by name."""
    if not entry.course:
        names = [name for name, _worth in entry.rejected if name]
        return _("Less was expected of {others}").format(others=listed(names))
    shares: dict[str, float] = {}
    for name, worth in entry.rejected:
        words = str(course_in_words(str(name)))
        shares[words] = max(worth, shares.get(words, worth))
    plans = ", ".join(f"{words} ({percent(share)})" for words, share in shares.items())
    return _("Less was expected of the other plans: {plans}").format(plans=plans)


def ended(words: str) -> str:
    """A sentence with its full stop."""
    return words if not words or words[-1] in ".!?:…" else f"{words}."
