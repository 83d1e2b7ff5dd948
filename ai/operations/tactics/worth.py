"""The value of an attack by given units from given hexes: exact over the dice, with each possible support."""

from __future__ import annotations

from collections.abc import Sequence

from ai.operations.greedy.packages import Package, Slot, exposure, flight_loss, ground_worth
from ai.operations.judgement.tactics import EFFORT, MOST_FOR_A_WAY, WORN
from ai.operations.outlines.plan import Plan
from ai.operations.picture.picture import Picture, moved
from ai.operations.tactics.interdiction import reopening
from ai.operations.tactics.slots import left_behind
from ai.operations.tactics.supports import Backing
from wab.systems.operations.combat.combat import main_attacker
from wab.systems.operations.combat.odds import is_capture
from wab.systems.operations.combat.two_dice import OUTCOMES
from wab.systems.operations.state.orders import Attack
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.units.activation import cost
from wab.systems.operations.units.strength import energy

Flights = dict[tuple[int, tuple[int, ...]], float]
"""HP that a retreat would cost the defenders of a hex, by main direction of the attack and the hexes it comes from."""


def assess(
    picture: Picture,
    plan: Plan,
    target: int,
    chosen: Sequence[Slot],
    options: Sequence[Backing],
    flights: Flights | None = None,
) -> Package | None:
    """The best form of an attack by these units from these hexes, with its supports; None if points are too few.

    `flights` is filled for further calls about the same target.
    """
    places = {slot.unit.id: slot.hex for slot in chosen if not slot.stays}
    position = moved(picture.position, places) if places else picture.position
    units = tuple(sorted(slot.unit.id for slot in chosen))
    needed = cost(position, units)
    if needed > position.activation_points:
        return None
    if is_capture(position, position.stack(target)):
        order, flight = Attack(units, target, main_attacker(position, units)), 0.0
    else:
        order, flight = _with_flight(position, units, target, {} if flights is None else flights)
    price = sum(slot.price for slot in chosen) + exposure(picture, position, chosen)
    price += left_behind(picture, plan, position, chosen)
    attack = Worth(picture, plan, position, order, flight)
    backing, value = _backed(position, attack, options, position.activation_points - needed)
    clears = sum(chance * attack.by_bonus(bonus)[1] for bonus, chance in backing.bonuses)
    supported = Attack(units, target, order.main, backing.units)
    return Package(supported, places, value - price, attack.odds, clears)


def _with_flight(position: State, units: tuple[int, ...], target: int, flights: Flights) -> tuple[Attack, float]:
    """The attack by these units, and the HP that a retreat would cost the enemy."""
    order = Attack(units, target, main_attacker(position, units))
    key = order.main, tuple(sorted({position.units[unit].hex for unit in units}))
    if key not in flights:
        flights[key] = flight_loss(position, order)
    return order, flights[key]


def _backed(position: State, attack: Worth, options: Sequence[Backing], points: int) -> tuple[Backing, float]:
    """The best supports for so many activation points, and the value of the attack with them."""
    best = options[0], attack.expected(options[0])
    for backing in options[1:]:
        if cost(position, backing.guns) <= points:
            value = attack.expected(backing)
            if value > best[1]:
                best = backing, value
    return best


class Worth:
    """The value of one attack by the lines that its supports add. `odds` without them."""

    def __init__(self, picture: Picture, plan: Plan, position: State, order: Attack, flight: float) -> None:
        self._picture, self._position, self._order = picture, position, order
        self._defenders = position.stack(order.target)
        self._mine = sum(position.units[unit].hp for unit in order.units)
        self._theirs = sum(unit.hp for unit in self._defenders)
        self._capture = is_capture(position, self._defenders)
        self.odds = picture.odds(position, order)
        self._flight = flight
        self._ground = _ground(picture, plan, position, order)
        self._tiring = weariness(picture, [position.units[unit] for unit in order.units])
        self._known: dict[int, tuple[float, float]] = {}

    def expected(self, backing: Backing) -> float:
        """The value with these supports, their price taken off."""
        return sum(chance * self.by_bonus(bonus)[0] for bonus, chance in backing.bonuses) - backing.price

    def by_bonus(self, bonus: int) -> tuple[float, float]:
        """Value, and chance that the hex is emptied, with so many lines from supports."""
        if bonus not in self._known:
            self._known[bonus] = self._over_the_dice(bonus)
        return self._known[bonus]

    def _over_the_dice(self, bonus: int) -> tuple[float, float]:
        picture = self._picture
        if self._capture:
            return picture.gain * self._theirs + self._ground, 1.0
        value = clears = 0.0
        modifier = self.odds.modifier + bonus
        for ways, lost, killed, retreat in picture.memory.chart.rows(self.odds.final, modifier):
            killed = min(killed, self._theirs)
            result = picture.gain * killed - picture.loss * min(lost, self._mine)
            if killed == self._theirs or retreat:
                share = (self._theirs - killed) / self._theirs
                result += self._ground + picture.gain * self._flight * share
                clears += ways / OUTCOMES
            value += ways / OUTCOMES * result
        return value - self._tiring, clears


def _ground(picture: Picture, plan: Plan, position: State, order: Attack) -> float:
    """The value of emptying the hex: the goal in it, and up to a limit what it leads to and what it threatens."""
    worth = ground_worth(picture, plan.goals, position, order) + reopening(picture, order.target)
    inside = sum(goal.worth for goal in plan.goals if goal.hex == order.target and not goal.held)
    return min(worth, inside + MOST_FOR_A_WAY)


def weariness(picture: Picture, units: Sequence[Unit]) -> float:
    """Return what the fatigue of a combat costs units: more where it brings a unit over its threshold."""
    if not picture.board.rules.fatigue:
        return 0.0
    combat = picture.board.tables.fatigue.combat
    total = 0.0
    for unit in units:
        if not picture.profile(unit).is_commander:
            over = 100 - energy(unit) + combat > threshold(picture, unit)
            total += EFFORT + (WORN if over else 0.0)
    return total


def threshold(picture: Picture, unit: Unit) -> int:
    """Percent of fatigue up to which a unit fights at its full state."""
    rows = picture.board.tables.state.quality
    quality = picture.profile(unit).quality
    return next(row.fatigue_threshold for name, row in rows.items() if name == quality)
