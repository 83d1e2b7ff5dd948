"""The steps of a turn (ledger sections 4.0 to 4.5): play a card, order units, move, attack, draw (CRD-4.0-6)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wab.engine.kernel.agenda import Phase, Sequence
from wab.engine.kernel.events import Event
from wab.systems.cards.command import ordering, playing, specials
from wab.systems.cards.fight import strikes
from wab.systems.cards.fight.combat import anything_to_attack
from wab.systems.cards.fight.movement import offered_moves, stands_in_water
from wab.systems.cards.sequence.victory import end_of_turn
from wab.systems.cards.state import deck, drawing
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.board import enemy_of
from wab.systems.cards.state.state import State


def begin(state: State, side: str) -> Iterator[Event]:
    """A side's turn: reinforcements come (CRD-S-7), then it plays a card (CRD-4.1-1).

    With no card to play the turn is the draw step alone (CRD-4.1-2).
    """
    yield ev.TurnBegan(state.turn + 1, side)
    yield from specials.start_of_turn(state)
    yield ev.StageBegan("give" if state.board.overlord else "card")
    if not playing.has_cards(state):
        yield from _end(state)


def advance(state: State) -> Iterator[Event]:
    """The next step in which there is something to do, for the next leader if there are several (CRD-O-16)."""
    waits = yield from STEPS.advance(state, state.stage, state.leader, ev.StageBegan)
    if not waits:
        yield from _end(state)


def _end(state: State) -> Iterator[Event]:
    """Discard and draw (CRD-4.5-1); of some cards the player chooses what to keep."""
    yield from end_of_turn(state)
    if state.result is not None:
        return
    yield ev.StageBegan("end")
    yield from drawing.end_of_turn(state)


def over_to_the_enemy(state: State) -> Iterator[Event]:
    """The other side's turn begins (CRD-4.0-1)."""
    yield from begin(state, enemy_of(state.active))


# ------------------------------------------------------------------------------------------------- the steps


def after_opening(state: State) -> Iterator[Event] | None:
    """When the opening bombardment is over (CRD-S-8), the side that the scenario names begins (CRD-2.13-1)."""
    return None if strikes.is_due(state) else begin(state, state.board.first)


def after_strikes(state: State) -> Iterator[Event] | None:
    """When all attacks from off the board are made, units are ordered (CRD-O-14)."""
    return None if strikes.is_due(state) else advance(state)


def after_attacks(state: State) -> Iterator[Event] | None:
    """When no unit can attack any more, the step of attacks is over (CRD-4.4.1-5)."""
    return None if anything_to_attack(state) else advance(state)


def _has_risings(state: State) -> bool:
    return bool(specials.rising_hexes(state))


def _has_second_moves(state: State) -> bool:
    return any(deck.second_move(state, unit) for unit in state.tokens)


def _anybody_to_order(state: State) -> bool:
    return bool(ordering.orderable(state))


def _anybody_to_move(state: State) -> bool:
    return next(offered_moves(state), None) is not None


def _tokens_in_water(state: State) -> Iterator[Event]:
    """Ordered units in the water cannot attack (CRD-A2.10-4, CRD-S-3): their tokens say so (CRD-5-1)."""
    for token in list(state.tokens.values()):
        if token.face == "attack" and stands_in_water(state, state.units[token.unit].hex):
            yield ev.TokenChanged(replace(token, face="none"))


STEPS: Sequence[State] = Sequence(
    (
        Phase("strike", comes_up=strikes.is_due),
        Phase("order", players=deck.leaders, is_open=_anybody_to_order),
        Phase("move", players=deck.leaders, is_open=_anybody_to_move),
        Phase("rising", comes_up=_has_risings),
        Phase("attack", players=deck.leaders, begins=_tokens_in_water, is_open=anything_to_attack),
        Phase("second_move", comes_up=_has_second_moves, players=deck.leaders, is_open=_anybody_to_move),
    )
)
"""The steps after the choice of a card, in this order; every step is finished before the next (CRD-4.0-6).

So all units have moved before the first one attacks (CRD-4.3-15). A step in which there is nothing to do is passed over
(CRD-4.2-6); some belong to certain cards and scenarios only.
"""
