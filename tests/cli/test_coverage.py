"""The count of rules implemented and tested, and the ledgers it is made from."""

import pytest

from wab.cli import exercised
from wab.cli.citing import cited_by_code, cited_by_data, data_files, line_of, listed, mentions, places, program_files
from wab.cli.coverage import coverage, unknown_ids
from wab.cli.exercised import checkout, collect, collected, counting
from wab.content.ledger import entry, ledgers, ledgers_in, search
from wab.engine import DataError, UsageError


def test_no_code_data_or_test_names_a_rule_that_no_ledger_has():
    assert unknown_ids() == []


def test_coverage_as_json(run):
    counted = run("coverage", "--json").json
    assert set(counted) == {"blind", "cards", "omaha", "operations", "zocbonds"}
    for system, row in counted.items():
        assert set(row) >= {"clauses", "implemented", "tested", "missing", "by_kind"}
        ledger = ledgers()[system]
        ids = [clause.id for clause in ledger.clauses]
        assert row["clauses"] == len(ids)
        assert sorted(row["implemented"] + row["missing"]) == sorted(ids)
        assert set(row["tested"]) <= set(ids)
        assert sum(kind["clauses"] for kind in row["by_kind"].values()) == row["clauses"]
        assert sum(kind["implemented"] for kind in row["by_kind"].values()) == len(row["implemented"])
        assert sum(kind["tested"] for kind in row["by_kind"].values()) == len(row["tested"])
        for part, entries in (("tables", ledger.tables), ("examples", ledger.examples)):
            assert row[part]["entries"] == len(entries)
            assert sorted(row[part]["implemented"] + row[part]["missing"]) == sorted(entry.id for entry in entries)


def test_coverage_for_people(run):
    ran = run("coverage")
    assert ran.code == 0
    assert "operations" in ran.out
    assert [line.split()[1:] for line in ran.out.splitlines() if line.split()[:1] == ["examples"]][1][0] == "97"


def test_what_a_well_known_rule_counts_as():
    operations = coverage()["operations"]
    assert "OPS-6.4-2" in operations.implemented
    assert "OPS-6.4-2" in operations.tested
    assert not operations.missing and not operations.untested
    assert "OPS-T-CRT" in operations.tables.implemented
    assert "OPS-X-1" in operations.examples.tested
    assert len(operations.implemented) > 100


def test_every_worked_example_of_omaha_has_a_test():
    examples = coverage()["omaha"].examples
    assert (len(examples.tested), examples.missing) == (76, ())


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("# OPS-6.4-1", ["OPS-6.4-1"]),
        ("OPS-6.4-1, OPS-6.4-3.", ["OPS-6.4-1", "OPS-6.4-3"]),
        ("OPS-6.4-2 to OPS-6.4-4)", ["OPS-6.4-2", "OPS-6.4-3", "OPS-6.4-4"]),
        ("OPS-6.4-2 to OPS-7.2-4", ["OPS-6.4-2", "OPS-7.2-4"]),
        ("OPS-T-CRT: CRD-X-4; NOT-1-1 XOPS-6.4-1", ["OPS-T-CRT", "CRD-X-4"]),
    ],
)
def test_ids_are_found_in_any_text(tmp_path, text, ids):
    (tmp_path / "x.py").write_text(f"\n{text}\n", encoding="utf-8")
    found = list(mentions([tmp_path / "x.py"]))
    assert [citation.id for citation in found] == ids
    assert {citation.line for citation in found} == {2}


# ---------------------------------------------------------------- what counts as implemented

CITED = '''"""The purpose of the module (OPS-6.4-1)."""

LIMIT = 3
"""The use of the value (OPS-6.4-2)."""


class Rule:
    """A rule (OPS-6.4-3)."""

    points: int
    """The points of the rule (OPS-6.4-4)."""

    def cost(self):
        """Return the cost (OPS-7.2-1 to OPS-7.2-3)."""
        return Refusal("no", ("OPS-7.2-4",), clause="OPS-7.2-5")


class Order(Base):
    """An order without fields (OPS-7.2-6)."""
'''


def ids_of(tmp_path, text):
    path = tmp_path / "rule.py"
    path.write_text(text, encoding="utf-8")
    return sorted({citation.id for citation in cited_by_code(path)})


def test_docstrings_and_strings_of_code_that_runs_count(tmp_path):
    assert ids_of(tmp_path, CITED) == [f"OPS-6.4-{n}" for n in range(1, 5)] + [f"OPS-7.2-{n}" for n in range(1, 7)]


@pytest.mark.parametrize(
    "text",
    [
        "# OPS-6.4-1\nLIMIT = 3  # OPS-6.4-1\n",
        "def cost():\n    # OPS-6.4-1\n    return 1\n",
        '"""A module without code (OPS-6.4-1)."""\n',
        'def cost():\n    """OPS-6.4-1."""\n',
        'def cost():\n    """OPS-6.4-1."""\n    ...\n',
        'def cost():\n    """OPS-6.4-1."""\n    pass\n',
        'def cost():\n    """OPS-6.4-1."""\n    raise NotImplementedError\n',
        'class Rule:\n    """OPS-6.4-1."""\n',
        'def cost():\n    """A cost."""\n    spend()\n    "OPS-6.4-1"\n    return 1\n',
        '# def cost():\n#     """OPS-6.4-1."""\n#     return 1\n',
    ],
)
def test_comments_stubs_and_idle_strings_do_not_count(tmp_path, text):
    assert ids_of(tmp_path, text) == []


def test_a_function_that_is_commented_out_drops_its_rule(tmp_path):
    text = CITED.replace('        """Return the cost', '        # """Return the cost')
    lost = set(ids_of(tmp_path, CITED)) - set(ids_of(tmp_path, text))
    assert lost == {"OPS-7.2-1", "OPS-7.2-2", "OPS-7.2-3"}


def test_values_of_data_count_and_its_comments_do_not(tmp_path):
    path = tmp_path / "table.yaml"
    path.write_text(
        "# OPS-6.4-1\nledger: OPS-T-CRT  # OPS-6.4-2\nrows:\n  - {why: known, clause: OPS-6.4-3}\n", encoding="utf-8"
    )
    assert [(one.line, one.id) for one in cited_by_data(path)] == [(4, "OPS-6.4-3"), (2, "OPS-T-CRT")]


def test_every_place_of_the_reviewed_list_exists_and_is_needed():
    """A rule that code or data cite needs no place: the list is for rules that they cannot cite."""
    cited = {one.id for path in program_files() for one in cited_by_code(path)}
    cited |= {one.id for path in data_files() for one in cited_by_data(path)}
    assert {one.id for one in listed()} == set(places())
    assert sorted(cited & set(places())) == []


@pytest.mark.parametrize(
    ("file", "name", "there"),
    [
        ("wab/systems/operations/state/state.py", "State.copy", True),
        ("wab/systems/operations/state/state.py", "State.no_such_method", False),
        ("wab/systems/operations/no_such_file.py", "State", False),
        ("wab/engine/kernel/system.py", "System", True),
        ("campaigns/operations/tables/support.yaml", "bands.3.bonus", True),
        ("campaigns/operations/tables/support.yaml", "bands.30", False),
        ("campaigns/operations/tables/support.yaml", "no_such_field", False),
    ],
)
def test_a_place_has_a_line_if_it_exists(file, name, there):
    assert (line_of(file, name) > 0) is there


def test_a_designers_data_are_not_counted(monkeypatch, tmp_path):
    (tmp_path / "campaigns").mkdir()
    found = data_files()
    monkeypatch.setenv("WAB_DATA", str(tmp_path))
    assert data_files() == found != []
    assert list(listed())


def test_an_installed_program_has_no_tests_whatever_lies_beside_it(monkeypatch, tmp_path):
    (tmp_path / "tests").mkdir()
    monkeypatch.setattr("wab.cli.exercised.home", lambda: tmp_path)
    assert checkout() is None
    assert exercised.tested_ids() == frozenset()


def test_a_place_that_does_not_exist_is_an_error(monkeypatch):
    monkeypatch.setattr("wab.cli.citing.places", lambda: {"OPS-6.4-1": "wab/engine/kernel/dice.py::no_such_function"})
    with pytest.raises(DataError, match=r"no_such_function, which does not exist"):
        list(listed())


# ---------------------------------------------------------------- what counts as tested

TESTS = """
import pytest
from tests.helping import refused

IDS = ["A-8", "A-9"]

@pytest.mark.clause("A-1")
def test_with_an_assertion():
    assert 1 + 1 == 2

@pytest.mark.clause("A-2")
def test_without():
    print("A-2")

@pytest.mark.clause("A-3")
def test_that_cannot_fail():
    assert True

@pytest.mark.clause("A-4")
@SKIP
def test_skipped():
    assert 1 + 1 == 2

@pytest.mark.clause("A-5")
def helper_that_is_not_collected():
    assert 1 + 1 == 2

@pytest.mark.clause("A-6")
def test_with_a_helper():
    refused(1)

@pytest.mark.clause("A-7")
def test_that_expects_an_error():
    with pytest.raises(ValueError):
        int("x")

@pytest.mark.parametrize("n", [pytest.param(n, marks=pytest.mark.clause(id_)) for n, id_ in enumerate(IDS)])
def test_by_data(n):
    assert n < 2

class Board:
    @pytest.mark.clause("A-10")
    def test_in_a_class_that_is_not_collected(self):
        assert 1 + 1 == 2

class TestBoard:
    @pytest.mark.clause("A-11")
    def test_in_a_class(self):
        assert 1 + 1 == 2

@pytest.mark.parametrize("n", [1, pytest.param(2, marks=[SKIP, pytest.mark.clause("A-12")])])
def test_with_a_case_that_is_skipped(n):
    assert n

# @pytest.mark.clause("A-13")
# def test_commented_out():
#     assert 1 + 1 == 2

@pytest.mark.clause("A-14")
def test_with_a_helper_that_asserts_nothing():
    refused.idle()
"""
SKIP = "pytest.mark.sk" + "ip"


def exercised_in(folder, text):
    tests = folder / "tests"
    tests.mkdir(exist_ok=True)
    (folder / "pyproject.toml").write_text('[tool.pytest.ini_options]\npythonpath = ["."]\nmarkers = ["clause"]\n')
    (tests / "helping.py").write_text("def refused(n):\n    assert n\n\n\ndef idle():\n    pass\n", encoding="utf-8")
    (tests / "test_rule.py").write_text(text.replace("SKIP", SKIP), encoding="utf-8")
    return {id_ for test in counting(collect(folder, ["tests"]), folder) for id_ in test.ids}


def test_what_pytest_would_run_and_what_asserts_counts_as_tested(tmp_path):
    assert exercised_in(tmp_path, TESTS) == {"A-1", "A-6", "A-7", "A-8", "A-9", "A-11"}


def test_a_module_that_is_skipped_tests_nothing(tmp_path):
    assert exercised_in(tmp_path, "import pytest\npytestmark = SKIP\n" + TESTS) == set()


def test_tests_that_cannot_be_collected_are_told(tmp_path):
    with pytest.raises(UsageError, match="cannot collect the tests"):
        exercised_in(tmp_path, "import no_such_module\n")


def test_what_was_collected_is_kept_until_a_test_changes(tmp_path, monkeypatch):
    exercised_in(tmp_path, TESTS)
    first = collected(tmp_path)
    (kept,) = (tmp_path / "build" / "coverage").iterdir()
    monkeypatch.setattr("wab.cli.exercised.collect", lambda *_: pytest.fail("it is known"))
    assert collected(tmp_path) == first
    monkeypatch.undo()
    (tmp_path / "tests" / "test_rule.py").write_text(
        "import pytest\n@pytest.mark.clause('A-1')\ndef test_x(): assert [].copy() == []\n", encoding="utf-8"
    )
    assert [(test.name, test.ids) for test in collected(tmp_path)] == [("test_x", ("A-1",))]
    assert not kept.exists()


def test_program_and_data_are_read():
    names = {path.name for path in (*program_files(), *data_files())}
    assert {"movement.py", "units.yaml"} <= names


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
        entry(f"OPS-6.4-1{'x'}")


def test_titles_come_first_in_a_search():
    found = [clause for _, clause in search("zones of control")]
    in_title = ["zones" in clause.title.casefold() and "control" in clause.title.casefold() for clause in found]
    assert in_title == sorted(in_title, reverse=True)
    assert len(found) > sum(in_title) > 0


def test_a_ledger_that_is_no_text_is_told(tmp_path):
    (tmp_path / "made-up.yaml").write_bytes(b"system: \xea(\n")
    with pytest.raises(DataError, match="is not UTF-8 text"):
        ledgers_in(tmp_path)
