"""A player that thinks for a while: it can be asked to stop, reports its progress, and keeps what went wrong."""

from __future__ import annotations

from collections.abc import Callable

from ai.shell.layers import Cancelled, Incident
from ai.shell.reasons import Reason

SEEDS = 1 << 40
"""Seeds drawn for imagined worlds are below this number."""


class Thinker:
    """The common part of the planning players of all systems.

    `reason` says why it gave the last order. `incidents`: the failures so far. `cancelled` is asked every few
    milliseconds of thought: once it says yes, the player answers with the best that it has. `progress` is called with
    the share of a search that is done, 0 to 1.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.reason: Reason | None = None
        self.incidents: list[Incident] = []
        self.cancelled: Callable[[], bool] = _never
        self.progress: Callable[[float], None] | None = None

    def _go_on(self) -> bool:
        """Tell whether there is time to think on."""
        return not self.cancelled()

    def _pause(self) -> None:
        """Raise Cancelled where there is no time to think on."""
        if self.cancelled():
            raise Cancelled

    def _tell(self, share: float) -> None:
        """Report how much of a search is done."""
        if self.progress is not None:
            self.progress(share)

    def _noting(self, moment: str) -> Callable[[str, Exception], None]:
        """A function that notes a layer which fails at this moment of the game."""
        return lambda layer, error: self.incidents.append(Incident.of(moment, layer, error))


def go_on() -> bool:
    """There is always time."""
    return True


def _never() -> bool:
    return False
