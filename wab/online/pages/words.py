"""Games in words, as pages show them."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import groupby
from typing import NamedTuple

import wab
from ai.agents import LEVEL_WORDS
from wab.content.career import rank_called
from wab.engine.kernel.values import ScenarioInfo, side_of
from wab.engine.words.text import N_, Text, counted
from wab.locale import _
from wab.online.protocol import GameInfo, SeatTaken
from wab.systems import get_system, name_of

PACES = {
    "unhurried": N_("no time limit"),
    "daily": N_("one day a turn"),
    "live": N_("a few minutes a decision"),
}


class Seat(NamedTuple):
    """A seat of a game: its id, as addresses have it and as people call it, and the person or computer there."""

    id: str
    place: str
    name: str
    player: str
    rank: str
    rating: str
    is_own: bool
    is_free: bool
    is_away: bool
    is_deciding: bool
    holiday: str


class Moment(NamedTuple):
    """A time: from now in words, and as machines write it."""

    words: str
    stamp: str


class Game(NamedTuple):
    """A game as a line of a list. `since` is when the decision passed, never the time of an order.

    `others` are the people at the seats that are not the player's own.
    """

    id: str
    title: str
    system: str
    status: str
    turn: int
    pace: str
    rated: bool
    seats: tuple[Seat, ...]
    others: str
    is_my_turn: bool
    decides: str
    since: Moment
    deadline: Moment | None
    agreed: tuple[str, ...]
    offers: str
    can_agree: bool


def game_in_words(info: GameInfo, now: float) -> Game:
    """Return a game as a player reads of it."""
    seats = tuple(_seat(info, each, now) for each in info.seats)
    deciding = next((each for each in seats if each.is_deciding), None)
    others = ", ".join(dict.fromkeys(_ranked(each) for each in info.seats if each.player and each.seat not in info.own))
    deadline = info.clock.deadline
    return Game(
        info.id, title_of(info.scenario), name_of(info.system, info.system), info.status, info.turn,
        _(PACES.get(info.clock.pace, info.clock.pace)), info.rated, seats, others,
        deciding is not None and deciding.is_own, f"{deciding.player} ({deciding.name})" if deciding else "",
        _moment(info.clock.since, now - info.clock.since), _left(deadline, now) if deadline is not None else None,
        info.draw, ", ".join(name_of(info.system, side) for side in info.draw), _can_agree(info),
    )  # fmt: skip


def _ranked(seat: SeatTaken) -> str:
    rank = rank_called(seat.rank)
    return f"{seat.player} ({rank})" if rank else seat.player


def _can_agree(info: GameInfo) -> bool:
    """Check if people who can agree on a draw lead all sides, the player among them."""
    people = {side_of(each.seat) for each in info.seats if each.player}
    sides = get_system(info.system).sides
    return bool(info.own) and info.status == "running" and len(sides) > 1 and people == set(sides)


def _seat(info: GameInfo, seat: SeatTaken, now: float) -> Seat:
    is_taken = bool(seat.player or seat.agent)
    player = seat.player or (_("computer ({level})").format(level=level_name(seat.agent)) if seat.agent else "")
    if not is_taken:
        waits = _("waits for the invited player") if seat.invited else _("free")
        player = waits if info.status == "open" else _("a former player")
    is_deciding = info.status == "running" and seat.seat == info.to_act
    rating = f"{seat.rating:.0f}" if seat.rating is not None else ""
    return Seat(
        seat.seat, seat.seat.replace("/", "~"), name_of(info.system, seat.seat), player, rank_called(seat.rank), rating,
        seat.seat in info.own, not is_taken and not seat.invited and info.status == "open", seat.away, is_deciding,
        _stamp(seat.holiday) if seat.holiday is not None else "",
    )  # fmt: skip


def level_name(level: str) -> str:
    """Return what people call a level of the computer."""
    return _(LEVEL_WORDS[level]) if level in LEVEL_WORDS else level


def title_of(scenario: str) -> str:
    """Return the title of a scenario."""
    info = next((each for each in wab.scenarios() if each.id == scenario), None)
    return str(Text.of_data(info.title)) if info is not None else scenario


class Choice(NamedTuple):
    """A scenario in the list from which a game begins."""

    id: str
    title: str
    summary: str
    minutes: str


def choices() -> Iterator[tuple[str, list[Choice]]]:
    """Yield the rule systems by name with the scenarios that two people can play."""
    there = [info for info in wab.scenarios() if len(info.sides) > 1 and info.kind != "lesson"]
    for system, infos in groupby(there, key=lambda info: info.system):
        yield name_of(system, system), [_choice(info) for info in infos]


def _choice(info: ScenarioInfo) -> Choice:
    summary = str(Text.of_data(info.summary)) if info.summary else ""
    minutes = str(counted("about {n} minute", "about {n} minutes", info.minutes)) if info.minutes else ""
    return Choice(info.id, str(Text.of_data(info.title)), summary, minutes)


def moment(time: float, now: float) -> Moment:
    """Return a time that has passed: "2 hours ago"."""
    if now - time < 60:
        return Moment(_("just now"), _stamp(time))
    return Moment(_("{time} ago").format(time=_length(now - time)), _stamp(time))


def moment_to_come(time: float, now: float) -> Moment:
    """Return a time that comes: "2 hours left"."""
    return _left(time, now)


def _moment(time: float, seconds: float) -> Moment:
    return Moment(_length(seconds), _stamp(time))


def _left(time: float, now: float) -> Moment:
    words = _("{time} left").format(time=_length(time - now)) if time > now else _("time is up")
    return Moment(words, _stamp(time))


def _length(seconds: float) -> str:
    minutes = int(seconds // 60)
    if minutes >= 24 * 60:
        return str(counted("{n} day", "{n} days", minutes // (24 * 60)))
    if minutes >= 60:
        return str(counted("{n} hour", "{n} hours", minutes // 60))
    return str(counted("{n} minute", "{n} minutes", minutes)) if minutes else _("less than a minute")


def _stamp(time: float) -> str:
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%d %H:%M UTC")


def join_line(address: str, word: str, name: str = "") -> str:
    """Return the line for a terminal by which the window joins a game."""
    return f"wab join {address} {word}" + (f" --name {shlex.quote(name)}" if name else "")
