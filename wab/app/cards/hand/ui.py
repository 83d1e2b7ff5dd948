"""The panels' state in the card game, beyond the state of every battle screen: commands, switches, the desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from wab.app.cards.hand.interaction import Interaction
from wab.app.cards.looks.specs import MedalSpec
from wab.app.play import desk
from wab.app.play.director import Director
from wab.app.wargame.attack.results import Results
from wab.app.wargame.rules.rule_browser import Browser
from wab.app.window.bindings import Bindings
from wab.engine.history.journal import Line
from wab.systems.cards.seen.view import CardsView


class Commands(desk.Commands, Protocol):
    """The actions behind buttons of the HUD."""

    def done(self) -> None:
        """End the step of the turn, or ask first."""


@dataclass
class UiState(desk.UiState):
    """The panels and switches that the player has opened and set; `panel` is one of the tabs of the panel at
    the side.
    """

    labels: bool = False
    wide: bool = False  # the board is so wide that it lies below the panels at the sides
    hot_card: int = -1  # place in the hand of the card under the pointer


@dataclass
class Showing:
    """The event that is being shown over the board: a card that was played, dice that were rolled.

    `caption` says whose dice they are and against whom, `words` their result.
    """

    card: str = ""
    seat: str = ""
    where: str = ""
    dice: tuple[str, ...] = ()
    words: str = ""
    caption: str = ""


@dataclass(kw_only=True)
class Desk(desk.Desk[CardsView]):
    """Everything that a panel reads and does, in one place."""

    interaction: Interaction
    ui: UiState
    commands: Commands
    bindings: Bindings = field(default_factory=lambda: Bindings(()))
    showing: Showing = field(default_factory=Showing)
    show: Director | None = None
    """The show of what others did, while it is going on."""
    to_come: int = 0
    """Lines of the journal that tell of what is still to be shown: they would give the dice away."""
    tracks: Mapping[int, tuple[MedalSpec, ...]] = field(default_factory=dict)
    """The medals of each side as far as they have been shown; empty while nothing is shown."""
    rule_browser: Browser | None = None
    """The drawer of the rule book, made when it is first opened."""
    stage_top: float = 0.0
    """The top of the panel that says what is to be done."""
    results: Results | None = None
    """The attacks that have been shown, and the card of the last one."""
    before: CardsView | None = None
    """The knowledge before the events that are being shown; None while nothing is shown."""

    @property
    def seen(self) -> CardsView:
        """Return what has been shown so far."""
        return self.before or self.view

    @property
    def journal(self) -> Sequence[Line]:
        """Return what the seat has seen happen, as far as it has been shown."""
        lines = self.battle.journal
        return lines[: len(lines) - self.to_come] if self.to_come else lines
