"""The tables of a career's data base, version by version. All of it is SQL written here; values go in as parameters."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache

APPLICATION = 0x57414243  # "WABC"
"""The mark of a file that is the data base of a career (PRAGMA application_id)."""

STEPS: tuple[tuple[str, ...], ...] = (
    (
        "PRAGMA application_id = 0x57414243",
        """CREATE TABLE game (
            game TEXT PRIMARY KEY, scenario TEXT NOT NULL, side TEXT NOT NULL, mode TEXT NOT NULL,
            winner TEXT, level TEXT NOT NULL,
            points INTEGER, experience INTEGER, before_points INTEGER, before_experience INTEGER,
            added INTEGER NOT NULL
        )""",
        """CREATE TABLE best (
            scenario TEXT NOT NULL, side TEXT NOT NULL, mode TEXT NOT NULL,
            points INTEGER NOT NULL, experience INTEGER NOT NULL,
            PRIMARY KEY (scenario, side, mode)
        )""",
        "CREATE TABLE taken (name TEXT PRIMARY KEY)",
        "PRAGMA user_version = 1",
    ),
    (  # the library: against whom, with how many points, when, and which files belong to it
        "ALTER TABLE game ADD COLUMN opponents TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE game ADD COLUMN own REAL",
        "ALTER TABLE game ADD COLUMN against REAL",
        "ALTER TABLE game ADD COLUMN ended TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE game ADD COLUMN save TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE game ADD COLUMN picture TEXT NOT NULL DEFAULT ''",
        "PRAGMA user_version = 2",
    ),
    (  # a seal on each row: what chance has changed in it no longer agrees
        "ALTER TABLE game ADD COLUMN seal TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE best ADD COLUMN seal TEXT NOT NULL DEFAULT ''",
        "PRAGMA user_version = 3",
    ),
)
"""The steps from each version to the next, from an empty file on."""

VERSION = len(STEPS)
"""The version that this program writes."""
FIRST_SEALED = 3
"""The version from which on rows have seals."""


def version_of(base: sqlite3.Connection) -> int:
    """The version of an open data base; 0 for an empty file."""
    return int(base.execute("PRAGMA user_version").fetchone()[0])


def migrate(base: sqlite3.Connection, version: int = VERSION) -> None:
    """Bring a data base to a version, within the transaction of the caller. One that is there already stays."""
    for step in STEPS[version_of(base) : version]:
        for statement in step:
            base.execute(statement)


def is_ours(base: sqlite3.Connection) -> bool:
    """Tell whether a data base holds exactly the tables of its version: no more of them, no triggers, no views.

    Indexes and statistics that were added by hand change nothing, unless an index refuses rows.
    """
    version = version_of(base)
    return version <= VERSION and is_marked(base) == bool(version) and _layout(base) == _expected(version)


def has_wrong_number(base: sqlite3.Connection) -> bool:
    """Tell whether a data base with the number of a newer version is one of this version: the number is damaged."""
    return version_of(base) > VERSION and _layout(base) == _expected(VERSION)


def is_marked(base: sqlite3.Connection) -> bool:
    """Tell whether a data base calls itself the data base of a career."""
    return int(base.execute("PRAGMA application_id").fetchone()[0]) == APPLICATION


def _layout(base: sqlite3.Connection) -> tuple[tuple[str, str, str | None], ...]:
    rows = base.execute(
        """SELECT type, name, substr(sql, 1, 4000) FROM sqlite_master
        WHERE NOT (type = 'index' AND ifnull(sql, '') LIKE 'CREATE INDEX %')
        AND name NOT IN ('sqlite_stat1', 'sqlite_stat4')
        ORDER BY type, name LIMIT 50"""
    )
    return tuple(rows.fetchall())


@cache
def _expected(version: int) -> tuple[tuple[str, str, str | None], ...]:
    with closing(sqlite3.connect(":memory:")) as base:
        migrate(base, version)
        return _layout(base)
