"""Signals to players who are away: a mail or a webhook that names the game and says that it is their turn."""

from __future__ import annotations

import ipaddress
import logging
import smtplib
import socket
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage
from threading import Event, Thread
from urllib.parse import unquote, urlsplit

import httpx2
from sqlalchemy import select, update

from wab.engine.words.errors import UsageError
from wab.engine.words.text import N_, Text
from wab.locale import _
from wab.locale import language as spoken
from wab.online.store.store import Store, StoreError
from wab.online.store.tables import accounts, games, outbox

_EVERY = 2.0  # seconds
_PATIENCE = 10.0
_MOST = 50
_log = logging.getLogger(__name__)

SUBJECTS = {
    "turn": N_("It is your turn: {title}"),
    "over": N_("The game is over: {title}"),
    "draw": N_("The other side offers a draw: {title}"),
}


@dataclass(frozen=True)
class Post:
    """A server for outgoing mail: `smtp://user:password@host:port?from=...`, or `smtps://`."""

    host: str
    port: int
    user: str
    password: str
    sender: str
    is_tls: bool

    @classmethod
    def at(cls, address: str) -> Post:
        """Read an address. UsageError for one that is none."""
        parts = urlsplit(address)
        sender = dict(pair.partition("=")[::2] for pair in parts.query.split("&")).get("from", "")
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname or "@" not in sender:
            raise UsageError(Text("An address for mail looks like smtp://user:password@host:587?from=wab@host."))
        is_tls = parts.scheme == "smtps"
        port = parts.port or (465 if is_tls else 587)
        return cls(parts.hostname, port, unquote(parts.username or ""), unquote(parts.password or ""), sender, is_tls)

    def send(self, to: str, subject: str, body: str) -> None:
        """Send a mail. OSError or SMTPException if that fails."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, to, subject
        message.set_content(body)
        kind = smtplib.SMTP_SSL if self.is_tls else smtplib.SMTP
        with kind(self.host, self.port, timeout=_PATIENCE) as post:
            if not self.is_tls and post.has_extn("starttls"):
                post.starttls()
            if self.user:
                post.login(self.user, self.password)
            post.send_message(message)


class Notifier:
    """Sends what lies in the outbox, each at most once: a signal that fails is not repeated for ever."""

    def __init__(self, store: Store, title_of: Callable[[str, str], str], post: Post | None, address: str) -> None:
        self._store, self._title_of, self._post, self._address = store, title_of, post, address
        self._ends = Event()

    def start(self) -> None:
        """Begin to look into the outbox every other second."""
        Thread(target=self._work, daemon=True, name="notifier").start()

    def close(self) -> None:
        """End."""
        self._ends.set()

    def _work(self) -> None:
        while not self._ends.wait(_EVERY):
            try:
                self.send_waiting()
            except StoreError as error:
                _log.warning("the outbox cannot be read: %s", error)

    def send_waiting(self) -> int:
        """Send what waits, and return how many signals there were."""
        asked = select(outbox.c.id, outbox.c.kind, games.c.scenario, games.c.id.label("game"), accounts)
        asked = asked.select_from(outbox.join(games).join(accounts, outbox.c.account == accounts.c.id))
        asked = asked.where(~outbox.c.sent).order_by(outbox.c.id).limit(_MOST)
        with self._store.reading() as connection:
            if connection.execute(asked.limit(1)).first() is None:
                return 0
        asked = asked.with_for_update(of=outbox, skip_locked=True)  # another process sends the others
        with self._store.writing() as connection:
            found = connection.execute(asked).mappings().all()
            connection.execute(update(outbox).where(outbox.c.id.in_([row["id"] for row in found])).values(sent=True))
        for row in found:
            self._signal(row["kind"], row["scenario"], row["game"], row["language"], row["mail"], row["webhook"])
        return len(found)

    def _signal(self, kind: str, scenario: str, game: str, language: str, mail: str | None, hook: str | None) -> None:
        with spoken(language):
            words = _(SUBJECTS[kind]).format(title=self._title_of(scenario, language))
        body = f"{words}\n\nwab join {self._address} {game}\n"
        try:
            if mail and self._post is not None:
                self._post.send(mail, words, body)
            if hook:
                call(hook, words, game)
        except (OSError, smtplib.SMTPException, httpx2.HTTPError, UsageError) as error:
            _log.warning("a signal was not sent: %s", error)


def call(hook: str, words: str, game: str) -> None:
    """Send a signal to a webhook. UsageError for an address that is not public: the network of the server is closed."""
    host, number = public_host(hook)
    parts = urlsplit(hook)
    port = parts.port or 443
    shown = f"[{number}]" if ":" in number else number
    with httpx2.Client(timeout=_PATIENCE, follow_redirects=False) as client:
        client.post(
            f"https://{shown}:{port}{parts.path or '/'}{'?' + parts.query if parts.query else ''}",
            json={"text": words, "game": game},
            headers={"host": parts.netloc},
            extensions={"sni_hostname": host},
        )


def public_host(hook: str) -> tuple[str, str]:
    """Return the host of a webhook and its number. UsageError if it is not https, or lies in a private network."""
    parts = urlsplit(hook)
    refused = UsageError(Text("A webhook has a public address that begins with https://."))
    if parts.scheme != "https" or not parts.hostname:
        raise refused
    try:
        found = socket.getaddrinfo(parts.hostname, parts.port or 443, type=socket.SOCK_STREAM)
    except OSError as error:
        raise refused from error
    numbers = [str(each[4][0]) for each in found]
    if not numbers or any(not ipaddress.ip_address(number).is_global for number in numbers):
        raise refused
    return parts.hostname, numbers[0]
