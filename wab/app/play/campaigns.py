"""The meaning of a player's games for the career: games that are over, out of sessions and saves."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path

from wab.app.play.archive import Kept, Note, Seats, picture_path
from wab.app.play.table import Table
from wab.career.campaigns import Results, chain, open_scenarios, progress
from wab.career.experience import Mode
from wab.career.games import Finished
from wab.engine.kernel.values import ScenarioInfo, side_of

_UNTIL_TOLD = 200


def finished(games: Iterable[Kept]) -> list[Finished]:
    """The games of a folder that are over and that a person played."""
    over = ((kept, kept.note) for kept in games if kept.note is not None and kept.note.is_over)
    return [_of_note(kept, note) for kept, note in over if _is_led(note.seats)]


def _of_note(kept: Kept, note: Note) -> Finished:
    return Finished(
        _name(kept.path.name),
        note.scenario,
        note.side,
        note.winner,
        note.level,
        mode_of(note.seats),
        opponents_of(note.seats),
        ended=moment(kept.written),
        save=kept.path.name[:_UNTIL_TOLD],
        picture=_picture(kept.path),
    )


def finished_of(session: Table) -> Finished | None:
    """Return the game at this screen; None while it goes on, and if the computer played every side."""
    outcome, seats = session.outcome, session.seats
    if outcome is None or not _is_led(seats):
        return None
    own, against = _points(outcome.points, side_of(seats.side))
    return Finished(
        name_of(session),
        session.setup.scenario,
        side_of(seats.side),
        outcome.winner,
        outcome.level,
        "multiplayer" if session.faces_people else "solo",
        opponents_of(seats),
        own,
        against,
        moment(time.time()),
        session.save.name[:_UNTIL_TOLD] if session.save is not None else "",
        _picture(session.save) if session.save is not None else "",
    )


def name_of(session: Table) -> str:
    """The name under which the game at this screen is known in the career."""
    return _name(session.known_as)


def next_after(
    infos: Iterable[ScenarioInfo], played: ScenarioInfo, side: str, results: Results, *, open_all: bool = False
) -> ScenarioInfo | None:
    """Return the scenario that a player may go on with: the next open one of the side's campaign.

    If that is locked, or the scenario is in no campaign of that side, the campaign's progress gives the next one. In a
    system without campaigns it is the next in the list. None if there is nothing but to play the same again.
    """
    own = {info.id: info for info in infos if info.system == played.system}
    names = chain(own.values(), side)
    if names:
        after = next(iter(names[names.index(played.id) + 1 :]), "") if played.id in names else ""
        is_open = open_all or after in open_scenarios(own.values(), side, results)
        found = after if after and is_open else progress(own.values(), side, results).following
        return own.get(found) if found != played.id else None
    listed = list(own)
    place = listed.index(played.id) + 1 if played.id in listed else len(listed)
    return own[listed[place]] if place < len(listed) else None


def name_of_save(save: Path) -> str:
    """The same for the game of a save."""
    return _name(save.name)


def mode_of(seats: Seats) -> Mode:
    """Against people, or alone: with persons on one side only, against the computer (OPS-1.6-3)."""
    return "multiplayer" if len({side_of(seat) for seat in seats.persons}) > 1 else "solo"


def opponents_of(seats: Seats) -> str:
    """Return the computer players on other sides than the player's, in a row; "" if people lead them."""
    own = side_of(seats.side)
    names = dict.fromkeys(name for seat, name in seats.agents.items() if side_of(seat) != own)
    return ", ".join(names)[:_UNTIL_TOLD]


def _points(points: Mapping[str, float], side: str) -> tuple[float | None, float | None]:
    """Return the points of the player's side, and the most of another's; None if there are none."""
    return points.get(side), max((count for other, count in points.items() if other != side), default=None)


def _is_led(seats: Seats) -> bool:
    """The side whose game it is was led by a person."""
    return side_of(seats.side) in map(side_of, seats.persons)


def _picture(save: Path) -> str:
    beside = picture_path(save)
    return beside.name[:_UNTIL_TOLD] if os.path.isfile(beside) else ""


def moment(seconds: float) -> str:
    """A time as it is written down: in UTC, as 2026-06-06T05:30:00Z."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def _name(words: str) -> str:
    """Return a name for a game, out of its save's name: the same at every call."""
    return blake2b(words.encode(errors="replace"), digest_size=16).hexdigest()
