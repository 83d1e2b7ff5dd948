"""Saves that were forged on purpose, with every seal in order: forged snapshots, dice, first lines, and bombs."""

import json
import os
import struct
import zlib
from pathlib import Path

import msgspec
import pytest

import wab.engine.files.framing
from tests.engine.test_saves import bodies_of, reframed, resealed
from tests.engine.toy import Pass, Step, Throw, new_game, toy_of
from wab.engine import Dice, SaveError
from wab.engine.files.framing import LINE, frame
from wab.engine.files.limits import read_bounded
from wab.engine.kernel.values import digest_of
from wab.engine.saves.reader import load_game, open_save, read_save
from wab.engine.saves.replay import faults, verify
from wab.engine.words.errors import OtherData


@pytest.fixture
def save(tmp_path):
    """A short game that ends in a snapshot: red steps and passes."""
    game, path = new_game(), tmp_path / "x.wab"
    game.play(Step(1))
    game.play(Pass())
    game.save(path)
    assert read_save(path).snapshot is not None
    return path


def body(line):
    return msgspec.json.encode(line)  # in the order in which it was read


def forge(save, change, line=-1):
    """Change one line, decoded, and seal the file again."""
    bodies = bodies_of(save)
    decoded = json.loads(bodies[line])
    change(decoded)
    bodies[line] = body(decoded)
    save.write_bytes(reframed(resealed(bodies)))


def forge_state(save, change, *, everywhere=True):
    """Change the state of the snapshot, and every digest that speaks of it, or the digest of the snapshot alone."""
    bodies = bodies_of(save)
    snapshot = json.loads(bodies[-1])
    change(snapshot["state"])
    digest = digest_of(body(snapshot["state"]))
    snapshot["digest"] = digest
    record = json.loads(bodies[-2])
    record["digest"] = digest if everywhere else record["digest"]
    save.write_bytes(reframed(resealed([*bodies[:-2], body(record), body(snapshot)])))


def refused(save, match):
    for read in (open_save, load_game, verify):
        with pytest.raises(SaveError, match=match):
            read(save, toy_of)
    assert faults(save, toy_of)


# ---------------------------------------------------------------- snapshots


def test_a_snapshot_with_another_state_is_refused(save):
    forge_state(save, lambda state: state["lives"].update(red=2000), everywhere=False)
    refused(save, "not the state of the record before it")


def test_a_snapshot_whose_state_does_not_fit_its_own_digest_is_refused(save):
    forge(save, lambda line: line["state"]["lives"].update(red=2000))
    refused(save, "not the state of the record before it")


@pytest.mark.parametrize("steps", [0, 2, 4, 10**6])
def test_a_snapshot_counts_behind_its_records_alone(save, steps):
    forge(save, lambda line: line.update(steps=steps))
    refused(save, f"of {steps} records, and 3 stand before it")


def test_no_snapshot_without_the_records_before_it(save):
    bodies = bodies_of(save)
    save.write_bytes(reframed(resealed([bodies[0], bodies[-1]])))
    refused(save, "of 3 records, and 0 stand before it")


def test_a_bad_snapshot_in_the_middle_is_refused_too(save):
    bodies = bodies_of(save)
    bad = json.loads(bodies[-1])
    bad["state"]["lives"]["red"] = 2000
    save.write_bytes(reframed(resealed([*bodies[:-1], body(bad), bodies[-1]])))
    refused(save, "not the state of the record before it")


def test_verify_and_check_find_a_snapshot_that_its_record_was_made_to_fit(save):
    """Record and snapshot agree with each other, and with no game that can be played."""
    forge_state(save, lambda state: state["lives"].update(red=1))
    verdict = verify(save, toy_of)
    assert (verdict.ok, verdict.first_divergence) == (False, 2)
    assert [fault.line for fault in faults(save, toy_of)] == [4]


def test_a_snapshot_in_the_words_of_another_version_is_passed_over(save, monkeypatch):
    digest = load_game(save, toy_of).digest()

    def strange(_self, _data):
        raise ValueError("a word that this version does not know")

    monkeypatch.setattr("tests.engine.toy.Toy.decode", strange)
    assert load_game(save, toy_of).digest() == digest


@pytest.mark.parametrize(
    "change",
    [lambda state: state["dice"].update(seed=99), lambda state: state["places"].update(red=77)],
    ids=["the seed of another game", "a unit off the board"],
)
def test_a_state_that_belongs_to_no_game_of_the_first_line_is_refused(save, change):
    forge_state(save, change)
    with pytest.raises(SaveError, match=r"another game|not sound"):
        open_save(save, toy_of)


@pytest.mark.parametrize(
    "change",
    [
        lambda state: state.update(active="green"),
        lambda state: state.update(places={"red": 1}),
        lambda state: state.update(over=True, winner="green"),
    ],
    ids=["nobody to act", "a place is missing", "a winner from elsewhere"],
)
def test_a_state_that_would_bring_the_window_down_is_refused(save, change):
    forge_state(save, change)
    with pytest.raises(SaveError, match=r"none of these rules|not sound"):
        open_save(save, toy_of)
    assert faults(save, toy_of)


# ---------------------------------------------------------------- first line


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line["setup"].update(system="chess"),
        lambda line: line["setup"].update(scenario="toy/square"),
        lambda line: line["setup"].update(scenario="../../etc/passwd"),
    ],
)
def test_a_first_line_that_names_what_is_not_there_is_refused(save, change):
    forge(save, change, line=0)
    refused(save, "names what is not there")


def test_a_seed_changed_in_the_first_line_is_found(save):
    forge(save, lambda line: line["setup"].update(seed=99), line=0)
    with pytest.raises(SaveError, match="another game"):
        open_save(save, toy_of)
    assert not verify(save, toy_of).ok


def test_a_second_first_line_is_refused(save):
    bodies = bodies_of(save)
    save.write_bytes(reframed(resealed([*bodies[:2], bodies[0], *bodies[2:]])))
    refused(save, "first line stands in the middle")


# ---------------------------------------------------------------- dice and orders


def loaded_game(tmp_path, rolled):
    """A save in which red throws, with dice that come to `rolled`; the rest is as the rules have it from there."""
    game = new_game(seed=5)
    while abs(game.state.places["red"] - game.state.places["blue"]) > 3:
        game.play(Step(1 if game.to_act == "red" else -1) if game.state.steps else Pass())
    if not game.state.steps:
        game.play(Pass())
    game.state.dice = ForcedDice(game.state.dice.seed, game.state.dice.drawn, rolled)
    game.play(Throw())
    game.state.dice = Dice(game.state.dice.seed, game.state.dice.drawn)
    game.save(tmp_path / "loaded.wab")
    return game


class ForcedDice(Dice, frozen=True):
    shown: int = 6

    def roll(self, stream, purpose, faces=6, count=1):
        return msgspec.structs.replace(super().roll(stream, purpose, faces, count), results=(self.shown,))


def test_check_and_verify_judge_the_dice(tmp_path):
    outcomes = set()
    for shown in (1, 2, 3, 4, 5, 6):
        game = loaded_game(tmp_path, shown)
        save = tmp_path / "loaded.wab"
        load_game(save, toy_of, whole=True)  # what happened follows from the dice: only their seed tells
        sound = game.journal[-1].events[0].results == (Dice(5).roll(game.journal[-1].events[0].stream, "").results[0],)
        assert (faults(save, toy_of) == []) == verify(save, toy_of).ok == sound
        outcomes.add(sound)
    assert outcomes == {True, False}


def test_a_record_without_an_order_in_the_middle_is_a_divergence(save):
    bodies = bodies_of(save)[:-1]
    opening = json.loads(bodies[1])
    empty = {**json.loads(bodies[2]), "order": None}
    save.write_bytes(reframed(resealed([*bodies[:2], body(empty), *bodies[3:]])))
    assert opening["order"] is None
    assert verify(save, toy_of).first_divergence == 1
    repeated = {**json.loads(bodies[-1]), "order": None}
    save.write_bytes(reframed(resealed([*bodies, body(repeated)])))
    assert verify(save, toy_of).first_divergence == 3


# ---------------------------------------------------------------- other data


def test_other_data_are_told_and_may_be_refused(save, monkeypatch):
    assert not open_save(save, toy_of).other_data
    monkeypatch.setattr("tests.engine.toy.Toy.data_digest", lambda _self: "changed")
    opened = open_save(save, toy_of)
    assert opened.other_data
    (told,) = opened.told(save)
    assert "other data files" in told
    with pytest.raises(OtherData, match="other data files"):
        open_save(save, toy_of, same_data=True)
    assert verify(save, toy_of).other_data
    assert verify(save, toy_of).ok


def test_a_replay_that_diverges_says_that_the_data_were_others(tmp_path, monkeypatch):
    game, save = new_game(), tmp_path / "x.wab"
    game.play(Step(1))
    game.save(save)
    monkeypatch.setattr("tests.engine.toy.Toy.data_digest", lambda _self: "changed")
    monkeypatch.setattr("tests.engine.toy.STEPS", 2)
    assert "other data files" in verify(save, toy_of).problem
    with pytest.raises(SaveError, match=r"differs.*made with other data files"):
        open_save(save, toy_of)
    assert "other data files" in str(faults(save, toy_of)[0])


# ---------------------------------------------------------------- bombs


def bomb(size):
    """A frame with sound checksums that unpacks to many zeros."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed, crc, left, zeros = bytearray(), 0, size, bytes(1 << 20)
    while left:
        piece = zeros[: min(left, len(zeros))]
        packed += packer.compress(piece)
        crc = zlib.crc32(piece, crc)
        left -= len(piece)
    packed += packer.flush()
    head = struct.pack("<2sBBIBBH2sHII", b"\x1f\x8b", 8, 4, 0, 0, 255, 12, b"WB", 8, 36, 0)
    total = len(head) + len(packed) + 8
    head = head[:-8] + struct.pack("<II", total, zlib.crc32(packed))
    return head + bytes(packed) + struct.pack("<II", crc, size & 0xFFFFFFFF)


@pytest.mark.parametrize("place", ["first", "last", "torn"])
def test_a_line_that_unpacks_to_too_much_is_stopped_at_its_limit(save, monkeypatch, place):
    unpacked = []

    class Counting:
        def __init__(self, wbits):
            self._reader = decompressobj(wbits)

        def decompress(self, data, limit=0):
            text = self._reader.decompress(data, limit)
            unpacked.append(len(text))
            return text

        def __getattr__(self, name):
            return getattr(self._reader, name)

    decompressobj = zlib.decompressobj
    monkeypatch.setattr("wab.engine.files.framing.zlib.decompressobj", Counting)
    data, charge = save.read_bytes(), bomb(LINE * 4)
    charges = {"first": charge + data, "last": data + charge, "torn": data + charge[:-20]}
    save.write_bytes(charges[place])
    with pytest.raises(SaveError):
        load_game(save, toy_of)
    assert faults(save, toy_of)
    assert max(unpacked) <= LINE + 1


def test_lines_and_their_text_are_counted(save, monkeypatch):
    monkeypatch.setattr(wab.engine.files.framing, "LINES", 3)
    refused(save, "more than the 3 lines")
    monkeypatch.undo()
    monkeypatch.setattr(wab.engine.files.framing, "TEXT", 300)
    refused(save, "the 300 bytes of text")


@pytest.mark.parametrize("line", [0, 1])
@pytest.mark.parametrize(
    "value, match",
    [
        (b"[" * 1000 + b"]" * 1000, "nested deeper"),
        (b"[" * 100_000 + b"]" * 100_000, "nested deeper"),
        (b"1" * 5000, "digits"),
        (b"1e400", "not understood|fit"),
        (b'"\\ud800"', "not understood|fit"),
    ],
    ids=["1,000 brackets", "100,000 brackets", "5,000 digits", "endless", "half a character"],
)
def test_json_that_goes_too_far_is_refused_before_it_is_parsed(save, line, value, match):
    bodies = bodies_of(save)
    place = b'"options":{' if line == 0 else b'"events":['
    end = b'"x":' if line == 0 else b""
    assert place in bodies[line]
    bodies[line] = bodies[line].replace(place, place + end + value + (b"" if line == 0 else b","), 1)
    save.write_bytes(reframed(resealed(bodies)))
    if line == 0 and match.startswith("not"):
        return  # the toy takes any option; the systems are asked in their own tests
    refused(save, match)


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/full", "/"])
def test_devices_and_folders_are_no_saves(path):
    with pytest.raises(SaveError, match="cannot be read"):
        open_save(Path(path), toy_of)


def test_a_pipe_is_no_save_and_nobody_waits_for_it(tmp_path):
    os.mkfifo(tmp_path / "pipe.wab")
    with pytest.raises(SaveError, match="not a regular file"):
        open_save(tmp_path / "pipe.wab", toy_of)


def test_a_giant_is_refused_by_its_size(tmp_path):
    with (tmp_path / "giant.wab").open("wb") as file:
        file.truncate(1 << 36)
    with pytest.raises(SaveError, match="larger than"):
        open_save(tmp_path / "giant.wab", toy_of)


def test_a_link_to_a_save_is_a_save(save, tmp_path):
    (tmp_path / "link.wab").symlink_to(save)
    assert open_save(tmp_path / "link.wab", toy_of).game.digest() == open_save(save, toy_of).game.digest()
    assert read_bounded(tmp_path / "link.wab", 1 << 20) == save.read_bytes()


def test_a_frame_of_no_length_is_damage(save):
    data = save.read_bytes()
    nothing = bytearray(frame(b"{}"))
    nothing[16:24] = bytes(8)
    save.write_bytes(data + bytes(nothing))
    assert open_save(save, toy_of).damage is not None
