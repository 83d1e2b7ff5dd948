"""Counter-Attack (ledger CRD-C.counter_attack): a copy of the card that the opponent played last turn."""

from __future__ import annotations

from typing import NamedTuple

from wab.systems.cards.state.board import enemy_of
from wab.systems.cards.state.deck import NOTHING
from wab.systems.cards.state.state import Play, State


class Copied(NamedTuple):
    """The card whose text is followed, NOTHING for none, and the section in which it must be used, "" if free."""

    effect: str
    section: str = ""


def copied(state: State, side: str) -> Copied:
    """Return what Counter-Attack is for a side now (CRD-C.counter_attack-1).

    Nothing if the opponent has played no card yet, or none last turn (CRD-C.counter_attack-5). An Ambush played as an
    interrupt is no card of a turn (CRD-C.counter_attack-6).
    """
    plays = state.last_plays.get(enemy_of(side), ())
    return mirrored_play(state, plays[0]) if plays else Copied(NOTHING)


def mirrored_play(state: State, play: Play) -> Copied:
    """A play as its opponent copies it: left and right exchanged, which is the same ground (CRD-C.counter_attack-2).

    If it was a Counter-Attack itself, the card that it copied is copied, exchanged once more (CRD-C.counter_attack-4).
    Infantry Assault keeps to the ground where it was used. Everything that depends on the player is the copier's own
    (CRD-C.counter_attack-3); the card copied stays where it lies (CRD-C.counter_attack-7).
    """
    card = state.board.cards.get(play.effect)
    if card is None:
        return Copied(NOTHING)
    return Copied(card.mirror or card.key, state.board.mirrored(play.section) if play.section else "")
