"""Games before they begin and around their board: who may sit where, the proof of the dice, lists, talk, saves."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import case, func, insert, select

from ai.agents import NAMES as LEVELS
from ai.agents import built_in
from wab.engine.kernel.game import Game
from wab.engine.kernel.orders import Refusal
from wab.engine.kernel.proof import Proof, commitment_to
from wab.engine.kernel.system import System
from wab.engine.kernel.values import UNDO, Outcome, Setup
from wab.engine.kernel.writer import program_version, save_of
from wab.engine.shells.open_game import OpenSystem
from wab.engine.words.clean import clean
from wab.engine.words.errors import UsageError
from wab.engine.words.text import N_, Text
from wab.online import clocks, ranks, ratings
from wab.online.accounts import NO_TOKEN, NoAccount, hashed
from wab.online.protocol import (
    LONGEST_WORDS,
    Begun,
    Claim,
    GameInfo,
    NewGame,
    Rating,
    Said,
    SeatTaken,
)
from wab.online.referee import Referee
from wab.online.refusals import NotHere, Refused
from wab.online.store import games as kept
from wab.online.store.games import OPEN, OVER, GameRow, SeatRow
from wab.online.store.store import in_a_row
from wab.online.store.tables import accounts, talk

_SALT = re.compile(r"[0-9a-f]{32,64}")
_ID = "abcdefghjkmnpqrstuvwxyz23456789"
ME, FREE, CODE = "me", "open", "code"


class Lobby:
    """The games of a server as players find them. `scenario_of` finds the rule system of a scenario."""

    def __init__(self, referee: Referee, scenario_of: Callable[[str], tuple[str, str]]) -> None:
        self._referee, self._store = referee, referee.store
        self._scenario_of = scenario_of
        self._ranks = ranks.Ranks()

    # --- before the game

    def seats_in(self, scenario: str) -> tuple[str, ...]:
        """Return the seats of a scenario."""
        system, name = self._scenario_of(scenario)
        return Game.start(self._referee.system_of(system), Setup(system, name, 0)).seats

    def begin(self, account: int | None, wanted: NewGame) -> Begun:
        """Enter a game; None invites for others. UsageError for a scenario, an option, or a seat that is none."""
        system_id, scenario = self._scenario_of(wanted.scenario)
        system = self._referee.system_of(system_id)
        if UNDO in wanted.options:
            raise UsageError(Text("Between people, undo is strict."))
        if ME in wanted.seats.values():
            _check_salt(wanted.salt)
        trial = Game.start(system, Setup(system_id, scenario, 0, dict(wanted.options)))
        players, codes = _players(system, trial.seats, account, wanted)
        secret = secrets.token_hex(32)
        game = "".join(secrets.choice(_ID) for _each in range(12))
        now = self._referee.clock()
        row = GameRow(
            game, 0, system_id, scenario, dict(trial.setup.options), secret, commitment_to(secret), None,
            system.data_digest(), program_version(), 0, OPEN, wanted.pace, wanted.rated, {}, now, None, 0, None,
        )  # fmt: skip
        with self._store.writing() as connection:
            kept.begin_game(connection, row, players, now)
        self._start_if_full(game)
        return Begun(game, row.commitment, codes)

    def sit_down(self, account: int, game: str, seat: str, claim: Claim) -> None:
        """Take a free seat, or with its code a seat to which the player is invited. Refused if it is not free."""
        _check_salt(claim.salt)
        with self._store.writing() as connection:
            row = next((each for each in kept.seat_rows(connection, game) if each.seat == seat), None)
            if row is None:
                raise NotHere(Text("There is no such game, or no such seat."))
            is_invited = row.code_hash is None or secrets.compare_digest(row.code_hash, hashed(claim.code))
            if row.account == account:
                return
            if not is_invited or not kept.take_seat(connection, game, seat, account, claim.salt):
                raise Refused(Refusal(Text("This seat is not free."), code="taken"))
        self._start_if_full(game)

    def seat_of_code(self, account: int, game: str, code: str) -> str:
        """Return the seat to which a code invites a player, or has invited. NotHere if there is none."""
        with self._store.reading() as connection:
            for row in kept.seat_rows(connection, game):
                is_free = row.account in (None, account) and row.code_hash is not None
                if is_free and secrets.compare_digest(row.code_hash or "", hashed(code)):
                    return row.seat
        raise NotHere(Text("This invitation is none, or has been used."))

    def _start_if_full(self, game: str) -> None:
        with self._store.reading() as connection:
            row, players = kept.game_row(connection, game), kept.seat_rows(connection, game)
        if row is None or row.status != OPEN or any(each.account is None and not each.agent for each in players):
            return
        try:
            self._referee.start(game, _proof(row, players).seed)
        except (kept.Overtaken, NotHere):  # another process has seated the last player at the same moment
            return

    # --- lists

    def info(self, account: int | None, game: str) -> GameInfo:
        """Return what a player may know of a game. NotHere if there is none."""
        with self._store.reading() as connection:
            row, players = kept.game_row(connection, game), kept.seat_rows(connection, game)
        if row is None:
            raise NotHere(Text("There is no such game."))
        return _info(row, players, account, self._fame([(row, players)]), self._referee.clock())

    def listed(self, account: int | None, which: str, most: int = kept.MOST_LISTED) -> list[GameInfo]:
        """Return the games of a player ("mine"), games with an open seat ("open"), or games that are over ("over").

        "watch" means games that go on and hide nothing.
        """
        with self._store.reading() as connection:
            if which == "mine":
                rows = kept.games_of(connection, account) if account is not None else []
            elif which == "open":
                rows = kept.games_with_open_seats(connection)
            elif which == "watch":
                rows = [row for row in kept.running_games(connection) if self._hides_nothing(row.system)]
            else:
                rows = kept.games_over(connection, most)
            there = [(row, kept.seat_rows(connection, row.id)) for row in rows]
        now, fame = self._referee.clock(), self._fame(there)
        return [_info(row, players, account, fame, now) for row, players in there]

    def _hides_nothing(self, system: str) -> bool:
        return isinstance(self._referee.system_of(system), OpenSystem)

    def _fame(self, there: Iterable[tuple[GameRow, list[SeatRow]]]) -> _Fame:
        """Return ratings and ranks of all who sit in some games."""
        people: dict[str, set[int]] = {}
        for row, players in there:
            people.setdefault(row.system, set()).update(
                each.account for each in players if each.account is not None and each.player
            )
        with self._store.reading() as connection:
            rated = {system: ratings.of_players(connection, system, own) for system, own in people.items()}
            return _Fame(rated, self._ranks.of_players(connection, set[int]().union(*people.values())))

    def ratings(self, system: str) -> list[Rating]:
        """Return the table of a rule system, the best player first."""
        with self._store.reading() as connection:
            found = ratings.table(connection, system)
            held = ranks.of_names(connection, self._ranks, [each.player for each in found])
        return [msgspec.structs.replace(each, rank=held.get(each.player)) for each in found]

    def seats_of(self, account: int, game: str) -> tuple[str, ...]:
        """Return the seats that a player has in a game. NotHere if there are none."""
        own = self.info(account, game).own
        if not own:
            raise NotHere(Text("You have no seat in this game."))
        return own

    def told(self, token: str, game: str, seat: str) -> tuple[int, str]:
        """Return the length of the list of the seat of a device, 0 before the game begins, and who agrees on a draw.

        NoAccount for a token that is none, NotHere without the seat.
        """
        with self._store.reading() as connection:
            found = kept.told_at(connection, game, seat, hashed(token))
        if found is None:
            raise NoAccount(NO_TOKEN)
        if found[1] is None:
            raise NotHere(Text("This seat is not yours."))
        return found[1], found[2]

    # --- talk

    def say(self, account: int, game: str, words: str) -> Said:
        """Keep what a player says to the others of a game."""
        self.seats_of(account, game)
        said = clean(words, LONGEST_WORDS)
        now = self._referee.clock()
        with self._store.writing() as connection:
            in_a_row(connection)
            asked = select(func.coalesce(func.max(talk.c.number), 0)).where(talk.c.game == game)
            number = (connection.scalar(asked) or 0) + 1
            row = {"game": game, "number": number, "account": account, "time": now, "words": said}
            connection.execute(insert(talk), row)
            name = connection.scalar(select(accounts.c.name).where(accounts.c.id == account)) or ""
        return Said(number, name, now, said)

    def talk(self, account: int, game: str, after: int) -> list[Said]:
        """Return what was said in a game behind the first `after`."""
        self.seats_of(account, game)
        player = case((accounts.c.removed, ""), else_=accounts.c.name)
        asked = select(talk.c.number, player, talk.c.time, talk.c.words).join(accounts)
        asked = asked.where(talk.c.game == game, talk.c.number > after).order_by(talk.c.number)
        with self._store.reading() as connection:
            return [Said(*row) for row in connection.execute(asked)]

    # --- after the game

    def outcome(self, game: str) -> Outcome | None:
        """Return how a game has ended; None while it goes on."""
        with self._store.reading() as connection:
            row = kept.game_row(connection, game)
        return row.result if row is not None and row.status == OVER else None

    def save(self, game: str) -> bytes:
        """Return the save of a game that is over, with what proves its dice. Refused while it goes on."""
        with self._store.reading() as connection:
            row, players = kept.game_row(connection, game), kept.seat_rows(connection, game)
            if row is None:
                raise NotHere(Text("There is no such game."))
            if row.status != OVER or row.seed is None:
                raise Refused(Refusal(Text("The game goes on: its save is given out at its end."), code="goes-on"))
            bodies = kept.bodies(connection, game)
        setup = Setup(row.system, row.scenario, row.seed, dict(row.options))
        return save_of(setup, row.data, bodies, _proof(row, players))


def _check_salt(salt: str) -> None:
    if not _SALT.fullmatch(salt):
        raise UsageError(Text("A salt has 32 to 64 hexadecimal digits."))


def _players(
    system: System[Any], there: Iterable[str], account: int | None, wanted: NewGame
) -> tuple[list[SeatRow], dict[str, str]]:
    """Return the seats of a new game, and the codes for the invited."""
    names = tuple(there)
    codes: dict[str, str] = {}
    unknown = [seat for seat in wanted.seats if seat not in names]
    if unknown:
        told = N_("There is no seat {seat} in this game; there are: {there}.")
        raise UsageError(Text(told, {"seat": repr(unknown[0]), "there": ", ".join(names)}))
    players = []
    for seat in names:
        kind = wanted.seats.get(seat, FREE)
        own: dict[str, Any] = {}
        if kind == ME and account is not None:
            own = {"account": account, "salt": wanted.salt}
        elif kind == CODE:
            codes[seat] = secrets.token_urlsafe(9)
            own = {"code_hash": hashed(codes[seat])}
        elif kind in built_in(system.id) and kind in LEVELS:
            own = {"agent": kind}
        elif kind != FREE:
            told = N_("There is no player {player} for the seat {seat}.")
            raise UsageError(Text(told, {"player": repr(kind), "seat": seat}))
        players.append(_seat(seat, wanted.pace, **own))
    if all(each.agent for each in players):
        raise UsageError(Text("Let a person take a seat: one of {there}.", {"there": ", ".join(names)}))
    return players, codes


def _seat(
    seat: str, pace: str, account: int | None = None, agent: str = "", code_hash: str | None = None, salt: str = ""
) -> SeatRow:
    return SeatRow(seat, account, "", agent, code_hash, salt, 0, clocks.stock_at_start(pace), False)


def _is_awaited(seat: SeatRow) -> bool:
    """Check if a seat waits for the invited player."""
    return seat.account is None and seat.code_hash is not None


def _proof(row: GameRow, players: Iterable[SeatRow]) -> Proof:
    return Proof.of(row.secret, {each.seat: each.salt for each in players if each.salt})


class _Fame(NamedTuple):
    """The ratings of players by system, and their ranks."""

    ratings: Mapping[str, Mapping[int, float]]
    ranks: Mapping[int, int]


def _info(row: GameRow, players: list[SeatRow], account: int | None, fame: _Fame, now: float) -> GameInfo:
    rated = fame.ratings.get(row.system, {})
    seats = tuple(
        SeatTaken(
            each.seat, each.player, each.agent, each.away, rated.get(each.account or 0), _is_awaited(each),
            clocks.holiday_of(each.holidays, now), fame.ranks.get(each.account or 0),
        )
        for each in players
    )  # fmt: skip
    own = tuple(each.seat for each in players if account is not None and each.account == account)
    clock = clocks.clock_of(row, players, now)
    return GameInfo(
        row.id, row.system, row.scenario, row.options, row.status, seats, own, row.commitment, row.data,  # type: ignore[arg-type]
        row.to_act, row.turn, clock, row.rated, row.first, row.agreed,
    )  # fmt: skip
