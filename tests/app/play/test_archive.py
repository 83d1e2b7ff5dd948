"""The folder of saves."""

from __future__ import annotations

import os
from pathlib import Path

from wab.app.play.archive import Note, Seats, delete, kept_games, last_running, new_save_path, read_note, write_note


def save(folder: Path, name: str, age: float, note: Note | None) -> Path:
    path = folder / f"{name}.wab"
    path.write_bytes(b"")
    os.utime(path, (1e9 - age, 1e9 - age))
    if note is not None:
        write_note(path, note)
    return path


def test_the_game_to_continue_is_the_last_that_is_not_over(tmp_path: Path) -> None:
    seats = Seats("allied", {"axis": "greedy"})
    save(tmp_path, "old", 30, Note("x/y", seats, 2))
    newer = save(tmp_path, "newer", 20, Note("x/y", seats, 3))
    save(tmp_path, "newest", 10, Note("x/y", seats, 5, "axis", "tactical"))
    games = kept_games(tmp_path)
    assert [kept.path.stem for kept in games] == ["newest", "newer", "old"]
    found = last_running(games)
    assert found is not None and found.path == newer
    assert last_running(games[:1]) is None
    assert kept_games(tmp_path / "nowhere") == []


def test_a_note_that_cannot_be_read_is_no_note(tmp_path: Path) -> None:
    path = save(tmp_path, "game", 0, Note("x/y", Seats("axis"), 4))
    assert read_note(path) == Note("x/y", Seats("axis"), 4)
    for damaged in (b"{", b'{"scenario":"x/y","seats":{"side":"\xcd"}}'):
        path.with_suffix(".json").write_bytes(damaged)
        assert read_note(path) is None
    assert last_running(kept_games(tmp_path)) is not None  # the save itself may still be good


def test_new_games_never_take_the_name_of_others(tmp_path: Path) -> None:
    first = new_save_path("operations/to-the-sea", tmp_path)
    first.write_bytes(b"")
    second = new_save_path("operations/to-the-sea", tmp_path)
    assert first.name.startswith("to-the-sea-") and second.name.startswith("to-the-sea-")
    assert second != first


def test_a_deleted_save_takes_its_note_along(tmp_path: Path) -> None:
    path = save(tmp_path, "game", 0, Note("x/y", Seats("axis")))
    delete(path)
    assert list(tmp_path.iterdir()) == []
    delete(path)  # once more does no harm
