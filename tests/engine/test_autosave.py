"""One writer: the lock, and the look at the file before each append."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.test_saves import bodies_of, reframed, resealed
from tests.engine.toy import Step, new_game, play_some, toy_of
from wab.engine import SaveError
from wab.engine.files.lock import Lock, is_locked
from wab.engine.saves.autosave import Autosave
from wab.engine.saves.reader import load_game, open_save, read_save
from wab.engine.words.errors import SaveLocked

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.wab"


@pytest.fixture
def playing(path):
    game = play_some(new_game(seed=3), 20)
    autosave = Autosave(game, path)
    yield game, autosave
    autosave.close()


def journal(path):
    return load_game(path, toy_of).journal


# ---------------------------------------------------------------- the lock


def test_a_save_that_is_played_is_refused_to_a_second_window(playing, path):
    before = path.read_bytes()
    with pytest.raises(SaveLocked, match=r"being played in another window.*copy"):
        Autosave(load_game(path, toy_of), path)
    assert path.read_bytes() == before
    assert is_locked(path)


def test_a_save_that_was_left_can_be_played(playing, path):
    playing[1].close()
    assert not is_locked(path)
    Autosave(load_game(path, toy_of), path).close()
    assert os.listdir(path.parent) == [path.name]


def test_a_process_that_is_killed_takes_its_lock_along(path):
    program = f"""
import sys, time
from pathlib import Path
from tests.engine.toy import new_game
from wab.engine.saves.autosave import Autosave
autosave = Autosave(new_game(), Path({str(path)!r}))
print("locked", flush=True)
time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"locked\n"
        with pytest.raises(SaveLocked):
            Lock(path)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert not is_locked(path)


def test_the_lock_of_a_file_that_was_taken_away_is_no_lock(path, monkeypatch):
    """Between opening the lock's file and locking it, its last holder may delete it: two would then hold locks."""
    import wab.engine.files.lock

    seize, taken = wab.engine.files.lock._seize, []

    def slow(number):
        seize(number)
        if not taken:
            taken.append(number)
            path.with_name(path.name + ".lock").unlink()

    monkeypatch.setattr("wab.engine.files.lock._seize", slow)
    lock = Lock(path)
    with pytest.raises(SaveLocked):
        Lock(path)
    lock.release()


def test_a_folder_that_takes_no_files_is_no_lock_of_somebody(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(SaveError, match="cannot be written") as error:
        Lock(tmp_path / "file" / "game.wab")
    assert not isinstance(error.value, SaveLocked)
    assert not is_locked(tmp_path / "file" / "game.wab")


# ---------------------------------------------------------------- looking before appending


def test_a_save_that_was_deleted_is_written_whole(playing, path):
    game, autosave = playing
    path.unlink()
    play_some(game, 1, seed=9)
    autosave.keep()
    assert journal(path) == game.journal
    assert autosave.asides == []


def test_a_save_that_another_has_replaced_is_kept_beside(playing, path):
    game, autosave = playing
    theirs = path.with_name("theirs")
    theirs.write_bytes(b"x" * path.stat().st_size)  # as long as ours, and another file
    os.replace(theirs, path)
    before = path.read_bytes()
    play_some(game, 1, seed=9)
    autosave.keep()
    (aside,) = autosave.asides
    assert (aside.why, aside.path.name, aside.path.read_bytes()) == ("other", "game-other.wab", before)
    assert journal(path) == game.journal


def test_a_save_to_which_another_has_written_is_kept_beside(playing, path):
    game, autosave = playing
    other = load_game(path, toy_of)
    with path.open("ab") as file:
        file.write(b"theirs")
    before = path.read_bytes()
    play_some(game, 1, seed=9)
    autosave.keep()
    assert [aside.path.read_bytes() for aside in autosave.asides] == [before]
    assert journal(path) == game.journal
    assert len(other.journal) < len(game.journal)


def test_after_a_failure_what_another_has_written_is_kept_as_well(playing, path, monkeypatch):
    game, autosave = playing
    play_some(game, 1, seed=9)

    def full(_number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SaveError, match="goes on unsaved"):
        autosave.keep()
    monkeypatch.undo()
    path.write_bytes(b"short and theirs")
    autosave.keep()
    assert [aside.path.read_bytes() for aside in autosave.asides] == [b"short and theirs"]
    assert journal(path) == game.journal


def test_half_a_line_of_ones_own_is_not_kept(playing, path, monkeypatch):
    game, autosave = playing
    play_some(game, 1, seed=9)

    def full(_number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SaveError):
        autosave.keep()
    monkeypatch.undo()
    path.write_bytes(path.read_bytes()[:-3])
    autosave.keep()
    assert autosave.asides == []
    assert journal(path) == game.journal


def test_a_game_that_goes_on_in_its_file_appends_to_it(playing, path):
    playing[1].close()
    before, inode = path.read_bytes(), path.stat().st_ino
    game = open_save(path, toy_of).game
    autosave = Autosave(game, path)
    assert path.read_bytes() == before
    game.play(next(iter(game.legal_orders())))
    autosave.keep()
    autosave.close()
    assert path.read_bytes().startswith(before) and path.stat().st_ino == inode
    assert journal(path) == game.journal
    assert autosave.asides == []


def test_a_game_that_is_ahead_of_its_file_brings_it_up_to_date(playing, path):
    game = playing[0]
    playing[1].close()
    play_some(game, 5, seed=8)
    Autosave(game, path).close()
    assert journal(path) == game.journal


def test_another_game_in_the_place_of_a_save_is_kept_beside(playing, path):
    playing[1].close()
    before = path.read_bytes()
    autosave = Autosave(new_game(seed=77), path)
    autosave.close()
    assert [(aside.why, aside.path.read_bytes()) for aside in autosave.asides] == [("other", before)]
    assert journal(path) == new_game(seed=77).journal


def test_a_save_in_other_letters_is_the_same_game(playing, path):
    """As another version may have written it: what a record says counts, not in which order its fields stand."""
    _game, autosave = playing
    autosave.close()
    told, meant = b'{"event":"stepped","side":"red","to":1}', b'{"event":"stepped","to":1,"side":"red"}'
    bodies = bodies_of(path)
    assert any(told in body for body in bodies)
    path.write_bytes(reframed(resealed([body.replace(told, meant) for body in bodies])))
    before = path.read_bytes()
    loaded = load_game(path, toy_of)
    again = Autosave(loaded, path)
    assert again.asides == [] and path.read_bytes() == before
    play_some(loaded, 5, seed=8)
    again.keep()
    again.close()
    assert path.read_bytes().startswith(before)
    assert journal(path) == loaded.journal


def test_a_longer_game_is_not_cut_to_a_shorter_one(playing, path):
    """A player who loaded before another played on must not write the other's orders away."""
    game, autosave = playing
    behind = load_game(path, toy_of)
    play_some(game, 5, seed=8)
    autosave.keep()
    autosave.close()
    before = path.read_bytes()
    mine = Autosave(behind, path)
    mine.close()
    assert [aside.path.read_bytes() for aside in mine.asides] == [before]


def test_an_append_syncs_once_and_a_rename_syncs_the_folder(playing, path, monkeypatch):
    game, autosave = playing
    synced = []
    sync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda number: (synced.append(os.fstat(number).st_ino), sync(number))[1])
    play_some(game, 1, seed=9)
    autosave.keep()
    assert synced == [path.stat().st_ino]
    synced.clear()
    game.save(path.with_name("other.wab"))
    assert path.parent.stat().st_ino in synced


def test_a_pipe_in_the_place_of_the_save_stops_nothing(playing, path):
    game, autosave = playing
    path.unlink()
    os.mkfifo(path)
    for _try in range(2):
        play_some(game, 1, seed=9)
        with pytest.raises(SaveError):
            autosave.keep()
    path.unlink()
    autosave.keep()
    assert journal(path) == game.journal


def test_a_stranger_file_of_the_name_beside_is_not_written_through(path, tmp_path):
    """A link under the name that a file has before it is renamed must not lead the writing elsewhere."""
    precious = tmp_path / "precious"
    precious.write_bytes(b"precious")
    path.with_name(f"{path.name}.{os.getpid()}.new").symlink_to(precious)
    path.with_name(f"{path.name}.new").symlink_to(precious)
    new_game().save(path)
    assert precious.read_bytes() == b"precious"
    assert not path.is_symlink()


def test_the_data_with_which_a_game_began_stay_in_its_save(path, monkeypatch):
    game = new_game()
    game.play(Step(1))
    game.save(path)
    monkeypatch.setattr("tests.engine.toy.Toy.data_digest", lambda _self: "changed")
    loaded = open_save(path, toy_of)
    assert loaded.other_data
    loaded.game.save(path)
    assert read_save(path).header.data == "toy"
    autosave = Autosave(loaded.game, path)
    autosave.close()
    assert autosave.asides == []
    assert open_save(path, toy_of).other_data


def test_what_a_killed_program_left_of_a_file_goes_and_nothing_else(path):
    left, other = path.with_name(f"{path.name}.4242.new"), path.with_name("another.wab.4242.new")
    for file in (left, other):
        file.write_bytes(b"half of it")
    Autosave(new_game(), path).close()
    assert not left.exists()
    assert other.exists()
