"""Aids for tests that only this system can give: secrets of the enemy, a stranger's orders, sums that must add up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, get_args

import msgspec
from msgspec.structs import replace

from wab.engine import Chance, Dice, Event, Order
from wab.field.boxes import moved
from wab.systems.blind.combat.lines import attacking_causes
from wab.systems.blind.ground.stacking import free_room
from wab.systems.blind.movement.marching import points_left
from wab.systems.blind.seen.sampling import hiding_places
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.apply import add, ships_of
from wab.systems.blind.state.board import enemy_of
from wab.systems.blind.state.state import COMING, State, Unit
from wab.systems.blind.state.steps import Report, Shown

T = TypeVar("T")
ENDS = (od.Done, od.Standing, od.OfferAir)
_KINDS: tuple[type[Order], ...] = get_args(od.BlindOrder)
_MOST_MOVED = 3


# ---------------------------------------------------------------- what a side must not notice


def unnoticed(state: State, seat: str) -> Iterator[State]:
    """Yield states with other dice, and with other unknown places, acts and means of the enemy."""
    enemy = enemy_of(seat)
    chance = Chance(state.now.turn * 1000 + len(state.now.phase), f"{sorted(state.stacks)}")
    free = [unit for unit in state.units_of(enemy) if not _is_certain(state, unit, seat)]
    for _ in range(min(_MOST_MOVED, len(free))):
        yield from _elsewhere(state, free[chance.below(len(free))], chance)
    if free:
        unit = free[chance.below(len(free))]
        yield from _other_condition(state, unit)
    yield from _other_means(state, enemy)
    changed = state.copy()
    changed.dice = Dice(state.dice.seed + 1, {"combat": 5, "bombs": 2})
    yield changed


def _is_certain(state: State, unit: Unit, seat: str) -> bool:
    """Check if a unit lies on the table, or is all that keeps an answer true."""
    table, now = state.now.table, state.now
    shown = {one.unit for one in (*table.attackers, *table.defenders)} if table is not None else set()
    called = now.side == seat and unit.hex in now.contacts
    return unit.id in shown or called or unit.target >= 0 or unit.bound >= 0


def _elsewhere(state: State, unit: Unit, chance: Chance) -> Iterator[State]:
    hexes = [hex_ for hex_ in hiding_places(state, unit.id, state.re(unit.id)) if hex_ != unit.hex]
    if hexes:
        changed = state.copy()
        changed.put(replace(unit, hex=hexes[chance.below(len(hexes))]))
        yield changed
    if state.profile(unit.id).arrives is not None and unit.id not in state.now.sightings.get(
        enemy_of(state.side_of(unit.id)), {}
    ):
        changed = state.copy()
        changed.take(unit.id)
        mover = None if state.now.mover is not None and state.now.mover.unit == unit.id else state.now.mover
        changed.changed(boxes=moved(changed.now.boxes, unit.id, COMING), mover=mover)
        yield changed


def _other_condition(state: State, unit: Unit) -> Iterator[State]:
    for other in (
        replace(unit, turned=not unit.turned, supply=2 - unit.supply),
        replace(unit, reserve=not unit.reserve, cutters=not unit.cutters, rebuilt=not unit.rebuilt),
        replace(unit, silent=not unit.silent, roved=not unit.roved),
    ):
        changed = state.copy()
        changed.put(other)
        yield changed
    steps = unit.steps - 1 or min(2, state.profile(unit.id).full)
    if steps != unit.steps and (unit.steps > steps or free_room(state, unit.hex) > 0):
        changed = state.copy()
        changed.put(replace(unit, steps=steps))
        yield changed


def _other_means(state: State, enemy: str) -> Iterator[State]:
    now, board = state.now, state.board
    account = "ge" if enemy == "axis" else "us"
    reports = {**now.reports, enemy: {0: Report("vacant", (9, 9))}}
    values: list[dict[str, object]] = [
        {"stocks": add(now.stocks, account, 3), "rp": add(now.rp, account, 2)},
        {"reports": reports},
    ]
    if enemy == "axis":
        values.append({"demolish": not now.demolish})
    else:
        lines = [line for line in board.boundaries.values() if line != now.boundary]
        ships = ships_of(board, max(1, now.turn))
        values.append({"boundary": lines[0], "arrears": {"us": 1}})
        values.append({"air": now.air + 1, "ships": ships[:1] if now.ships != ships[:1] else (), "unpaid": {"br": 2}})
    for changes in values:
        changed = state.copy()
        changed.changed(**changes)
        yield changed


# ---------------------------------------------------------------- orders of a stranger


def invented(state: State, chance: Chance) -> Order:
    """Any order, its fields filled with units and hexes that are there, as a rule."""
    kind = _one(_KINDS, chance)
    return kind(**{field.name: _value(field.name, state, chance) for field in msgspec.structs.fields(kind)})


def _one(things: Sequence[T], chance: Chance) -> T:
    return things[chance.below(len(things))]


def _value(name: str, state: State, chance: Chance) -> Any:
    return _BY_NAME[name](state, chance)


def _unit(state: State, chance: Chance) -> int:
    return _one([*sorted(state.units), *state.box(COMING)[:3], 77_777], chance)


def _units(state: State, chance: Chance) -> tuple[int, ...]:
    if chance.below(3):
        return _one([stack for _, stack in sorted(state.stacks.items())], chance)
    return tuple(sorted({_unit(state, chance) for _ in range(chance.below(3))}))


def _hex(state: State, chance: Chance) -> int:
    if not chance.below(20):
        return _one((-1, 10**9), chance)
    return _one(sorted(state.stacks), chance) if chance.below(2) else chance.below(state.board.grid.size)


def _path(state: State, chance: Chance) -> tuple[int, ...]:
    path = [_hex(state, chance)]
    for _ in range(chance.below(4)):
        around = state.board.grid.adjacent(path[-1]) if path[-1] in state.board.grid else ()
        path.append(_one(around, chance) if around else _hex(state, chance))
    return tuple(path)


def _sides(state: State, chance: Chance) -> tuple[tuple[int, int], ...]:
    lines = list(state.board.boundaries.values())
    return _one(lines, chance)[: chance.below(60)] if chance.below(2) else _one(lines, chance)


_BY_NAME: dict[str, Callable[[State, Chance], Any]] = {
    "unit": _unit,
    "units": _units,
    "losses": _units,
    "called_off": _units,
    "hex": _hex,
    "target": _hex,
    "origin": _hex,
    "path": _path,
    "to": _path,
    "sides": _sides,
    "forces": lambda state, chance: tuple(_units(state, chance) for _ in range(chance.below(3))),
    "ship": lambda state, chance: _one(["", *sorted(state.board.tables.support.ships)], chance),
    "ships": lambda state, chance: tuple(sorted(state.board.tables.support.ships)[: chance.below(7)]),
    "how": lambda state, chance: _one(("step", "cutters", "disband", "x"), chance),
    "air": lambda state, chance: chance.below(3),
    "power": lambda state, chance: _one((6, 8, 12), chance),
    "attack": lambda state, chance: not chance.below(2),
    "demolish": lambda state, chance: not chance.below(2),
    "restrained": lambda state, chance: not chance.below(2),
    "gives_ground": lambda state, chance: not chance.below(2),
}


def preview(view: Any, order: Order) -> object:
    """Points left of a unit that moves, and the line of an attack that it announces."""
    state: State = view.position
    match order:
        case od.March(unit=unit):
            return points_left(state, unit)
        case od.Call(unit=unit, hex=hex_, attack=True) | od.Declare(unit=unit, hex=hex_):
            one = state.units[unit]
            return attacking_causes(state, [Shown(unit, one.hex, one.steps)], one.hex, hex_)
    return None


# ---------------------------------------------------------------- what must add up


def _steps(before: State, after: State, events: tuple[Event, ...]) -> Iterator[str]:
    """Steps on the map change by what the events say: none is made, none vanishes."""
    left = {unit.id: unit.steps for unit in before.units.values()}
    for event in events:
        match event:
            case ev.StepsLost(losses=losses):
                for unit, steps in losses:
                    left[unit] = left.get(unit, 0) - steps
            case ev.Refitted(unit=unit, how="step"):
                left[unit] += 1
            case ev.Refitted(unit=unit, how="disband") | ev.Withdrawn(unit=unit) | ev.Left(unit=unit):
                left.pop(unit, None)
            case ev.Arrived(unit=unit) | ev.Placed(unit=unit):
                left[unit] = after.board.roster[unit].steps
    there = {unit.id: unit.steps for unit in after.units.values()}
    for unit in left.keys() | there.keys():
        if left.get(unit, 0) != there.get(unit, 0):
            yield f"{after.board.roster[unit].key} has {there.get(unit, 0)} steps, the events say {left.get(unit, 0)}"


def _supply_paid(before: State, after: State, events: tuple[Event, ...]) -> Iterator[str]:
    """Attack supply changes by what arrives, what is paid, and what comes back (BLD-9-15 to BLD-9-20)."""
    owed = dict(before.now.stocks)
    for event in events:
        match event:
            case ev.Received(account=account, supply=supply, paid=paid):
                owed[account] += supply - paid
            case ev.Upkeep(paid=paid_by):
                for account, points in paid_by.items():
                    owed[account] -= points
            case ev.Called(unit=unit, attack=True) | ev.Declared(unit=unit):
                owed[before.profile(unit).account] -= before.re(unit)
            case ev.Pressed(refund=refund):
                for account, points in refund.items():
                    owed[account] += points
    if owed != dict(after.now.stocks):
        yield f"stocks are {dict(after.now.stocks)}, the events say {owed}"


ACCOUNTS = (_steps, _supply_paid)
