"""The referee: calls of enemy hexes, and the attacks that are announced with them (BLD-4-8 to BLD-4-17, BLD-4-37)."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Argument, Text
from wab.field.moves import step_cost
from wab.hexes import CLOSED, HexId
from wab.systems.blind.ground.boundary import barred_by_boundary, is_at_home
from wab.systems.blind.ground.costs import ways
from wab.systems.blind.ground.stacking import has_way, side_limit
from wab.systems.blind.movement.marching import is_bound, points_left, why_not_move, why_not_stir
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.board import enemy_of
from wab.systems.blind.state.names import hex_noun, unit_noun
from wab.systems.blind.state.state import FIRST, State

_NO_ENEMY = Refusal(Text("Only an enemy hex next to the unit is called."), ("BLD-4-8",), code="not-beside")
_CALLED = Refusal(
    Text("This hex was called already: it is occupied. A unit can join an attack on it."), ("BLD-4-16",), code="called"
)
_NOT_CALLED = Refusal(Text("This hex was not called occupied in this phase."), ("BLD-4-16",), code="not-called")
_TOO_DEAR = Refusal(Text("The unit could not pay for entering the hex."), ("BLD-4-37",), code="too-far")
_NOT_DEPLOYED = Refusal(
    Text("The unit could not pay for entering the hex off the road, as an attack asks."),
    ("BLD-4-13", "BLD-4-15"),
    code="no-deployment",
)
_OTHER_ZONE = Refusal(Text("The hex lies in the zone of the other army group."), ("BLD-6-4",), code="other-zone")
_CROWDED = Refusal(
    Text("No more regiments attack or explore over this hexside in this phase."), ("BLD-5-8",), code="crowded"
)
_NOT_FIRST = Refusal(
    Text("Attacks are announced in the first movement phase alone."),
    ("BLD-4-26", "BLD-4-30", "BLD-4-33"),
    code="no-attack",
)
_NO_SUPPLY = Refusal(Text("The attack supply does not last for this attack."), ("BLD-9-16",), code="no-supply")


def _is_enemy_hex(state: State, origin: HexId, hex_: HexId) -> bool:
    return state.board.joined(origin, hex_) and state.holds(enemy_of(state.now.side), hex_)


def why_not_go_in(state: State, number: int, hex_: HexId) -> Refusal | None:
    """A unit calls a hex only if it could enter it at once (BLD-4-37)."""
    unit = state.units[number]
    if not _is_enemy_hex(state, unit.hex, hex_):
        return _NO_ENEMY
    if barred_by_boundary(state, number, unit.hex)[hex_]:
        return _OTHER_ZONE
    if step_cost(state.board.grid, ways(state, number).march, unit.hex, hex_) > points_left(state, number):
        return _TOO_DEAR
    return None if has_way(state, unit.hex, hex_, state.re(number)) else _CROWDED


def why_not_attack(state: State, number: int, hex_: HexId) -> Refusal | None:
    """An attack is announced in the first movement phase (BLD-4-12), across country (BLD-4-13, BLD-4-15), from the
    group's own zone (BLD-6-5), and paid at once: a point for each RE (BLD-9-15 to BLD-9-17, BLD-9-20).
    """
    unit, board = state.units[number], state.board
    if state.now.phase not in FIRST:
        return _NOT_FIRST
    if not (is_at_home(state, number, unit.hex) and is_at_home(state, number, hex_)):
        return _OTHER_ZONE
    cost = step_cost(board.grid, ways(state, number).across, unit.hex, hex_)
    if cost == CLOSED or cost > points_left(state, number):
        return _NOT_DEPLOYED
    return None if state.now.stocks[state.profile(number).account] >= state.re(number) else _NO_SUPPLY


def why_not_call(state: State, order: od.Call) -> Refusal | None:
    """None if a unit may call a hex with this intention."""
    if found := why_not_move(state, order.unit):
        return found
    unit = state.units[order.unit]
    if is_bound(state, unit) and order.hex != unit.bound:
        words: dict[str, Argument] = {"unit": unit_noun(state, unit.id), "hex": hex_noun(state, unit.bound)}
        return Refusal(
            Text("{unit:The} must first enter {hex:the}.", words), ("BLD-4-29",), (unit.bound,), code="bound"
        )
    if order.hex in state.now.contacts:
        return _CALLED
    if found := why_not_go_in(state, order.unit, order.hex):
        return found
    return why_not_attack(state, order.unit, order.hex) if order.attack else None


def execute_call(state: State, order: od.Call) -> Iterator[Event]:
    """The referee answers: vacant, and the unit enters (BLD-4-9), or occupied (BLD-4-10, BLD-4-11, BLD-4-17)."""
    unit = state.units[order.unit]
    occupied = bool(state.stacks.get(order.hex))
    cost = step_cost(state.board.grid, ways(state, order.unit).march, unit.hex, order.hex)
    left = points_left(state, order.unit) - cost
    yield ev.Called(order.hex, occupied, order.attack and occupied, order.unit, left)


def why_not_declare(state: State, order: od.Declare) -> Refusal | None:
    """A unit joins an attack on a hex that was called occupied (BLD-4-16)."""
    if found := why_not_stir(state, order.unit):
        return found
    if order.hex not in state.now.contacts:
        return _NOT_CALLED
    return why_not_go_in(state, order.unit, order.hex) or why_not_attack(state, order.unit, order.hex)


def execute_declare(state: State, order: od.Declare) -> Iterator[Event]:
    """The answer stays the same; the attack is paid."""
    yield ev.Declared(order.hex, order.unit)


def offered_calls(state: State, unit: int | None) -> Iterator[Group]:
    """Calls of every enemy hex next to a unit, to look or to attack, and attacks that it can join."""
    for one in state.units_of(state.now.side):
        if unit in (None, one.id):
            found = [*_calls(state, one.id, one.hex)]
            if found:
                yield found


def _calls(state: State, unit: int, origin: HexId) -> Iterator[od.Call | od.Declare]:
    for hex_ in state.board.around(origin):
        if not state.holds(enemy_of(state.now.side), hex_):
            continue
        for attack in (False, True):
            call = od.Call(unit, hex_, attack)
            if why_not_call(state, call) is None:
                yield call
        declare = od.Declare(unit, hex_)
        if why_not_declare(state, declare) is None:
            yield declare


def free_re(state: State, origin: HexId, target: HexId) -> int:
    """The RE that may still go through a hexside in this phase (BLD-5-8)."""
    gone = sum(re for here, there, re in state.now.passed if (here, there) == (origin, target))
    return side_limit(state.board, origin, target) - gone
