"""Aids for tests that only the flagship can give: a stranger's orders, secrets of sides, sums that must add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from wab.engine import Chance, Dice, Event, Order
from wab.systems.operations.combat.forecast import forecast_of
from wab.systems.operations.combat.odds import Preview
from wab.systems.operations.ground.sight import levels, visible_hexes
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.board import SIDES
from wab.systems.operations.state.events import Activated, Arrived, ImpulseBegan, LostHp, Reconstituted, Removed
from wab.systems.operations.state.orders import Advance, Attack, Bombard, Move, Pass, Reconstitute
from wab.systems.operations.state.state import State, Unit

ENDS = (Pass,)
FLEETING = (Activated,)  # activations of enemies are seen, and no map shows them afterwards
_KINDS = ("move", "attack", "bombard", "advance", "reconstitute")
_NOBODY = 77_777
_OFF_MAP = (-1, 10**9)


# ---------------------------------------------------------------- a stranger's orders


def invented(state: State, chance: Chance) -> Order:
    """An order put together from units, hexes and numbers of the moment; most of them are against some rule."""
    units = [*sorted(state.units), *sorted(state.board.squadrons), _NOBODY]
    return _invented(state, units, chance)


def _invented(state: State, units: Sequence[int], chance: Chance) -> Order:
    match _KINDS[chance.below(len(_KINDS))]:
        case "move":
            return _move(state, units, chance)
        case "attack":
            return _attack(state, units, chance)
        case "bombard":
            return Bombard(_some(units, chance, 4), _hex(state, chance))
        case "advance":
            return Advance(_some(state.offer.units if state.offer else units, chance, 3))
    return Reconstitute(units[chance.below(len(units))], chance.below(6) - 1)


def _move(state: State, units: Sequence[int], chance: Chance) -> Move:
    """A walk from where the first unit stands, mostly from neighbour to neighbour."""
    group = _group(state, units, chance)
    first = state.units.get(group[0]) if group else None
    path = [first.hex if first else _hex(state, chance)]
    for _ in range(chance.below(6)):
        around = state.board.grid.adjacent(path[-1]) if path[-1] in state.board.grid else ()
        stray = not around or not chance.below(20)
        path.append(_hex(state, chance) if stray else around[chance.below(len(around))])
    return Move(group, tuple(path), strategic=not chance.below(3))


def _attack(state: State, units: Sequence[int], chance: Chance) -> Attack:
    """An attack on a neighbour of the attackers, or on any hex."""
    group = _group(state, units, chance)
    first = state.units.get(group[0]) if group else None
    main = first.hex if first and chance.below(8) else _hex(state, chance)
    around = state.board.grid.adjacent(main) if main in state.board.grid else ()
    target = around[chance.below(len(around))] if around and chance.below(8) else _hex(state, chance)
    return Attack(group, target, main, _some(units, chance, 4) if not chance.below(3) else ())


def _group(state: State, units: Sequence[int], chance: Chance) -> tuple[int, ...]:
    """A stack or a part of one, or a few units from anywhere."""
    stacks = [stack for _, stack in sorted(state.stacks.items())]
    if stacks and chance.below(5):
        return _some(stacks[chance.below(len(stacks))], chance, 3)
    return _some(units, chance, 3)


def _some(units: Sequence[int], chance: Chance, most: int) -> tuple[int, ...]:
    """Up to so many of the units, as a rule in ascending order and each once."""
    drawn = [units[chance.below(len(units))] for _ in range(chance.below(most + 1))]
    return tuple(sorted(set(drawn)) if chance.below(8) else drawn)


def _hex(state: State, chance: Chance) -> int:
    """A hex with units, as a rule; else any, now and then one off the map."""
    if state.stacks and chance.below(4):
        hexes = sorted(state.stacks)
        return hexes[chance.below(len(hexes))]
    if not chance.below(20):
        return _OFF_MAP[chance.below(2)]
    return chance.below(state.board.grid.size)


# ---------------------------------------------------------------- what a side must not notice


def unnoticed(state: State, side: str) -> Iterator[State]:
    """Unseen enemies elsewhere, weaker, more tired; the enemy's activations; other dice to come."""
    unseen = [unit for _, unit in sorted(state.units.items()) if _hides(state, unit, side)]
    for unit in unseen[:2]:
        for hex_ in _hiding_places(state, unit, side)[:2]:
            yield _with_unit(state, unit, hex=hex_)
        turned = {"halted": not unit.halted, "held": not unit.held}
        yield _with_unit(state, unit, hp=max(1, unit.hp - 1), fatigue=unit.fatigue + 1, **turned)
    for _, unit in sorted(state.units.items())[:40]:
        if state.side_of(unit.id) != side:
            yield _with_unit(state, unit, activated=1, spent=2, attacked=True, held=not unit.held)
            break
    changed = state.copy()
    changed.dice = Dice(state.dice.seed + 1, {"combat": 5})
    yield changed


def _hides(state: State, unit: Unit, side: str) -> bool:
    return state.side_of(unit.id) != side and unit.id not in levels(state, side)


def _hiding_places(state: State, unit: Unit, side: str) -> list[int]:
    """Empty land of the enemy's that `side` does not see."""
    seen = visible_hexes(state, side)
    enemy = state.side_of(unit.id)
    return [
        hex_
        for hex_ in range(state.board.grid.size)
        if state.board.land[hex_] and not seen[hex_] and state.controls(enemy, hex_) and hex_ not in state.stacks
    ]


def _with_unit(state: State, unit: Unit, **values: Any) -> State:
    changed = state.copy()
    changed.put(replace(unit, **values))
    changed.version += 1
    return changed


# ---------------------------------------------------------------- what must add up


def _points(before: State, after: State, events: Iterable[Event]) -> Iterator[str]:
    """Activation points are spent on activations alone, one each, and refilled by a new impulse alone."""
    left = before.activation_points
    for event in events:
        if isinstance(event, ImpulseBegan):
            left = event.activation_points
        left -= isinstance(event, Activated)
    if after.activation_points != left:
        yield f"{after.activation_points} activation points are left, the events leave {left}"


def _strength(before: State, after: State, events: tuple[Event, ...]) -> Iterator[str]:
    """HP on the map change by what the events say: none is made, none vanishes."""
    changes: Counter[str] = Counter()
    lost: Counter[int] = Counter()
    for event in events:
        match event:
            case LostHp():
                changes[after.side_of(event.unit)] -= event.hp
                lost[event.unit] += event.hp
            case Removed(cause="withdrawn"):  # it takes its HP along, and they do not count as lost
                changes[after.side_of(event.unit)] -= before.units[event.unit].hp - lost[event.unit]
            case Removed():
                changes[after.side_of(event.unit)] -= event.hp
            case Reconstituted():
                changes[after.side_of(event.unit)] += event.hp
                lost[event.unit] -= event.hp
            case Arrived():
                changes[after.side_of(event.unit)] += after.board.entries[event.entry].hp
    for side in SIDES:
        there = [sum(unit.hp for unit in state.units_of(side)) for state in (before, after)]
        if there[1] - there[0] != changes[side]:
            yield f"the {side} side went from {there[0]} to {there[1]} HP, the events say {changes[side]:+}"


ACCOUNTS = (_points, _strength)


def preview(view: OperationsView, order: Order) -> object:
    """The odds of an attack or a bombardment, with the forecast of an attack."""
    found = view.preview(order) if isinstance(order, Attack | Bombard) else None
    if isinstance(order, Attack) and isinstance(found, Preview):
        return found, forecast_of(view.position, order, found)
    return found
