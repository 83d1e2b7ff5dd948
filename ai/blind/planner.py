"""The planning players: they keep a belief, weigh attacks by exact chances, hold a line and keep reserves."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy, deepcopy

from ai.blind.advice import paper
from ai.blind.attacks import Attack, attacks
from ai.blind.belief import Belief
from ai.blind.greedy import Greedy, known_view
from ai.blind.guess import Guess
from ai.blind.levels import Level, beliefs, level_named
from ai.blind.line import Line, Lines
from ai.blind.manning import moves_to_line
from ai.blind.moves import Move, best_move, moves
from ai.blind.picture import Flags, Picture
from ai.blind.posts import Posts
from ai.blind.weights import LIKELY, MANNERS, RESERVES_WITHIN, eager, tempered
from ai.shell.levels import Personality
from ai.shell.reasons import Advice
from wab.engine.kernel.dice import Chance, derived_seed
from wab.engine.kernel.orders import Order
from wab.engine.kernel.view import View
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.board import enemy_of
from wab.systems.blind.state.state import FIRST, MOVEMENT, State

BALANCED = Personality("balanced")


def make(name: str, seed: int) -> Planner:
    """The planning player at the level of that name."""
    return Planner(seed, level_named(name))


class Planner(Greedy):
    """Plays by what it believes; its belief goes on from one question to the next."""

    def __init__(self, seed: int, level: Level, personality: Personality = BALANCED) -> None:
        super().__init__(seed)
        self.level, self.personality = level, personality
        self._belief: Belief | None = None
        self._line = Line()
        self._cause: tuple[int, str, bytes, tuple[int, ...]] | None = None
        """The moment, the ground and the units for which the line was found."""
        self._ground: Flags | None = None
        self._later: Flags | None = None

    def advise(self, view: View) -> tuple[Advice, ...]:
        """Return what it would do in a person's place; no order is given, and no later order changes."""
        known = known_view(view)
        aside = copy(self)
        aside._belief = deepcopy(self._belief)
        seen = aside._seen(known)
        posts = aside._posts(seen)
        marches: Iterator[Move] = iter(())
        if seen.now.phase in MOVEMENT and seen.now.table is None:
            kept = aside._kept(seen, posts) | frozenset(aside._line.posts)
            marches = iter([*moves_to_line(seen, aside._line), *moves(seen, posts, kept)])
        meant = aside._attacks(seen, posts) if seen.now.phase in FIRST and seen.now.table is None else iter(())
        return paper(seen, meant, marches, aside._order(seen, posts))

    def _guess(self, state: State, side: str) -> Guess:
        if self._belief is None:
            numbers = beliefs()
            self._belief = Belief(
                side,
                self.level.particles,
                derived_seed(self.seed, f"belief/{side}") >> 1,
                numbers.scales[side],
                numbers.habits[enemy_of(side)],
            )
        believed = self._belief.follow(state)
        moment = Chance(self.seed, f"lapse/{side}/{state.now.turn}/{state.now.phase}")
        if moment.below(1000) < self.level.lapses * 1000:
            return super()._guess(state, side)
        return believed

    def _posts(self, seen: Picture) -> Posts:
        """The Germans hold a line; the Allies go wherever most is to be gained."""
        if seen.side == "axis":
            if seen.now.phase == "axis_first":
                self._ground = self._later
            elif seen.now.phase == "axis_second":
                self._later = seen.foreign
            self._line = self._held(seen)
        manner = tempered(MANNERS[seen.side], self.personality)
        if seen.side == "allied":
            manner = eager(manner, seen.now.stocks.get("us", 0) + seen.now.stocks.get("br", 0))
        return Posts(seen, manner, self._line.hexes)

    def _held(self, seen: Picture) -> Line:
        """The line of this phase: the same until ground changes hands or units come and go."""
        cause = (seen.now.turn, seen.now.phase, seen.foreign.tobytes(), tuple(unit.id for unit in seen.units))
        if cause != self._cause:
            self._cause = cause
            self._line = Lines(seen, self._ground).found()
        return self._line

    def _move(self, seen: Picture, posts: Posts, kept: frozenset[int]) -> Move | None:
        found = next(moves_to_line(seen, self._line), None)
        return found or best_move(seen, posts, kept | frozenset(self._line.posts))

    def _attack(self, seen: Picture, posts: Posts) -> Attack | None:
        return next(self._attacks(seen, posts), None)

    def _attacks(self, seen: Picture, posts: Posts) -> Iterator[Attack]:
        """The attacks that are worth it, the best first; a unit that the line waits for makes none."""
        worths = {int(hex_): float(posts.take[hex_]) for hex_ in seen.line.nonzero()[0]}
        units = seen.state.units
        for attack in attacks(seen, worths, posts.manner.price):
            fresh = any(units[unit].target < 0 for unit in attack.units)
            away = any(self._line.posts.get(unit, units[unit].hex) != units[unit].hex for unit in attack.units)
            if fresh and not away and attack.occupied > LIKELY and attack.value > posts.manner.margin:
                yield attack

    def _reserves(self, seen: Picture, posts: Posts) -> Order | None:
        for unit in seen.units:
            if unit.act or unit.reserve:
                continue
            behind = 0 < seen.depth[unit.hex] - 1 <= RESERVES_WITHIN
            spare = seen.crowd[unit.hex] > seen.state.re(unit.id)
            idle = seen.side == "allied" and seen.front[unit.hex]
            if behind or (spare and seen.front[unit.hex]) or idle:
                return od.Reserve(unit.id)
        return None
