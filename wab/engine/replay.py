"""Replays that verify themselves: every order is played again with the dice, every event and digest compared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from wab.engine.errors import IllegalOrder, ReplayDivergence, WabError
from wab.engine.game import Game, Record
from wab.engine.saves import SystemOf, read_save, records_of


class Verdict(msgspec.Struct, frozen=True):
    """What a verification found. `first_divergence` is the record's number from 0, None when all agree."""

    ok: bool
    records: int
    first_divergence: int | None = None
    problem: str = ""


def verify(path: Path, system_of: SystemOf) -> Verdict:
    """Play a save again from its seed and compare. SaveError when the file itself cannot be read."""
    contents = read_save(path)
    setup = contents.header.setup
    system = system_of(setup.system)
    records = list(records_of(path, contents, system))
    game = Game.start(system, setup)
    try:
        for index, record in enumerate(records):
            _compare(game, index, record)
    except ReplayDivergence as divergence:
        return Verdict(False, len(records), divergence.index, divergence.problem)
    return Verdict(True, len(records))


def _compare(game: Game[Any], index: int, record: Record) -> None:
    """Play one record again. ReplayDivergence when it comes out otherwise."""
    try:
        if record.undo:
            game.undo()
        elif index > 0 and record.order is not None:
            game.play(record.order)
    except IllegalOrder as error:
        raise ReplayDivergence(index, f"the order is refused now: {error}") from error
    except WabError as error:
        raise ReplayDivergence(index, str(error)) from error
    again = game.journal[-1]
    if again.events != record.events:
        raise ReplayDivergence(index, _difference(record, again))
    if again.digest != record.digest:
        raise ReplayDivergence(index, f"the state is {again.digest}, the save says {record.digest}")


def _difference(saved: Record, again: Record) -> str:
    for number, (old, new) in enumerate(zip(saved.events, again.events, strict=False)):
        if old != new:
            return f"event {number} is {new}, the save says {old}"
    return f"{len(again.events)} events happen, the save says {len(saved.events)}"
