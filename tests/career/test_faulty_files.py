"""The data base of a career in any state: nothing stops a game, nothing is written over."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from wab.career import store
from wab.career.career import Career
from wab.career.experience import Score, Slot
from wab.career.schema import VERSION
from wab.career.testing import DRAWN, HILL, LOST, PERCH, won
from wab.locale import language

AXIS = Slot(HILL, "axis", "solo")

# What the versions of the schema looked like, frozen: these lines never change.
VERSION_1 = """
PRAGMA application_id = 1463894595;
CREATE TABLE game (
            game TEXT PRIMARY KEY, scenario TEXT NOT NULL, side TEXT NOT NULL, mode TEXT NOT NULL,
            winner TEXT, level TEXT NOT NULL,
            points INTEGER, experience INTEGER, before_points INTEGER, before_experience INTEGER,
            added INTEGER NOT NULL
        );
CREATE TABLE best (
            scenario TEXT NOT NULL, side TEXT NOT NULL, mode TEXT NOT NULL,
            points INTEGER NOT NULL, experience INTEGER NOT NULL,
            PRIMARY KEY (scenario, side, mode)
        );
CREATE TABLE taken (name TEXT PRIMARY KEY);
PRAGMA user_version = 1;
"""
ROWS_1 = """
INSERT INTO game VALUES ('a1', 'operations/perch', 'allied', 'solo', 'axis', 'tactical', 10, 15, NULL, NULL, 15);
INSERT INTO game VALUES ('b2', 'operations/the-hill', 'axis', 'solo', NULL, 'draw', 40, 60, NULL, NULL, 60);
INSERT INTO best VALUES ('operations/perch', 'allied', 'solo', 10, 15);
INSERT INTO best VALUES ('operations/the-hill', 'axis', 'solo', 40, 60);
"""
ADDED_IN_2 = """
ALTER TABLE game ADD COLUMN opponents TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN own REAL;
ALTER TABLE game ADD COLUMN against REAL;
ALTER TABLE game ADD COLUMN ended TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN save TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN picture TEXT NOT NULL DEFAULT '';
PRAGMA user_version = 2;
"""
ADDED_IN_3 = """
ALTER TABLE game ADD COLUMN seal TEXT NOT NULL DEFAULT '';
ALTER TABLE best ADD COLUMN seal TEXT NOT NULL DEFAULT '';
UPDATE game SET seal = '528296b682eaf010' WHERE rowid = 1;
UPDATE game SET seal = '8adcc300fe6a7bfb' WHERE rowid = 2;
UPDATE best SET seal = 'aeee7b729d3f6ebb' WHERE rowid = 1;
UPDATE best SET seal = '618241fc75951753' WHERE rowid = 2;
PRAGMA user_version = 3;
"""
VERSIONS = {
    0: "",
    1: VERSION_1 + ROWS_1,
    2: VERSION_1 + ROWS_1 + ADDED_IN_2,
    3: VERSION_1 + ROWS_1 + ADDED_IN_2 + ADDED_IN_3,
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "career.db"


@pytest.fixture
def kept(path: Path) -> Path:
    """A career of two games."""
    Career(path).mark(LOST, DRAWN)
    return path


def run(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as base:
        base.executescript(script)


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Another program writes, and does not end."""
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        base.execute("BEGIN EXCLUSIVE")
        yield
        base.execute("ROLLBACK")


def problem_of(career: Career) -> str:
    return career.take_problem()


# ------------------------------------------------------------------------------------------------- versions


@pytest.mark.parametrize("version", VERSIONS)
def test_every_version_is_brought_up_to_date_and_loses_nothing(path: Path, version: int) -> None:
    assert sorted(VERSIONS) == list(range(VERSION + 1)), "a version without a test"
    run(path, VERSIONS[version])
    career = Career(path)
    games = [game.finished for game in reversed(career.library)]
    assert games == ([LOST, DRAWN] if version else []) and career.experience == (75 if version else 0)
    career.mark(won("decisive", opponents="easy", own=40.0, against=12.5, ended="2026-06-06T05:30:00Z"))
    again = Career(path)
    assert again.library == career.library and again.library[0].finished.own == 40.0
    assert again.take_problem() == ""
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("PRAGMA user_version").fetchone() == (VERSION,)
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_file_of_a_newer_version_is_left_alone_and_the_game_goes_on(kept: Path) -> None:
    run(kept, f"CREATE TABLE medals (name TEXT); PRAGMA user_version = {VERSION + 1};")
    before = kept.read_bytes()
    with language("en"):
        career = Career(kept)
        assert "newer version" in career.take_problem()
        career.mark(won())
        assert career.take_problem() == "", "once is enough"
    assert career.experience == 90 and kept.read_bytes() == before
    assert [one.name for one in kept.parent.iterdir()] == [kept.name]


# ------------------------------------------------------------------------------------------------- locked


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PATIENCE", 0.05)


@pytest.mark.usefixtures("impatient")
def test_what_cannot_be_entered_now_counts_and_is_entered_later(kept: Path) -> None:
    career = Career(kept)
    with held(kept), language("en"):
        career.mark(won("decisive"))
        assert "Another program" in career.take_problem()
        assert career.experience == 150 + 60 and len(career.library) == 3
        locked_out = Career(kept)
        assert locked_out.library == () and locked_out.take_problem()
    career.read()
    assert career.take_problem() == "" and len(Career(kept).library) == 3
    locked_out.read()
    assert locked_out.library == career.library


# ------------------------------------------------------------------------------------------------- damaged


def no_base(path: Path) -> None:
    path.write_bytes(b"this is no data base " * 300)


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def zeros(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def another_program_s(path: Path) -> None:
    path.unlink()
    run(path, "CREATE TABLE photographs (name TEXT);")


def unmarked(path: Path) -> None:
    run(path, "PRAGMA application_id = 7;")


def trigger(path: Path) -> None:
    run(path, "CREATE TRIGGER loss AFTER INSERT ON game BEGIN DELETE FROM best; END;")


def view(path: Path) -> None:
    run(path, "ALTER TABLE game RENAME TO other; CREATE VIEW game AS SELECT * FROM other;")


def large(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(store.MOST_BYTES + 1)


ROWS = {
    "mode": "UPDATE game SET mode = 'duel' WHERE game = 'a1'; UPDATE best SET mode = 'duel' WHERE side = 'allied';",
    "score": "UPDATE game SET points = 99999999 WHERE game = 'a1'; UPDATE best SET points = -1 WHERE side = 'allied';",
    "kind": "UPDATE game SET added = 'many' WHERE game = 'a1'; UPDATE best SET points = 'x' WHERE side = 'allied';",
    "name": "UPDATE game SET scenario = 'a' || char(10) WHERE game = 'a1'; DELETE FROM best WHERE side = 'allied';",
    "bytes": "UPDATE game SET level = x'ff00ff' WHERE game = 'a1'; DELETE FROM best WHERE side = 'allied';",
    "length": "UPDATE game SET save = hex(zeroblob(90000)) WHERE game = 'a1'; DELETE FROM best WHERE side = 'allied';",
}


@pytest.mark.parametrize("damage", [no_base, cut_off, zeros, another_program_s, unmarked, trigger, view, large])
def test_a_damaged_file_is_set_aside_and_a_new_one_begun(kept: Path, damage) -> None:  # type: ignore[no-untyped-def]
    damage(kept)
    before = kept.read_bytes()
    with language("en"):
        career = Career(kept)
        assert "damaged" in career.take_problem()
    aside = kept.with_name("career.damaged-1.db")
    assert aside.read_bytes() == before
    career.mark(won())
    again = Career(kept)
    assert again.library == career.library and again.library[0].finished == won() and again.take_problem() == ""
    assert sorted(one.name for one in kept.parent.iterdir()) == ["career.damaged-1.db", "career.db"]


@pytest.mark.parametrize("rows", ROWS)
def test_rows_that_make_no_sense_cost_only_themselves(kept: Path, rows: str) -> None:
    run(kept, ROWS[rows])
    career = Career(kept)
    assert "career.damaged-1.db" in career.take_problem()
    assert [game.finished for game in career.library] == [DRAWN]
    assert career.best == {AXIS: Score(40, 60)}
    assert Career(kept).take_problem() == ""


def test_damage_set_aside_never_takes_the_place_of_anything(kept: Path) -> None:
    for number in range(1, 4):
        kept.write_bytes(b"%d" % number * 3000)
        Career(kept)
    asides = [kept.with_name(f"career.damaged-{number}.db").read_bytes()[:1] for number in range(1, 4)]
    assert asides == [b"1", b"2", b"3"]


@pytest.mark.parametrize("seed", range(40))
def test_any_change_of_bytes_is_survived(kept: Path, seed: int) -> None:
    chance, data = random.Random(seed), bytearray(kept.read_bytes())
    for _change in range(chance.choice((1, 3, 20, 200))):
        data[chance.randrange(len(data))] = chance.randrange(256)
    if chance.random() < 0.3:
        del data[chance.randrange(len(data)) :]
    kept.write_bytes(data)
    career = Career(kept)
    career.mark(won("decisive", scenario="operations/bluecoat", game="f0"))
    assert career.game("f0") is not None
    again = Career(kept)
    assert again.game("f0") is not None and again.experience >= 150


ADDED = {
    "index": "CREATE INDEX by_side ON game (side);",
    "statistics": "ANALYZE;",
    "both": "CREATE INDEX by_side ON game (side, scenario) WHERE winner IS NULL; ANALYZE;",
}


@pytest.mark.parametrize("version", list(VERSIONS)[1:])
@pytest.mark.parametrize("added", ADDED)
def test_a_file_with_an_index_or_statistics_of_somebody_is_used(path: Path, version: int, added: str) -> None:
    run(path, VERSIONS[version] + ADDED[added])
    Career(path).mark(won("decisive"))
    again = Career(path)
    assert len(again.library) == 3 and again.take_problem() == ""
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_an_index_that_would_refuse_games_is_not_used(kept: Path) -> None:
    run(kept, "CREATE UNIQUE INDEX one_of_each ON game (level);")
    career = Career(kept)
    career.mark(LOST, DRAWN)
    assert "career.damaged-1.db" in career.take_problem() and len(Career(kept).library) == 2


SENSIBLE = {
    "result": "UPDATE game SET winner = 'allied' WHERE game = 'a1';",
    "opponents": "UPDATE game SET opponents = 'hard' WHERE game = 'a1';",
    "points": "UPDATE game SET own = 41 WHERE game = 'a1';",
    "seal": "UPDATE game SET seal = '' WHERE game = 'a1';",
}


@pytest.mark.parametrize("rows", SENSIBLE)
def test_a_row_that_chance_has_changed_is_told_and_entered_again_by_its_game(kept: Path, rows: str) -> None:
    run(kept, SENSIBLE[rows])
    career = Career(kept)
    assert "career.damaged-1.db" in career.take_problem()
    assert [game.finished for game in career.library] == [DRAWN] and career.experience == 75
    career.mark(LOST)  # as the window does with every game in the folder of saves
    again = Career(kept)
    assert {game.finished for game in again.library} == {LOST, DRAWN} and again.experience == 75


def test_a_best_score_that_chance_has_changed_is_taken_from_the_games(kept: Path) -> None:
    before = Career(kept).best
    run(kept, "UPDATE best SET points = 99, experience = 5000;")
    career = Career(kept)
    assert career.take_problem() and career.best == before and len(career.library) == 2


def test_a_damaged_version_number_is_no_newer_version(kept: Path) -> None:
    run(kept, "PRAGMA user_version = 77;")
    career = Career(kept)
    assert "career.damaged-1.db" in career.take_problem()
    Career(kept).mark(won("decisive"))
    assert Career(kept).experience >= 150


def test_damage_in_an_index_is_healed(kept: Path) -> None:
    data = bytearray(kept.read_bytes())
    with closing(sqlite3.connect(kept)) as base:
        (page,) = base.execute("SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_game_1'").fetchone()
    data[page * 4096 - 4] ^= 1
    kept.write_bytes(data)
    career = Career(kept)
    assert "career.damaged-1.db" in career.take_problem() and len(career.library) == 2


def test_damage_that_only_writing_finds_is_healed(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    enter, tried = store.Store.enter, []

    def enter_late(base: store.Store, *what: Any) -> bool:
        tried.append(what)
        if len(tried) < 3:
            raise store.Damaged("a page")
        return enter(base, *what)

    monkeypatch.setattr(store.Store, "enter", enter_late)
    career = Career(kept)
    career.mark(won("decisive"))
    assert "career.damaged-1.db" in career.take_problem() and len(Career(kept).library) == 3


def test_no_change_of_bytes_changes_a_career_without_a_word(path: Path) -> None:
    names = [f"{number:x}" for number in range(40)]
    games = [won("marginal", game=name, opponents="easy", own=4.0, save=f"game-{name}.wab") for name in names]
    Career(path).mark(*games, LOST, DRAWN)
    sound, before = Career(path), path.read_bytes()
    for seed in range(60):
        chance, data = random.Random(seed), bytearray(before)
        for _change in range(chance.choice((1, 1, 3, 20))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        path.write_bytes(data)
        found = Career(path)
        same = (found.library, found.best) == (sound.library, sound.best)
        assert set(found.library) <= set(sound.library), seed
        assert same or found.take_problem(), seed


@pytest.mark.parametrize("where", [0.3, 0.5, 0.7, 0.99])
def test_what_lies_before_and_behind_the_damage_is_saved(path: Path, where: float) -> None:
    names = [f"{number:x}" for number in range(600)]
    Career(path).mark(*(won("marginal", game=name) for name in names))
    data = bytearray(path.read_bytes())
    page = int(len(data) * where) // 4096 * 4096
    data[page : page + 4096] = bytes(4096)
    path.write_bytes(data)
    found = Career(path)
    saved = [game.finished.game for game in reversed(found.library)]
    assert found.take_problem() and len(saved) > 300 and saved == [name for name in names if name in saved]
    assert found.best == {Slot(PERCH, "allied", "solo"): Score(60, 90)}


# ------------------------------------------------------------------------------------------------- not to be used


def a_folder(tmp_path: Path) -> Path:
    (tmp_path / "career.db").mkdir()
    return tmp_path / "career.db"


def below_a_file(tmp_path: Path) -> Path:
    (tmp_path / "wab").write_bytes(b"")
    return tmp_path / "wab" / "career.db"


def a_device(tmp_path: Path) -> Path:
    return Path("/dev/zero")


@pytest.mark.parametrize("place", [a_folder, below_a_file, a_device])
def test_a_place_that_cannot_be_used_is_a_sentence_and_the_game_goes_on(tmp_path: Path, place) -> None:  # type: ignore[no-untyped-def]
    with language("en"):
        career = Career(place(tmp_path))
        career.mark(LOST)
        assert "cannot be used" in career.take_problem()
    career.read()
    assert len(career.library) == 1 and career.take_problem() == ""


def test_a_pipe_is_not_waited_for(path: Path) -> None:
    os.mkfifo(path)
    assert Career(path).take_problem()


_WITHOUT_ROOM = """
import resource, signal, sys
sys.dont_write_bytecode = True
from pathlib import Path
from wab.career.testing import won
from wab.career.career import Career
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
career = Career(Path(sys.argv[1]))
career.standing()
resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
career.mark(won("decisive"))
assert len(career.library) == 3 and career.experience == 210, career.library
print(career.take_problem())
"""


def test_on_a_full_disk_the_game_counts_and_the_file_stays_whole(kept: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT_ROOM, str(kept)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "career cannot be used" in done.stdout
    again = Career(kept)
    assert len(again.library) == 2 and again.take_problem() == ""
