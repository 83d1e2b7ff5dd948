"""German armour (OMA-23, ours): where it enters, how it moves, what it runs into."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.field.priorities import foremost
from wab.hexes import HexId
from wab.systems.omaha.combat.advance import against
from wab.systems.omaha.combat.german_actions import acting_place, distance_to_us, is_free, transfer
from wab.systems.omaha.combat.german_arrivals import ARMOUR, give_marker
from wab.systems.omaha.ground.control import occupied
from wab.systems.omaha.ground.terrain import is_high
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.board import Position
from wab.systems.omaha.state.pools import draw_counter
from wab.systems.omaha.state.state import State
from wab.systems.omaha.state.steps import Force, Task

ENTERED = "armour"
"""The limit of a turn in which armour has entered."""


def called(state: State, task: Task) -> Iterator[Event]:
    """A single R calls armour to a sector that has none (OMA-23-1)."""
    yield ev.Settled()
    signs = state.board.card(task.card).fire
    there = any(state.board.sector(hex_) == task.sector for hex_, one in state.now.forces.items() if one.armour)
    if not there and any(sign[1:] == ("single", "R") for sign in signs):
        yield from enter(state)


def enter(state: State) -> Iterator[Event]:
    """A unit with a marker enters by the free exit nearest to a US unit, one a turn, from turn 17 (OMA-23-1)."""
    exits = [state.board.exits[letter] for letter in state.board.tables.variants.armour.exits]
    free = [hex_ for hex_ in exits if is_free(state, hex_)]
    if not (state.late and state.now.pools.get(ARMOUR) and free) or state.limited(ENTERED):
        return
    hex_ = min(free, key=lambda one: distance_to_us(state, one))
    yield ev.Happened("armour", hex=hex_)
    counter = yield from draw_counter(state, ARMOUR)
    yield ev.ForceChanged(hex_, Force(counter), ((counter, ARMOUR, ""),), "reinforcement")
    yield from give_marker(state, hex_)


def drive(state: State, task: Task, place: Position) -> Iterator[Event]:
    """It moves towards the nearest US unit on high ground (OMA-23-1): along roads, once off them into an open field,
    until it is next to a US unit. US infantry on its road meets an advance instead.
    """
    yield ev.Settled()
    (here,), board, us = place.hexes, state.board, occupied(state)
    off_road = False
    for _ in range(board.tables.variants.armour.march):
        there = next_hex(state, here, off_road=off_road)
        if there is None:
            return
        if us[there]:
            if board.by_road(here, there) and any(state.profile(one.id).infantry for one in state.us_in(there)):
                yield from against(state, task, here, there)
            return
        off_road = off_road or not board.by_road(here, there)
        yield from transfer(state, here, there, "drive")
        here = there
        if any(us[one] for one in board.grid.adjacent(here)):
            return


def next_hex(state: State, here: HexId, *, off_road: bool) -> HexId | None:
    """The next hex that brings armour nearer, by a road first; None if there is none. `off_road`: it has left its road
    once.
    """
    board, distance, table = state.board, state.board.grid.distance, state.board.tables.variants.armour
    high = [hex_ for hex_ in sorted(state.stacks) if is_high(board, hex_)]
    goal = min(high, key=lambda hex_: distance(here, hex_), default=here)
    nearer = [one for one in board.grid.adjacent(here) if distance(one, goal) < distance(here, goal)]
    roads = {one: board.by_road(here, one) > 0 for one in nearer}
    able = [
        one
        for one in nearer
        if board.terrain[one] not in table.never and _is_empty(state, one)
        if roads[one] or (board.terrain[one] not in table.by_road and not off_road)
    ]
    return next(iter(foremost(able, lambda one: not roads[one], lambda one: one)), None)


def _is_empty(state: State, hex_: HexId) -> bool:
    """No German unit is there, nor in the other hex of a large WN."""
    place = state.board.position_at.get(hex_)
    return all(one not in state.now.forces for one in (place.hexes if place else (hex_,)))


TASKS = {"armour": called, "drive": acting_place(drive)}
"""The tasks of this chapter by name."""
