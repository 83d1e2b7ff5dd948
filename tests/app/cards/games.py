"""Battles at a screen for the tests of the card game: real games, with the cards that a test wants in a hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import wab
from wab.app.cards.hand.interaction import Interaction
from wab.app.pages.fronts import get_front
from wab.app.play.archive import Seats
from wab.app.play.session import Session
from wab.engine.kernel.dice import Dice
from wab.engine.kernel.values import side_of
from wab.systems.cards.state.state import State

PEGASUS = "cards/pegasus-bridge"
ALONE = Seats("allies")
S = TypeVar("S", bound=Session)


def battle(*hand: str, scenario: str = PEGASUS, seats: Seats = ALONE, kind: type[S] = Session, **options: str) -> S:
    """A battle whose first seat holds these cards; its earlier cards go into the pile."""
    game = wab.new_game(scenario, seed=5, options=options)
    session = kind(game, seats, privacy=get_front("cards").privacy(game))
    if hand:
        deal(session, game.to_act or "", hand)
    return session


def deal(session: Session, holder: str, hand: Iterable[str]) -> None:
    """Let a seat hold these cards: they are taken out of the pile, its own go into it."""
    state: State = session.game.state
    wanted = tuple(hand)
    place = "" if "" in state.pile else side_of(holder)  # on a double board each side has a pile of its own
    pile = [*state.pile[place], *state.hands[holder]]
    for key in wanted:
        pile.remove(key)
    state.hands[holder], state.pile[place] = tuple(sorted(wanted)), tuple(sorted(pile))
    _changed(session)


def _changed(session: Session) -> None:
    """The position was changed by hand: observers that keep one of their own start again from it."""
    game = session.game
    game.state.version += 1
    game._version += 1
    for chronicle in session._chronicles.values():
        chronicle._state, chronicle._told = game.state.copy(), len(game.journal)


def hands(session: Session) -> Interaction:
    """The player's hands in a battle."""
    return Interaction(session)


def hex_of(session: Session, label: str) -> int:
    """A hex by its printed name."""
    found: int = session.game.state.board.hex(label)
    return found


def put(session: Session, unit: int, label: str, figures: int | None = None) -> None:
    """Set a unit in another hex, with so many figures."""
    from msgspec.structs import replace

    state: State = session.game.state
    standing = state.units[unit]
    changed = replace(standing, hex=hex_of(session, label), figures=figures or standing.figures)
    state.put(changed)
    _changed(session)


def throw_with(session: Session, seed: int) -> None:
    """Let the dice fall from now on by another seed."""
    session.game.state.dice = Dice(seed)
    _changed(session)


def unit_in(session: Session, label: str) -> int:
    """The unit in a hex."""
    found = session.game.state.unit_in(hex_of(session, label))
    assert found is not None
    return int(found.id)
