"""The plan of a march: the enemies that are attacked, from where and by which units, and the places of all
other units.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from dataclasses import replace as replace_frozen
from functools import partial
from math import inf

import numpy as np
from msgspec.structs import replace

from ai.zocbonds import judgement as j
from ai.zocbonds.assault import Assaults, strongest_first
from ai.zocbonds.levels import Level
from ai.zocbonds.peninsula import not_yet
from ai.zocbonds.picture import Picture
from ai.zocbonds.refuge import Refuge
from ai.zocbonds.reserve import Opening, Reserves, opening, stacks_for_reserve
from ai.zocbonds.stakes import beach_to_clear, last_hexes
from ai.zocbonds.thrusts import Traffic, drawn_to, in_the_way, thrusts_against
from ai.zocbonds.weights import CLEARS, CONTACT, COVER, CROWD
from ai.zocbonds.worths import must_be_spared
from wab.engine.shells.position import PositionView
from wab.hexes import OFF_MAP
from wab.systems.zocbonds.combat.attack import may_ever_attack
from wab.systems.zocbonds.ground.beaches import ENGINEER
from wab.systems.zocbonds.state.board import enemy_of
from wab.systems.zocbonds.state.orders import Attack, Enter, Move
from wab.systems.zocbonds.state.room import has_room, to_come
from wab.systems.zocbonds.state.state import State, Unit

FIGHTING = ("ordinary", "tactical")


@dataclass(frozen=True)
class Place:
    """A hex where a unit may end its march, with the order that leads there; None for staying."""

    hex: int
    order: Move | Enter | None
    strikes: bool


@dataclass
class MarchPlan:
    """A side's plan for its march: the place of each unit, the hexes that it means to attack, and by hex the units that
    wait there for a second blow.
    """

    places: dict[int, Place] = field(default_factory=dict)
    targets: dict[int, tuple[int, ...]] = field(default_factory=dict)
    reserves: dict[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def held_back(self) -> frozenset[int]:
        """The units that wait for a second blow."""
        return frozenset(unit for units in self.reserves.values() for unit in units)

    @property
    def fighters(self) -> frozenset[int]:
        """The units that are meant to attack."""
        return frozenset(unit for units in self.targets.values() for unit in units)


class Marching:
    """Makes the plan of one march. `supposed` is the position as it would be with the plan so far carried out."""

    def __init__(self, view: PositionView[State], picture: Picture, units: Iterable[int], level: Level) -> None:
        """`units`: the units to plan for, on the map or about to enter it."""
        self.picture, self.state, self.level = picture, picture.state, level
        self.supposed = picture.state.copy()
        self.assaults = Assaults(picture, self.supposed)
        self.meant = MarchPlan()
        self._not_yet = not_yet(self.state, picture.side)
        self.options = {unit: list(self._options(view, unit)) for unit in units}
        self.options = {unit: places for unit, places in self.options.items() if places}
        self._beaches = frozenset(self.state.board.beaches.values())
        self._last = last_hexes(self.state) if picture.side == "axis" else {}
        self._bonded: dict[int, tuple[int, ...]] = {}
        self.thrusts = thrusts_against(self.state, picture.side, picture.ground.worth)
        self._traffic: Traffic = np.zeros(0, np.float32)
        self._drawn = self._traffic

    def _options(self, view: PositionView[State], unit: int) -> Iterator[Place]:
        standing = self.state.units.get(unit)
        seen, shunned = set[int](), self._not_yet
        if standing is not None:
            seen.add(standing.hex)
            yield Place(standing.hex, None, True)
        for order in view.legal_orders(unit):
            if not isinstance(order, Move | Enter) or len(order.units) > 1 or shunned[order.path[-1]]:
                continue
            if order.path[-1] not in seen:
                seen.add(order.path[-1])
                yield Place(order.path[-1], order, order.mode in FIGHTING and not order.truck)

    def plan(self) -> MarchPlan:
        """The plan: attacks first, the best of them before the others, then the places of the rest.

        Each further sweep looks at what the enemy could reach and attack with the plan so far carried out.
        """
        self._plan_attacks()
        self._hold_back()
        rest = [unit for unit in self.options if unit not in self.meant.fighters | self.meant.held_back]
        guns = [unit for unit in rest if self.state.profile(unit).is_hq]
        standing = [self.state.units[unit] for unit in rest if unit in self.state.units]
        spared = tuple(unit.id for unit in standing if must_be_spared(self.state, unit) and self._is_hunted(unit))
        others = sorted((unit for unit in rest if unit not in guns and unit not in spared), key=self._rank)
        screens = frozenset[int]()
        for sweep in range(self.level.sweeps):
            if sweep:
                self.picture = replace_frozen(self.picture, state=self.supposed.copy())
            for unit in others:
                self._look_for_holes(unit)
                self._settle(unit, max(self.options[unit], key=partial(self._worth, unit)))
            screens = self._shelter(spared, others if sweep == self.level.sweeps - 1 else [])
        self._man_the_goals([unit for unit in others if unit in self.meant.places and unit not in screens])
        for unit in guns:
            self._settle(unit, max(self.options[unit], key=partial(self._worth_of_gun, unit)))
        return self.meant

    def _man_the_goals(self, units: list[int]) -> None:
        """Fill a goal that was left empty, or too weak, and that the enemy can march into, once all units have chosen
        their places: the units that gain most by it go there, as long as one does, and stay for goals that are less
        dear.
        """
        free = set(units)
        self.picture = replace_frozen(self.picture, state=self.supposed.copy())
        for goal in self._open_goals():
            while (found := self._best_guard(goal, free)) is not None:
                self._settle(*found)
                free.remove(found[0])

    def _best_guard(self, goal: int, units: Iterable[int]) -> tuple[int, Place] | None:
        """Return which unit does best by going to a goal, with its place there; None if none does better by it."""
        gains = [
            (self._gain(unit, place), -unit, place)
            for unit in sorted(units)
            for place in self.options[unit]
            if place.hex == goal and self._guards(unit) and self.meant.places[unit].hex != goal
        ]
        gain, unit, place = max(gains, key=lambda one: one[:2], default=(0.0, 0, None))
        return (-unit, place) if place is not None and gain > 0 else None

    def _gain(self, unit: int, place: Place) -> float:
        """Return how much better a unit would do in another place than in its place in the plan."""
        self._look_for_holes(unit)
        return self._worth(unit, place) - self._worth(unit, self.meant.places[unit])

    def _open_goals(self) -> list[int]:
        """Own goals within the enemy's reach that are not guarded, or too weakly, the dearest first."""
        worth = self.picture.ground.worth
        open_ = [
            hex_
            for hex_ in np.flatnonzero((worth > 0) & self.picture.at_risk).tolist()
            if self.state.holds(self.picture.side, hex_)
            and self._garrison(hex_, self._own_in(hex_)) < 1.0
        ]  # fmt: skip
        return sorted(open_, key=lambda hex_: (-float(worth[hex_]), hex_))

    def _is_hunted(self, unit: Unit) -> bool:
        """Return whether a unit that must be spared is in danger: beach engineers only if they can be attacked."""
        return self._guards(unit.id) or bool(self.picture.menace(unit.hex).strength)

    def _shelter(self, spared: tuple[int, ...], others: list[int]) -> frozenset[int]:
        """Places for units that must be spared, once all others have theirs, and a screen of some of `others`, which
        are named.
        """
        if not spared:
            return frozenset()
        hexes = {unit: [place.hex for place in self.options[unit]] for unit in (*spared, *others)}
        hexes |= {unit: [self.state.units[unit].hex] for unit in spared if not self._guards(unit)}  # a beach stays open
        refuge = Refuge(self.picture, self.supposed, spared, hexes)
        refuge.hide()
        screens = refuge.screen(others, partial(self._valued, others))
        for unit in (*spared, *screens):
            hex_ = self.supposed.units[unit].hex
            self._settle(unit, next(place for place in self.options[unit] if place.hex == hex_))
        return frozenset(screens)

    def _valued(self, others: list[int], unit: int) -> dict[int, float]:
        """Return the worth to a unit of each hex in its reach; not counted are goals that another unit could keep."""
        self._look_for_holes(unit)
        free = {place.hex for other in others if other != unit and self._guards(other) for place in self.options[other]}
        found = {place.hex: self._worth(unit, place) for place in self.options[unit]}
        for hex_ in free & set(found):
            beside = tuple(one for one in self.supposed.stacks.get(hex_, ()) if one != unit)
            found[hex_] -= self._keeps(unit, hex_, beside)
        return found

    def _look_for_holes(self, unit: int) -> None:
        """Look for holes: hexes where the enemy would come through without a unit, with all others where the plan has
        them.
        """
        self._traffic = self.thrusts.traffic(self.supposed, (unit,))
        self._drawn = drawn_to(self.state.board, self._traffic)

    def _rank(self, unit: int) -> tuple[int, int]:
        """The strong choose before the weak."""
        return (-self.state.strength(self.state.units.get(unit) or to_come(self.state, unit)), unit)

    def _settle(self, unit: int, place: Place) -> None:
        self.meant.places[unit] = place
        self._suppose(unit, place.hex)

    def _suppose(self, unit: int, hex_: int) -> None:
        if unit in self.supposed.units:
            self.supposed.change(unit, hex=hex_)
        else:
            self.supposed.put(replace(to_come(self.state, unit), hex=hex_))

    # ---- attacks

    def _plan_attacks(self) -> None:
        """The best attack, then the next best with the units that are left, as long as one is worth it."""
        targets = sorted(self.state.deployed(self.picture.enemy).posts)
        known = {target: self._attack_on(target) for target in targets}
        while True:
            value, target = max(
                ((found[0], target) for target, found in known.items() if found is not None), default=(0.0, 0)
            )
            found = known.get(target)
            if found is None or value < self.picture.temper.enough:
                return
            if any(unit in self.meant.fighters for unit in found[1]):
                known[target] = self._attack_on(target)
                continue
            self._attack_with(target, found[1])
            del known[target]

    def _attack_with(self, target: int, party: dict[int, Place]) -> None:
        for unit, place in party.items():
            self._settle(unit, place)
        self.meant.targets[target] = tuple(sorted(party))

    def _attack_on(self, target: int) -> tuple[float, dict[int, Place]] | None:
        """The best attack that could be gathered against a hex, with the place of each unit in it."""
        beside = self._beside(target)
        if not beside:
            return None
        best: tuple[float, dict[int, Place]] | None = None
        for main in sorted({self.state.profile(unit).force for unit in beside}):
            found = self._gathered(target, main, beside)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
        return self._closed(target, best, beside) if best is not None else None

    def _closed(
        self, target: int, found: tuple[float, dict[int, Place]], beside: dict[int, list[Place]]
    ) -> tuple[float, dict[int, Place]]:
        """An attack with units all round the enemy, if that leaves no way back and is worth it."""
        before = {unit: self.supposed.units[unit].hex for unit in beside}
        party, best = found[1], found
        moved = self._round(target, dict(party), beside)
        if moved is not None:
            usual = self.assaults.prospect(target)
            costs = self._as_supposed().way_back_costs(target, self.supposed.stack(target))
            self.assaults.prospects[target] = replace_frozen(usual, driven=usual.ground + j.DISRUPTED + costs)
            attack = self.assaults.best(target, tuple(sorted(moved)))
            self.assaults.prospects[target] = usual
            stand = sum(self._stand(unit, place.hex) - self._stood(unit, party) for unit, place in moved.items())
            if attack is not None and attack[0] - self._costs(moved) + min(0.0, stand) > best[0]:
                best = attack[0] - self._costs(moved) + min(0.0, stand), moved
        for unit, hex_ in before.items():
            self._suppose(unit, hex_)
        return best

    def _stood(self, unit: int, party: dict[int, Place]) -> float:
        return self._stand(unit, party[unit].hex if unit in party else self.state.units[unit].hex)

    def _as_supposed(self) -> Picture:
        return replace_frozen(self.picture, state=self.supposed)

    def _round(
        self, target: int, party: dict[int, Place], beside: dict[int, list[Place]]
    ) -> dict[int, Place] | None:  # fmt: skip
        """The party and others that can come, each where it leaves the enemy the fewest ways back; None if one
        is left.
        """
        enemy = self.picture.enemy
        for unit, place in party.items():
            self._suppose(unit, place.hex)
        ways = self._as_supposed().ways_back(enemy, target)
        if not ways:
            return None
        for unit in sorted(beside, key=lambda one: one not in party):
            here = self.supposed.units[unit].hex
            for place in beside[unit]:
                if place.hex == self.supposed.units[unit].hex or not self._room(self.supposed.units[unit], place.hex):
                    continue
                self._suppose(unit, place.hex)
                fewer = self._as_supposed().ways_back(enemy, target)
                if fewer < ways:
                    ways, here, party[unit] = fewer, place.hex, place
                self._suppose(unit, here)
            if not ways:
                return party
        return None

    def _beside(self, target: int) -> dict[int, list[Place]]:
        """The units that can still be brought next to a hex to attack it, each with the hexes from which it could."""
        grid, board = self.state.board.grid, self.state.board
        near = {
            hex_
            for hex_ in grid.adjacent(target)
            if not board.impassable[hex_, grid.direction(hex_, target)]
        }  # fmt: skip
        taken, found = self.meant.fighters | self.meant.held_back, {}
        for unit, places in self.options.items():
            if unit in taken or not self._can_fight(unit):
                continue
            there = [place for place in places if place.strikes and place.hex in near]
            if there:
                found[unit] = there
        return found

    def _can_fight(self, unit: int) -> bool:
        standing = self.state.units.get(unit)
        if standing is None or standing.disrupted or standing.scattered or standing.replaced:
            return False
        if self.state.now.phase == "reserve_movement" and not standing.reserve:
            return False
        return may_ever_attack(self.state, standing)

    def _gathered(
        self, target: int, main: str, beside: dict[int, list[Place]]
    ) -> tuple[float, dict[int, Place]] | None:  # fmt: skip
        """Units one by one, units of the main force first, as long as they better the attack."""
        units = strongest_first(self.state, (self.state.units[unit] for unit in beside), main)[: self.level.helpers]
        chosen: dict[int, Place] = {}
        best, kept = j.HOPELESS, 0
        before = {unit: self.supposed.units[unit].hex for unit in units}
        for unit in units:
            place = self._place_beside(unit, beside[unit], chosen)
            if place is None:
                continue
            chosen[unit] = place
            self._suppose(unit, place.hex)
            party = tuple(sorted(chosen))
            if not any(self.state.profile(one).force == main for one in party):
                continue
            found = self.assaults.best(target, party)
            value = found[0] - self._costs(chosen) if found is not None else j.HOPELESS
            if value > best:
                best, kept = value, len(chosen)
        for unit, hex_ in before.items():
            self._suppose(unit, hex_)
        if not kept:
            return None
        return best, dict(list(chosen.items())[:kept])

    def _place_beside(self, unit: int, places: list[Place], chosen: dict[int, Place]) -> Place | None:
        """Return where a unit joins an attack: where it is best to stand, with room for it."""
        standing = self.supposed.units[unit]
        free = [place for place in places if place.hex == standing.hex or self._room(standing, place.hex)]
        together = {place.hex for place in chosen.values()}
        return max(
            free,
            key=lambda place: self._stand(unit, place.hex) + j.BESIDE_FRIENDS * (place.hex in together),
            default=None,
        )

    def _room(self, unit: Unit, hex_: int) -> bool:
        return has_room(self.supposed, (unit,), hex_)

    def _stand(self, unit: int, hex_: int) -> float:
        return self._ground(hex_) + float(self.picture.ground.worth[hex_]) - self.picture.exposure(hex_, (unit,))

    def _costs(self, chosen: dict[int, Place]) -> float:
        """Return what is given up where units leave goals that the enemy can reach."""
        cost = 0.0
        for unit, place in chosen.items():
            origin = self.state.units[unit].hex
            if place.hex != origin:
                cost += self._leaving(unit, origin)
        return cost

    # ---- the second blow

    def _hold_back(self) -> None:
        """Stacks that would do more by a second blow than by the first, or than in the line, wait where they stand."""
        if self.state.now.phase != "movement" or not self.meant.targets:
            return
        stacks, grid = stacks_for_reserve(self.state, self.picture.side, self.options), self.state.board.grid
        for number, target in enumerate(tuple(self.meant.targets)):
            near = {hex_: units for hex_, units in stacks.items() if grid.distance(hex_, target) <= j.BEHIND}
            if not self._wait_behind(target, near) and number < j.MAIN_ATTACKS:
                self._spare_for(target, near)

    def _wait_behind(self, target: int, stacks: Mapping[int, tuple[int, ...]]) -> bool:
        """Return whether one of the stacks that are not needed for an attack waits to follow it up."""
        first, taken = self._opening(target), self.meant.fighters | self.meant.held_back
        for hex_, units in stacks.items():
            free = tuple(unit for unit in units if unit not in taken)
            blow = self._blow(free, first) if free else 0.0
            if blow > j.LATER and blow > j.LATER + self._missed(free, hex_):
                self._keep(hex_, free)
                return True
        return False

    def _spare_for(self, target: int, stacks: Mapping[int, tuple[int, ...]]) -> bool:
        """Return whether one of the stacks in the party of an attack stays out to follow it up. It may if the rest and
        its replacement do nearly as well.
        """
        party, taken = set(self.meant.targets[target]), self.meant.fighters | self.meant.held_back
        for hex_, units in stacks.items():
            spared = tuple(unit for unit in units if unit in party)
            together = tuple(unit for unit in units if unit in party or unit not in taken)
            for kept in dict.fromkeys((together, spared)) if spared and set(spared) < party else ():
                if self._is_better_later(target, hex_, kept):
                    return True
        return False

    def _is_better_later(self, target: int, hex_: int, spared: tuple[int, ...]) -> bool:
        """Plan an attack again without a stack that follows it up, and keep that plan where it is better."""
        party = {unit: self.meant.places[unit] for unit in self.meant.targets[target]}
        now = self._value_of(target)
        for unit in party:
            self._suppose(unit, self.state.units[unit].hex)
        self.meant.targets[target] = ()
        self._keep(hex_, spared)
        found = self._attack_on(target)
        if found is not None and found[0] >= self.picture.temper.enough:
            self._attack_with(target, found[1])
            if found[0] + self._blow(spared, self._opening(target)) > now + j.LATER:
                self._let_go(set(party) - set(found[1]) - set(spared))
                return True
            self._let_go(set(found[1]) - set(party))
        del self.meant.reserves[hex_]
        self._attack_with(target, party)
        return False

    def _let_go(self, units: Iterable[int]) -> None:
        """Units that were meant to attack may do something else."""
        for unit in units:
            del self.meant.places[unit]
            self._suppose(unit, self.state.units[unit].hex)

    def _keep(self, hex_: int, units: tuple[int, ...]) -> None:
        self.meant.reserves[hex_] = units
        for unit in units:
            self._settle(unit, self.options[unit][0])

    def _attack_of(self, target: int) -> tuple[float, Attack]:
        found = self.assaults.best(target, self.meant.targets[target])
        assert found is not None  # a party has a main force
        return found

    def _value_of(self, target: int) -> float:
        party = {unit: self.meant.places[unit] for unit in self.meant.targets[target]}
        return self._attack_of(target)[0] - self._costs(party)

    def _opening(self, target: int) -> Opening:
        order = self._attack_of(target)[1]
        return opening(self.picture, self.supposed, order, self.assaults.prospect(target).holds)

    def _blow(self, units: tuple[int, ...], first: Opening) -> float:
        return Reserves(self.picture, self.supposed).value(units, first)

    def _missed(self, units: tuple[int, ...], hex_: int) -> float:
        """Return what units would do better by marching: they leave after a blow, so that where they wait is not held
        against it.
        """
        missed = 0.0
        for unit in units:
            self._look_for_holes(unit)
            best = max(self._worth(unit, place) for place in self.options[unit])
            missed += best - self._worth(unit, self.options[unit][0])
        return missed - self.picture.exposure(hex_, units)

    # ---- places

    def _worth(self, unit: int, place: Place) -> float:
        """Return what it is worth that a unit stands in a place, with all others where the plan has them."""
        picture, hex_ = self.picture, place.hex
        others = tuple(one for one in self.supposed.stacks.get(hex_, ()) if one != unit)
        coming = self.supposed.units.get(unit) or to_come(self.state, unit)
        origin = self.state.units[unit].hex if unit in self.state.units else OFF_MAP
        if others and not self._room(coming, hex_):  # also where it stands: others may have been given its room
            return -inf
        value = max(float(picture.ground.pull[hex_]), float(self._drawn[hex_])) + self._ground(hex_)
        if self.supposed.has_zone(coming):
            value += in_the_way(self.state.board, self._traffic, hex_)
        value += self._keeps(unit, hex_, others)
        value -= picture.exposure(hex_, (*others, unit)) - picture.exposure(hex_, others)
        if hex_ != origin:
            value -= CROWD * bool(others)
            value += CLEARS * bool(origin != OFF_MAP and beach_to_clear(self.state, (unit,)))
        if self.supposed.has_zone(coming) and not others:
            value += j.BOND * self._bonds_at(unit, hex_)
        return value

    def _ground(self, hex_: int) -> float:
        """Cover and contact: good ground counts next to the enemy."""
        if not self.state.zone_of(self.picture.enemy)[hex_]:
            return 0.0
        row = self.state.board.tables.terrain.terrain.get(self.state.board.terrain(hex_))
        return CONTACT + COVER * (row.bonus if row is not None else 0)

    def _leaving(self, unit: int, origin: int) -> float:
        """Return what goes with leaving a goal that other units do not hold, or not as well."""
        if origin == OFF_MAP:
            return 0.0
        return self._keeps(unit, origin, tuple(one for one in self.supposed.stacks.get(origin, ()) if one != unit))

    def _guards(self, unit: int) -> bool:
        """Return whether a unit keeps a hex by itself: no engineers, no headquarters."""
        profile = self.state.profile(unit)
        return profile.type != ENGINEER and not profile.is_hq

    def _garrison(self, hex_: int, units: Iterable[int]) -> float:
        """Return how well units would keep a goal, 0 to 1: no enemy walks into it past any single unit; a decisive goal
        is kept by the chance that it stands against the best attack that could come, and against another.
        """
        there = tuple(unit for unit in units if self._guards(unit))
        if not there or hex_ not in self.picture.ground.dear:
            return float(bool(there))
        near = self.picture.menace(hex_)
        threat = near._replace(strength=max(near.strength, j.ASSAULT))
        return j.ANY_ONE + (1.0 - j.ANY_ONE) * (1.0 - self.picture.falls(hex_, there, threat)) ** j.BLOWS

    def _keeps(self, unit: int, hex_: int, others: tuple[int, ...]) -> float:
        """Return what a unit keeps by joining others in a goal."""
        return self._guarded(hex_) * (self._garrison(hex_, (*others, unit)) - self._garrison(hex_, others))

    def _guarded(self, hex_: int) -> float:
        """Return what a lone stack in a goal keeps the enemy from taking by marching in."""
        worth = float(self.picture.ground.worth[hex_])
        if not worth or not self.picture.at_risk[hex_] or not self.state.holds(self.picture.side, hex_):
            return 0.0
        if self.picture.side == "axis":
            dear = hex_ in self.picture.ground.dear
            return worth * (j.LOST_CITY if dear else j.LOST_GOAL) + self._last.get(hex_, 0.0)
        return worth * (j.LOST_BEACH if hex_ in self._beaches else j.LOST_GOAL)

    def _bonds_at(self, unit: int, hex_: int) -> int:
        """Return how many bonds a stack would make near the enemy, two at most."""
        if not self.picture.enemy_reach[hex_] and not self.picture.menace(hex_).strength:
            return 0
        found = 0
        for other in self._partners(hex_):
            if any(one != unit and self.supposed.binds(self.supposed.units[one]) for one in self._own_in(other)):
                found += 1
        return min(2, found)

    def _own_in(self, hex_: int) -> tuple[int, ...]:
        there = self.supposed.stacks.get(hex_, ())
        return there if there and self.state.side_of(there[0]) == self.picture.side else ()

    def _partners(self, hex_: int) -> tuple[int, ...]:
        known = self._bonded.get(hex_)
        if known is None:
            ground = self.state.board.ground
            both = (*ground.straight[hex_].tolist(), *ground.aslant[hex_].tolist())
            known = self._bonded[hex_] = tuple(one for one in both if one != OFF_MAP)
        return known

    # ---- guns

    def _worth_of_gun(self, unit: int, place: Place) -> float:
        """Headquarters stand within range of the enemies at the front, behind others, and stay ready."""
        grid, enemy = self.state.board.grid, enemy_of(self.picture.side)
        others = tuple(one for one in self.supposed.stacks.get(place.hex, ()) if one != unit)
        standing = self.supposed.units.get(unit) or to_come(self.state, unit)
        if place.order is not None and others and not self._room(standing, place.hex):
            return -inf
        front = self._front()
        away = [grid.distance(place.hex, hex_) for hex_ in front]
        value = j.IN_RANGE * min(
            j.MOST_IN_RANGE, sum(far <= self.state.board.tables.ranges.headquarters for far in away)
        )
        value -= j.NEXT * min(away, default=0)
        if place.order is not None and len(place.order.path) > 2:
            value -= j.ASTRAY
        if not others and (self.picture.enemy_reach[place.hex] or self.state.zone_of(enemy)[place.hex]):
            value -= j.IN_THE_OPEN
        return value - self.picture.exposure(place.hex, (*others, unit)) + self.picture.exposure(place.hex, others)

    def _front(self) -> list[int]:
        """The enemy stacks next to which we stand or mean to stand, and the stacks that are meant to be attacked."""
        zone = self.state.zone_of(self.picture.side)
        posts = self.state.deployed(self.picture.enemy).posts
        return [hex_ for hex_ in posts if zone[hex_] or hex_ in self.meant.targets] or list(posts)
