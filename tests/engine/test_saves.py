"""Saves: what was written comes back; a torn tail is cut; every damage is named; a failure leaves the old file."""

import gzip
import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from tests.engine.toy import Pass, Step, new_game, play_some, toy_of
from wab.engine import Record, SaveError
from wab.engine.files.framing import frame, frames, whole_length
from wab.engine.files.writing import write_beside
from wab.engine.kernel.writer import SNAPSHOT_EVERY, write_save
from wab.engine.saves.autosave import Autosave
from wab.engine.saves.reader import load_game, read_save
from wab.engine.saves.replay import verify


def offsets(data):
    """Return where each line starts, and the end of the file."""
    return [found.offset for found in frames(data)] + [len(data)]


# ---------------------------------------------------------------- round trip


@pytest.mark.parametrize("way", ["grown", "snapshot", "records"])
def test_a_game_that_was_given_up_comes_back_as_lost_and_is_verified(tmp_path, way):
    path, game = tmp_path / "game.wab", new_game(seed=6)
    saved = Autosave(game, path) if way == "grown" else None
    play_some(game, 7)
    game.resign("blue")
    if saved is not None:
        saved.keep()
        saved.close()
    else:
        game.save(path)
    loaded = load_game(path, toy_of, whole=way == "records")
    assert loaded.journal == game.journal and loaded.resigned == "blue" and loaded.to_act is None
    assert loaded.outcome == game.outcome and loaded.outcome.winner == "red"
    assert verify(path, toy_of).ok


def test_only_the_line_of_a_resignation_speaks_of_one(tmp_path):
    game = play_some(new_game(seed=6), 7)
    game.save(tmp_path / "game.wab")
    assert b"resigned" not in gzip.decompress((tmp_path / "game.wab").read_bytes())
    game.resign("red")
    game.save(tmp_path / "game.wab")
    assert gzip.decompress((tmp_path / "game.wab").read_bytes()).count(b'"resigned":"red"') == 1


def test_a_resignation_that_was_forged_into_a_game_is_found(tmp_path):
    path, game = tmp_path / "game.wab", play_some(new_game(seed=6), 7)
    game.journal.append(Record(None, (), game.digest(), resigned="green"))
    write_save(path, game.setup, game.data, game.journal, None)
    with pytest.raises(SaveError, match="does not fit"):
        load_game(path, toy_of)
    assert not verify(path, toy_of).ok


def test_a_game_comes_back_as_it_was(game, save):
    loaded = load_game(save, toy_of)
    assert loaded.digest() == game.digest()
    assert loaded.journal == game.journal
    assert loaded.setup == game.setup
    assert list(loaded.legal_orders()) == list(game.legal_orders())


@pytest.mark.parametrize("orders", [0, 1, 2, 3, 30, 400])
def test_a_game_goes_on_after_loading_as_if_it_had_not_been_saved(tmp_path, orders):
    game = play_some(new_game(seed=6), orders)
    game.save(tmp_path / "x.wab")
    loaded = load_game(tmp_path / "x.wab", toy_of)
    assert play_some(loaded, 25, seed=9).digest() == play_some(game, 25, seed=9).digest()


def test_what_could_be_taken_back_can_be_taken_back_after_loading(tmp_path):
    game = new_game()
    game.play(Step(1))
    game.save(tmp_path / "x.wab")
    loaded = load_game(tmp_path / "x.wab", toy_of)
    assert loaded.undo() == Step(1)


def test_a_load_that_asks_what_was_seen_tells_what_was_seen(tmp_path):
    game = play_some(new_game(seed=3, observers=["red", "blue"]), 60)
    game.save(tmp_path / "x.wab")
    assert load_game(tmp_path / "x.wab", toy_of, observers=["blue", "red"]).seen == game.seen
    assert load_game(tmp_path / "x.wab", toy_of).seen == {}


def test_a_thorough_load_comes_to_the_same_as_a_quick_one(tmp_path):
    game = new_game(seed=3)
    game.play(Pass())
    game.save(tmp_path / "x.wab")
    assert read_save(tmp_path / "x.wab").snapshot is not None
    quick, thorough = load_game(tmp_path / "x.wab", toy_of), load_game(tmp_path / "x.wab", toy_of, whole=True)
    assert quick.digest() == thorough.digest() == game.digest()
    assert quick.journal == thorough.journal


def test_a_save_is_gzipped_json_lines(save):
    lines = gzip.decompress(save.read_bytes()).decode().splitlines()
    assert [json.loads(line)["line"] for line in lines][:2] == ["header", "step"]


# ---------------------------------------------------------------- growing saves


def test_a_growing_save_holds_the_same_records_as_a_whole_one(tmp_path):
    game = new_game(seed=3)
    autosave = Autosave(game, tmp_path / "grows.wab")
    for number in range(60):
        play_some(game, 1, seed=number)
        autosave.keep()
    game.save(tmp_path / "whole.wab")
    grown, whole = read_save(tmp_path / "grows.wab"), read_save(tmp_path / "whole.wab")
    assert grown.steps == whole.steps
    assert grown.header == whole.header
    assert load_game(tmp_path / "grows.wab", toy_of).digest() == game.digest()


def test_a_growing_save_only_ever_grows(tmp_path):
    game, path = new_game(seed=3), tmp_path / "grows.wab"
    autosave = Autosave(game, path)
    for number in range(20):
        before = path.read_bytes()
        play_some(game, 1, seed=number)
        autosave.keep()
        assert path.read_bytes().startswith(before)
        assert len(path.read_bytes()) > len(before)


def test_a_long_save_gets_snapshots_and_loads_from_the_last(tmp_path):
    game, path = new_game(seed=3), tmp_path / "grows.wab"
    autosave = Autosave(game, path)
    while len(game.journal) < 3 * SNAPSHOT_EVERY and game.to_act:
        game.play(next(iter(game.legal_orders())))
        autosave.keep()
    snapshot = read_save(path).snapshot
    assert snapshot is not None
    assert SNAPSHOT_EVERY < snapshot.steps <= len(game.journal)
    assert load_game(path, toy_of).digest() == load_game(path, toy_of, whole=True).digest() == game.digest()


def test_after_a_failure_the_next_call_writes_everything(tmp_path, monkeypatch):
    game, path = new_game(seed=3), tmp_path / "grows.wab"
    autosave = Autosave(game, path)
    game.play(Step(1))
    monkeypatch.setattr(os, "fsync", failing("No space left on device"))
    with pytest.raises(SaveError, match="goes on unsaved"):
        autosave.keep()
    monkeypatch.undo()
    path.write_bytes(path.read_bytes()[:-5])  # and what was written is torn
    game.play(Step(1))
    autosave.keep()
    assert load_game(path, toy_of).journal == game.journal


def failing(reason):
    def fail(*_arguments):
        raise OSError(28, reason)

    return fail


# ---------------------------------------------------------------- torn tails


def test_a_tail_torn_at_any_byte_is_cut(save, tmp_path):
    data = save.read_bytes()
    places = offsets(data)
    torn = tmp_path / "torn.wab"
    kept = read_save(save)
    for end in range(places[-2] + 1, places[-1]):
        torn.write_bytes(data[:end])
        contents = read_save(torn)
        assert contents.torn
        assert contents.steps == kept.steps[: len(places) - 3]
        assert whole_length(data[:end]) == places[-2]


@pytest.mark.parametrize("line", [1, 2, 30])
def test_a_tail_torn_in_an_earlier_line_is_cut_there(save, tmp_path, line):
    data = save.read_bytes()
    places = offsets(data)
    start, end = places[line], places[line + 1]
    torn = tmp_path / "torn.wab"
    for cut in range(start + 1, end):
        torn.write_bytes(data[:cut])
        loaded = load_game(torn, toy_of)
        assert len(loaded.journal) == max(1, line - 1)  # the opening follows from the first line alone


def test_a_file_of_whole_lines_is_not_torn(save, tmp_path):
    assert not read_save(save).torn
    data = save.read_bytes()
    shorter = tmp_path / "shorter.wab"
    shorter.write_bytes(data[: offsets(data)[4]])
    assert not read_save(shorter).torn
    assert len(load_game(shorter, toy_of).journal) == 3


@pytest.mark.parametrize("kept", [0, 1, 7])
def test_a_file_torn_in_its_first_line_is_no_save(save, tmp_path, kept):
    torn = tmp_path / "torn.wab"
    torn.write_bytes(save.read_bytes()[:kept])
    with pytest.raises(SaveError, match="not a save"):
        read_save(torn)


# ---------------------------------------------------------------- damage


def line_at(places, position):
    """The number of the line in which a byte lies, from 1."""
    return sum(1 for place in places[:-1] if place <= position)


@pytest.mark.parametrize("change", [0x01, 0x80, 0xFF])
def test_every_changed_byte_is_reported_with_its_line(save, tmp_path, change):
    data = save.read_bytes()
    places = offsets(data)
    damaged = tmp_path / "damaged.wab"
    for position in range(0, len(data), 5 if change != 0x01 else 2):
        worse = bytearray(data)
        worse[position] ^= change
        damaged.write_bytes(bytes(worse))
        with pytest.raises(SaveError) as error:
            read_save(damaged)
        assert error.value.line == line_at(places, position)
        assert str(damaged) in str(error.value)


def reframed(lines):
    return b"".join(frame(line) for line in lines)


def text_of(save):
    return [found.text for found in frames(save.read_bytes())]


def resealed(bodies):
    """Lines with seals of their own: what a cheat who knows the format would write."""
    seal, lines = "", []
    for body in bodies:
        seal = sha256(seal.encode() + body).hexdigest()
        lines.append(body[:-1] + b',"seal":"' + seal.encode() + b'"}')
    return lines


def bodies_of(save):
    return [text[: text.rindex(b',"seal":"')] + b"}" for text in text_of(save)]


def test_a_line_left_out_breaks_the_chain(save, tmp_path):
    lines = text_of(save)
    save.write_bytes(reframed(lines[:5] + lines[6:]))
    with pytest.raises(SaveError, match="seal") as error:
        read_save(save)
    assert error.value.line == 6


def test_two_lines_changed_over_break_the_chain(save):
    lines = text_of(save)
    save.write_bytes(reframed([*lines[:3], lines[4], lines[3], *lines[5:]]))
    with pytest.raises(SaveError, match="seal") as error:
        read_save(save)
    assert error.value.line == 4


def test_a_cheat_who_seals_anew_is_found_by_the_state(save):
    bodies = [body for body in bodies_of(save) if b'"line":"snapshot"' not in body]
    place = next(number for number, body in enumerate(bodies) if b'"to":1' in body)
    bodies[place] = bodies[place].replace(b'"to":1', b'"to":2', 1)
    save.write_bytes(reframed(resealed(bodies)))
    with pytest.raises(SaveError, match="differs") as error:
        load_game(save, toy_of)
    assert error.value.line == place + 1


def test_a_record_that_is_none_is_named(save):
    bodies = bodies_of(save)
    bodies[4] = bodies[4].replace(b'"order":{', b'"order":{"x":1,', 1).replace(b'"step"}', b'"jump"}')
    bodies[4] = bodies[4].replace(b'"order":"step"', b'"order":"jump"').replace(b'"order":"pass"', b'"order":"jump"')
    save.write_bytes(reframed(resealed(bodies)))
    with pytest.raises(SaveError, match="not understood") as error:
        load_game(save, toy_of)
    assert error.value.line == 5


@pytest.mark.parametrize("line", [1, 5])
def test_a_sealed_line_that_is_no_text_is_named(save, line):
    bodies = bodies_of(save)
    place = bodies[line - 1].rindex(b'":"') + 3
    bodies[line - 1] = bodies[line - 1][:place] + b"\xab" + bodies[line - 1][place + 1 :]
    save.write_bytes(reframed(resealed(bodies)))
    with pytest.raises(SaveError, match="not understood") as error:
        load_game(save, toy_of)
    assert error.value.line == line


def test_a_sealed_order_that_is_no_text_is_named(save):
    bodies = bodies_of(save)
    bodies[4] = bodies[4].replace(b'"order":{"order":"', b'"order":{"order":"\xab', 1)
    save.write_bytes(reframed(resealed(bodies)))
    with pytest.raises(SaveError, match="not understood") as error:
        load_game(save, toy_of)
    assert error.value.line == 5


def test_a_snapshot_of_other_rules_is_refused(tmp_path):
    game, path = new_game(), tmp_path / "x.wab"
    game.play(Pass())
    game.save(path)
    bodies = bodies_of(path)
    bodies[-1] = bodies[-1].replace(b'"turn":1', b'"turn":2')
    path.write_bytes(reframed(resealed(bodies)))
    with pytest.raises(SaveError, match="snapshot"):
        load_game(path, toy_of)


# ---------------------------------------------------------------- what is no save


def test_a_newer_format_is_told(save):
    bodies = bodies_of(save)
    bodies[0] = bodies[0].replace(b'"format":1', b'"format":2')
    save.write_bytes(reframed(resealed(bodies)))
    with pytest.raises(SaveError, match="format 2, newer than"):
        read_save(save)


@pytest.mark.parametrize(
    "content",
    [b"", b"hello", b"\x89PNG\r\n\x1a\n" + bytes(100), gzip.compress(b'{"a": 1}\n', mtime=0), frame(b'{"a":1}')],
    ids=["empty", "text", "picture", "gzip", "frame"],
)
def test_other_files_are_no_saves(tmp_path, content):
    path = tmp_path / "x.wab"
    path.write_bytes(content)
    with pytest.raises(SaveError) as error:
        read_save(path)
    assert error.value.line == 1


def test_a_save_must_begin_with_its_header(save):
    save.write_bytes(reframed(resealed(bodies_of(save)[1:])))
    with pytest.raises(SaveError, match="not a save"):
        read_save(save)


@pytest.mark.parametrize("name", ["nowhere.wab", "."])
def test_a_file_that_cannot_be_read_is_a_sentence(tmp_path, name):
    with pytest.raises(SaveError, match="cannot be read"):
        read_save(tmp_path / name)


# ---------------------------------------------------------------- writing


def test_a_folder_that_takes_no_files_is_a_sentence(game, tmp_path):
    (tmp_path / "file").write_text("a file, not a folder", encoding="utf-8")
    with pytest.raises(SaveError, match="cannot be written"):
        game.save(tmp_path / "file" / "x.wab")


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_failure_leaves_the_old_file_and_nothing_beside_it(game, save, monkeypatch, call):
    before = save.read_bytes()
    play_some(game, 5, seed=77)
    monkeypatch.setattr(os, call, failing("No space left on device"))
    with pytest.raises(SaveError, match="No space left on device"):
        game.save(save)
    assert save.read_bytes() == before
    assert os.listdir(save.parent) == [save.name]


def test_writing_beside_makes_the_folder(tmp_path):
    write_beside(tmp_path / "a" / "b" / "x", b"text")
    assert (tmp_path / "a" / "b" / "x").read_bytes() == b"text"


def test_a_killed_program_loses_no_action_that_it_has_kept(tmp_path):
    program = f"""
import os
from pathlib import Path
from tests.engine.toy import Step, new_game
from wab.engine.saves.autosave import Autosave
game = new_game()
autosave = Autosave(game, Path({str(tmp_path / "x.wab")!r}))
game.play(Step(1))
autosave.keep()
game.play(Step(1))
os._exit(9)
"""
    root = Path(__file__).resolve().parents[2]
    ran = subprocess.run([sys.executable, "-c", program], cwd=root, check=False, timeout=60)
    assert ran.returncode == 9
    assert [record.order for record in load_game(tmp_path / "x.wab", toy_of).journal] == [None, Step(1)]
