"""What the ground is worth: objectives and hexes of immediate victory, what is at stake at each, and who sees to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from ai.operations.danger import columns_against
from ai.operations.picture import DESPAIR, Picture
from wab.systems.operations.state import Unit
from wab.systems.operations.victory import holder

__all__ = ["DESPAIR", "Duty", "Goal", "duties_of", "goals_of", "nearness"]

Table = NDArray[np.float64]
Column = NDArray[np.float64]


class Goal(msgspec.Struct, frozen=True):
    """A hex that scores. `worth`: points that change sides with it from now to the end; `held` by the player's side.

    `draw`: what is left of the worth for those still on the way, by how likely it is to be won at all.
    """

    hex: int
    worth: float
    held: bool
    name: str = ""
    draw: float = 0.0


class Duty(msgspec.Struct, frozen=True):
    """What one unit sees to: a goal, how much it is drawn there, and whether it must not leave it."""

    goal: Goal
    pull: float
    pinned: bool


def goals_of(picture: Picture) -> tuple[Goal, ...]:
    """Every hex with something at stake, the dearest first."""
    stakes = stakes_at(picture)
    hopes = _hopes(picture, stakes)
    goals = (replace(goal, draw=goal.worth * hope) for goal, hope in zip(stakes, hopes, strict=True))
    return tuple(sorted(goals, key=lambda goal: (-goal.worth, goal.hex)))


def stakes_at(picture: Picture, horizon: int | None = None) -> tuple[Goal, ...]:
    """Every hex with something at stake, without what it draws. Turns beyond a horizon count for nothing.

    What an objective scores at the end then counts by how near the end is.
    """
    found: dict[int, Goal] = {}
    for goal in (*_objectives(picture, horizon), *_decisive(picture)):
        known = found.get(goal.hex)
        if known is None:
            found[goal.hex] = goal
        else:
            held = known.held and goal.held
            found[goal.hex] = Goal(goal.hex, known.worth + goal.worth, held, known.name)
    return tuple(found.values())


def stressed(goals: Iterable[Goal], emphasis: Mapping[int, float]) -> tuple[Goal, ...]:
    """The same goals, worth and drawing more or less by factors by hex."""
    factors = ((goal, emphasis.get(goal.hex, 1.0)) for goal in goals)
    return tuple(replace(goal, worth=goal.worth * by, draw=goal.draw * by) for goal, by in factors)


def _hopes(picture: Picture, goals: tuple[Goal, ...]) -> list[float]:
    """The share of the strength that each goal asks for which could be brought to it, 1 for a goal held."""
    rows = [row for row, unit in enumerate(picture.own) if picture.is_fighter(unit)]
    attack = np.array([picture.attack(picture.own[row]) for row in rows])
    near = picture.nearness_to_all(tuple([goal.hex for goal in goals]))[rows]
    could_come = [sum((attack * near[:, column]).tolist()) for column in range(len(goals))]
    return [
        1.0 if goal.held else min(1.0, could_come[column] / need_of(picture, goal)) for column, goal in enumerate(goals)
    ]


def _objectives(picture: Picture, horizon: int | None) -> list[Goal]:
    """Objectives: what they still bring to whoever may earn it, so that a change of hands counts for both."""
    goals = []
    turns = picture.turns_left if horizon is None else min(picture.turns_left, horizon)
    fading = turns / picture.turns_left
    for number, objective in enumerate(picture.board.objectives):
        worth = objective.per_turn * turns + objective.at_end * fading
        parties = 2 if objective.scores_for == "both" else 1
        held = holder(picture.position, number) == picture.side
        if worth:
            goals.append(Goal(objective.hex, float(worth * parties), held, objective.name))
    return goals


def _decisive(picture: Picture) -> list[Goal]:
    """Hexes of an immediate victory: to be occupied by the one side, kept from the other."""
    goals = []
    for victory in picture.board.scenario.victory.immediate:
        if picture.position.turn > victory.last_turn:
            continue
        hexes = [picture.grid.parse(label) for label in victory.hexes]
        missing = [hex_ for hex_ in hexes if not _occupied(picture, victory.side, hex_)]
        worth = picture.weights.decisive / (1 if victory.any else max(1, len(missing)))
        for hex_ in hexes:
            held = (hex_ in missing) == (victory.side != picture.side)
            goals.append(Goal(hex_, worth, held, picture.board.map.name(hex_)))
    return goals


def _occupied(picture: Picture, side: str, hex_: int) -> bool:
    units = picture.position.stack(hex_)
    return any(picture.position.side_of(u.id) == side and not picture.profile(u).is_commander for u in units)


# ------------------------------------------------------------------------------------------------- who sees to what


def nearness(picture: Picture, unit: Unit, goal: Goal, hex_: int | None = None) -> float:
    """1 at a goal, less with every turn of march to it; next to nothing when it is reached too late."""
    return picture.nearness(unit, goal.hex, hex_)


def duties_of(picture: Picture, goals: tuple[Goal, ...]) -> dict[int, Duty]:
    """A duty for each unit that can have one.

    One after the other, the unit that does most for a goal is given it: how much the goal draws it, times the share of
    what the goal still needs that it brings. Units left over, and guns, join the goal that draws them most among those
    still to be taken or in danger.
    """
    units = [unit for unit in picture.own if not picture.profile(unit).is_commander]
    if not units or not goals:
        return {}
    pulls = _pulls(picture, units, goals)
    strength = _strengths(picture, units, goals)
    needs = np.array([need_of(picture, goal) for goal in goals])
    first = np.array([picture.weights.first if goal.held else 0.0 for goal in goals])
    chosen = share_out(pulls, strength, needs, first)
    wanted = np.array([not goal.held or picture.threat.points[goal.hex] > 0 for goal in goals])
    spare = np.where(wanted, pulls, 0.0)
    duties: dict[int, Duty] = {}
    for row, unit in enumerate(units):
        number = chosen.get(row, int(spare[row].argmax()))
        if row in chosen or spare[row, number] > 0:
            goal = goals[number]
            pinned = row in chosen and goal.held and unit.hex == goal.hex
            duties[unit.id] = Duty(goal, float(pulls[row, number]), pinned)
    picture.memory.duties = {id_: duty.goal.hex for id_, duty in duties.items()}
    return duties


def share_out(pulls: Table, strength: Table, needs: Column, first: Column) -> dict[int, int]:
    """Units (rows) to goals (columns) until every need is met or nobody is left who could help.

    `first`: the share that the first unit at a goal is good for at least, since it bars the way to whoever walks in.
    """
    needs, first = needs.copy(), first.copy()
    free = np.ones(len(pulls), np.bool_)
    score = np.empty(pulls.shape)
    stale = range(len(needs))
    chosen: dict[int, int] = {}
    while True:
        for column in stale:
            least = first[column] * (strength[:, column] > 0)
            share = np.minimum(1.0, np.maximum(strength[:, column] / np.maximum(needs[column], 1e-9), least))
            score[:, column] = np.where((needs[column] > 0) & free, pulls[:, column] * share, 0.0)
        row, column = divmod(int(score.argmax()), len(needs))
        if score[row, column] <= 0:
            return chosen
        chosen[row] = column
        free[row], score[row] = False, 0.0
        needs[column] -= strength[row, column]
        first[column] = 0.0
        stale = range(column, column + 1)


def _pulls(picture: Picture, units: list[Unit], goals: tuple[Goal, ...]) -> Table:
    """float64[units, goals]: how much each goal draws each unit; more where it had that duty before."""
    places = {unit.id: row for row, unit in enumerate(picture.own)}
    near = picture.nearness_to_all(tuple([goal.hex for goal in goals]))[[places[unit.id] for unit in units]]
    pulls = np.array([goal.draw for goal in goals]) * near
    columns = {goal.hex: column for column, goal in enumerate(goals)}
    for row, unit in enumerate(units):
        column = columns.get(picture.memory.duties.get(unit.id, -1))
        if column is not None:
            pulls[row, column] *= picture.weights.loyalty
    endangered = [column for column, goal in enumerate(goals) if goal.held and picture.threat.points[goal.hex] > 0]
    hexes = np.array([goals[column].hex for column in endangered], np.int32)
    for row, unit in enumerate(units):
        late = ~_reached(picture, unit, hexes) & (hexes != unit.hex)
        pulls[row, [column for column, is_late in zip(endangered, late, strict=True) if is_late]] *= (
            picture.weights.too_late
        )
    return pulls


def _reached(picture: Picture, unit: Unit, hexes: NDArray[np.int32]) -> NDArray[np.bool_]:
    """bool[K]: which of some hexes a unit can get to this impulse; all of them together, as `can_get_to` one."""
    reached = picture.reach(unit) if picture.can_act(unit) else None
    if reached is None:
        return np.zeros(len(hexes), np.bool_)
    places = np.minimum(reached.hexes.searchsorted(hexes), len(reached) - 1)
    inside: NDArray[np.bool_] = reached.hexes[places] == hexes
    return inside


def _strengths(picture: Picture, units: list[Unit], goals: tuple[Goal, ...]) -> Table:
    """float64[units, goals]: see `strength_of`, which depends on a goal only in whether it is held."""
    by_held = {held: next((goal for goal in goals if goal.held is held), None) for held in (True, False)}
    table = np.zeros((len(units), len(goals)))
    for held, example in by_held.items():
        if example is not None:
            strength = np.array([strength_of(picture, unit, example) for unit in units])
            table[:, [goal.held is held for goal in goals]] = strength[:, np.newaxis]
    return table


def can_get_to(picture: Picture, unit: Unit, goal: Goal) -> bool:
    """Tell whether a unit can get to a goal in danger before the enemy does."""
    return picture.threat.points[goal.hex] <= 0 or gets_to(picture, unit, goal.hex)


def gets_to(picture: Picture, unit: Unit, hex_: int) -> bool:
    """Tell whether a unit can end this impulse in a hex: it stands there, or an ordinary move leads there."""
    reached = picture.reach(unit) if picture.can_act(unit) else None
    return unit.hex == hex_ or (reached is not None and hex_ in reached)


def strength_of(picture: Picture, unit: Unit, goal: Goal) -> float:
    """What a unit brings: defence to a goal held, attack to another; guns are asked by nobody."""
    if not picture.is_fighter(unit):
        return 0.0
    return picture.defence(unit) if goal.held else max(picture.attack(unit), 0.1)


def need_of(picture: Picture, goal: Goal) -> float:
    """Defence points that a held goal needs, attack points that another one needs."""
    shelter = int(picture.shelter[goal.hex])
    if goal.held:
        foot = frozenset({"infantry"})
        shift = columns_against(picture.board, picture.threat, goal.hex, shelter, foot)
        rush = picture.weights.rush * picture.march_threat(goal.hex)
        threat = picture.weights.fear * max(float(picture.threat.points[goal.hex]), rush)
        return max(threat / _bearable(1 - shift), 0.1 if _within_two_turns(picture, goal) else 0.0)
    there = sum(picture.defence(unit) for unit in picture.foes.get(goal.hex, ()))
    around = [unit for hex_ in picture.grid.adjacent(goal.hex) for unit in picture.foes.get(hex_, ())]
    return max(0.1, (3.0 + 0.7 * shelter) * there + sum(picture.defence(unit) for unit in around))


def _bearable(column: int) -> float:
    """A column of the table as a quotient."""
    return column + 1.0 if column >= 0 else 1.0 / (1 - column)


def _within_two_turns(picture: Picture, goal: Goal) -> bool:
    """Tell whether a known enemy, or ground where unknown ones may be, is within two turns of a goal."""
    if picture.plays_last:
        return False
    if _enemy_within_two_turns(picture, goal.hex):
        return True
    if not picture.board.scenario.rules.fog:
        return False
    near = picture.grid.disk(goal.hex, 4)
    return any(picture.position.controls(picture.foe, hex_) for hex_ in near)


def _enemy_within_two_turns(picture: Picture, hex_: int) -> bool:
    known = picture.of_foes
    if ("near", hex_) not in known:
        units = (unit for stack in picture.foes.values() for unit in stack if not picture.profile(unit).is_gun)
        known["near", hex_] = any(picture.turns_to(unit, hex_) <= 2 for unit in units)
    return bool(known["near", hex_])
