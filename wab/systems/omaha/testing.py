"""Aids for tests that only this system can give: other counters behind what is hidden, a stranger's orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, get_args

import msgspec
from msgspec.structs import replace

from wab.engine import Chance, Dice, Event, Order
from wab.engine.kernel.pile import with_cards, without
from wab.hexes import HexId
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.pools import OPEN, as_hidden, kind_of
from wab.systems.omaha.state.state import ASIDE, State
from wab.systems.omaha.state.steps import Force

T = TypeVar("T")
ENDS = (od.Done,)
_KINDS: tuple[type[Order], ...] = get_args(od.OmahaOrder)


# ---------------------------------------------------------------- what the player must not notice


def unnoticed(state: State, seat: str) -> Iterator[State]:
    """Yield states with other dice, with units that have changed places, and with other reserve markers."""
    changed = state.copy()
    changed.dice = Dice(state.dice.seed + 1, {"deck": 5, "pools": 60})
    yield changed
    hidden = [(hex_, force) for hex_, force in state.now.forces.items() if not force.seen]
    for number, (first, one) in enumerate(hidden):
        for second, other in hidden[number + 1 :]:
            if kind_of(one.unit) == kind_of(other.unit):
                yield _with(state, {first: replace(one, unit=other.unit), second: replace(other, unit=one.unit)})
                break
    for hex_, force in hidden:
        if force.marker is not None and not force.marker_seen:
            yield from _other_marker(state, hex_, force)


def _with(state: State, forces: dict[HexId, Force], pools: dict[str, tuple[str, ...]] | None = None) -> State:
    changed = state.copy()
    changed.changed(forces={**state.now.forces, **forces}, pools={**state.now.pools, **(pools or {})})
    return changed


def _other_marker(state: State, hex_: HexId, force: Force) -> Iterator[State]:
    """A marker of the same back from a pool whose counters the player does not know."""
    marker = force.marker
    assert marker is not None
    for name, pool in state.now.pools.items():
        told_apart = name in OPEN or name in (ASIDE, "meyer_marker")
        other = next((counter for counter in pool if as_hidden(counter) == as_hidden(marker)), None)
        if other is not None and (not told_apart or (name == ASIDE and kind_of(other) == kind_of(marker))):
            pools = {name: with_cards(without(pool, (other,)), (marker,))}
            yield _with(state, {hex_: replace(force, marker=other)}, pools)
            return


# ---------------------------------------------------------------- orders of a stranger


def invented(state: State, chance: Chance) -> Order:
    """Any order, its fields filled with units and hexes that are there, as a rule."""
    kind = _one(_KINDS, chance)
    return kind(**{field.name: _BY_NAME[field.name](state, chance) for field in msgspec.structs.fields(kind)})


def _one(things: Sequence[T], chance: Chance) -> T:
    return things[chance.below(len(things))]


def _unit(state: State, chance: Chance) -> int:
    return _one([*sorted(state.units), *sorted(state.now.off)[:3], 77_777], chance)


def _units(state: State, chance: Chance) -> tuple[int, ...]:
    if chance.below(3) and state.stacks:
        return _one([stack for _, stack in sorted(state.stacks.items())], chance)
    return tuple(sorted({_unit(state, chance) for _ in range(chance.below(3))}))


def _hex(state: State, chance: Chance) -> int:
    if not chance.below(20):
        return _one((-1, 10**9), chance)
    places = sorted({*state.stacks, *state.now.forces})
    return _one(places, chance) if chance.below(2) and places else chance.below(state.board.grid.size)


_BY_NAME: dict[str, Callable[[State, Chance], Any]] = {
    "unit": _unit,
    "units": _units,
    "hex": _hex,
    "target": _hex,
    "path": lambda state, chance: tuple(_hex(state, chance) for _ in range(chance.below(3))),
    "box": lambda state, chance: _one(["", "ZZ1", *state.board.boxes], chance),
    "sector": lambda state, chance: _one(("", "east", "west"), chance),
    "naval": lambda state, chance: not chance.below(2),
    "answer": lambda state, chance: chance.below(9) - 3,
}


# ---------------------------------------------------------------- what must add up


def _steps_are_lost(before: State, after: State, events: tuple[Event, ...]) -> Iterator[str]:
    """No step is won: units keep or lose what they had."""
    had = {unit.id: unit.steps for unit in before.everyone()}
    for unit in after.everyone():
        if unit.steps > had[unit.id]:
            yield f"{after.board.roster[unit.id].key} has won steps"


ACCOUNTS = (_steps_are_lost,)
