"""The terms of a game that is about to begin on a server: its options, and the player of each seat. No drawing here."""

from __future__ import annotations

from collections.abc import Mapping

from wab.app.play.seating import LEVEL, Seating
from wab.engine.kernel.values import UNDO, ScenarioInfo, side_of
from wab.locale import _

ME, PERSON, COMPUTER = "me", "person", "computer"


class GameTerms:
    """`kinds` says by seat if this person plays it, another one, or the computer of `level`."""

    def __init__(self, info: ScenarioInfo) -> None:
        self.info = info
        self._seating = Seating(info, opponent=LEVEL)
        self.level = self._seating.level
        self.kinds = self._first()

    def _first(self) -> dict[str, str]:
        """This person leads the first side, and another each other side."""
        first = side_of(self.seats[0])
        return {seat: ME if side_of(seat) == first else PERSON for seat in self.seats}

    @property
    def seats(self) -> tuple[str, ...]:
        """Every seat that decides in this game."""
        return self._seating.seats

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of the computer, weakest first."""
        return self._seating.levels

    @property
    def options(self) -> dict[str, str]:
        """The options that were chosen."""
        return self._seating.options

    @property
    def offered(self) -> Mapping[str, tuple[str, ...]]:
        """The options that may be chosen. Undo is strict on a server."""
        return {name: values for name, values in self._seating.offered.items() if name != UNDO}

    def chosen(self, option: str) -> str:
        """The value of an option."""
        return self._seating.chosen(option)

    def choose(self, option: str, value: str) -> str:
        """Choose a value; return why the scenario refuses it, "" if it does not."""
        before = self.seats
        self._seating.choose(option, value)
        if self.seats != before:
            self.kinds = self._first()
        return self._seating.refused.get((option, value), "")

    @property
    def people(self) -> bool:
        """Another person is to take a seat."""
        return PERSON in self.kinds.values()

    @property
    def may_be_rated(self) -> bool:
        """Persons lead two sides."""
        return len({side_of(seat) for seat, kind in self.kinds.items() if kind != COMPUTER}) > 1

    def why_not(self, seat: str, kind: str) -> str:
        """Return why a seat cannot have this kind of player, "" if it can."""
        is_last = self.kinds[seat] == ME and list(self.kinds.values()).count(ME) == 1
        return _("You play one seat at least.") if is_last and kind != ME else ""

    def seat(self, seat: str, kind: str) -> None:
        """Give a seat a kind of player. One person leads one side: the seats that are left change places with it."""
        before, self.kinds[seat] = self.kinds[seat], kind
        if kind != ME:
            return
        for other, had in self.kinds.items():
            if had == ME and side_of(other) != side_of(seat):
                self.kinds[other] = before

    def wanted(self, *, is_open: bool) -> dict[str, str]:
        """Return the players by seat in the words of the protocol."""
        words = {ME: "me", PERSON: "open" if is_open else "code", COMPUTER: self.level}
        return {seat: words[kind] for seat, kind in self.kinds.items()}
