"""The picture: where the enemy can march and attack next, what can stand against it, and who has a way back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.zocbonds import judgement as j
from ai.zocbonds.stakes import Stakes, distances
from ai.zocbonds.weights import DRIVE
from ai.zocbonds.worths import dearest_step, least_step, step_worth
from wab.hexes import OFF_MAP
from wab.systems.zocbonds.combat import odds
from wab.systems.zocbonds.combat.attack import may_ever_attack
from wab.systems.zocbonds.combat.defence import FACES, cell, column, may_lead
from wab.systems.zocbonds.combat.results import SHATTERING, effect_of
from wab.systems.zocbonds.ground.manners import TACTICAL
from wab.systems.zocbonds.ground.marching import reach
from wab.systems.zocbonds.state.board import Flags, enemy_of
from wab.systems.zocbonds.state.special_units import is_fixed
from wab.systems.zocbonds.state.state import State, Unit

Units = tuple[int, ...]
EXCHANGE = "EX"
"""The result at which each side chooses the losses of the other."""


class Menace(NamedTuple):
    """The attack that the enemy could make on a hex: strength after halving, whether tanks and better troops come."""

    strength: int
    armour: int
    quality: int


NO_MENACE = Menace(0, 0, 0)


@dataclass(frozen=True)
class Picture:
    """A position as a side sees it that is to move: all that is asked more than once.

    `lifted`: units that were taken off the map to see what the enemy could do without them; `foes`: the only enemies
    that are looked at, none for all of them.
    """

    state: State
    side: str
    ground: Stakes
    temper: j.Temper
    lifted: tuple[Unit, ...] = ()
    foes: Units = ()

    @property
    def enemy(self) -> str:
        """The other side."""
        return enemy_of(self.side)

    @cached_property
    def enemy_reach(self) -> Flags:
        """bool[N]: hexes that the enemy can march into next turn, as we stand now."""
        found = np.zeros(self.state.board.grid.size, np.bool_)
        for hexes in self._reaches.values():
            found[hexes] = True
        board, own = self.state.board, list(self.state.deployed(self.side).posts)
        beside = board.grid.neighbours[own]
        open_ = (beside != OFF_MAP) & ~board.impassable[own]
        found[own] = (found[beside] & open_).any(axis=1)  # where we stand now, once we have left
        return found

    @cached_property
    def at_risk(self) -> Flags:
        """bool[N]: hexes that the enemy can march into, beaches that it can attack, and decisive hexes within a day's
        drive of the enemy: a combat may open the way to them.
        """
        posts = self.state.deployed(self.enemy).posts
        found = self.enemy_reach.copy()
        for hex_ in self.state.board.beaches.values():
            found[hex_] |= bool(self.menace(hex_).strength)
        for hex_ in self.ground.dear:
            away = distances(self.state.board, hex_)
            found[hex_] |= any(away[there] <= DRIVE for there in posts)
        return found

    @cached_property
    def _reaches(self) -> dict[int, NDArray[np.int64]]:
        """By enemy unit: hexes where it can stand after its next march, its own among them."""
        found = {}
        for unit in self.foes or self.state.deployed(self.enemy).ids:
            standing = self.state.units[unit]
            if standing.scattered:
                continue
            hexes = [reach(self.state, (unit,)).hexes, reach(self.state, (unit,), TACTICAL).hexes]
            found[unit] = np.unique(np.concatenate([*hexes, [standing.hex]]).astype(np.int64))
        return found

    @cached_property
    def _attackers(self) -> dict[int, list[int]]:
        """By hex: the enemy units that can march next to it and attack it."""
        board = self.state.board
        found: dict[int, list[int]] = {}
        for unit, hexes in self._reaches.items():
            if not may_ever_attack(self.state, self.state.units[unit]):
                continue
            beside = board.grid.neighbours[hexes]
            open_ = (beside != OFF_MAP) & ~board.impassable[hexes]
            for hex_ in np.unique(beside[open_]).tolist():
                found.setdefault(hex_, []).append(unit)
        return found

    @cached_property
    def _menaces(self) -> dict[int, Menace]:
        return {hex_: self._menace_of(units) for hex_, units in self._attackers.items()}

    def menace(self, hex_: int) -> Menace:
        """The strongest attack that the enemy could make on a hex next turn."""
        return self._menaces.get(hex_, NO_MENACE)

    def _menace_of(self, units: list[int]) -> Menace:
        """The strongest force whole, the others halved; up to what counts in an attack."""
        state = self.state
        by_force: dict[str, int] = {}
        for unit in units:
            by_force.setdefault(state.profile(unit).force, 0)
            by_force[state.profile(unit).force] += state.strength(state.units[unit])
        main = max(sorted(by_force), key=lambda force: by_force[force])
        total = by_force[main] + -(-(sum(by_force.values()) - by_force[main]) // 2)
        ours = [unit for unit in units if state.profile(unit).force == main]
        tanks = [state.profile(unit) for unit in ours if state.profile(unit).armoured and not state.profile(unit).guns]
        return Menace(
            odds.within_limit(state, total),
            max((profile.armour for profile in tanks), default=0),
            max(state.quality(state.units[unit]) for unit in ours),
        )

    def without(self, units: Iterable[int], supposed: State, temper: j.Temper, foes: Units = ()) -> Picture:
        """The picture of a supposed position in another temper and without some units: what the enemy could do once
        they are gone; with `foes` only what these could do."""
        state = supposed.copy()
        lifted = tuple(state.take(unit) for unit in units if unit in supposed.units)
        return replace(self, state=state, lifted=lifted, temper=temper, foes=foes)

    def attackers(self, hex_: int) -> Units:
        """The enemy units that can march next to a hex and attack it next turn."""
        return tuple(self._attackers.get(hex_, ()))

    # ---- standing

    def exposure(self, hex_: int, units: Iterable[int]) -> float:
        """Return what the enemy's next attack on units in a hex would cost, by its chances; 0 if none comes."""
        named = tuple(units)
        threat = self.menace(hex_)
        if not named or not threat.strength:
            return 0.0
        there = [self._unit(unit) for unit in named]
        name = self._column(hex_, there, threat)
        if name is None:
            return 0.0
        lost, ground, gained = self._expected(name, hex_, there)
        sure = min(1.0, max(0.0, (lost + ground - gained) / j.EAGER))
        if self._is_garrison(hex_):
            ground *= j.GROUND / (j.GROUND + float(self.ground.worth[hex_]))
        return sure * (self.temper.exposed * lost + j.GIVEN_UP * ground)

    def _is_garrison(self, hex_: int) -> bool:
        """Return whether units in a hex keep what decides the game. The chance that they do has its worth already, and
        an empty place is lost as well.
        """
        return hex_ in self.ground.dear and self.state.holds(self.side, hex_)

    def falls(self, hex_: int, units: Iterable[int], threat: Menace) -> float:
        """Return the chance that an attack takes a hex from units there, with all shifts; 1 if it is empty."""
        there = [self._unit(unit) for unit in units]
        if not there:
            return 1.0
        name = self._column(hex_, there, threat)
        if name is None:
            return 0.0
        steps, stays, lost = sum(unit.steps for unit in there), self.holds(hex_, there), 0.0
        for die in range(1, FACES + 1):
            result = odds.result_of(self.state, name, die)
            _, ours, back = effect_of(self.state.board.tables.combat, result)
            driven = (1.0 if result in SHATTERING else 1.0 - stays) if back else 0.0
            lost += (1.0 if ours >= steps else driven) / FACES
        return lost

    def _column(self, hex_: int, there: list[Unit], threat: Menace) -> str | None:
        """Return the column of an attack on units in a hex, with all shifts; None if the odds allow none."""
        state = self.state
        strength = sum(map(state.strength, there))
        row = state.board.tables.terrain.terrain.get(state.board.terrain(hex_))
        bonus = min(row.bonus, sum(state.strength(one) for one in there if odds.uses_ground(state, one))) if row else 0
        start = odds.place(state, threat.strength, odds.within_limit(state, max(1, strength + bonus)))
        if start < 0:
            return None
        shift = int(threat.quality > max(map(state.quality, there)))
        ours = max(state.profile(one.id).armour for one in there)
        shift += int(threat.armour > ours and row is not None and row.armour)
        shift -= int(bool(state.board.overlay("hilltop")[hex_]))
        return odds.final_column(state, start, shift)

    def _step(self, there: list[Unit]) -> float:
        """Return the cost of the first step: the owner chooses, unless all are lost."""
        return least_step(self.state, there)

    def _unit(self, unit: int) -> Unit:
        standing = self.state.units.get(unit)
        if standing is not None:
            return standing
        coming = Unit(unit, OFF_MAP, self.state.profile(unit).steps)
        return next((one for one in self.lifted if one.id == unit), coming)

    def _expected(self, name: str, hex_: int, there: list[Unit]) -> tuple[float, float, float]:
        """Return what an attack at a column takes from us in steps and in ground, and from the enemy."""
        lost = ground = gained = 0.0
        steps, each, dearest = sum(unit.steps for unit in there), self._step(there), dearest_step(self.state, there)
        stays = self.holds(hex_, there)
        for die in range(1, FACES + 1):
            result = odds.result_of(self.state, name, die)
            theirs, ours, back = effect_of(self.state.board.tables.combat, result)
            gained += theirs * j.STEP / FACES
            lost += min(ours, steps) * (dearest if result == EXCHANGE else each) / FACES
            if back:
                driven = 1.0 if result in SHATTERING else 1.0 - stays
                lost += driven * self.way_back_costs(hex_, there) / FACES
                ground += driven * (j.GROUND + float(self.ground.worth[hex_])) / FACES
        return lost, ground, gained

    def holds(self, hex_: int, there: Iterable[Unit]) -> float:
        """The chance that a determined defence keeps units in a hex, by the best lead, without support."""
        state, best = self.state, 0.0
        for unit in there:
            if not may_lead(state, unit):
                continue
            name, most = column(state, unit.id, hex_), state.board.tables.defence.most_modifier
            better = max(-most, min(most, state.quality(unit)))
            held = sum("holds" in cell(state, name, die + better).split() for die in range(1, FACES + 1))
            best = max(best, held / FACES)
        return best

    # ---- ways back

    def way_back_costs(self, hex_: int, there: Iterable[Unit]) -> float:
        """Return what a retreat of two hexes would cost units of either side beyond the hex, in steps."""
        units = tuple(there)
        if not units:
            return 0.0
        fixed = sum(step_worth(self.state, unit) for unit in units if is_fixed(self.state.profile(unit.id)))
        mobile = [unit for unit in units if not is_fixed(self.state.profile(unit.id))]
        if not mobile:
            return fixed
        way = self.way_back(self.state.side_of(units[0].id), hex_)
        if way == 0:
            return fixed + j.TRAPPED * sum(unit.steps * step_worth(self.state, unit) for unit in mobile)
        return fixed + (j.PURSUED * least_step(self.state, mobile) if way == 1 else 0.0)

    def way_back(self, side: str, hex_: int) -> int:
        """Return how a side could go back out of a hex. 0: no way, 1: one through enemy zones, 2: a free one."""
        best = 0
        for way, _ in self._ways(side, hex_):
            best = max(best, way)
            if best == 2:
                break
        return best

    def ways_back(self, side: str, hex_: int) -> int:
        """Return how many ways there are, the free ones counted twice."""
        return sum(way for way, _ in self._ways(side, hex_))

    def retreats(self, side: str, hex_: int) -> tuple[int, ...]:
        """Return where a side may end a short retreat out of a hex: by a free way where there is one."""
        ends: dict[int, int] = {}
        for way, end in self._ways(side, hex_):
            ends[end] = max(way, ends.get(end, 0))
        best = max(ends.values(), default=0)
        return tuple(sorted(end for end, way in ends.items() if way == best))

    def _ways(self, side: str, hex_: int) -> Iterator[tuple[int, int]]:
        """Ways back of two hexes, each as 1 through enemy zones or 2 free of them, with where it ends."""
        state, grid = self.state, self.state.board.grid
        enemy = enemy_of(side)
        zone, bonds, own = state.zone_of(enemy), state.bonds_of(enemy), state.deployed(side).occupied
        for direction, first in enumerate(grid.neighbours[hex_].tolist()):
            if first == OFF_MAP or not self._opens(side, hex_, direction, first):
                continue
            pursued = bool(zone[first]) and not own[first]
            for on, second in enumerate(grid.neighbours[first].tolist()):
                if second == OFF_MAP or grid.distance(hex_, second) < 2 or bonds.bars(first, on, second):
                    continue
                if not self._opens(side, first, on, second) or (zone[second] and not own[second]):
                    continue
                yield (1 if pursued else 2), second

    def _opens(self, side: str, here: int, direction: int, there: int) -> bool:
        board = self.state.board
        free = board.dry[there] and not board.impassable[here, direction]
        enemy = enemy_of(side)
        barred = self.state.bonds_of(enemy).bars(here, direction, there)
        return bool(free) and not barred and not self.state.deployed(enemy).occupied[there]
