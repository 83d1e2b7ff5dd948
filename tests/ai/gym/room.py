"""Shared parts of the gyms of all rule systems: the questions in a position, and the results of its games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Protocol

from msgspec import Meta, Struct

from lab.measuring.store import digest_of, player_stamp

OPENINGS = 3
"""So many different openings a player is to show."""
STILL = "still"
"""The opponent who does nothing; it is no player of `ai`."""

Value = float | str | None
Portion = Annotated[float, Meta(ge=0, le=1)]


class Expected(Struct, frozen=True, forbid_unknown_fields=True):
    """The demand on the player: a property by name (the `properties.py` of the gym) and its numbers.

    `wanted`: in which share of the games it must hold. `missed`: by player, the share that was measured where it is
    less: the test then asks for that, and the page of results says that the target is missed.
    """

    property: str
    wanted: Portion
    values: dict[str, Any] = {}
    says: str = ""
    missed: dict[str, Portion] = {}


class Sheet(Protocol):
    """The facts that a position file of any system gives about itself."""

    @property
    def test(self) -> str:
        """The test of the brief, such as "T08"."""

    @property
    def title(self) -> str:
        """Return what it is about."""

    @property
    def seeds(self) -> int:
        """In how many games it is to be played."""

    @property
    def expected(self) -> tuple[Expected, ...]:
        """Return the question."""


class Trial(Struct, frozen=True):
    """One game of a position: the value of each expectation of the file, in their order."""

    position: str
    player: str
    seed: int
    values: tuple[Value, ...]
    seconds: float
    stamp: str


@dataclass(frozen=True)
class Result:
    """A player's success in one respect: the share over `games`, None when the question never arose."""

    name: str
    sheet: Sheet
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
        """Return what a test may ask for: the target, or the share that was measured where it is openly missed."""
        return min(self.expected.wanted, self.expected.missed.get(self.player, 1.0))


@dataclass(frozen=True)
class Gym:
    """The positions of one rule system: a file each in a folder.

    `sheet` reads what a file says of itself; `attempt` plays a position (name, player, seed); `stamp` is a digest of
    what such a game depends on.
    """

    system: str
    folder: Path
    sheet: Callable[[str], Sheet]
    attempt: Callable[[str, str, int], Trial]
    stamp: Callable[[str, str], str]

    @property
    def names(self) -> tuple[str, ...]:
        """The positions, by name."""
        return tuple(path.stem for path in paths_in(self.folder))

    def results(self, name: str, player: str, trials: Sequence[Trial]) -> list[Result]:
        """Return the results of some games of one player in one position."""
        sheet = self.sheet(name)
        return [
            Result(name, sheet, expected, player, len(trials), judged([trial.values[number] for trial in trials]))
            for number, expected in enumerate(sheet.expected)
        ]


def paths_in(folder: Path) -> tuple[Path, ...]:
    """The position files of a folder, by name."""
    return tuple(sorted(folder.glob("*.yaml")))


def path_in(folder: Path, name: str) -> Path:
    """The file of a position. ValueError when there is none."""
    found = paths_in(folder)
    for path in found:
        if path.stem == name:
            return path
    raise ValueError(f"there is no position {name!r}; there are: {', '.join(path.stem for path in found)}")


def stamp_of(path: Path, folder: Path, players: Sequence[str], system: str) -> str:
    """A digest of what a game of a position depends on: its file, the players, and the code in the folder of its gym,
    by which it is played and judged."""
    stamps = [player_stamp(who, system) for who in players if who != STILL]
    return digest_of([path, *sorted({*folder.glob("*.py"), Path(__file__)})])[:8] + "".join(s[:8] for s in stamps)


def judged(values: Sequence[Value]) -> float | None:
    """The mean; of values that name what was done, how many different things there were."""
    numbers = [value for value in values if isinstance(value, float)]
    if not numbers and values and isinstance(values[0], str):
        return min(1.0, len(set(values)) / OPENINGS)
    return sum(numbers) / len(numbers) if numbers else None
