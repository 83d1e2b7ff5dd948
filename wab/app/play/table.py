"""The game as screens and pages may use it: what one seat knows of it, and what its player does.

No truth goes through it before the end (`ending`). A game at this screen is a `Session`; screens must not care.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec

from ai.agents import Advice
from ai.process import AgentWorker
from wab.app.play.archive import Seats
from wab.app.play.diary import Entry
from wab.app.play.learning import Learning
from wab.app.play.sitting import Privacy
from wab.app.play.talk import Talk
from wab.engine.history.course import Course
from wab.engine.history.journal import Line
from wab.engine.history.scenes import Moment
from wab.engine.history.verdict import Verdict
from wab.engine.kernel.events import Event
from wab.engine.kernel.game import Game
from wab.engine.kernel.orders import Order, Refusal
from wab.engine.kernel.system import System
from wab.engine.kernel.values import LENIENT, UNDO, Outcome
from wab.engine.kernel.view import View
from wab.online.protocol import Late


class Terms(msgspec.Struct, frozen=True):
    """The start of a game as all players know it: its setup without the seed."""

    system: str
    scenario: str
    options: dict[str, Any] = {}

    @property
    def lenient_undo(self) -> bool:
        """Orders that showed new ground can be taken back in this game."""
        return self.options.get(UNDO) == LENIENT


class Witnessed(NamedTuple):
    """An event that the seat at the screen saw. `own`: it came of an order that was given here, in the seat's sight."""

    event: Event
    own: bool


class Draws(NamedTuple):
    """The talk about a draw in a game with people elsewhere.

    `by` is the player of another side who offers one, "" for none. `own`: all sides of this player agree. `why_not`: no
    draw can be agreed on in this game, for this reason; "" if one can.
    """

    by: str
    own: bool
    why_not: str = ""


def events_of(witnessed: Iterable[Witnessed]) -> list[Event]:
    """The events alone."""
    return [one.event for one in witnessed]


class Played(Protocol):
    """A turn as the seat at the screen saw it. The last one goes on and has no verdict."""

    @property
    def turn(self) -> int:
        """Its number."""

    @property
    def moments(self) -> Sequence[Moment]:
        """The events seen in it."""

    @property
    def seen(self) -> Sequence[Event]:
        """The events alone."""

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on it once it is over."""


class Table(Protocol):
    """A game of any system at which a person sits, or several who take turns at this screen."""

    # --- the game, as everybody knows it ---

    @property
    def setup(self) -> Terms:
        """Scenario and options."""

    @property
    def rules(self) -> System[Any]:
        """The rule system."""

    @property
    def turn(self) -> int:
        """Number of the current turn, from 1."""

    @property
    def phase(self) -> str:
        """Name of what is being decided now."""

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, None while it goes on."""

    @property
    def moment(self) -> int:
        """A number that changes whenever the view may have changed: for caches, and never shown."""

    @property
    def just_begun(self) -> bool:
        """No order has been given yet."""

    # --- who sits here ---

    @property
    def name(self) -> str:
        """The player's name for the game."""

    @property
    def is_copy(self) -> bool:
        """The game sets in at a position and counts for nothing (see `what_if`)."""

    @property
    def seats(self) -> Seats:
        """The players."""

    @property
    def first(self) -> Mapping[str, float]:
        """The points by side of the first game of a match."""

    @property
    def persons(self) -> tuple[str, ...]:
        """The seats of this game that persons play, all at this screen."""

    @property
    def faces_people(self) -> bool:
        """A person leads another side, here or elsewhere (OPS-1.6-3)."""

    @property
    def privacy(self) -> Privacy:
        """The secrets that they may know of one another."""

    @property
    def is_private(self) -> bool:
        """True if the screen shows the view of one side alone, which can be kept next to the save."""

    @property
    def seat(self) -> str:
        """The seat at this screen; while `waiting`, the last seat that had it."""

    @property
    def side(self) -> str:
        """The side of the seat at this screen."""

    @property
    def waiting(self) -> str | None:
        """The seat of the person to whom the screen has to be handed; None if there is none.

        Nothing may be shown before.
        """

    @property
    def covered(self) -> bool:
        """True if secrets of the seat of `view` must stay hidden: it decides in sight of another person."""

    @property
    def my_turn(self) -> bool:
        """A person who may see the screen now has to decide, and no order is `in_flight`."""

    @property
    def busy(self) -> bool:
        """A player who is not at this screen has to decide."""

    @property
    def in_flight(self) -> bool:
        """An order of this screen is on its way: the view does not know it yet. Never so in a game that lies here."""

    @property
    def progress(self) -> float | None:
        """The progress of the computer's thinking, 0 to 1; None when it does not say."""

    @property
    def awaited(self) -> str:
        """The person elsewhere, or the server, that is waited for, in a sentence; "" for none."""

    @property
    def is_late(self) -> bool:
        """A player of another side, elsewhere, has let the time pass, and can be waited for no longer."""

    def call(self, late: Late) -> None:
        """Wait no longer for a player whose time is up."""

    @property
    def draws(self) -> Draws | None:
        """Return how it stands with a draw; None in a game that lies here, or is over."""

    def agree(self, *, agrees: bool) -> None:
        """Offer a draw or agree to one, which ends the game if all sides do; or no longer, which declines."""

    @property
    def talk(self) -> Talk | None:
        """The words between this player and others elsewhere; None if there are none."""

    def take_seat(self) -> None:
        """Seat the person to whom the screen was handed; the screen may now show that person's secrets."""

    # --- what the seat knows ---

    @property
    def view(self) -> View:
        """The view of the seat at this screen now; if `covered`, of the seat that decides in sight of everyone."""

    @property
    def journal(self) -> Sequence[Line]:
        """The events that the seat at this screen has seen, in sentences."""

    @property
    def turns(self) -> Sequence[Played]:
        """The turns that were begun, as the seat at this screen saw them."""

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on the last turn that is over, None before the first one ends."""

    @property
    def has_history(self) -> bool:
        """Check if history knows the places of this battle."""

    def view_at(self, played: Played) -> View:
        """Return the view that the seat at this screen had when a turn of `turns` began."""

    def moments_of(self, events: Sequence[Event]) -> list[Moment]:
        """Return events that the seat at this screen saw, each with the seat that acted then and its sentence."""

    def known_before(self, event: Event) -> View | None:
        """Return the view of the seat at this screen just before it saw an event; None for what is long past."""

    def take_witnessed(self) -> list[Witnessed]:
        """Return the events that the seat at this screen has seen since the last call, its own orders included."""

    def take_messages(self) -> list[str]:
        """Return the messages to the player since the last call."""

    def tell(self, sentence: str) -> None:
        """Give the player a message on the battle screen."""

    # --- what its player does ---

    def play(self, order: Order) -> object:
        """Carry out an order of the seat at this screen. IllegalOrder, with the reason, when the rules refuse it.

        Its effect comes through `take_witnessed`: at once in a game that lies here, else after some `update`.
        """

    def play_throughout(self, order: Order) -> object:
        """The same, and the same answer whenever this seat is asked this again before the turn is over."""

    def why_not_undo(self) -> Refusal | None:
        """None if the last order can be taken back, else why not."""

    @property
    def lenient_undo(self) -> bool:
        """True if moves that showed new ground can be taken back: chosen for this game, with one person at most."""

    def undo(self) -> object:
        """Take back the last order. NothingToUndo, with the reason, when it cannot be taken back."""

    def resign(self) -> None:
        """Give the game up for the side at this screen. IllegalOrder when it is over already."""

    def update(self) -> object:
        """Go on with the game, without waiting for anything. To be called every frame."""

    def hurry(self) -> None:
        """Let the computer think no more this time."""

    # --- the staff ---

    @property
    def advice(self) -> tuple[Advice, ...] | None:
        """The staff's advice as things stand; None until it has been asked and has answered."""

    def ask_advice(self) -> None:
        """Ask what a good player would do now in the place of the seat at the screen; `update` takes the answer."""

    def hire(self) -> AgentWorker:
        """Return a process for a player that works alongside the game; it ends with the game."""

    def staff_seed(self, purpose: str) -> int:
        """Return the seed of a player that works for the seat at this screen; it does not give the dice away."""

    @property
    def learning(self) -> Learning:
        """The hints that each seat has read, and its first deeds."""

    # --- the file ---

    @property
    def save(self) -> Path | None:
        """The file of the game; None for one that is not kept here."""

    @property
    def kept_at(self) -> str:
        """The server that keeps the game, and its id there, in words; "" for a game that lies here."""

    @property
    def known_as(self) -> str:
        """The name of the game for the player's career: the same at every call, another for every game."""

    def keep_as(self, save: Path, name: str) -> None:
        """Go on in another file, under a name; the old one stays as it is. A file that lies there is written over.

        SaveError, and the game goes on in its old file, when the other cannot be written or is played elsewhere.
        """

    def in_file(self, folder: Path) -> Path:
        """Return the file of the game as it stands; one in `folder`, written now, if it is not kept.

        It holds the truth, for a report of a problem. SaveError when it cannot be written.
        """

    def close(self) -> None:
        """Put the game away; its file, which is complete at any time, may be played elsewhere."""

    # --- the truth, once the game is over ---

    def ending(self) -> Game[Any] | None:
        """Return the game with all its records; None before it is over, for that would give secrets away."""

    @property
    def course(self) -> Course:
        """The game in numbers, told from its records; nothing before it is over."""

    @property
    def diary(self) -> list[Entry]:
        """The reasons of the computer players; nothing before the game is over, because it would give them away."""
