"""State of the open pages in a battle of bonds, in addition to the state of every hex war."""

from __future__ import annotations

from dataclasses import dataclass

from wab.app.wargame.ui import ui


@dataclass
class UiState(ui.UiState):
    """The state of the page of the landing, and the turn and phase in which pages open by themselves."""

    landing: int = 0
    """The landing of the first day that the page shows."""
    heard: int = -1
    """The last landing whose dice the player has seen, one by one; -1 before the first."""
    one_by_one: bool = False
    """The page of the landing opened with the game, and hides the dice of later landings."""
    landing_due: bool | None = None
    """The page of the landing has still to open: the game is seen from its beginning; None before that is known."""
    opened: tuple[int, str] = (0, "")
    """Turn and phase in which a page opened by itself."""
