"""The reasons why the referee does not do what a player wants."""

from __future__ import annotations

from wab.engine.kernel.orders import Refusal
from wab.engine.words.errors import WabError
from wab.engine.words.text import Text


class Refused(WabError):  # noqa: N818
    """The rules, or the course of the game, do not allow what was wanted. `refusal` is the reason for the seat."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal


class NotHere(WabError):  # noqa: N818
    """There is no such game, or the player has no seat in it."""


class Stale(WabError):  # noqa: N818
    """The seat has not had all its news yet."""


class Stopped(WabError):  # noqa: N818
    """A fault of the rules has stopped the game."""


NOT_YOURS = Refusal(Text("It is not your turn to decide."), code="not-yours")
NOT_BEGUN = Refusal(Text("The game has not begun: a seat is still free."), code="not-begun")
GAME_OVER = Refusal(Text("The game is over."), code="game-over")
IN_TIME = Refusal(Text("The player who decides still has time."), code="in-time")
NO_DRAW = Refusal(Text("A computer player never agrees to a draw."), code="no-draw")
STOPPED_BY_FAULT = Text("A fault of the program has stopped this game. The operator of the server finds it in the log.")
