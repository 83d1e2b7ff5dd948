"""Movement (ledger sections 6.2 to 6.4): how far units get, where they must stop, where they may not go.

What may be asked ("why not?", "how far?") is asked of what a side knows; events are worked out on the truth, where a
path may run into an unseen enemy. All sums are in half movement points.

Two choices of ours. A unit that has moved in the ordinary way does not change over to strategic movement, and one that
has marched goes on marching: so the march is its only kind of movement in the impulse. And a unit is held by an enemy
zone of control (OPS-8.2.1-2) if its turn or an impulse of its side began there: what becomes of that zone later, by its
own attack or a friend's, sets it free for the next turn only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Argument, Text
from wab.field import moves
from wab.field.costs import dearest
from wab.field.moves import Moves, broken, step_cost
from wab.hexes import DIRECTIONS
from wab.hexes.paths import CLOSED, Reach, cheapest_path
from wab.hexes.paths import reach as hexes_in_reach
from wab.systems.operations.ground.sight import glimpsed, levels
from wab.systems.operations.ground.weather import movement_percent
from wab.systems.operations.state.board import Board, enemy_of
from wab.systems.operations.state.control import intrudes, taken_by_entry
from wab.systems.operations.state.events import Intruded, Moved, Sighted
from wab.systems.operations.state.names import full_place_noun
from wab.systems.operations.state.orders import Move
from wab.systems.operations.state.stacking import fits, full_for, occupied, weight
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.state.zoc import in_enemy_zoc, zone_of_control
from wab.systems.operations.units.activation import activations, cost, why_not_activated
from wab.systems.operations.units.fatigue import tire
from wab.systems.operations.units.losses import surrender_exhausted

HALVES = 2
Costs = NDArray[np.uint8]
Mask = NDArray[np.bool_]


# ------------------------------------------------------------------------------------------------- how far


def allowance(state: State, unit: int, *, strategic: bool = False) -> int:
    """Half movement points of a unit for this turn, those spent included (OPS-3.2-13 to OPS-3.2-15).

    The percentage of the weather rounded down to half points, at least one point for a unit that has any (OPS-4.2.3-1);
    half of it without supply (OPS-8.5.2-3); twice that on strategic movement (OPS-6.3-1, OPS-6.3-5).
    """
    profile = state.profile(unit)
    if profile.movement == 0:
        return 0
    points = max(HALVES, profile.movement * HALVES * movement_percent(state, profile) // 100)
    if not state.units[unit].supplied:
        points //= 2
    return points * state.board.tables.terrain.strategic_factor if strategic else points


def movement_left(state: State, unit: int, *, strategic: bool = False) -> int:
    """Half movement points that a unit still has this impulse; nothing is saved for later (OPS-6.2-13)."""
    if state.units[unit].halted:
        return 0
    return max(0, allowance(state, unit, strategic=strategic) - state.units[unit].spent)


def costs_for(state: State, units: Iterable[int], *, strategic: bool = False) -> Costs:
    """uint8[N, 6]: what each step costs units that move together, 255 where closed to any of them (OPS-6.2-8).

    Everything is closed to a class of units that the ground tables do not know.
    """
    classes = _classes(state, units)
    return state.board.once(("costs", classes, strategic), lambda: _costs(state.board, classes, strategic))


def _classes(state: State, units: Iterable[int]) -> tuple[str, ...]:
    return tuple(sorted({state.roster[unit].move_class for unit in units}))


def _costs(board: Board, classes: Sequence[str], strategic: bool) -> Costs:
    tables = board.march_cost if strategic else board.leave_cost
    if not all(name in tables for name in classes):
        return np.full((board.grid.size, len(DIRECTIONS)), CLOSED, np.uint8)
    return dearest([tables[name] for name in classes])


def has_minimum_move(state: State, units: Iterable[int]) -> bool:
    """Units that can move at all and have not moved yet may always go one hex, at any cost (OPS-T-MOVE)."""
    return all(
        state.profile(unit).movement > 0 and not state.units[unit].moved and not state.units[unit].halted
        for unit in units
    )


def is_held(state: State, unit: int) -> bool:
    """Tell whether an enemy zone of control lets a unit go one hex only: its turn began in one (OPS-8.2.1-2).

    The turn of a side that is not to act would begin where its units stand now.
    """
    side = state.side_of(unit)
    return state.units[unit].held if side == state.active else in_enemy_zoc(state, side, state.units[unit].hex)


def reach(state: State, units: Sequence[int], *, strategic: bool = False) -> Reach:
    """Return where units of one hex can go this impulse together, with cost and cheapest way to each (OPS-6.2-5,
    OPS-6.2-6).

    Answers for either side, whether or not it is to act and could activate them. Closed are hexes of enemies
    (OPS-6.2-2) and hexes without room for all (OPS-6.2-4, OPS-8.1-4); an enemy zone of control stops (OPS-8.2.1-1), and
    units that it holds go one hex only (OPS-8.2.1-2); commanders too (OPS-8.2.1-4), and on a march (OPS-6.3-7).
    """
    start = state.units[units[0]].hex
    side = state.side_of(units[0])
    ground = _ground(state, side, weight(state, units))
    budget = min([movement_left(state, unit, strategic=strategic) for unit in units])
    minimum = not strategic and has_minimum_move(state, units)
    one_hex = any(is_held(state, unit) for unit in units)
    question = (start, budget, minimum, one_hex, _classes(state, units), strategic)
    if question not in ground.reaches:
        ground.reaches[question] = hexes_in_reach(
            state.board.workspace,
            start,
            budget,
            costs_for(state, units, strategic=strategic),
            ground.stop,
            ground.closed,
            first_step_only=one_hex,
            minimum_step=minimum,
        )
    return ground.reaches[question]


@dataclass(frozen=True, slots=True, eq=False)
class _Ground:
    """Ground for units of a side that weigh so much: where they must stop, where they may not go, and their reaches on
    it.
    """

    stop: Mask
    closed: Mask
    reaches: dict[tuple[object, ...], Reach]
    choices: dict[tuple[int, ...], _Known]

    def carried_on(self, state: State, stop: Mask, closed: Mask) -> _Ground:
        """The same with other hexes: a reach still holds if no changed hex concerns it.

        One whose start is empty is forgotten: a long game would carry thousands of them on.
        """
        changed, stacks = moves.changed(state.board.grid, stop, closed, self.stop, self.closed), state.stacks
        return _Ground(
            stop,
            closed,
            {
                question: found
                for question, found in self.reaches.items()
                if question[0] in stacks and not changed[found.hexes].any()
            },
            {
                units: known
                for units, known in self.choices.items()
                if not any(choice.is_touched(changed) for choice in known.choices)
            },
        )


def _ground(state: State, side: str, points: int) -> _Ground:
    stop, closed = stops(state, side), barred(state, side, points)
    return state.renewed(
        f"ground {side} {points}",
        (stop, closed),
        lambda before: before.carried_on(state, stop, closed) if before else _Ground(stop, closed, {}, {}),
    )


def stops(state: State, side: str) -> NDArray[np.bool_]:
    """bool[N]: hexes that units of a side enter and do not leave again: enemy zones of control (OPS-8.2.1-1)."""
    zone = zone_of_control(state, enemy_of(side))
    return state.renewed(f"stops {side}", (zone,), lambda _: zone > 0)


def barred(state: State, side: str, points: int) -> NDArray[np.bool_]:
    """bool[N]: hexes that so many stacking points of a side may not enter, not even on their way.

    Hexes of enemies (OPS-6.2-2) and hexes without room for all of them (OPS-6.2-4, OPS-8.1-4).
    """
    enemies, full = occupied(state, enemy_of(side)), full_for(state, side, points)
    return state.renewed(f"barred {side} {points}", (enemies, full), lambda _: enemies | full)


# ------------------------------------------------------------------------------------------------- why not


def why_not_move(state: State, order: Move) -> Refusal | None:
    """None if a move is legal, else the first reason against it, with its clauses and the hex concerned."""
    for check in _CHECKS:
        if refusal := check(state, order):
            return refusal
    return None


def why_not_set_off(state: State, units: Sequence[int], *, strategic: bool) -> Refusal | None:
    """None if units may start to move together in this manner, wherever to; else the first reason against it."""
    order = Move(tuple(units), (), strategic)
    for check in _STARTING_CHECKS:
        if refusal := check(state, order):
            return refusal
    return None


def _they_can_act(state: State, order: Move) -> Refusal | None:
    return why_not_activated(state, order.units)


def _they_start_together(state: State, order: Move) -> Refusal | None:
    """Units that move as a stack start from the same hex (OPS-6.2-7)."""
    hexes = tuple(dict.fromkeys(state.units[unit].hex for unit in order.units))
    if len(hexes) == 1:
        return None
    return Refusal(Text("Units that move together must start in the same hex."), ("OPS-6.2-7",), hexes, "not-together")


def _they_can_still_move(state: State, order: Move) -> Refusal | None:
    for id_ in order.units:
        unit, profile = state.units[id_], state.profile(id_)
        if profile.movement == 0:
            text = Text("{unit:The} {unit:|has|have} no movement points.", {"unit": profile.noun})
            return Refusal(text, ("OPS-6.2-1",), (unit.hex,), "immobile")
        if unit.halted:
            text = Text("{unit:The} had to stop and cannot move again this turn.", {"unit": profile.noun})
            return Refusal(text, ("OPS-8.2.1-1", "OPS-8.2.1-2"), (unit.hex,), "halted")
    return None


def _they_keep_to_their_kind_of_movement(state: State, order: Move) -> Refusal | None:
    for unit in order.units:
        if refusal := _why_not_march(state, unit) if order.strategic else _why_not_walk(state, unit):
            return refusal
    return None


def _why_not_walk(state: State, id_: int) -> Refusal | None:
    unit = state.units[id_]
    if not unit.marched:
        return None
    text = Text(
        "{unit:The} {unit:|is|are} on strategic movement and must go on with it.", {"unit": state.profile(id_).noun}
    )
    return Refusal(text, ("OPS-6.3-6",), (unit.hex,), "marched")


def _why_not_march(state: State, id_: int) -> Refusal | None:
    unit, profile = state.units[id_], state.profile(id_)
    where = (unit.hex,)
    if not profile.strategic:
        text = Text("{unit:The} cannot move strategically.", {"unit": profile.noun})
        return Refusal(text, ("OPS-6.3-4",), where, "no-strategic-movement")
    if unit.attacked or unit.supported:
        text = Text(
            "{unit:The} {unit:|has|have} fought this turn and cannot move strategically.", {"unit": profile.noun}
        )
        return Refusal(text, ("OPS-6.2-14",), where, "has-fought")
    if unit.moved and not unit.marched:
        text = Text("{unit:The} {unit:|has|have} already made an ordinary move this turn.", {"unit": profile.noun})
        return Refusal(text, ("OPS-6.3-6",), where, "has-moved")
    return None


def _the_path_is_connected(state: State, order: Move) -> Refusal | None:
    found = broken(state.board.grid, order.path, state.units[order.units[0]].hex)
    if found is None:
        return None
    return Refusal(moves.sentence(state.board.grid, found), ("OPS-6.2-1",), found.hexes, found.kind)


def _no_zone_of_control_is_passed(state: State, order: Move) -> Refusal | None:
    path, side = order.path, state.side_of(order.units[0])
    if len(path) > 2 and any(is_held(state, unit) for unit in order.units):
        text = Text("A unit that began the turn in an enemy zone of control moves one hex only.")
        return Refusal(text, ("OPS-8.2.1-2",), path[:1], "starts-in-zoc")
    for hex_ in path[1:-1]:
        if in_enemy_zoc(state, side, hex_):
            text = Text("An enemy zone of control ends the move {hex:at}.", {"hex": full_place_noun(state.board, hex_)})
            return Refusal(text, ("OPS-8.2.1-1",), (hex_,), "zoc")
    return None


def _no_hex_is_barred(state: State, order: Move) -> Refusal | None:
    side = state.side_of(order.units[0])
    for hex_ in order.path[1:]:
        where: dict[str, Argument] = {"hex": full_place_noun(state.board, hex_)}
        if state.side_in(hex_) == enemy_of(side):
            text = Text("Enemy units hold {hex:the}.", where)
            return Refusal(text, ("OPS-6.2-2", "OPS-8.1-1"), (hex_,), "enemy")
        if not fits(state, order.units, hex_):
            text = Text("There is no room left {hex:at}.", where)
            return Refusal(text, ("OPS-8.1-2", "OPS-8.1-4", "OPS-6.2-4"), (hex_,), "no-room")
    return None


def _every_step_is_open(state: State, order: Move) -> Refusal | None:
    costs = costs_for(state, order.units, strategic=order.strategic)
    for here, there in pairwise(order.path):
        if step_cost(state.board.grid, costs, here, there) == CLOSED:
            return _closed_step(state, order, here, there)
    return None


def _closed_step(state: State, order: Move, here: int, there: int) -> Refusal:
    labels = _labels(state, here, there)
    on_foot = costs_for(state, order.units)
    if order.strategic and step_cost(state.board.grid, on_foot, here, there) != CLOSED:
        text = Text("Strategic movement keeps to roads and easy ground: not from {first:the} to {second:the}.", labels)
        return Refusal(text, ("OPS-6.3-6",), (there,), "no-march")
    text = Text("These units cannot go from {first:the} to {second:the}.", labels)
    return Refusal(text, ("OPS-6.2-9",), (there,), "closed")


def _labels(state: State, first: int, second: int) -> dict[str, Argument]:
    return {"first": full_place_noun(state.board, first), "second": full_place_noun(state.board, second)}


def _it_is_within_their_movement(state: State, order: Move) -> Refusal | None:
    cost = path_cost(state, order)
    for unit in order.units:
        left = movement_left(state, unit, strategic=order.strategic)
        if cost <= left or (len(order.path) == 2 and not order.strategic and has_minimum_move(state, order.units)):
            continue
        text = Text(
            "{unit:The} {unit:|needs|need} {cost} movement points; {left} left.",
            {"cost": cost / HALVES, "left": left / HALVES, "unit": state.profile(unit).noun},
        )
        return Refusal(text, ("OPS-6.2-1", "OPS-6.2-8"), order.path[-1:], "too-far")
    return None


_Check = Callable[[State, Move], Refusal | None]
_STARTING_CHECKS: tuple[_Check, ...] = (
    _they_can_act,
    _they_start_together,
    _they_can_still_move,
    _they_keep_to_their_kind_of_movement,
)
_CHECKS: tuple[_Check, ...] = (
    *_STARTING_CHECKS,
    _the_path_is_connected,
    _no_zone_of_control_is_passed,
    _no_hex_is_barred,
    _every_step_is_open,
    _it_is_within_their_movement,
)


def why_not_reach(state: State, units: Sequence[int], goal: int) -> Refusal | None:
    """Return why units of one hex get to another one this impulse by no way at all; None if they do.

    The reason lies in the goal itself if it is closed to them. Otherwise it lies in the best way there: its cost, or
    the zones of control across every way.
    """
    start, everywhere = state.units[units[0]].hex, (goal,)
    if _marches_to(state, units, goal):
        return None
    if refusal := why_not_set_off(state, units, strategic=False):
        return refusal
    if goal in reach(state, units):
        return None
    order = Move(tuple(units), (start, goal))
    if refusal := _no_hex_is_barred(state, order):
        return refusal
    where: dict[str, Argument] = {"hex": full_place_noun(state.board, goal)}
    if not state.board.in_play[goal]:
        text = Text("{hex:The} {hex:|lies|lie} outside the battle.", where)
        return Refusal(text, ("OPS-4.1-1",), everywhere, "outside")
    if not _can_enter(state, units, goal):
        return Refusal(Text("These units cannot enter {hex:the}.", where), ("OPS-6.2-9",), everywhere, "closed")
    ground = _ground(state, state.side_of(units[0]), weight(state, units))
    ask = (state.board.workspace, start, goal, costs_for(state, units))
    held = _no_zone_of_control_is_passed(state, Move(tuple(units), state.board.grid.line(start, goal)))
    if held is not None and held.code == "starts-in-zoc":
        return held
    if way := cheapest_path(*ask, ground.stop, ground.closed):
        return _it_is_within_their_movement(state, Move(tuple(units), way))
    if cheapest_path(*ask, None, ground.closed):
        text = Text("Enemy zones of control bar every way to {hex:the}.", where)
        return Refusal(text, ("OPS-8.2.1-1",), everywhere, "zoc")
    return Refusal(Text("No way leads these units to {hex:the}.", where), ("OPS-6.2-1",), everywhere, "no-way")


def _marches_to(state: State, units: Sequence[int], goal: int) -> bool:
    return why_not_set_off(state, units, strategic=True) is None and goal in reach(state, units, strategic=True)


def _can_enter(state: State, units: Sequence[int], goal: int) -> bool:
    """Some hexside of a hex is open to units, at any cost."""
    grid, costs = state.board.grid, costs_for(state, units)
    return any(step_cost(grid, costs, other, goal) != CLOSED for other in grid.adjacent(goal))


def points_text(halves: int) -> str:
    """Half movement points as people count them: "3", "2.5"."""
    return f"{halves / HALVES:g}"


def path_cost(state: State, order: Move) -> int:
    """Half movement points that a whole path costs each of the units; every step must be open to them."""
    return moves.path_cost(state.board.grid, costs_for(state, order.units, strategic=order.strategic), order.path)


# ------------------------------------------------------------------------------------------------- on offer


class Choice(Moves[Move]):
    """Moves of the same units in the same manner, on foot or on a march: see `wab.field.moves.Moves`."""

    def __init__(self, units: tuple[int, ...], reached: Reach, strategic: bool, near: Reach | None = None) -> None:
        super().__init__(reached, lambda path: Move(units, path, strategic), near)
        self.units, self.strategic = units, strategic


def offered_moves(state: State, unit: int | None = None) -> Iterator[Move]:
    """The moves on offer to the side to act, one by one: see `choices`."""
    return (move for choice in choices(state, unit) for move in choice)


def choices(state: State, unit: int | None = None) -> Iterator[Choice]:
    """The moves on offer to the side to act: the cheapest path to every hex in reach (OPS-6.2-6).

    Single units by id, ordinary moves before strategic ones (OPS-6.3-3); then, if no unit is named, the movable units
    of each stack as one. `why_not_move` accepts every other path and group as well.
    """
    offer = _Offer(state)
    if unit is not None:
        yield from offer.of((unit,))
        return
    walkers = set()
    for id_ in state.deployed(state.active).ids:
        for choice in offer.of((id_,)):
            yield choice
            if not choice.strategic:
                walkers.add(id_)
    for _, there in sorted(state.deployed(state.active).posts.items()):
        if len(there.units) > 1:
            movable = tuple([id_ for id_ in there.units if id_ in walkers])
            if len(movable) > 1:
                yield from offer.of(movable)


class _Known(NamedTuple):
    """Choices worked out before; they hold on the same ground for the same units at a moment like that."""

    moment: tuple[object, ...]
    units: tuple[Unit | None, ...]
    choices: tuple[Choice, ...]


class _Offer:
    """The moves that the side to act can choose from; moves worked out before are kept as far as possible."""

    def __init__(self, state: State) -> None:
        self._state = state
        now = state.active, state.turn, state.impulse, state.weather
        self._moments = (*now, "too dear"), (*now, "affordable")
        self._grounds: dict[int, _Ground] = {}

    def of(self, units: tuple[int, ...]) -> tuple[Choice, ...]:
        """The moves of some units together."""
        state = self._state
        now = tuple([state.units.get(id_) for id_ in units])
        if None in now:
            return ()
        points = state.activation_points
        moment = self._moments[points >= len(units) or cost(state, units) <= points]
        known = self._ground(sum([state.roster[id_].weight for id_ in units])).choices
        found = known.get(units)
        if found is None or found.moment != moment or found.units != now:
            found = known[units] = _Known(moment, now, tuple(_worked_out(state, units)))
        return found.choices

    def _ground(self, points: int) -> _Ground:
        if points not in self._grounds:
            self._grounds[points] = _ground(self._state, self._state.active, points)
        return self._grounds[points]


def _worked_out(state: State, units: tuple[int, ...]) -> Iterator[Choice]:
    near: Reach | None = None
    if why_not_set_off(state, units, strategic=False) is None:
        near = reach(state, units)
        yield Choice(units, near, strategic=False)
    if why_not_set_off(state, units, strategic=True) is None:
        yield Choice(units, reach(state, units, strategic=True), strategic=True, near=near)


# ------------------------------------------------------------------------------------------------- what happens


class Walk(Struct, frozen=True):
    """The true way of moving units: path, half movement points spent, whether a zone that they enter halts them."""

    path: tuple[int, ...]
    spent: int
    halted: bool
    stopped: Text | None = None


def walk(state: State, order: Move) -> Walk:
    """Follow a path on the truth until something stops the units (OPS-6.2-3, OPS-8.2.1-1)."""
    enemy = enemy_of(state.side_of(order.units[0]))
    costs, zone = costs_for(state, order.units, strategic=order.strategic), zone_of_control(state, enemy)
    done, spent = [order.path[0]], 0
    for here, there in pairwise(order.path):
        if state.side_in(there) == enemy:
            where = full_place_noun(state.board, there)
            text = Text("An enemy that had not been seen holds {hex:the}.", {"hex": where})
            return Walk(tuple(done), spent, False, text)
        done.append(there)
        spent += step_cost(state.board.grid, costs, here, there)
        if zone[there]:
            where = full_place_noun(state.board, there)
            text = Text("An enemy that had not been seen has a zone of control {hex:at}.", {"hex": where})
            return Walk(tuple(done), spent, True, text if there != order.path[-1] else None)
    return Walk(tuple(done), spent, False)


def execute_move(state: State, order: Move) -> Iterator[Event]:
    """Move units on the truth: they are activated, go as far as nothing stops them, take hexes, tire (OPS-8.4.2-5).

    The caller compares what they see at the end; this function tells only glimpses on the way (OPS-6.1-13).
    """
    side = state.side_of(order.units[0])
    before = levels(state, side)
    way = walk(state, order)
    entered = way.path[1:]
    control = taken_by_entry(state, order.units, entered)
    seen_entering = bool(entered) and intrudes(state, side, entered[-1])
    tiring = [unit for unit in order.units if not state.units[unit].moved]
    yield from activations(state, order.units)
    yield Moved(order.units, way.path, way.spent, order.strategic, way.halted, control, way.stopped)
    if seen_entering:
        yield Intruded(order.units)
    if passing := glimpsed(state, order.units, way.path, before):
        yield Sighted(side, passing)
    yield from _tire(state, tiring, strategic=order.strategic)


def _tire(state: State, units: Sequence[int], *, strategic: bool) -> Iterator[Event]:
    """The first move of the turn tires a unit, a march more than a walk (OPS-8.4.2-5); too much of it is its end."""
    table = state.board.tables.fatigue
    for unit in units:
        yield from tire(state, unit, table.strategic_move if strategic else table.move, "move")
    yield from surrender_exhausted(state, units)
