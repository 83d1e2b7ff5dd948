"""The list of scenarios in the manual is that of the files."""

from tools import scenario_list
from wab.systems import get_system


def test_the_manual_lists_the_scenarios_as_their_files_are():
    page = scenario_list.PAGE.read_text(encoding="utf-8")
    assert scenario_list.section() in page, "`make scenario-list` writes it"


def test_each_scenario_is_named_and_both_campaigns_are_whole():
    text = scenario_list.section()
    for info in get_system(scenario_list.SYSTEM).scenarios():
        assert text.count(f"{info.title['en']} ") >= max(1, len(info.campaigns)), info.id
    rows = [line for line in text.splitlines() if line.startswith("| ") and "---" not in line]
    assert len(rows) == 10 + 10 + 10 + 2 + 4  # shared ones twice; four headings
    assert sum(line.startswith("| 10. The Cauldron") for line in rows) == 2


def test_the_section_is_written_between_its_marks(tmp_path):
    page = tmp_path / "manual.md"
    page.write_text("a\n<!-- scenarios: begin -->\nSTALE\n<!-- scenarios: end -->\nb\n", encoding="utf-8")
    scenario_list.main(["--page", str(page)])
    text = page.read_text(encoding="utf-8")
    assert text.startswith("a\n") and text.endswith("b\n") and "STALE" not in text
    assert "| 1. Cliffs and Shingle | 6 to 9 June | 4 |" in text
