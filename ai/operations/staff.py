"""The staff: the player behind `easy`, `normal` and `hard`. It plans, chooses orders one by one, and never stalls.

Every layer may fail: what went wrong is kept in `incidents`, and the layer below, in the end the greedy player, completes
the impulse. What the staff knows is its view; what it draws by chance follows from seed, side and moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from ai.agents import Reason
from ai.operations.greedy import Greedy
from ai.operations.levels import Level, Personality, personality_named
from ai.operations.picture import Picture
from ai.operations.plan import Plan, plan_from_greedy
from ai.operations.tactics.choice import Choice
from ai.operations.tactics.rehearsal import Cancelled, Rehearsal
from ai.operations.tactics.search import Search, Verdict, courses
from ai.operations.tactics.tactician import Manner, Tactician
from ai.operations.tactics.watch import Lore
from wab.engine.dice import Chance
from wab.engine.errors import UsageError
from wab.engine.orders import Order
from wab.engine.text import Text
from wab.engine.view import View
from wab.systems.operations.orders import Advance, Pass
from wab.systems.operations.view import OperationsView


class Incident(msgspec.Struct, frozen=True):
    """A layer that failed and what stood in for it: for the log of the player, not for the game."""

    turn: int
    impulse: int
    layer: str
    error: str


def _never() -> bool:
    return False


class Staff:
    """The planning player. `reason` says why it gave the last order, `incidents` what went wrong so far.

    `cancelled` is asked every few milliseconds of thought: once it says yes, the order that is best so far is given.
    `progress` is told the share of the thought about an impulse that is done, 0 to 1.
    """

    def __init__(self, seed: int, level: Level, personality: Personality | None = None) -> None:
        self.seed = seed
        self.level = level
        self.personality = personality or personality_named("balanced")
        self.reason: Reason | None = None
        self.incidents: list[Incident] = []
        self.cancelled: Callable[[], bool] = _never
        self.progress: Callable[[float], None] | None = None
        self._memory: Lore | None = None
        self._tactician = Tactician(Manner(level.lapses))
        self._greedy = Greedy(seed)
        self._moment = (0, 0)
        self._course = courses()[0]
        self.verdict: Verdict | None = None

    def decide(self, view: View) -> Order:
        """The order to play now; UsageError for a view of another system."""
        if not isinstance(view, OperationsView):
            raise UsageError("The staff of operations was given a view of another system.")
        self._search(view)
        for layer, choices in (("tactics", self._led), ("greedy", self._fallback)):
            try:
                for choice in choices(view):
                    if view.why_not(choice.order) is None:
                        self.reason = choice.reason
                        return choice.order
                break
            except Exception as error:  # whatever it is, the impulse is completed by the next layer
                self._note(view, layer, error)
        self.reason = Reason(Text("Nothing left that is worth doing"))
        return Advance(()) if view.phase == "advance" else Pass()

    def _search(self, view: OperationsView) -> None:
        """At the start of an impulse: choose the course by rehearsals, as far as the level thinks ahead."""
        moment = view.turn, view.position.impulse
        if moment == self._moment:
            return
        self._moment = moment
        self._course = courses()[0]
        self._tactician = Tactician(Manner(self.level.lapses))
        if not self.level.evaluations:
            return
        try:
            seed = Chance(self.seed, f"staff/{view.side}/{view.turn}/{view.position.impulse}/search").below(1 << 40)
            search = Search(Rehearsal(view, seed, self._pause), self.level.worlds, self.level.horizon, self._tell)
            self.verdict = search.best(courses(), self.level.evaluations)
            self._course = self.verdict.course
            self._tactician = Tactician(self._course.manner)
        except Cancelled:
            pass
        except Exception as error:  # the usual course does without
            self._note(view, "search", error)

    def _pause(self) -> None:
        if self.cancelled():
            raise Cancelled

    def _tell(self, share: float) -> None:
        if self.progress is not None:
            self.progress(share)

    def _led(self, view: OperationsView) -> Iterator[Choice]:
        picture = self._picture(view)
        yield from self._tactician.choices(picture, self._plan(picture))

    def _fallback(self, view: OperationsView) -> Iterator[Choice]:
        order = self._greedy.decide(view)
        yield Choice(order, self._greedy.reason or Reason(Text("Nothing left that is worth doing")))

    def _plan(self, picture: Picture) -> Plan:
        return plan_from_greedy(picture)

    def _picture(self, view: OperationsView) -> Picture:
        if self._memory is None or self._memory.board is not view.board:
            self._memory = Lore(view.board)
        moment = f"staff/{view.side}/{view.turn}/{view.position.impulse}/tactics"
        return Picture(view, self._memory, self._course.weights, Chance(self.seed, moment))

    def _note(self, view: OperationsView, layer: str, error: Exception) -> None:
        text = f"{type(error).__name__}: {error}"
        self.incidents.append(Incident(view.turn, view.position.impulse, layer, text))
