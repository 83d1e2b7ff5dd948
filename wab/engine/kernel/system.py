"""The contract between a rule system and the kernel: one object that declares its nature and answers the kernel's
questions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeVar

from wab.engine.kernel.dice import Dice
from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.measures import Account, Landmark, Measure
from wab.engine.kernel.orders import Order, Refusal
from wab.engine.kernel.plot import Plot
from wab.engine.kernel.values import AGREED, DRAW, LENIENT, RESIGNED, UNDO, Cause, Damage, Nature, Outcome, ScenarioInfo
from wab.engine.kernel.view import View
from wab.engine.words.errors import DataError
from wab.engine.words.text import Text

_UNDO_VALUES = ("strict", LENIENT)


class GameState(Protocol):
    """The methods that every system's state offers: the dice, a cheap copy."""

    dice: Dice

    def copy(self) -> Self:
        """An independent copy: a change in one is not seen in the other."""
        ...


S = TypeVar("S", bound=GameState)


class System(ABC, Generic[S]):
    """A rule system. Rules decide in `execute`, which yields events; `apply` alone changes a state.

    `names` are the words for what it names by ids (itself, sides, seats, levels of victory), as messages to translate;
    `options` what its rules let players choose for any scenario, by name with the values (see `choices`).
    `plot` groups its events into scenes.

    A seat decides: a side if one player leads it, "side/name" where several do. A seat has a view and a player of its
    own; sides win and score points.

    `automaton` is the id of a side that the rules themselves play, "" for none: it is not among `sides`, and has no
    seat, no view and no player. It may win, and `names` has a word for it.
    """

    id: str
    sides: tuple[str, ...]
    automaton: str = ""
    names: Mapping[str, str] = {}
    options: Mapping[str, tuple[str, ...]] = {}
    plot: Plot = Plot()
    nature: Nature
    order_types: Any  # the union of the system's orders, for decoding
    event_types: Any  # the union of the system's events, `Rolled` included

    @property
    def contenders(self) -> tuple[str, ...]:
        """All that can win: the sides, and the automaton if there is one."""
        return (*self.sides, self.automaton) if self.automaton else self.sides

    @property
    def choices(self) -> Mapping[str, tuple[str, ...]]:
        """All that players may choose for a scenario, the first value being the usual one: the system's options.

        Where orders can scout, also how undo is played ("undo"): strict, or lenient for one who plays alone.
        """
        return dict(self.options) | ({UNDO: _UNDO_VALUES} if self.nature.scouting else {})

    def fitting(self, scenario: str, chosen: Mapping[str, str]) -> Mapping[str, tuple[str, ...]]:
        """The choices for a scenario when others are `chosen`: without the values that its rules would refuse."""
        return self.choices

    @abstractmethod
    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        """Every playable scenario, in the order in which a menu shows them."""

    def damaged(self) -> tuple[Damage, ...]:
        """The scenarios that cannot be played because their files are wrong."""
        return ()

    def problems_across(self) -> Iterator[DataError]:
        """Everything that is wrong with the content as a whole and is no single scenario's fault."""
        return iter(())

    def doubts(self, path: Path) -> Iterator[DataError]:
        """Return what is odd about a sound scenario file and forbidden by nothing: worth a look, no fault."""
        return iter(())

    @abstractmethod
    def new_state(self, scenario: str, seed: int, options: Mapping[str, Any]) -> S:
        """The state before the first event of a scenario; UsageError for an unknown scenario or option."""

    @abstractmethod
    def open(self, state: S) -> Iterator[Event]:
        """Return what happens before the first order."""

    def seats(self, state: S) -> tuple[str, ...]:
        """All seats that decide in this game, in a fixed order: the sides, unless several players lead one."""
        return self.sides

    @abstractmethod
    def to_act(self, state: S) -> str | None:
        """The seat that must decide now; None when the game is over."""

    @abstractmethod
    def turn(self, state: S) -> int:
        """Number of the current turn, from 1."""

    @abstractmethod
    def phase(self, state: S) -> str:
        """Name of what is being decided now."""

    @abstractmethod
    def offered(self, state: S, unit: int | None = None) -> Iterable[Order]:
        """The orders on offer to the seat to act, in a fixed order; of one unit only when it is named."""

    @abstractmethod
    def why_not(self, state: S, order: Order) -> Refusal | None:
        """None if the order is legal for the seat to act, else the first reason against it."""

    @abstractmethod
    def execute(self, state: S, order: Order) -> Iterator[Event]:
        """Carry out a legal order: yield what happens, one event after the other.

        The kernel applies each event before it asks for the next, so the rules read the state as it then is.
        """

    @abstractmethod
    def apply(self, state: S, event: Event) -> None:
        """Change the state by one event. Needs no dice and makes no choice."""

    @abstractmethod
    def reveals(self, before: S, events: Sequence[Event], after: S, seat: str) -> Refusal | None:
        """Return why an order of a seat is final for what it showed to the seat's side, None if it showed nothing new.

        `events` are all that happened between the two states. Everything counts that the side could not be sure of
        before, even that a hex is empty: otherwise a player could ask for free and take the order back.
        """

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, None while it goes on."""

    def conceded(self, knowledge: S | View, side: str) -> Outcome:
        """Return the end of a game that a side gives up: the best of the others wins, with the points so far.

        With DRAW in the place of a side there is no winner.
        """
        counted = next((found.values for found in self.measures(knowledge, ()) if found.id == "points"), {})
        points = {one: float(counted.get(one, 0.0)) for one in self.contenders}
        if side == DRAW:
            return Outcome(None, AGREED, points)
        winner = max((one for one in self.contenders if one != side), key=points.__getitem__)
        return Outcome(winner, RESIGNED, points)

    @abstractmethod
    def view(self, state: S, seat: str) -> View:
        """Return what a seat may know, built by whitelisting. UsageError when there is no such seat."""

    @abstractmethod
    def decode_view(self, data: bytes) -> View:
        """A view out of the bytes that `View.encode` gave."""

    @abstractmethod
    def witnessed(self, before: S, event: Event, after: S, seat: str) -> Event | None:
        """An event as a seat sees it happen: the event itself, a lesser one, or None when nothing of it is seen."""

    @abstractmethod
    def describe(self, knowledge: S | View, event: Event) -> Text | None:
        """An event as a sentence for people, by the names that a state, or one seat's view, knows at or after it.

        None for events that are not worth a line of the journal.
        """

    def symbols(self, rolled: Rolled) -> tuple[Text, ...]:
        """Return what the faces of these dice show, face 1 first; none for dice with numbers, whose mean says
        something.
        """
        return ()

    def is_detail(self, event: Event) -> bool:
        """Tell events that a short account leaves out: marches, and what another event has told already."""
        return isinstance(event, Rolled)

    def is_lot(self, rolled: Rolled) -> bool:
        """Tell dice that only draw lots, for example which unit loses a step: no result of them is good or bad luck."""
        return False

    def measures(self, knowledge: S | View, events: Sequence[Event]) -> tuple[Measure, ...]:
        """Return what charts tell of a turn: `knowledge` at its end, and the events of the turn that a seat with this
        knowledge saw.

        The same measures every turn, in the order in which charts stand; none where there is nothing to draw.
        """
        return ()

    def accounts(self, state: S) -> tuple[Account, ...]:
        """Return what the points of a game that is over are made of, source by source; none where points say it all."""
        return ()

    def landmarks(self, knowledge: S | View) -> tuple[Landmark, ...]:
        """The places whose fate is compared with history, the same ones at any moment of a game; () for none."""
        return ()

    def day(self, state: S) -> str:
        """The day on which a turn ends (YYYY-MM-DD), "" if turns have no dates."""
        return ""

    def turning_points(self, began: S | View, ended: S | View, seen: Sequence[Event]) -> Iterable[Cause]:
        """Return what mattered in a turn, from the views of a seat at its two ends and the events that the seat saw in
        it.

        In any order; none if points say everything.
        """
        return ()

    @abstractmethod
    def problems(self, path: Path) -> Iterator[DataError]:
        """Everything that is wrong with a scenario file of this system, one error a fault; none for a sound file."""

    @abstractmethod
    def encode(self, state: S) -> bytes:
        """Canonical bytes of a state: equal states give equal bytes on any machine."""

    @abstractmethod
    def decode(self, data: bytes) -> S:
        """The state that `encode` wrote; SaveError-free ValueError when the bytes are no state."""

    def setting(self, state: S) -> tuple[object, ...]:
        """Return what a state says of how its game was started: scenario, seed, options. Equal in all states of one
        game.
        """
        return (state.dice.seed,)

    @abstractmethod
    def invariants(self, state: S) -> list[str]:
        """Everything that is wrong with a state, in words; empty for a sound one. For tests and the fuzzer."""

    @abstractmethod
    def data_digest(self) -> str:
        """Digest of all data files that the rules of this system read."""
