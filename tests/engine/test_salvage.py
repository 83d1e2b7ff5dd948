"""Damage of every kind: a save loads up to the last line before it, nothing raises but SaveError, nothing is lost."""

import os

import pytest

from tests.engine.test_saves import bodies_of, line_at, offsets, reframed, resealed, text_of
from tests.engine.toy import Pass, new_game, play_some, toy_of
from wab.engine import Chance, SaveError
from wab.engine.files.framing import frame
from wab.engine.saves.autosave import Autosave
from wab.engine.saves.reader import load_game, open_save, read_save, read_whole_lines
from wab.engine.saves.replay import faults, verify


def flips(data, count):
    """The file with one bit wrong, at places all over it."""
    chance = Chance(1, "flips")
    for _ in range(count):
        position, bit = chance.below(len(data)), chance.below(8)
        yield position, data[:position] + bytes([data[position] ^ 1 << bit]) + data[position + 1 :]


def holes(data, count):
    """The file with some bytes in its middle cut out, or written over with zeros."""
    chance = Chance(2, "holes")
    for number in range(count):
        position = chance.below(len(data) - 1)
        length = 1 + chance.below(200)
        yield position, data[:position] + bytes(length * (number % 2)) + data[position + length :]


def damages(data):
    """Every kind of damage, with the first byte that is no longer as it was."""
    yield from flips(data, 400)
    yield from holes(data, 200)
    yield from ((len(data), data + bytes(count)) for count in (1, 3, 35, 36, 37, 4096))
    yield from ((len(data) - count, data[:-count] + bytes(count)) for count in (1, 20, 100))
    yield from ((end, data[:end]) for end in offsets(data)[1:])
    yield len(data), data + b"what another program has appended\n"
    yield len(data), data + data


def records_before(save_data, position):
    """Return how many records stand whole before a byte."""
    places = offsets(save_data)
    lines = len(places) - 1 if position >= len(save_data) else line_at(places, position) - 1
    return max(1, lines - 1)  # less the first line; the opening follows from that one


def test_from_every_damage_the_game_loads_to_the_last_good_line(game, save, tmp_path):
    game = load_game(save, toy_of)
    data, damaged = save.read_bytes(), tmp_path / "damaged.wab"
    first_line = offsets(data)[1]
    for position, worse in damages(data):
        damaged.write_bytes(worse)
        if position < first_line:
            with pytest.raises(SaveError) as error:
                open_save(damaged, toy_of)
            assert error.value.line == 1
            continue
        opened = open_save(damaged, toy_of)
        journal = opened.game.journal
        assert journal == game.journal[: len(journal)]
        assert len(journal) >= min(records_before(data, position), len(game.journal))
        assert damaged.read_bytes() == worse
        if worse != data[: len(worse)] or len(worse) > len(data):
            assert opened.damage is not None
            assert opened.damage.lost_bytes > 0


def test_a_damaged_save_goes_on_and_the_damaged_file_stays_byte_for_byte(save, tmp_path):
    data = save.read_bytes()
    places = offsets(data)
    for number, (position, worse) in enumerate(flips(data, 60)):
        if position < places[1]:
            continue
        folder = tmp_path / str(number)
        folder.mkdir()
        damaged = folder / "game.wab"
        damaged.write_bytes(worse)
        game = open_save(damaged, toy_of).game
        autosave = Autosave(game, damaged)
        (aside,) = autosave.asides
        assert (aside.why, aside.path.read_bytes()) == ("damaged", worse)
        play_some(game, 3, seed=number)
        autosave.keep()
        autosave.close()
        assert load_game(damaged, toy_of).journal == game.journal
        assert sorted(os.listdir(folder)) == ["game.wab", "game.wab.damaged"]


def test_a_second_damage_does_not_cost_the_copy_of_the_first(save):
    seen = []
    for _round in range(3):
        worse = save.read_bytes() + bytes(4096)
        save.write_bytes(worse)
        seen.append(worse)
        Autosave(open_save(save, toy_of).game, save).close()
    kept = [save.with_name("game.wab.damaged" + end).read_bytes() for end in ("", "-2", "-3")]
    assert kept == seen


def test_a_damaged_file_that_cannot_be_kept_is_not_written_over(save, monkeypatch):
    worse = save.read_bytes() + bytes(4096)
    save.write_bytes(worse)
    game = open_save(save, toy_of).game

    def full(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.copyfileobj", full)
    with pytest.raises(SaveError, match="cannot be copied"):
        Autosave(game, save)
    assert save.read_bytes() == worse
    assert os.listdir(save.parent) == ["game.wab"]


def test_what_is_lost_is_told(game, save):
    data = save.read_bytes()
    places = offsets(data)
    worse = bytearray(data)
    worse[places[20] + 40] ^= 1
    save.write_bytes(bytes(worse))
    opened = open_save(save, toy_of)
    damage = opened.damage
    assert (damage.line, damage.offset, damage.lost_bytes) == (21, places[20], len(data) - places[20])
    assert damage.lost_lines == len(places) - 1 - 20
    (told,) = opened.told(save)
    assert "line 21" in told and f"turn {opened.game.turn}" in told and str(save) in told


def test_nothing_behind_the_damage_is_taken_though_it_is_whole(save):
    data = save.read_bytes()
    places = offsets(data)
    save.write_bytes(data[: places[10]] + bytes(100) + data[places[10] :])
    assert len(open_save(save, toy_of).game.journal) == 9


def test_a_line_behind_a_broken_seal_is_not_taken(save):
    lines = text_of(save)
    save.write_bytes(reframed(lines[:5] + lines[6:]))
    opened = open_save(save, toy_of)
    assert (len(opened.game.journal), opened.damage.line) == (4, 6)


def test_check_and_verify_report_what_a_load_passes_over(save):
    save.write_bytes(save.read_bytes() + bytes(4096))
    assert open_save(save, toy_of).damage is not None
    (fault,) = faults(save, toy_of)
    assert "damaged" in str(fault)
    for strict in (read_save, lambda path: verify(path, toy_of), lambda path: load_game(path, toy_of)):
        with pytest.raises(SaveError, match="damaged"):
            strict(save)
    with pytest.raises(SaveError, match="damaged"):
        open_save(save, toy_of, strict=True)


def test_a_damaged_first_line_is_said_plainly(save):
    data = bytearray(save.read_bytes())
    data[60] ^= 1
    save.write_bytes(bytes(data))
    with pytest.raises(SaveError, match="first line, which says how the game began, is damaged"):
        open_save(save, toy_of)


def test_a_save_of_its_first_line_alone_begins_anew(save):
    data = save.read_bytes()
    save.write_bytes(data[: offsets(data)[1]])
    assert open_save(save, toy_of).game.journal == new_game(seed=3).journal


def test_a_snapshot_before_the_damage_is_loaded_from(tmp_path):
    path = tmp_path / "x.wab"
    game = new_game(seed=3)
    game.play(Pass())
    game.save(path)
    bodies = bodies_of(path)
    lines = [frame(line) for line in resealed(bodies)]
    path.write_bytes(b"".join(lines) + b"\0" * 50)
    contents = read_whole_lines(path)
    assert contents.snapshot is not None and contents.damage is not None
    assert open_save(path, toy_of).game.digest() == game.digest()
