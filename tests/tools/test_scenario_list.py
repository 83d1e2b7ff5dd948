"""The lists of scenarios that the program reads when it starts are the lists of the files."""

from importlib import import_module
from pathlib import Path

import msgspec
import pytest

from tools import scenario_list
from wab.content import pack
from wab.content.shelf import ScenarioList, Shelf, digest_of
from wab.engine.kernel.values import Damage
from wab.engine.words.errors import DataError
from wab.systems import NAMES, get_system


@pytest.fixture
def from_files(monkeypatch):
    """Read a loader's scenarios from their files, and ignore the list next to them."""

    def read(system):
        loader = import_module(f"wab.content.{system}.loader")
        with monkeypatch.context() as patch:
            patch.setattr(Shelf, "listed", lambda shelf, files: None)
            pack._listed.cache_clear()
            infos = loader.PACK.infos()
        pack._listed.cache_clear()
        return infos

    return read


@pytest.mark.parametrize("system", NAMES)
def test_the_list_that_the_program_reads_says_what_the_files_say(system, from_files):
    shelf = Shelf(system)
    kept = msgspec.json.decode(shelf.list_path.read_bytes(), type=ScenarioList)
    assert kept.digest == get_system(system).data_digest(), "make scenario-list"
    assert get_system(system).scenarios() == from_files(system), "make scenario-list"


def test_a_list_made_from_other_data_or_damaged_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(Shelf, "root", tmp_path)
    shelf, infos = Shelf("cards"), get_system("cards").scenarios()
    shelf.write_list(digest_of(tmp_path, ()), infos)
    assert [info.id for info in shelf.listed(())] == [info.id for info in infos]
    shelf.write_list("another digest", infos)
    assert shelf.listed(()) is None
    for damaged in (b"", b"[" * 5000, b'{"digest": 1}', b"\xff"):
        shelf.list_path.write_bytes(damaged)
        assert shelf.listed(()) is None
    shelf.list_path.unlink()
    assert shelf.listed(()) is None


def test_a_damaged_scenario_is_never_written_into_the_list(monkeypatch):
    damage = Damage("cards/x", "x.yaml", DataError("x.yaml", 1, "", "is wrong"))
    monkeypatch.setattr(Shelf, "list_path", Path("/nowhere/scenarios.json"))
    monkeypatch.setattr(type(get_system("cards")), "damaged", lambda system: (damage,))
    with pytest.raises(DataError, match="is wrong"):
        scenario_list.write_list("cards")
