"""`wab bundle`, and `wab replay` of what it wrote."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from wab.app.play.archive import Note, Seats, write_note
from wab.app.play.bundle import SAVE


@pytest.fixture
def packed(run, save, tmp_path) -> Path:
    ran = run("bundle", save, "--out", tmp_path / "reports", "--no-picture")
    assert ran.code == 0
    (path,) = (tmp_path / "reports").iterdir()
    assert str(path) in ran.out and "seed" in ran.out
    return path


def test_a_bundle_is_replayed_and_agrees(run, packed, save):
    ran = run("replay", packed, "--verify")
    assert ran.code == 0
    assert ran.out.startswith(f"{packed}: all ")
    assert run("replay", packed).out == run("replay", save).out
    assert run("replay", packed, "--json").json["seed"] == 3


def test_a_bundle_lies_where_it_is_said_without_a_folder(run, save, tmp_path, monkeypatch):
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path / "data")
    assert run("bundle", save, "--no-picture").code == 0
    assert len(list((tmp_path / "data" / "reports").glob("report-game-*.zip"))) == 1


def test_a_divergence_in_a_bundle_is_told_by_its_name(run, packed, tmp_path):
    with zipfile.ZipFile(packed) as found:
        data = found.read(SAVE)
    with zipfile.ZipFile(tmp_path / "cut.zip", "w") as made:
        made.writestr(SAVE, data[: len(data) // 2] + b"\xff" + data[len(data) // 2 + 1 :])
    ran = run("replay", tmp_path / "cut.zip", "--verify")
    assert ran.code == 1
    assert str(tmp_path / "cut.zip") in ran.out and "/game.wab" not in ran.out


def test_a_bundle_of_a_running_game_is_told_to_its_player_as_the_save_is(run, tmp_path):
    from wab.testing.walks import walk

    game, _ = walk("operations/causeway-to-carentan", seed=3, length=24)
    game.save(tmp_path / "running.wab")
    write_note(tmp_path / "running.wab", Note(game.setup.scenario, Seats("allied", {"axis": "normal"})))
    run("bundle", tmp_path / "running.wab", "--out", tmp_path / "reports", "--no-picture")
    (path,) = (tmp_path / "reports").iterdir()
    assert run("replay", path).out == run("replay", tmp_path / "running.wab").out


def test_what_is_no_save_makes_no_bundle(refuse, tmp_path):
    assert "no file" in refuse("bundle", tmp_path / "none.wab")
    (tmp_path / "x.wab").write_text("hello", encoding="utf-8")
    assert "save" in refuse("bundle", tmp_path / "x.wab", "--out", tmp_path, "--no-picture")


def test_a_zip_that_is_no_bundle_is_one_sentence(refuse, tmp_path):
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as made:
        made.writestr("../../evil", "x")
    assert "no bundle" in refuse("replay", tmp_path / "x.zip")
    (tmp_path / "y.zip").write_bytes(b"PK\x03\x04 and no more")
    assert "bundle" in refuse("replay", tmp_path / "y.zip", "--verify")
