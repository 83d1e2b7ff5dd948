"""Marches of units to their hexes of the line, into ground that must be taken back first too."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ai.blind.line import Line
from ai.blind.moves import Move
from ai.blind.picture import Picture
from ai.blind.weights import LINE, LINE_GAIN
from wab.hexes import field
from wab.systems.blind.ground.costs import ways
from wab.systems.blind.movement.calls import why_not_call
from wab.systems.blind.movement.marching import is_bound, points_left, reached, why_not_move
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.state import Unit


def moves_to_line(seen: Picture, line: Line) -> Iterator[Move]:
    """The next march or call of each unit on its way to the line, the nearest to its post first."""
    mover = seen.now.mover
    first = mover.unit if mover is not None and mover.left > 0 else -1
    units, distances = seen.state.units, seen.ground.distances
    waiting = [unit for unit, post in line.posts.items() if units[unit].hex != post]
    for number in sorted(
        waiting, key=lambda unit: (unit != first, int(distances[units[unit].hex, line.posts[unit]]), unit)
    ):
        found = _towards(seen, units[number], line.posts[number])
        if found is not None:
            yield Move(LINE_GAIN, found, line.posts[number])


def _towards(seen: Picture, unit: Unit, goal: int) -> od.March | od.Call | None:
    """A march that brings a unit nearer to its post, or the call of the next hex on the way there."""
    state = seen.state
    if why_not_move(state, unit.id) is not None or points_left(state, unit.id) <= 0:
        return None
    barred = ~seen.board.land | (seen.foreign & (seen.guess.occupied > LINE.held))
    barred[list(seen.now.contacts)] = True
    rest = field(seen.board.workspace, [goal], ways(state, unit.id).march, barred, reversed=True)
    bound = is_bound(state, unit)
    around = None if bound else reached(state, unit)
    if around is not None and len(around) > 1:
        left = rest[around.hexes].astype(np.int64) * 100 + around.spent
        there = int(around.hexes[int(left.argmin())])
        if there != unit.hex and rest[there] < rest[unit.hex]:
            return od.March(unit.id, around.path_to(there))
    onward = [hex_ for hex_ in seen.neighbours(unit.hex) if seen.foreign[hex_] and rest[hex_] < rest[unit.hex]]
    for hex_ in sorted(onward, key=lambda hex_: (int(rest[hex_]), hex_)):
        call = od.Call(unit.id, hex_)
        if not barred[hex_] and why_not_call(state, call) is None:
            return call
    return None
