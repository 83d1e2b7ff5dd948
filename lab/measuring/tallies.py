"""Results of games of equal players, a line a scenario, in a small file that is kept with the pages made of it.

The games themselves lie in build/ and are not kept from one machine to another; their numbers are.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import UTC, date, datetime
from pathlib import Path
from statistics import fmean

from lab.measuring.statistics import Share
from lab.measuring.store import Entry

Key = tuple[str, str]
"""Scenario and player."""


@dataclass(frozen=True)
class Tally:
    """The games of a player against itself in one scenario: how many each side won, on average by how much.

    `first` and `second` are the sides in alphabetical order, `margin` the points of the first less the points of the
    second, `seconds` what a game took. Where there is one side, `second` is what it lost, and `margin` its points.
    `day`: YYYY-MM-DD, when the last of them was counted.
    """

    scenario: str
    player: str
    games: int
    first: int
    draws: int
    second: int
    margin: float
    seconds: float
    day: str

    @property
    def key(self) -> Key:
        return self.scenario, self.player

    @property
    def first_side(self) -> float:
        """The share of the first side with draws as halves."""
        return (self.first + self.draws / 2) / self.games

    @property
    def shares(self) -> tuple[Share, Share, Share]:
        """The shares of games that the first side won, that were drawn, that the second side won."""
        return Share(self.first, self.games), Share(self.draws, self.games), Share(self.second, self.games)


NAMES = {"first": "allied", "second": "axis", "margin": "mean margin"}
"""Names of columns that differ from `Tally`: for sides of other names `first` and `second` stay."""


def tally_of(entries: Sequence[Entry], player: str, today: str) -> Tally:
    """The games of one scenario as a line; ValueError if there is none."""
    if not entries:
        raise ValueError("no games")
    first = min(entries[0].played.points)
    winners = [entry.played.winner for entry in entries]
    return Tally(
        entries[0].job.scenario,
        player,
        len(entries),
        winners.count(first),
        winners.count(None),
        sum(winner not in (first, None) for winner in winners),
        round(fmean(entry.margin for entry in entries), 1),
        round(fmean(entry.played.seconds for entry in entries), 1),
        today,
    )


def today() -> str:
    """The day, as it is written down."""
    return f"{datetime.now(UTC):%Y-%m-%d}"


def merged(kept: Mapping[Key, Tally], new: Iterable[Tally]) -> dict[Key, Tally]:
    """Return what is kept, with new lines where these are of at least as many games; of the same games the old one
    stays.
    """
    found = dict(kept)
    for tally in new:
        old = found.get(tally.key)
        if old is None or (tally.games >= old.games and _results(tally) != _results(old)):
            found[tally.key] = tally
    return found


def _results(tally: Tally) -> tuple[int, int, int, float]:
    return tally.first, tally.draws, tally.second, tally.margin


def read_tallies(path: Path) -> dict[Key, Tally]:
    """The lines of a file, none when there is no file. ValueError with file and line for one that cannot be."""
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    tallies = [_tally(row, f"{path}:{number}") for number, row in enumerate(rows, 2)]
    return {tally.key: tally for tally in tallies}


def _tally(row: Mapping[str, str | None], where: str) -> Tally:
    try:
        values = {field.name: row.get(_title(field.name)) or "" for field in fields(Tally)}
        numbers = {name: int(values[name]) for name in ("games", "first", "draws", "second")}
        date.fromisoformat(values["day"])
        tally = Tally(
            values["scenario"],
            values["player"],
            **numbers,
            margin=float(values["margin"]),
            seconds=float(values["seconds"]),
            day=values["day"],
        )
    except ValueError as error:
        raise ValueError(f"{where}: {error} (expected {', '.join(_title(f.name) for f in fields(Tally))})") from None
    if not tally.games or tally.first + tally.draws + tally.second != tally.games:
        raise ValueError(f"{where}: wins and draws do not add up to {tally.games} games")
    return tally


def write_tallies(path: Path, tallies: Mapping[Key, Tally]) -> None:
    """Write the lines, by scenario and player."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([_title(field.name) for field in fields(Tally)])
        writer.writerows(asdict(tallies[key]).values() for key in sorted(tallies))


def _title(name: str) -> str:
    return NAMES.get(name, name)
