"""The knowledge of a seat (CRD-2.10-2): a state made of known facts only, put together piece by piece.

Hidden are the cards in other hands and in the pile, the cards that another seat chooses from, the notes of an enemy
commander to the generals, and the dice. Only the facts listed here are known: a new field, of the state or of anything
in it, stays hidden until it is put on the list.
"""

from __future__ import annotations

from wab.engine.kernel.agenda import Step
from wab.engine.kernel.dice import Dice
from wab.engine.kernel.pile import hidden
from wab.engine.kernel.values import Outcome
from wab.systems.cards.state.state import Choosing, Fight, Overrun, Owed, Play, Retreating, Salvo, State, Token, Unit
from wab.systems.cards.state.teams import sees_hand, side_of

_NOT_SEEN = Dice(0)


def as_seen(plays: tuple[Play, ...], side: str) -> tuple[Play, ...]:
    """Cards in force as a side sees them, without the notes of an enemy commander to the generals (CRD-O-22)."""
    return tuple([_play(play, side) for play in plays])


def known_state(state: State, seat: str) -> State:
    """A state of what a seat knows: its own hand by name, all others by number; the discards lie open (CRD-4.5-4)."""
    side = side_of(seat)
    return State(
        board=state.board,
        dice=_NOT_SEEN,
        turn=state.turn,
        active=state.active,
        stage=state.stage,
        leader=state.leader,
        units={id_: _unit(unit) for id_, unit in state.units.items()},
        at=state.at.copy(),
        obstacles=state.obstacles.copy(),
        hands={holder: _hand(state, holder, seat) for holder in state.hands},
        shared=state.shared.copy(),
        pile={pile: hidden(cards) for pile, cards in state.pile.items()},
        discards=state.discards.copy(),
        table=state.table.copy(),
        plays=as_seen(state.plays, side),
        last_plays={player: as_seen(plays, side) for player, plays in state.last_plays.items()},
        tokens={id_: _token(token) for id_, token in state.tokens.items()},
        agenda=tuple([known for step in state.agenda if (known := _step(step, seat)) is not None]),
        engaged=state.engaged,
        owed=tuple([_owed(owed) for owed in state.owed]),
        own_turns=state.own_turns.copy(),
        kills=state.kills.copy(),
        exits=state.exits.copy(),
        held=state.held.copy(),
        removed=state.removed,
        cleared=state.cleared,
        salvos=state.salvos,
        struck=state.struck,
        stock=state.stock,
        waiting=state.waiting,
        result=None if state.result is None else _outcome(state.result),
    )


def _hand(state: State, holder: str, seat: str) -> tuple[str, ...]:
    cards = state.hands[holder]
    return cards if sees_hand(state.board, seat, holder) else hidden(cards)


def _step(step: Step, seat: str) -> Step | None:
    """Return what a seat knows of something still to be settled; None of a kind that is not named here."""
    match step:
        case Fight():
            return _fight(step)
        case Retreating():
            return Retreating(step.unit, step.flags, step.ignorable)
        case Salvo():
            return Salvo(step.card, step.side, step.dice, step.targets)
        case Overrun():
            return Overrun(step.unit)
        case Choosing():  # the cards to choose from: seen by the seat that drew them alone
            return Choosing(step.seat, step.cards if step.seat == seat else hidden(step.cards), step.shared)
    return None


# What lies open of the things that a state is made of: all of each as it is today, field by field.


def _unit(unit: Unit) -> Unit:
    return Unit(unit.id, unit.side, unit.kind, unit.figures, unit.hex)


def _token(token: Token) -> Token:
    return Token(
        token.unit,
        token.face,
        token.play,
        token.section,
        token.start,
        token.spent,
        token.moved,
        token.barred,
        token.halted,
        token.attacks,
        token.overran,
        token.again,
    )


def _play(play: Play, side: str) -> Play:
    """A card in force; its note is for the side that wrote it (CRD-O-22)."""
    return Play(
        play.card,
        play.effect,
        play.seat,
        play.section,
        play.shared,
        play.general,
        play.note if side_of(play.seat) == side else "",
        play.symbols,
        play.fall_back,
    )


def _fight(fight: Fight) -> Fight:
    return Fight(
        fight.attacker,
        fight.target,
        fight.origin,
        fight.hex,
        fight.dice,
        fight.close,
        fight.overrun,
        fight.stage,
        fight.asked,
    )


def _owed(owed: Owed) -> Owed:
    return Owed(owed.seat, owed.shared)


def _outcome(outcome: Outcome) -> Outcome:
    return Outcome(outcome.winner, outcome.level, outcome.points, outcome.reason)
