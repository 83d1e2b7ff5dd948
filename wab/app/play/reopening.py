"""A save that is opened again: its note if it fits, and the words for what is lost of a damaged one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from wab.app.play.archive import Note, Seats, read_note
from wab.app.play.seating import fitting_level
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import side_of
from wab.engine.saves.reader import Opened
from wab.locale import _


def fitting_note(path: Path, game: Game[Any]) -> Note | None:
    """The note of a save; None if it names seats that the game does not have."""
    note = read_note(path)
    return note if note is not None and note.seats.fits(game.seats) else None


def seats_again(note: Note | None, game: Game[Any], side: str, level: str) -> Seats:
    """Return the players of a save at `side`, or where its note says; without a note a computer of `level` plays."""
    at = side or (note.seats.side if note else "") or game.to_act or game.system.sides[0]
    there = fitting_level(game.system.id, level)
    others = {other: there for other in game.system.sides if other != side_of(at)}
    return note.seats if note is not None and note.seats.side == at else Seats(at, others)


def told_damage(path: Path, opened: Opened) -> str:
    """Return what is lost of a damaged save that was opened, and what happens to it."""
    damage = opened.damage
    if damage is None:
        return ""
    message = _(
        "{name} is damaged from line {line} on: its last {bytes} bytes are lost. The game goes on from turn {turn};"
        " the damaged file is kept."
    )
    return message.format(name=path.name, line=damage.line, bytes=damage.lost_bytes, turn=opened.game.turn)
