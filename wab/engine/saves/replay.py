"""Replays that verify themselves: every order is played again with the dice, every event and digest compared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from wab.engine.kernel.game import Game
from wab.engine.kernel.orders import IllegalOrder
from wab.engine.kernel.proof import Proof
from wab.engine.kernel.values import Record
from wab.engine.saves.reader import UNFIT, SystemOf, begin, check_sound, read_save, records_of
from wab.engine.words.errors import ReplayDivergence, SaveError, WabError, because, words_of
from wab.engine.words.text import N_, Argument, Text


class Verdict(msgspec.Struct, frozen=True):
    """The result of a verification. `first_divergence` is the record's number from 0, None when all agree.

    `other_data`: the save was made with other data files, so that a divergence may have an innocent cause.
    """

    ok: bool
    records: int
    first_divergence: int | None = None
    problem: str = ""
    other_data: bool = False


def verify(path: Path, system_of: SystemOf) -> Verdict:
    """Play a save again from its seed and compare: every order, every die, every digest, every snapshot.

    No snapshot is read that has not the digest of the record before it: what holds for the records holds for all.

    SaveError when the file itself cannot be read, or when a game without a fault in it ends in an unsound state.
    """
    contents = read_save(path)
    system, _state = begin(path, contents.header, system_of)
    records = list(records_of(path, contents, system))
    other_data = contents.header.data != system.data_digest()
    game = Game.start(system, contents.header.setup)
    try:
        for index, record in enumerate(records):
            _compare(game, index, record, words=not other_data)
    except ReplayDivergence as divergence:
        return Verdict(False, len(records), divergence.index, _told(divergence, other_data), other_data)
    check_sound(path, game)
    proof = contents.header.proof
    if isinstance(proof, Proof) and (problem := proof.problem(contents.header.setup.seed)) is not None:
        return Verdict(False, len(records), None, str(problem), other_data)
    return Verdict(True, len(records), other_data=other_data)


def _told(divergence: ReplayDivergence, other_data: bool) -> str:
    if not other_data:
        return str(divergence.problem)
    message = N_("{problem} (the save was made with other data files: that may be why)")
    return str(Text(message, {"problem": divergence.problem}))


def faults(path: Path, system_of: SystemOf) -> list[SaveError]:
    """Return what is wrong with a save, judged by playing it again; nothing for one that holds."""
    try:
        verdict = verify(path, system_of)
    except SaveError as error:
        return [error]
    if verdict.ok:
        return []
    if verdict.first_divergence is None:
        return [SaveError(str(path), verdict.problem, 1)]
    line = read_save(path).step_lines[verdict.first_divergence]
    return [SaveError(str(path), verdict.problem, line)]


def _compare(game: Game[Any], index: int, record: Record, words: bool) -> None:
    """Play one record again. ReplayDivergence when it comes out otherwise.

    `words`: its sentences must be the same as well. They need not where the data, which hold the names, are others.
    """
    try:
        if record.resigned:
            game.end_as(record.resigned)
        elif record.undo:
            game.undo()
        elif index > 0 and record.order is not None:
            game.play(record.order)
    except IllegalOrder as error:
        raise ReplayDivergence(index, because(N_("the order is refused now: {why}"), error)) from error
    except (WabError, *UNFIT) as error:
        raise ReplayDivergence(index, words_of(error)) from error
    again = game.journal[-1]
    if len(game.journal) != index + 1 or again.order != record.order:
        problem = Text("it holds no order where there must be one, or one where there is none")
        raise ReplayDivergence(index, problem)
    if again.events != record.events and (words or _facts(again.events) != _facts(record.events)):
        raise ReplayDivergence(index, _difference(record, again))
    if again.digest != record.digest:
        problem = Text("the state is {now}, the save says {then}", {"now": again.digest, "then": record.digest})
        raise ReplayDivergence(index, problem)


def _facts(value: object) -> object:
    """Return the events, as plain data, without the sentences in it."""
    if isinstance(value, Text):
        return None
    if isinstance(value, msgspec.Struct):
        return type(value), tuple([_facts(getattr(value, name)) for name in value.__struct_fields__])
    return tuple([_facts(item) for item in value]) if isinstance(value, tuple | list) else value


def _difference(saved: Record, again: Record) -> Text:
    for number, (old, new) in enumerate(zip(saved.events, again.events, strict=False)):
        if old != new:
            which: dict[str, Argument] = {"number": str(number), "now": str(new), "then": str(old)}
            return Text("event {number} is {now}, the save says {then}", which)
    counts: dict[str, Argument] = {"now": str(len(again.events)), "then": str(len(saved.events))}
    return Text("{now} events happen, the save says {then}", counts)
