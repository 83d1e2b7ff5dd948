"""Answers to the questions of the rules: victims, heroes, drift, and what else a tie asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ai.omaha.moves import standing
from ai.omaha.outlook import worth
from ai.omaha.picture import Picture
from ai.omaha.weights import Weights
from wab.systems.omaha.combat.attack import NAVAL, USES, Defence, assault, hero_uses
from wab.systems.omaha.movement.infiltration import GOES_ON, STAYS
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.steps import Task, Tie
from wab.systems.omaha.units.losses import STANDS_IN

Pick = Callable[[Picture, Weights, Tie], int]


def answer(seen: Picture, weights: Weights) -> od.Choose:
    """The answer to the question that is asked."""
    tie = seen.now.agenda[0]
    assert isinstance(tie, Tie)
    return od.Choose(_PICKS.get(tie.kind, _first)(seen, weights, tie))


def _first(seen: Picture, weights: Weights, tie: Tie) -> int:
    return tie.among[0]


def _cheapest(seen: Picture, weights: Weights, tie: Tie) -> int:
    """The unit whose step is worth least."""
    return min(tie.among, key=lambda unit: (_price(seen, weights, unit), unit))


def _price(seen: Picture, weights: Weights, unit: int) -> float:
    known = seen.state.unit(unit)
    if seen.profile(unit).leader:
        return 3.0 if seen.profile(unit).leader == "general" else 2.0
    return seen.price_of_step(known, weights) + (0.3 if known.hero else 0.0)


def _hero(seen: Picture, weights: Weights, tie: Tie) -> int:
    """The use of a hero with the best result."""
    task = seen.now.agenda[1]
    assert isinstance(task, Task)
    board, force = seen.board, seen.now.forces[tie.hex]
    counters, late = board.counters, bool(seen.state.late)
    marker = counters[force.marker].row if force.marker and force.marker_seen else None
    germans = Defence(counters[force.unit].row, marker, force.marker is not None and not force.marker_seen)
    made = assault(seen.state, tie.hex, task.units, NAVAL in task.at)
    used = next((use for use in task.at if use != NAVAL), "")
    readings = {USES.index(one.hero): one for one in hero_uses(board, late, made, germans, used)}
    results = board.tables.attack.results
    return max(tie.among, key=lambda use: (worth(results[readings[use].code]), -use))


def _new_hero(seen: Picture, weights: Weights, tie: Tie) -> int:
    """A hero goes to a strong unit that is under no orders and near the Germans."""

    def gain(unit: int) -> tuple[bool, int, bool, int, int]:
        known, profile = seen.state.unit(unit), seen.profile(unit)
        near = min((seen.board.grid.distance(known.hex, hex_) for hex_ in seen.now.forces), default=9)
        return profile.infantry, min(known.steps, 2), not seen.is_free(unit), -near, -unit

    return max(tie.among, key=gain)


def _smoke(seen: Picture, weights: Weights, tie: Tie) -> int:
    """Smoke where most is under fire."""

    def saved(hex_: int) -> tuple[float, int]:
        return sum(seen.risk_here(unit) for unit in seen.state.us_in(hex_)), -hex_

    return max(tie.among, key=saved)


def _stays(seen: Picture, weights: Weights, tie: Tie) -> int:
    """A unit that infiltrates goes on unless its last step is at stake where it would come."""
    unit = seen.state.units[tie.unit]
    more = seen.steps_in(tie.hex, (unit.id,))
    beside = seen.steps_in(unit.hex, (unit.id,))
    there = standing(seen, weights, unit, tie.hex, more)
    return STAYS if there > standing(seen, weights, unit, unit.hex, beside) + 0.5 else GOES_ON


def _drift(seen: Picture, weights: Weights, tie: Tie) -> int:
    """A leader goes with the units; rangers go where least is at risk."""
    unit = seen.state.unit(tie.unit)
    row, place = seen.board.row, seen.board.boxes[unit.box].place

    def cost(boxes: int) -> tuple[float, int]:
        at = place + boxes
        hex_ = row[at].landing(seen.state.tide) if 0 <= at < len(row) else None
        if hex_ is None:
            return 9.0, abs(boxes)
        return standing(seen, weights, unit, hex_, seen.steps_in(hex_)), abs(boxes)

    return min(tie.among, key=cost)


def _sacrifice(seen: Picture, weights: Weights, tie: Tie) -> int:
    return STANDS_IN


def _sand(seen: Picture, weights: Weights, tie: Tie) -> int:
    unit = seen.state.unit(tie.unit)
    return min(tie.among, key=lambda hex_: (standing(seen, weights, unit, hex_, seen.steps_in(hex_)), hex_))


def _push(seen: Picture, weights: Weights, tie: Tie) -> int:
    unit = seen.state.units[tie.unit]
    return min(tie.among, key=lambda hex_: (standing(seen, weights, unit, hex_, seen.steps_in(hex_)), hex_))


_PICKS: Mapping[str, Pick] = {
    **dict.fromkeys(("victim", "mine", "overstack", "attacker", "rockets", "leader"), _cheapest),
    "hero": _hero,
    "new_hero": _new_hero,
    "smoke": _smoke,
    "go_on": _stays,
    "leader_drift": _drift,
    "ranger_drift": _drift,
    "sacrifice": _sacrifice,
    "sand": _sand,
    "push": _push,
}
"""The answers to each kind of question."""
