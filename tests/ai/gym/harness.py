"""Plays positions with any player, by name, and says what share of the games went as wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import perf_counter

from msgspec import Struct

from tests.ai.gym.position import Expected, Position, known_positions, load_position, position_paths
from tests.ai.gym.properties import PROPERTIES
from tests.ai.gym.story import play_position
from tools.measuring.store import digest_of, player_stamp

OPENINGS = 3
"""So many different openings a player is to show."""

Value = float | str | None


class Trial(Struct, frozen=True):
    """One game of a position: what each expectation of the file came to, in their order."""

    position: str
    player: str
    seed: int
    values: tuple[Value, ...]
    seconds: float
    stamp: str


@dataclass(frozen=True)
class Result:
    """How a player did in one respect: the share over `games`, None when the question never arose."""

    position: Position
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


def path_of(name: str) -> Path:
    """The file of a position. ValueError when there is none."""
    for path in position_paths():
        if path.stem == name:
            return path
    raise ValueError(f"there is no position {name!r}; there are: {', '.join(path.stem for path in position_paths())}")


def attempt(name: str, player: str, seed: int) -> Trial:
    """Play one game of a position and judge it by everything that is expected there."""
    began, position = perf_counter(), load_position(path_of(name))
    with known_positions():
        story = play_position(position, player, seed)
        values = tuple(PROPERTIES[e.property](story, **e.values) for e in position.file.expected)
    return Trial(name, player, seed, values, round(perf_counter() - began, 2), trial_stamp(name, player))


@cache
def trial_stamp(name: str, player: str) -> str:
    """A digest of what a game of a position depends on: the player, his opponent, the position, how it is judged."""
    opponent = load_position(path_of(name)).file.opponent
    code = sorted(Path(__file__).parent.glob("*.py"))
    others = [player_stamp(who, "operations") for who in (player, opponent) if who != "still"]
    return digest_of([path_of(name), *code])[:8] + "".join(stamp[:8] for stamp in others)


def results(name: str, player: str, trials: Sequence[Trial]) -> list[Result]:
    """What some games of one player in one position come to."""
    position = load_position(path_of(name))
    return [
        Result(position, expected, player, len(trials), judged([trial.values[number] for trial in trials]))
        for number, expected in enumerate(position.file.expected)
    ]


def judged(values: Sequence[Value]) -> float | None:
    """The mean; of values that name what was done, how many different things there were."""
    numbers = [value for value in values if isinstance(value, float)]
    if not numbers and values and isinstance(values[0], str):
        return min(1.0, len(set(values)) / OPENINGS)
    return sum(numbers) / len(numbers) if numbers else None
