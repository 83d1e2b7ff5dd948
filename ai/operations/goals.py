"""What the ground is worth: objectives and hexes of immediate victory, what is at stake at each, and who sees to it."""

from __future__ import annotations

import msgspec

from ai.operations.picture import Picture
from wab.systems.operations.state import Unit
from wab.systems.operations.victory import holder

DESPAIR = 0.05
"""What is left of the worth of a goal that is reached too late to score."""


class Goal(msgspec.Struct, frozen=True):
    """A hex that scores. `worth`: points that change sides with it from now to the end; `held` by the player's side."""

    hex: int
    worth: float
    held: bool
    name: str = ""


class Duty(msgspec.Struct, frozen=True):
    """What one unit sees to: a goal, how much it is drawn there, and whether it must not leave it."""

    goal: Goal
    pull: float
    pinned: bool


def goals_of(picture: Picture) -> tuple[Goal, ...]:
    """Every hex with something at stake, the dearest first."""
    found: dict[int, Goal] = {}
    for goal in (*_objectives(picture), *_decisive(picture)):
        known = found.get(goal.hex)
        if known is None:
            found[goal.hex] = goal
        else:
            held = known.held and goal.held
            found[goal.hex] = Goal(goal.hex, known.worth + goal.worth, held, known.name)
    return tuple(sorted(found.values(), key=lambda goal: (-goal.worth, goal.hex)))


def _objectives(picture: Picture) -> list[Goal]:
    """Objectives: what they still bring to whoever may earn it, so that a change of hands counts for both."""
    goals = []
    for number, objective in enumerate(picture.board.objectives):
        worth = objective.per_turn * picture.turns_left + objective.at_end
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
    turns = picture.turns_to(unit, goal.hex, hex_)
    if turns > picture.turns_left:
        return DESPAIR * float(picture.weights.delay**turns)
    return float(picture.weights.delay**turns)


def duties_of(picture: Picture, goals: tuple[Goal, ...]) -> dict[int, Duty]:
    """A duty for each unit that can have one: goals are manned by who is near until each has what it needs.

    Units left over join the goal still to be taken that draws them most, or the most threatened of those held.
    """
    units = [unit for unit in picture.own if not picture.profile(unit).is_commander]
    needs = [_need(picture, goal) for goal in goals]
    pairs = sorted(_pairs(picture, units, goals), key=lambda pair: (-pair[0], pair[1], pair[2]))
    duties: dict[int, Duty] = {}
    by_id = {unit.id: unit for unit in units}
    for pull, id_, number in pairs:
        unit, goal = by_id[id_], goals[number]
        if id_ in duties or needs[number] <= 0 or not picture.is_fighter(unit):
            continue
        needs[number] -= picture.defence(unit) if goal.held else max(picture.attack(unit), 0.1)
        duties[id_] = Duty(goal, pull, goal.held and unit.hex == goal.hex)
    for pull, id_, number in pairs:
        wanted = not goals[number].held or picture.threat[goals[number].hex] > 0
        if id_ not in duties and wanted:
            duties[id_] = Duty(goals[number], pull, False)
    picture.memory.duties = {id_: duty.goal.hex for id_, duty in duties.items()}
    return duties


def _pairs(picture: Picture, units: list[Unit], goals: tuple[Goal, ...]) -> list[tuple[float, int, int]]:
    """How much each goal draws each unit: (pull, unit, number of the goal)."""
    pairs = []
    for unit in units:
        for number, goal in enumerate(goals):
            loyal = picture.weights.loyalty if picture.memory.duties.get(unit.id) == goal.hex else 1.0
            pull = goal.worth * nearness(picture, unit, goal) * loyal
            if pull > 0:
                pairs.append((pull, unit.id, number))
    return pairs


def _need(picture: Picture, goal: Goal) -> float:
    """Defence points that a held goal needs, attack points that another one needs."""
    shelter = int(picture.shelter[goal.hex])
    if goal.held:
        threat = float(picture.threat[goal.hex])
        return max(threat / (1.4 + 0.6 * shelter), 0.1 if _within_two_turns(picture, goal) else 0.0)
    there = sum(picture.defence(unit) for unit in picture.foes.get(goal.hex, ()))
    around = [unit for hex_ in picture.grid.adjacent(goal.hex) for unit in picture.foes.get(hex_, ())]
    return max(0.1, (3.0 + 0.7 * shelter) * there + sum(picture.defence(unit) for unit in around))


def _within_two_turns(picture: Picture, goal: Goal) -> bool:
    """Tell whether a known enemy, or ground where unknown ones may be, is within two turns of a goal."""
    if picture.plays_last:
        return False
    units = (unit for stack in picture.foes.values() for unit in stack if not picture.profile(unit).is_gun)
    if any(picture.turns_to(unit, goal.hex) <= 2 for unit in units):
        return True
    if not picture.board.scenario.rules.fog:
        return False
    near = picture.grid.disk(goal.hex, 4)
    return any(picture.position.controls(picture.foe, hex_) for hex_ in near)
