"""The strongest player: it tries outlines of a sector's turn in sampled games, and keeps the best of them."""

from __future__ import annotations

from functools import partial

from ai.omaha.greedy import Option
from ai.omaha.levels import Level, level_named
from ai.omaha.picture import Picture
from ai.omaha.planner import Planner
from ai.omaha.value import value_of
from ai.omaha.weights import Weights, outlines
from ai.search.halving import halve
from ai.search.worlds import Worlds
from ai.shell.thinking import SEEDS
from wab.engine.kernel.dice import Dice, derived_seed
from wab.engine.kernel.orders import Order
from wab.engine.kernel.trial import Trial
from wab.engine.shells.position import PositionView
from wab.systems.omaha import SYSTEM
from wab.systems.omaha.state.state import US, State


def make(name: str, seed: int) -> Searcher:
    """The searching player."""
    return Searcher(seed, level_named(name))


class Searcher(Planner):
    """Chooses the manner of each sector's turn by rehearsal."""

    def __init__(self, seed: int, level: Level) -> None:
        super().__init__(seed, level)
        self.course = ""
        self._usual = self.weights
        self._chosen: tuple[int, str] | None = None

    def _order_for(self, view: PositionView[State], seen: Picture) -> tuple[Order, Option | None]:
        now = view.position.now
        if now.stage == "actions" and now.acting:
            moment = (now.turn, now.acting)
            if moment != self._chosen:
                self._chosen = moment
                self._choose(view)
        else:
            self.weights = self._usual
        return super()._order_for(view, seen)

    def _choose(self, view: PositionView[State]) -> None:
        """Try each outline in the same worlds, the better ones in more of them."""
        self.weights = self._usual
        found: dict[str, list[float]] = {}
        manners = outlines(self._usual)
        worlds = Worlds(partial(self._imagined, view))

        def play(names: object, number: int) -> bool:
            for name in names:  # type: ignore[attr-defined]
                found.setdefault(name, []).append(self._rehearsed(worlds[number], manners[name]))
            return self._go_on()

        first = self.level.worlds
        rounds = (range(first), range(first, 2 * first))
        best = halve(list(manners), rounds, play, lambda name: -_mean(found.get(name, [])))
        self.course = best[0]
        self.weights = manners[best[0]]

    def _imagined(self, view: PositionView[State], number: int) -> State:
        moment = f"world/{view.turn}/{view.position.now.acting}/{number}"
        seed = derived_seed(self.seed, moment) % SEEDS
        state = view.sample(seed).state
        assert isinstance(state, State)
        state.dice = Dice(seed)
        return state

    def _rehearsed(self, world: State, manner: Weights) -> float:
        """Play a world to the actions of the next turn: this sector in a manner, all else as usual."""
        trial = Trial.upon(SYSTEM, world.copy())
        first, acting = world.now.turn, world.now.acting
        pilot = Planner(self.seed)
        pilot._plan = self._plan
        pilot.weights = manner
        while trial.outcome is None and self._go_on():
            state = trial.position
            if state.now.turn > first and state.now.stage == "actions":
                break
            if state.now.stage == "actions" and state.now.acting != acting:
                pilot.weights = self._usual
            trial.play(pilot._order(pilot._seen(SYSTEM.view(state, US).position))[0])  # type: ignore[attr-defined]
        return value_of(Picture(trial.position))


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / max(1, len(numbers))
