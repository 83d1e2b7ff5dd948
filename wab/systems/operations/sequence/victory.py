"""Victory (ledger section 9): points, immediate victory, destruction, the levels and what is missing to the next."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from wab.content.operations.shapes import ImmediateVictory
from wab.systems.operations.state import events as ev
from wab.systems.operations.state.board import SIDES, enemy_of
from wab.systems.operations.state.control import takes_hexes
from wab.systems.operations.state.state import State
from wab.systems.operations.units.supply import supplied

LEVELS = ("draw", "marginal", "tactical", "decisive")


class Forecast(msgspec.Struct, frozen=True):
    """The end of the game if it ended now: points with those still due at the end, the leader, the level.

    `to_next` points more and the leader reaches the next level; 0 at the highest.
    """

    points: dict[str, int]
    winner: str | None
    level: str
    to_next: int


def points(state: State) -> dict[str, int]:
    """Points of each side so far: from objectives and from enemy HP lost (OPS-9.2.2-1, OPS-9.2.2-2)."""
    return {side: state.earned.get(side, 0) + points_for_losses(state, side) for side in SIDES}


def points_for_losses(state: State, side: str) -> int:
    """Points that a side has for the HP its enemy lost, by any cause (OPS-9.2.2-2)."""
    per_hp: int = getattr(state.board.victory.points_per_hp, side)
    return per_hp * state.hp_lost.get(enemy_of(side), 0)


def holder(state: State, objective: int) -> str | None:
    """The side that holds an objective by controlling its hex (OPS-9.2.2-5)."""
    hex_ = state.board.objectives[objective].hex
    return next((side for side in SIDES if state.controls(side, hex_)), None)


def score_of_turn(state: State) -> Iterator[ev.Scored]:
    """Objectives held at the end of a turn earn their points (OPS-9.2.2-3)."""
    yield from _score(state, "turn")


def score_at_end(state: State) -> Iterator[ev.Scored]:
    """Yield what is earned when play ends: objectives held (OPS-9.2.2-4) and the scenario's handicap (OPS-9.2.4-2)."""
    yield from _score(state, "end")
    for side in SIDES:
        handicap: int = getattr(state.board.victory.handicap, side)
        if handicap:
            yield ev.Scored(side, handicap, "handicap")


def _score(state: State, source: str) -> Iterator[ev.Scored]:
    for number, objective in enumerate(state.board.objectives):
        worth = objective.per_turn if source == "turn" else objective.at_end
        side = holder(state, number)
        if worth and side is not None and objective.scores_for in ("both", side):
            yield ev.Scored(side, worth, source, number)


def due_at_end(state: State) -> dict[str, int]:
    """Return what each side would earn at the end as things stand now."""
    due = dict.fromkeys(SIDES, 0)
    for scored in score_at_end(state):
        due[scored.side] += scored.points
    return due


def level_of(state: State, margin: int) -> str:
    """The level of a victory by so many points (OPS-9.2.3-2 to OPS-9.2.3-5)."""
    margins = state.board.victory.margins
    if margin <= margins.draw:
        return "draw"
    if margin <= margins.marginal:
        return "marginal"
    return "tactical" if margin <= margins.tactical else "decisive"


def forecast(state: State) -> Forecast:
    """Return how the game would end on points if it ended now (OPS-9.1-4, OPS-9.2.3-6)."""
    so_far = points(state)
    if state.result is None:
        due = due_at_end(state)
        so_far = {side: so_far[side] + due[side] for side in SIDES}
    return judge(state, so_far)


def judge(state: State, totals: dict[str, int]) -> Forecast:
    """Winner and level for final totals: most points win, very close ones draw (OPS-9.1-4, OPS-9.2.3-1)."""
    margin = abs(totals["allied"] - totals["axis"])
    level = level_of(state, margin)
    leader = max(SIDES, key=lambda side: totals[side])
    margins = state.board.victory.margins
    limits = {"draw": margins.draw, "marginal": margins.marginal, "tactical": margins.tactical}
    to_next = limits[level] + 1 - margin if level in limits else 0
    return Forecast(totals, None if level == "draw" else leader, level, to_next)


def immediate_winner(state: State, *, end_of_turn: bool) -> str | None:
    """The side that occupies the key hexes of an immediate victory (OPS-9.1-3).

    Where the scenario asks that they still be occupied at the end of a turn, the moment of occupation does not decide.
    """
    for victory in state.board.victory.immediate:
        if victory.end_of_turn and not end_of_turn:
            continue
        if not victory.first_turn <= state.turn <= victory.last_turn:
            continue
        held = [_occupied(state, victory, hex_) for hex_ in victory.hexes]
        if any(held) if victory.any else all(held):
            return victory.side
    return None


def _occupied(state: State, victory: ImmediateVictory, hex_: int) -> bool:
    """Check if a land unit of the side, other than a commander, is in the hex (OPS-9.2.2-5).

    If the scenario asks for it, the unit must be in supply (OPS-8.5.1-1).
    """
    units = [unit.id for unit in state.stack(hex_) if state.side_of(unit.id) == victory.side]
    if victory.supplied:
        in_supply = supplied(state, victory.side)
        units = [unit for unit in units if unit in in_supply]
    return any(takes_hexes(state.profile(unit)) for unit in units)


def destroyed_sides(state: State) -> tuple[str, ...]:
    """The sides with no unit left and none to come (OPS-9.1-2).

    Air units do not count, nor do ships: what nothing can destroy cannot be the last to be destroyed.
    """
    present = {side for side in SIDES if any(not state.profile(id_).is_ship for id_ in state.deployed(side).ids)}
    coming = [state.board.roster[state.board.entries[number].unit] for number in state.awaited]
    present |= {profile.side for profile in coming if not profile.is_ship}
    return tuple(side for side in SIDES if side not in present)


def sudden_end(state: State, *, end_of_turn: bool = False) -> Iterator[ev.Scored | ev.GameEnded]:
    """The end of the game before its last turn, if it is reached: both kinds are decisive (OPS-9.2.3-5).

    Where neither side has a unit left, neither has destroyed the other: what the end earns is scored, and points decide
    (OPS-9.1-4).
    """
    winner = immediate_winner(state, end_of_turn=end_of_turn)
    if winner is not None:
        yield ev.GameEnded(winner, "decisive", "immediate", points(state))
        return
    destroyed = destroyed_sides(state)
    if len(destroyed) == len(SIDES):
        yield from score_at_end(state)
        yield final_end(state)
    elif destroyed:
        yield ev.GameEnded(enemy_of(destroyed[0]), "decisive", "destruction", points(state))


def final_end(state: State) -> ev.GameEnded:
    """The end of the game on points, after everything is scored (OPS-9.1-4)."""
    verdict = judge(state, points(state))
    return ev.GameEnded(verdict.winner, verdict.level, "points", verdict.points)
