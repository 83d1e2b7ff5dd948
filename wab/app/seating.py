"""Who plays which seat of a game that is about to begin, and what was chosen for it. No drawing here."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

import wab
from ai.agents import NAMES as AGENTS
from wab.app.archive import Seats
from wab.engine.errors import UsageError
from wab.engine.game import Game
from wab.engine.system import ScenarioInfo, System
from wab.engine.view import side_of
from wab.systems import get_system

PERSON = "person"
"""In the place of a computer player's name: somebody who sits at this screen as well."""


def levels(system: str) -> tuple[str, ...]:
    """The computer players that a rule system has, weakest first."""
    if find_spec(f"ai.{system}") is None:
        return AGENTS[:1]
    return tuple(name for name in AGENTS if name == AGENTS[0] or find_spec(f"ai.{system}.{name}") is not None)


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
        self.level = opponent if opponent in self.levels else self.levels[-1]
        self.opponent = self.level
        self.refused: dict[tuple[str, str], str] = {}
        self.people: set[str] = set()
        self._sit()

    @property
    def seats(self) -> tuple[str, ...]:
        """Everybody who decides in this game."""
        return self.game.seats

    @property
    def seat(self) -> str:
        """The first seat of a person, on the chosen side where there is one."""
        own = [seat for seat in self.seats if seat in self.people]
        return next((seat for seat in own if side_of(seat) == self.side), own[0])

    def _sit(self) -> None:
        """Persons and computers as after the first choice: one person on the chosen side, or nobody but persons."""
        own = next(seat for seat in self.seats if side_of(seat) == self.side)
        self.people = set(self.seats) if self.opponent == PERSON else {own}

    def take_side(self, side: str) -> None:
        """Sit on this side."""
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
        """Tell whether a person will play a seat."""
        return seat in self.people

    def change(self, seat: str) -> None:
        """Let a person play a seat instead of the computer, or the other way round; one person always remains."""
        changed = self.people ^ {seat}
        if changed:
            self.people = changed
            self.opponent = PERSON if len(changed) == len(self.seats) else self.level

    def chosen(self, option: str) -> str:
        """The value of an option, the first one where none was chosen."""
        return self.options.get(option, self.system.options[option][0])

    def choose(self, option: str, value: str) -> None:
        """Choose a value; what the scenario refuses stays as it was, with the reason in `refused`."""
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
        """Who plays, as a game keeps it."""
        agents = {seat: self.level for seat in self.seats if seat not in self.people}
        people = tuple(seat for seat in self.seats if seat in self.people)
        return Seats(self.seat, agents, people if len(people) > 1 else ())
