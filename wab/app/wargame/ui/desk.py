"""Everything that the panels of hex wars read and do, in one place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from wab.app.gfx.theme import Rgba
from wab.app.play import desk
from wab.app.play.director import Director
from wab.app.play.learning import Learnt
from wab.app.wargame.adapter.adapter import Adapter
from wab.app.wargame.hand.hand import Hand
from wab.app.wargame.hand.planning import Planning
from wab.app.wargame.replay.open_card import OpenCard
from wab.app.wargame.ui.hints import Hint
from wab.app.wargame.ui.ui import Commands, UiState
from wab.app.window.bindings import Bindings
from wab.engine.history.journal import Line
from wab.engine.history.verdict import Verdict

T = TypeVar("T")


@dataclass(kw_only=True)
class Desk(desk.Desk[Any]):
    """Everything that a panel reads and does, in one place."""

    interaction: Hand
    ui: UiState
    commands: Commands
    adapter: Adapter
    bindings: Bindings = field(default_factory=lambda: Bindings(()))
    planning: Planning
    showing: bool = False
    """Something that happened is still being shown, of whichever side."""
    show: Director | None = None
    """The show of what others did, while it is going on."""
    handed: str = ""
    """The message that last told the next person to play."""
    shown_again: int = 0
    """The turn that is being shown once more, 0 for none."""
    open_card: OpenCard | None = None
    """The card that lies open next to the map."""
    results: Any = None
    """The fights that are shown, and the card of the last one (`wab.app.wargame.attack.results`)."""
    hint: Hint | None = None
    """The hint for the player now."""

    @property
    def learnt(self) -> Learnt:
        """The hints and first deeds of the seat at the screen."""
        return self.battle.learning.of(self.battle.seat)

    _browser: Any = None

    def browser(self, make: Callable[[], T]) -> T:
        """Return the object that draws the rule book; it is made when the book is first opened."""
        if self._browser is None:
            self._browser = make()
        return cast(T, self._browser)

    held: Any = None
    """The view before the event that is being shown; None while nothing is being shown."""
    to_come: int = 0
    """Lines of the journal that tell of what is still to be shown."""

    @property
    def view(self) -> Any:
        """The view that may be shown now; while orders are planned, the expected view after them."""
        return self.held if self.held is not None else self.interaction.view

    @property
    def journal(self) -> Sequence[Line]:
        """The events that the seat has seen, as far as they have been shown."""
        lines = self.battle.journal
        return lines[: len(lines) - self.to_come] if self.to_come else lines

    @property
    def verdict(self) -> Verdict | None:
        """That on the last turn whose end has been shown."""
        if self.held is None:
            return self.battle.verdict
        told = (one.verdict for one in reversed(self.battle.turns) if one.turn < self.held.turn)
        return next((verdict for verdict in told if verdict is not None), None)

    def ink_of(self, side: str | None) -> Rgba:
        """Return the colour of a side, or of the side of a seat, in words and marks; grey if there is no side."""
        colours = self.kit.colours
        if side and (tint := self.adapter.tint_of(side)) is not None:
            return tint
        return colours.side[self.adapter.number_of(side)] if side else colours.second
