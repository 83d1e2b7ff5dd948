"""Losses (ledger 7.3.4): how the HP that a stack loses are dealt out, and what becomes of units that lose them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import lcm
from types import MappingProxyType

from wab.engine.kernel.events import Event
from wab.engine.words.text import Text
from wab.systems.operations.state.events import LostHp, Removed
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.units.fatigue import tire_from_losses
from wab.systems.operations.units.strength import is_exhausted

STREAM = "losses"

Value = Callable[[State, Unit], int]
Ranks = Sequence[Sequence[tuple[int, int]]]
"""Lists of (unit, HP), most powerful first."""


def by_power(state: State, units: Iterable[Unit], value: Value) -> tuple[Unit, ...]:
    """Units from the most powerful down by a value; ties: more HP first, then the lower id (OPS-7.3.4-2)."""
    return tuple(sorted(units, key=lambda unit: (-value(state, unit), -unit.hp, unit.id)))


def deal(ranks: Ranks, hp: int, picks: Sequence[int]) -> dict[int, int]:
    """Deal out `hp` losses one by one and return the HP lost by unit (OPS-7.3.4-1, OPS-7.3.4-2).

    `ranks` are lists of (unit, HP), most powerful first; a list is touched only when those before it have no HP left.
    The 1st, 3rd... HP goes to the next unit in the order of power, which starts again after its end; the 2nd, 4th... to
    the unit that the next of `picks` names, modulo the number of units with HP left. Losses beyond all HP vanish.
    """
    left = {unit: has for rank in ranks for unit, has in rank}
    lost = dict.fromkeys(left, 0)
    chance = iter(picks)
    cursor = (0, 0)
    for number in range(min(hp, sum(left.values()))):
        able, cursor = _next_losers(ranks, left, number, cursor)
        unit = able[next(chance) % len(able)] if len(able) > 1 else able[0]
        left[unit] -= 1
        lost[unit] += 1
    return {unit: count for unit, count in lost.items() if count}


def _next_losers(
    ranks: Ranks, left: Mapping[int, int], number: int, cursor: tuple[int, int]
) -> tuple[list[int], tuple[int, int]]:
    """Return the units among which an HP of this number is lost, and where the count goes on: list and place in it."""
    at, place = cursor
    while not any(left[unit] for unit, _ in ranks[at]):
        at, place = at + 1, 0
    names = [unit for unit, _ in ranks[at]]
    if number % 2:
        return [unit for unit in names if left[unit]], (at, place)
    unit = next(name for name in names[place:] + names[:place] if left[name])
    return [unit], (at, (names.index(unit) + 1) % len(names))


@lru_cache(maxsize=4096)
def _risks(ranks: tuple[tuple[tuple[int, int], ...], ...], hp: int) -> Mapping[int, float]:
    """The chance of each unit to lose its last HP, exactly: `deal` with all its draws."""
    units = [unit for rank in ranks for unit, _ in rank]
    drafts = {(tuple(has for rank in ranks for _, has in rank), (0, 0)): 1.0}
    for number in range(min(hp, sum(has for rank in ranks for _, has in rank))):
        following: dict[tuple[tuple[int, ...], tuple[int, int]], float] = {}
        for (left, cursor), share in drafts.items():
            able, after = _next_losers(ranks, dict(zip(units, left, strict=True)), number, cursor)
            for unit in able:
                rest = tuple(has - (one == unit) for one, has in zip(units, left, strict=True))
                following[rest, after] = following.get((rest, after), 0.0) + share / len(able)
        drafts = following
    gone = dict.fromkeys(units, 0.0)
    for (left, _cursor), share in drafts.items():
        for unit, has in zip(units, left, strict=True):
            gone[unit] += 0.0 if has else share
    return MappingProxyType(gone)


def risks_of_losses(state: State, order: Sequence[Unit], hp: int) -> Mapping[int, float]:
    """The chance of each unit of a stack to be destroyed by `hp` losses; `order` as in `deal_losses`."""
    return _risks(tuple(tuple(rank) for rank in _ranks(state, order)), hp)


def deal_losses(state: State, order: Sequence[Unit], hp: int, cause: str, purpose: Text) -> Iterator[Event]:
    """Let a stack lose `hp` HP, `order` from its most powerful unit down; chance decides every second HP.

    One record holds all the draws. The number of faces is one that every possible number of units left divides, so that
    each unit is as likely as the others however many are left.
    """
    ranks = _ranks(state, order)
    total = min(hp, sum(has for rank in ranks for _, has in rank))
    picks: tuple[int, ...] = ()
    widest = max((len(rank) for rank in ranks), default=0)
    if widest > 1 and total > 1:
        rolled = state.dice.roll(STREAM, purpose, lcm(*range(1, widest + 1)), total // 2)
        yield rolled
        picks = rolled.results
    lost = deal(ranks, total, [pick - 1 for pick in picks])
    for unit in sorted(lost):
        yield from suffer(state, unit, lost[unit], cause)


def _ranks(state: State, order: Sequence[Unit]) -> list[list[tuple[int, int]]]:
    """Commanders lose HP only when no other unit has any left (OPS-7.3.4-2)."""
    fighters = [(unit.id, unit.hp) for unit in order if not state.profile(unit.id).is_commander]
    commanders = [(unit.id, unit.hp) for unit in order if state.profile(unit.id).is_commander]
    return [rank for rank in (fighters, commanders) if rank]


def suffer(state: State, unit: int, hp: int, cause: str) -> Iterator[Event]:
    """Let a unit lose HP, never more than it has: it tires by them, or is destroyed with its last one (OPS-3.2-6)."""
    has = state.units[unit].hp
    lost = min(hp, has)
    if lost:
        yield LostHp(unit, lost, cause)
    if lost == has:
        yield Removed(unit, "destroyed", 0)
    else:
        yield from tire_from_losses(state, unit, lost)


def surrender_exhausted(state: State, units: Iterable[int]) -> Iterator[Removed]:
    """Units whose fatigue has cost them their last state level surrender (OPS-8.4.3-6); their HP count as lost."""
    for id_ in units:
        unit = state.units.get(id_)
        if unit is not None and is_exhausted(state, unit):
            yield Removed(id_, "exhausted", unit.hp)
