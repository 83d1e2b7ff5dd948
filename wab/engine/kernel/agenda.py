"""The agenda of a game, in order: pending decisions and the phases of a sequence of play. No rule in it.

A state keeps an agenda, a tuple of `Step` records, the next one first. A step that interrupts another is put before it:
a retreat before the fight that caused it, the fight before the phase of the turn in which it is fought. Events put
steps on the agenda and take them off, as they change everything else in a state.

A `Decision` says everything about one question in one place: which seat must answer, which orders are offered, what
makes an answer illegal, what comes of it, and when it settles itself. `Decisions` holds the decisions of a system by
name; the name is the phase that players read. With an empty agenda the phase of the turn asks the question.

A `Sequence` is the sequence of play as a list: the phases of a turn, by whom each is played, and what happens by itself
as it begins.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Order, Refusal


class Step(msgspec.Struct, frozen=True, tag_field="step"):
    """Something still to be settled, with the facts of its question. A system declares its own kinds with a `tag`.

    A field `agenda: tuple[First | Second, ...]` of a packed state is then written and read as it is, to the same bytes
    for equal agendas. A kind that has a field of its own in the packed state needs no name there: `tag=False`.
    """

    @property
    def question(self) -> str:
        """The name of the decision that settles it: a key of `Decisions`, and the phase that players read."""
        raise NotImplementedError


Agenda = tuple[Step, ...]
K = TypeVar("K", bound=Step)


# ------------------------------------------------------------------------------------------------- changing an agenda


def pending(agenda: Agenda, kind: type[K]) -> K | None:
    """The next step of a kind, None if there is none."""
    for step in agenda:
        if isinstance(step, kind):
            return step
    return None


def put(agenda: Agenda, *steps: Step) -> Agenda:
    """The agenda with steps before all others, in the order in which they are named."""
    return (*steps, *agenda)


def settled(agenda: Agenda, kind: type[Step]) -> Agenda:
    """The agenda without its next step of a kind; the same agenda where there is none."""
    place = _place(agenda, kind)
    return agenda if place is None else (*agenda[:place], *agenda[place + 1 :])


def renewed(agenda: Agenda, step: Step) -> Agenda:
    """The agenda with other facts for its next step of the same kind; the same agenda where there is none."""
    place = _place(agenda, type(step))
    return agenda if place is None else (*agenda[:place], step, *agenda[place + 1 :])


def _place(agenda: Agenda, kind: type[Step]) -> int | None:
    """Return where the next step of a kind stands: one object may be there twice, and only its place tells which is
    meant.
    """
    return next((place for place, step in enumerate(agenda) if isinstance(step, kind)), None)


# ------------------------------------------------------------------------------------------------- decisions


class Awaiting(Protocol):
    """The state of a system with an agenda, as far as the agenda needs it."""

    @property
    def agenda(self) -> Agenda:
        """Return what is still to be settled, the next step first."""
        ...


S = TypeVar("S", bound=Awaiting)
Offered = TypeVar("Offered")
"""Orders on offer, or groups of them."""


@dataclass(frozen=True, slots=True)
class Answer(Generic[S]):
    """The effect of an order of one kind on a decision: the first reason against it, and its events."""

    why_not: Callable[[S, Any], Refusal | None]
    carry_out: Callable[[S, Any], Iterator[Event]]


def waits(state: object) -> Iterator[Event] | None:
    """Return None: nothing happens by itself, a seat must answer."""
    return None


@dataclass(frozen=True, slots=True)
class Decision(Generic[S, Offered]):
    """One kind of decision.

    `seat` must answer it, None if no seat can be asked. `offered` are the orders on offer (or groups of orders), of one
    unit only when it is named; `answers` all kinds of orders that can be legal. `by_itself` is what happens if no seat
    has to decide, None if the seat must; it changes the agenda or the phase, so that play goes on.
    """

    seat: Callable[[S], str | None]
    answers: Mapping[type[Order], Answer[S]]
    offered: Callable[[S, int | None], Iterable[Offered]]
    by_itself: Callable[[S], Iterator[Event] | None] = waits


@dataclass(frozen=True, slots=True)
class Decisions(Generic[S, Offered]):
    """Every kind of decision of a system, by name.

    `phase_of` names the decision of a state whose agenda is empty, `is_over` says that nothing is decided any more.
    `over`, `unknown` and `not_now` refuse orders after the end, of other systems, and at the wrong moment.
    """

    table: Mapping[str, Decision[S, Offered]]
    phase_of: Callable[[S], str]
    is_over: Callable[[S], bool]
    over: Refusal
    unknown: Refusal
    not_now: Refusal

    def phase(self, state: S) -> str:
        """The name of what is to be decided now, "over" after the end."""
        if self.is_over(state):
            return "over"
        return state.agenda[0].question if state.agenda else self.phase_of(state)

    def to_act(self, state: S) -> str | None:
        """The seat that must decide now, in the turn of any side; None after the end."""
        return None if self.is_over(state) else self._now(state).seat(state)

    def offered(self, state: S, unit: int | None = None) -> Iterable[Offered]:
        """Return what is on offer to the seat to act, in a fixed order; of one unit only when it is named."""
        return () if self.is_over(state) else self._now(state).offered(state, unit)

    def why_not(self, state: S, order: Order) -> Refusal | None:
        """None if an order may be given now, else the first reason against it."""
        if self.is_over(state):
            return self.over
        kind = type(order)
        answer = self._now(state).answers.get(kind)
        if answer is not None:
            return answer.why_not(state, order)
        return self.not_now if self._knows(kind) else self.unknown

    def _knows(self, kind: type[Order]) -> bool:
        return any(kind in decision.answers for decision in self.table.values())

    def _now(self, state: S) -> Decision[S, Offered]:
        return self.table[state.agenda[0].question if state.agenda else self.phase_of(state)]

    def execute(self, state: S, order: Order) -> Iterator[Event]:
        """Carry out a legal order, and everything that follows until a seat must decide.

        TypeError for an order that answers no decision of this system, ValueError for one that does not answer this.
        """
        answer = self._now(state).answers.get(type(order))
        if answer is None:
            name = type(order).__name__
            if not self._knows(type(order)):
                raise TypeError(f"{name} is not an order of this system")
            raise ValueError(f"{name} is no answer in the phase {self.phase(state)!r}")
        yield from answer.carry_out(state, order)
        yield from self.run(state)

    def is_settled(self, state: S) -> bool:
        """Return whether nothing happens by itself any more: a seat must decide, or the game is over. True after every
        order, and after the opening of a game.
        """
        return self.is_over(state) or self._now(state).by_itself(state) is None

    def run(self, state: S) -> Iterator[Event]:
        """Everything that happens by itself, until a seat must decide or the game is over.

        ValueError if a decision settles itself without any event: it would do so for ever.
        """
        while not self.is_over(state):
            happening = self._now(state).by_itself(state)
            if happening is None:
                return
            phase, happened = self.phase(state), False
            for event in happening:
                happened = True
                yield event
            if not happened:
                raise ValueError(f"the phase {phase!r} settles itself, and nothing happens in it")


# ------------------------------------------------------------------------------------------------- sequence of play


def always(state: object) -> bool:
    """In every state."""
    return True


def never(state: object) -> bool:
    """Return False for every state: no seat decides in this phase."""
    return False


def nothing(state: object) -> Iterator[Event]:
    """No event."""
    return iter(())


def as_one(state: object) -> tuple[str, ...]:
    """A phase is played once, by the side whose turn it is."""
    return ("",)


@dataclass(frozen=True, slots=True)
class Phase(Generic[S]):
    """A phase of a sequence of play.

    `comes_up`: it is part of this turn at all. `players` play it one after another, by seat or by place; "" is the
    player of the turn. `begins` is what happens by itself at its start. `is_open`: there is something to decide in it;
    a phase that the rules play alone never is, and the next one follows at once.
    """

    id: str
    comes_up: Callable[[S], bool] = always
    players: Callable[[S], tuple[str, ...]] = as_one
    begins: Callable[[S], Iterator[Event]] = nothing
    is_open: Callable[[S], bool] = always


@dataclass(frozen=True, slots=True)
class Sequence(Generic[S]):
    """A sequence of play: phases in the order in which they are played."""

    phases: tuple[Phase[S], ...]

    def after(self, state: S, phase: str, player: str = "") -> Iterator[tuple[Phase[S], str]]:
        """The phases still to come, each with its player; all of them after a phase that is not in the list.

        They are worked out one by one, by the state as it then is: what happens in a phase changes who plays the next.
        """
        number = next((number for number, one in enumerate(self.phases) if one.id == phase), None)
        if number is not None:
            now = self.phases[number]
            players = now.players(state)
            at = players.index(player) if player in players else len(players)
            yield from ((now, other) for other in players[at + 1 :])
        for following in self.phases[0 if number is None else number + 1 :]:
            if following.comes_up(state):
                yield from ((following, other) for other in following.players(state))

    def advance(
        self, state: S, phase: str, player: str, began: Callable[[str, str], Event]
    ) -> Generator[Event, None, bool]:
        """Go on to the next phase in which there is something to decide; returns False when there is none left.

        `began` makes the event with which a phase begins, of its id and its player; then its automatic part happens.
        The steps that it leaves on the agenda are settled before the next phase begins.
        """
        for following, other in self.after(state, phase, player):
            yield began(following.id, other)
            yield from following.begins(state)
            if state.agenda or following.is_open(state):
                return True
        return False
