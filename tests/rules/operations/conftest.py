"""Shared parts of the tests of the flagship's rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.boards import BoardBuilder, make_board


@pytest.fixture
def board() -> Callable[..., BoardBuilder]:
    """Draws a tiny board: see tests/boards.py."""
    return make_board
