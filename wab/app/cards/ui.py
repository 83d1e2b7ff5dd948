"""What the panels of the card game read and do: the game at this screen, the state of the HUD, commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar

from ai.agents import Advice
from wab.app.cards.specs import MedalSpec
from wab.app.kit import Kit
from wab.engine.journal import Line
from wab.engine.orders import Order, Refusal
from wab.hexes import HexId
from wab.locale import current_language
from wab.systems.cards.view import CardsView

if TYPE_CHECKING:
    from wab.app.cards.interaction import Interaction

T = TypeVar("T")

SPEEDS = (0.5, 1.0, 2.0, 4.0, 0.0)  # 0: at once


class Battle(Protocol):
    """What the battle screen needs of the game at this screen (see `wab.app.session.Session`)."""

    @property
    def seat(self) -> str:
        """The seat at the screen."""
        ...

    @property
    def side(self) -> str:
        """Its side."""
        ...

    @property
    def view(self) -> CardsView:
        """What the seat knows that may be shown now."""
        ...

    @property
    def covered(self) -> bool:
        """The cards of the view's seat must not be shown."""
        ...

    @property
    def waiting(self) -> str | None:
        """The seat to which the screen has to be handed."""
        ...

    @property
    def my_turn(self) -> bool:
        """A person at this screen has to decide."""
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

    @property
    def advice(self) -> Sequence[Advice] | None:
        """What the staff would do; None until it has been asked and has answered."""
        ...

    def ask_advice(self) -> None:
        """Ask the staff what it would do."""
        ...

    def play(self, order: Order) -> object:
        """Carry out an order of the seat at the screen."""
        ...

    def play_throughout(self, order: Order) -> object:
        """The same, and the same answer for the rest of the turn."""
        ...

    def undo(self) -> object:
        """Take back the last order."""
        ...

    def why_not_undo(self) -> Refusal | None:
        """None if the last order can be taken back, else why not."""
        ...


class Commands(Protocol):
    """What buttons of the HUD make happen."""

    def undo(self) -> None:
        """Take back the last order."""
        ...

    def done(self) -> None:
        """End the step of the turn, or ask first."""
        ...

    def skip(self) -> None:
        """Go to the end of what is being shown."""
        ...

    def jump(self, hex_: HexId) -> None:
        """Bring a hex to the middle of the board."""
        ...

    def toggle_panel(self, name: str) -> None:
        """Open a panel, or put it away."""
        ...

    def switch(self, what: str) -> None:
        """Switch the third dimension or the labels of hexes."""
        ...

    def set_speed(self, speed: float) -> None:
        """Choose how fast things are shown; with 0 nothing moves, cards and dice stand still for a moment."""
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


@dataclass
class UiState:
    """What the player has opened and switched on."""

    panel: str = ""  # "journal", "summary", "discards", "advice", "rules", "keys" or ""
    three_d: bool = False
    labels: bool = False
    wide: bool = False  # the board is so wide that it lies below the panels at the sides
    speed: float = 1.0
    pointer: tuple[float, float] = (0.0, 0.0)
    hot_card: int = -1  # place in the hand of the card under the pointer
    rule_search: str = ""


@dataclass
class Showing:
    """What is being shown of what happened, over the board: a card that was played, dice that were rolled.

    `caption` says whose dice they are and against whom, `words` what they came to.
    """

    card: str = ""
    seat: str = ""
    where: str = ""
    dice: tuple[str, ...] = ()
    words: str = ""
    caption: str = ""


@dataclass
class Desk:
    """Everything that a panel reads and does, in one place."""

    kit: Kit
    interaction: Interaction
    battle: Battle
    ui: UiState
    commands: Commands
    replaying: bool = False
    showing: Showing = field(default_factory=Showing)
    to_come: int = 0
    """Lines of the journal that tell of what is still to be shown: they would give the dice away."""
    tracks: Mapping[int, tuple[MedalSpec, ...]] = field(default_factory=dict)
    """The medals of each side as far as they have been shown; empty while nothing is shown."""
    report: str = ""
    before: CardsView | None = None
    """What was known before what is being shown; None while nothing is shown."""
    _kept: dict[str, tuple[tuple[object, ...], object]] = field(default_factory=dict)

    @property
    def view(self) -> CardsView:
        """What may be shown now."""
        return self.battle.view

    @property
    def seen(self) -> CardsView:
        """What has been shown so far."""
        return self.before or self.view

    @property
    def journal(self) -> Sequence[Line]:
        """What the seat has seen happen, as far as it has been shown."""
        lines = self.battle.journal
        return lines[: len(lines) - self.to_come] if self.to_come else lines

    def kept(self, name: str, make: Callable[[], T], *facts: object) -> T:
        """Something worked out once for as long as the view, the language and these facts stay the same."""
        key = (self.view, current_language(), *facts)
        found = self._kept.get(name)
        if found is None or found[0] != key:
            found = (key, make())
            self._kept[name] = found
        return found[1]  # type: ignore[return-value]  # what `make` gave under this name
