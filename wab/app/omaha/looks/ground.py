"""The ground: sand under water, names of landing boxes, draws and exits."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from wab.app.gfx.specs import NameKind, NameSpec
from wab.app.wargame.adapter.adapter import Flags
from wab.hexes import HexId
from wab.locale import _
from wab.systems.omaha.state.board import TIDES, WATERLINES, Board
from wab.systems.omaha.state.state import State


def under_water(state: State) -> Flags:
    """bool[N]: the sand that the tide of this turn covers (OMA-5.21-2)."""
    covered = [name for name, height in TIDES.items() if height < WATERLINES[state.tide]]
    found: Flags = np.isin(np.array(state.board.terrain), covered)
    return found


def names(board: Board, anchorage: Callable[[str], HexId]) -> Iterator[NameSpec]:
    """The names of landing boxes at sea, of draws and of exits. `anchorage` gives the hex of a box."""
    for box in board.row:
        if box.beach and box.sector in board.sectors:
            yield _name(board, box.id, anchorage(box.id), "beach", 0.72)
    for draw, hexes in board.draws.items():
        yield _name(board, _("Draw {name}").format(name=draw), hexes[-1], "hill", 0.9)
    for letter, hex_ in board.exits.items():
        yield _name(board, _("Exit {name}").format(name=letter), hex_, "hill", 0.9)


def _name(board: Board, text: str, hex_: HexId, kind: NameKind, size: float) -> NameSpec:
    x, y = board.grid.centre(hex_)
    return NameSpec(text, x, y, kind, 0.5, size=size)
