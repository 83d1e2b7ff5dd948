"""Shared parts of the tests of the flagship's rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from wab.systems.operations.testing.boards import BoardBuilder, make_board


@pytest.fixture
def board() -> Callable[..., BoardBuilder]:
    """Draws a tiny board: see wab/systems/operations/testing/boards.py."""
    return make_board
