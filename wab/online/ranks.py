"""Ranks: the experience of players by the games of this server that are over, as a career at home counts it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from threading import Lock
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, func, select

from wab.career.experience import Mode, Score, Slot, better, ranks_held, total
from wab.career.games import Finished
from wab.career.judging import Judging
from wab.content.career import load_ranks
from wab.engine.kernel.values import Outcome, side_of
from wab.engine.words.errors import DataError
from wab.online.store.games import OVER
from wab.online.store.tables import accounts, games, seats

_outcome = msgspec.json.Decoder(Outcome)


class _Known(NamedTuple):
    """The experience of an account by so many games."""

    games: int
    experience: int


class _Game(NamedTuple):
    """A game that is over, and the people on its sides."""

    scenario: str
    outcome: Outcome
    sides: dict[str, set[int]]


class Ranks:
    """The ranks of players by number, from 1.

    A game against another person counts as "multiplayer", one against the computer as "solo" (OPS-1.6-3). A game in
    which one player leads several sides counts for nothing: it has no other player to beat.
    """

    def __init__(self) -> None:
        self._known: dict[int, _Known] = {}
        self._judging = Judging()
        self._lock = Lock()

    def of_players(self, connection: Connection, players: Iterable[int]) -> Mapping[int, int]:
        """Return the ranks of accounts; none of any if the ranks cannot be read."""
        try:
            ranks = load_ranks()
        except DataError:
            return {}
        found = self._experience(connection, {*players})
        return {account: len(ranks_held(ranks, points)) for account, points in found.items()}

    def _experience(self, connection: Connection, players: set[int]) -> Mapping[int, int]:
        """Return the experience of accounts; the games of a player are judged again when another is over."""
        own = seats.c.account.in_(players)
        asked = select(seats.c.account, func.count(func.distinct(games.c.id))).join(games).where(own)
        found = connection.execute(asked.where(games.c.status == OVER).group_by(seats.c.account))
        counts: dict[int, int] = dict(found.all())
        with self._lock:
            known = {account: self._known.get(account, _Known(0, 0)) for account in players}
        stale = {account for account in players if known[account].games != counts.get(account, 0)}
        known |= {each: _Known(counts[each], found) for each, found in self._judged(connection, stale).items()}
        with self._lock:
            self._known |= {account: known[account] for account in stale}
        return {account: each.experience for account, each in known.items()}

    def _judged(self, connection: Connection, players: Collection[int]) -> Mapping[int, int]:
        best: dict[int, dict[Slot, Score]] = {account: {} for account in players}
        for game in _games_of(connection, players):
            for side, people in game.sides.items():
                for account in people & best.keys():
                    if (finished := _finished(game, side, account)) is None:
                        continue
                    if (score := self._judging.score(finished)) is not None:
                        best[account] = better(best[account], finished.slot, score)
        return {account: total(scores) for account, scores in best.items()}


def _finished(game: _Game, side: str, account: int) -> Finished | None:
    """Return a game as the career of a player on a side knows it; None if the player leads another side as well."""
    others = {each for other, people in game.sides.items() if other != side for each in people}
    if account in others:
        return None
    mode: Mode = "multiplayer" if others else "solo"
    return Finished("0", game.scenario, side, game.outcome.winner, game.outcome.level, mode)


def _games_of(connection: Connection, players: Collection[int]) -> list[_Game]:
    if not players:
        return []
    own = select(seats.c.game).where(seats.c.account.in_(players))
    asked = select(games.c.id, games.c.scenario, games.c.result, seats.c.seat, seats.c.account).join(seats)
    found: dict[str, _Game] = {}
    for id_, scenario, result, seat, account in connection.execute(
        asked.where(games.c.status == OVER, games.c.id.in_(own), seats.c.account.is_not(None))
    ):
        if id_ not in found:
            found[id_] = _Game(scenario, _outcome.decode(result), {})
        found[id_].sides.setdefault(side_of(seat), set()).add(account)
    return list(found.values())


def of_names(connection: Connection, ranks: Ranks, names: Collection[str]) -> Mapping[str, int]:
    """Return the ranks of players by their names."""
    asked = select(accounts.c.name, accounts.c.id).where(accounts.c.name.in_(names), ~accounts.c.removed)
    there: dict[str, int] = dict(connection.execute(asked).all())
    found = ranks.of_players(connection, there.values())
    return {name: found[account] for name, account in there.items() if account in found}
