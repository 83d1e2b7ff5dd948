"""Analysis: named maps of one side's situation, each made when first asked for and kept for one decision.

All maps are arrays by hex with a unit; `Analysis.maps()` gives them as overlays. Composite maps are sums of layers.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from ai.operations.analysis import ground, supply
from ai.operations.analysis.belief import Belief
from ai.operations.judgement.analysis import (
    MOST_SLOWED,
    OWN_RESISTS,
    POCKET_CUT,
    POCKET_WITHIN,
    POCKETS,
    UNSEEN_RESISTS,
)
from ai.operations.maps import influence, lines, ways
from ai.operations.maps.supply import Lifeline, Pocket, clusters, posts
from ai.operations.picture.picture import Picture, leave_cost
from wab.engine.words.text import N_, Text
from wab.hexes.cuts import Regions
from wab.systems.operations.state.stacking import occupied

Mask = NDArray[np.bool_]
Values = NDArray[np.float32]


class Layer(msgspec.Struct, frozen=True):
    """One map of a composite, with its weight."""

    map: str
    weight: float = 1.0


class Overlay(msgspec.Struct, frozen=True):
    """A map to be shown: its values by hex, its title, and its unit."""

    values: Any
    title: Text
    unit: Text


POINTS, COLUMNS, HP, YES, UNITS = N_("points"), N_("columns"), N_("HP"), N_("yes or no"), N_("units")
TITLES: Mapping[str, tuple[str, str]] = {
    "influence own": (N_("Own influence"), POINTS),
    "influence enemy": (N_("Enemy influence"), POINTS),
    "tension": (N_("Tension"), POINTS),
    "vulnerability": (N_("Undecided ground"), POINTS),
    "threat": (N_("Enemy attack next turn"), POINTS),
    "defensibility": (N_("Defensive worth of the ground"), COLUMNS),
    "frontier": (N_("Frontier"), YES),
    "unseen enemies": (N_("Unseen enemies expected"), UNITS),
    "regions": (N_("Regions"), N_("number")),
    "pockets": (N_("Enemy groups that can be cut off"), HP),
}
COMPOSITES: Mapping[str, tuple[Layer, ...]] = {
    "resistance": (
        Layer("influence enemy"),
        Layer("influence own", OWN_RESISTS),
        Layer("unseen enemies", UNSEEN_RESISTS),
    ),
}


class Analysis:
    """The maps of one picture and belief."""

    def __init__(self, picture: Picture, belief: Belief, regions: Regions | None = None) -> None:
        self.picture = picture
        self.belief = belief
        self._regions = regions

    # ---- influence

    @cached_property
    def own_influence(self) -> Values:
        """float32[N]: attack points that this side can bring."""
        return ground.influence_of(self.picture, self.picture.own)

    @cached_property
    def enemy_influence(self) -> Values:
        """float32[N]: attack points that known enemies can bring."""
        units = (unit for stack in self.picture.foes.values() for unit in stack)
        return ground.influence_of(self.picture, units)

    # ---- ground and front

    @cached_property
    def defensibility(self) -> Values:
        """float32[N]: columns that ground and water give a defender."""
        return ground.defensibility(self.picture.board, self.picture.shelter)

    @cached_property
    def regions(self) -> Regions:
        """The map divided for its places; the same all through a game."""
        return self._regions if self._regions is not None else ground.regions_of(self.picture.board)

    @cached_property
    def frontier(self) -> Mask:
        """bool[N]: own hexes that touch the enemy's ground."""
        picture = self.picture
        own, enemy = (ground.held_by(picture.position, side) for side in (picture.side, picture.foe))
        return lines.frontier(ground.country_of(picture.board), own, enemy)

    # ---- supply

    @cached_property
    def _own_prices(self) -> NDArray[np.int32]:
        return supply.prices(self.picture.position, self.picture.side)

    @cached_property
    def _enemy_prices(self) -> NDArray[np.int32]:
        return supply.prices(self.picture.position, self.picture.foe)

    def lifeline(self, group: tuple[int, ...]) -> Lifeline:
        """Return how own units in some hexes depend on their supply."""
        return supply.lifeline(self.picture.position, self.picture.side, group, self._own_prices)

    @cached_property
    def pockets(self) -> tuple[Pocket, ...]:
        """Enemy groups that a few closed hexes would cut off, the groups with most HP first."""
        if not self.picture.board.rules.supply:
            return ()
        found = [pocket for group in self._groups_in_reach() if (pocket := self._pocket(group)) is not None]
        return tuple(sorted(found, key=lambda pocket: (-pocket.hp, pocket.fragility, pocket.group)))

    def _groups_in_reach(self) -> list[tuple[int, ...]]:
        picture = self.picture
        fighters = [unit.hex for unit in picture.own if picture.is_fighter(unit)]
        hexes = [hex_ for hex_, stack in picture.foes.items() if any(not picture.profile(u).is_ship for u in stack)]
        if not fighters:
            return []
        away = np.min([picture.grid.distances(hex_) for hex_ in sorted(dict.fromkeys(fighters))], axis=0)
        groups = [group for group in clusters(picture.grid, hexes) if min(away[list(group)]) <= POCKET_WITHIN]
        groups.sort(key=lambda group: (-self._hp(group), group))
        return groups[:POCKETS]

    def _hp(self, group: tuple[int, ...]) -> int:
        return sum(unit.hp for hex_ in group for unit in self.picture.foes.get(hex_, ()))

    def _pocket(self, group: tuple[int, ...]) -> Pocket | None:
        position, foe = self.picture.position, self.picture.foe
        line = supply.lifeline(position, foe, group, self._enemy_prices)
        if not 1 <= line.fragility <= POCKET_CUT:
            return None
        manned = posts(self.picture.grid, line.hexes, self.closed_to_us)
        return Pocket(group, self._hp(group), line.fragility, line.hexes, manned) if manned else None

    @cached_property
    def closed_to_us(self) -> Mask:
        """bool[N]: hexes that own land units cannot enter now: water, or with an enemy in them."""
        closed: Mask = ~self.picture.board.land | occupied(self.picture.position, self.picture.foe)
        return closed

    @cached_property
    def supplied_ground(self) -> NDArray[np.int64]:
        """int64[K]: hexes that own units can enter and that would be in supply, ascending."""
        hexes: NDArray[np.int64] = np.flatnonzero(self.picture.in_supply & ~self.closed_to_us)
        return hexes

    # ---- ways

    @cached_property
    def resistance(self) -> Values:
        """float32[N]: half movement points by which the enemy makes each hex dearer on an axis of advance."""
        slowed = np.clip(self.composite("resistance"), 0, MOST_SLOWED).astype(np.float32)
        slowed[self.picture.foe_zone > 0] += self.picture.weights.zone_delay
        slowed[list(self.picture.foes)] += MOST_SLOWED
        return slowed

    def axis_to(self, start: int, goal: int) -> ways.Axis | None:
        """The way of least resistance between two hexes."""
        board = self.picture.board
        return ways.axis_to(board.workspace, leave_cost(board, "inf"), start, goal, self.resistance)

    # ---- as overlays

    def composite(self, name: str) -> Values:
        """float32[N]: a sum of layers from COMPOSITES; KeyError for a name that is not there."""
        layers = [(self._map(layer.map), layer.weight) for layer in COMPOSITES[name]]
        total: Values = np.sum([weight * values.astype(np.float32) for values, weight in layers], axis=0)
        return total

    def _map(self, name: str) -> NDArray[Any]:
        values: NDArray[Any] = _MAPS[name](self)
        return values

    def maps(self) -> dict[str, Overlay]:
        """All named maps as overlays."""
        return {
            name: Overlay(self._map(name), Text(title), Text(unit)) for name, (title, unit) in sorted(TITLES.items())
        }

    def pocket_map(self) -> NDArray[np.int32]:
        """int32[N]: in the hexes that close a pocket, the HP that it holds."""
        held = np.zeros(self.picture.grid.size, np.int32)
        for pocket in self.pockets:
            held[list(pocket.hexes)] += pocket.hp
        return held


_MAPS: Mapping[str, Any] = {
    "influence own": lambda analysis: analysis.own_influence,
    "influence enemy": lambda analysis: analysis.enemy_influence,
    "tension": lambda analysis: influence.tension(analysis.own_influence, analysis.enemy_influence),
    "vulnerability": lambda analysis: influence.vulnerability(analysis.own_influence, analysis.enemy_influence),
    "threat": lambda analysis: analysis.picture.threat.points,
    "defensibility": lambda analysis: analysis.defensibility,
    "frontier": lambda analysis: analysis.frontier,
    "unseen enemies": lambda analysis: analysis.belief.occupancy,
    "regions": lambda analysis: analysis.regions.owner,
    "pockets": lambda analysis: analysis.pocket_map(),
}
