"""The state of the HUD of the flagship, what its panels may ask for, and what its keys do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, cast

from wab.app.operations.hand.adapter import OperationsAdapter
from wab.app.operations.hand.delegates import Delegates
from wab.app.operations.hand.interaction import Interaction
from wab.app.operations.hand.modes import Aim
from wab.app.wargame.ui import desk, ui
from wab.systems.operations.seen.view import OperationsView


@dataclass
class UiState(ui.UiState):
    """The panels and switches that the player has turned on. `panel` also: objectives, forces, delegation, briefing."""

    marks_kept: bool = False  # markers of objectives stay on the map when their list is closed


class Commands(ui.Commands, Protocol):
    """Actions of buttons and keys."""

    interaction: Interaction
    ui: UiState
    delegates: Delegates

    def keep_marks(self) -> None:
        """Keep the markers of objectives on the map, or take them away."""

    def aim(self, aim: Aim) -> None:
        """Say what the next click on the map is for."""

    def aim_bombers(self) -> None:
        """The next click is a target of heavy bombers."""

    def delegate(self) -> None:
        """The selected units to the staff, or back from it."""

    def hand_over(self, units: Iterable[int]) -> None:
        """Some units to the staff."""

    def show_arrivals(self) -> None:
        """Open the list of reinforcements, or put it away."""

    def show_sheet(self) -> None:
        """Open the sheet of the unit that is shown, or put it away."""


@dataclass(kw_only=True)
class Desk(desk.Desk):
    """Everything that a panel reads and does, in one place."""

    interaction: Interaction
    ui: UiState
    commands: Commands
    adapter: OperationsAdapter
    delegates: Delegates

    @property
    def view(self) -> OperationsView:
        """The view of the side at the screen, as it is now."""
        return cast(OperationsView, super().view)
