"""The fuzzer damages what it should, lets promised errors pass and keeps what escapes."""

from __future__ import annotations

import pytest
import yaml

import wab
from ai.data_files import data_files
from trials import fuzz
from trials.fuzzing.damage import damaged, resealed, restructured
from trials.fuzzing.readers import Reader, readers
from wab.content.data import data_root
from wab.content.normandy import normandy_root
from wab.engine import Chance, WabError
from wab.engine.saves.reader import read_save
from wab.systems import NAMES


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    return readers(tmp_path_factory.mktemp("fuzz"))


OF_A_SYSTEM = ("save", "sealed-save", "scenario", "view", "state", "export")
BESIDE = (
    "ledger",
    "note",
    "diary",
    "settings",
    "normandy:captures",
    "operations:map",
    "players:operations levels",
    "players:cards levels",
)


def test_every_system_and_all_that_is_kept_beside_a_game_is_fuzzed(known):
    assert {f"{name}:{what}" for name in NAMES for what in OF_A_SYSTEM} | set(BESIDE) <= set(known)
    for name in NAMES:
        folder = data_root() / "campaigns" / name
        tables = {path.stem for path in folder.rglob("*.yaml") if path.parent.name not in ("scenarios", "art")}
        assert tables
        assert {f"{name}:{table}" for table in tables} <= set(known)
    country = {f"normandy:{path.stem}" for path in normandy_root().rglob("*.yaml")}
    assert len(country) == 10 and country <= set(known)
    players = {f"players:{path.parents[1].name} {path.stem}" for path in data_files()}
    assert len(players) == 12 and players <= set(known)
    assert len({type(reader.samples[0]) for reader in known.values()}) == 1


@pytest.mark.parametrize("name", [*(f"{name}:{what}" for name in NAMES for what in OF_A_SYSTEM), *BESIDE])
def test_damaged_input_is_refused_in_words(known, name):
    assert fuzz.fuzz(known[name], seed=11, times=12) == []


@pytest.mark.trial
def test_damaged_tables_are_refused_in_words(known):
    names = [name for name in known if name.partition(":")[0] in NAMES and name.partition(":")[2] not in OF_A_SYSTEM]
    assert len(names) > 20
    found = {name: fuzz.fuzz(known[name], seed=5, times=2) for name in names}
    assert {name: failures for name, failures in found.items() if failures} == {}


@pytest.mark.trial
def test_what_is_damaged_was_sound(known):
    """Otherwise every damaged input would be refused for the fault that it began with."""
    refused = []
    for name, reader in known.items():
        for sample in reader.samples:
            try:
                reader.read(sample)
            except Exception as error:  # at any error, the sample is not sound
                refused.append((name, str(error)))
    assert refused == []


def test_a_structure_is_changed_and_stays_one():
    data = b"turn: 12\nunits:\n  - {id: 1, hex: '0101'}\n  - {id: 2, hex: '0102'}\n"
    content = yaml.safe_load(data)
    changed = [restructured(data, Chance(seed, "structure")) for seed in range(60)]
    assert changed == [restructured(data, Chance(seed, "structure")) for seed in range(60)]
    found = [yaml.safe_load(text) for text in changed]
    assert sum(one != content for one in found) > 50
    assert any(isinstance(one, dict) and set(one) < set(content) for one in found), "a field is left out"
    assert any(isinstance(one, dict) and "turn" in one and not isinstance(one["turn"], int) for one in found)
    assert any(isinstance(one, dict) and len(one.get("units") or ()) == 3 for one in found), "an entry stands twice"


def test_damage_is_done_and_the_same_for_the_same_seed():
    data = b'{"turn": 12, "side": "allied"}\n{"turn": 13}\n' * 5
    first = [damaged(data, Chance(seed, "damage")) for seed in range(40)]
    assert first == [damaged(data, Chance(seed, "damage")) for seed in range(40)]
    assert sum(changed != data for changed in first) > 30
    assert len(set(first)) > 30


def test_empty_input_can_be_damaged():
    assert all(isinstance(damaged(b"", Chance(seed, "damage")), bytes) for seed in range(40))


def test_a_resealed_save_gets_past_the_seals(known, tmp_path):
    """Otherwise nothing but the check of the seals would be tried."""
    opened = 0
    for seed in range(40):
        path = tmp_path / "x.wab"
        path.write_bytes(resealed(known["operations:save"].samples[0], Chance(seed, "reseal")))
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

    reader = Reader("careless", (b"some data" * 4,), careless, damages=(damaged,))
    (failure,) = fuzz.fuzz(reader, seed=1, times=30)
    assert failure.error.startswith("IndexError in test_fuzz.py:")
    path = fuzz.keep(failure, tmp_path / "kept")
    assert path.read_bytes() == failure.data
    assert "careless" in path.with_suffix(".txt").read_text("utf-8")
