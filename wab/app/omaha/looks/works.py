"""Works on the ground: obstacles on the sand, mines in the draws, and from turn 17 bases, posts and garrisons."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from wab.app.gfx.specs import WorkSpec
from wab.systems.omaha.ground.terrain import has_uncleared, is_flooded, is_worked
from wab.systems.omaha.state.state import State


def of(state: State) -> tuple[WorkSpec, ...]:
    """Return every work on the map."""
    return tuple(_works(state))


def _works(state: State) -> Iterator[WorkSpec]:
    board, now = state.board, state.now
    for hex_ in sorted(board.obstacles):
        if has_uncleared(state, hex_):
            yield WorkSpec(hex_, "sunken" if is_flooded(state, hex_) else "obstacles")
        elif hex_ in now.cleared and not is_flooded(state, hex_):
            yield WorkSpec(hex_, "cleared")
    for hex_ in np.flatnonzero(board.content.map.overlays["mined"]).tolist():
        if not is_worked(state, hex_):
            yield WorkSpec(hex_, "mines")
    yield from (WorkSpec(base.hex, "base") for base in now.bases)
    yield from (WorkSpec(state.units[unit].hex, "post") for unit in now.posts if unit in state.units)
    yield from (WorkSpec(hex_, "garrison") for hex_ in now.garrisons)
