"""The state of the HUD: what is open, what is laid over the map, how fast things move; and what panels may ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from ai.agents import Advice
from wab.app.kit import Kit
from wab.app.operations.delegates import Delegates
from wab.app.operations.interaction import Interaction
from wab.app.operations.modes import Aim
from wab.engine.journal import Line
from wab.engine.orders import Order, Refusal
from wab.hexes import HexId
from wab.locale import current_language
from wab.systems.operations.view import OperationsView

T = TypeVar("T")

SPEEDS = (0.5, 1.0, 2.0, 4.0, 0.0)  # 0: at once


@dataclass
class UiState:
    """What the player has opened and switched on."""

    overlay: str = ""
    fog: bool = True
    names: bool = True
    grid: bool = True
    three_d: bool = False
    panel: str = ""  # "objectives", "arrivals", "forces", "staff", "delegation", "search", "keys", "briefing", "rules"
    marks_kept: bool = False  # markers of objectives stay on the map when their list is closed
    sheet: int | None = None  # the unit or air unit of which everything is shown
    why: str = ""  # name of the greyed button last asked
    journal_open: bool = False
    journal_by_itself: bool = False  # it opened because a turn ended, and folds when the player goes on
    journal_filter: str = "all"
    journal_read: int = 0
    hints_off: bool = False
    hints_seen: set[int] = field(default_factory=set)
    speed: float = 1.0
    search: str = ""
    rule_search: str = ""
    scroll: float = 0.0
    pointer: tuple[float, float] = (0.0, 0.0)
    list_right: float = 0.0  # how far the list beside the tools reaches, in pixels at 100 %; 0 where none is open


class Commands(Protocol):
    """What buttons of the HUD make happen."""

    def undo(self) -> None:
        """Take back the last order."""
        ...

    def next_unit(self) -> None:
        """Select the next unit that has not acted."""
        ...

    def end_turn(self) -> None:
        """End the impulse, or ask first."""
        ...

    def skip(self) -> None:
        """Go to the end of what is being replayed."""
        ...

    def hurry(self) -> None:
        """Let the computer decide at once."""
        ...

    def jump(self, hex_: HexId) -> None:
        """Bring a hex to the middle of the map, because the player asked for it."""
        ...

    def fly(self, x: float, y: float) -> None:
        """Bring a point of the map, in hex widths, to the middle."""
        ...

    def set_overlay(self, name: str) -> None:
        """Lay an overlay over the map, or take it away when it lies there."""
        ...

    def switch(self, what: str) -> None:
        """Switch fog, names, grid or the third dimension on or off."""
        ...

    def keep_marks(self) -> None:
        """Keep the markers of objectives on the map, or take them away."""
        ...

    def aim(self, aim: Aim) -> None:
        """Say what the next click on the map is for."""
        ...

    def set_speed(self, speed: float) -> None:
        """Choose how fast moves are shown."""
        ...

    def delegate(self) -> None:
        """The selected units to the staff, or back from it."""
        ...

    def settings(self) -> None:
        """Go to the settings."""
        ...

    def menu(self) -> None:
        """Leave the battle; it is kept."""
        ...

    def outcome(self) -> None:
        """Read how the battle ended."""
        ...


class Battle(Protocol):
    """What the battle screen needs of the game at this screen."""

    @property
    def side(self) -> str:
        """The side at the screen."""
        ...

    @property
    def view(self) -> OperationsView:
        """What it knows now."""
        ...

    @property
    def journal(self) -> Sequence[Line]:
        """What it has seen happen, in sentences."""
        ...

    @property
    def busy(self) -> bool:
        """The computer is deciding."""
        ...

    @property
    def progress(self) -> float | None:
        """How far it has come, 0 to 1; None when it does not say."""
        ...

    def hurry(self) -> None:
        """Let it think no more, and play the best that it has found."""
        ...

    @property
    def advice(self) -> Sequence[Advice] | None:
        """What the staff would do; None until it has been asked and has answered."""
        ...

    def ask_advice(self) -> None:
        """Ask the staff what it would do."""
        ...

    def play(self, order: Order) -> object:
        """Carry out an order of the side at the screen."""
        ...

    def undo(self) -> object:
        """Take back the last order."""
        ...

    def why_not_undo(self) -> Refusal | None:
        """None if the last order can be taken back, else why not."""
        ...


@dataclass
class Desk:
    """Everything that a panel reads and does, in one place."""

    kit: Kit
    interaction: Interaction
    battle: Battle
    ui: UiState
    commands: Commands
    delegates: Delegates
    replaying: bool = False
    showing: bool = False  # something that happened is still being shown, of whichever side
    report: str = ""
    _kept: dict[str, tuple[tuple[object, ...], object]] = field(default_factory=dict)

    @property
    def view(self) -> OperationsView:
        """What the side at the screen knows now."""
        return self.battle.view

    def kept(self, name: str, make: Callable[[], T], *facts: object) -> T:
        """Something worked out once for as long as the view, the language and these facts stay the same."""
        key = (self.view, current_language(), *facts)
        found = self._kept.get(name)
        if found is None or found[0] != key:
            found = (key, make())
            self._kept[name] = found
        return found[1]  # type: ignore[return-value]  # what `make` gave under this name
