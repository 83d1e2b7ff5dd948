"""Infiltration (OMA-7.32): moving past a German position under its fire."""

from __future__ import annotations

from collections.abc import Iterator

from wab.engine.kernel.events import Event
from wab.hexes import HexId
from wab.systems.omaha.ground.control import is_occupied
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.asking import ask, draw_card, due
from wab.systems.omaha.state.board import Position
from wab.systems.omaha.state.state import State
from wab.systems.omaha.state.steps import Task
from wab.systems.omaha.units.losses import lose_step

STAYS, GOES_ON = 0, 1


def positions_passed(state: State, here: HexId, there: HexId) -> list[Position]:
    """The occupied, undisrupted positions that a move infiltrates: both hexes adjacent to it and in its field
    (OMA-7.32-1).
    """
    grid = state.board.grid
    near = {place.id for one in grid.adjacent(here) if (place := state.place_at(one))}
    found = []
    for position in (state.positions[name] for name in sorted(near)):
        beside = any(grid.are_adjacent(there, one) for one in position.hexes)
        if beside and here in position.dots and there in position.dots and is_occupied(state, position, fit=True):
            found.append(position)
    return found


def is_hit(state: State, unit: int, card: str, passed: list[Position]) -> bool:
    """Check if a card shows the symbol of a unit, and the colour of a position that it passes: single, or with a
    marker double as well (OMA-7.32-2). It is checked alone (OMA-7.32-4), two positions cost no more (OMA-7.32-6).
    """
    shown = state.board.card(card)
    if shown.target != state.profile(unit).symbol:
        return False
    for position in passed:
        sign = shown.sign(position.colour)
        if sign is not None and (sign[1] == "single" or _has_marker(state, position)):
            return True
    return False


def _has_marker(state: State, position: Position) -> bool:
    forces = [state.now.forces[hex_] for hex_ in position.hexes if hex_ in state.now.forces]
    return any(force.marker is not None and not force.disrupted for force in forces)


def infiltrate(state: State, task: Task) -> Iterator[Event]:
    """One card for all that move together (OMA-7.32-7); each unit that it hits loses a step."""
    here, there = task.hexes
    yield ev.Settled()
    passed = positions_passed(state, here, there)
    card = yield from draw_card(state, "infiltration", state.now.acting)
    hit = [unit for unit in task.units if is_hit(state, unit, card, passed)]
    yield due(Task("go_on", units=task.units, hexes=task.hexes, at=tuple(map(str, hit))))
    for unit in hit:
        yield ev.Fired(unit, passed[0].id)
        yield from lose_step(state, unit, "infiltration")


def go_on(state: State, task: Task) -> Iterator[Event]:
    """A unit that lost a step goes on or stays (OMA-7.32-3); the others have moved."""
    hit = [int(unit) for unit in task.at if int(unit) in state.units]
    if len(task.picks) < len(hit):
        yield ask("go_on", (STAYS, GOES_ON), hit[len(task.picks)], task.hexes[1])
        return
    yield ev.Settled()
    staying = {unit for unit, answer in zip(hit, task.picks, strict=True) if answer == STAYS}
    going = tuple(unit for unit in task.units if unit not in staying and unit in state.units)
    yield due(Task("step_to", units=going, hexes=task.hexes[1:]))
