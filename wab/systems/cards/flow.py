"""The sequence of play (ledger sections 4.0 to 4.5): turns and their steps, and what each order sets going.

A turn is: play a card, order units, move, attack, draw (CRD-4.0-6). Whatever nobody has to decide happens at once; an
attack waits in the middle where somebody must decide: an ambush, a retreat, ground to be taken.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wab.engine.events import Event
from wab.systems.cards import ambush, deck, drawing, ordering, overlord, playing, specials, strikes
from wab.systems.cards import events as ev
from wab.systems.cards.board import enemy_of
from wab.systems.cards.combat import anything_to_attack, declare, remove_wire, roll
from wab.systems.cards.ground import is_decisive, may_overrun, may_take_ground, take_ground
from wab.systems.cards.movement import execute_move, offered_moves
from wab.systems.cards.orders import (
    Ambush,
    Attack,
    CardsOrder,
    Done,
    GiveCard,
    Keep,
    Move,
    OrderUnit,
    PlayCard,
    RemoveWire,
    Retreat,
    Rise,
    Strike,
    TakeGround,
)
from wab.systems.cards.retreat import choices, execute_retreat
from wab.systems.cards.setup import deal
from wab.systems.cards.state import Fight, State
from wab.systems.cards.victory import counted, end_of_turn, watched

STAGES = ("strike", "order", "move", "rising", "attack", "second_move")
"""What follows the choice of a card, in this order; every step is finished before the next (CRD-4.0-6).

So all units have moved before the first one attacks (CRD-4.3-15).
"""


def open_game(state: State) -> Iterator[Event]:
    """What happens before the first order: cards are dealt, medals held from the start, the first side begins.

    An opening bombardment comes first (CRD-S-8); then the side that the scenario names (CRD-2.13-1).
    """
    yield from deal(state)
    yield from counted(state)
    yield from watched(state, _open(state))


def _open(state: State) -> Iterator[Event]:
    barrage = state.board.scenario.special.opening_barrage
    if barrage is not None:
        yield ev.TurnBegan(0, barrage.side)
        yield ev.StageBegan("opening")
    else:
        yield from _begin_turn(state, state.board.scenario.first)
    yield from carry_on(state)


def execute(state: State, order: CardsOrder) -> Iterator[Event]:
    """Carry out a legal order of the seat to act, and what follows from it; the medals are watched all the time."""
    yield from watched(state, _then_on(state, order))


def _then_on(state: State, order: CardsOrder) -> Iterator[Event]:
    yield from _carry_out(state, order)
    yield from carry_on(state)


def _carry_out(state: State, order: CardsOrder) -> Iterator[Event]:
    match order:
        case PlayCard():
            yield from playing.play(state, order)
            yield from _advance(state)
        case GiveCard():
            yield from overlord.give(state, order)
        case Strike():
            yield from strikes.aim(state, order)
        case OrderUnit():
            yield from ordering.execute(state, order)
        case Move():
            yield from execute_move(state, order)
        case Attack():
            yield from declare(state, order)
        case RemoveWire():
            yield from remove_wire(state, order)
        case Retreat():
            yield from execute_retreat(state, order)
        case TakeGround():
            yield from _ground(state, order)
        case Ambush():
            yield from ambush.answer(state, order)
        case Keep():
            yield from drawing.keep(state, order)
        case Rise():
            yield from specials.rise(state, order)
            yield from _advance(state)
        case Done():
            yield from _done(state)
        case _:
            raise TypeError(f"{type(order).__name__} is not an order of this system")


# ------------------------------------------------------------------------------------------------- what follows


def carry_on(state: State) -> Iterator[Event]:
    """Everything that follows until somebody has to decide."""
    while state.result is None:
        step = _next_step(state)
        if step is None:
            return
        yield from step


def _next_step(state: State) -> Iterator[Event] | None:
    """What happens next by itself; None when somebody has to decide."""
    if state.retreat is not None:
        return _retreat_by_itself(state)
    if state.fight is not None:
        return _fight_on(state, state.fight)
    if state.salvo is not None:
        return strikes.fire(state) if state.salvo.targets else iter((ev.SalvoEnded(),))
    if state.overrunner:
        return None if anything_to_attack(state) else iter((ev.OverrunClosed(state.overrunner),))
    match state.stage:
        case "opening":
            return None if strikes.is_due(state) else _begin_turn(state, state.board.scenario.first)
        case "strike":
            return None if strikes.is_due(state) else _advance(state)
        case "attack":
            return None if anything_to_attack(state) else _advance(state)
        case "end":
            return None if state.drawn else _finish_turn(state)
    return None


def _retreat_by_itself(state: State) -> Iterator[Event] | None:
    """With exactly one way back there is nothing to decide."""
    ways = choices(state)
    if len(ways) > 1:
        return None
    return execute_retreat(state, Retreat(ways[0].path, ways[0].ignore))


# ------------------------------------------------------------------------------------------------- a fight


def _fight_on(state: State, fight: Fight) -> Iterator[Event] | None:
    """The next step of an attack, which is finished before another one begins (CRD-4.4.1-1)."""
    if fight.stage == "declared":
        return None if ambush.seat_to_ask(state) is not None else _roll(state, fight)
    if fight.stage == "ambushed":
        return _after_ambush(state, fight)
    if fight.stage == "rolled":
        return _after_roll(state, fight)
    return None


def _roll(state: State, fight: Fight) -> Iterator[Event]:
    yield ev.FightChanged(replace(fight, stage="rolled"))
    yield from roll(state, fight.attacker, fight.target, fight.dice)


def _after_ambush(state: State, fight: Fight) -> Iterator[Event]:
    """An attacker that stood its ground attacks as declared, else its attack is lost (CRD-C.ambush-3).

    It does not fire from its new hex either, whatever its card would let it do.
    """
    attacker = state.units.get(fight.attacker)
    if attacker is not None and attacker.hex == fight.origin:
        yield from _roll(state, fight)
        return
    if attacker is not None:
        yield ev.TokenChanged(replace(state.tokens[attacker.id], face="none", barred=True))
    yield ev.FightEnded(fight.attacker, lost=True)


def _after_roll(state: State, fight: Fight) -> Iterator[Event]:
    """After a decisive close combat the attacker may take the ground (CRD-4.4.10-1)."""
    if is_decisive(state, fight) and may_take_ground(state, fight.attacker, fight.hex):
        yield ev.FightChanged(replace(fight, stage="ground"))
    else:
        yield ev.FightEnded(fight.attacker)


def _ground(state: State, order: TakeGround) -> Iterator[Event]:
    """Take the ground or stay; armour may go on to an overrun (CRD-4.4.10-8)."""
    fight = state.fight
    assert fight is not None, "ground is taken in a fight"
    if order.take:
        yield from take_ground(state, fight)
    yield ev.FightEnded(fight.attacker)
    if order.take and may_overrun(state, fight):
        yield ev.OverrunOpened(fight.attacker)


# ------------------------------------------------------------------------------------------------- the steps of a turn


def _begin_turn(state: State, side: str) -> Iterator[Event]:
    """A side's turn: reinforcements come (CRD-S-7), then it plays a card (CRD-4.1-1).

    With no card to play the turn is the draw step alone (CRD-4.1-2).
    """
    yield ev.TurnBegan(state.turn + 1, side)
    yield from specials.start_of_turn(state)
    yield ev.StageBegan("give" if state.board.overlord else "card")
    if not playing.has_cards(state):
        yield from _end_turn(state)


def _done(state: State) -> Iterator[Event]:
    """An overrun is let go, or a step of the turn is ended."""
    if state.overrunner:
        yield ev.OverrunClosed(state.overrunner)
    else:
        yield from _advance(state)


def _advance(state: State) -> Iterator[Event]:
    """The next step in which there is something to do, for the next leader if there are several (CRD-O-16)."""
    for stage, leader in _steps_after(state):
        yield ev.StageBegan(stage, leader)
        if _has_work(state):
            return
    yield from _end_turn(state)


def _steps_after(state: State) -> Iterator[tuple[str, str]]:
    """The steps still to come this turn; worked out one by one, since orders given change who leads."""
    if state.stage in STAGES:
        leaders = _leaders(state, state.stage)
        at = leaders.index(state.leader) if state.leader in leaders else len(leaders)
        yield from ((state.stage, leader) for leader in leaders[at + 1 :])
    first = STAGES.index(state.stage) + 1 if state.stage in STAGES else 0
    for stage in STAGES[first:]:
        if _comes_up(state, stage):
            yield from ((stage, leader) for leader in _leaders(state, stage))


def _comes_up(state: State, stage: str) -> bool:
    """Whether a step is part of this turn at all: some belong to certain cards and scenarios only."""
    match stage:
        case "strike":
            return strikes.is_due(state)
        case "rising":
            return bool(specials.rising_hexes(state))
        case "second_move":
            return any(deck.second_move(state, unit) for unit in state.tokens)
    return True


def _leaders(state: State, stage: str) -> tuple[str, ...]:
    """Who does a step of the turn, one after another; "" is the active player alone."""
    return deck.leaders(state) if stage in ("order", "move", "attack", "second_move") else ("",)


def _has_work(state: State) -> bool:
    """Whether there is anything to decide in the step that has begun (CRD-4.2-6)."""
    match state.stage:
        case "order":
            return bool(ordering.orderable(state))
        case "move" | "second_move":
            return next(offered_moves(state), None) is not None
        case "attack":
            return anything_to_attack(state)
    return True


def _end_turn(state: State) -> Iterator[Event]:
    """Discard and draw (CRD-4.5-1); of some cards the player chooses what to keep."""
    yield from end_of_turn(state)
    if state.result is not None:
        return
    yield ev.StageBegan("end")
    yield from drawing.end_of_turn(state)


def _finish_turn(state: State) -> Iterator[Event]:
    """The other side's turn begins (CRD-4.0-1)."""
    yield from _begin_turn(state, enemy_of(state.active))
