"""Parties: attacks on a hex by different units, so that the units of one attack are not missed by a better one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from ai.operations.greedy.packages import Package, Slot
from ai.operations.impulse.columns import Column
from ai.operations.judgement.impulse import PARTIES
from ai.operations.outlines.plan import Plan
from ai.operations.picture.picture import Picture, moved
from ai.operations.tactics.assault import Assault
from ai.operations.tactics.slots import goals_left
from ai.operations.tactics.supports import Backing
from ai.operations.tactics.worth import assess
from wab.systems.operations.units.activation import cost


@dataclass(slots=True)
class Parties(Assault):
    """A search that keeps every attack that it weighs. Losses of goals are no part of the price: rows demand them."""

    weighed: list[tuple[Package, tuple[Slot, ...]]] = field(default_factory=list)
    rests: dict[frozenset[int], Parties] = field(default_factory=dict)

    def weigh(self, chosen: Sequence[Slot]) -> Package | None:
        """The attack as `assess` values it, goals left behind apart."""
        package = self._priced(chosen, self.backings)
        if package is not None:
            self.weighed.append((package, tuple(chosen)))
        return package

    def _priced(self, chosen: Sequence[Slot], options: Sequence[Backing]) -> Package | None:
        package = assess(self.picture, self.plan, self.target, chosen, options, self.flights)
        if package is None or not any(_guards(self.plan, slot) for slot in chosen):
            return package
        after = moved(self.picture.position, package.places)
        return replace(package, value=package.value + goals_left(self.picture, self.plan, after, chosen))

    def without(self, gone: Collection[int]) -> Parties | None:
        """A quick search for an attack by other units; None if there are none."""
        slots = {unit: options for unit, options in self.slots.items() if unit not in gone}
        if not slots or len(slots) == len(self.slots):
            return None
        key = frozenset(gone)
        if key not in self.rests:
            self.rests[key] = Parties(self.picture, self.target, slots, self.plan, self.backings, quick=True)
            self.rests[key].search()
        return self.rests[key]

    def best_few(self, now: Picture, least: float, clears: float) -> list[Package]:
        """The best attacks of a least value and chance, without attacks that another attack beats with some of their
        units. Attacks whose units have changed since they were weighed do not count.
        """
        kept: list[tuple[Package, tuple[Slot, ...]]] = []
        for package, chosen in sorted(self.weighed, key=lambda one: (-one[0].value, used_by(one[0]))):
            if package.value < least or len(kept) >= PARTIES:
                break
            used = set(used_by(package))
            stands = package.clears >= clears and _is_as_weighed(now, self.picture, package, chosen)
            if stands and not any(used.issuperset(used_by(better)) for better, _ in kept):
                kept.append((package, chosen))
        found = [package for package, _ in kept]
        for package, chosen in kept[:2]:
            alone = self._priced(chosen, self.backings[:1]) if package.order.supports else None
            if alone is not None and alone.value >= least and alone.clears >= clears:
                found.append(alone)
        return found


def _guards(plan: Plan, slot: Slot) -> bool:
    return not slot.stays and any(goal.held and goal.hex == slot.unit.hex for goal in plan.goals)


def _is_as_weighed(now: Picture, then: Picture, package: Package, chosen: Sequence[Slot]) -> bool:
    """Tell whether the units of an attack are as they were, guns and aircraft too."""
    if now is then:
        return True
    units, squadrons = now.position.units, now.position.squadrons
    if any(units.get(slot.unit.id) != slot.unit for slot in chosen):
        return False
    before = then.position
    return all(
        squadrons.get(id_) == before.squadrons[id_] if id_ in before.squadrons else units.get(id_) == before.units[id_]
        for id_ in package.order.supports
    )


def used_by(package: Package) -> tuple[int, ...]:
    """Units, guns and air units of an attack."""
    return (*package.order.units, *package.order.supports)


def attack_columns(
    picture: Picture, found: Sequence[Parties], least: float, clears: float, guards: Collection[int]
) -> Iterator[Column]:
    """Several attacks on each hex: the best, and quick ones without `guards` and without units that others want."""
    wanted = {one.target: set(one.best.order.units) for one in found if one.best and one.value >= least}
    for one in found:
        packages = one.best_few(picture, least, clears)
        if one.target in wanted:
            others = set().union(*(units for target, units in wanted.items() if target != one.target))
            mine = wanted[one.target]
            for gone in (others & mine, set(guards) & mine):
                if gone and (rest := one.without(gone)) is not None:
                    packages += rest.best_few(picture, least, clears)[:2]
        seen: set[tuple[int, ...]] = set()
        for package in packages:
            used = used_by(package)
            if used not in seen:
                seen.add(used)
                yield column_of(picture, package)


def column_of(picture: Picture, package: Package) -> Column:
    """An attack as a column."""
    used = used_by(package)
    points = cost(picture.position, used)
    return Column(package, package.value, used, points, package.places, package.order.target)
