"""The war diary of the computer players: the reason for each order, kept next to the save to be read at the end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from ai.agents import NOTHING_MORE, Reason, course_in_words
from wab.app.play.archive import diary_path
from wab.engine.files.limits import TooMuch, read_bounded
from wab.engine.files.safe_json import decode_json
from wab.engine.files.writing import append_line
from wab.engine.history.verdict import Verdict
from wab.engine.words.errors import SaveError, because
from wab.engine.words.text import N_, Text, listed
from wab.locale import _, ngettext
from wab.locale.numbers import percent

LARGEST = 32 << 20
"""Bytes that a diary may have."""


class Entry(Reason, frozen=True, omit_defaults=True, kw_only=True):
    """The reason for an order, and the order's place: `record` counts the lines of the journal of the game."""

    record: int
    turn: int
    side: str


_ENTRIES = msgspec.json.Decoder(Entry)


class Chapter(msgspec.Struct, frozen=True):
    """A side's deeds in a turn for one mission: the mission's words, and its orders.

    `opens`: it is the first of that side in that turn.
    """

    turn: int
    side: str
    mission: str
    entries: tuple[Entry, ...]
    opens: bool = True

    def told(self) -> list[tuple[str, int]]:
        """Return the orders and their reasons; the same several times in a row once, with how many times.

        An order as a phrase, without a full stop, appears as it stands within a sentence. Words that the mission says
        already are not repeated.
        """
        runs = _runs([entry.text for entry in self.entries if not _is_in_the_mission(entry)])
        return [(_within(text), len(list(same))) for text, same in groupby(runs)]


def _is_in_the_mission(entry: Entry) -> bool:
    """An order without a reason that names only what its mission names: "Cover Rots" of units that hold Rots."""
    if entry.mission is None or entry.spared or not entry.text.args:
        return False
    said = {str(value) for value in entry.mission.args.values()}
    return all(str(value) in said for value in entry.text.args.values())


def _runs(texts: Sequence[Text]) -> list[Text]:
    """Return the sentences; a run that says the same of different names becomes one sentence about all of them."""
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
    """A reason within a sentence: its verb in small letters, what stands behind its colon in brackets.

    A name at its beginning, and a sentence, stay.
    """
    words = str(text)
    if words.endswith("."):
        return words
    phrase, _colon, why = _COLON.sub("\n", words, count=1).partition("\n")
    told = f"{phrase} ({why})" if why else phrase
    return told if text.msgid.startswith("{") else told[:1].lower() + told[1:]


class Diary:
    """The entries of a game, in order. With a save they are kept next to it, a line each, and read again with it."""

    def __init__(self, save: Path | None = None) -> None:
        self._path = diary_path(save) if save is not None else None
        self.entries: list[Entry] = read_diary(self._path) if self._path is not None else []

    def go_on_in(self, save: Path) -> None:
        """Keep further entries next to another save; the entries so far have been copied there."""
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
            raise SaveError(str(self._path), because(N_("cannot be written ({why})"), error)) from error


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
    except msgspec.ValidationError:  # a player from outside may say what it likes
        return None


def chapters(entries: list[Entry]) -> list[Chapter]:
    """Return the diary by turn, side and mission, in the order in which each side and mission first acted.

    Units that were spared from their mission for something else come under none.
    """
    turns: dict[tuple[int, str], list[Entry]] = {}
    for entry in entries:
        turns.setdefault((entry.turn, entry.side), []).append(entry)
    found: list[Chapter] = []
    for (turn, side), everything in turns.items():
        missions: dict[str, list[Entry]] = {}
        for entry in [one for one in everything if one.text.msgid not in NOTHING_MORE] or everything[:1]:
            serves = entry.mission is not None and not entry.spared
            missions.setdefault(str(entry.mission) if serves else "", []).append(entry)
        for number, (mission, those) in enumerate(missions.items()):
            found.append(Chapter(turn, side, mission, tuple(those), number == 0))
    return found


def turns_of(diary: Iterable[Chapter]) -> Iterator[tuple[int, str, list[Chapter]]]:
    """The chapters of each side in each turn, a turn after the other."""
    found: dict[tuple[int, str], list[Chapter]] = {}
    for chapter in diary:
        found.setdefault((chapter.turn, chapter.side), []).append(chapter)
    for turn, side in sorted(found, key=lambda key: key[0]):
        yield turn, side, found[turn, side]


def prose(turn: Sequence[Chapter], verdict: Verdict | None = None) -> str:
    """Return a side's turn as one paragraph: the plan, then each mission and its orders, then the results."""
    sentences: list[str] = []
    number = 0
    for chapter in turn:
        plan = list(_plan(chapter)) if chapter.opens else []
        sentences += plan[:-1]
        orders, remarks = _orders(chapter)
        sentences += [ended(chapter.mission)] if chapter.mission else []
        if orders:
            sentences.append(ended(_(_OPENINGS[number % len(_OPENINGS)]).format(orders=_in_a_row(orders))))
            number += 1
        sentences += [*map(ended, remarks), *plan[-1:]]
    return " ".join([*sentences, came_of(verdict)]).strip()


_OPENINGS = (N_("The orders were to {orders}"), N_("Units were also to {orders}"), N_("It remained to {orders}"))
_COLON = re.compile("\u00a0?: ")


def _orders(chapter: Chapter) -> tuple[list[str], list[str]]:
    """The orders of a chapter as phrases, and what is a sentence of its own."""
    orders: list[str] = []
    remarks: list[str] = []
    for words, times in chapter.told():
        again = ngettext("{words} ({count} time)", "{words} ({count} times)", times)
        said = again.format(words=words.rstrip("."), count=times) if times > 1 else words
        (remarks if words.endswith(".") else orders).append(said)
    return orders, remarks


def _in_a_row(orders: Sequence[str]) -> str:
    """Orders one after the other; semicolons between them where one of them has a comma."""
    if len(orders) == 1:
        return orders[0]
    if any(", " in order for order in orders):
        return _("{orders}; then {last}").format(orders=_("; ").join(orders[:-1]), last=orders[-1])
    return _("{orders}, then {last}").format(orders=", ".join(orders[:-1]), last=orders[-1])


def _plan(chapter: Chapter) -> Iterator[str]:
    """Yield the plan or the card that was chosen, and the alternatives that promised less."""
    left = next((entry for entry in chapter.entries if entry.rejected), None)
    if left is None:
        return
    if not left.course:
        names = list({str(name): name for name, _worth in left.rejected if name}.values())
        yield ended(_("Less was expected of {others}").format(others=listed(names)))
        return
    yield ended(_("The staff chose {plan}").format(plan=course_in_words(left.course)))
    shares: dict[str, float] = {}
    for name, worth in left.rejected:
        words = str(course_in_words(str(name)))
        shares[words] = max(worth, shares.get(words, worth))
    plans = [f"{words} ({percent(share)})" for words, share in shares.items()]
    yield ended(_("Less was expected of {plans}").format(plans=listed(plans, whole=True)))


def came_of(verdict: Verdict | None) -> str:
    """Return the results of a turn, in the causes of its verdict; "" for nothing worth telling."""
    return " ".join(ended(str(cause.words)) for cause in verdict.causes) if verdict is not None else ""


def ended(words: str) -> str:
    """A sentence with its full stop."""
    return words if not words or words[-1] in ".!?:…" else f"{words}."
