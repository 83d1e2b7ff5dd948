"""Shares with their uncertainty, and ratings on the Elo scale."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Z95 = 1.959964
ELO_PER_UNIT = 400 / math.log(10)
PRIOR = 0.5
"""Points added to both players of every pair that met: without it a player that lost every game could not be rated."""


@dataclass(frozen=True)
class Share:
    """A share of games with its Wilson interval of 95 %."""

    points: float
    games: int

    @property
    def value(self) -> float:
        return self.points / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.points, self.games)

    def __str__(self) -> str:
        if not self.games:
            return "–"
        low, high = self.interval
        return f"{100 * self.value:.0f} % ({100 * low:.0f}–{100 * high:.0f})"


def wilson(points: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson score interval of a share; where draws count half it is a little too wide."""
    if games == 0:
        return 0.0, 1.0
    share, spread = points / games, z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Rating:
    """A player's strength on the Elo scale, relative to the anchor, with 95 % bounds."""

    player: str
    elo: float
    half_width: float
    games: int


def ratings(scores: Mapping[tuple[str, str], tuple[float, int]], anchor: str) -> list[Rating]:
    """Bradley-Terry strengths by maximum likelihood, weakest first.

    `scores`: by (player, opponent), the player's points (a draw is half a point) and the games; each pair once, either
    way round. Players who never met the anchor, not even through others, are left out.
    """
    players = _connected(scores, anchor)
    won = np.zeros((len(players), len(players)))
    games = np.zeros(len(players), np.int64)
    for (one, other), (points, count) in sorted(scores.items()):
        if one in players and other in players and count:
            i, j = players.index(one), players.index(other)
            won[i, j] += points + PRIOR
            won[j, i] += count - points + PRIOR
            games[[i, j]] += count
    strengths, spread = _fitted(won)
    rated = [
        Rating(player, ELO_PER_UNIT * float(strength), ELO_PER_UNIT * Z95 * float(width), int(count))
        for player, strength, width, count in zip(players, strengths, spread, games, strict=True)
    ]
    return sorted(rated, key=lambda rating: (rating.elo, rating.player))


def _connected(pairs: Iterable[tuple[str, str]], anchor: str) -> list[str]:
    """The anchor first, then all players that have met one of the list."""
    known, met = [anchor], sorted(pairs)
    for player in known:
        for pair in met:
            known += [other for other in pair if player in pair and other not in known]
    return known


def _fitted(won: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Strengths (the first is 0) and their standard errors, by Newton's method."""
    played, strengths = won + won.T, np.zeros(len(won))
    spread = np.zeros(len(won))
    for _ in range(100 if len(won) > 1 else 0):
        chance = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        weights = played * chance * (1 - chance)
        information = (np.diag(weights.sum(axis=1)) - weights)[1:, 1:]
        step = np.linalg.solve(information, (won - played * chance).sum(axis=1)[1:])
        strengths[1:] += np.clip(step, -1.0, 1.0)
        spread[1:] = np.sqrt(np.diag(np.linalg.inv(information)))
        if np.abs(step).max() < 1e-10:
            break
    return strengths, spread
