"""Switches and commands of hex-war panels, beyond the switches and commands of every battle screen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from wab.app.hud.box import Box
from wab.app.hud.widgets import Action
from wab.app.play import desk
from wab.engine.kernel.events import Event
from wab.hexes import HexId


@dataclass
class UiState(desk.UiState):
    """The panels that the player has opened, and the settings of the view.

    `panel` is "staff", "battle-order", "search", "keys", "rules", or the name of a tool of the system.
    """

    overlay: str = ""
    fog: bool = True
    names: bool = True
    grid: bool = True
    sheet: int | None = None  # the unit or air unit shown in full
    why: str = ""  # name of the greyed button last asked
    journal_open: bool = False
    journal_by_itself: bool = False  # it opened because a turn ended, and folds when the player goes on
    journal_from: int = 0  # the turn from which on it shows its lines, once; 0 where the player has scrolled
    journal_high: float = 0.0  # how much of the foot of the window it takes, in pixels at 100 %
    journal_filter: str = "all"
    journal_read: int = 0
    hints_off: bool = False
    banner: bool | None = None  # the banner of the phase is open or folded; None: by the turn
    banner_high: float = 0.0  # how much of the map it takes, at the top
    search: str = ""
    scroll: float = 0.0
    tool_words: bool = False  # tools have words next to their icons
    tool_uses: dict[str, int] | None = None  # how often each was used: a new one has words; None: all are known
    more_tools: bool = False  # the tools beyond the second column are shown
    tab: str = "own"  # the list of the order of battle that is open
    chosen: str = ""  # the line of it that is chosen
    marked: tuple[int, ...] = ()  # the units of that line
    toggled: set[str] = field(default_factory=set)  # formations of it that were opened or closed
    reveal: bool = False  # keys have chosen a line, which has to come into sight
    page: str = ""  # the page of units off the map that is open, "" for the page with something to do
    cell: int | None = None  # the unit that is chosen on it
    grouped: frozenset[int] = frozenset()  # units off the map that go together to where one of them goes
    dragged: tuple[int, ...] = ()  # the units that the pointer drags, the gripped unit first
    reveal_cell: bool = False  # keys have chosen a unit, which has to come into sight
    pointed: tuple[object, float] = (None, 0.0)  # what the pointer rests on, and since when
    badge: Box | None = None  # where price and meaning of the order under the pointer stand
    list_right: float = 0.0  # right edge of the list next to the tools, in pixels at 100 %; 0 if none is open
    list_before: float = 0.0  # the same in the frame before

    def toggle_journal(self) -> None:
        """Open the journal, or make it small again."""
        self.journal_open, self.journal_by_itself = not self.journal_open, False

    def end_turn_in_journal(self, turn: int) -> None:
        """Open the journal by itself at the end of a turn, from that turn on; one that is open stays as it is."""
        if not self.journal_open:
            self.journal_open, self.journal_by_itself, self.journal_from = True, True, turn

    def fold_journal(self) -> None:
        """The player goes on: a journal that opened by itself is small again."""
        if self.journal_by_itself:
            self.journal_open, self.journal_by_itself = False, False

    def put_away(self) -> None:
        """Nothing that one person had open is left for the next one at the screen to see."""
        self.panel, self.sheet, self.why, self.search, self.scroll = "", None, "", "", 0.0
        self.journal_open, self.journal_by_itself, self.journal_read, self.journal_from = False, False, 0, 0


class Commands(desk.Commands, Protocol):
    """Commands for the buttons of the HUD."""

    @property
    def muster(self) -> Any:
        """The pages of units off the map (`wab.app.wargame.muster`), None without them."""

    def hex_at(self, x: float, y: float) -> HexId | None:
        """The hex under a point of the HUD."""

    def next_unit(self, *, back: bool = False) -> None:
        """Select the next unit that has not acted."""

    def end_turn(self) -> None:
        """End the turn or a part of it, or ask first."""

    def hurry(self) -> None:
        """Let the computer decide at once."""

    def can_show(self, event: Event) -> bool:
        """Tell whether something that happened can be shown again now."""

    def show_again(self, event: Event) -> None:
        """Show the turn again, from that event on."""

    @property
    def follows(self) -> bool:
        """The view goes to the place where others act."""

    def toggle_follow(self) -> None:
        """Let the view follow others, or stay."""

    @property
    def asks_to_follow(self) -> bool:
        """The player has never said if the view may go where others act."""

    def choose_follow(self, follow: bool) -> None:
        """Let the view follow others from now on, or stay."""

    def fly(self, x: float, y: float) -> None:
        """Bring a point of the map, in hex widths, to the middle."""

    def go_to(self, units: Iterable[int]) -> None:
        """Bring some units into view."""

    def set_overlay(self, name: str) -> None:
        """Lay an overlay over the map, or take it away when it lies there."""

    def tools(self) -> list[tuple[str, Action]]:
        """The column of tools on the left, by name."""

    def what_if(self) -> None:
        """Try the turn on a copy that counts for nothing; from the copy, back to the game."""

    def give_next(self) -> None:
        """Give the first planned order."""

    def end_planning(self) -> None:
        """Leave the plan, which stays as it is."""

    def use(self, tool: str) -> None:
        """A click on a tool of that name."""

    def main_action(self) -> Action:
        """The button at the right end of the top bar."""
