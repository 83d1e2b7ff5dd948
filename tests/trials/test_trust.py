"""The programs that try to break saves and views notice every fault."""

from __future__ import annotations

from itertools import count

import pytest

from trials.trust import damages, digests, endings, forgeries, kills, leaks, strangers, writers
from wab.engine.saves.autosave import Autosave
from wab.engine.words.errors import SaveError
from wab.systems import NAMES
from wab.systems.operations.seen.view import OperationsView

SCENARIO = "operations/cliffs-and-shingle"


@pytest.mark.parametrize(
    "check",
    [
        lambda: kills.kills(3, seed=5),
        lambda: damages.damaged_saves(12, seed=5),
        lambda: writers.writers(7, seed=5),
        lambda: leaks.leaks(20, seed=5),
        lambda: endings.endings(3, seed=5),
    ],
    ids=["kills", "damaged saves", "writers", "leaks", "endings"],
)
def test_the_game_holds_in_a_few_cases(check):
    found = check()
    assert found.tried >= 3
    assert found.failures == ()


def test_every_system_plays_games_whose_digests_are_compared():
    games = [game for number in range(len(NAMES)) for game in digests._games(1, seed=number)]
    assert sorted(game.partition("/")[0] for game in games) == sorted(NAMES)


def test_every_forgery_is_found():
    found = forgeries.forgeries(1, seed=5)
    assert found.tried >= 10
    assert found.failures == ()


def test_a_player_that_loses_what_it_kept_is_noticed(tmp_path):
    kept = kills._lived(tmp_path / "game.wab", SCENARIO, 1, 3.0)
    assert kept
    assert kills._problem(tmp_path / "game.wab", kept)[0] == ""
    assert "lost" in kills._problem(tmp_path / "game.wab", [*kept, (kept[-1][0] + 5, "0" * 32)])[0]
    (tmp_path / "game.wab").unlink()
    assert "gone" in kills._problem(tmp_path / "game.wab", kept)[0]


def test_a_save_that_does_not_come_back_is_noticed(monkeypatch):
    def refuse(path, system_of):
        raise SaveError(str(path), "is not opened")

    monkeypatch.setattr(damages, "open_save", refuse)
    assert damages.damaged_saves(8, seed=5).failures


def test_a_writer_that_overwrites_is_noticed(monkeypatch):
    def overwrite(self):
        self._game.save(self.path)

    monkeypatch.setattr(Autosave, "keep", overwrite)
    assert any("gone" in failure for failure in writers.writers(7, seed=5).failures)


def test_a_forgery_that_passes_is_noticed(monkeypatch):
    monkeypatch.setattr(forgeries, "main", lambda words: 0)
    found = forgeries.forgeries(1, seed=5)
    assert len(found.failures) == 2 * found.tried


def test_a_view_that_shows_a_hidden_fact_is_noticed(monkeypatch):
    tellings = count()
    encode = OperationsView.encode
    monkeypatch.setattr(OperationsView, "encode", lambda view: encode(view) + str(next(tellings)).encode())
    assert leaks.leaks(4, seed=5).failures


def test_a_bomb_that_goes_off_is_noticed(monkeypatch, tmp_path):
    monkeypatch.setattr(strangers, "_run", lambda words, folder: (-11, "", 10.0))
    assert "ends with -11" in strangers._defused("a bomb", tmp_path / "bomb.yaml")
    monkeypatch.setattr(strangers, "_run", lambda words, folder: (2, "Traceback (most recent call last)", 10.0))
    assert "Traceback" in strangers._defused("a bomb", tmp_path / "bomb.yaml")
    monkeypatch.setattr(strangers, "_run", lambda words, folder: (2, "it is too large", 9000.0))
    assert "9000 MB" in strangers._defused("a bomb", tmp_path / "bomb.yaml")
