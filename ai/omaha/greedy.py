"""The greedy player: the best single order by what can be counted now. No plan, no look ahead."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from ai.omaha import inland, shore, table
from ai.omaha.assault import Blow, attacks, barrages, worths_of
from ai.omaha.danger import Floats
from ai.omaha.goals import led_hexes, ways_of_infantry, ways_of_rangers, ways_of_vehicles
from ai.omaha.moves import Ground, Step, climbs, leaders, recoveries, steps, vehicles
from ai.omaha.picture import Path, Picture
from ai.omaha.reasons import reason_for
from ai.omaha.weights import Weights, weights
from ai.shell.choice import Choice
from ai.shell.layers import guarded
from ai.shell.reasons import Reason
from ai.shell.thinking import Thinker
from wab.engine.kernel.orders import Order
from wab.engine.kernel.view import View
from wab.engine.shells.position import PositionView
from wab.engine.words.errors import UsageError
from wab.engine.words.text import Text
from wab.hexes import HexId
from wab.systems.omaha.sequence.flow import sectors_left
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.state import State

Option = Blow | Step


def make(_name: str, seed: int) -> Greedy:
    """The greedy player."""
    return Greedy(seed)


class Greedy(Thinker):
    """Gives the best single order by what is known. If a thought fails, the first order on offer is given."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.weights: Weights = weights().greedy
        self._ways: tuple[object, Floats] | None = None
        self._paths: tuple[object, dict[tuple[int, HexId], list[Path]]] | None = None
        self._afar: tuple[object, Floats | None] | None = None
        self._roads: tuple[object, dict[str, Floats]] | None = None

    def decide(self, view: View) -> Order:
        """The order to play now; UsageError for a view of another system."""
        known = known_view(view)
        noting = self._noting(f"turn {view.turn}, {view.phase}")
        choice = guarded(noting, [("thought", partial(self._thought, known))], partial(_first_on_offer, view))
        if view.why_not(choice.order) is not None:
            noting("order", ValueError(f"{choice.order} is not legal"))
            choice = _first_on_offer(view)
        self.reason = choice.reason
        return choice.order

    def _thought(self, view: PositionView[State]) -> Choice:
        seen = self._seen(view.position)
        order, option = self._order_for(view, seen)
        return Choice(order, reason_for(seen, order, option), option.gain if option else 0.0)

    def _seen(self, state: State) -> Picture:
        """A position, with the ways of units as they were found before."""
        cause = (state.turn, state.now.phase, state.now.bases, tuple(state.now.forces))
        if self._paths is None or self._paths[0] != cause:
            self._paths = (cause, {})
        return Picture(state, self._paths[1])

    def _order_for(self, view: PositionView[State], seen: Picture) -> tuple[Order, Option | None]:
        return self._order(seen)

    def _order(self, seen: Picture) -> tuple[Order, Option | None]:
        now = seen.now
        if now.stage != now.phase:
            return table.answer(seen, self.weights), None
        if now.phase == "arrivals":
            return shore.arrival(seen, self.weights, self._ways_of(seen), self._roads_of(seen)), None
        if now.phase == "engineers":
            return shore.clearing(seen) or od.Done(), None
        if now.phase == "works":
            return inland.work(seen), None
        if not now.acting:
            return od.BeginSector(self._first_sector(seen)), None
        leave = inland.leaving(seen)
        if leave is not None:
            return leave, None
        option = self._action(seen)
        return (option.order, option) if option else (od.Done(), None)

    # ---- what the levels do in another way

    def _first_sector(self, seen: Picture) -> str:
        return sectors_left(seen.state)[0]

    def _ground(self, seen: Picture) -> Ground:
        """The facts by which moves are weighed."""
        nothing = np.zeros(seen.board.grid.size)
        return Ground(self._ways_of(seen), led_hexes(seen), nothing, rangers=self._rangers_of(seen))

    def _worths(self, seen: Picture) -> dict[HexId, float]:
        return worths_of(seen, self.weights)

    def _action(self, seen: Picture) -> Option | None:
        """The next action of the sector; None for no more."""
        found = max(self._options(seen), key=self._rank, default=None)
        if found is not None and self._rank(found) > self.weights.least:
            return found
        return max(self._last_options(seen), key=self._rank, default=None)

    def _rank(self, option: Option) -> float:
        return option.gain - self.weights.paid * option.paid

    def _options(self, seen: Picture) -> Iterator[Option]:
        ground, worths = self._ground(seen), self._worths(seen)
        yield from recoveries(seen)
        yield from attacks(seen, self.weights, worths)
        yield from barrages(seen, self.weights, worths)
        yield from steps(seen, self.weights, ground)
        yield from climbs(seen, self.weights, ground.ways)
        yield from vehicles(seen, self.weights, self._roads_of(seen))

    def _last_options(self, seen: Picture) -> Iterator[Option]:
        """Leaders move when all others have acted: their orders end with that."""
        for step in leaders(seen, self.weights, self._ways_of(seen)):
            if step.gain > self.weights.least:
                yield step

    def _ways_of(self, seen: Picture) -> Floats:
        """The rest of the way from each hex, kept for as long as the Germans stay as they are."""
        cause = (seen.state.turn, seen.now.phase, tuple(seen.now.forces))
        if self._ways is None or self._ways[0] != cause:
            self._ways = (cause, ways_of_infantry(seen, self.weights, self._worths(seen)))
        return self._ways[1]

    def _rangers_of(self, seen: Picture) -> Floats | None:
        """The rest of the way of rangers, kept for as long as the Germans stay as they are."""
        cause = (seen.state.turn, tuple(seen.now.forces))
        if self._afar is None or self._afar[0] != cause:
            self._afar = (cause, ways_of_rangers(seen, self.weights))
        return self._afar[1]

    def _roads_of(self, seen: Picture) -> dict[str, Floats]:
        """The rest of the way of vehicles and guns, kept for as long as the ground stays as it is."""
        cause = (seen.state.turn, seen.now.bases, tuple(seen.now.forces))
        if self._roads is None or self._roads[0] != cause:
            self._roads = (cause, ways_of_vehicles(seen, self.weights))
        return self._roads[1]


def known_view(view: View) -> PositionView[State]:
    """A view of this system; UsageError for another one."""
    if not isinstance(view, PositionView) or not isinstance(view.position, State):
        raise UsageError("This player of omaha was given a view of another system.")
    return view


def _first_on_offer(view: View) -> Choice:
    """The end of the phase, or the first order on offer, which is always legal."""
    order = od.Done() if view.why_not(od.Done()) is None else next(iter(view.legal_orders()))
    return Choice(order, Reason(Text("Give the only order possible")))
