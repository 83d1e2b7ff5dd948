"""Goals: objectives and hexes of immediate victory, the points at stake at each, duties."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from ai.operations.judgement.picture import LEAST_ATTACK, LEAST_NEED, ODDS_WANTED, SHELTER_WANTED, UNKNOWN_WITHIN
from ai.operations.outlines.assignment import share_out
from ai.operations.outlines.goals import Duty, Goal
from ai.operations.picture.danger import columns_against
from ai.operations.picture.picture import Picture
from wab.systems.operations.sequence.victory import holder
from wab.systems.operations.state.state import Unit

Table = NDArray[np.float64]
Column = NDArray[np.float64]


def goals_of(picture: Picture) -> tuple[Goal, ...]:
    """Every hex with points at stake, the highest worth first."""
    stakes = stakes_at(picture)
    hopes = _hopes(picture, stakes)
    goals = (replace(goal, draw=goal.worth * hope) for goal, hope in zip(stakes, hopes, strict=True))
    return tuple(sorted(goals, key=lambda goal: (-goal.worth, goal.hex)))


def stakes_at(picture: Picture, horizon: int | None = None) -> tuple[Goal, ...]:
    """Every hex with points at stake, without its draw. Turns beyond a horizon count for nothing.

    With a horizon, points scored at the end count more the nearer the end is.
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


def _hopes(picture: Picture, goals: tuple[Goal, ...]) -> list[float]:
    """The share of its need that could be brought to each goal; 1 for a held goal."""
    rows = [row for row, unit in enumerate(picture.own) if picture.is_fighter(unit)]
    attack = np.array([picture.attack(picture.own[row]) for row in rows])
    near = picture.nearness_to_all(tuple([goal.hex for goal in goals]))[rows]
    could_come = [sum((attack * near[:, column]).tolist()) for column in range(len(goals))]
    return [
        1.0 if goal.held else min(1.0, could_come[column] / need_of(picture, goal)) for column, goal in enumerate(goals)
    ]


def _objectives(picture: Picture, horizon: int | None) -> list[Goal]:
    """Objectives, with the points that they still bring; where both sides can score, a change of hands counts twice."""
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
    """Hexes of an immediate victory: one side has to occupy them, the other to prevent it."""
    goals = []
    for victory in picture.board.victory.immediate:
        if picture.position.turn > victory.last_turn:
            continue
        missing = [hex_ for hex_ in victory.hexes if not _occupied(picture, victory.side, hex_)]
        worth = picture.weights.decisive / (1 if victory.any else max(1, len(missing)))
        for hex_ in victory.hexes:
            held = (hex_ in missing) == (victory.side != picture.side)
            goals.append(Goal(hex_, worth, held, picture.board.map.name(hex_)))
    return goals


def _occupied(picture: Picture, side: str, hex_: int) -> bool:
    units = picture.position.stack(hex_)
    return any(picture.position.side_of(u.id) == side and not picture.profile(u).is_commander for u in units)


# ------------------------------------------------------------------------------------------------- duties


def nearness(picture: Picture, unit: Unit, goal: Goal, hex_: int | None = None) -> float:
    """1 at a goal, less with every turn of march to it, almost 0 if it is reached too late."""
    return picture.nearness(unit, goal.hex, hex_)


def duties_of(picture: Picture, goals: tuple[Goal, ...]) -> dict[int, Duty]:
    """A duty for each unit that can have one.

    One after the other, the unit that does most for a goal gets it: the goal's draw on the unit, times the share of the
    remaining need that the unit brings. Units left over, and guns, join the goal that draws them most among goals to be
    taken and goals in danger.
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


def _pulls(picture: Picture, units: list[Unit], goals: tuple[Goal, ...]) -> Table:
    """float64[units, goals]: how strongly each goal draws each unit; more where the unit had that duty before."""
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
    """bool[K]: the hexes, among some, that a unit can reach this impulse."""
    reached = picture.reach(unit) if picture.can_act(unit) else None
    if reached is None:
        return np.zeros(len(hexes), np.bool_)
    places = np.minimum(reached.hexes.searchsorted(hexes), len(reached) - 1)
    inside: NDArray[np.bool_] = reached.hexes[places] == hexes
    return inside


def _strengths(picture: Picture, units: list[Unit], goals: tuple[Goal, ...]) -> Table:
    """float64[units, goals]: `strength_of`, which depends only on whether a goal is held."""
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
    """Tell whether a unit can end this impulse in a hex: it is there already, or an ordinary move leads there."""
    reached = picture.reach(unit) if picture.can_act(unit) else None
    return unit.hex == hex_ or (reached is not None and hex_ in reached)


def strength_of(picture: Picture, unit: Unit, goal: Goal) -> float:
    """The points that a unit brings: defence to a held goal, attack to another; guns bring none."""
    if not picture.is_fighter(unit):
        return 0.0
    return picture.defence(unit) if goal.held else max(picture.attack(unit), LEAST_ATTACK)


def need_of(picture: Picture, goal: Goal) -> float:
    """Defence points that a held goal needs, attack points that another one needs."""
    shelter = int(picture.shelter[goal.hex])
    if goal.held:
        foot = frozenset({"infantry"})
        shift = columns_against(picture.board, picture.threat, goal.hex, shelter, foot)
        rush = picture.weights.rush * picture.march_threat(goal.hex)
        threat = picture.weights.fear * max(float(picture.threat.points[goal.hex]), rush)
        return max(threat / _bearable(1 - shift), LEAST_NEED if _within_two_turns(picture, goal) else 0.0)
    there = sum(picture.defence(unit) for unit in picture.foes.get(goal.hex, ()))
    around = [unit for hex_ in picture.grid.adjacent(goal.hex) for unit in picture.foes.get(hex_, ())]
    beside = sum(picture.defence(unit) for unit in around)
    return max(LEAST_NEED, (ODDS_WANTED + SHELTER_WANTED * shelter) * there + beside)


def _bearable(column: int) -> float:
    """A column of the table as a quotient."""
    return column + 1.0 if column >= 0 else 1.0 / (1 - column)


def _within_two_turns(picture: Picture, goal: Goal) -> bool:
    """Tell whether a known enemy is within two turns of a goal, or ground that may hide unknown ones is near it."""
    if picture.plays_last:
        return False
    if _enemy_within_two_turns(picture, goal.hex):
        return True
    if not picture.board.rules.fog:
        return False
    near = picture.grid.disk(goal.hex, UNKNOWN_WITHIN)
    return any(picture.position.controls(picture.foe, hex_) for hex_ in near)


def _enemy_within_two_turns(picture: Picture, hex_: int) -> bool:
    known = picture.of_foes
    if ("near", hex_) not in known:
        units = (unit for stack in picture.foes.values() for unit in stack if not picture.profile(unit).is_gun)
        known["near", hex_] = any(picture.turns_to(unit, hex_) <= 2 for unit in units)
    return bool(known["near", hex_])
