"""The value of a position for a side as a share of victory: points, objectives still contested, strength."""

from __future__ import annotations

import math

from ai.operations.judgement.lookahead import (
    COUNTS_WITHIN,
    CUT_OFF,
    DECISIVE,
    DRAW_SCALE,
    EVEN_ODDS,
    FALLS_WITHIN,
    HP_FADES,
    HP_POWER,
    LEAST_SCALE,
    REACH,
    SHIELD,
    TURN_SCALE,
    UNDEFENDED,
)
from wab.systems.operations.sequence.victory import holder, points
from wab.systems.operations.state.board import Objective, enemy_of
from wab.systems.operations.state.control import takes_hexes
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.units.strength import attack_value, defence_value

POINT = 100


def appraise(state: State, side: str) -> float:
    """The share of victory that a side can expect in a position, 0 to 1; 1 or 0 after an immediate victory."""
    result = state.result
    if result is not None and result.reason != "points":
        return 1.0 if result.winner == side else 0.0
    margin = prospect(state, side)
    turns = max(0, state.board.turns - state.turn + (state.result is None))
    scale = DRAW_SCALE * state.board.victory.margins.draw + LEAST_SCALE + TURN_SCALE * turns
    return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, margin / scale))))


def prospect(state: State, side: str) -> float:
    """Points of a side less the other side's, as expected at the end."""
    foe = enemy_of(side)
    if state.result is not None:
        return state.result.points[side] - state.result.points[foe]
    so_far = points(state)
    handicap = state.board.victory.handicap
    margin: float = so_far[side] - so_far[foe] + getattr(handicap, side) - getattr(handicap, foe)
    turns = state.board.turns - state.turn + 1
    fighters = {name: _fighters(state, name) for name in (side, foe)}
    for number, objective in enumerate(state.board.objectives):
        margin += _stake(state, objective, holder(state, number), fighters, turns, side)
    margin += _decisive(state, fighters, turns, side)
    power = HP_POWER * min(1.0, (turns - 1) / HP_FADES)
    return margin + power * (_strength(state, side) - _strength(state, foe))


def _fighters(state: State, side: str) -> list[tuple[Unit, float, float]]:
    """The fighting units of a side, with attack and defence points."""
    found = []
    for unit in state.units_of(side):
        profile = state.profile(unit.id)
        if not (profile.is_gun or profile.is_commander or profile.is_ship):
            found.append((unit, attack_value(state, unit) / POINT, defence_value(state, unit) / POINT))
    return found


def _stake(
    state: State,
    objective: Objective,
    held_by: str | None,
    fighters: dict[str, list[tuple[Unit, float, float]]],
    turns: int,
    side: str,
) -> float:
    """Points that an objective is expected to bring to a side from now on, less the points for the other side."""
    foe = enemy_of(side)
    worth = objective.per_turn * turns + objective.at_end
    if not worth:
        return 0.0
    lost = _loss_chance(state, objective.hex, enemy_of(held_by), held_by, fighters, turns) if held_by else 0.5
    mine = 1.0 - lost if held_by == side else lost
    gains = {name: objective.scores_for in ("both", name) for name in (side, foe)}
    return worth * (mine * gains[side] - (1.0 - mine) * gains[foe])


def _decisive(state: State, fighters: dict[str, list[tuple[Unit, float, float]]], turns: int, side: str) -> float:
    """The value of the hexes of immediate victories: the chance that they are occupied, in points."""
    total = 0.0
    for victory in state.board.victory.immediate:
        if state.turn > victory.last_turn:
            continue
        other = enemy_of(victory.side)
        chances = [
            1.0
            if _is_occupied(state, victory.side, hex_)
            else _loss_chance(state, hex_, victory.side, other, fighters, turns)
            for hex_ in victory.hexes
        ]
        chance = max(chances) if victory.any else math.prod(chances)
        total += DECISIVE * chance * (1.0 if victory.side == side else -1.0)
    return total


def _is_occupied(state: State, side: str, hex_: int) -> bool:
    return any(state.side_of(unit.id) == side and takes_hexes(state.profile(unit.id)) for unit in state.stack(hex_))


def _loss_chance(
    state: State,
    hex_: int,
    attacker: str,
    defender: str,
    fighters: dict[str, list[tuple[Unit, float, float]]],
    turns: int,
) -> float:
    """The chance that an objective falls before the end, by how near the units of both sides stand."""
    distance = state.board.grid.distance
    threat = guard = 0.0
    for unit, attack, _ in fighters[attacker]:
        far = distance(unit.hex, hex_)
        if far <= COUNTS_WITHIN:
            threat += attack * REACH ** max(0, far - 1)
    for unit, _, defence in fighters[defender]:
        far = distance(unit.hex, hex_)
        if far <= COUNTS_WITHIN:
            guard += defence * SHIELD**far
    odds = threat / (EVEN_ODDS * (guard + UNDEFENDED))
    return odds * odds / (1.0 + odds * odds) * min(1.0, turns / FALLS_WITHIN)


def _strength(state: State, side: str) -> float:
    """HP of a side; units without supply count less."""
    return sum(unit.hp * (1.0 if unit.supplied else CUT_OFF) for unit in state.units_of(side))
