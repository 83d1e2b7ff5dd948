"""The course of a fight (ledger sections 4.4.1, 4.4.8 and 4.4.10): ambush, dice, retreat, ground, overrun.

An attack waits in the middle if a seat must decide; the rest happens by itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wab.engine.kernel.events import Event
from wab.systems.cards.fight import ambush, strikes
from wab.systems.cards.fight.combat import anything_to_attack, roll
from wab.systems.cards.fight.ground import is_decisive, may_overrun, may_take_ground, take_ground
from wab.systems.cards.fight.retreat import choices, execute_retreat
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.orders import Done, Retreat, TakeGround
from wab.systems.cards.state.state import Fight, State


def goes_on(state: State) -> Iterator[Event] | None:
    """The next step of an attack, which is finished before another one begins (CRD-4.4.1-1); None for an ambush."""
    fight = state.fight
    assert fight is not None, "there is a fight"
    match fight.stage:
        case "declared":
            return None if ambush.seat_to_ask(state) is not None else _roll(state, fight)
        case "ambushed":
            return _after_ambush(state, fight)
        case "rolled":
            return _after_roll(state, fight)
    return None


def _roll(state: State, fight: Fight) -> Iterator[Event]:
    yield ev.FightChanged(replace(fight, stage="rolled"))
    yield from roll(state, fight.attacker, fight.target, fight.dice)


def _after_ambush(state: State, fight: Fight) -> Iterator[Event]:
    """An attacker that stood its ground attacks as declared, else its attack is lost (CRD-C.ambush-3).

    It does not fire from its new hex either, even if its card would let it.
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


def retreat_by_itself(state: State) -> Iterator[Event] | None:
    """With exactly one way back there is nothing to decide (CRD-4.4.9-3)."""
    ways = choices(state)
    if len(ways) > 1:
        return None
    return execute_retreat(state, Retreat(ways[0].path, ways[0].ignore))


def ground_decided(state: State, order: TakeGround) -> Iterator[Event]:
    """Take the ground or stay; armour may go on to an overrun (CRD-4.4.10-8)."""
    fight = state.fight
    assert fight is not None, "ground is taken in a fight"
    if order.take:
        yield from take_ground(state, fight)
    yield ev.FightEnded(fight.attacker)
    if order.take and may_overrun(state, fight):
        yield ev.OverrunOpened(fight.attacker)


def no_overrun(state: State, order: Done) -> Iterator[Event]:
    """The overrun is let go."""
    yield ev.OverrunClosed(state.overrunner)


def overrun_without_targets(state: State) -> Iterator[Event] | None:
    """An overrun without a target is over; None if there is one."""
    return None if anything_to_attack(state) else iter((ev.OverrunClosed(state.overrunner),))


def salvo_goes_on(state: State) -> Iterator[Event]:
    """The next target of an attack from off the board is rolled for (CRD-C.air_power-5), until none is left."""
    salvo = state.salvo
    return strikes.fire(state) if salvo is not None and salvo.targets else iter((ev.SalvoEnded(),))
