"""The line on which the Germans hold out: the cheapest cut between the firm ground of the enemy and their rear.

No zone of control stops a unit here: a hex without a unit is a hole through which a brigade drives into the rear. So
the line has no more hexes than there are units for it, and it gives up places before it has holes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from ai.blind.ground import Hexes, Values
from ai.blind.picture import Flags, Picture
from ai.blind.weights import LINE, MOST_PHASES, NEARNESS
from ai.blind.worths import open_places
from wab.hexes import UNREACHED
from wab.hexes import field as ways_over
from wab.hexes.cuts import Cut, cheapest_cut
from wab.systems.blind.ground.costs import ways
from wab.systems.blind.movement.marching import points_left, why_not_move
from wab.systems.blind.state.state import Unit


@dataclass(frozen=True)
class Line:
    """The hexes of a line, and the hex to which each unit goes that mans it."""

    hexes: tuple[int, ...] = ()
    posts: Mapping[int, int] = field(default_factory=dict)


class Lines:
    """Looks for the line of a side in a picture."""

    def __init__(self, seen: Picture, known: Flags | None = None) -> None:
        """`known`: bool[N], the ground that the enemy held a turn ago, None if nothing is remembered."""
        self.seen, self._grid, self._known = seen, seen.board.grid, known
        self._closed = seen.board.closed
        self._body = self._main_body()
        rows = np.flatnonzero(self._body)
        distances = seen.ground.distances
        self._away = distances[rows].min(axis=0).astype(np.int64) if rows.size else np.full(self._grid.size, 99)

    def found(self) -> Line:
        """The line with fewest holes and places given up, and the units that man it; none if most of it is holes."""
        if not self._body.any():
            return Line()
        cuts = dict.fromkeys(self._cuts())
        if not cuts:
            return Line()
        cut = min(cuts, key=lambda one: (round(self._price(one), 3), len(one), one))
        posts = self._manned(cut)
        return Line(cut, posts) if 2 * len(set(cut) & set(posts.values())) >= len(cut) else Line()

    def _main_body(self) -> Flags:
        """bool[N]: the ground from which the enemy must be kept: beaches, and ground held for a turn. A column that has
        just driven through a gap is cut off.
        """
        seen = self.seen
        if self._known is None:
            return seen.foreign
        body: Flags = seen.foreign & (seen.ground.sources | self._known)
        strong = seen.foreign & (seen.guess.occupied > LINE.held)
        return body | (strong & seen.ground.around(body))

    # ---- where it runs

    def _cuts(self) -> Iterator[tuple[int, ...]]:
        """Cheapest lines: near the enemy and farther back, with one place after the other kept behind it."""
        seen = self.seen
        places = open_places(seen)
        within = np.flatnonzero(seen.own & (places > 0) & (self._away >= 2) & (self._away <= LINE.band))
        for late, band in product(LINE.late, LINE.bands):
            prices = self._prices(places, late)
            rear = np.flatnonzero(seen.own & (self._away > band)).tolist()
            found = self._cheapest(prices, rear)
            if found is None or not found.hexes:
                continue
            yield found.hexes
            for place in sorted(within.tolist(), key=lambda hex_: (-places[hex_], self._away[hex_], hex_)):
                other = self._cheapest(prices, [*rear, place])
                if other is not None and other.price - found.price <= LINE.place * places[place]:
                    found, rear = other, [*rear, place]
            yield found.hexes

    def _price(self, cut: tuple[int, ...]) -> float:
        """The price of a line: holes in it, units, and places that it gives up."""
        seen, hexes = self.seen, list(cut)
        units = [unit for unit in seen.units if self._within_reach(unit, hexes)]
        delays = np.array([self._delays[unit.id][hexes] for unit in units]).reshape(len(units), len(hexes))
        rows, columns = linear_sum_assignment(np.minimum(delays, 3))
        holes = len(hexes) - len(rows) + int((delays[rows, columns] > self._grace).sum())
        foreign = float(seen.guess.occupied[hexes][seen.foreign[hexes]].sum())
        ground = self._given_up(cut)
        places = np.where(seen.own, open_places(seen), 0.0)
        behind: Flags = np.asarray(seen.ground.next_to[hexes].any(axis=0), np.bool_)
        behind[[*hexes, *ground]] = False
        lost = float(places[ground].sum() + LINE.exposed * places[behind].sum()) + LINE.acre * len(ground)
        return LINE.hole * (holes + foreign) + LINE.unit * len(hexes) + LINE.place * lost

    @property
    def _grace(self) -> int:
        """The phases of marching that are left before an Allied unit can move: in the first turn none is in reserve."""
        now = self.seen.now
        return int(now.phase in ("axis_first", "axis_combat") and now.turn == self.seen.board.first)

    def _given_up(self, cut: tuple[int, ...]) -> list[int]:
        """Own hexes that the enemy can reach without going through the line."""
        seen = self.seen
        closed: Flags = np.logical_not(seen.board.land)
        closed[list(cut)] = True
        reached, fresh = self._body.copy(), self._body
        while fresh.any():
            fresh = seen.ground.around(fresh) & ~closed & ~reached
            reached = reached | fresh
        return np.flatnonzero(reached & seen.own).tolist()

    def _cheapest(self, prices: NDArray[np.int32], targets: list[int]) -> Cut | None:
        return cheapest_cut(self._grid, prices, np.flatnonzero(self._body).tolist(), targets, self._closed)

    def _prices(self, places: Values, late: float) -> NDArray[np.int32]:
        """int32[N]: what it costs to hold each hex of a line."""
        seen = self.seen
        rows = seen.board.tables.terrain.terrain
        cover = np.array([rows[seen.board.terrain(hex_)].defence if seen.board.land[hex_] else 0 for hex_ in self._all])
        manned = np.zeros(self._grid.size, np.bool_)
        manned[[unit.hex for unit in seen.units]] = True
        near = np.zeros(self._grid.size, np.int64)
        for delays in self._delays.values():
            near += delays <= self._grace
        price = LINE.unit - LINE.cover * cover + LINE.deeper * np.maximum(0, self._away - 1)
        price = price - LINE.manned * manned - LINE.point * places + late * (near == 0)
        price = price + np.where(seen.foreign, LINE.foreign + LINE.occupied * seen.guess.occupied, 0.0)
        found: NDArray[np.int32] = np.maximum(10, np.rint(price)).astype(np.int32)
        found[~seen.board.land] = 0
        return found

    @cached_property
    def _all(self) -> range:
        return range(self._grid.size)

    # ---- who mans it

    @cached_property
    def _delays(self) -> dict[int, Hexes]:
        """int64[N] by unit: the phases after this one until it stands in a hex."""
        return {unit.id: self._delay(unit) for unit in self.seen.units}

    def _delay(self, unit: Unit) -> Hexes:
        seen = self.seen
        barred = ~seen.board.land | (seen.foreign & (seen.guess.occupied > LINE.held))
        spent = ways_over(seen.board.workspace, [unit.hex], ways(seen.state, unit.id).march, barred)
        allowance = max(1, seen.state.supply(unit.id).movement(seen.state.profile(unit.id).row.movement))
        moves = why_not_move(seen.state, unit.id) is None
        left = points_left(seen.state, unit.id) if moves else 0
        later = -(-np.maximum(0, spent.astype(np.int64) - left) // allowance)
        return np.minimum(np.where(spent >= UNREACHED, MOST_PHASES, later), MOST_PHASES)

    def _manned(self, cut: tuple[int, ...]) -> dict[int, int]:
        """A unit for each hex of the line, then for towns behind it, a second line, and the line once more."""
        posts: dict[int, int] = {}
        for hexes in (list(cut), self._towns(cut), self._second(cut), list(cut)):
            left = [unit for unit in self.seen.units if unit.id not in posts and self._within_reach(unit, hexes)]
            if not left or not hexes:
                continue
            threat = np.minimum(3.0, self._threat(hexes) / LINE.threat)
            costs = np.array([self._costs(unit, hexes, threat) for unit in left])
            rows, columns = linear_sum_assignment(costs)
            posts |= {left[row].id: hexes[column] for row, column in zip(rows.tolist(), columns.tolist(), strict=True)}
        return posts

    def _within_reach(self, unit: Unit, hexes: list[int]) -> bool:
        return bool(hexes) and bool(self._delays[unit.id][hexes].min() < MOST_PHASES)

    def _towns(self, cut: tuple[int, ...]) -> list[int]:
        """Places close behind the line: a unit in each keeps columns out, for they cannot attack once through."""
        seen = self.seen
        places = open_places(seen)
        near = seen.ground.distances[list(cut)].min(axis=0) <= LINE.garrison
        towns = np.flatnonzero(seen.own & near & (places >= LINE.town)).tolist()
        return [hex_ for hex_ in towns if hex_ not in cut]

    def _second(self, cut: tuple[int, ...]) -> list[int]:
        """A line behind the line, for units that wait in reserve there."""
        seen = self.seen
        before = self._body.copy()
        before[list(cut)] = True
        apart = seen.ground.distances[np.flatnonzero(before)].min(axis=0)
        prices = np.where(seen.board.land, 100, 0).astype(np.int32)
        rear = np.flatnonzero(seen.own & (apart > 2) & (self._away > 3)).tolist()
        found = cheapest_cut(self._grid, prices, np.flatnonzero(before).tolist(), rear, self._closed)
        return [hex_ for hex_ in found.hexes if seen.own[hex_]] if found is not None else []

    def _costs(self, unit: Unit, hexes: list[int], threat: Values) -> list[int]:
        seen = self.seen
        stout = seen.fire_of(unit) + 2 * unit.steps
        apart = seen.ground.distances[unit.hex, hexes].astype(np.int64)
        moved = LINE.moves * (apart > 0) + LINE.ride * apart
        late = np.maximum(0, self._delays[unit.id][hexes] - self._grace)
        found = (
            1000 * late
            + 20 * self._delays[unit.id][hexes]
            + moved
            - np.rint(LINE.fit * stout * threat + LINE.place * open_places(seen)[hexes])
        )
        return [int(cost) for cost in found.tolist()]

    def _threat(self, hexes: list[int]) -> Values:
        """float[L]: the fire power that may strike each hex of the line, less with each hex between."""
        seen = self.seen
        apart = np.minimum(seen.ground.distances[hexes].astype(np.int64), len(NEARNESS))
        weights = np.array((*NEARNESS, 0.0))[apart]
        found: Values = weights @ np.where(seen.foreign, seen.guess.power, 0.0)
        return found
