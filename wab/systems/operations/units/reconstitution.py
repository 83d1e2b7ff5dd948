"""Reconstitution (ledger 8.3.2, 8.3.3): Allied units out of the line recover by themselves, the Axis spends points.

No unit comes back from destruction (OPS-3.3-2): only units on the map regain HP.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import N_, Text
from wab.systems.operations.state.board import Board, enemy_of
from wab.systems.operations.state.events import Reconstituted
from wab.systems.operations.state.orders import Reconstitute
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.units.activation import activations, why_not_activated

_WHOLE = 100

Check = Callable[[State, Reconstitute], Refusal | None]


def missing(state: State, unit: Unit) -> int:
    """HP that a unit has lost of its full strength."""
    return state.profile(unit.id).hp - unit.hp


def lost_enough(state: State, unit: Unit) -> bool:
    """Tell whether an Allied unit has lost as much as it must have to rebuild itself (OPS-8.3.2-3)."""
    threshold = state.board.tables.conduct.reconstitution_threshold_percent
    return missing(state, unit) * _WHOLE >= threshold * state.profile(unit.id).hp


# ------------------------------------------------------------------------------------------------- automatic


def automatic_reconstitution(state: State) -> Iterator[Reconstituted]:
    """Yield what Allied units regain at the end of the turn, in scenarios that have it switched on (OPS-8.3.2-1)."""
    if not state.board.rules.reconstitution_allied:
        return
    for unit in tuple(state.units_of("allied")):
        hp = regained(state, unit)
        if hp:
            yield Reconstituted(unit.id, hp, 0)


def regained(state: State, unit: Unit) -> int:
    """HP that an Allied unit regains by itself at the end of this turn, 0 if a condition is not met.

    It is a unit that rebuilds itself (OPS-8.3.3-7: no ship, no commander), in supply, neither attacked nor fired
    (OPS-8.3.2-5), is out of contact (OPS-8.3.2-2), and has lost enough (OPS-8.3.2-3), which is judged again each turn.
    OPS-8.3.2-4: at most a share of its full HP, to the nearest whole.
    """
    conduct, full = state.board.tables.conduct, state.profile(unit.id).hp
    able = state.profile(unit.id).rebuild == "automatic" and unit.supplied and not has_fought(unit)
    if not (able and lost_enough(state, unit)) or in_contact(state, unit):
        return 0
    rate = (full * conduct.reconstitution_rate_percent + _WHOLE // 2) // _WHOLE
    return min(rate, missing(state, unit))


def has_fought(unit: Unit) -> bool:
    """Tell whether a unit has attacked this turn, or has fired as a gun: a bombardment is its attack (OPS-8.3.3-3)."""
    return unit.attacked or unit.supported


def in_contact(state: State, unit: Unit) -> bool:
    """Tell whether an enemy unit stands next to a unit (OPS-8.3.2-2)."""
    enemy = enemy_of(state.side_of(unit.id))
    return any(state.side_in(hex_) == enemy for hex_ in state.board.grid.adjacent(unit.hex))


# ------------------------------------------------------------------------------------------------- by hand


def points_of_turn(board: Board, turn: int) -> int:
    """Reconstitution points that the Axis receives at the start of a turn, for all of it (OPS-8.3.3-2).

    They replace what was left of the turn before, which is lost (OPS-8.3.3-5).
    """
    points = board.reconstitution_points
    return points[turn - 1] if board.rules.reconstitution_axis and points else 0


def why_not_reconstitute(state: State, order: Reconstitute) -> Refusal | None:
    """None if the side to act may give these points to this unit now, else the first reason against it."""
    for check in _CHECKS:
        if refusal := check(state, order):
            return refusal
    return None


def _is_in_force(state: State, order: Reconstitute) -> Refusal | None:
    """OPS-8.3.3-1: by hand for the Axis only, and only in some scenarios."""
    if state.active == "axis" and state.board.rules.reconstitution_axis:
        return None
    text = Text("Only the Axis rebuilds units with points, and only in scenarios that give points for it.")
    return Refusal(text, ("OPS-8.3.3-1", "OPS-8.3.2-1"), code="no-reconstitution")


def _can_be_activated(state: State, order: Reconstitute) -> Refusal | None:
    """It is an action like others: it takes the unit's activation (OPS-8.3.3-6)."""
    return why_not_activated(state, (order.unit,))


def _can_be_rebuilt(state: State, order: Reconstitute) -> Refusal | None:
    """OPS-8.3.3-7, OPS-10.1.1-17: the unit's data say whether it can."""
    if state.profile(order.unit).rebuild == "manual":
        return None
    return _refuse(state, order, N_("{unit:The} cannot be reconstituted."), "OPS-8.3.3-7", "not-rebuilt")


def _is_supplied(state: State, order: Reconstitute) -> Refusal | None:
    if state.units[order.unit].supplied:
        return None
    return _refuse(state, order, N_("{unit:The} {unit:|is|are} out of supply."), "OPS-8.3.3-8", "unsupplied")


def _has_not_fought(state: State, order: Reconstitute) -> Refusal | None:
    """First rebuild, then attack or fire (OPS-8.3.3-3); contact with the enemy is no obstacle (OPS-8.3.3-4)."""
    unit = state.units[order.unit]
    if not has_fought(unit):
        return None
    if unit.attacked:
        return _refuse(
            state, order, N_("{unit:The} {unit:|has|have} already attacked this turn."), "OPS-8.3.3-3", "attacked"
        )
    return _refuse(state, order, N_("{unit:The} {unit:|has|have} already fired this turn."), "OPS-8.3.3-3", "fired")


def _points_are_there(state: State, order: Reconstitute) -> Refusal | None:
    if 1 <= order.points <= state.rebuild_points:
        return None
    text = Text("{left} reconstitution points are left.", {"left": state.rebuild_points})
    return Refusal(text, ("OPS-8.3.3-2",), (state.units[order.unit].hex,), "rebuild-points")


def _has_lost_so_much(state: State, order: Reconstitute) -> Refusal | None:
    """A point gives back one HP, up to full strength (OPS-8.3.3-4)."""
    if order.points <= missing(state, state.units[order.unit]):
        return None
    return _refuse(state, order, N_("{unit:The} {unit:|has|have} not lost so many HP."), "OPS-8.3.3-4", "full-strength")


def _refuse(state: State, order: Reconstitute, msgid: str, clause: str, code: str) -> Refusal:
    text = Text(msgid, {"unit": state.profile(order.unit).noun})
    return Refusal(text, (clause,), (state.units[order.unit].hex,), code)


_CHECKS: tuple[Check, ...] = (
    _is_in_force,
    _can_be_activated,
    _can_be_rebuilt,
    _is_supplied,
    _has_not_fought,
    _points_are_there,
    _has_lost_so_much,
)


def offered_reconstitutions(state: State, unit: int | None = None) -> Iterator[Reconstitute]:
    """The reconstitutions on offer: by unit, every number of points from 1 up to what it can take."""
    if not state.active or not state.rebuild_points:
        return
    for own in tuple(state.units_of(state.active)):
        if unit is not None and own.id != unit:
            continue
        most = min(state.rebuild_points, missing(state, own))
        if most and why_not_reconstitute(state, Reconstitute(own.id, 1)) is None:
            yield from (Reconstitute(own.id, points) for points in range(1, most + 1))


def execute_reconstitute(state: State, order: Reconstitute) -> Iterator[Event]:
    """Give a unit its points: one HP each (OPS-8.3.3-2), several in one action (OPS-8.3.3-8)."""
    yield from activations(state, (order.unit,))
    yield Reconstituted(order.unit, order.points, order.points)
