"""Giving out cards on the double board (ledger section O): a commander-in-chief and three field generals a side.

Two boards make one field for up to eight (CRD-A5.3-1, CRD-A5.3-3); the rules are a reconstruction (CRD-A5.3-2,
CRD-O-1). A general leads two neighbouring sections (CRD-O-3). The commander alone holds the hand (CRD-O-6) and gives
cards out; the commander plays the cards that the table reserves (CRD-O-13, CRD-O-14).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wab.content.cards.shapes import Card
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import N_, Text
from wab.systems.cards.command import tactic_cards
from wab.systems.cards.command.section_cards import sections_of_command
from wab.systems.cards.state import deck, teams
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.board import SECTIONS, enemy_of
from wab.systems.cards.state.deck import NOTHING
from wab.systems.cards.state.orders import GiveCard
from wab.systems.cards.state.state import Play, State

_NOT_HELD = Refusal(Text(N_("You do not hold that card.")), ("CRD-O-6",), code="not-held")
_INTERRUPT = Refusal(Text(N_("Ambush is played in the enemy's turn.")), ("CRD-C.ambush-1", "CRD-O-20"), code="ambush")
_ENOUGH = N_("No more than {most} cards are played in a turn, and {kept} is kept in hand.")
_ONLY = Refusal(Text(N_("That card is the only one of its turn.")), ("CRD-O-15",), code="only")
_WHO = Refusal(
    Text(N_("That card is not for this general.")), ("CRD-O-10", "CRD-O-12", "CRD-O-13", "CRD-O-14"), code="who"
)
_ALONE = Refusal(
    Text(N_("A general gets two section cards, one for each section, or one other card alone.")),
    ("CRD-O-9", "CRD-O-11"),
    code="alone",
)
_WHERE = Refusal(Text(N_("Say in which of the two sections the general uses the card.")), ("CRD-O-10",), code="where")
_NOTHING_TO_COPY = Refusal(
    Text(N_("There is nothing that this card could copy there.")), ("CRD-O-21",), code="nothing-to-copy"
)
_GIVE_ONE = Refusal(Text(N_("Give out a card first: one to three are played in a turn.")), ("CRD-O-8",), code="give")


def why_not_give(state: State, order: GiveCard) -> Refusal | None:
    """None if the commander may give out a card, or play it without a general."""
    card = state.board.cards.get(order.card)
    if card is None or order.card not in _hand(state):
        return _NOT_HELD
    if card.interrupts:
        return _INTERRUPT
    copy = copied(state, order) if card.copies else None
    if card.copies and copy is None:
        return _NOTHING_TO_COPY
    effect = state.board.cards[copy.effect].name if copy is not None else card.name
    return (
        _why_too_many(state, effect)
        or _why_not_with_others(state, order, card)
        or (None if card.copies else _why_not_him(state, order, card))
    )


def _hand(state: State) -> tuple[str, ...]:
    return state.hands.get(teams.commander(state.board, state.active), ())


def _why_too_many(state: State, effect: str) -> Refusal | None:
    """One to three cards a turn, and at least one is kept (CRD-O-8); Their Finest Hour comes alone (CRD-O-15)."""
    table = state.board.tables.overlord
    played = [play for play in state.plays if play.card]
    if len(played) >= table.most_cards or len(_hand(state)) <= table.fewest_kept:
        words = Text(_ENOUGH, {"most": table.most_cards, "kept": table.fewest_kept})
        return Refusal(words, ("CRD-O-8",), code="enough")
    names = {state.board.cards[play.effect].name for play in played}
    return _ONLY if names.intersection(table.only_card) or (played and effect in table.only_card) else None


def _why_not_him(state: State, order: GiveCard, card: Card) -> Refusal | None:
    """Each card goes to whom the table says; a section card to the general it names (CRD-O-10, CRD-O-13)."""
    use = state.board.tables.overlord.uses[card.name]
    if use == "commander":
        return None if not order.general and not order.section else _WHO
    named = card.section or order.general
    if order.general not in SECTIONS or order.general != named or not _is_for(card, order.general):
        return _WHO
    own = sections_of_command(state.board, state.active, order.general)
    expected = own if use == "general_one_section" else ("0",)
    return None if str(order.section) in expected else _WHERE


def _is_for(card: Card, general: str) -> bool:
    """Pincer Move is for the generals of the flanks (CRD-O-12)."""
    by_section = card.orders.by_section if card.orders is not None else {}
    return not by_section or general in by_section


def _why_not_with_others(state: State, order: GiveCard, card: Card) -> Refusal | None:
    """A general gets two section cards for different sections, or one other card and no second (CRD-O-9, CRD-O-11)."""
    table = state.board.tables.overlord
    his = [play for play in state.plays if order.general and play.general == order.general]
    if not his:
        return None
    cards = [state.board.cards[play.card] for play in his] + [card]
    single = all(one.family == "section" and one.name not in table.alone for one in cards)
    sections = {play.section for play in his}
    if not single or len(cards) > table.most_cards_for_general or str(order.section) in sections:
        return _ALONE
    return None


# ------------------------------------------------------------------------------------------------- Counter-Attack


def copied(state: State, order: GiveCard) -> Play | None:
    """The enemy's play of last turn that a Counter-Attack copies for a general, or for the commander; None for none.

    A general copies the card of the opposite enemy general (same ground), in the sections in which it was used. The
    commander copies the first card that the enemy commander played without a general (CRD-O-21). Where a general got
    two, the section tells them apart.
    """
    plays = [play for play in state.last_plays.get(enemy_of(state.active), ()) if play.effect]
    if not order.general:
        return next((play for play in plays if _is_commanders(state, play)), None) if not order.section else None
    wanted = str(order.section) if order.section else ""
    opposite = state.board.mirrored(order.general)
    his = (play for play in plays if play.general == opposite and not _is_commanders(state, play))
    return next((play for play in his if play.section == wanted), None)


def _is_commanders(state: State, play: Play) -> bool:
    """Return whether the table reserves a play for the commander (CRD-O-13)."""
    return state.board.tables.overlord.uses[state.board.cards[play.effect].name] == "commander"


# ------------------------------------------------------------------------------------------------- giving


def made(state: State, order: GiveCard) -> Play:
    """A card as it comes into force for a general, or for the commander."""
    card = state.board.cards[order.card]
    section = str(order.section) if order.section else ""
    effect = card.key
    if card.copies:
        copy = copied(state, order)
        effect, section = (copy.effect, copy.section) if copy is not None else (NOTHING, "")
    seat = teams.commander(state.board, state.active)
    play = Play(card.key, effect, seat, section, general=order.general, note=order.note)
    text = deck.effect_of(state, play)
    if text is not None and tactic_cards.falls_back(state, play, text, state.active):
        return replace(play, section="", fall_back=True)
    return play


def offered(state: State) -> Iterator[GiveCard]:
    """Every card to every general who may get it, in every section in which it may be used."""
    for key in dict.fromkeys(card for card in _hand(state) if card):
        for general in ("", *SECTIONS):
            sections = map(int, sections_of_command(state.board, state.active, general)) if general else ()
            for section in (0, *sections):
                order = GiveCard(key, general, section)
                if why_not_give(state, order) is None:
                    yield order


def give(state: State, order: GiveCard) -> Iterator[Event]:
    """Give a card out. For Their Finest Hour each field general rolls for units of the own command (CRD-O-15)."""
    play = made(state, order)
    text = deck.effect_of(state, play)
    holder = teams.commander(state.board, state.active)
    if text is None or not text.orders_by_face:
        yield ev.CardPlayed(play, holder)
        return
    for number, general in enumerate(SECTIONS):
        yield ev.CardPlayed(replace(play, card=play.card if not number else NOTHING, general=general), holder)
        yield from tactic_cards.roll_for_orders(state, len(state.plays) - 1)


def why_not_done(state: State) -> Refusal | None:
    """None if the commander may stop giving out cards, having played one or being unable to play any (CRD-O-8)."""
    if state.plays or next(offered(state), None) is None:
        return None
    return _GIVE_ONE
