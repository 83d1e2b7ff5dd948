"""Bombardment (ledger 7.5): guns fire at a distance, by their own table, with no ratio, no retreat and no advance."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence

import msgspec

from wab.engine.events import Event
from wab.engine.orders import Refusal, Shift
from wab.engine.text import Text
from wab.systems.operations.activation import activations, cost, why_not_activated
from wab.systems.operations.board import enemy_of
from wab.systems.operations.combat import why_not_support
from wab.systems.operations.events import Bombarded
from wab.systems.operations.fatigue import tire_from_bombardment
from wab.systems.operations.losses import by_power, deal_losses, surrender_exhausted
from wab.systems.operations.odds import DICE, FACES, OUTCOMES, TOTALS, WAYS
from wab.systems.operations.orders import Bombard
from wab.systems.operations.sight import levels
from wab.systems.operations.state import State
from wab.systems.operations.strength import defence_value

STREAM = "bombardment"

Check = Callable[[State, Bombard], Refusal | None]


class BombardmentBranch(msgspec.Struct, frozen=True):
    """One total of the dice: in how many of the 36 `ways` it comes up, and the HP that the stack then really loses."""

    total: int
    ways: int
    hp: int

    @property
    def probability(self) -> float:
        """The chance of this total, 0 to 1."""
        return self.ways / OUTCOMES


class BombardmentPreview(msgspec.Struct, frozen=True):
    """Everything that a bombardment can come to, exactly, as far as the units that are known tell.

    `points` after the reduction for a target that is not identified, `shifts` what they are made of. `fatigue`: percent
    that every unit of the target gains whatever the dice say.
    """

    points: int
    shifts: tuple[Shift, ...]
    branches: tuple[BombardmentBranch, ...]
    expected_hp: float
    activation_points: int
    fatigue: int


# ------------------------------------------------------------------------------------------------- legality


def why_not_bombard(state: State, order: Bombard) -> Refusal | None:
    """None if the bombardment is legal for the side to act, else the first reason against it."""
    for check in _CHECKS:
        if refusal := check(state, order):
            return refusal
    return None


def _each_once(state: State, order: Bombard) -> Refusal | None:
    if list(order.units) == sorted(set(order.units)):
        return None
    return Refusal(Text("Each unit is to be named once, in ascending order."), code="units-out-of-order")


def _can_be_activated(state: State, order: Bombard) -> Refusal | None:
    """A gun that bombards must be, or get, activated (OPS-5.2-14)."""
    return why_not_activated(state, order.units)


def _target_is_detected(state: State, order: Bombard) -> Refusal | None:
    """OPS-7.5.1-5: at least one enemy in the hex is at least detected."""
    if 0 <= order.target < state.board.grid.size and level_of(state, order.target) is not None:
        return None
    text = Text("No enemy has been detected in that hex.")
    return Refusal(text, ("OPS-7.5.1-5",), (order.target,), "not-detected")


def _few_units(state: State, order: Bombard) -> Refusal | None:
    most = state.board.tables.bombardment.most_units
    if len(order.units) <= most:
        return None
    text = Text("At most {most} units can bombard together.", {"most": most})
    return Refusal(text, ("OPS-7.5.1-10",), (order.target,), "too-many-units")


def _all_are_guns(state: State, order: Bombard) -> Refusal | None:
    """OPS-7.5.1-2, OPS-10.1.1-9: only units with bombardment points."""
    for profile in (state.profile(unit) for unit in order.units):
        if not profile.is_gun:
            text = Text("{unit} has no guns to bombard with.", {"unit": profile.name})
            return Refusal(text, ("OPS-7.5.1-2",), (order.target,), "no-gun")
    return None


def _all_in_range(state: State, order: Bombard) -> Refusal | None:
    """OPS-7.5.1-6: from one hex up to the range of each."""
    for unit in (state.units[id_] for id_ in order.units):
        profile = state.profile(unit.id)
        if state.board.grid.distance(unit.hex, order.target) > profile.range:
            text = Text("{unit} does not reach that hex.", {"unit": profile.name})
            return Refusal(text, ("OPS-7.5.1-2", "OPS-7.5.1-6"), (unit.hex,), "out-of-range")
    return None


def _all_can_fire(state: State, order: Bombard) -> Refusal | None:
    """Supplied, neither marched nor fired this turn: what a gun needs to support, it needs to bombard (OPS-7.2-14)."""
    reasons = (why_not_support(state, state.units[unit], order.target) for unit in order.units)
    return next((reason for reason in reasons if reason is not None), None)


_CHECKS: tuple[Check, ...] = (
    _each_once,
    _can_be_activated,
    _target_is_detected,
    _few_units,
    _all_are_guns,
    _all_in_range,
    _all_can_fire,
)


def level_of(state: State, target: int) -> str | None:
    """The best level at which the side to act knows a unit in a hex; None where it knows of none (OPS-7.5.3-4)."""
    if not state.active or state.side_in(target) != enemy_of(state.active):
        return None
    known = levels(state, state.active)
    found = {known.get(unit.id) for unit in state.stack(target)}
    return next((level for level in ("identified", "recognised", "detected") if level in found), None)


def available_guns(state: State, target: int) -> tuple[int, ...]:
    """Units of the side to act that may bombard a hex now, each for itself, by id (OPS-7.5.1-2, OPS-7.5.1-6)."""
    if level_of(state, target) is None:
        return ()
    guns = (unit for unit in state.units_of(state.active) if state.profile(unit.id).is_gun)
    return tuple(unit.id for unit in guns if why_not_bombard(state, Bombard((unit.id,), target)) is None)


def offered_bombardments(state: State, unit: int | None = None) -> Iterator[Bombard]:
    """The bombardments on offer, by target: each gun alone, and the strongest together; with `unit`, those it fires in.

    `why_not_bombard` accepts every other combination.
    """
    if not state.active:
        return
    for target in sorted(hex_ for hex_ in state.stacks if state.side_in(hex_) == enemy_of(state.active)):
        guns = available_guns(state, target)
        groups = [*((gun,) for gun in guns), _strongest(state, guns)] if guns else []
        for order in dict.fromkeys(Bombard(group, target) for group in groups):
            if unit is None or unit in order.units:
                yield order


def _strongest(state: State, guns: Sequence[int]) -> tuple[int, ...]:
    """The guns with the most points that can be activated together."""
    chosen: list[int] = []
    for gun in sorted(guns, key=lambda id_: (-state.profile(id_).bombardment, cost(state, (id_,)), id_)):
        if cost(state, (*chosen, gun)) <= state.activation_points:
            chosen.append(gun)
    return tuple(sorted(chosen[: state.board.tables.bombardment.most_units]))


# ------------------------------------------------------------------------------------------------- effect


def points_on(state: State, order: Bombard) -> tuple[int, tuple[Shift, ...]]:
    """Points that count, and what they are made of: all guns added up (OPS-7.5.1-10), less for a target known badly.

    OPS-7.5.3-1 to OPS-7.5.3-4: a share of the points by the best level in the hex, to the nearest whole, halves down.
    """
    shifts = [_of_gun(state, gun) for gun in order.units]
    full = sum(state.profile(gun).bombardment for gun in order.units)
    level = level_of(state, order.target)
    points = reduced(full, _percent(state, level))
    if points < full:
        text = Text("The target is only recognised") if level == "recognised" else Text("The target is only detected")
        clause = "OPS-7.5.3-2" if level == "recognised" else "OPS-7.5.3-3"
        shifts.append(Shift(float(points - full), text, clause))
    return points, tuple(shifts)


def _of_gun(state: State, gun: int) -> Shift:
    profile = state.profile(gun)
    return Shift(float(profile.bombardment), Text("{unit} fires", {"unit": profile.name}), "OPS-7.5.1-10")


def _percent(state: State, level: str | None) -> int:
    table = state.board.tables.bombardment
    return {"recognised": table.recognised_percent, "detected": table.detected_percent}.get(level or "", 100)


def reduced(points: int, percent: int) -> int:
    """A share of some points, to the nearest whole, halves down (OPS-7.5.3-4)."""
    return -((100 - 2 * points * percent) // 200)


def loss(state: State, points: int, total: int) -> int:
    """HP that the stack loses by the table, for points after reduction and a total of the dice (OPS-7.5.2-1)."""
    table = state.board.tables.bombardment
    column = bisect_right(table.columns, points) - 1
    return table.rows[total - TOTALS.start][column] if column >= 0 else 0


def preview_bombardment(state: State, order: Bombard) -> BombardmentPreview:
    """Every outcome of a legal bombardment with its exact chance; nothing is rolled."""
    points, shifts = points_on(state, order)
    owned = sum(unit.hp for unit in state.stack(order.target))
    branches = tuple(BombardmentBranch(total, WAYS[total], min(owned, loss(state, points, total))) for total in TOTALS)
    tiring = state.board.tables.fatigue.bombardment if points and state.board.scenario.rules.fatigue else 0
    return BombardmentPreview(
        points,
        shifts,
        branches,
        expected_hp=sum(branch.ways * branch.hp for branch in branches) / OUTCOMES,
        activation_points=cost(state, order.units),
        fatigue=tiring,
    )


def execute_bombard(state: State, order: Bombard) -> Iterator[Event]:
    """Carry out a legal bombardment: the whole stack suffers and tires (OPS-7.5.2-1), the guns do not (OPS-7.5.2-3)."""
    yield from activations(state, order.units)
    points, shifts = points_on(state, order)
    if points == 0:
        yield Bombarded(order.units, order.target, 0, 0, 0, shifts)
        return
    rolled = state.dice.roll(STREAM, Text("Bombardment"), FACES, DICE)
    yield rolled
    hp = loss(state, points, rolled.total)
    yield Bombarded(order.units, order.target, points, rolled.total, hp, shifts)
    stack = by_power(state, state.stack(order.target), defence_value)
    yield from deal_losses(state, stack, hp, "bombardment", Text("Losses of the bombarded"))
    struck = sorted(unit.id for unit in stack)
    yield from tire_from_bombardment(state, [unit for unit in struck if unit in state.units])
    yield from surrender_exhausted(state, struck)
