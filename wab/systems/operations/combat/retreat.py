"""Retreat and advance after combat (ledger 7.3.5): where the beaten go, what it costs them, and who takes their hex."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Text
from wab.hexes import DIRECTIONS, OFF_MAP, opposite
from wab.systems.operations.state.board import CLOSED, Board
from wab.systems.operations.state.control import intrudes, taken_by_entry
from wab.systems.operations.state.events import Advanced, AdvanceOffered, Intruded, Removed, Retreated
from wab.systems.operations.state.orders import Advance
from wab.systems.operations.state.stacking import fits
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.state.zoc import in_enemy_zoc
from wab.systems.operations.units.fatigue import tire_from_retreat
from wab.systems.operations.units.losses import by_power, suffer, surrender_exhausted
from wab.systems.operations.units.strength import defence_value
from wab.systems.operations.units.supply import held_sources

# ------------------------------------------------------------------------------------------------- retreat


def retreat(state: State, target: int, main: int) -> Iterator[Event]:
    """The stack in `target` retreats one hex, unit by unit, away from the main attacker (OPS-7.3.5-1, OPS-7.3.5-4).

    The unit with the highest defence goes first; ties: more HP, then the lower id. Control is read before the first of
    them goes: all that enter a hex of the other side are seen, not only the unit that takes it (OPS-6.5-3).
    """
    side = state.side_in(target)
    watched = {hex_ for hex_ in state.board.grid.adjacent(target) if side and intrudes(state, side, hex_)}
    for unit in by_power(state, state.stack(target), defence_value):
        yield from _retreat_one(state, unit.id, main, watched)


def _retreat_one(state: State, id_: int, main: int, watched: Collection[int]) -> Iterator[Event]:
    unit, side = state.units[id_], state.side_of(id_)
    goal = retreat_hex(state, unit, main)
    if goal is None:  # OPS-7.3.5-6
        yield Removed(id_, "surrendered", unit.hp)
        return
    pursued = in_enemy_zoc(state, side, goal)
    yield Retreated(id_, unit.hex, goal, control=bool(taken_by_entry(state, (id_,), (goal,))))
    if goal in watched:
        yield Intruded((id_,))
    yield from tire_from_retreat(state, id_)
    if pursued:
        yield from suffer(state, id_, zone_loss(state, id_), "retreat")
    yield from surrender_exhausted(state, (id_,))


def zone_loss(state: State, unit: int) -> int:
    """HP that a retreat into an enemy zone of control costs: 2 of 8 full HP, 1 of less (OPS-7.3.5-5, OPS-8.2.2-1)."""
    percent = state.board.tables.conduct.retreat_loss_percent
    return -(-state.profile(unit).hp * percent // 100)


def retreat_hex(state: State, unit: Unit, main: int) -> int | None:
    """The hex to which a unit retreats before an attack from `main`; None: it must surrender (OPS-7.3.5-2).

    The hex opposite to the main attacker if it is open, in an enemy zone of control or not; else the best open one.
    """
    away = opposite(state.board.grid.direction(unit.hex, main))
    if _is_open(state, unit, away):
        return state.board.grid.neighbour(unit.hex, away)
    others = [direction for direction in range(len(DIRECTIONS)) if _is_open(state, unit, direction)]
    if not others:
        return None
    best = min(others, key=lambda direction: _preference(state, unit, direction, away))
    return state.board.grid.neighbour(unit.hex, best)


def _is_open(state: State, unit: Unit, direction: int) -> bool:
    """Return what closes a hex to retreat: enemies, no room, the edge, sea, ground closed to the unit (OPS-7.3.5-7)."""
    board, profile = state.board, state.profile(unit.id)
    goal = board.grid.neighbour(unit.hex, direction)
    if goal == OFF_MAP or not board.in_play[goal] or profile.movement == 0:
        return False
    if board.leave_cost[profile.move_class][unit.hex, direction] == CLOSED:
        return False
    return fits(state, (unit.id,), goal)


def _preference(state: State, unit: Unit, direction: int, away: int) -> tuple[bool, int, int, int, int]:
    """Among the others: free of enemy zones, near the wanted direction, cheap, near supply, low number."""
    board, profile = state.board, state.profile(unit.id)
    goal = board.grid.neighbour(unit.hex, direction)
    turn = abs(direction - away)
    return (
        in_enemy_zoc(state, profile.side, goal),
        min(turn, len(DIRECTIONS) - turn),
        int(board.leave_cost[profile.move_class][unit.hex, direction]),
        _distance_to_supply(state, profile.side, goal),
        goal,
    )


def _distance_to_supply(state: State, side: str, hex_: int) -> int:
    """Hexes to the nearest supply source that a side has now; 0 if it has none, so that it decides nothing."""
    board, held = state.board, held_sources(state, side)
    return int(board.once(("from", held), lambda: _nearest(board, held))[hex_])


def _nearest(board: Board, sources: Iterable[int]) -> NDArray[np.int32]:
    """int32[N]: hexes from the nearest of some hexes, 0 everywhere where there is none."""
    away = [board.grid.distances(source) for source in sources]
    nearest: NDArray[np.int32] = np.minimum.reduce(away) if away else np.zeros(board.grid.size, np.int32)
    return nearest


# ------------------------------------------------------------------------------------------------- advance


def offer_advance(state: State, attackers: Iterable[int], target: int, main: int) -> Iterator[AdvanceOffered]:
    """Offer the hex that the defenders left to those attackers who can enter it (OPS-7.3.5-8, OPS-7.3.5-9).

    The hex may have been emptied by retreat, destruction or surrender. The main attacking stack comes first. Nothing is
    offered when no unit can go.
    """
    if state.stacks.get(target):
        return
    able = [state.units[unit] for unit in attackers if unit in state.units and can_advance(state, unit, target)]
    able.sort(key=lambda unit: (unit.hex != main, unit.hex, unit.id))
    if able:
        yield AdvanceOffered(target, tuple(unit.id for unit in able))


def can_advance(state: State, id_: int, target: int) -> bool:
    """Tell whether a unit could enter a hex after combat: points and zones do not matter, closed ground does.

    Every kind of unit can pursue (OPS-7.3.5-10, OPS-10.1.1-8).
    """
    unit, profile, board = state.units[id_], state.profile(id_), state.board
    cost = board.leave_cost[profile.move_class][unit.hex, board.grid.direction(unit.hex, target)]
    return profile.movement > 0 and cost != CLOSED and bool(board.in_play[target])


def why_not_advance(state: State, order: Advance) -> Refusal | None:
    """None if these units may advance now, or if none is named: staying is always allowed (OPS-7.3.5-8)."""
    for check in (_advance_is_offered, _each_once, _attacked_here, _has_room):
        if refusal := check(state, order):
            return refusal
    return None


def _advance_is_offered(state: State, order: Advance) -> Refusal | None:
    if state.offer is not None:
        return None
    return Refusal(Text("There is no hex to advance into."), ("OPS-7.3.5-8",), code="no-advance")


def _each_once(state: State, order: Advance) -> Refusal | None:
    if list(order.units) == sorted(set(order.units)):
        return None
    return Refusal(Text("Name each unit once, in ascending order."), code="units-out-of-order")


def _attacked_here(state: State, order: Advance) -> Refusal | None:
    offer = state.offer
    if offer is None or set(order.units) <= set(offer.units):
        return None
    text = Text("Only units that took part in this attack may advance, and only where the ground lets them.")
    return Refusal(text, ("OPS-7.3.5-8", "OPS-7.3.5-9"), (offer.target,), "not-offered")


def _has_room(state: State, order: Advance) -> Refusal | None:
    if state.offer is None or fits(state, order.units, state.offer.target):
        return None
    text = Text("The hex cannot hold so many units.")
    return Refusal(text, ("OPS-7.3.5-9", "OPS-8.1-5"), (state.offer.target,), "stack-full")


def offered_advances(state: State) -> Iterator[Advance]:
    """The advances on offer: no unit, each unit alone, each stack, as many as fit in the order of the offer.

    `why_not_advance` accepts every other choice of these units for which there is room.
    """
    if state.offer is None:
        return
    units = state.offer.units
    stacks = [[unit for unit in units if state.units[unit].hex == hex_] for hex_ in _hexes(state, units)]
    groups = [[], *([unit] for unit in units), *(_as_fit(state, stack) for stack in stacks), _as_fit(state, units)]
    for order in dict.fromkeys(Advance(tuple(sorted(group))) for group in groups):
        if why_not_advance(state, order) is None:
            yield order


def _hexes(state: State, units: Iterable[int]) -> list[int]:
    return list(dict.fromkeys(state.units[unit].hex for unit in units))


def _as_fit(state: State, units: Iterable[int]) -> list[int]:
    """As many of the units, one after the other, as the hex on offer holds."""
    group: list[int] = []
    for unit in units:
        if state.offer is not None and fits(state, (*group, unit), state.offer.target):
            group.append(unit)
    return group


def execute_advance(state: State, order: Advance) -> Iterator[Event]:
    """Advance after combat, at no cost and past any zone of control (OPS-7.3.5-9); the hex changes hands.

    No zone keeps a unit from advancing, but one that is entered ends its movement for the turn (OPS-8.2.1-1).
    """
    offer = state.offer
    if offer is None:
        raise ValueError("there is no advance to decide")
    units = order.units
    seen = bool(units) and intrudes(state, state.side_of(units[0]), offer.target)
    halted = bool(units) and in_enemy_zoc(state, state.side_of(units[0]), offer.target)
    yield Advanced(units, offer.target, bool(taken_by_entry(state, units, (offer.target,))), halted)
    if seen:
        yield Intruded(units)
