"""Invariants of every position: one side a hex, ground, control, stacking, steps, markers, cadres, tracks.

For tests, the fuzzer and loading.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wab.field import boxes
from wab.systems.zocbonds.ground import columns
from wab.systems.zocbonds.state import stacking
from wab.systems.zocbonds.state.board import CODES, SIDES
from wab.systems.zocbonds.state.state import ISOLATED, SUPPLIED, State, Unit
from wab.systems.zocbonds.units import cadres, reserve

MAY_OVERFILL = ("replacement", "movement", "reserve_movement")
"""Phases in which the side on turn may hold too much in a hex until it has moved (ZOC-7.2-1): a replacement makes a
unit bigger."""


def problems(state: State) -> Iterator[str]:
    """Everything that is wrong with a position, in words."""
    yield from state.misplaced()
    yield from boxes.misplaced(state.now.boxes, state.units, state.board.roster)
    for unit in state.units.values():
        yield from _standing(state, unit)
    yield from _steps_in_boxes(state)
    yield from _stacking(state)
    yield from _markers(state)
    yield from _works(state)
    yield from _tracks(state)


def _standing(state: State, unit: Unit) -> Iterator[str]:
    """A unit stands on ground that is its side's (ZOC-9.6, ZOC-6.2-3), with steps of its card, and in no two states
    that exclude each other: no reserve is disrupted, scattered, rebuilt or out of supply (ZOC-15.1-4). Strongpoints are
    German on every card (ZOC-16.2-4)."""
    profile, label = state.board.roster[unit.id], state.board.grid.label(unit.hex)
    if not state.board.dry[unit.hex]:
        yield f"{profile.key} stands in {label}"
    elif state.control[unit.hex] != CODES[profile.side]:
        yield f"{profile.key} stands in {label}, which its side does not hold"
    if not 1 <= unit.steps <= profile.steps:
        yield f"{profile.key} has {unit.steps} steps"
    if not SUPPLIED <= unit.supply <= ISOLATED or unit.spent < 0 or unit.hexes < 0:
        yield f"{profile.key} has supply {unit.supply}, {unit.spent} spent, {unit.hexes} hexes"
    if unit.reserve and (unit.disrupted or unit.scattered or unit.replaced or unit.supply != SUPPLIED):
        yield f"{profile.key} is in reserve and cannot be"


def _steps_in_boxes(state: State) -> Iterator[str]:
    """A unit that was taken back to the boats has steps of its card."""
    for unit, steps in state.now.evacuated.items():
        if unit not in state.board.roster or not 1 <= steps <= state.board.roster[unit].steps:
            yield f"unit {unit} was taken back with {steps} steps"


def _stacking(state: State) -> Iterator[str]:
    """No hex holds more than it may (ZOC-7.1), except for the side on turn while it moves, and while a seat has still
    to answer (ZOC-7.2-1).
    """
    if state.agenda:
        return
    for side in SIDES:
        if side == state.now.side and state.now.phase in MAY_OVERFILL:
            continue
        for hex_ in stacking.overfull(state, side):
            yield f"{state.board.grid.label(hex_)} holds too much"


def _markers(state: State) -> Iterator[str]:
    """No more markers than there are (ZOC-T-MARKERS): reserves by hex, columns and trucks by unit, works by maker;
    cadre counters by nation and kind (ZOC-17.9-1)."""
    for side in SIDES:
        for name, left in (
            ("reserve", reserve.markers_left(state, side)),
            ("strategic movement", columns.columns_left(state, side)),
            ("truck", columns.trucks_left(state, side)),
        ):
            if left < 0:
                yield f"{side} has {-left} {name} markers too many"
        for row in cadres.card(state, side):
            if row.free < 0:
                yield f"{row.nation} has {-row.free} {row.kind} cadres too many"


def _works(state: State) -> Iterator[str]:
    """Improved positions: one a hex, on ground, no more of a maker than there are markers (ZOC-16.1-5)."""
    have, works = state.board.tables.markers.works, state.now.works
    for hex_, times in Counter(one.hex for one in works).items():
        if times > 1 or hex_ not in state.board.grid or not state.board.dry[hex_]:
            yield f"{times} improved positions lie in hex {hex_}"
    for maker, count in Counter(one.maker for one in works if not one.permanent).items():
        if count > have.get(maker, 0):  # type: ignore[call-overload]  # makers come from the table
            yield f"{maker} has laid {count} improved positions"


def _on_beaches(state: State) -> dict[str, int]:
    """Points landed on each of the five beaches; a Mulberry of its own takes any number (ZOC-6.5.2-5)."""
    five = {place.part_of for place in state.board.lines.beaches.values()}
    return {name: points for name, points in state.now.beached.items() if name in five}


def _tracks(state: State) -> Iterator[str]:
    """Tracks stay within their limits (ZOC-5.1-2, ZOC-6.1-2), what beaches take too (ZOC-6.5.2-5), and nothing that is
    used up falls below none."""
    have, now = state.board.tables.markers, state.now
    for tracks, most in (
        (now.supply, have.most_supply),
        (now.replacements, have.most_replacements),
        (_on_beaches(state), state.board.tables.landing.most_a_beach),
    ):
        for track, points in tracks.items():
            if not 0 <= points <= most:
                yield f"the track {track} stands at {points}"
    for name, left in (("points", now.points), ("air", now.air), ("ships", now.ships), ("works", now.works_left)):
        for army, count in left.items():
            if count < 0:
                yield f"{army} has {count} {name} left"
