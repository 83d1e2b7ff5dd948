"""Drawing cards at the end of a turn (ledger section 4.5, CRD-C.recon): one, or two to choose from, or those owed.

The pile has no order: to draw is to roll a die with as many faces as it has cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from wab.content.cards.shapes import Card
from wab.engine.kernel import pile as piles
from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import N_, Text
from wab.systems.cards.state import deck, teams
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.orders import Keep
from wab.systems.cards.state.state import State

STREAM = "deck"
_NONE = Refusal(Text(N_("There is no card to choose now.")), ("CRD-C.recon-2",), code="no-choice")


def end_of_turn(state: State) -> Iterator[Event]:
    """Discard the cards played and draw (CRD-4.5-1): first the seat that ambushed (CRD-C.ambush-6), then the player.

    After Their Finest Hour, copied or not, pile and discards are one again (CRD-C.their_finest_hour-5).
    """
    board, side = state.board, state.active
    pile = teams.pile_of(board, side)
    played = tuple(play.card for play in state.plays if play.card)
    if played:
        yield ev.CardsDiscarded(played, pile)
    for owed in state.owed:
        yield from draw(state, _place(state, owed.seat, shared=owed.shared), shared=owed.shared)
    if state.owed:
        yield ev.DebtPaid()
    if any(text.reshuffles for text in _texts(state)):
        yield ev.Reshuffled(pile)
    if board.overlord:
        yield from _draw_for_commander(state)
    else:
        yield from _draw_for_player(state)


def _texts(state: State) -> tuple[Card, ...]:
    """The texts followed this turn."""
    return tuple(text for play in state.plays if (text := deck.effect_of(state, play)) is not None)


def _place(state: State, seat: str, *, shared: bool) -> str:
    """Return where a card goes: to the hand of a seat, or to the open place of its side."""
    return teams.side_of(seat) if shared else teams.holder_of(state.board, seat)


def growth(state: State) -> int:
    """Cards that the player draws in all: one, more while the hand grows (CRD-2.13-2, CRD-A5.1-7)."""
    special = state.board.hand_growth
    if special is None or special.side != state.active or teams.plan_of(state.board) == "sections":
        return 1
    return special.draws.get(state.own_turns[state.active], 1)


def _draw_for_player(state: State) -> Iterator[Event]:
    """The new card goes to the place of the card played (CRD-A5.1-13); a card that makes a hand grow goes to the hand.

    Recon draws two to choose from (CRD-C.recon-2), also with no unit to order (CRD-C.recon-4) or when it is copied.
    """
    seat = teams.active_seat(state)
    shared = any(play.shared for play in state.plays)
    for _ in range(growth(state) - 1):
        yield from draw(state, _place(state, seat, shared=False))
    rule = next((text.draw for text in _texts(state) if text.draw is not None), None)
    if rule is None:
        yield from draw(state, _place(state, seat, shared=shared), shared=shared)
    else:
        yield from _draw_to_choose(state, seat, rule.take, shared=shared)


def _draw_for_commander(state: State) -> Iterator[Event]:
    """Two cards (CRD-O-18), one more for each recon, all kept (CRD-O-19), but never above the scenario's hand."""
    table, seat = state.board.tables.overlord, teams.active_seat(state)
    recons = sum(text.draw is not None for text in _texts(state))
    holder = _place(state, seat, shared=False)
    room = teams.hand_size(state.board, state.active) - len(state.hands.get(holder, ()))
    for _ in range(min(room, table.draw + recons * table.recon_draw)):
        yield from draw(state, holder)


def _draw_to_choose(state: State, seat: str, count: int, *, shared: bool) -> Iterator[Event]:
    """Two cards to choose from; if only one can be had it is kept (CRD-C.recon-3)."""
    pile = teams.pile_of(state.board, teams.side_of(seat))
    holder = _place(state, seat, shared=shared)
    if _cards_left(state, pile) < count:
        yield from draw(state, holder, shared=shared)
        return
    for _ in range(count):
        yield from _shuffled_if_empty(state, pile)
        rolled = _rolled(state, pile)
        yield rolled
        yield ev.ChoiceDrawn(seat, holder, (piles.drawn(state.pile[pile], rolled),), pile, shared)


def draw(state: State, holder: str, *, shared: bool = False) -> Iterator[Event]:
    """A card from the pile to a hand, or face up (CRD-4.5-1); none if none can be had (CRD-4.5-3)."""
    pile = teams.pile_of(state.board, teams.side_of(holder))
    if not _cards_left(state, pile):
        return
    yield from _shuffled_if_empty(state, pile)
    rolled = _rolled(state, pile)
    yield rolled
    yield ev.CardsDrawn(holder, (piles.drawn(state.pile[pile], rolled),), pile, shared)


def _cards_left(state: State, pile: str) -> int:
    return len(state.pile.get(pile, ())) + len(state.discards.get(pile, ()))


def _shuffled_if_empty(state: State, pile: str) -> Iterator[Event]:
    """When a card is to be drawn and the pile is empty, the discards become the pile (CRD-4.5-2, CRD-4.5-3)."""
    if not state.pile.get(pile):
        yield ev.Reshuffled(pile)


def _rolled(state: State, pile: str) -> Rolled:
    return piles.draw(state.dice, STREAM, state.pile[pile], Text(N_("card drawn")))


# ------------------------------------------------------------------------------------------------- the choice


def offered(state: State) -> Iterator[Keep]:
    """The cards that may be kept."""
    due = state.choosing
    return (Keep(card) for card in dict.fromkeys(() if due is None else due.cards))


def why_not(state: State, order: Keep) -> Refusal | None:
    """None if that card may be kept: the player of the turn chooses, also for the open place (CRD-A5.1-19)."""
    due = state.choosing
    return None if due is not None and order.card and order.card in due.cards else _NONE


def keep(state: State, order: Keep) -> Iterator[Event]:
    """Keep one, discard the others face up (CRD-C.recon-2)."""
    due = state.choosing
    assert due is not None, "there is a choice"
    rejected = list(due.cards)
    rejected.remove(order.card)
    pile = teams.pile_of(state.board, teams.side_of(due.seat))
    holder = _place(state, due.seat, shared=due.shared)
    yield ev.CardKept(holder, order.card, tuple(rejected), pile, due.shared)
