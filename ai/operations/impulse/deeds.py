"""Columns of single units: moves to the best ground, to open goals and to what must not be left open; fire; rides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ai.operations.greedy.guns import Fire
from ai.operations.greedy.manoeuvre import Step, stakes_by_place, wins_by_standing
from ai.operations.impulse.columns import Column, Deed, Row
from ai.operations.judgement.impulse import LEAST_FIRE, WALKERS
from ai.operations.outlines.plan import Plan
from ai.operations.picture.picture import Picture
from ai.operations.tactics.moves import ground
from ai.operations.tactics.slots import rest_price
from wab.systems.operations.state.orders import Move
from wab.systems.operations.state.state import Unit
from wab.systems.operations.units.activation import cost


def move_column(picture: Picture, plan: Plan, deed: Deed, order: Move, gain: float) -> Column:
    """A move of one unit as a column."""
    unit, hex_ = order.units[0], order.path[-1]
    mover = picture.position.units[unit]
    takes = _taken(picture, plan, mover, hex_) if picture.is_fighter(mover) else -1
    return Column(deed, gain, order.units, cost(picture.position, order.units), {unit: hex_}, takes=takes)


def _taken(picture: Picture, plan: Plan, unit: Unit, hex_: int) -> int:
    """The hex of the goal that a unit wins by standing in a hex, -1 for none."""
    together = (*picture.beside(hex_, unit), unit)
    for goal in stakes_by_place(picture, plan.goals).by_hex.get(hex_, ()):
        if not goal.held and wins_by_standing(picture, goal, unit, hex_, together) > 0:
            return goal.hex
    return -1


def walks(picture: Picture, plan: Plan, rows: Sequence[Row], kept: dict[int, float]) -> Iterator[Column]:
    """Moves into open goals, and into the hexes that rows demand: the best units for each.

    `plan` without held goals; `kept`: by unit what its staying is worth.
    """
    wanted = {goal.hex: goal for goal in plan.goals if not goal.held and goal.hex not in picture.foes}
    hexes = [*wanted, *sorted({hex_ for row in rows for hex_ in row.hexes} - wanted.keys())]
    able = [unit for unit in picture.own if _is_free(picture, unit)]
    for hex_ in hexes:
        found: list[tuple[float, int]] = []
        for unit in able:
            reached = picture.reach(unit)
            if reached is not None and hex_ != unit.hex and hex_ in reached and plan.may_stand(unit.id, hex_):
                found.append((_gain(picture, plan, unit, hex_) - kept.get(unit.id, 0.0), unit.id))
        for gain, id_ in sorted(found, key=lambda one: (-one[0], one[1]))[:WALKERS]:
            reached = picture.reach(picture.position.units[id_])
            assert reached is not None
            duty = plan.duties.get(id_)
            goal = wanted.get(hex_) or next((row.goal for row in rows if hex_ in row.hexes), None)
            step = Step(
                Move((id_,), reached.path_to(hex_)), gain, goal or (duty.goal if duty else None), hex_ in wanted
            )
            yield move_column(picture, plan, step, step.order, gain)


def _is_free(picture: Picture, unit: Unit) -> bool:
    return picture.is_fighter(unit) and not unit.supported and picture.can_act(unit)


def _gain(picture: Picture, plan: Plan, unit: Unit, hex_: int) -> float:
    change = ground(picture, plan, unit, hex_) - ground(picture, plan, unit, unit.hex)
    return change - picture.price(unit) - rest_price(picture, plan, unit)


def fire_columns(picture: Picture, fires: Iterable[Fire]) -> Iterator[Column]:
    """Bombardments that are expected to take some HP."""
    for fire in fires:
        if fire.hp >= LEAST_FIRE:
            used = fire.order.units
            yield Column(fire, fire.value, used, cost(picture.position, used), target=fire.order.target)
