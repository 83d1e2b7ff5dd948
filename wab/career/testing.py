"""Games that are over, for the tests of the career."""

from __future__ import annotations

from typing import Any

from wab.career.games import Finished

PERCH = "operations/perch"
HILL = "operations/the-hill"
LOST = Finished("a1", PERCH, "allied", "axis", "tactical")
DRAWN = Finished("b2", HILL, "axis", None, "draw")


def won(
    level: str = "marginal", *, scenario: str = PERCH, side: str = "allied", game: str = "c3", **more: Any
) -> Finished:
    """A game that the player's side has won."""
    return Finished(game, scenario, side, side, level, **more)
