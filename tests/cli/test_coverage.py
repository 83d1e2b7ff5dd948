"""The count of rules implemented and tested, and the ledgers it is made from."""

import pytest

from wab.cli.coverage import citations, coverage, files_of_tests, marks, program_files, unknown_ids
from wab.content.ledger import entry, ledgers, search
from wab.engine import UsageError


def test_no_code_data_or_test_names_a_rule_that_no_ledger_has():
    assert unknown_ids() == []


def test_coverage_as_json(run):
    counted = run("coverage", "--json").json
    assert set(counted) == {"blind", "cards", "omaha", "operations", "zocbonds"}
    for system, row in counted.items():
        assert set(row) >= {"clauses", "implemented", "tested", "missing", "by_kind"}
        ids = [clause.id for clause in ledgers()[system].clauses]
        assert row["clauses"] == len(ids)
        assert sorted(row["implemented"] + row["missing"]) == sorted(ids)
        assert set(row["tested"]) <= set(ids)
        assert sum(kind["clauses"] for kind in row["by_kind"].values()) == row["clauses"]
        assert sum(kind["implemented"] for kind in row["by_kind"].values()) == len(row["implemented"])
        assert sum(kind["tested"] for kind in row["by_kind"].values()) == len(row["tested"])


def test_coverage_for_people(run):
    ran = run("coverage")
    assert ran.code == 0
    assert "operations" in ran.out


def test_what_a_well_known_rule_counts_as():
    operations = coverage()["operations"]
    assert "OPS-6.4-2" in operations.implemented
    assert len(operations.implemented) > 100


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("# OPS-6.4-1", ["OPS-6.4-1"]),
        ("OPS-6.4-1, OPS-6.4-3.", ["OPS-6.4-1", "OPS-6.4-3"]),
        ("OPS-6.4-2 to OPS-6.4-4)", ["OPS-6.4-2", "OPS-6.4-3", "OPS-6.4-4"]),
        ("OPS-6.4-2 to OPS-7.2-4", ["OPS-6.4-2", "OPS-7.2-4"]),
        ("OPS-T-CRT: ZOC-X-4.2b; NOT-1-1 XOPS-6.4-1", ["OPS-T-CRT", "ZOC-X-4.2b"]),
    ],
)
def test_ids_are_found_in_any_text(tmp_path, text, ids):
    (tmp_path / "x.py").write_text(f"\n{text}\n", encoding="utf-8")
    found = list(citations([tmp_path / "x.py"]))
    assert [citation.id for citation in found] == ids
    assert {citation.line for citation in found} == {2}


def test_marks_are_found_wherever_pytest_takes_them(tmp_path):
    (tmp_path / "x.py").write_text(
        "import pytest\n"
        "pytestmark = pytest.mark.clause('A-1')\n"
        "@pytest.mark.clause('A-2', 'A-3')\n"
        "def test_x(): 'A-9'\n"
        "@pytest.mark.parametrize('n', [pytest.param(1, marks=pytest.mark.clause('A-4'))])\n"
        "@pytest.mark.window\n"
        "def test_y(n): ...\n",
        encoding="utf-8",
    )
    assert sorted(citation.id for citation in marks([tmp_path / "x.py"])) == ["A-1", "A-2", "A-3", "A-4"]


def test_program_and_tests_are_read():
    names = {path.name for path in program_files()}
    assert {"movement.py", "units.yaml"} <= names
    assert "test_coverage.py" in {path.name for path in files_of_tests()}


# ---------------------------------------------------------------- ledgers


def test_every_ledger_is_whole():
    for system, ledger in ledgers().items():
        assert ledger.system == system
        ids = [found.id for found in ledger.entries]
        assert len(ids) == len(set(ids))
        assert all(id_.startswith(f"{ledger.prefix}-") for id_ in ids)
        needed = {need for clause in ledger.clauses for need in clause.needs}
        assert needed - ledger.ids == set()


def test_an_entry_is_found_by_its_id_and_a_wrong_id_names_the_nearest():
    ledger, clause = entry("ops-6.4-1")
    assert (ledger.system, clause.id, clause.section) == ("operations", "OPS-6.4-1", "6.4")
    with pytest.raises(UsageError, match="did you mean OPS"):
        entry("OPS-6.4-1x")


def test_titles_come_first_in_a_search():
    found = [clause for _, clause in search("zones of control")]
    in_title = ["zones" in clause.title.casefold() and "control" in clause.title.casefold() for clause in found]
    assert in_title == sorted(in_title, reverse=True)
    assert len(found) > sum(in_title) > 0
