"""The planning players: a breach for each sector, paid actions by pairs, ground that counts at the end."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import combinations

from msgspec import structs

from ai.omaha.advice import paper
from ai.omaha.assault import worths_of
from ai.omaha.greedy import Greedy, Option, known_view
from ai.omaha.levels import Level, level_named
from ai.omaha.moves import Ground
from ai.omaha.picture import Picture
from ai.omaha.plan import Objective, chosen, objectives, opened, wanted
from ai.omaha.weights import weights
from ai.shell.reasons import Advice
from wab.engine.kernel.dice import Chance
from wab.engine.kernel.orders import Order
from wab.engine.kernel.view import View
from wab.hexes import HexId
from wab.systems.omaha.state import orders as od


def make(name: str, seed: int) -> Planner:
    """The planning player at the level of that name."""
    return Planner(seed, level_named(name))


NORMAL = Level("normal")


class Planner(Greedy):
    """Plays by a plan that goes on from turn to turn."""

    def __init__(self, seed: int, level: Level = NORMAL) -> None:
        super().__init__(seed)
        self.level = level
        self.weights = weights().normal
        self._plan: tuple[object, dict[str, Objective]] | None = None
        self._barred: tuple[object, dict[HexId, float]] | None = None

    def advise(self, view: View) -> tuple[Advice, ...]:
        """Return what it would do in a person's place; no order is given, and no later order changes."""
        aside = copy(self)
        seen = Picture(known_view(view).position)
        order, option = aside._order(seen)
        options: list[Option] = []
        if seen.now.stage == "actions" and seen.now.acting:
            weighed = [one for one in aside._options(seen) if aside._rank(one) > self.weights.least]
            options = sorted(weighed, key=lambda one: (one is not option, -aside._rank(one)))
        return paper(seen, options, aside._objectives(seen).values(), order, option)

    def _objectives(self, seen: Picture) -> dict[str, Objective]:
        """The breach of each sector, found again when Germans come or go."""
        cause = (seen.state.turn, tuple(seen.now.forces))
        if self._plan is None or self._plan[0] != cause:
            before = {sector: one.name for sector, one in self._plan[1].items()} if self._plan else {}
            self._plan = (cause, chosen(objectives(seen), before))
        return self._plan[1]

    def _worths(self, seen: Picture) -> dict[HexId, float]:
        found = worths_of(seen, self.weights)
        point = self._point(seen)
        if point and (seen.state.late or seen.turns_left <= 1):
            for target, more in self._opened(seen).items():
                found[target] += point * more
        if not self.level.plans:
            return found
        for one in self._objectives(seen).values():
            for target in one.targets:
                found[target] += self.weights.focus * one.value / max(2, len(one.targets))
        return found

    def _opened(self, seen: Picture) -> dict[HexId, float]:
        """The points that each German unit keeps from counting, found again when Germans come or go."""
        cause = (seen.state.turn, seen.now.phase, tuple(seen.now.forces))
        if self._barred is None or self._barred[0] != cause:
            self._barred = (cause, {target: opened(seen, target) for target in seen.now.forces})
        return self._barred[1]

    def _order(self, seen: Picture) -> tuple[Order, Option | None]:
        """The next order; the afternoon has prices of its own, and in the last turn nothing counts but points."""
        usual = self.weights
        if seen.state.late:
            self.weights = structs.replace(usual, **usual.late)
        if not seen.turns_left:
            self.weights = structs.replace(usual, **usual.last)
        try:
            return super()._order(seen)
        finally:
            self.weights = usual

    def _options(self, seen: Picture) -> Iterator[Option]:
        """The options as the level sees them: a poor one misjudges their gain."""
        if not self.level.noise:
            yield from super()._options(seen)
            return
        for option in super()._options(seen):
            error = Chance(self.seed, f"{seen.state.turn} {option.order}").below(2001) / 1000 - 1
            yield option._replace(gain=option.gain + self.level.noise * error)

    def _ground(self, seen: Picture) -> Ground:
        """The facts by which moves are weighed: towards the end the ground that counts."""
        return super()._ground(seen)._replace(wanted=wanted(seen), point=self._point(seen))

    def _point(self, seen: Picture) -> float:
        """The worth of a victory point that is held now."""
        left = seen.turns_left
        return self.weights.held[left] if left < len(self.weights.held) else 0.0

    def _action(self, seen: Picture) -> Option | None:
        """The best action, and where actions must be paid for, the first of the best pair that can be."""
        options = [option for option in self._options(seen) if option.gain > self.weights.least]
        best = max(options, key=self._rank, default=None)
        if best is not None and best.paid:
            best = self._best_of_pairs(seen, [option for option in options if option.paid])
        if best is not None and self._rank(best) > self.weights.least:
            return best
        return max(self._last_options(seen), key=self._rank, default=None)

    def _best_of_pairs(self, seen: Picture, options: list[Option]) -> Option | None:
        ranked = sorted(options, key=lambda option: -option.gain / option.paid)[: self.weights.candidates]
        left = seen.state.paid_actions(seen.now.acting)
        parties: list[tuple[Option, ...]] = [(one,) for one in ranked]
        parties += [pair for pair in combinations(ranked, 2) if _apart(*pair)]
        able = [party for party in parties if sum(one.paid for one in party) <= left]
        best = max(able, key=lambda party: sum(map(self._rank, party)), default=())
        return max(best, key=lambda one: one.gain / one.paid, default=None)


def _apart(one: Option, other: Option) -> bool:
    """Check if two options use different units, and attack different hexes."""
    targets = {getattr(option.order, "target", -1) for option in (one, other)}
    return not set(_units(one)) & set(_units(other)) and (targets == {-1} or len(targets) == 2)


def _units(option: Option) -> tuple[int, ...]:
    order = option.order
    match order:
        case od.Attack() | od.Move():
            return order.units
        case od.NavalBarrage():
            return ()
    return (order.unit,)
