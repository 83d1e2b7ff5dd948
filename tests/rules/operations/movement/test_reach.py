"""Reach and legality are one answer, in the middle of battles on random ground (OPS-6.2)."""

import numpy as np
import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from wab.systems.operations.movement.movement import reach, why_not_move, why_not_set_off
from wab.systems.operations.state.orders import Move
from wab.systems.operations.testing.positions import position


def parties(state):
    """Units alone, and the stacks of each side."""
    alone = [(id_,) for id_ in sorted(state.units)]
    return [*alone, *(tuple(sorted(units)) for units in state.stacks.values() if len(units) > 1)]


@pytest.mark.clause("OPS-6.2-5")
@pytest.mark.clause("OPS-6.2-6")
@settings(max_examples=20, deadline=None)
@drawn(st.integers(0, 10**6), st.booleans())
def test_every_hex_in_reach_is_legal_and_every_legal_way_ends_in_reach(number, strategic):
    state = position(number)
    rng = np.random.default_rng(number)
    for units in parties(state):
        if why_not_set_off(state, units, strategic=strategic) is not None:
            continue
        found = reach(state, units, strategic=strategic)
        for hex_ in set(found) - {found.start}:
            assert why_not_move(state, Move(units, found.path_to(hex_), strategic)) is None
        for _ in range(4):
            way = [found.start]
            for _ in range(int(rng.integers(1, 6))):
                way.append(int(rng.choice(state.board.grid.adjacent(way[-1]))))
                if why_not_move(state, Move(units, tuple(way), strategic)) is not None:
                    break
                assert way[-1] in found
