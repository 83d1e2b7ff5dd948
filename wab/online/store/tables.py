"""The tables as they are now. A change of them needs a migration in `migrations/versions`."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

tables = MetaData()


def _game() -> Column[str]:
    return Column("game", String(16), ForeignKey("games.id"), nullable=False)


accounts = Table(
    "accounts",
    tables,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("folded", String(80), nullable=False, unique=True),
    Column("password", String(200)),
    Column("made", Float, nullable=False),
    Column("removed", Boolean, nullable=False, default=False),
    Column("language", String(8), nullable=False, default="en"),
    Column("mail", String(200)),
    Column("webhook", String(400)),
    Column("called", Integer, nullable=False, default=0),
    Column("holidays", Text, nullable=False, default="[]"),
)

devices = Table(
    "devices",
    tables,
    Column("id", Integer, primary_key=True),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False),
    Column("name", String(40), nullable=False),
    Column("made", Float, nullable=False),
    Column("revoked", Boolean, nullable=False, default=False),
)

games = Table(
    "games",
    tables,
    Column("id", String(16), primary_key=True),
    Column("number", Integer, nullable=False, unique=True),
    Column("system", String(40), nullable=False),
    Column("scenario", String(120), nullable=False),
    Column("options", Text, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("seed", String(80)),
    Column("data", String(64), nullable=False),
    Column("program", String(40), nullable=False),
    Column("records", Integer, nullable=False, default=0),
    Column("status", String(10), nullable=False),
    Column("pace", String(10), nullable=False),
    Column("rated", Boolean, nullable=False, default=False),
    Column("first", Text, nullable=False, default="{}"),
    Column("made", Float, nullable=False),
    Column("since", Float, nullable=False),
    Column("to_act", String(40)),
    Column("turn", Integer, nullable=False, default=0),
    Column("result", Text),
    Column("draw", String(40)),
)

seats = Table(
    "seats",
    tables,
    _game(),
    Column("seat", String(40), nullable=False),
    Column("place", Integer, nullable=False),
    Column("account", Integer, ForeignKey("accounts.id")),
    Column("agent", String(40), nullable=False, default=""),
    Column("code_hash", String(64)),
    Column("salt", String(64), nullable=False, default=""),
    Column("told", Integer, nullable=False, default=0),
    Column("stock", Float, nullable=False, default=0.0),
    Column("away", Boolean, nullable=False, default=False),
    UniqueConstraint("game", "seat"),
    Index("seats_of_account", "account"),
)

records = Table(
    "records",
    tables,
    _game(),
    Column("number", Integer, nullable=False),
    Column("seat", String(40)),
    Column("key", String(64)),
    Column("body", LargeBinary, nullable=False),
    Column("time", Float, nullable=False),
    UniqueConstraint("game", "number"),
    UniqueConstraint("game", "seat", "key"),
)

snapshots = Table(
    "snapshots",
    tables,
    _game(),
    Column("number", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("told", Text, nullable=False),
    UniqueConstraint("game", "number"),
)

told = Table(
    "told",
    tables,
    _game(),
    Column("seat", String(40), nullable=False),
    Column("number", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("before", LargeBinary),
    UniqueConstraint("game", "seat", "number"),
)

standing = Table(
    "standing",
    tables,
    _game(),
    Column("seat", String(40), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("phase", String(80), nullable=False),
    Column("body", LargeBinary, nullable=False),
    UniqueConstraint("game", "seat", "phase"),
)

talk = Table(
    "talk",
    tables,
    _game(),
    Column("number", Integer, nullable=False),
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False),
    Column("time", Float, nullable=False),
    Column("words", Text, nullable=False),
    UniqueConstraint("game", "number"),
)

outbox = Table(
    "outbox",
    tables,
    Column("id", Integer, primary_key=True),
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False),
    _game(),
    Column("number", Integer, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("time", Float, nullable=False),
    Column("sent", Boolean, nullable=False, default=False),
    Index("outbox_of_account", "account", "number", unique=True),
)

ratings = Table(
    "ratings",
    tables,
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False),
    Column("system", String(40), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    UniqueConstraint("account", "system"),
)
