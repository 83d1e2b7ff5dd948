"""Plays positions with any player, by name, and says what share of the games went as wanted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.ai.gym.position import Expected, Position, known_positions, load_position, position_paths
from tests.ai.gym.properties import PROPERTIES
from tests.ai.gym.story import Story, play_position

OPENINGS = 3
"""So many different openings a player is to show."""


@dataclass(frozen=True)
class Result:
    """How a player did in one respect: the share over `games`, None when the question never arose."""

    position: str
    expected: Expected
    player: str
    games: int
    share: float | None

    @property
    def met(self) -> bool:
        """The target is reached."""
        return self.share is not None and self.share >= self.expected.wanted - 1e-9

    @property
    def floor(self) -> float:
        """What a test may ask for: the target, or the share that was measured where it is openly missed."""
        return min(self.expected.wanted, self.expected.missed.get(self.player, 1.0))


def results(path: Path, player: str, seeds: Sequence[int]) -> list[Result]:
    """Play a position once for each seed and judge the games by everything that is expected there."""
    position = load_position(path)
    with known_positions():
        stories = [play_position(position, player, seed) for seed in seeds]
    return [Result(path.stem, expected, player, len(seeds), judged(expected, stories)) for expected in position.file.expected]


def judged(expected: Expected, stories: Sequence[Story]) -> float | None:
    """The mean of a property over some games; of one that names what was done, how many different things there were."""
    values = [PROPERTIES[expected.property](story, **expected.values) for story in stories]
    if values and isinstance(values[0], str):
        return min(1.0, len(set(values)) / OPENINGS)
    counted = [value for value in values if value is not None]
    return sum(counted) / len(counted) if counted else None


def all_positions() -> Iterator[tuple[Path, Position]]:
    """Every position with its file."""
    return ((path, load_position(path)) for path in position_paths())
