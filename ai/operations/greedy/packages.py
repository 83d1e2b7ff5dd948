"""Attacks: the units that could strike an enemy stack, from where, after which moves, and the value of that.

The value of an attack is exact over the dice: eleven totals, each with its losses, retreat and ground. The strength of
an enemy comes from the view, guesses included.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from ai.operations.judgement.weights import (
    CONCERNED_WITHIN,
    EFFORT,
    FOLLOWERS,
    MIXED,
    MOST_ATTACKERS,
    MOVED_UP,
    ONWARD,
    RIVALS,
    SALVO,
    SHELTERED,
    STAYS,
    WET,
    WORN,
)
from ai.operations.outlines.goals import Duty, Goal
from ai.operations.picture.goals import nearness
from ai.operations.picture.picture import Picture, choose, moved
from ai.operations.picture.surroundings import surroundings
from wab.systems.operations.combat.combat import (
    guns_in_range,
    main_attacker,
    why_not_fight,
    why_not_support,
    why_not_target,
)
from wab.systems.operations.combat.modifiers import support_points
from wab.systems.operations.combat.odds import Odds, engagement, is_capture
from wab.systems.operations.combat.retreat import retreat_hex, zone_loss
from wab.systems.operations.combat.two_dice import OUTCOMES
from wab.systems.operations.state.orders import Attack
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.state.zoc import in_enemy_zoc
from wab.systems.operations.units.activation import cost
from wab.systems.operations.units.strength import energy


@dataclass(frozen=True, slots=True)
class Slot:
    """One way in which a unit could take part: from a hex next to the target, where it stands or after a move."""

    unit: Unit
    hex: int
    strength: float
    price: float

    @property
    def stays(self) -> bool:
        """Tell whether the unit need not move."""
        return self.unit.hex == self.hex


@dataclass(frozen=True, slots=True)
class Package:
    """An attack with the moves that it needs: `places`, unit to hex for every unit that moves first."""

    order: Attack
    places: dict[int, int]
    value: float
    odds: Odds
    clears: float
    """The chance that the hex is emptied."""


@dataclass(slots=True)
class AssaultSearch(ABC):
    """The search for the best attack on one hex: which units, from where. Subclasses say what an attack is worth."""

    picture: Picture
    target: int
    slots: dict[int, list[Slot]]
    best: Package | None = field(default=None, init=False)
    taken: dict[int, Slot] = field(default_factory=dict, init=False)

    @property
    def value(self) -> float:
        """The value of the best attack found so far."""
        return self.best.value if self.best is not None else 0.0

    @property
    def supports(self) -> tuple[int, ...]:
        """Guns, ships and aircraft that the best attack uses."""
        return self.best.order.supports if self.best is not None else ()

    @abstractmethod
    def weigh(self, chosen: Sequence[Slot]) -> Package | None:
        """The attack by these units from these hexes, with the best supports; None if it is impossible."""

    def search(self) -> None:
        """Add attackers one by one, adjacent ones and the strongest first; keep the best attack."""
        self.fill(sorted(self.slots.values(), key=eagerness))
        self.leave_out()

    def fill(self, options: Sequence[list[Slot]], first: int = 1) -> None:
        """Take the units in this order as far as there is room, and weigh the attack from `first` units on."""
        chosen: list[Slot] = []
        for slots in options:
            slot = self._place(slots, chosen)
            if slot is not None and len(chosen) < MOST_ATTACKERS:
                chosen.append(slot)
                if len(chosen) >= first:
                    self.try_out(chosen)

    def rearrange(self) -> None:
        """Let each attacker that moves come from another hex if that is better."""
        for id_ in sorted(self.taken):
            if self.taken[id_].stays:
                continue
            rest = [slot for other, slot in sorted(self.taken.items()) if other != id_]
            for slot in self.slots[id_]:
                if slot != self.taken[id_] and self.has_room(slot, rest):
                    self.try_out([*rest, slot])

    def _place(self, options: list[Slot], chosen: Sequence[Slot]) -> Slot | None:
        """The best hex for a unit next to those already chosen: no river, tanks and infantry together, shelter."""
        open_ = [slot for slot in options if slot.stays or self.has_room(slot, chosen)]
        return min(open_, key=lambda slot: self._dislike(slot, chosen), default=None)

    def has_room(self, slot: Slot, chosen: Sequence[Slot]) -> bool:
        """Tell whether a unit can stack in a hex with the units there and the coming ones."""
        position = self.picture.position
        coming = [
            position.roster[other.unit.id].weight for other in chosen if other.hex == slot.hex and not other.stays
        ]
        there = sum(position.roster[id_].weight for id_ in position.stacks.get(slot.hex, ()))
        limit = self.picture.board.tables.conduct.stacking
        return there + sum(coming) + self.picture.profile(slot.unit).weight <= limit

    def _dislike(self, slot: Slot, chosen: Sequence[Slot]) -> tuple[float, int]:
        board, grid = self.picture.board, self.picture.grid
        wet = bool(board.map.river[slot.hex, grid.direction(slot.hex, self.target)])
        beside = {self.picture.profile(other.unit).type for other in chosen if other.hex == slot.hex}
        mixed = ("armoured" in beside) != (self.picture.profile(slot.unit).type == "armoured") and bool(beside)
        shelter = int(self.picture.shelter[slot.hex])
        score = slot.price + WET * wet - MIXED * mixed - SHELTERED * shelter - STAYS * slot.stays
        return score, slot.hex

    def try_out(self, chosen: Sequence[Slot]) -> None:
        """Keep the attack by these units if it is better than the best so far."""
        package = self.weigh(chosen)
        if package is not None and (self.best is None or package.value > self.best.value):
            self.best = package
            self.taken = {slot.unit.id: slot for slot in chosen}

    def leave_out(self) -> None:
        """Drop attackers that add nothing, the weakest first."""
        for id_, _ in sorted(self.taken.items(), key=lambda item: (item[1].strength, item[0])):
            rest = [slot for other, slot in sorted(self.taken.items()) if other != id_]
            package = self.weigh(rest) if rest else None
            if package is not None and package.value >= self.value:
                self.best = package
                del self.taken[id_]


def eagerness(options: list[Slot]) -> tuple[bool, float, int]:
    """A key to sort by: adjacent units first, then the strongest."""
    return (not any(slot.stays for slot in options), -options[0].strength, options[0].unit.id)


@dataclass(slots=True)
class Assault(AssaultSearch):
    """The greedy player's search, for its goals, with `guns` as supports."""

    goals: tuple[Goal, ...]
    guns: tuple[int, ...]

    def weigh(self, chosen: Sequence[Slot]) -> Package | None:
        """The attack as `assess` values it."""
        return assess(self.picture, self.goals, self.target, chosen, self.guns)


# ------------------------------------------------------------------------------------------------- candidates


def best_package(picture: Picture, goals: tuple[Goal, ...], duties: dict[int, Duty]) -> Package | None:
    """The attack to begin with, None if none is worth making.

    Of the most valuable ones it is the attack that brings most together with the best attack that the other units can
    then make: so the whole army does not attack one enemy that half of it could beat.
    """
    found = [a for a in assaults(picture, goals, duties) if a.value >= picture.weights.attack_from]
    found.sort(key=lambda assault: (-assault.value, assault.target))
    rivals = found[:RIVALS]
    sums = {assault.target: assault.value + _sequel(assault, rivals) for assault in rivals}
    assault = choose(picture, rivals, lambda assault: sums[assault.target])
    if assault is None:
        return None
    assault.rearrange()
    return assault.best


def _sequel(assault: Assault, rivals: Sequence[Assault]) -> float:
    """The value of the best other attack by the units that this one leaves."""
    best = 0.0
    for other in rivals:
        if other.target == assault.target:
            continue
        slots = {unit: options for unit, options in other.slots.items() if unit not in assault.taken}
        if slots:
            guns = tuple(gun for gun in other.guns if gun not in assault.supports)
            rest = Assault(other.picture, other.target, slots, other.goals, guns)
            rest.search()
            best = max(best, rest.value)
    return best


def assaults(picture: Picture, goals: tuple[Goal, ...], duties: dict[int, Duty]) -> Iterator[Assault]:
    """The best attack on each enemy hex within reach, worth making or not."""
    for target in picture.foes:
        if why_not_target(picture.position, target) is None and (slots := slots_of(picture, duties, target)):
            assault = Assault(picture, target, slots, goals, _guns_for(picture, target))
            assault.search()
            yield assault


def slots_of(picture: Picture, duties: dict[int, Duty], target: int) -> dict[int, list[Slot]]:
    """For each unit that could attack a hex, the hexes that it could attack from."""
    origins = [hex_ for hex_ in picture.grid.adjacent(target) if hex_ not in picture.foes]
    able = sorted({unit for hex_ in origins for unit in picture.comers.get(hex_, ())})
    slots: dict[int, list[Slot]] = {}
    for unit in (picture.position.units[id_] for id_ in able):
        found = list(_slots(picture, duties, unit, target, origins))
        if found:
            slots[unit.id] = found
    return slots


def _slots(
    picture: Picture, duties: dict[int, Duty], unit: Unit, target: int, origins: Sequence[int]
) -> Iterator[Slot]:
    """The hex of the unit, if it is next to the target; otherwise, unless it must stay, the hexes that it reaches."""
    if unit.hex in origins:
        if why_not_fight(picture.position, unit, target) is None:
            yield Slot(unit, unit.hex, picture.attack(unit), picture.price(unit))
        return
    duty = duties.get(unit.id)
    reached = None if duty is not None and duty.pinned else picture.reach(unit)
    if reached is None:
        return
    for hex_ in origins:
        if hex_ in reached and why_not_fight(picture.position, _at(unit, hex_), target) is None:
            price = _price(picture, unit, hex_) + _detour(picture, duties.get(unit.id), unit, hex_)
            yield Slot(unit, hex_, picture.attack(unit), price)


def _at(unit: Unit, hex_: int) -> Unit:
    return replace(unit, hex=hex_)


def _price(picture: Picture, unit: Unit, hex_: int) -> float:
    return picture.price(unit) + (picture.weights.march if unit.hex != hex_ else 0.0)


def _detour(picture: Picture, duty: Duty | None, unit: Unit, hex_: int) -> float:
    """Return what it costs a unit to move away from its duty; a part of the gain where it comes nearer."""
    if duty is None:
        return 0.0
    change = nearness(picture, unit, duty.goal) - nearness(picture, unit, duty.goal, hex_)
    return duty.goal.draw * change * (picture.weights.detour if change > 0 else ONWARD)


def _guns_for(picture: Picture, target: int) -> tuple[int, ...]:
    """Guns that could support an attack on a hex from where they stand, the strongest first."""
    in_range = [picture.position.units[gun] for gun in guns_in_range(picture.position, target)]
    guns = [
        unit for unit in in_range if picture.can_act(unit) and why_not_support(picture.position, unit, target) is None
    ]
    guns.sort(key=lambda unit: (-picture.profile(unit).bombardment, unit.id))
    return tuple(unit.id for unit in guns)


# ------------------------------------------------------------------------------------------------- what it is worth


def assess(
    picture: Picture, goals: tuple[Goal, ...], target: int, chosen: Sequence[Slot], guns: Sequence[int]
) -> Package | None:
    """The value of an attack by these units from these hexes, with the best supports; None if points are too few."""
    position = picture.position
    spearhead = max(chosen, key=lambda slot: (picture.defence(slot.unit), -slot.unit.id))
    stakes = Stakes(
        tuple(_concerned(picture, goals, target)), _ahead(picture, goals, spearhead.unit, spearhead.hex, target)
    )
    firing = [position.units[gun] for gun in guns]
    question = (
        stakes,
        min(position.activation_points, len(chosen) + len(guns)),
        tuple([(slot.unit, slot.hex, slot.price) for slot in chosen]),
        tuple([(gun, picture.price(gun)) for gun in firing]),
    )
    known = _judged(picture, target)
    if question not in known:
        known[question] = _assess(picture, stakes, target, chosen, guns)
    package: Package | None = known[question]
    return package


def _judged(picture: Picture, target: int) -> dict[object, Any]:
    """Attacks on a hex that were assessed before, in the same surroundings."""
    notes: dict[int, dict[object, Any]] = picture.notes.setdefault("judged", {})
    if target not in notes:
        notes[target] = picture.memory.judged(target, surroundings(picture, target))
    return notes[target]


def _assess(
    picture: Picture, stakes: Stakes, target: int, chosen: Sequence[Slot], guns: Sequence[int]
) -> Package | None:
    places = {slot.unit.id: slot.hex for slot in chosen if not slot.stays}
    position = moved(picture.position, places) if places else picture.position
    units = tuple(sorted(slot.unit.id for slot in chosen))
    order = Attack(units, target, main_attacker(position, units))
    if cost(position, units) > position.activation_points:
        return None
    base = picture.odds(position, order)
    price = sum(slot.price for slot in chosen) + exposure(picture, position, chosen)
    flight = flight_loss(position, order)
    ground = _ground_worth(picture, stakes, position, order)
    best: Package | None = None
    for count in range(min(len(guns), picture.board.tables.support.most_supports) + 1):
        supported = Attack(units, target, order.main, tuple(sorted(guns[:count])))
        if cost(position, (*units, *supported.supports)) > position.activation_points:
            break
        modifier = base.modifier + _bonus(picture, position, supported) if count else base.modifier
        value, clears = _expectation(picture, position, supported, base.final, modifier, flight, ground)
        value -= price + sum(picture.price(position.units[gun]) + SALVO for gun in supported.supports)
        if best is None or value > best.value:
            best = Package(supported, places, value, base, clears)
    return best


def _bonus(picture: Picture, position: State, order: Attack) -> int:
    """The lines that the supports of an attack are worth."""
    points = support_points(engagement(position, order))
    bands = picture.board.tables.support.bands
    return next((band.bonus for band in reversed(bands) if points >= band.points[0]), 0)


def _expectation(
    picture: Picture, position: State, order: Attack, column: int, modifier: int, flight: float, ground: float
) -> tuple[float, float]:
    """Value over all totals of the dice, and the chance that the hex is emptied."""
    mine = sum(position.units[unit].hp for unit in order.units)
    defenders = position.stack(order.target)
    theirs = sum(unit.hp for unit in defenders)
    if is_capture(position, defenders):
        return picture.gain * theirs + ground, 1.0
    value = clears = 0.0
    for ways, lost, killed, retreat in picture.memory.chart.rows(column, modifier):
        killed = min(killed, theirs)
        result = picture.gain * killed - picture.loss * min(lost, mine)
        if killed == theirs or retreat:
            result += ground + picture.gain * flight * (theirs - killed) / theirs
            clears += ways / OUTCOMES
        value += ways / OUTCOMES * result
    return value - _tiredness(picture, position, order.units), clears


def _tiredness(picture: Picture, position: State, units: Sequence[int]) -> float:
    """Return the cost of the fatigue of a combat: more where it brings a unit over its threshold."""
    if not picture.board.rules.fatigue:
        return 0.0
    rows, combat = picture.board.tables.state.quality, picture.board.tables.fatigue.combat
    total = 0.0
    for unit in (position.units[id_] for id_ in units):
        limit = next(row.fatigue_threshold for name, row in rows.items() if name == position.roster[unit.id].quality)
        over = 100 - energy(unit) + combat > limit
        total += EFFORT + (WORN if over else 0.0)
    return total


def flight_loss(position: State, order: Attack) -> float:
    """HP that the defenders would lose by a retreat: all of them without a way out (OPS-7.3.5-6)."""
    total = 0.0
    for unit in position.stack(order.target):
        goal = retreat_hex(position, unit, order.main)
        if goal is None:
            total += unit.hp
        elif in_enemy_zoc(position, position.side_of(unit.id), goal):
            total += min(unit.hp, zone_loss(position, unit.id))
    return total


def exposure(picture: Picture, position: State, chosen: Sequence[Slot]) -> float:
    """The points that the enemy's answer is expected to take from units that moved up."""
    total = 0.0
    for hex_ in sorted({slot.hex for slot in chosen if not slot.stays}):
        total += MOVED_UP * picture.loss * picture.feared_loss(hex_, position.stack(hex_))
    return total


def ground_worth(picture: Picture, goals: tuple[Goal, ...], position: State, order: Attack) -> float:
    """The value of emptying the hex: its goal if it can be held, the way beyond, goals shielded."""
    attackers = [position.units[id_] for id_ in order.units]
    strongest = max(attackers, key=lambda unit: (picture.defence(unit), -unit.id))
    ahead = _ahead(picture, goals, strongest, strongest.hex, order.target)
    stakes = Stakes(tuple(_concerned(picture, goals, order.target)), ahead)
    return _ground_worth(picture, stakes, position, order)


class Stakes(NamedTuple):
    """The stakes of an enemy hex: the goals that are concerned, and the way that it opens."""

    goals: tuple[Goal, ...]
    ahead: float


def _ground_worth(picture: Picture, stakes: Stakes, position: State, order: Attack) -> float:
    target, weights = order.target, picture.weights
    attackers = [position.units[id_] for id_ in order.units]
    attackers.sort(key=lambda unit: (unit.hex != order.main, -picture.defence(unit), unit.id))
    followers = attackers[:FOLLOWERS]
    worth = weights.ground
    for goal in stakes.goals:
        if not goal.held:
            worth += goal.worth * picture.hold_chance(target, followers)
        else:
            worth += weights.shield * goal.worth
    return worth + weights.push * stakes.ahead


def _concerned(picture: Picture, goals: tuple[Goal, ...], target: int) -> list[Goal]:
    """The goal that is to be taken in a hex, and the held ones that an enemy in it threatens, in their order."""
    known = _notes(picture, goals)
    if target not in known:
        distance = picture.grid.distance
        known[target] = [goal for goal in goals if distance(goal.hex, target) <= (CONCERNED_WITHIN if goal.held else 0)]
    concerned: list[Goal] = known[target]
    return concerned


def _ahead(picture: Picture, goals: tuple[Goal, ...], unit: Unit, hex_: int, target: int) -> float:
    """The draw that a unit gains by a step from one hex to another, for the goal for which this is most."""
    known, question = _notes(picture, goals), (unit.id, hex_, target)
    if question not in known:
        known[question] = _gain_ahead(picture, goals, unit, hex_, target)
    ahead: float = known[question]
    return ahead


def _gain_ahead(picture: Picture, goals: tuple[Goal, ...], unit: Unit, hex_: int, target: int) -> float:
    draws, hexes = _open_goals(picture, goals)
    if not hexes:
        return 0.0
    steps = draws * (picture.nearness_from(unit, hexes, target) - picture.nearness_from(unit, hexes, hex_))
    ahead: float = max([0.0, *(step for step, goal in zip(steps.tolist(), hexes, strict=True) if goal != target)])
    return ahead


def _open_goals(picture: Picture, goals: tuple[Goal, ...]) -> tuple[NDArray[np.float64], tuple[int, ...]]:
    """The goals still to be taken: what each draws, and where it is."""
    known = _notes(picture, goals)
    if "open" not in known:
        open_ = [goal for goal in goals if not goal.held]
        known["open"] = np.array([goal.draw for goal in open_]), tuple([goal.hex for goal in open_])
    found: tuple[NDArray[np.float64], tuple[int, ...]] = known["open"]
    return found


def _notes(picture: Picture, goals: tuple[Goal, ...]) -> dict[object, Any]:
    """Return what is known about these goals on a picture."""
    known: tuple[tuple[Goal, ...], dict[object, Any]] = picture.notes.get("ground", ((), {}))
    if known[0] is not goals:
        known = picture.notes["ground"] = goals, {}
    return known[1]
