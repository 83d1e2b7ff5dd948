"""Rehearsals: how the battle may go on from here, played through on imagined worlds by tacticians on both sides.

A world is made from the view alone: what is known, and for what is not a guess of the view's own (`view.sample`). Dice
are imagined as well; the same worlds serve all the courses that are compared.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import msgspec

from ai.operations.picture import Picture
from ai.operations.plan import Plan, plan_from_greedy
from ai.operations.tactics.tactician import Manner, Tactician
from ai.operations.tactics.watch import Lore
from ai.operations.weights import GREEDY, Weights
from wab.engine.dice import Chance, Dice
from wab.engine.errors import WabError
from wab.engine.orders import Order
from wab.systems.operations.apply import apply
from wab.systems.operations.board import Board, enemy_of
from wab.systems.operations.flow import execute
from wab.systems.operations.orders import Advance, Pass
from wab.systems.operations.state import State
from wab.systems.operations.victory import forecast
from wab.systems.operations.view import OperationsView

MOST_ORDERS = 400
"""No imagined impulse has more orders than so many."""
HP_POWER = 0.3
"""What a hit point is worth beyond its points while there are turns to come."""
DECISIVE = 1.0


class Cancelled(Exception):  # noqa: N818  # it is no error: somebody has no time to wait
    """The player was asked to stop thinking."""


@dataclass(frozen=True, slots=True)
class Course:
    """A way to play one's own impulses: the manner and the weights of the tactician, and a name to tell it by."""

    name: str
    manner: Manner = Manner()
    weights: Weights = GREEDY


class Rehearsal:
    """Plays courses through on imagined worlds and says what they are worth, 0 to 1, to one side."""

    def __init__(self, view: OperationsView, seed: int, pause: Callable[[], None]) -> None:
        self._view, self._seed, self._pause = view, seed, pause
        self._board: Board | None = None
        self._lores: dict[str, Lore] = {}
        self._worlds: dict[int, State] = {}

    def worth(self, course: Course, world: int, impulses: int) -> float:
        """What comes of a course in a world, so many impulses from here (this one counts), as a share of victory."""
        state = self._world(world).copy()
        side = self._view.side
        for _ in range(impulses):
            if state.result is not None or not state.active:
                break
            self._play_impulse(state, course if state.active == side else Course("expected"))
        return appraise(state, side)

    # ---- worlds

    def _world(self, number: int) -> State:
        if number not in self._worlds:
            self._pause()
            self._worlds[number] = self._imagine(number)
        return self._worlds[number]

    def _imagine(self, number: int) -> State:
        seed = Chance(self._seed, f"world {number}").below(1 << 40)
        state = self._guess(seed)
        if self._board is None:
            rules = msgspec.structs.replace(state.board.scenario.rules, fog=False)
            scenario = msgspec.structs.replace(state.board.scenario, rules=rules)
            self._board = replace(state.board, scenario=scenario, by_side={})
        state.board = self._board
        state.dice = Dice(seed)
        state.version += 1
        return state

    def _guess(self, seed: int) -> State:
        """A complete position: without fog the known one is."""
        if self._view.board.scenario.rules.fog:
            try:
                return self._view.sample(seed).state.copy()
            except (WabError, LookupError):  # a board of one's own that no scenario file describes
                pass
        return self._view.position.copy()

    # ---- playing

    def _play_impulse(self, state: State, course: Course) -> None:
        """Let the side to act play its impulse to the end, and whatever follows up to the next decision."""
        moment, side = (state.turn, state.impulse), state.active
        tactician, plan, fought = Tactician(course.manner), None, -1
        for _ in range(MOST_ORDERS):
            self._pause()
            view = OperationsView(side, state)
            picture = self._picture(view, course)
            attacks = len(state.attacked_hexes.get(side, ()))
            if plan is None or attacks != fought:
                plan, fought = plan_from_greedy(picture), attacks
            carry_out(state, _first_legal(tactician, picture, plan))
            if state.result is not None or state.active != side or (state.turn, state.impulse) != moment:
                return
        carry_out(state, Advance(()) if state.offer is not None else Pass())

    def _picture(self, view: OperationsView, course: Course) -> Picture:
        if view.side not in self._lores:
            self._lores[view.side] = Lore(view.board)
        return Picture(view, self._lores[view.side], course.weights, Chance(self._seed, f"rehearsal/{view.turn}"))


def _first_legal(tactician: Tactician, picture: Picture, plan: Plan) -> Order:
    for choice in tactician.choices(picture, plan):
        if picture.view.why_not(choice.order) is None:
            return choice.order
    return Advance(()) if picture.view.phase == "advance" else Pass()


def carry_out(state: State, order: Order) -> None:
    """Let an order happen in an imagined world."""
    for event in execute(state, order):  # type: ignore[arg-type]  # the tactician gives orders of this system
        apply(state, event)


# ------------------------------------------------------------------------------------------------- what it is worth


def appraise(state: State, side: str) -> float:
    """The share of victory that a side may hope for in a position, 0 to 1: by points, strength, and how it ended."""
    foe = enemy_of(side)
    if state.result is not None and state.result.reason != "points":
        return DECISIVE if state.result.winner == side else 0.0
    points = forecast(state).points
    turns = state.board.turns - state.turn
    margin = points[side] - points[foe] + _to_come(state, side, turns) - _to_come(state, foe, turns)
    if state.result is None and turns:
        power = HP_POWER * min(1.0, turns / 3)
        margin += power * (_strength(state, side) - _strength(state, foe))
    scale = 0.5 * state.board.scenario.victory.margins.draw + 2.0 + 0.8 * turns
    return 1.0 / (1.0 + math.exp(-margin / scale))


def _to_come(state: State, side: str, turns: int) -> float:
    """Points that the objectives held now will earn in the turns to come, fewer the farther off they are."""
    total = 0.0
    for objective in state.board.objectives:
        if objective.per_turn and objective.scores_for in ("both", side) and state.controls(side, objective.hex):
            total += objective.per_turn * sum(0.9**turn for turn in range(1, turns + 1))
    return total


def _strength(state: State, side: str) -> float:
    """HP of a side, those of units near collapse counted less."""
    return sum(unit.hp * (1.0 if unit.supplied else 0.6) for unit in state.units_of(side))
