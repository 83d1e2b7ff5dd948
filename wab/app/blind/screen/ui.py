"""State of what is open in a blind battle, in addition to the state of every hex war."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from wab.app.wargame.adapter.outcome import Outcome
from wab.app.wargame.ui import ui
from wab.engine.kernel.view import View
from wab.systems.blind.state.events import Called


class ClosedTable(NamedTuple):
    """A table as the player knew it when it closed, and its result; None for bombs."""

    view: View
    outcome: Outcome | None


@dataclass
class UiState(ui.UiState):
    """`closed`: tables that the player has not put away yet; `called`: the last own call, and when."""

    closed: list[ClosedTable] = field(default_factory=list)
    called: Called | None = None
    called_at: float = 0.0

    def put_away(self) -> None:
        """Nothing of one person is left for the next one to see."""
        super().put_away()
        self.closed, self.called, self.overlay = [], None, ""
