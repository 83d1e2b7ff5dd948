"""A match of two games with sides exchanged (CRD-2.9-2): history may favour a side, so both players lead both.

The player who leads the Allies in the first game leads the Axis in the second.
"""

from __future__ import annotations

import msgspec

from wab.engine.kernel.values import Outcome
from wab.systems.cards.state.board import SIDES, enemy_of


class Match(msgspec.Struct, frozen=True):
    """A match: its finished games, in order. `leads` is the side that the first player leads in the first game."""

    leads: str = SIDES[0]
    games: tuple[Outcome, ...] = ()

    @property
    def is_over(self) -> bool:
        """Return whether both games have been played."""
        return len(self.games) == len(SIDES)

    def side_of(self, player: int) -> str:
        """The side that a player, 0 or 1, leads in the game that is being played, or was played last."""
        exchanged = (len(self.games) - self.is_over) % 2 == 1
        return self.leads if (player == 0) != exchanged else enemy_of(self.leads)

    def after(self, outcome: Outcome) -> Match:
        """The match with one more game played. ValueError when it is over."""
        if self.is_over:
            raise ValueError("a match has two games")
        return Match(self.leads, (*self.games, outcome))

    @property
    def medals(self) -> tuple[int, int]:
        """The medals of both players over all games played."""
        found = [0, 0]
        for number, outcome in enumerate(self.games):
            sides = (self.leads, enemy_of(self.leads))
            for player, side in enumerate(sides if number == 0 else reversed(sides)):
                found[player] += int(outcome.points.get(side, 0))
        return found[0], found[1]

    @property
    def winner(self) -> int | None:
        """The player with more medals over both games, None for a draw or while the match goes on."""
        first, second = self.medals
        if not self.is_over or first == second:
            return None
        return 0 if first > second else 1
