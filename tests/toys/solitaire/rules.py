"""The rules: squads advance, the garrison draws cards, and asks the player only where it cannot tell squads apart.

The garrison has no seat: its phase of the turn plays itself, and what it leaves open is the player's to decide.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tests.toys.solitaire.state import AUTOMATON, HITS, SIDE, WANTED, Card, Hit, State
from wab.engine import Event, Order, Outcome, Refusal, Rolled, Text
from wab.engine.kernel.agenda import Answer, Decision, Decisions, Phase, Sequence, never, put, settled
from wab.engine.kernel.pile import draw, drawn, with_cards, without


class Advance(Order, frozen=True, tag="advance"):
    unit: int


class TakeHit(Order, frozen=True, tag="take_hit"):
    unit: int


class EndTurn(Order, frozen=True, tag="end_turn"):
    pass


class TurnBegan(Event, frozen=True, tag="turn_began"):
    final: ClassVar[bool] = True
    turn: int


class PhaseBegan(Event, frozen=True, tag="phase_began"):
    phase: str


class Advanced(Event, frozen=True, tag="advanced"):
    unit: int
    to: int


class ReserveLaid(Event, frozen=True, tag="reserve_laid"):
    final: ClassVar[bool] = True
    card: str


class ReserveShown(Event, frozen=True, tag="reserve_shown"):
    final: ClassVar[bool] = True
    card: str


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    pass


class CardDrawn(Event, frozen=True, tag="card_drawn"):
    final: ClassVar[bool] = True
    card: str


class Due(Event, frozen=True, tag="due"):
    """Steps that are to be settled before all others."""

    steps: tuple[Card | Hit, ...]


class Settled(Event, frozen=True, tag="settled"):
    """The first step of the agenda is settled."""


class SquadHit(Event, frozen=True, tag="squad_hit"):
    unit: int


class Ended(Event, frozen=True, tag="ended"):
    final: ClassVar[bool] = True
    outcome: Outcome


_NO_WAY = Refusal(Text("That squad cannot advance now."), ("SOL-2-1",), code="no-way")
_NOT_HIT = Refusal(Text("That squad cannot be hit now."), ("SOL-3-2",), code="not-hit")

SolitaireOrder = Advance | TakeHit | EndTurn
SolitaireEvent = (
    Rolled | TurnBegan | PhaseBegan | Advanced | ReserveLaid | ReserveShown | Reshuffled | CardDrawn | Due | Settled
) | (SquadHit | Ended)

# ---------------------------------------------------------------- the sequence of play


def _fire(state: State) -> Iterator[Event]:
    yield Due((Card(),) * (2 if state.turn >= state.course.pressed else 1))


PLAY: Sequence[State] = Sequence((Phase("move"), Phase("fire", begins=_fire, is_open=never)))


def open_game(state: State) -> Iterator[Event]:
    rolled = draw(state.dice, "reserve", state.pile, Text("reserve laid"))
    yield rolled
    yield ReserveLaid(drawn(state.pile, rolled))
    yield from _go_on(state)


def _go_on(state: State) -> Iterator[Event]:
    """The next phase, of this turn or of the next one."""
    if (yield from PLAY.advance(state, state.phase, "", _began)):
        return
    if state.turn == state.course.turns:
        yield _end(state)
    else:
        yield TurnBegan(state.turn + 1)
        yield from PLAY.advance(state, "", "", _began)


def _began(phase: str, player: str) -> Event:
    return PhaseBegan(phase)


def _end(state: State) -> Event:
    won = state.across >= WANTED
    return Ended(Outcome(SIDE if won else AUTOMATON, "victory", {SIDE: float(state.across)}, "" if won else "held"))


# ---------------------------------------------------------------- moves


def _can_advance(state: State) -> set[int]:
    return {squad.id for squad in state.exposed} - set(state.moved)


def _why_not_advance(state: State, order: Advance) -> Refusal | None:
    return None if order.unit in _can_advance(state) else _NO_WAY


def _advance(state: State, order: Advance) -> Iterator[Event]:
    squad = state.squad(order.unit)
    assert squad is not None
    yield Advanced(order.unit, squad.place + 1)
    if state.across and not state.shown:
        yield ReserveShown(state.reserve)
        yield Due(_hits(state, state.reserve))


def _moves(state: State, unit: int | None) -> list[Order]:
    orders: list[Order] = [Advance(number) for number in sorted(_can_advance(state)) if unit in (None, number)]
    return [*orders, EndTurn()] if unit is None else orders


def _nobody_left(state: State) -> Iterator[Event] | None:
    return None if state.exposed else iter((_end(state),))


# ---------------------------------------------------------------- fire


def _card(state: State) -> Iterator[Event]:
    if not state.exposed:
        yield _end(state)
        return
    yield Settled()
    if not state.pile:
        yield Reshuffled()
    rolled = draw(state.dice, "pile", state.pile, Text("card drawn"))
    yield rolled
    card = drawn(state.pile, rolled)
    yield CardDrawn(card)
    yield Due(_hits(state, card))


def _hits(state: State, card: str) -> tuple[Hit, ...]:
    """A mortar aims at the rear, all else at the front; those at one place are a tie, which the player breaks."""
    if not state.exposed:
        return ()
    places = [squad.place for squad in state.exposed]
    aim = min(places) if card == "mortar" else max(places)
    squads = tuple(squad.id for squad in state.exposed if squad.place == aim)
    return (Hit(squads),) * HITS[card]


def _asked(state: State) -> tuple[int, ...]:
    return state.agenda[0].squads if state.agenda and isinstance(state.agenda[0], Hit) else ()


def _take_hit(state: State, order: TakeHit) -> Iterator[Event]:
    return iter((Settled(), SquadHit(order.unit)))


def _hit_by_itself(state: State) -> Iterator[Event] | None:
    match _asked(state):
        case ():
            return iter((Settled(),))
        case (only,):
            return _take_hit(state, TakeHit(only))
    return None


# ---------------------------------------------------------------- who decides what

_MOVES: dict[type[Order], Answer[State]] = {
    Advance: Answer(_why_not_advance, _advance),
    EndTurn: Answer(lambda state, order: None, lambda state, order: _go_on(state)),
}
_SUFFER: dict[type[Order], Answer[State]] = {
    TakeHit: Answer(lambda state, order: None if order.unit in _asked(state) else _NOT_HIT, _take_hit)
}

DECISIONS: Decisions[State, Order] = Decisions(
    {
        "move": Decision(lambda state: SIDE, _MOVES, _moves, _nobody_left),
        "fire": Decision(lambda state: None, {}, lambda state, unit: (), _go_on),
        "card": Decision(lambda state: None, {}, lambda state, unit: (), _card),
        "hit": Decision(
            lambda state: SIDE,
            _SUFFER,
            lambda state, unit: [TakeHit(number) for number in _asked(state) if unit in (None, number)],
            _hit_by_itself,
        ),
    },
    phase_of=lambda state: state.phase,
    is_over=lambda state: state.result is not None,
    over=Refusal(Text("The game is over."), ("SOL-1-1",), code="over"),
    unknown=Refusal(Text("That is no order of this game."), ("SOL-1-2",), code="strange"),
    not_now=Refusal(Text("That is not to be decided now."), ("SOL-3-2",), code="not-now"),
)

# ---------------------------------------------------------------- what events change


def apply(state: State, event: Event) -> None:
    match event:
        case Rolled():
            state.dice = state.dice.after(event)
        case TurnBegan(turn=turn):
            state.turn, state.moved = turn, ()
        case PhaseBegan(phase=phase):
            state.phase = phase
        case Advanced(unit=unit, to=to):
            state.squads = tuple(replace(one, place=to) if one.id == unit else one for one in state.squads)
            state.moved = (*state.moved, unit)
        case ReserveLaid(card=card):
            state.pile, state.reserve = without(state.pile, (card,)), card
        case ReserveShown(card=card):
            state.reserve, state.shown = card, True
        case Reshuffled():
            state.pile, state.discards = with_cards(state.pile, state.discards), ()
        case CardDrawn(card=card):
            state.pile, state.discards = without(state.pile, (card,)), (*state.discards, card)
        case Due(steps=steps):
            state.agenda = put(state.agenda, *steps)
        case Settled():
            state.agenda = settled(state.agenda, type(state.agenda[0]))
        case SquadHit(unit=unit):
            hit = (replace(one, steps=one.steps - 1) if one.id == unit else one for one in state.squads)
            state.squads = tuple(one for one in hit if one.steps)
            left = {one.id for one in state.squads}
            state.agenda = tuple(_of(step, left) for step in state.agenda)
        case Ended(outcome=outcome):
            state.result, state.agenda = outcome, ()
        case _:
            raise TypeError(f"{type(event).__name__} is not an event of this system")


def _of(step: Card | Hit, left: set[int]) -> Card | Hit:
    """Squads that are no more can be hit no more."""
    return replace(step, squads=tuple(n for n in step.squads if n in left)) if isinstance(step, Hit) else step


def sentence(event: Event) -> Text | None:
    match event:
        case TurnBegan(turn=turn):
            return Text("Turn {turn} begins.", {"turn": turn})
        case Advanced(unit=unit, to=to):
            return Text("Squad {unit} advances to {to}.", {"unit": unit, "to": to})
        case CardDrawn(card=card) | ReserveShown(card=card):
            return Text("The garrison shows {card}.", {"card": card})
        case SquadHit(unit=unit):
            return Text("Squad {unit} loses a step.", {"unit": unit})
    return None
