"""Effects of the cards in force on ordered units: how far they move, how often and which enemies they attack, extra
dice.

The cards themselves are data (deck.yaml). Unless a card says so, all limits of terrain hold for the units that it
orders (CRD-C-4). A unit ordered by a fall-back acts by the normal rules, without the card's benefits (CRD-C-3).
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from wab.content.cards.shapes import Card
from wab.engine.kernel.orders import Refusal, Shift
from wab.engine.kernel.pile import pile_of
from wab.engine.words.text import N_, Text
from wab.systems.cards.state import teams
from wab.systems.cards.state.board import Board
from wab.systems.cards.state.state import Play, State, Token

NOTHING = ""
"""The effect of a card that orders no unit."""


class Allowance(NamedTuple):
    """Hexes that a unit moves at most, and at most if it is to attack; `free`: terrain does not limit the move."""

    move: int
    move_and_attack: int
    free: bool = False


@lru_cache(maxsize=64)
def composition(board: Board) -> tuple[str, ...]:
    """The cards of the deck, sorted: all sixty (CRD-C-1, CRD-2.10-1), or the cards of a lower level (CRD-A5.2-10).

    Section cards alone are forty (CRD-A5.2-1).
    """
    highest = teams.DECK_LEVELS[board.options.get("deck", "full")]
    return pile_of({card.key: card.count for card in board.tables.deck.cards if card.level <= highest})


def effect_of(state: State, play: Play) -> Card | None:
    """The card whose text a play follows, None for one that orders no unit."""
    return state.board.cards.get(play.effect)


def card_of(state: State, unit: int) -> Card | None:
    """The card by whose text an ordered unit acts; None for the normal rules, as after a fall-back (CRD-C-3)."""
    token = state.tokens.get(unit)
    if token is None or state.plays[token.play].fall_back:
        return None
    return effect_of(state, state.plays[token.play])


def allowance(state: State, unit: int) -> Allowance:
    """Return how far a unit may move this turn: as its kind does, unless its card says otherwise.

    Infantry Assault 2 hexes and an attack, or 3 (CRD-C.infantry_assault-1), elite and Resistance as well
    (CRD-C.infantry_assault-2); Artillery Bombard 3 without an attack (CRD-C.artillery_bombard-1); Behind Enemy Lines 3,
    held up by no terrain, and 3 again (CRD-C.behind_enemy_lines-1, CRD-C.behind_enemy_lines-2). Close Assault,
    Firefight and Dig-In do not move any unit (CRD-C.close_assault-1, CRD-C.firefight-1, CRD-C.dig_in-1).
    """
    kind, card = state.board.kind(state.units[unit].kind), card_of(state, unit)
    if card is None or not (card.still or card.move):
        return Allowance(kind.move, kind.move_and_attack)
    if card.move is None:
        return Allowance(0, 0)
    if state.stage == "second_move":
        return Allowance(card.second_move, card.second_move, card.free_moves)
    return Allowance(card.move.move, card.move.move_and_attack, card.free_moves)


def second_move(state: State, unit: int) -> int:
    """Hexes that a unit moves after the attacks (CRD-C.behind_enemy_lines-1), whether it attacked or was ambushed.

    Each part may be left out (CRD-C.behind_enemy_lines-3, CRD-C.behind_enemy_lines-4).
    """
    card = card_of(state, unit)
    return card.second_move if card is not None else 0


def attacks(state: State, unit: int) -> int:
    """Return how many attacks a unit makes this turn: one (CRD-4.4.1-4), two with Artillery Bombard, none when it digs
    in.
    """
    card = card_of(state, unit)
    if card is None:
        return 1
    return 0 if card.passive else card.attacks


def bonus(state: State, unit: int, distance: int) -> tuple[Shift, ...]:
    """The dice that a unit's card adds to an attack at a distance (CRD-C-2), also to an overrun (CRD-4.4.11-8).

    Close combat only: Armor Assault (CRD-C.armor_assault-1), Close Assault (CRD-C.close_assault-2). Only further away:
    Firefight. Both: Behind Enemy Lines, Their Finest Hour (CRD-C.their_finest_hour-3).
    """
    card = card_of(state, unit)
    if card is None:
        return ()
    dice = card.bonus.close_combat if distance == 1 else card.bonus.ranged
    if not dice:
        return ()
    return (Shift(dice, title(card), f"CRD-C.{card.name}-{_BONUS_CLAUSE.get(card.name, 1)}"),)


_BONUS_CLAUSE = {"their_finest_hour": 3}
_ONLY_NEAR = Refusal(
    Text(N_("By this card a unit attacks only an enemy next to it.")),
    ("CRD-C.close_assault-1", "CRD-C.close_assault-5"),
    code="card-near",
)
_ONLY_FAR = Refusal(
    Text(N_("By this card a unit fires only at an enemy two or more hexes away.")),
    ("CRD-C.firefight-1", "CRD-C.firefight-4"),
    code="card-far",
)


def bars_target(state: State, unit: int, distance: int) -> Refusal | None:
    """Return why a unit's card forbids a target at a distance; None if it does not.

    Close Assault is for adjacent targets, also when the unit has lost its neighbour (CRD-C.close_assault-5); only its
    overrun may be fired (CRD-C.close_assault-2). Firefight is for the others (CRD-C.firefight-4), and lengthens no
    range (CRD-C.firefight-2).
    """
    card = card_of(state, unit)
    condition = card.orders.condition if card is not None and card.orders is not None else ""
    if condition == "adjacent" and distance > 1 and state.overrunner != unit:
        return _ONLY_NEAR
    return _ONLY_FAR if condition == "not_adjacent" and distance == 1 else None


# ------------------------------------------------------------------------------------------------- who leads


def leaders(state: State) -> tuple[str, ...]:
    """The seats that order, move and attack in this turn, one after the other; one "" if there is only one.

    Section members carry out the cards of their sections (CRD-A5.2-8), the commander the cards for all (CRD-A5.2-9);
    field generals the cards given to them, from left to right (CRD-O-16).
    """
    board, side = state.board, state.active
    if teams.members(board, side) == 1 or teams.plan_of(board) == "turns":
        return ("",)
    wanted = {leader_of_play(state, play, section) for play in state.plays for section in _sections_named(state, play)}
    seats = dict.fromkeys((teams.commander(board, side), *(seat for seat, _ in teams.places_of_leaders(board, side))))
    if teams.plan_of(board) == "sections":
        seats = dict.fromkeys(seat for seat, _ in teams.places_of_leaders(board, side))
    return tuple(seat for seat in seats if seat in wanted)


def _sections_named(state: State, play: Play) -> tuple[str, ...]:
    """The sections that a section card names, the one chosen for a tactic card that works in one, else one ""."""
    card = effect_of(state, play)
    if play.general or card is None or card.orders is None or not card.orders.by_section:
        return (play.section,)
    return tuple(card.orders.by_section)


def leader_of_play(state: State, play: Play, section: str) -> str:
    """The seat that leads what a card orders through a section (CRD-A5.2-8, CRD-A5.2-11, CRD-O-17)."""
    board, side = state.board, teams.side_of(play.seat)
    place = play.general or (section if teams.plan_of(board) == "sections" else "")
    return teams.seat_of_place(board, side, place or teams.COMMANDER)


def leader_of(state: State, token: Token) -> str:
    """The seat that leads an ordered unit, in a side whose members share the work of a turn."""
    return leader_of_play(state, state.plays[token.play], token.section)


def tokens_of(state: State, play: int) -> tuple[Token, ...]:
    """The marks of the units that a card in force has ordered."""
    return tuple(token for token in state.tokens.values() if token.play == play)


def could_be_held(state: State, card: str, holder: str) -> bool:
    """Return whether a hand may hold a card as far as all seats know: not all of its copies lie open, and it is not
    empty.
    """
    board = state.board
    pile = teams.pile_of(board, teams.side_of(holder))
    copies = Counter(composition(board))[card]
    lying_open = state.discards.get(pile, ()).count(card)
    lying_open += sum(shared == card for shared in state.shared.values())
    return copies > lying_open and bool(state.hands.get(holder))


def title(card: Card) -> Text:
    """The name of a card."""
    return Text.of_data({str(language): words for language, words in card.title.items()})
