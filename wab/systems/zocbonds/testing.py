"""What no general test knows of zocbonds: a stranger's orders, what must add up. It hides only the dice to come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeVar, get_args

import msgspec

from wab.engine import Chance, Event, Order
from wab.systems.zocbonds.state.board import enemy_of
from wab.systems.zocbonds.state.events import (
    Eliminated,
    Entered,
    Landed,
    Moved,
    Placed,
    Rebuilt,
    Retreated,
    StepLost,
    Withdrawn,
)
from wab.systems.zocbonds.state.orders import Done, ZocBondsOrder
from wab.systems.zocbonds.state.state import State

T = TypeVar("T")

ENDS = (Done,)
_KINDS: tuple[type[Order], ...] = get_args(ZocBondsOrder)
_NOBODY = 77_777
_OFF_MAP = (-1, 10**9)
_STRAY = 20
_WORDS: dict[str, tuple[str, ...]] = {
    "mode": ("ordinary", "tactical", "strategic", "bicycle"),
    "army": ("us", "commonwealth"),
    "nation": ("british", "canadian"),
    "kind": ("german_infantry", "us_infantry", "us_armour", "british_infantry", "none"),
    "support": ("", "air", "naval", "12", "x"),
    "main": ("us_4id", "de_91id", "de_21pz", "ca_3id", "us_746", "nobody"),
    "formation": ("us_82ab", "us_101ab", "uk_6ab", "us_4id"),
}
"""Words for fields of words, right and wrong."""


def invented(state: State, chance: Chance) -> Order:
    """Any order, its fields filled with units and hexes that are there, as a rule."""
    kind = _one(_KINDS, chance)
    return kind(**{field.name: _value(field, state, chance) for field in msgspec.structs.fields(kind)})


def _one(things: Sequence[T], chance: Chance) -> T:
    return things[chance.below(len(things))]


def _value(field: msgspec.structs.FieldInfo, state: State, chance: Chance) -> Any:
    if field.name in _WORDS:
        return _one(_WORDS[field.name], chance)
    return _BY_NAME.get(field.name, _number)(state, chance)


def _number(state: State, chance: Chance) -> int:
    return chance.below(4)


def _flag(state: State, chance: Chance) -> bool:
    return not chance.below(2)


def _unit(state: State, chance: Chance) -> int:
    boxed = [unit for units in state.now.boxes.values() for unit in units]
    known: list[int] = [*sorted(state.units), *(boxed if not chance.below(3) else ()), _NOBODY]
    return _one(known, chance)


def _units(state: State, chance: Chance) -> tuple[int, ...]:
    stacks = [stack for _, stack in sorted(state.stacks.items())]
    if stacks and chance.below(5):
        return _one(stacks, chance)
    return tuple(sorted({_unit(state, chance) for _ in range(chance.below(4))}))


def _perhaps(state: State, chance: Chance) -> int | None:
    return _unit(state, chance) if not chance.below(3) else None


def _hex(state: State, chance: Chance) -> int:
    if not chance.below(_STRAY):
        return _one(_OFF_MAP, chance)
    return (
        _one(sorted(state.stacks), chance) if state.stacks and chance.below(3) else chance.below(state.board.grid.size)
    )


def _path(state: State, chance: Chance) -> tuple[int, ...]:
    path = [_hex(state, chance)]
    for _ in range(chance.below(5)):
        around = state.board.grid.adjacent(path[-1]) if path[-1] in state.board.grid else ()
        path.append(_one(around, chance) if around and chance.below(_STRAY) else _hex(state, chance))
    return tuple(path)


def _hexes(state: State, chance: Chance) -> tuple[int, ...]:
    return tuple(_hex(state, chance) for _ in range(chance.below(3)))


def _guns(state: State, chance: Chance) -> tuple[int, ...]:
    return _units(state, chance) if not chance.below(3) else ()


_BY_NAME: dict[str, Callable[[State, Chance], Any]] = {
    "unit": _unit,
    "lead": _unit,
    "units": _units,
    "guns": _guns,
    "attached": _perhaps,
    "hex": _hex,
    "target": _hex,
    "hexes": _hexes,
    "path": _path,
    "truck": _flag,
    "yes": _flag,
}


# ---------------------------------------------------------------- what must add up


def _steps(before: State, after: State, events: tuple[Event, ...]) -> Iterator[str]:
    """Steps on the map change by what the events say: none is made, none vanishes."""
    left = {unit.id: unit.steps for unit in before.units.values()}
    for event in events:
        match event:
            case StepLost() | Rebuilt():
                left[event.unit] = event.steps
            case Eliminated():
                left.pop(event.unit, None)
            case Withdrawn():
                for unit in event.units:
                    left.pop(unit, None)
            case Entered() | Landed() | Placed():
                for unit in event.units:
                    left.setdefault(unit, after.board.roster[unit].steps)
    there = {unit.id: unit.steps for unit in after.units.values()}
    for unit in left.keys() | there.keys():
        evacuated = unit in before.now.evacuated
        if left.get(unit) != there.get(unit) and not evacuated:
            yield f"{after.board.roster[unit].key} has {there.get(unit)} steps, the events say {left.get(unit)}"


def _bonds_kept(before: State, after: State, events: tuple[Event, ...]) -> Iterator[str]:
    """The first march, retreat or advance of an order crosses no bond that stood when it began (ZOC-8.5.2)."""
    walked = next((event for event in events if isinstance(event, Moved | Retreated)), None)
    if walked is None:
        return
    units = walked.units
    bonds, grid = before.bonds_of(enemy_of(before.side_of(units[0]))), before.board.grid
    for origin, target in pairwise(walked.path):
        if bonds.bars(origin, grid.direction(origin, target), target):
            yield f"{walked} crosses a bond from {grid.label(origin)} to {grid.label(target)}"


ACCOUNTS = (_steps, _bonds_kept)
