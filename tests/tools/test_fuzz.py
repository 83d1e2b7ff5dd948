"""The fuzzer damages what it should, lets promised errors pass and keeps what escapes."""

from __future__ import annotations

import pytest

import wab
from tools import fuzz
from wab.engine import Chance, WabError
from wab.engine.saves import read_save


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    return fuzz.readers(tmp_path_factory.mktemp("fuzz"))


@pytest.mark.parametrize("name", ["save", "sealed-save", "scenario", "map", "view", "state"])
def test_damaged_input_is_refused_in_words(known, name):
    fed, failures = fuzz.fuzz(known[name], 0, seed=11, most=25)
    assert fed == 25
    assert failures == []


@pytest.mark.parametrize("name", ["save", "scenario", "map", "view", "state"])
def test_what_is_damaged_was_sound(known, name):
    for sample in known[name].samples:
        known[name].read(sample)


def test_damage_is_done_and_the_same_for_the_same_seed():
    data = b'{"turn": 12, "side": "allied"}\n{"turn": 13}\n' * 5
    first = [fuzz.damaged(data, Chance(seed, "damage")) for seed in range(40)]
    assert first == [fuzz.damaged(data, Chance(seed, "damage")) for seed in range(40)]
    assert sum(changed != data for changed in first) > 30
    assert len(set(first)) > 30


def test_empty_input_can_be_damaged():
    assert all(isinstance(fuzz.damaged(b"", Chance(seed, "damage")), bytes) for seed in range(40))


def test_a_resealed_save_gets_past_the_seals(known, tmp_path):
    """Otherwise nothing but the check of the seals would be tried."""
    opened = 0
    for seed in range(40):
        path = tmp_path / "x.wab"
        path.write_bytes(fuzz.resealed(known["save"].samples[0], Chance(seed, "reseal")))
        try:
            read_save(path)
            opened += 1
        except WabError as error:
            assert "the seal does not fit" not in str(error)
    assert opened > 2


def test_what_escapes_is_kept_once_for_each_place(tmp_path):
    def careless(data):
        if len(data) % 2:
            raise wab.SaveError("x.wab", "is wrong")
        return data[10**6]

    reader = fuzz.Reader("careless", (b"some data" * 4,), careless, (WabError,))
    fed, failures = fuzz.fuzz(reader, 0, seed=1, most=30)
    assert fed == 30
    (failure,) = failures
    assert failure.error.startswith("IndexError in test_fuzz.py:")
    path = fuzz.keep(failure, tmp_path / "kept")
    assert path.read_bytes() == failure.data
    assert "careless" in path.with_suffix(".txt").read_text("utf-8")


def test_the_command_says_what_it_fed(tmp_path, capsys):
    assert fuzz.main(["--seconds", "0.2", "--readers", "view", "--failures", str(tmp_path / "kept")]) == 0
    assert "0 kinds of failure" in capsys.readouterr().out
    assert not (tmp_path / "kept").exists()
