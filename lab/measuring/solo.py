"""Players of a game with one side, against the rules: each by itself, and compared on equal seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import combinations
from statistics import fmean, quantiles

from lab.measuring.pages import Cell, table
from lab.measuring.pictures import Dot, whiskers
from lab.measuring.statistics import Share
from lab.measuring.store import Entry
from wab.engine.kernel.values import ScenarioInfo


def player_of(entry: Entry) -> str:
    """The players of a game, in a word."""
    (player,) = entry.job.players.values()
    return player


def won(entry: Entry) -> float:
    """1 for a game that the one side won, a half for a draw, 0 for one lost."""
    (side,) = entry.job.players
    return entry.score(side)


@dataclass(frozen=True)
class Duel:
    """Two players on the same seeds of the same scenarios, game by game."""

    upper: str
    lower: str
    games: tuple[tuple[Entry, Entry], ...]

    @property
    def better(self) -> Share:
        """The share of the seeds in which the upper player did better: it won, or had more points; as well: a half."""
        results = [((won(one), one.margin), (won(other), other.margin)) for one, other in self.games]
        return Share(sum(0.5 if mine == theirs else float(mine > theirs) for mine, theirs in results), len(results))

    @property
    def lead(self) -> float:
        """By how many points the upper player was ahead, on average."""
        return fmean(one.margin - other.margin for one, other in self.games)


def duel_of(upper: str, lower: str, entries: Sequence[Entry]) -> Duel:
    """The seeds that both have played."""
    by_player = [
        {(entry.job.scenario, entry.job.seed): entry for entry in entries if player_of(entry) == player}
        for player in (upper, lower)
    ]
    both = sorted(by_player[0].keys() & by_player[1].keys())
    return Duel(upper, lower, tuple((by_player[0][seed], by_player[1][seed]) for seed in both))


def section(entries: Sequence[Entry], infos: Sequence[ScenarioInfo], players: Sequence[str], drawn: str) -> str:
    """The part of a page: each player's games, and each two of them on equal seeds. `players` weakest first."""
    here = _of(entries, infos)
    duels = [duel for lower, upper in combinations(players, 2) if (duel := duel_of(upper, lower, here)).games]
    lines = [
        f"{datetime.now(UTC):%Y-%m-%d}: {len(here):,} games on {len({e.job.scenario for e in here})} scenarios.",
        "",
        f"![Games won]({drawn})",
        "",
        table(
            ("player", "games", "won", "mean points", "least", "a quarter", "half", "three quarters", "most"),
            [row for player in players if (row := _row(player, here))],
        ),
        "",
        "Players are compared on equal seeds: the share of the seeds in which the first did better (it won where the "
        "other lost, or had more points; as well counts half), and by how many points it was ahead on average.",
        "",
        table(
            ("pair", "seeds", "better", "mean lead"),
            [(f"{d.upper} and {d.lower}", len(d.games), str(d.better), f"{d.lead:+.1f}") for d in duels],
        ),
    ]
    return "\n".join(lines)


def _of(entries: Sequence[Entry], infos: Sequence[ScenarioInfo]) -> list[Entry]:
    known = {info.id for info in infos}
    return [entry for entry in entries if entry.job.scenario in known]


def _row(player: str, entries: Sequence[Entry]) -> tuple[Cell, ...]:
    """A player's games, the share that it won, and how its points are spread."""
    own = [entry for entry in entries if player_of(entry) == player]
    if not own:
        return ()
    points = [entry.margin for entry in own]
    share = Share(sum(map(won, own)), len(own))
    return (player, len(own), str(share), f"{fmean(points):.1f}", *(f"{cut:.1f}" for cut in spread(points)))


def spread(points: Sequence[float]) -> tuple[float, ...]:
    """The least of some numbers, their quarters, and the most."""
    cuts = quantiles(points, n=4, method="inclusive") if len(points) > 1 else [points[0]] * 3
    return (min(points), *cuts, max(points))


def picture(entries: Sequence[Entry], infos: Sequence[ScenarioInfo], players: Sequence[str]) -> str:
    """The shares of games won, in percent."""
    dots = []
    for player in players:
        own = [entry for entry in _of(entries, infos) if player_of(entry) == player]
        if own:
            share = Share(sum(map(won, own)), len(own))
            low, high = share.interval
            dots.append(Dot(player, 100 * share.value, 50 * (high - low)))
    return whiskers("Games won by the computer players", "%", dots)
