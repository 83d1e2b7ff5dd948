"""The overlay of the afternoon: reach of posts and leaders, ranges of bases, ground that engineers work, advances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from wab.app.gfx.specs import BarSpec, Point
from wab.app.gfx.theme import colour
from wab.app.wargame.adapter.adapter import Flags
from wab.app.wargame.adapter.pictures import DOTS, LINES, BarKey, LayerNote, Tints, tints
from wab.app.wargame.adapter.typography import joined
from wab.hexes import Grid, HexId
from wab.locale import _
from wab.systems.omaha.combat.advance import destination, path
from wab.systems.omaha.ground.terrain import is_worked
from wab.systems.omaha.state.board import Position
from wab.systems.omaha.state.state import State
from wab.systems.omaha.units.command import in_command

_LED, _WORKED = colour("3B78B4", 0.30), colour("3C7A3A", 0.34)
_HEAD, _HALF = 0.24, 0.11
"""Length and half the width of the head of an arrow, in hex widths."""
_START = 0.32
"""The distance of both ends of an arrow from the middles of their hexes."""


def inland_tints(state: State) -> Tints:
    """Hexes under command, hexes in engineer range, a ring around each range, an arrow for each advance."""
    size = state.board.grid.size
    led = {leader: in_command(state, leader) for leader in state.units if state.profile(leader).leader}
    worked = np.array([is_worked(state, hex_) for hex_ in range(size)], np.bool_)
    parts = [
        (_flags(size, set().union(*led.values())), _LED, DOTS, _("under command")),
        (worked, _WORKED, LINES, _("in engineer range")),
    ]
    found = tints(size, parts)
    rings = [ring for hexes in led.values() for ring in outline(state.board.grid, hexes, 1)]
    rings += [ring for base in state.now.bases for ring in outline(state.board.grid, _range(state, base.hex), 1)]
    arrows = [bar for origin, target in advances(state) for bar in _arrow(state, origin, target)]
    keys = (BarKey(_("range of a leader, a post or a base"), 1), BarKey(_("a German unit can advance"), 2))
    return Tints(found.colours, found.marks, found.legend, None, (*rings, *arrows), keys)


def inland_notes(state: State) -> Iterator[LayerNote]:
    """Each advance with the hexes that a defence has to hold, then each base with its range."""
    label = state.board.grid.label
    for origin, target in advances(state):
        route = path(state.board, origin.hexes[0], target.hexes[0])
        told = _("From {origin} to {target}").format(origin=_name(state, origin), target=_name(state, target))
        yield LayerNote(origin.hexes[0], joined(told, ", ".join(map(label, route))), "OMA-16.8-1")
    for base in state.now.bases:
        reach = state.board.tables.tracks.engineer[base.box]
        told = _("Engineer base: range {range}").format(range=reach)
        yield LayerNote(base.hex, told, "OMA-19.2-1")


def advances(state: State) -> list[tuple[Position, Position]]:
    """Return each German unit that would advance if a card said so, and the position to which it would go."""
    manned = [place for place in state.board.positions.values() if place.hexes[0] in state.now.forces]
    found = [(place, destination(state, place)) for place in manned]
    return [(place, target) for place, target in found if target is not None]


def _name(state: State, place: Position) -> str:
    return place.id if not place.id.startswith("u") else state.board.grid.label(place.hexes[0])


def _flags(size: int, hexes: Iterable[HexId]) -> Flags:
    found: Flags = np.zeros(size, np.bool_)
    found[sorted(hexes)] = True
    return found


def _range(state: State, base: HexId) -> set[HexId]:
    box = next(one.box for one in state.now.bases if one.hex == base)
    reach, distance = state.board.tables.tracks.engineer[box], state.board.grid.distance
    return {hex_ for hex_ in range(state.board.grid.size) if distance(base, hex_) <= reach}


def outline(grid: Grid, hexes: set[HexId], side: int) -> Iterator[BarSpec]:
    """Yield a bar along each hexside between these hexes and others."""
    for hex_ in sorted(hexes):
        for number in range(6):
            if int(grid.neighbours[hex_, number]) not in hexes:
                corners = [grid.centres[hex_] + grid.corner_offsets[(number + step) % 6] for step in (0, 1)]
                yield BarSpec(tuple((float(x), float(y)) for x, y in corners), side)


def _arrow(state: State, origin: Position, target: Position) -> Iterator[BarSpec]:
    """Yield the shaft and the head of an arrow between two positions."""
    centres = state.board.grid.centres
    start, end = centres[origin.hexes[0]], centres[target.hexes[0]]
    along = (end - start) / np.hypot(*(end - start))
    across = np.array([-along[1], along[0]])
    start, tip = start + along * _START, end - along * _START
    wings = [tip - along * _HEAD + across * by for by in (_HALF, -_HALF)]
    yield BarSpec((_point(start), _point(tip)), 2)
    yield BarSpec((_point(wings[0]), _point(tip), _point(wings[1])), 2)


def _point(at: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Point:
    return float(at[0]), float(at[1])
