"""The start of several tests of the kernel: a game of the toy, and its save."""

import pytest

from tests.engine.toy import new_game, play_some


@pytest.fixture
def game():
    return play_some(new_game(seed=3), 40)


@pytest.fixture
def save(game, tmp_path):
    path = tmp_path / "game.wab"
    game.save(path)
    return path
