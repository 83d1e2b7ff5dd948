"""Plays positions of operations with any player, by name, and says what came of each."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from time import perf_counter

from tests.ai.gym.position import FOLDER, PositionFile, known_positions, load_position
from tests.ai.gym.properties import PROPERTIES
from tests.ai.gym.room import Gym, Trial, path_in, stamp_of
from tests.ai.gym.story import play_position


def path_of(name: str) -> Path:
    """The file of a position. ValueError when there is none."""
    return path_in(FOLDER, name)


def sheet_of(name: str) -> PositionFile:
    """Return the contents of the file of a position."""
    return load_position(path_of(name)).file


def attempt(name: str, player: str, seed: int) -> Trial:
    """Play one game of a position and judge it by everything that is expected there."""
    began, position = perf_counter(), load_position(path_of(name))
    with known_positions():
        story = play_position(position, player, seed)
        values = tuple(PROPERTIES[e.property](story, **e.values) for e in position.file.expected)
    return Trial(name, player, seed, values, round(perf_counter() - began, 2), trial_stamp(name, player))


@cache
def trial_stamp(name: str, player: str) -> str:
    """A digest of what a game of a position depends on: the player, the opponent, the position, its judgement."""
    return stamp_of(path_of(name), Path(__file__).parent, (player, sheet_of(name).opponent), "operations")


GYM = Gym("operations", FOLDER, sheet_of, attempt, trial_stamp)
results = GYM.results
