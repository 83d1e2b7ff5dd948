"""What must hold in every position: stacking, one side a hex, ground, markers, cadres, steps. For tests and fuzzing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wab.systems.zocbonds.board import SIDES
from wab.systems.zocbonds.state import State


def problems(state: State) -> Iterator[str]:
    """Everything that is wrong with a position, in words."""
    yield from state.misplaced()
    yield from _one_place(state)
    yield from _ground(state)
    yield from _steps(state)
    yield from _markers(state)
    yield from _tracks(state)


def _one_place(state: State) -> Iterator[str]:
    """Every unit is on the map or in one box."""
    seen = Counter([*state.units, *(unit for units in state.now.boxes.values() for unit in units)])
    for unit, times in seen.items():
        if times > 1 or unit not in state.board.roster:
            yield f"unit {unit} is in {times} places"
    for unit in state.board.roster:
        if unit not in seen:
            yield f"{state.board.roster[unit].key} is nowhere"


def _ground(state: State) -> Iterator[str]:
    """Nobody stands on sea or marsh, or beyond the map (ZOC-9.6); strongpoints are German (ZOC-16.2-4)."""
    for unit in state.units.values():
        if not state.board.dry[unit.hex]:
            yield f"{state.board.roster[unit.id].key} stands in {state.board.grid.label(unit.hex)}"


def _steps(state: State) -> Iterator[str]:
    for unit in state.units.values():
        if not 1 <= unit.steps <= state.board.roster[unit.id].steps:
            yield f"{state.board.roster[unit.id].key} has {unit.steps} steps"


def _markers(state: State) -> Iterator[str]:
    """No more markers than there are (ZOC-T-MARKERS): reserves by hex, works by maker, columns and trucks by stack."""
    have = state.board.tables.markers
    for side in SIDES:
        own = [unit for unit in state.units.values() if state.side_of(unit.id) == side]
        if len({unit.hex for unit in own if unit.reserve}) > have.reserve[side]:
            yield f"{side} has too many reserve markers"
    laid = Counter(works.maker for works in state.now.works if not works.permanent)
    for maker, count in laid.items():
        if count > have.works[maker]:  # type: ignore[index]  # makers are those of the table
            yield f"{maker} has laid {count} improved positions"


def _tracks(state: State) -> Iterator[str]:
    """Tracks stay within their limits (ZOC-5.1-2, ZOC-6.1-2)."""
    have = state.board.tables.markers
    for tracks, most in ((state.now.supply, have.most_supply), (state.now.replacements, have.most_replacements)):
        for track, points in tracks.items():
            if not 0 <= points <= most:
                yield f"the track {track} stands at {points}"
    for name, left in (("points", state.now.points), ("air", state.now.air), ("ships", state.now.ships)):
        for army, count in left.items():
            if count < 0:
                yield f"{army} has {count} {name} left"
