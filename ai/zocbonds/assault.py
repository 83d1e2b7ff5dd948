"""Attacks: what one may be expected to bring, and the parties that could make it (ZOC-10, ZOC-12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from ai.zocbonds import judgement as j
from ai.zocbonds.picture import EXCHANGE, Picture
from ai.zocbonds.worths import dearest_step, least_step
from wab.systems.zocbonds.combat import support, werfer
from wab.systems.zocbonds.combat.air import most_air, why_not_air
from wab.systems.zocbonds.combat.odds import main_force, preview
from wab.systems.zocbonds.combat.results import SHATTERING, effect_of
from wab.systems.zocbonds.state.orders import Attack, Ids
from wab.systems.zocbonds.state.state import State, Unit
from wab.systems.zocbonds.units import naval


@dataclass(frozen=True)
class Prospect:
    """The stakes of an attack on an enemy stack: its steps, the chance that it holds, what its going brings."""

    steps: int
    step: float
    holds: float
    driven: float
    ground: float


@dataclass(frozen=True)
class Assaults:
    """Attacks weighed in the light of a picture. `state` may be a supposed one, where units stand elsewhere."""

    picture: Picture
    state: State
    prospects: dict[int, Prospect] = field(default_factory=dict)

    def prospect(self, target: int) -> Prospect:
        """Return what the enemy in a hex stands for."""
        known = self.prospects.get(target)
        if known is None:
            there = self.state.stack(target)
            ground = j.GROUND + float(self.picture.ground.worth[target])
            known = self.prospects[target] = Prospect(
                steps=sum(unit.steps for unit in there),
                step=least_step(self.state, there),
                holds=self.picture.holds(target, there),
                driven=ground + j.DISRUPTED + self.picture.way_back_costs(target, there),
                ground=ground,
            )
        return known

    def value(self, order: Attack) -> float:
        """Return what may be expected of an attack, in steps."""
        seen, enemy = preview(self.state, order), self.prospect(order.target)
        value = -j.PRICE_OF_UNIT * len(order.units) - self._price(order)
        ours = [self.state.units[unit] for unit in seen.earners or main_force(self.state, order)]
        step, dearest = least_step(self.state, ours), dearest_step(self.state, ours)
        for result, chance in seen.chances.items():
            lost, theirs, back = effect_of(self.state.board.tables.combat, result)
            killed = min(theirs, enemy.steps)
            gained = killed * enemy.step - lost * (dearest if result == EXCHANGE else step)
            if killed == enemy.steps:
                gained += enemy.ground
            elif back:
                held = 0.0 if result in SHATTERING else enemy.holds
                gained += (1.0 - held) * enemy.driven + held * j.HELD_COST
            value += chance * gained
        return value

    def _price(self, order: Attack) -> float:
        paid = sum(self.state.profile(gun).is_hq for gun in order.guns)
        return j.PRICE_OF_POINT * paid + j.PRICE_OF_AIR * order.air + j.PRICE_OF_SHIP * order.naval

    # ---- parties

    def best(self, target: int, units: Ids) -> tuple[float, Attack] | None:
        """The best attack of these units, all of them, on a hex, with the means that are at hand; None for none."""
        found = None
        for main in sorted({self.state.profile(unit).force for unit in units}):
            for attached in (None, *self._attachable(units, main)):
                order = Attack(target, units, main, attached)
                value = self.value(order)
                if found is None or value > found[0]:
                    found = value, order
        return self._with_means(*found) if found is not None else None

    def _attachable(self, units: Ids, main: str) -> tuple[int, ...]:
        """The strongest unit of each other force that is stacked with one of the main force (ZOC-10.3-2)."""
        hexes = {self.state.units[unit].hex for unit in units if self.state.profile(unit).force == main}
        others = [
            unit
            for unit in units
            if self.state.profile(unit).force != main and self.state.units[unit].hex in hexes
        ]  # fmt: skip
        return tuple(sorted(others, key=lambda unit: (-self.state.strength(self.state.units[unit]), unit))[:2])

    def _with_means(self, value: float, order: Attack) -> tuple[float, Attack]:
        """The attack with ship, aircraft and artillery, as far as each betters it."""
        for further in self._means(order):
            better = self.value(further)
            if better > value:
                value, order = better, further
        return value, order

    def _means(self, order: Attack) -> Iterator[Attack]:
        army = str(self.state.profile(order.units[0]).army or "axis")
        ships = int(naval.why_not_naval(self.state, army, order.target, 1) is None)
        with_ship = replace(order, naval=ships)
        if ships:
            yield with_ship
        for count in range(1, most_air(self.state) + 1):
            if why_not_air(self.state, army, order.target, count) is None:
                yield replace(with_ship, air=count)
        shots = sorted(
            gun
            for gun in werfer.ready_guns(self.state, self.state.side_of(order.units[0]), order.target)
            for _ in range(support.most_shifts(self.state, self.state.profile(gun)))
        )
        for count in range(1, werfer.most_artillery(self.state) + 1):
            guns = tuple(shots[:count])
            if len(guns) == count and support.why_not_guns(self.state, guns, order.units, order.target) is None:
                yield replace(with_ship, guns=guns)

    def pruned(self, value: float, order: Attack) -> tuple[float, Attack]:
        """The attack without the units that add nothing to it, which may then do something else: units that count half
        are the first to be spared, and the weak before the strong.
        """

        def needed(one: int) -> tuple[bool, int]:
            return self.state.profile(one).force == order.main, self.state.strength(self.state.units[one])

        for unit in sorted(order.units, key=needed):
            rest = tuple(one for one in order.units if one != unit)
            if not rest or unit == order.attached or all(self.state.profile(one).force != order.main for one in rest):
                continue
            fewer = replace(order, units=rest)
            if not self._is_sound(fewer):
                continue
            better = self.value(fewer)
            if better >= value:
                value, order = better, fewer
        return value, order

    def _is_sound(self, order: Attack) -> bool:
        """Return whether an attached unit is still stacked with one of the main force."""
        if order.attached is None:
            return True
        hex_ = self.state.units[order.attached].hex
        return any(
            self.state.units[unit].hex == hex_ for unit in order.units if self.state.profile(unit).force == order.main
        )


def strongest_first(state: State, units: Iterable[Unit], main: str) -> list[int]:
    """Units in the order in which they are taken into a party: the main force first, the strongest of each."""
    return [
        unit.id
        for unit in sorted(
            units, key=lambda one: (state.profile(one.id).force != main, -state.strength(one), one.id)
        )
    ]  # fmt: skip
