"""Rehearsals: the rest of the battle, played in imagined worlds by tacticians on both sides.

They think as closely as in play, to the end of a short battle: a rehearsal predicts only what is played alike.

A world is made from the view alone: known facts, and for unknown ones a sample (`view.sample`). Dice are imagined as
well. All courses are compared in the same worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import msgspec

from ai.operations.judgement.staff_weights import STAFF, StaffWeights
from ai.operations.lookahead.appraisal import appraise
from ai.operations.outlines.plan import Plan
from ai.operations.picture.picture import Picture
from ai.operations.planning.plan import plan_from_greedy
from ai.operations.tactics.tactician import USUAL, Manner, Tactician
from ai.operations.tactics.watch import StaffMemory
from ai.search.even_dice import EvenDice
from ai.search.worlds import Worlds
from ai.shell.layers import Cancelled
from ai.shell.thinking import SEEDS
from wab.engine.kernel.dice import Chance
from wab.engine.kernel.orders import Order
from wab.engine.kernel.trial import Trial
from wab.engine.words.errors import WabError
from wab.systems.operations import SYSTEM
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.board import Board
from wab.systems.operations.state.orders import Advance, Pass
from wab.systems.operations.state.state import State

MOST_ORDERS = 400
"""Orders of an imagined impulse, at most."""


@dataclass(frozen=True, slots=True)
class Course:
    """A way to play one's own impulses, with a name.

    It has manner and weights of the tactician, and factors on the worth of goals by hex (`emphasis`). It may have a
    plan for the first impulse in place of one made on the spot.
    """

    name: str
    manner: Manner = USUAL
    weights: StaffWeights = STAFF
    emphasis: Mapping[int, float] = field(default_factory=dict)
    plan: Plan | None = None

    def plan_for(self, picture: Picture) -> Plan:
        """The plan of an impulse in this course, made on the spot."""
        return plan_from_greedy(picture, self.emphasis)


EXPECTED = Course("expected")
"""The course that the enemy is expected to play."""


class Rehearsal:
    """Plays courses in imagined worlds and says what they are worth, 0 to 1, to one side.

    The luck of the `worlds`, numbered from 0, is spread evenly. `go_on` is asked every few milliseconds: once it says
    no, a rehearsal ends with `Cancelled`.
    """

    def __init__(self, view: OperationsView, seed: int, worlds: int, go_on: Callable[[], bool]) -> None:
        self._view, self._seed, self._of, self._asked = view, seed, worlds, go_on
        self._board: Board | None = None
        self._memories: dict[str, StaffMemory] = {}
        self._worlds = Worlds(self._imagine)

    def worth(self, course: Course, world: int, impulses: int) -> float:
        """The share of victory that a course leads to in a world, after `impulses` impulses, this one included."""
        state = self._worlds[world].copy()
        side = self._view.side
        for number in range(impulses):
            if state.result is not None or not state.active:
                break
            self._play_impulse(state, course if state.active == side else EXPECTED, course.plan if not number else None)
        return appraise(state, side)

    def _go_on(self) -> bool:
        """Stop at once without time: half a rehearsal tells nothing."""
        if not self._asked():
            raise Cancelled
        return True

    # ---- worlds

    def _imagine(self, number: int) -> State:
        self._go_on()
        seed = Chance(self._seed, f"world {number}").below(SEEDS)
        state = self._guess(seed)
        if self._board is None:
            self._board = without_fog(state.board)
        state.board = self._board
        start = number / max(1, self._of)
        state.dice = EvenDice(Chance(self._seed, "dice").below(SEEDS), {}, start)
        state.version += 1
        return state

    def _guess(self, seed: int) -> State:
        """A complete position; without fog the known one is complete."""
        if self._view.board.rules.fog:
            try:
                guessed: State = self._view.sample(seed).state
                return guessed
            except (WabError, LookupError):  # a board that no scenario file describes
                pass
        return self._view.position.copy()

    # ---- playing

    def _play_impulse(self, state: State, course: Course, given: Plan | None) -> None:
        """Let the side to act play its impulse to the end, up to the next decision."""
        moment, side = (state.turn, state.impulse), state.active
        tactician, plan, fought = Tactician(course.manner, self._go_on), given, -1
        for _ in range(MOST_ORDERS):
            self._go_on()
            view = OperationsView(side, state)
            picture = self._picture(view, course)
            attacks = len(state.attacked_hexes.get(side, ()))
            if plan is None or (given is None and attacks != fought):
                plan, fought = course.plan_for(picture), attacks
            carry_out(state, _first_legal(tactician, picture, plan))
            if state.result is not None or state.active != side or (state.turn, state.impulse) != moment:
                return
        carry_out(state, Advance(()) if state.offer is not None else Pass())

    def _picture(self, view: OperationsView, course: Course) -> Picture:
        if view.side not in self._memories:
            self._memories[view.side] = StaffMemory(view.board, course.weights.threat_share)
        return Picture(view, self._memories[view.side], course.weights, Chance(self._seed, f"rehearsal/{view.turn}"))


def _first_legal(tactician: Tactician, picture: Picture, plan: Plan) -> Order:
    for choice in tactician.choices(picture, plan):
        if picture.view.why_not(choice.order) is None:
            return choice.order
    return Advance(()) if picture.view.phase == "advance" else Pass()


def without_fog(board: Board) -> Board:
    """The board of an imagined world, in which both sides see what there is."""
    return replace(board, rules=msgspec.structs.replace(board.rules, fog=False), by_side={})


def carry_out(state: State, order: Order) -> None:
    """Let an order happen in an imagined world."""
    Trial.upon(SYSTEM, state).play(order)
