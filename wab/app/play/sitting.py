"""The person at this screen, or several who take turns at it and may not see each other's secrets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from wab.app.play.archive import Seats
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import side_of
from wab.engine.kernel.view import View


def _never(*_facts: object) -> bool:
    return False


@dataclass(frozen=True)
class Privacy:
    """The rules of a system on what persons at one screen may see of each other.

    `shared`: two seats may know each other's secrets. `public`: a seat can decide in sight of everyone what it has to
    decide now (as its view shows it), with its secrets kept covered. `moments`: the words of phases, for the curtain.
    """

    shared: Callable[[str, str], bool] = _never
    public: Callable[[View], bool] = _never
    moments: Mapping[str, str] = field(default_factory=dict)


class Sitting:
    """The seat at the screen, and to whom the screen has to be handed.

    `seat` is the one whose view may be shown. `waiting` is another person's seat that has to decide: nothing may be
    shown until that person says so (`take_seat`). `guest` is one that decides in sight of the person at the screen.
    """

    def __init__(self, game: Game[Any], seats: Seats, privacy: Privacy) -> None:
        self._game, self._privacy = game, privacy
        self._alone = not seats.people  # one person may lead a whole side, and has no secrets from himself
        self.persons = tuple(seat for seat in game.seats if seats.is_person(seat))
        self.seat = self._first(seats.side)
        self.guest: str | None = None
        self.waiting: str | None = None
        if any(not self.trusts(self.seat, other) for other in self.persons):
            self.waiting = game.to_act if game.to_act in self.persons else self.seat
        else:
            self.follow()

    def _first(self, wanted: str) -> str:
        """The seat that was asked for, or one of its side; a person's, where a person plays."""
        seats = self._game.seats
        own = [seat for seat in seats if wanted in (seat, side_of(seat))] or list(seats)
        return next((seat for seat in own if seat in self.persons), own[0])

    def trusts(self, one: str, other: str) -> bool:
        """Check if two seats may know each other's secrets; if there are none, all seats may."""
        open_game = self._alone or not self._game.system.nature.hidden_information
        return one == other or open_game or self._privacy.shared(one, other)

    @property
    def decides(self) -> bool:
        """A person who may see the screen now has to decide."""
        return self.waiting is None and self._game.to_act in (self.seat, self.guest) and self._game.to_act is not None

    def follow(self) -> str | None:
        """Look who has to decide now. Returns the seat that has silently taken over from one that it trusts."""
        seat, self.guest = self._game.to_act, None
        if seat is None or seat == self.seat or seat not in self.persons:
            self.waiting = None
        elif self.trusts(self.seat, seat):
            self.seat, self.waiting = seat, None
            return seat
        elif self._privacy.public(self._game.view(seat)):
            self.guest, self.waiting = seat, None
        else:
            self.waiting = seat
        return None

    def take_seat(self) -> None:
        """The person who was waited for sits at the screen."""
        if self.waiting is not None:
            self.seat, self.waiting = self.waiting, None
