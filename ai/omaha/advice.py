"""The words of the staff for a person: what it would do now, with chances worked out exactly."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ai.omaha.moves import Step
from ai.omaha.picture import Picture
from ai.omaha.plan import Objective
from ai.omaha.reasons import Option, sentence
from ai.omaha.risk import step_risk
from ai.shell.reasons import Advice
from wab.engine.kernel.orders import Order
from wab.engine.words.text import N_, Text, listed
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.names import hex_noun

LINES = 6
"""Lines of a paper, at most."""
TARGETS = 3
"""German hexes that a note names."""


def paper(
    seen: Picture, options: Iterable[Option], plans: Iterable[Objective], order: Order, option: Option | None
) -> tuple[Advice, ...]:
    """Return what could be done now, the best first; a unit stands in one line alone."""
    taken: set[int] = set()
    found: list[Advice] = []
    targets = {target: one for one in plans for target in one.targets}
    for one in options:
        units, goal = _of(one.order)
        again = goal in seen.now.forces and goal in {line.goal for line in found}
        if len(found) < LINES and not taken & set(units) and not again:
            taken |= set(units)
            found.append(_line(seen, one.order, one, targets.get(goal)))
    found = found or [_line(seen, order, option, None)]
    return (replace(found[0], main=True), *found[1:])


def _line(seen: Picture, order: Order, option: Option | None, plan: Objective | None) -> Advice:
    units, goal = _of(order)
    exact = option
    if isinstance(option, Step) and isinstance(order, od.Move) and not seen.profile(units[0]).leader:
        exact = option._replace(risk=float(step_risk(seen.state, units[0], order.path[-1])))
    notes = (_note(seen, plan),) if plan is not None else ()
    start = seen.state.units[units[0]].hex if units and units[0] in seen.state.units else -1
    return Advice(sentence(seen, order, exact), units, start, goal, notes=notes)


def _note(seen: Picture, plan: Objective) -> Text:
    """The ground that a breach opens, and the positions that must fall for it."""
    names = [hex_noun(seen.state, target) for target in sorted(plan.targets)[:TARGETS]]
    words = N_("Once {hexes} {n:|is|are} taken, about {points} {points:|point|points} lie open.")
    return Text(words, {"hexes": listed(names), "n": len(plan.targets), "points": round(plan.value)})


def _of(order: object) -> tuple[tuple[int, ...], int]:
    """The units and the goal of an order, -1 for none."""
    match order:
        case od.Attack(target, units):
            return units, target
        case od.Barrage(unit, target):
            return (unit,), target
        case od.NavalBarrage(target):
            return (), target
        case od.Move(units, path):
            return units, path[-1]
        case od.Climb(unit) | od.Recover(unit) | od.LeaveMap(unit) | od.Delay(unit) | od.PlaceInBox(unit):
            return (unit,), -1
    return (), -1
