"""Accounts and the devices on which they are used. Passwords and tokens are kept hashed."""

from __future__ import annotations

import json
import re
import secrets
import unicodedata
from hashlib import sha256
from threading import BoundedSemaphore
from typing import NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from wab.engine.words.clean import clean
from wab.engine.words.errors import UsageError, WabError
from wab.engine.words.text import Text
from wab.online import clocks
from wab.online.notify import public_host
from wab.online.protocol import LONGEST_NAME, Holidays, Me, NewAccount, Signal, Token
from wab.online.store.games import periods
from wab.online.store.store import Store
from wab.online.store.tables import accounts, devices, outbox, seats

_AT_ONCE = BoundedSemaphore(2)
"""A password costs 64 MiB and a quarter of a second: two are looked at at a time."""
_hasher = PasswordHasher()
_LONGEST_PASSWORD = 200
_MOST_SIGNALS = 200
_MAIL = re.compile(r"[^@\s\x00-\x1f<>,;]{1,100}@[A-Za-z0-9.-]{1,100}")


_OF_TOKEN = (
    select(accounts.c.id, accounts.c.name)
    .select_from(devices.join(accounts))
    .where(devices.c.token_hash == bindparam("hash"), ~devices.c.revoked, ~accounts.c.removed)
)


class NoAccount(WabError):  # noqa: N818
    """The name is taken, or the password is wrong, or the token is none."""


NO_TOKEN = Text("Say which device this is: its token is none that is known here.")


class Device(NamedTuple):
    """A device on which an account is used."""

    id: int
    name: str
    made: float
    token_hash: str


class Accounts:
    """The accounts of a server. `clock` gives seconds since 1970."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def make(self, wanted: NewAccount, now: float) -> Token:
        """Make an account and a token for its first device. NoAccount if the name is taken or is none."""
        name = proper_name(wanted.name)
        password = self._hashed(wanted.password) if wanted.password else None
        try:
            with self._store.writing() as connection:
                row = {"name": name, "folded": folded(name), "password": password, "made": now}
                made = connection.execute(insert(accounts), row)
                account = int(made.inserted_primary_key[0])  # type: ignore[index]
                return Token(_new_token(connection, account, wanted.device, now), name)
        except IntegrityError as error:
            raise NoAccount(Text("The name {name} is taken.", {"name": name})) from error

    def sign_in(self, wanted: NewAccount, now: float) -> Token:
        """Return a token for another device of an account. NoAccount if name and password do not belong together."""
        with self._store.reading() as connection:
            asked = select(accounts).where(accounts.c.folded == folded(wanted.name), ~accounts.c.removed)
            row = connection.execute(asked).mappings().first()
        kept = row["password"] if row is not None else None
        fits = self._fits(kept, wanted.password)  # also if there is no such account
        if row is None or not fits:
            raise NoAccount(Text("Name and password do not belong together."))
        with self._store.writing() as connection:
            return Token(_new_token(connection, row["id"], wanted.device, now), row["name"])

    @staticmethod
    def _hashed(password: str) -> str:
        if len(password) > _LONGEST_PASSWORD:
            raise NoAccount(Text("A password has at most {most} characters.", {"most": _LONGEST_PASSWORD}))
        with _AT_ONCE:
            return _hasher.hash(password)

    @staticmethod
    def _fits(kept: str | None, password: str) -> bool:
        """Check a password; the answer takes as long where there is no such account."""
        with _AT_ONCE:
            try:
                return _hasher.verify(kept or _NOBODY, password[: _LONGEST_PASSWORD + 1]) and kept is not None
            except (VerificationError, InvalidHashError):
                return False

    def of_token(self, token: str) -> tuple[int, str] | None:
        """Return the account of a device and its name; None for a token that is none, or no longer."""
        with self._store.reading() as connection:
            found = connection.execute(_OF_TOKEN, {"hash": hashed(token)}).first()
        return (found[0], found[1]) if found is not None else None

    def revoke(self, account: int, token: str) -> None:
        """Let a device be used no longer."""
        own = (devices.c.account == account) & (devices.c.token_hash == hashed(token))
        with self._store.writing() as connection:
            connection.execute(update(devices).where(own).values(revoked=True))

    def change(self, account: int, wanted: Me) -> None:
        """Change where a player is called. UsageError for an address that is none."""
        if wanted.mail and not _MAIL.fullmatch(wanted.mail):
            raise UsageError(Text("{mail} is no address for mail.", {"mail": repr(wanted.mail[:80])}))
        if wanted.webhook:
            public_host(wanted.webhook)
        values = {"language": wanted.language, "mail": wanted.mail or None, "webhook": wanted.webhook or None}
        with self._store.writing() as connection:
            connection.execute(update(accounts).where(accounts.c.id == account).values(**values))

    def where(self, account: int) -> Me:
        """Return where and in which language a player is called."""
        with self._store.reading() as connection:
            row = connection.execute(select(accounts).where(accounts.c.id == account)).mappings().one()
        return Me(row["language"], row["mail"] or "", row["webhook"] or "")

    def holidays(self, account: int, now: float) -> Holidays:
        """Return the holidays of a player."""
        with self._store.reading() as connection:
            return _told_holidays(_holidays_of(connection, account), now)

    def take_holidays(self, account: int, days: int, now: float) -> Holidays:
        """Let the clocks of a player stand still for some days. 0 ends that. UsageError if no more are left."""
        with self._store.writing() as connection:
            new = clocks.with_holidays(_holidays_of(connection, account, is_to_change=True), days, now)
            values = {"holidays": json.dumps(new)}
            connection.execute(update(accounts).where(accounts.c.id == account).values(**values))
        return _told_holidays(new, now)

    def set_password(self, account: int, password: str) -> None:
        """Let a player sign in on other devices by a password. UsageError for one that is empty."""
        if not password:
            raise UsageError(Text("A password has at least one character."))
        kept = self._hashed(password)
        with self._store.writing() as connection:
            connection.execute(update(accounts).where(accounts.c.id == account).values(password=kept))

    def devices(self, account: int) -> list[Device]:
        """Return the devices on which an account is used, the latest first."""
        own = (devices.c.account == account) & ~devices.c.revoked
        asked = select(devices.c.id, devices.c.name, devices.c.made, devices.c.token_hash)
        with self._store.reading() as connection:
            return [Device(*row) for row in connection.execute(asked.where(own).order_by(devices.c.id.desc()))]

    def revoke_device(self, account: int, device: int) -> None:
        """Let a device of an account be used no longer."""
        own = (devices.c.account == account) & (devices.c.id == device)
        with self._store.writing() as connection:
            connection.execute(update(devices).where(own).values(revoked=True))

    def signals(self, account: int, after: int) -> list[Signal]:
        """Return what a player was called for behind some signals, the numbers being the player's own."""
        own = (outbox.c.account == account) & (outbox.c.number > after)
        asked = select(outbox.c.number, outbox.c.game, outbox.c.kind).where(own).order_by(outbox.c.number.desc())
        with self._store.reading() as connection:
            found = [Signal(*row) for row in connection.execute(asked.limit(_MOST_SIGNALS))]
        return found[::-1]

    def remove(self, account: int) -> list[str]:
        """Remove an account: its name is free again. Return its games, which go on with a computer player."""
        no_name = f" {account}"  # no name begins with a blank
        gone = {"removed": True, "password": None, "folded": no_name, "name": no_name, "mail": None}
        with self._store.writing() as connection:
            connection.execute(update(accounts).where(accounts.c.id == account).values(**gone, webhook=None))
            connection.execute(update(devices).where(devices.c.account == account).values(revoked=True))
            connection.execute(update(seats).where(seats.c.account == account).values(away=True))
            return list(connection.scalars(select(seats.c.game).where(seats.c.account == account).distinct()))


def proper_name(name: str) -> str:
    """Return a name as it is shown. NoAccount for one that shows nothing, or is too long."""
    proper = " ".join(clean(unicodedata.normalize("NFKC", name), 4 * LONGEST_NAME).split())
    if not proper or len(proper) > LONGEST_NAME or not any(each.isalnum() for each in proper):
        raise NoAccount(Text("A name has letters or digits and at most {most} characters.", {"most": LONGEST_NAME}))
    return proper


def folded(name: str) -> str:
    """Return a name as it is compared: two names that look alike but for their case are one."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())[:80]


def hashed(secret: str) -> str:
    """Return what the store keeps of a token or a code; both are long and drawn by chance."""
    return sha256(secret.encode()).hexdigest()


def _holidays_of(connection: Connection, account: int, is_to_change: bool = False) -> tuple[tuple[float, float], ...]:
    asked = select(accounts.c.holidays).where(accounts.c.id == account)
    return periods(connection.scalar(asked.with_for_update() if is_to_change else asked))


def _told_holidays(holidays: tuple[tuple[float, float], ...], now: float) -> Holidays:
    return Holidays(clocks.holiday_of(holidays, now), clocks.days_left(holidays, now))


def _new_token(connection: Connection, account: int, device: str, now: float) -> str:
    token = secrets.token_urlsafe(32)
    name = clean(device, LONGEST_NAME) or "?"
    row = {"token_hash": hashed(token), "account": account, "name": name[:LONGEST_NAME], "made": now}
    connection.execute(insert(devices), row)
    return token


_NOBODY = _hasher.hash(secrets.token_urlsafe(16))
