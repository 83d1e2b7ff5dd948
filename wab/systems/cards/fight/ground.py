"""Taking ground and armour overrun (ledger sections 4.4.10 and 4.4.11)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import N_, Text
from wab.systems.cards.fight.movement import BEACH, may_enter, stands_in_water
from wab.systems.cards.fight.obstacles import bridge_allows, crushed, is_passable, left_behind, must_stop
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.orders import TakeGround
from wab.systems.cards.state.state import Fight, State, Token, Unit

PLAIN = "younger-plain"


def is_decisive(state: State, fight: Fight) -> bool:
    """A close combat attack is decisive when the target is gone or has left its hex (CRD-4.4.10-1).

    A target that stays, with any losses, leaves no room (CRD-4.4.10-9); an attack from further away never counts
    (CRD-4.4.10-7).
    """
    return fight.close and fight.hex not in state.at


def may_take_ground(state: State, unit_id: int, hex_: int) -> bool:
    """Return whether an attacker may move into the hex its target left, and only there (CRD-4.4.10-3).

    Artillery never does (CRD-4.4.10-4), nor a unit that this turn entered terrain which ended its movement
    (CRD-4.4.10-5); the simplest game leaves it out (CRD-A5.2-3). A gun or tank set up in a bunker stays (CRD-A2.17-2).
    """
    unit, token = state.units.get(unit_id), state.tokens.get(unit_id)
    if unit is None or token is None or token.halted or state.board.options.get("variant") == PLAIN:
        return False
    if not state.board.kind(unit.kind).takes_ground or state.profile(unit_id).fixed:
        return False
    return hex_ not in state.at and _may_step(state, unit, token, hex_)


def _may_step(state: State, unit: Unit, token: Token, hex_: int) -> bool:
    """The bars of terrain hold (CRD-4.4.10-5), its prices do not (CRD-4.4.10-6, CRD-A2.13-2).

    Bocage: only if the unit began the turn next to it (CRD-A2.3-1, CRD-A2.3-8). Bridges: from dry land (CRD-A2.8-6).
    Between beach and bluff only infantry steps (CRD-A2.11-3, CRD-A2.11-4), and never up a cliff (CRD-A2.12-1).
    """
    board, type_ = state.board, state.board.type_of(unit.kind)
    if not is_passable(state, type_, hex_) or not bridge_allows(state, unit.hex, hex_):
        return False
    rise = board.height[hex_] - board.height[unit.hex]
    if abs(rise) > 1 or not may_enter(state, token.start, hex_):
        return False
    upper, lower = (hex_, unit.hex) if rise > 0 else (unit.hex, hex_)
    high = board.ground[upper]
    if not rise or high is None or high.beach_step is None or board.terrain[lower] != BEACH:
        return True
    way = high.beach_step.ground_up if rise > 0 else high.beach_step.ground_down
    return way and bool(high.beach_step.cost.of(type_))


_NO_GROUND = Refusal(Text(N_("There is no ground to take.")), ("CRD-4.4.10-1", "CRD-4.4.10-3"), code="no-ground")


def why_not_take_ground(state: State, order: TakeGround) -> Refusal | None:
    """None if it is to be decided now whether ground is taken."""
    return None if state.fight is not None and state.fight.stage == "ground" else _NO_GROUND


def offered_ground() -> Iterator[TakeGround]:
    """To take it, or to stay: it is never compulsory (CRD-4.4.10-2)."""
    return iter((TakeGround(take=True), TakeGround(take=False)))


def take_ground(state: State, fight: Fight) -> Iterator[Event]:
    """The attacker enters, with all that entering does (CRD-4.4.10-10): sandbags left, wire crushed, stops.

    Ground that stops a mover lets it take no more this turn, ground that forbids an attack forbids an overrun
    (CRD-4.4.11-7), and so does water (CRD-A2.10-4, CRD-S-3); wire stops armour and lets it overrun (CRD-A2.19-9).
    """
    unit, token = state.units[fight.attacker], state.tokens[fight.attacker]
    ground = state.board.ground[fight.hex]
    entered = ground is not None and ground.no_attack_on_entry
    barred = entered and not state.board.kind(unit.kind).attacks_after_entering
    barred = barred or stands_in_water(state, fight.hex)
    token = replace(
        token, halted=token.halted or must_stop(state, fight.hex), barred=token.barred or barred, moved=True
    )
    yield ev.GroundTaken(unit.id, unit.hex, fight.hex, token)
    yield from left_behind(state, (fight.origin,))
    yield from crushed(state, unit, fight.hex)


def may_overrun(state: State, fight: Fight) -> bool:
    """Return whether a unit that has just taken ground may attack again: armour (CRD-4.4.11-1, CRD-4.4.11-2), once a
    turn.

    It is an attack by the usual rules, on any enemy (CRD-4.4.11-3), after which ground may be taken once more
    (CRD-4.4.11-4); that gives no third attack (CRD-4.4.11-5). Cards and terrain stay in force (CRD-4.4.11-7).
    """
    unit, token = state.units.get(fight.attacker), state.tokens.get(fight.attacker)
    if unit is None or token is None or token.overran or unit.hex != fight.hex:
        return False
    return state.board.kind(unit.kind).overruns and not token.barred
