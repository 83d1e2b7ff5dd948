"""Section cards (CRD-4.1-4): so many units in one or more named sections, or all of them.

Recon 1 (CRD-C.recon-1), Probe 2 (CRD-C.probe-1), Attack 3 (CRD-C.attack-1), Assault all (CRD-C.assault-1) in one
section; Recon in Force 1 in each (CRD-C.recon_in_force-1), General Advance 2 in each (CRD-C.general_advance-1), Pincer
Move 2 on either flank (CRD-C.pincer_move-1).
"""

from __future__ import annotations

from collections.abc import Mapping

from wab.content.cards.shapes import Card, number_of
from wab.systems.cards.state.board import Board
from wab.systems.cards.state.deck import tokens_of
from wab.systems.cards.state.state import Play, State, Unit


def sections_of_command(board: Board, side: str, general: str) -> tuple[str, ...]:
    """The two sections of a field general, by number from left to right as the south sees them (CRD-O-3)."""
    place = ("left", "center", "right").index(general)
    first = 2 * place + 1 if board.is_south(side) else 5 - 2 * place
    return str(first), str(first + 1)


def limits(board: Board, play: Play, card: Card, side: str) -> dict[str, int]:
    """Return how many units a section card orders in each section, as its player names them.

    On the double board a field general uses it in the one section that the commander named (CRD-O-10), or in both own
    sections if the card is for several (CRD-O-12).
    """
    assert card.orders is not None, "a section card orders units"
    numbers = {str(section): number_of(limit) for section, limit in card.orders.by_section.items()}
    if not play.general:
        return numbers
    most = max(numbers.values())
    own = (play.section,) if play.section else sections_of_command(board, side, play.general)
    return dict.fromkeys(own, most)


def orders_left(state: State, number: int) -> dict[str, int]:
    """The orders that a card in force has left, by section, sections without any left out.

    A unit on a section line has taken up one order of one of its sections (CRD-4.2-3). Orders for which there is no
    unit are lost (CRD-4.2-5).
    """
    play = state.plays[number]
    left = limits(state.board, play, state.board.cards[play.effect], state.active)
    for token in tokens_of(state, number):
        left[token.section] -= 1
    return {section: orders for section, orders in left.items() if orders > 0}


def open_sections(state: State, left: Mapping[str, int], unit: Unit) -> tuple[str, ...]:
    """The sections through which a unit may be ordered, both if it stands on their line (CRD-4.2-2)."""
    return tuple(section for section in state.board.sections(unit.hex, unit.side) if section in left)


def could_order(state: State, play: Play, card: Card, unit: Unit) -> bool:
    """Return whether a section card could order a unit if no unit were ordered yet."""
    return bool(open_sections(state, limits(state.board, play, card, unit.side), unit))
