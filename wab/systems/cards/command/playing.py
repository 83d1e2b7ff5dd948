"""Playing the card of a turn (CRD-4.1): which may be played, what its text then is, and the dice that it rolls."""

from __future__ import annotations

from collections.abc import Iterator

from wab.content.cards.shapes import Card
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import N_, Text
from wab.systems.cards.command import section_cards, tactic_cards
from wab.systems.cards.fight.counter_attack import copied
from wab.systems.cards.state import deck, teams
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.board import SECTIONS
from wab.systems.cards.state.deck import NOTHING
from wab.systems.cards.state.orders import PlayCard
from wab.systems.cards.state.state import Play, State

_NOT_HELD = Refusal(
    Text(N_("You do not hold that card; play one of your own hand, or your team's open card.")),
    ("CRD-4.1-1", "CRD-A5.1-12"),
    code="not-held",
)
_KEEP_AMBUSH = Refusal(
    Text(N_("Ambush is played in the enemy's turn; discard it only when no card of yours can do anything.")),
    ("CRD-C.ambush-1", "CRD-C.ambush-8"),
    code="ambush",
)
_SECTION = Refusal(
    Text(N_("Choose a section in which the card finds a unit of yours.")),
    ("CRD-C.infantry_assault-3", "CRD-C.counter_attack-2"),
    code="section",
)


def hand(state: State) -> tuple[tuple[str, bool], ...]:
    """The cards that the player of the turn may choose from, each with whether it is the open one (CRD-A5.1-12)."""
    seat = teams.active_seat(state)
    own = state.hands.get(teams.holder_of(state.board, seat), ())
    cards = [(card, False) for card in dict.fromkeys(own) if card]
    if shared := state.shared.get(state.active):
        cards.append((shared, True))
    return tuple(cards)


def has_cards(state: State) -> bool:
    """Return whether there is a card to play; without one a turn is the draw step alone (CRD-4.1-2)."""
    seat = teams.active_seat(state)
    return bool(state.hands.get(teams.holder_of(state.board, seat)) or state.shared.get(state.active))


def made(state: State, order: PlayCard) -> Play:
    """A card as it comes into force: the text that is followed, the section, and whether it falls back (CRD-C-3)."""
    card = state.board.cards[order.card]
    seat = teams.active_seat(state)
    effect, section = card.key, order.section
    if card.copies:
        copy = copied(state, state.active)
        effect, section = copy.effect, copy.section or order.section
    elif card.interrupts:
        effect, section = NOTHING, ""
    play = Play(card.key, effect, seat, section, order.shared)
    text = deck.effect_of(state, play)
    if text is not None and tactic_cards.falls_back(state, play, text, state.active):
        return Play(card.key, effect, seat, "", order.shared, fall_back=True)
    return play


def sections_to_choose(state: State, card: Card) -> tuple[str, ...]:
    """The sections that the player of a card chooses from: sections with infantry, for Infantry Assault.

    None for other cards, for a fall-back, and for a copy that is bound to its ground (CRD-C.counter_attack-2).
    """
    copy = copied(state, state.active) if card.copies else None
    text = state.board.cards.get(copy.effect) if copy is not None else card
    if text is None or text.orders is None or not text.orders.one_section or (copy is not None and copy.section):
        return ()
    types = text.orders.types
    mine = [unit for unit in state.units_of(state.active) if state.board.type_of(unit.kind) in types]
    found = {section for unit in mine for section in state.board.sections(unit.hex, unit.side)}
    return tuple(section for section in SECTIONS if section in found)


def does_something(state: State, card: Card) -> bool:
    """Return whether a card played now would do anything: order a unit, strike, or give a choice of cards."""
    if card.interrupts:
        return False
    for section in sections_to_choose(state, card) or ("",):
        play = made(state, PlayCard(card.key, section))
        text = deck.effect_of(state, play)
        if text is not None and (text.strike is not None or text.draw is not None or could_order(state, play)):
            return True
    return False


def could_order(state: State, play: Play) -> tuple[int, ...]:
    """The units that a card could order if it came into force now, at any roll of its dice; not all of them at once."""
    text = deck.effect_of(state, play)
    if text is None:
        return ()
    by_section = text.orders is not None and bool(text.orders.by_section)
    could = section_cards.could_order if by_section else tactic_cards.meets
    return tuple(unit.id for unit in state.units_of(state.active) if could(state, play, text, unit))


def why_not_play(state: State, order: PlayCard) -> Refusal | None:
    """None if a card may be played (CRD-4.1-1): a card that is held, in a section if it needs one.

    One must be played, even without any order (CRD-4.1-2). Ambush is not, unless nothing else is of use
    (CRD-C.ambush-8).
    """
    if (order.card, order.shared) not in hand(state):
        return _NOT_HELD
    card = state.board.cards[order.card]
    if card.interrupts and any(does_something(state, state.board.cards[other]) for other, _ in hand(state)):
        return _KEEP_AMBUSH
    sections = sections_to_choose(state, card)
    return None if order.section in (sections or ("",)) else _SECTION


def offered(state: State) -> Iterator[PlayCard]:
    """Every card that may be played, in every section that may be chosen for it."""
    for key, shared in hand(state):
        for section in sections_to_choose(state, state.board.cards[key]) or ("",):
            order = PlayCard(key, section, shared)
            if why_not_play(state, order) is None:
                yield order


def play(state: State, order: PlayCard) -> Iterator[Event]:
    """Play a card face up (CRD-4.1-1); Their Finest Hour is rolled for at once (CRD-C.their_finest_hour-1)."""
    card = made(state, order)
    holder = state.active if order.shared else teams.holder_of(state.board, card.seat)
    yield ev.CardPlayed(card, holder)
    text = deck.effect_of(state, card)
    if text is not None and text.orders_by_face:
        yield from tactic_cards.roll_for_orders(state, len(state.plays) - 1)
