"""Bombardment (ledger 7.5): guns, ships and heavy bombers. It has a table of its own, no ratio and no retreat.

A kind of combat apart (OPS-7.5.1-1). A hex may be bombarded again and again in a turn (OPS-7.5.1-7). Its terrain does
not shield it (OPS-7.5.3-5), and the Axis has no more than its artillery for it (OPS-7.5.1-3).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

import msgspec

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal, Shift
from wab.engine.words.text import Text
from wab.systems.operations.combat.air import bombs, profile_of, ready_to_bomb, split, why_not_bomb
from wab.systems.operations.combat.anti_air import AirRisk, fly, risks, through
from wab.systems.operations.combat.combat import guns_by_target, guns_in_range, why_not_support
from wab.systems.operations.combat.two_dice import DICE, FACES, OUTCOMES, TOTALS, WAYS
from wab.systems.operations.ground.sight import levels
from wab.systems.operations.state.board import enemy_of
from wab.systems.operations.state.events import Bombarded
from wab.systems.operations.state.orders import Bombard
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.units.activation import activations, cost, why_not_activated
from wab.systems.operations.units.fatigue import tire_from_bombardment
from wab.systems.operations.units.losses import by_power, deal_losses, surrender_exhausted
from wab.systems.operations.units.strength import defence_value

STREAM = "bombardment"

Check = Callable[[State, Bombard], Refusal | None]


class BombardmentBranch(msgspec.Struct, frozen=True):
    """One total of the dice: in how many `ways` of `of` it comes up, and the HP that the stack then really loses.

    Where anti-aircraft fire can drive bombers off, a total has a branch for each number of `points` that may be left.
    """

    total: int
    ways: int
    hp: int
    points: int = 0
    of: int = OUTCOMES

    @property
    def probability(self) -> float:
        """The chance of this branch, 0 to 1."""
        return self.ways / self.of


class BombardmentPreview(msgspec.Struct, frozen=True):
    """All possible results of a bombardment, exactly, as far as the units that are known tell.

    `points` after the reduction for a target that is not identified, `shifts` what they are made of, every bomber
    counted. `fatigue`: percent that every unit of the target gains at any roll. `air`: what anti-aircraft fire can do
    to each bomber; `nothing_chance`: that it leaves no points: nothing happens then, and no unit tires.
    """

    points: int
    shifts: tuple[Shift, ...]
    branches: tuple[BombardmentBranch, ...]
    expected_hp: float
    activation_points: int
    fatigue: int
    air: tuple[AirRisk, ...] = ()
    nothing_chance: float = 0.0


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
    return Refusal(Text("Name each unit once, in ascending order."), code="units-out-of-order")


def _can_be_activated(state: State, order: Bombard) -> Refusal | None:
    """A gun or ship that bombards must be, or get, activated; bombers cost nothing (OPS-5.2-14)."""
    guns, flying = split(state, order.units)
    return why_not_activated(state, guns) if guns or not flying else None


def _target_is_detected(state: State, order: Bombard) -> Refusal | None:
    """OPS-7.5.1-5: at least one enemy in the hex is at least detected."""
    if 0 <= order.target < state.board.grid.size and level_of(state, order.target) is not None:
        return _is_no_ship(state, order.target)
    text = Text("No enemy has been detected in that hex.")
    return Refusal(text, ("OPS-7.5.1-5",), (order.target,), "not-detected")


def _is_no_ship(state: State, target: int) -> Refusal | None:
    """The Axis has nothing that reaches a ship (OPS-7.5.2-3)."""
    if any(state.profile(unit.id).is_ship for unit in state.stack(target)):
        return Refusal(Text("Ships cannot be attacked."), ("OPS-10.1.3-1",), (target,), "ship")
    return None


def _few_units(state: State, order: Bombard) -> Refusal | None:
    most = state.board.tables.bombardment.most_units
    if len(order.units) <= most:
        return None
    text = Text("At most {most} units can bombard together.", {"most": most})
    return Refusal(text, ("OPS-7.5.1-10",), (order.target,), "too-many-units")


def _all_are_guns(state: State, order: Bombard) -> Refusal | None:
    """OPS-7.5.1-2, OPS-10.1.1-9: only units with bombardment points."""
    for profile in (state.profile(gun) for gun in split(state, order.units)[0]):
        if not profile.is_gun:
            text = Text("{unit:The} {unit:|has|have} no artillery to bombard with.", {"unit": profile.noun})
            return Refusal(text, ("OPS-7.5.1-2",), (order.target,), "no-gun")
    return None


def _all_in_range(state: State, order: Bombard) -> Refusal | None:
    """OPS-7.5.1-6: from one hex up to the range of each gun; bombers reach every hex (OPS-7.5.1-2)."""
    for unit in (state.units[id_] for id_ in split(state, order.units)[0]):
        profile = state.profile(unit.id)
        if state.board.grid.distance(unit.hex, order.target) > profile.range:
            text = Text("That hex is out of range of {unit:the}.", {"unit": profile.noun})
            return Refusal(text, ("OPS-7.5.1-2", "OPS-7.5.1-6"), (unit.hex,), "out-of-range")
    return None


def _all_can_fire(state: State, order: Bombard) -> Refusal | None:
    """Supplied, neither marched nor fired this turn: what a gun needs to support, it needs to bombard (OPS-7.2-14)."""
    guns, flying = split(state, order.units)
    reasons = [why_not_support(state, state.units[gun], order.target) for gun in guns]
    reasons += [why_not_bomb(state, squadron) for squadron in flying]
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
    """The best level at which the side to act knows a unit in a hex; None if it knows of none (OPS-7.5.3-4)."""
    if not state.active or state.side_in(target) != enemy_of(state.active):
        return None
    return _best_level(levels(state, state.active), state.stack(target))


def _best_level(known: Mapping[int, str], stack: Iterable[Unit]) -> str | None:
    found = {known.get(unit.id) for unit in stack}
    return next((level for level in ("identified", "recognised", "detected") if level in found), None)


def available_guns(state: State, target: int) -> tuple[int, ...]:
    """Guns and ships of the side to act that may bombard a hex now, each for itself, by id (OPS-7.5.1-6)."""
    if level_of(state, target) is None:
        return ()
    guns = guns_in_range(state, target)
    return tuple(gun for gun in guns if why_not_bombard(state, Bombard((gun,), target)) is None)


def available_bombers(state: State, target: int) -> tuple[int, ...]:
    """Heavy bombers of the side to act that may bombard a hex now, by id (OPS-7.5.1-2)."""
    return ready_to_bomb(state) if level_of(state, target) is not None and not _is_no_ship(state, target) else ()


def offered_bombardments(state: State, unit: int | None = None) -> Iterator[Bombard]:
    """The bombardments on offer, by target; with `unit`, only bombardments in which it takes part.

    Each gun and each bomber alone, the strongest guns together, the strongest of guns and bombers together.
    `why_not_bombard` accepts every other combination.
    """
    if not state.active:
        return
    flying = tuple(state.squadrons.values())
    in_range, known = guns_by_target(state), levels(state, state.active)
    for target in sorted(state.deployed(enemy_of(state.active)).posts):
        guns = tuple([state.units[gun] for gun in in_range.get(target, ())])
        if not guns and not flying:
            continue
        points, stack = min(state.activation_points, len(guns)), state.stack(target)
        facts = (state.active, state.impulse, points, _best_level(known, stack), stack, guns, flying)
        for order in state.settled(("fires", target), facts, partial(_fires_on, state, target)):
            if unit is None or unit in order.units:
                yield order


def _fires_on(state: State, target: int) -> tuple[Bombard, ...]:
    guns, bombers = available_guns(state, target), available_bombers(state, target)
    groups = [*((id_,) for id_ in (*guns, *bombers)), _strongest(state, guns), _strongest(state, (*guns, *bombers))]
    return tuple(dict.fromkeys(Bombard(group, target) for group in groups if group))


def _strongest(state: State, able: Sequence[int]) -> tuple[int, ...]:
    """The units with the most points that can be activated together; bombers cost nothing (OPS-5.2-14)."""
    chosen: list[int] = []
    for id_ in sorted(able, key=lambda id_: (-_full_points(state, id_), cost(state, (id_,)), id_)):
        if cost(state, (*chosen, id_)) <= state.activation_points:
            chosen.append(id_)
    return tuple(sorted(chosen[: state.board.tables.bombardment.most_units]))


# ------------------------------------------------------------------------------------------------- effect


def _full_points(state: State, id_: int) -> int:
    """Bombardment points of a gun, a ship or a bomber, before any fire at it."""
    return bombs(state, id_) if id_ in state.squadrons else state.profile(id_).bombardment


def raids(state: State, order: Bombard) -> dict[int, int]:
    """The bombers of a bombardment, with the points that each brings if it gets through."""
    return {id_: bombs(state, id_) for id_ in split(state, order.units)[1]}


def points_on(state: State, order: Bombard, delivered: int | None = None) -> tuple[int, tuple[Shift, ...]]:
    """Points that count, and what they are made of: all added up (OPS-7.5.1-10), less for a target known badly.

    `delivered` are the points of bombers that got through anti-aircraft fire; all of them without it. OPS-7.5.3-1 to
    OPS-7.5.3-4: a share of the points by the best level in the hex, to the nearest whole, halves down.
    """
    sent = raids(state, order)
    return _points(state, order, sent, sum(sent.values()) if delivered is None else delivered)


def _points(state: State, order: Bombard, sent: Mapping[int, int], delivered: int) -> tuple[int, tuple[Shift, ...]]:
    guns, _ = split(state, order.units)
    shifts = [_fires(state, gun) for gun in guns] + [_drops(state, id_, brings) for id_, brings in sent.items()]
    if delivered < (planned := sum(sent.values())):
        text = Text("Kept away by anti-aircraft fire")
        shifts.append(Shift(float(delivered - planned), text, "OPS-7.5.2-4"))
    full = sum(state.profile(gun).bombardment for gun in guns) + delivered
    level = level_of(state, order.target)
    points = reduced(full, _percent(state, level))
    if points < full:
        text = Text("The target is only recognised") if level == "recognised" else Text("The target is only detected")
        clause = "OPS-7.5.3-2" if level == "recognised" else "OPS-7.5.3-3"
        shifts.append(Shift(float(points - full), text, clause))
    return points, tuple(shifts)


def _fires(state: State, gun: int) -> Shift:
    profile = state.profile(gun)
    return Shift(float(profile.bombardment), Text("{unit} fires", {"unit": profile.noun}), "OPS-7.5.1-10")


def _drops(state: State, squadron: int, points: int) -> Shift:
    return Shift(float(points), Text("{unit} bombs", {"unit": profile_of(state, squadron).noun}), "OPS-10.3.1-7")


def _percent(state: State, level: str | None) -> int:
    table = state.board.tables.bombardment
    return {"recognised": table.recognised_percent, "detected": table.detected_percent}.get(level or "", 100)


def reduced(points: int, percent: int) -> int:
    """A share of some points, to the nearest whole, halves down (OPS-7.5.3-4)."""
    return -((100 - 2 * points * percent) // 200)


def loss(state: State, points: int, total: int) -> int:
    """HP that the stack loses by the table, for points after reduction and a total of the dice (OPS-7.5.2-1).

    OPS-7.5.2-2 is its worked example.
    """
    table = state.board.tables.bombardment
    column = bisect_right(table.columns, points) - 1
    return table.rows[total - TOTALS.start][column] if column >= 0 else 0


def preview_bombardment(state: State, order: Bombard) -> BombardmentPreview:
    """Every outcome of a legal bombardment with its exact chance; nothing is rolled."""
    points, shifts = points_on(state, order)
    sent = raids(state, order)
    ways = _ways_by_points(state, order, sent)
    branches = _branches(state, order.target, ways)
    tiring = state.board.tables.fatigue.bombardment if points and state.board.rules.fatigue else 0
    return BombardmentPreview(
        points,
        shifts,
        branches,
        expected_hp=sum(branch.ways * branch.hp for branch in branches) / branches[0].of,
        activation_points=cost(state, order.units),
        fatigue=tiring,
        air=risks(state, sent, order.target, state.active),
        nothing_chance=ways.get(0, 0) / sum(ways.values()),
    )


def _ways_by_points(state: State, order: Bombard, sent: Mapping[int, int]) -> dict[int, int]:
    """Points after reduction that anti-aircraft fire may leave, most first, with their ways."""
    ways: dict[int, int] = {}
    for delivered, count in reversed(through(state, sent, order.target, state.active).items()):
        points, _ = _points(state, order, sent, delivered)
        ways[points] = ways.get(points, 0) + count
    return ways


def _branches(state: State, target: int, ways: Mapping[int, int]) -> tuple[BombardmentBranch, ...]:
    owned = sum(unit.hp for unit in state.stack(target))
    of = OUTCOMES * sum(ways.values())
    return tuple(
        BombardmentBranch(total, WAYS[total] * count, min(owned, loss(state, points, total)), points, of)
        for points, count in ways.items()
        for total in TOTALS
    )


def execute_bombard(state: State, order: Bombard) -> Iterator[Event]:
    """Carry out a legal bombardment: the whole stack suffers and tires (OPS-7.5.2-1), the guns do not (OPS-7.5.2-3).

    Bombers meet anti-aircraft fire first (OPS-7.5.2-4).
    """
    yield from activations(state, split(state, order.units)[0])
    sent = raids(state, order)
    delivered = yield from fly(state, sent, order.target, state.active)
    points, shifts = _points(state, order, sent, delivered)
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
