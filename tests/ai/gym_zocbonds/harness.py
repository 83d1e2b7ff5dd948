"""Plays positions of zocbonds with any player, by name, and says what came of each."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from time import perf_counter

from tests.ai.gym.room import Gym, Trial, path_in, stamp_of
from tests.ai.gym_zocbonds.position import FOLDER, PositionFile, load_file, position_of
from tests.ai.gym_zocbonds.properties import PROPERTIES
from tests.ai.gym_zocbonds.story import STRIKER, SYSTEM_ID, play_position


def sheet_of(name: str) -> PositionFile:
    """Return the contents of the file of a position. ValueError when there is none."""
    path_in(FOLDER, name)
    return load_file(name)


def attempt(name: str, player: str, seed: int) -> Trial:
    """Play one game of a position and judge it by everything that is expected there."""
    began, file = perf_counter(), sheet_of(name)
    story = play_position(position_of(name, seed), player, seed)
    values = tuple(PROPERTIES[expected.property](story, **expected.values) for expected in file.expected)
    return Trial(name, player, seed, values, round(perf_counter() - began, 2), trial_stamp(name, player))


@cache
def trial_stamp(name: str, player: str) -> str:
    """A digest of what a game of a position depends on: the player, the opponent, the position, its judgement."""
    other = sheet_of(name).opponent
    players = (player,) if other == STRIKER else (player, other)
    return stamp_of(path_in(FOLDER, name), Path(__file__).parent, players, SYSTEM_ID)


GYM = Gym(SYSTEM_ID, FOLDER, sheet_of, attempt, trial_stamp)
