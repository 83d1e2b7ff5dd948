"""Refuge: places out of the enemy's reach for worn units whose loss would all but end the game, and a screen for them.

Such units find no shelter behind zones and bonds of their own, and an enemy within reach is sure to attack them. So
they are lifted off the map before the enemy's reach is worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from ai.zocbonds import judgement as j
from ai.zocbonds.picture import Picture
from wab.systems.zocbonds.state.room import has_room
from wab.systems.zocbonds.state.state import State


@dataclass(frozen=True)
class Refuge:
    """The search for one march. `spared`: the units that must be spared; `options`: by unit, the hexes that it can
    reach; `supposed`: the position with all units where the plan has them, which is changed as units find their places.
    """

    picture: Picture
    supposed: State
    spared: tuple[int, ...]
    options: Mapping[int, Sequence[int]]

    def hide(self, foes: tuple[int, ...] = ()) -> float:
        """Move each of the spared to its safest place, and of safe places to the place nearest to what is wanted. With
        `foes` only these enemies are looked at. Return how well that hides them, in steps.
        """
        picture, found = self.picture.without(self.spared, self.supposed, j.HUNTED, foes), 0.0
        for unit in self.spared:
            safety = {hex_: self._safety(picture, unit, hex_) for hex_ in self.options[unit]}
            chosen = max(safety, key=lambda hex_: safety[hex_])
            self.supposed.change(unit, hex=chosen)
            found += safety[chosen]
        return found

    def _safety(self, picture: Picture, unit: int, hex_: int) -> float:
        beside = tuple(one for one in self.supposed.stacks.get(hex_, ()) if one != unit)
        if beside and not has_room(self.supposed, (self.supposed.units[unit],), hex_):
            return -inf
        return j.PULL_BACK * float(picture.ground.pull[hex_]) - picture.exposure(hex_, (*beside, unit))

    def screen(self, others: Iterable[int], valued: Callable[[int], Mapping[int, float]]) -> dict[int, int]:
        """Return the other units that had better stand between the enemy and the spared, each with its hex there; none
        if the spared are safe. `valued`: what each hex is worth to one of the others otherwise.
        """
        near, screens = self._near(others), dict[int, int]()
        foes = self._foes(near)
        for unit in near if foes else ():
            here, worth = self.supposed.units[unit].hex, valued(unit)
            best, chosen = self.hide(foes) + worth[here], here
            for hex_, value in worth.items():
                if hex_ == here or value == -inf or not self._is_near(hex_):
                    continue
                self.supposed.change(unit, hex=hex_)
                hidden = self.hide(foes) + value
                if hidden > best:
                    best, chosen = hidden, hex_
            self.supposed.change(unit, hex=chosen)
            screens[unit] = chosen
        self.hide(foes)
        return screens

    def _near(self, others: Iterable[int]) -> list[int]:
        """The others that could screen the spared, the strong first."""
        state = self.supposed
        mobile = (unit for unit in others if any(map(self._is_near, self.options[unit])))
        able = [unit for unit in mobile if state.binds(state.units[unit])]
        return sorted(able, key=lambda unit: (-state.strength(state.units[unit]), unit))[: j.SCREENS]

    def _is_near(self, hex_: int) -> bool:
        grid, units = self.supposed.board.grid, self.picture.state.units
        return any(grid.distance(hex_, units[unit].hex) <= j.SCREEN for unit in self.spared)

    def _foes(self, near: Sequence[int]) -> tuple[int, ...]:
        """The enemies that could get at the spared in any of their places without a screen; none if they are safe
        there.
        """
        seen = self.picture.without(self.spared, self.supposed, j.HUNTED)
        if not any(seen.menace(self.supposed.units[unit].hex).strength for unit in self.spared):
            return ()
        unscreened = self.picture.without((*self.spared, *near), self.supposed, j.HUNTED)
        hexes = {hex_ for unit in self.spared for hex_ in self.options[unit]}
        return tuple(sorted({foe for hex_ in hexes for foe in unscreened.attackers(hex_)}))
