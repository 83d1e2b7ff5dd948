"""The lists of scenarios, in the manual and for the start of the program, are those of the files."""

from importlib import import_module
from pathlib import Path

import msgspec
import pytest

from tools import scenario_list
from wab.content.shelf import ScenarioList, Shelf, digest_of
from wab.engine.errors import DataError
from wab.engine.system import Damage
from wab.systems import NAMES, get_system


@pytest.mark.parametrize("system", NAMES)
def test_the_manual_lists_the_scenarios_as_their_files_are(system):
    page = scenario_list.PAGE.read_text(encoding="utf-8")
    assert scenario_list.section(system) in page, "`make scenario-list` writes it"


@pytest.mark.parametrize("system", NAMES)
def test_each_scenario_is_named(system):
    text = scenario_list.section(system)
    for info in get_system(system).scenarios():
        assert text.count(f"{info.title['en']} ") >= max(1, len(info.campaigns)), info.id


def test_both_campaigns_are_whole():
    rows = [line for line in scenario_list.section("operations").splitlines() if line.startswith("| ")]
    rows = [line for line in rows if "---" not in line]
    assert len(rows) == 10 + 10 + 10 + 2 + 4  # shared ones twice; four headings
    assert sum(line.startswith("| 10. The Cauldron") for line in rows) == 2


def test_a_battle_by_cards_says_with_how_many_medals_it_is_won():
    text = scenario_list.section("cards")
    assert "| Pegasus Bridge †† | 6 June | 25 | 8:8 | 4:4 | 1 |" in text
    assert "| Mortain †† | 7 and 8 August | 40 | 15:12 | 5:7 | 4 |" in text


def test_the_sections_are_written_between_their_marks(tmp_path):
    page = tmp_path / "manual.md"
    marks = [f"<!-- scenarios of {name}: begin -->\nSTALE\n<!-- scenarios of {name}: end -->\n" for name in NAMES]
    page.write_text("a\n" + "".join(marks) + "b\n", encoding="utf-8")
    scenario_list.main(["--page", str(page)])
    text = page.read_text(encoding="utf-8")
    assert text.startswith("a\n") and text.endswith("b\n") and "STALE" not in text
    assert "| 1. Cliffs and Shingle | 6 to 9 June | 4 |" in text


@pytest.fixture
def from_files(monkeypatch):
    """Read a loader's scenarios from their files, whatever the list beside them says."""

    def read(system):
        loader = import_module(f"wab.content.{system}.loader")
        with monkeypatch.context() as patch:
            patch.setattr(Shelf, "listed", lambda shelf, files: None)
            loader._listed.cache_clear()
            infos = loader.scenario_infos()
        loader._listed.cache_clear()
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
