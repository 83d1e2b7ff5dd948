"""Analysis: named maps of one side's situation, each worked out when first asked for and kept for one decision.

All maps are arrays by hex with a unit; `Analysis.maps()` gives them as overlays. Composite maps are sums of layers.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from ai.operations.analysis import ground, influence, lines, supply, ways
from ai.operations.belief import Belief
from ai.operations.picture import Picture
from wab.engine.text import N_, Text
from wab.hexes.cuts import Regions
from wab.systems.operations.control import control_codes
from wab.systems.operations.stacking import occupied

POCKETS = 8
"""Enemy groups that are looked at as pockets: those with the most HP within reach."""
RIPE = 3
"""Hexes that may have to be closed for a group to be a pocket candidate, at most."""
WITHIN = 7
"""Hexes from our own units within which an enemy group can be pocketed in two turns."""
MOST_SLOWED = 40
"""Half movement points for which an enemy stack in the way stands, and enemies near it at most."""

Mask = NDArray[np.bool_]
Values = NDArray[np.float32]


class Layer(msgspec.Struct, frozen=True):
    """One map of a composite, with its weight."""

    map: str
    weight: float = 1.0


class Overlay(msgspec.Struct, frozen=True):
    """A map to be shown: its values by hex, what it is called, and its unit."""

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
    "resistance": (Layer("influence enemy"), Layer("influence own", -0.5), Layer("unseen enemies", 4.0)),
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
        return influence.influence(self.picture, self.picture.own)

    @cached_property
    def enemy_influence(self) -> Values:
        """float32[N]: attack points that known enemies can bring."""
        units = (unit for stack in self.picture.foes.values() for unit in stack)
        return influence.influence(self.picture, units)

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
        return lines.frontier(picture.board, control_codes(picture.position), picture.side, picture.foe)

    # ---- supply

    @cached_property
    def _own_prices(self) -> NDArray[np.int32]:
        return supply.prices(self.picture.position, self.picture.side)

    @cached_property
    def _enemy_prices(self) -> NDArray[np.int32]:
        return supply.prices(self.picture.position, self.picture.foe)

    def lifeline(self, group: tuple[int, ...]) -> supply.Lifeline:
        """How own units in some hexes hang on their supply."""
        return supply.lifeline(self.picture.position, self.picture.side, group, self._own_prices)

    @cached_property
    def pockets(self) -> tuple[supply.Pocket, ...]:
        """Enemy groups that few hexes part from their supply, those with the most HP first."""
        if not self.picture.board.scenario.rules.supply:
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
        groups = [group for group in supply.clusters(picture.grid, hexes) if min(away[list(group)]) <= WITHIN]
        groups.sort(key=lambda group: (-self._hp(group), group))
        return groups[:POCKETS]

    def _hp(self, group: tuple[int, ...]) -> int:
        return sum(unit.hp for hex_ in group for unit in self.picture.foes.get(hex_, ()))

    def _pocket(self, group: tuple[int, ...]) -> supply.Pocket | None:
        position, foe = self.picture.position, self.picture.foe
        line = supply.lifeline(position, foe, group, self._enemy_prices)
        if not 1 <= line.fragility <= RIPE:
            return None
        posts = supply.posts(self.picture.grid, line.hexes, self.closed_to_us)
        return supply.Pocket(group, self._hp(group), line.fragility, line.hexes, posts) if posts else None

    @cached_property
    def closed_to_us(self) -> Mask:
        """bool[N]: hexes that own land units cannot enter now: no land, or an enemy in it."""
        closed: Mask = ~self.picture.board.land | occupied(self.picture.position, self.picture.foe)
        return closed

    @cached_property
    def supplied_ground(self) -> NDArray[np.int64]:
        """int64[K]: hexes that own units can enter and where they would be in supply, ascending."""
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
        return ways.axis_to(self.picture, start, goal, self.resistance)

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
