"""The lists of scenarios in the manual agree with the files."""

import pytest

from tools import scenario_list
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
