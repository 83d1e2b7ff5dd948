"""Ambush (ledger CRD-C.ambush): the one card that is played in the enemy's turn."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import N_, Text
from wab.systems.cards.fight.combat import Count, count_dice, roll
from wab.systems.cards.fight.movement import stands_in_water
from wab.systems.cards.state import deck, drawing, teams
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.board import Board
from wab.systems.cards.state.orders import Ambush
from wab.systems.cards.state.state import Fight, State

_NONE = Refusal(Text(N_("There is no close combat attack to ambush now.")), ("CRD-C.ambush-1",), code="no-ambush")
_NOT_HELD = Refusal(Text(N_("You do not hold Ambush.")), ("CRD-C.ambush-1",), code="not-held")


def card_key(board: Board) -> str:
    """The card that interrupts."""
    return next(card.key for card in board.tables.deck.cards if card.interrupts)


def dice(state: State, fight: Fight) -> Count:
    """The dice with which the attacked unit would attack its attacker (CRD-C.ambush-2): none out of the water.

    Its own type at one hex, its own handicap, the protection of the attacker's hex. A unit without dice cannot ambush
    (CRD-C.ambush-5).
    """
    ambusher, attacker = state.units[fight.target], state.units[fight.attacker]
    if stands_in_water(state, ambusher.hex):
        return Count(0, ())
    return count_dice(state, ambusher, attacker)


def seat_to_ask(state: State) -> str | None:
    """The next seat that may answer an attack with Ambush, None when all have.

    The question comes at every close combat attack, overruns and attacks by cards included (CRD-C.ambush-5). It goes to
    every seat that may hold the card as far as both sides know, so that it reveals nothing (CRD-C.ambush-7). Of
    team-mates each may play it (CRD-A5.1-20), of section members and on the double board the commander (CRD-A5.2-9,
    CRD-O-20).
    """
    fight = state.fight
    if fight is None or fight.stage != "declared" or not fight.close or not dice(state, fight).dice:
        return None
    side = state.units[fight.target].side
    return next((seat for seat in _may_hold(state, side) if seat not in fight.asked), None)


def _may_hold(state: State, side: str) -> Iterator[str]:
    board, key = state.board, card_key(state.board)
    asked = teams.seats_of(board, side) if teams.plan_of(board) == "turns" else (teams.commander(board, side),)
    for seat in asked:
        if state.shared.get(side) == key or deck.could_be_held(state, key, teams.holder_of(board, seat)):
            yield seat


def _held(state: State, seat: str) -> tuple[tuple[str, bool], ...]:
    """Return where a seat has the card: in its hand, or open in its team."""
    key = card_key(state.board)
    own = key in state.hands.get(teams.holder_of(state.board, seat), ())
    shared = state.shared.get(teams.side_of(seat)) == key
    return tuple((key, is_shared) for is_shared, is_there in ((False, own), (True, shared)) if is_there)


def offered(state: State) -> Iterator[Ambush]:
    """To let the attack come, or to play the card from where it is."""
    seat = seat_to_ask(state)
    if seat is None:
        return
    yield Ambush(play=False)
    for _, shared in _held(state, seat):
        yield Ambush(play=True, shared=shared)


def why_not(state: State, order: Ambush) -> Refusal | None:
    """None if that answer may be given now: after the attack is declared, before it is rolled (CRD-C.ambush-1)."""
    seat = seat_to_ask(state)
    if seat is None:
        return _NONE
    if not order.play:
        return None
    return None if any(shared == order.shared for _, shared in _held(state, seat)) else _NOT_HELD


def answer(state: State, order: Ambush) -> Iterator[Event]:
    """Let the attack come, or attack the attacker first (CRD-C.ambush-2).

    The card is discarded at once and replaced at the end of the turn (CRD-C.ambush-6), to where it came from
    (CRD-A5.1-21). The ambusher takes no ground: it is not an ordered unit (CRD-C.ambush-4).
    """
    seat, fight = seat_to_ask(state), state.fight
    assert seat is not None and fight is not None, "only legal answers are carried out"
    if not order.play:
        yield ev.AmbushDeclined(seat)
        return
    side, key = teams.side_of(seat), card_key(state.board)
    holder = side if order.shared else teams.holder_of(state.board, seat)
    count = dice(state, fight)
    pile = teams.pile_of(state.board, side)
    yield ev.AmbushPlayed(seat, holder, key, count.dice, order.shared, pile, count.causes)
    yield from roll(state, fight.target, fight.attacker, count.dice)
    if state.board.overlord:  # CRD-O-20: replaced as soon as it is fought out
        yield from drawing.draw(state, holder)
    else:
        yield ev.CardOwed(seat, order.shared)
