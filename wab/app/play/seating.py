"""The players at the seats of a game that is about to begin, and its options. No drawing here."""

from __future__ import annotations

import re
import secrets
import shlex
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import wab
from ai.agents import LEVEL_WORDS, built_in
from ai.agents import NAMES as AGENTS
from wab.app.play.archive import Seats
from wab.engine.kernel.game import Game
from wab.engine.kernel.system import System
from wab.engine.kernel.values import UNDO, ScenarioInfo, side_of
from wab.engine.words.errors import UsageError
from wab.engine.words.text import N_, Text
from wab.locale import _
from wab.systems import get_system

SEEDS = 1 << 63
"""So many seeds there are for a new game.

A player knows a few dice and a seed derived from the game's seed, so it could try seed after seed until one fits. At
a thousand million tries a second that takes three hundred years; a number of this size still fits into a word of
64 bits, signed, wherever a seed is kept: saves, arrays, data bases.
"""
LEVEL = "normal"
"""The level that plays in the place of a player who may not be taken from a file."""
PERSON = "person"
"""In the place of a computer player's name: another person who sits at this screen."""
OPPONENTS = {**LEVEL_WORDS, PERSON: N_("A person")}
"""The levels of the computer as a person knows them, and PERSON."""


def new_seed() -> int:
    """Return a random seed for a game that begins now."""
    return secrets.randbelow(SEEDS)


def levels(system: str) -> tuple[str, ...]:
    """The computer players that a rule system has, weakest first."""
    return tuple(name for name in built_in(system) if name in AGENTS)


def fitting_level(system: str, wanted: str) -> str:
    """The level of that name, or the best that a rule system has where it has none of that name."""
    there = levels(system)
    return wanted if wanted in there else there[-1]


_A_CLASS = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*", re.ASCII)
_LONGEST = 80


@dataclass(frozen=True)
class StandIn:
    """A seat whose player could not be taken from a file, and the level that plays there instead.

    `name` is the player's name, "" if it is not the name of a class at all and not fit to be shown.
    """

    seat: str
    level: str
    name: str = ""

    def told(self, seat_name: str, save: Path) -> str:
        """Return the message to the person at the screen."""
        told = {"seat": seat_name, "level": _(OPPONENTS[self.level])}
        if not self.name:
            return _("{seat}: the save names an unknown computer player. Level {level} plays instead.").format(**told)
        command = f"wab play {shlex.quote(str(save))} --player {self.seat}={self.name}"
        return _(
            "{seat}: the save names a computer player that is not built in. To be safe, level {level} plays instead."
            " If you trust it, run: {command}"
        ).format(**told, command=command)


def with_known_players(seats: Seats, game: Game[Any], own: Collection[str] = ()) -> tuple[Seats, tuple[StandIn, ...]]:
    """Return the seats of a save with a level for every player that may not be made, and the list of these seats.

    A save's note may come from a stranger. Only two kinds of player may play: the built-in players of the rule system,
    and the classes that the owner of the program has named (`own`). A player at a seat that the game does not have is
    left out. A level that the rule system no longer has is the best that it has, and not in the list.
    """
    there, system = places(game), game.system.id
    known = {*levels(system), *own}
    named = {seat: name for seat, name in seats.agents.items() if seat in there}
    agents = {seat: fitting_level(system, name) if name in AGENTS else name for seat, name in named.items()}
    strange = {seat: name for seat, name in agents.items() if name not in known}
    level = fitting_level(system, LEVEL)
    instead = tuple(StandIn(seat, level, _shown(name)) for seat, name in sorted(strange.items()))
    people = tuple(person for person in seats.people if person in there)
    return Seats(seats.side, agents | dict.fromkeys(strange, level), people), instead


def places(game: Game[Any]) -> frozenset[str]:
    """The seats of a game, and their sides."""
    return frozenset((*game.seats, *map(side_of, game.seats)))


def _shown(name: str) -> str:
    return name if len(name) <= _LONGEST and _A_CLASS.fullmatch(name) else ""


class Seating:
    """The seats of a scenario and its options, as they are being chosen.

    `opponent` is the level of every computer player, or PERSON where each seat is a person's. `game` is the scenario
    set up with the options. UsageError when the scenario or an option is not known.
    """

    def __init__(self, info: ScenarioInfo, options: Mapping[str, str] | None = None, opponent: str = "") -> None:
        self.info = info
        self.system: System[Any] = get_system(info.system)
        self.levels = levels(info.system)
        self.options = dict(options or {})
        self.game: Game[Any] = wab.new_game(info.id, options=self.options)
        self.side = info.sides[0]
        self.level = fitting_level(info.system, opponent)
        self.opponent = self.level
        self.refused: dict[tuple[str, str], str] = {}
        self.people: set[str] = set()
        self._sit()

    @property
    def seats(self) -> tuple[str, ...]:
        """Every seat that decides in this game."""
        return self.game.seats

    @property
    def seat(self) -> str:
        """The first seat of a person, on the chosen side where there is one."""
        own = [seat for seat in self.seats if seat in self.people]
        return next((seat for seat in own if side_of(seat) == self.side), own[0])

    def _sit(self) -> None:
        """Seat persons and computers as after the first choice: one person on the chosen side, or only persons."""
        own = next(seat for seat in self.seats if side_of(seat) == self.side)
        self.people = set(self.seats) if self.opponent == PERSON else {own}

    @property
    def opponents(self) -> tuple[str, ...]:
        """The opponents that a person may choose: a level, or PERSON; none if there is only one seat."""
        return (*self.levels, PERSON) if len(self.seats) > 1 else ()

    def take_side(self, side: str) -> None:
        """Sit on this side. UsageError for one without a seat, as the side that the rules play."""
        if side not in map(side_of, self.seats):
            raise UsageError(
                Text("The side {side} of {scenario} has no player.", {"side": repr(side), "scenario": self.info.id})
            )
        self.side = side
        self._sit()

    def oppose(self, name: str) -> None:
        """Choose a level for all computer players, or PERSON."""
        if name != PERSON:
            self.level = name
        if (name == PERSON) != (self.opponent == PERSON):
            self.opponent = name
            self._sit()
        self.opponent = name

    def is_person(self, seat: str) -> bool:
        """Check if a person will play a seat."""
        return seat in self.people

    def change(self, seat: str) -> None:
        """Let a person play a seat instead of the computer, or the other way round; one person always remains."""
        changed = self.people ^ {seat}
        if changed:
            self.people = changed
            self.opponent = PERSON if len(changed) == len(self.seats) else self.level

    def chosen(self, option: str) -> str:
        """The value of an option, the first one where none was chosen."""
        return self.options.get(option, self.system.choices[option][0])

    @property
    def offered(self) -> Mapping[str, tuple[str, ...]]:
        """The choices as things are: all that the rules allow; lenient undo is for a person who plays alone."""
        choices = self.system.fitting(self.info.id, self.options)
        return choices if len(self.people) == 1 else {name: choices[name] for name in choices if name != UNDO}

    def choose(self, option: str, value: str) -> None:
        """Choose a value; if the scenario refuses it, nothing changes, and `refused` holds the reason."""
        options = self.options | {option: value}
        try:
            game = wab.new_game(self.info.id, options=options)
        except UsageError as error:
            self.refused[option, value] = str(error)
            return
        seats, self.refused = self.seats, {}
        self.options, self.game = options, game
        if game.seats != seats:
            self._sit()

    def seating(self) -> Seats:
        """Return the players as a game keeps them."""
        agents = {seat: self.level for seat in self.seats if seat not in self.people}
        people = tuple(seat for seat in self.seats if seat in self.people)
        return Seats(self.seat, agents, people if len(people) > 1 else ())
