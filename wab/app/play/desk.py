"""The things that all battle screens lay before their panels: the game, the kit, the switches, the commands.

A system adds its own to each: `wab/app/cards/hand/ui.py` shows how.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar, cast

from wab.app.hud.kit import Kit
from wab.app.play.messages import Messages
from wab.app.play.reading import Reading
from wab.app.play.table import Table
from wab.engine.history.journal import Line
from wab.engine.kernel.view import View
from wab.hexes import HexId
from wab.locale import current_language

T = TypeVar("T")
ViewT = TypeVar("ViewT", bound=View)

SPEEDS = (0.5, 1.0, 2.0, 4.0, 0.0)
"""The speeds at which things may be shown; 0: at once."""


@dataclass
class UiState:
    """The panels and switches that the player has turned on, as far as every battle screen has them."""

    panel: str = ""
    three_d: bool = False
    speed: float = 1.0
    pointer: tuple[float, float] = (0.0, 0.0)
    """The place of the pointer, in logical pixels."""
    rule_search: str = ""
    reading: Reading = field(default_factory=Reading)


class Commands(Protocol):
    """Actions of the buttons of every HUD."""

    def undo(self) -> None:
        """Take back the last order."""

    def skip(self) -> None:
        """Go to the end of what is being shown."""

    def jump(self, hex_: HexId) -> None:
        """Bring a hex to the middle of the board, because the player asked for it."""

    def toggle_panel(self, name: str) -> None:
        """Open a panel, or put it away."""

    def switch(self, what: str) -> None:
        """Switch on or off something that is shown: the third dimension, names, labels..."""

    def set_speed(self, speed: float) -> None:
        """Choose how fast things are shown, one of SPEEDS."""

    def settings(self) -> None:
        """Go to the settings."""

    def menu(self) -> None:
        """Open the menu over the battle."""

    def outcome(self) -> None:
        """Read how the battle ended."""

    def answer_draw(self, *, agrees: bool) -> None:
        """Agree to the draw that a player elsewhere offers, or decline it."""


@dataclass(kw_only=True)
class Desk(Generic[ViewT]):
    """Everything that a panel reads and does, in one place. ViewT is the view of the system."""

    kit: Kit
    battle: Table
    ui: UiState
    commands: Commands
    messages: Messages = field(default_factory=Messages)
    replaying: bool = False
    _kept: dict[str, tuple[tuple[object, ...], object]] = field(default_factory=dict)

    @property
    def view(self) -> ViewT:
        """The view that may be shown now."""
        return cast(ViewT, self.battle.view)

    @property
    def journal(self) -> Sequence[Line]:
        """The events that the seat has seen, in sentences."""
        return self.battle.journal

    def kept(self, name: str, make: Callable[[], T], *facts: object) -> T:
        """Something worked out once for as long as the view, the language and these facts stay the same."""
        key = (self.view, current_language(), *facts)
        found = self._kept.get(name)
        if found is None or found[0] != key:
            found = (key, make())
            self._kept[name] = found
        return found[1]  # type: ignore[return-value]  # what `make` gave under this name
