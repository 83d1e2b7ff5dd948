"""Ratings: how strong a player is in one rule system, by the rated games that are over (Weng and Lin, by openskill)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import Connection, delete, insert, select

from wab.engine.kernel.values import Outcome, side_of
from wab.online.protocol import Rating
from wab.online.store.games import GameRow, SeatRow
from wab.online.store.tables import accounts, ratings

_model = PlackettLuce()
SCALE, MIDDLE = 40.0, 1000.0
"""A rating is shown as a whole number around 1000; 40 points are one point of the model."""


def shown(mu: float, sigma: float) -> float:
    """Return a rating as it is shown: what a player is at least worth; it grows as games make it sure."""
    return round(MIDDLE + SCALE * (mu - 3 * sigma))


def rate(connection: Connection, row: GameRow, seats: Iterable[SeatRow], outcome: Outcome) -> None:
    """Change the ratings of all players of a rated game that is over. A side is a team; computer players count not."""
    teams: dict[str, list[int]] = {}
    for seat in seats:
        if seat.account is not None:
            teams.setdefault(side_of(seat.seat), []).append(seat.account)
    players = [account for team in teams.values() for account in team]
    if not row.rated or len(teams) < 2 or len(set(players)) != len(players):
        return
    before = _ratings(connection, row.system, players)
    played = [[_rating(before.get(account)) for account in team] for team in teams.values()]
    ranks = [_rank(side, outcome) for side in teams]
    after = _model.rate(played, ranks=ranks)
    new = zip(players, (rating for team in after for rating in team), strict=True)
    for account, rating in new:
        games = before[account][2] + 1 if account in before else 1
        own = (ratings.c.account == account) & (ratings.c.system == row.system)
        connection.execute(delete(ratings).where(own))
        kept = {"account": account, "system": row.system, "mu": rating.mu, "sigma": rating.sigma, "games": games}
        connection.execute(insert(ratings), kept)


def _rank(side: str, outcome: Outcome) -> float:
    """Return 1 for the winner and 2 for the others, the same for all in a draw."""
    return 1.0 if outcome.winner in (None, side) else 2.0


def _rating(known: tuple[float, float, int] | None) -> PlackettLuceRating:
    return _model.rating() if known is None else _model.rating(mu=known[0], sigma=known[1])


def _ratings(connection: Connection, system: str, players: Iterable[int]) -> dict[int, tuple[float, float, int]]:
    asked = select(ratings).where(ratings.c.system == system, ratings.c.account.in_(list(players)))
    return {row["account"]: (row["mu"], row["sigma"], row["games"]) for row in connection.execute(asked).mappings()}


def of_players(connection: Connection, system: str, players: Iterable[int]) -> Mapping[int, float]:
    """Return the ratings of players as they are shown; players without a rated game are not in it."""
    return {account: shown(mu, sigma) for account, (mu, sigma, _games) in _ratings(connection, system, players).items()}


def table(connection: Connection, system: str) -> list[Rating]:
    """Return the players of a system, the best first."""
    asked = select(accounts.c.name, ratings.c.mu, ratings.c.sigma, ratings.c.games).join(accounts)
    asked = asked.where(ratings.c.system == system, ~accounts.c.removed)
    found = [Rating(name, shown(mu, sigma), games) for name, mu, sigma, games in connection.execute(asked)]
    return sorted(found, key=lambda each: (-each.rating, each.player))[:200]
