"""Attacks: who strikes an enemy stack, from where, led by whom and backed by what; and which attack comes first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ai.operations.packages import Package, Slot
from ai.operations.picture import Picture
from ai.operations.plan import Plan
from ai.operations.tactics.slots import slots_for
from ai.operations.tactics.supports import UNBACKED, Backing, backings, guns_for, leaders, planes_of
from ai.operations.tactics.worth import Flights, assess
from wab.systems.operations.combat import why_not_fight, why_not_target
from wab.systems.operations.state import Unit

MOST_ATTACKERS = 8
RIVALS = 4
"""So many of the best attacks are weighed against each other."""
LEADER_MOVES = 0.15
"""What it costs that a commander leaves the stack that he is with."""


@dataclass(slots=True)
class Assault:
    """The search for the best attack on one hex; `quick` for a rougher one."""

    picture: Picture
    plan: Plan
    target: int
    slots: dict[int, list[Slot]]
    backings: tuple[Backing, ...]
    quick: bool = False
    best: Package | None = None
    taken: dict[int, Slot] = field(default_factory=dict)
    flights: Flights = field(default_factory=dict)

    @property
    def value(self) -> float:
        """What the best attack found so far is worth."""
        return self.best.value if self.best is not None else 0.0

    @property
    def supports(self) -> tuple[int, ...]:
        """Guns, ships and aircraft that the best attack asks for."""
        return self.best.order.supports if self.best is not None else ()

    def search(self) -> None:
        """Add attackers one by one, those on the spot and the strongest first; then whole divisions; keep the best."""
        self._fill(sorted(self.slots.values(), key=_eagerness))
        if self.quick:
            return
        for members in self._divisions():
            rest = [options for unit, options in sorted(self.slots.items()) if unit not in members]
            self._fill([*(self.slots[unit] for unit in members), *sorted(rest, key=_eagerness)], first=len(members))
        self._leave_out()

    def _fill(self, options: Sequence[list[Slot]], first: int = 1) -> None:
        """Take the units in this order as far as there is room, and weigh the attack from the `first` of them on."""
        chosen: list[Slot] = []
        for slots in options:
            slot = self._place(slots, chosen)
            if slot is not None and len(chosen) < MOST_ATTACKERS:
                chosen.append(slot)
                if len(chosen) >= first:
                    self._try(chosen)

    def _divisions(self) -> Iterator[tuple[int, ...]]:
        """Divisions all of whose units on the map can attack the hex: complete, they earn a column (OPS-7.4.1-1)."""
        picture = self.picture
        members: dict[str, list[int]] = {}
        for unit in picture.own:
            profile = picture.profile(unit)
            if profile.division and not profile.is_commander:
                members.setdefault(profile.division, []).append(unit.id)
        for _, ids in sorted(members.items()):
            if 2 <= len(ids) <= MOST_ATTACKERS and all(id_ in self.slots for id_ in ids):
                yield tuple(ids)

    def rearrange(self) -> None:
        """Let each attacker who moves come from elsewhere if that is better: round the enemy, out of the water."""
        for id_ in sorted(self.taken):
            if self.taken[id_].stays:
                continue
            rest = [slot for other, slot in sorted(self.taken.items()) if other != id_]
            for slot in self.slots[id_]:
                if slot != self.taken[id_] and self._has_room(slot, rest):
                    self._try([*rest, slot])

    def lead(self) -> None:
        """Let commanders come along where that pays."""
        for id_ in leaders(self.picture):
            if self.best is None or id_ in self.taken:
                continue
            held = {slot.hex for slot in self.taken.values()}
            for slot in leader_slots(self.picture, self.picture.position.units[id_], self.target, held):
                self._try([*self.taken.values(), slot])

    def _place(self, options: list[Slot], chosen: Sequence[Slot]) -> Slot | None:
        """The best hex for a unit beside those already chosen: dry feet, tanks and infantry together, cover."""
        open_ = [slot for slot in options if slot.stays or self._has_room(slot, chosen)]
        return min(open_, key=lambda slot: self._dislike(slot, chosen), default=None)

    def _has_room(self, slot: Slot, chosen: Sequence[Slot]) -> bool:
        roster, stacks = self.picture.position.roster, self.picture.position.stacks
        leaving = {other.unit.id for other in chosen if not other.stays}
        there = sum(roster[id_].weight for id_ in stacks.get(slot.hex, ()) if id_ not in leaving)
        coming = sum(roster[other.unit.id].weight for other in chosen if other.hex == slot.hex and not other.stays)
        limit = self.picture.board.tables.conduct.stacking
        full = sum(roster[id_].weight for id_ in stacks.get(slot.hex, ())) + coming > limit
        return there + coming + self.picture.profile(slot.unit).weight <= limit and not full

    def _dislike(self, slot: Slot, chosen: Sequence[Slot]) -> tuple[float, int]:
        board, grid = self.picture.board, self.picture.grid
        wet = bool(board.map.river[slot.hex, grid.direction(slot.hex, self.target)])
        beside = {self.picture.profile(other.unit).type for other in chosen if other.hex == slot.hex}
        mixed = ("armoured" in beside) != (self.picture.profile(slot.unit).type == "armoured") and bool(beside)
        score = slot.price + 0.4 * wet - 0.3 * mixed - 0.1 * int(self.picture.shelter[slot.hex]) - 0.3 * slot.stays
        return score, slot.hex

    def _try(self, chosen: Sequence[Slot]) -> None:
        package = assess(self.picture, self.plan, self.target, chosen, self.backings, self.flights)
        if package is not None and (self.best is None or package.value > self.best.value):
            self.best = package
            self.taken = {slot.unit.id: slot for slot in chosen}

    def _leave_out(self) -> None:
        """Send nobody who adds nothing: drop attackers, the weakest first, as long as the value does not fall."""
        for id_, _ in sorted(self.taken.items(), key=lambda item: (item[1].strength, item[0])):
            rest = [slot for other, slot in sorted(self.taken.items()) if other != id_]
            package = assess(self.picture, self.plan, self.target, rest, self.backings, self.flights) if rest else None
            if package is not None and package.value >= self.value:
                self.best = package
                del self.taken[id_]


def _eagerness(options: list[Slot]) -> tuple[bool, float, int]:
    return (not any(slot.stays for slot in options), -options[0].strength, options[0].unit.id)


def leader_slots(picture: Picture, unit: Unit, target: int, held: set[int]) -> Iterator[Slot]:
    """How a commander could take part in an attack from hexes held by attackers: from where he is, or going there."""
    if unit.hex in held:
        if why_not_fight(picture.position, unit, target) is None:
            yield Slot(unit, unit.hex, 0.0, picture.price(unit))
        return
    reached = picture.reach(unit)
    if reached is not None and not unit.attacked and not unit.marched:
        for hex_ in sorted(held):
            if hex_ in reached:
                yield Slot(unit, hex_, 0.0, picture.price(unit) + LEADER_MOVES)


# ------------------------------------------------------------------------------------------------- which one


def assaults(
    picture: Picture, plan: Plan, targets: Sequence[int] | None = None, *, quick: bool = False
) -> Iterator[Assault]:
    """The best attack on each enemy hex (or on those named) within reach, worth making or not."""
    planes = planes_of(picture)
    for target in picture.foes if targets is None else targets:
        if target not in picture.foes or why_not_target(picture.position, target) is not None:
            continue
        slots = slots_for(picture, plan, target)
        if slots:
            options = backings(picture, target, guns_for(picture, target), planes)
            assault = Assault(picture, plan, target, slots, options, quick)
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
    """What the best other attack is worth to those whom this one leaves."""
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
            rest = Assault(other.picture, other.plan, other.target, slots, left, quick=True)
            rest.search()
            best = max(best, rest.value)
    return best


def without(options: Sequence[Backing], gone: Sequence[int]) -> tuple[Backing, ...]:
    """The supports that are left when some have been used."""
    kept = tuple(backing for backing in options if not set(backing.units) & set(gone))
    return kept or (UNBACKED,)
