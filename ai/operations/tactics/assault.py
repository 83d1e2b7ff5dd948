"""Attacks: the units that strike an enemy stack, from where, with which commander and support; the order of attacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from ai.operations.greedy.packages import AssaultSearch, Package, Slot, eagerness
from ai.operations.judgement.tactics import COMMANDER_LEAVES, LEAST_RATIO
from ai.operations.judgement.weights import MOST_ATTACKERS, RIVALS
from ai.operations.outlines.plan import Plan
from ai.operations.picture.picture import Picture
from ai.operations.tactics.slots import slots_for
from ai.operations.tactics.supports import UNBACKED, Backing, backings, guns_for, leaders, planes_of
from ai.operations.tactics.worth import Flights, assess
from wab.systems.operations.combat.combat import why_not_fight, why_not_target
from wab.systems.operations.state.state import Unit


@dataclass(slots=True)
class Assault(AssaultSearch):
    """The search for the best attack on one hex along a plan; `quick`: a rougher search."""

    plan: Plan
    backings: tuple[Backing, ...]
    quick: bool = False
    flights: Flights = field(default_factory=dict)

    def weigh(self, chosen: Sequence[Slot]) -> Package | None:
        """The attack as `assess` values it."""
        return assess(self.picture, self.plan, self.target, chosen, self.backings, self.flights)

    def search(self) -> None:
        """Add attackers one by one, adjacent ones and the strongest first; then whole divisions; keep the best."""
        self.fill(sorted(self.slots.values(), key=eagerness))
        if self.quick:
            return
        for members in self._divisions():
            rest = [options for unit, options in sorted(self.slots.items()) if unit not in members]
            self.fill([*(self.slots[unit] for unit in members), *sorted(rest, key=eagerness)], first=len(members))
        self.leave_out()

    def fill(self, options: Sequence[list[Slot]], first: int = 1) -> None:
        """Weigh the attack by more and more units; a quick search begins where there is a chance of success."""
        if self.quick:
            first = max(first, self._enough(options))
        AssaultSearch.fill(self, options, first)

    def _enough(self, options: Sequence[list[Slot]]) -> int:
        """The number of units, in this order, that are about as strong as the defenders; more than all if none is."""
        wanted = LEAST_RATIO * sum(self.picture.defence(unit) for unit in self.picture.position.stack(self.target))
        strength = accumulate((slots[0].strength for slots in options), initial=0.0)
        return next((number for number, so_far in enumerate(strength) if so_far >= wanted), MOST_ATTACKERS + 1)

    def _divisions(self) -> Iterator[tuple[int, ...]]:
        """Divisions that can attack the hex with all their units on the map: this earns a column (OPS-7.4.1-1)."""
        picture = self.picture
        members: dict[str, list[int]] = {}
        for unit in picture.own:
            profile = picture.profile(unit)
            if profile.division and not profile.is_commander:
                members.setdefault(profile.division, []).append(unit.id)
        for _, ids in sorted(members.items()):
            if 2 <= len(ids) <= MOST_ATTACKERS and all(id_ in self.slots for id_ in ids):
                yield tuple(ids)

    def lead(self) -> None:
        """Let commanders come along where that pays."""
        for id_ in leaders(self.picture):
            if self.best is None or id_ in self.taken:
                continue
            others = list(self.taken.values())
            held = {slot.hex for slot in others}
            for slot in leader_slots(self.picture, self.picture.position.units[id_], self.target, held):
                self.try_out([*others, slot])

    def has_room(self, slot: Slot, chosen: Sequence[Slot]) -> bool:
        """Tell whether a unit can stack in a hex when units that attack from elsewhere have left it."""
        roster, stacks = self.picture.position.roster, self.picture.position.stacks
        leaving = {other.unit.id for other in chosen if not other.stays}
        there = sum(roster[id_].weight for id_ in stacks.get(slot.hex, ()) if id_ not in leaving)
        coming = sum(roster[other.unit.id].weight for other in chosen if other.hex == slot.hex and not other.stays)
        limit = self.picture.board.tables.conduct.stacking
        full = sum(roster[id_].weight for id_ in stacks.get(slot.hex, ())) + coming > limit
        return there + coming + self.picture.profile(slot.unit).weight <= limit and not full


def leader_slots(picture: Picture, unit: Unit, target: int, held: set[int]) -> Iterator[Slot]:
    """The ways in which a commander could join an attack from hexes of attackers: adjacent already, or after a move."""
    if unit.hex in held:
        if why_not_fight(picture.position, unit, target) is None:
            yield Slot(unit, unit.hex, 0.0, picture.price(unit))
        return
    reached = picture.reach(unit)
    if reached is not None and not unit.attacked and not unit.marched:
        for hex_ in sorted(held):
            if hex_ in reached:
                yield Slot(unit, hex_, 0.0, picture.price(unit) + COMMANDER_LEAVES)


# ------------------------------------------------------------------------------------------------- which one


def assaults(
    picture: Picture, plan: Plan, targets: Sequence[int] | None = None, search: type[Assault] = Assault
) -> Iterator[Assault]:
    """The best attack on each enemy hex within reach, or on the hexes named, worth making or not.

    `search`: the class of the searches.
    """
    planes = planes_of(picture)
    for target in picture.foes if targets is None else targets:
        if target not in picture.foes or why_not_target(picture.position, target) is not None:
            continue
        slots = slots_for(picture, plan, target)
        if slots:
            options = backings(picture, target, guns_for(picture, target), planes)
            assault = search(picture, target, slots, plan, options)
            assault.search()
            yield assault


def ranked(picture: Picture, found: Sequence[Assault], least: float) -> list[tuple[float, Assault]]:
    """Attacks worth making, the best to begin with first: each with the best attack that the others can make then."""
    worthy = [assault for assault in found if assault.value >= least]
    worthy.sort(key=lambda assault: (-assault.value, assault.target))
    rivals = worthy[:RIVALS]
    ranks = [(assault.value + _sequel(assault, rivals), assault) for assault in rivals]
    return sorted(ranks, key=lambda entry: (-entry[0], entry[1].target))


def _sequel(assault: Assault, rivals: Sequence[Assault]) -> float:
    """The value of the best other attack by the units that this one leaves."""
    best = 0.0
    for other in rivals:
        if other.target == assault.target or other.value <= best:
            continue
        if not assault.taken.keys() & other.taken.keys() and not set(assault.supports) & set(other.supports):
            best = other.value
            continue
        slots = {unit: options for unit, options in other.slots.items() if unit not in assault.taken}
        if slots:
            left = without(other.backings, assault.supports)
            rest = Assault(other.picture, other.target, slots, other.plan, left, quick=True)
            rest.search()
            best = max(best, rest.value)
    return best


def without(options: Sequence[Backing], gone: Sequence[int]) -> tuple[Backing, ...]:
    """The supports that are left when some are used."""
    kept = tuple(backing for backing in options if not set(backing.units) & set(gone))
    return kept or (UNBACKED,)
