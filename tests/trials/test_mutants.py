"""The mutation check changes what it says it changes, notices what tests notice, and says what they do not."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from trials.mutants import (
    KILLED,
    MODULES_OF,
    NO_DIFFERENCE,
    SURVIVED,
    Results,
    _arguments,
    _planned,
    chosen_mutants,
    known_equivalents,
    percent,
    told,
)
from trials.mutation.changes import mutants, parsed
from trials.mutation.chapters import FIELD, LEFT_OUT, REASONS, folder_of, places_of_tests
from trials.mutation.running import _give_body, running_functions
from trials.mutation.store import Store, Suite, source_digest
from wab.systems import NAMES

ROOT = Path(__file__).resolve().parents[2]

SOURCE = '''
"""A rule."""

from __future__ import annotations

LIMIT = 3


def allowed(points: int, left: int = 2, *, free: bool = False) -> bool:
    """Tell whether so many points can be spent."""
    if free:
        return True
    if points < 0:
        raise ValueError("less than nothing" + str(1))
    return points <= left and points + 1 != LIMIT


def steps(units):
    yield from sorted(unit for unit in units if unit > 1)
    units.insert(min(4, 5), 6)


class Unit:
    @property
    def fresh(self):
        return not self.lost
'''


@pytest.fixture
def changes(tmp_path):
    path = tmp_path / "rule.py"
    path.write_text(SOURCE, encoding="utf-8")
    return mutants("a.rule", path)


def test_changes_are_of_all_sorts(changes):
    told = {mutant.key.removeprefix("rule.") for mutant in changes}
    assert {
        "allowed: points < 0 -> points <= 0",
        "allowed: 0 -> 1",
        "allowed: points + 1 -> points - 1",
        "allowed: points <= left and points + 1 != LIMIT -> points <= left or points + 1 != LIMIT",
        "allowed: points <= left and points + 1 != LIMIT -> points <= left",
        "allowed: True -> False",
        "allowed: return True -> return None",
        "steps: for unit in units if unit > 1 -> for unit in units",
        "steps: min(4, 5) -> max(4, 5)",
        "steps: units.insert(min(4, 5), 6) -> units.insert(6, min(4, 5))",
        "steps: units.insert(min(4, 5), 6) -> if False: units.insert(min(4, 5), 6)",
        "Unit.fresh: not self.lost -> self.lost",
    } <= told
    assert any(key.startswith("allowed: if free") for key in told)
    assert len({mutant.key for mutant in changes}) == len(changes)


def test_texts_defaults_and_errors_of_the_program_are_left_alone(changes):
    told = " ".join(mutant.change for mutant in changes)
    assert "less than nothing" not in told
    assert "LIMIT = " not in told
    assert not [mutant for mutant in changes if mutant.line <= 9]


def test_every_change_can_be_run_and_does_what_it_says(changes):
    for mutant in changes:
        code = mutant.code()
        assert code.co_qualname == mutant.function
    (wrong,) = (mutant for mutant in changes if mutant.change == "points < 0 -> points <= 0")
    space: dict[str, object] = {}
    exec(compile(parsed(wrong.path), "rule.py", "exec"), space)
    allowed = space["allowed"]
    assert allowed(0) is True
    allowed.__code__ = wrong.code()
    with pytest.raises(ValueError, match="less than nothing"):
        allowed(0)


def test_a_sample_is_the_same_every_time_and_a_part_of_all():
    some = chosen_mutants("zoc", 5)
    assert some == chosen_mutants("zoc", 5)
    assert len(some) == 5
    assert set(some) <= set(chosen_mutants("zoc", 0))


def test_of_a_system_or_a_chapter_that_is_named_every_change_is_tried():
    chosen = _arguments(["--sample", "2", "--whole", FIELD, "zoc"])
    assert len(_planned(FIELD, chosen)) == sum(len(chosen_mutants(module, 0, FIELD)) for module in MODULES_OF[FIELD])
    tried = Counter(mutant.module.rsplit(".", 1)[-1] for mutant in _planned("operations", chosen))
    assert (tried["combat"], tried["zoc"]) == (2, len(chosen_mutants("zoc", 0)))


def test_every_module_has_changes_and_every_known_equivalent_is_one_of_them():
    for system, modules in MODULES_OF.items():
        keys = {mutant.key for module in modules for mutant in chosen_mutants(module, 0, system)}
        assert len(keys) > 500
        known = known_equivalents(system)
        assert sorted(set(known) - keys) == []
        assert all(len(why) > 10 for why in known.values())


def test_every_module_of_every_system_is_a_chapter_or_left_out_for_a_reason():
    assert set(MODULES_OF) == {*NAMES, FIELD}
    there = {system: {path.stem for path in folder_of(system).rglob("*.py")} for system in MODULES_OF}
    assert sorted(set(LEFT_OUT) - set().union(*there.values())) == []
    for system, modules in MODULES_OF.items():
        assert set(modules) == there[system] - set(LEFT_OUT) - {"boards", "positions"}  # aids of tests
    assert {"air", "anti_air", "apply", "flow", "reinforcements", "weather", "sight"} <= set(MODULES_OF["operations"])
    assert {"section_cards", "tactic_cards", "specials", "overlord", "ambush"} <= set(MODULES_OF["cards"])
    assert {"chances", "control", "costs", "moves", "stacking", "supply", "zones"} <= set(MODULES_OF[FIELD])
    assert all(module in MODULES_OF[system] for system, module in REASONS)
    assert all((ROOT / place).exists() for system in MODULES_OF for place in places_of_tests(system))


def test_what_makes_no_difference_does_not_count():
    first, second, third = chosen_mutants("fatigue", 3)
    results = Results({first.key: "it is never asked"})
    for mutant, verdict in ((first, SURVIVED), (second, SURVIVED), (third, KILLED)):
        results.take(mutant, verdict)
    assert results.of("fatigue") == Counter({NO_DIFFERENCE: 1, SURVIVED: 1, KILLED: 1})
    assert percent(results.of("fatigue")) == 50
    assert results.survivors("fatigue") == [(second, SURVIVED)]


def run(tmp_path, *words):
    """In a process of its own: it runs pytest, and forks."""
    page = tmp_path / "mutation.md"
    kept = ("--store", str(tmp_path / "kept"), "--processes", "1", "--report", str(page))
    command = [sys.executable, "-m", "trials.mutants", *words, *kept]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    return ran, page.read_text("utf-8") if page.exists() else ""


def test_a_few_changes_of_fatigue_are_noticed_by_its_tests_and_kept(tmp_path):
    words = ("--modules", "fatigue", "--sample", "6", "--tests", "tests/rules/operations/units/test_fatigue.py")
    ran, page = run(tmp_path, *words)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "0 changes known from earlier runs, 6 to try" in ran.stdout
    assert "fatigue: 6 changes" in ran.stdout
    assert "## operations" in page
    assert "| all | 6 |" in page
    assert "| fatigue |" not in page and "Chapters with every change noticed: 1 of 1." in page
    assert "a sample, at most 6 changes a chapter: 6 of 27." in page
    assert "* field: `tests/field`, `tests/rules/operations`" in page

    again, _ = run(tmp_path, *words)
    assert again.returncode == 0
    assert "to try" not in again.stdout
    assert "fatigue: 6 changes" in again.stdout

    more, page = run(tmp_path, "--modules", "fatigue", "--stored", "--tests", words[-1])
    assert more.returncode == 1
    assert "fatigue: 6 of 2" in more.stdout
    assert "| fatigue | 6 of 27 |" in page
    assert "every change, 27. 21 of them wait for the next run." in page


def test_a_page_keeps_the_parts_of_systems_that_were_not_looked_at():
    other = Results({}, "cards", Counter(), 0)
    page = told([other], "# Mutation check\n\n## operations\n\nas before\n\n## cards\n\nold\n\n## field\n\nlast\n")
    assert "## operations\n\nas before\n\n## cards\n\n" in page and page.endswith("## field\n\nlast\n")
    assert "old" not in page.partition("## operations")[2]


def test_the_page_names_survivors_and_not_the_changes_that_make_no_difference():
    known, missed = chosen_mutants("fatigue", 2)
    results = Results({known.key: "it is never asked"}, planned=Counter({"fatigue": 2}))
    for mutant in (known, missed):
        results.take(mutant, SURVIVED)
    page = told([results])
    assert f"`fatigue.{missed.function}`, line {missed.line}: `{missed.change}`" in page
    assert "it is never asked" not in page


def test_tests_that_pass_whatever_is_changed_let_the_changes_survive(tmp_path):
    lenient = tmp_path / "test_lenient.py"
    lenient.write_text(
        "from wab.systems.operations.units.fatigue import recovered\n\n\n"
        "def test_nothing():\n    try:\n        recovered(None, None)\n    except Exception:\n        pass\n",
        encoding="utf-8",
    )
    ran, page = run(tmp_path, "--modules", "fatigue", "--tests", str(lenient))
    assert ran.returncode == 1
    assert "fatigue.recovered: table.recovery + table.rest -> table.recovery - table.rest [survived]" in ran.stdout
    assert "[not tested]" in ran.stdout
    assert "0.0 %" in page


# ---------------------------------------------------------------- what is kept between runs


@pytest.fixture
def checkout(tmp_path):
    """A module, and tests of it."""
    (tmp_path / "rule.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "boards.py").write_text("SIZE = 1\n", encoding="utf-8")
    (tmp_path / "tests" / "test_rule.py").write_text(
        "def board(): return 1\ndef test_one(): assert board()\ndef test_two(): assert board()\n", encoding="utf-8"
    )
    return tmp_path


def stored(checkout):
    """The store as a new process finds it: nothing of an earlier look at the files is remembered."""
    source_digest.cache_clear()
    return Store(checkout / "kept", Suite(checkout, ["tests"]))


def kept_after(checkout, file, old, new):
    """Return which of two verdicts, one by test_one and one of a survivor, still hold when a file is changed."""
    changes = mutants("a.rule", checkout / "rule.py")
    noticed, missed = changes[:2]
    store = stored(checkout)
    store.add(noticed, KILLED, "tests/test_rule.py::test_one[case]", "first run")
    store.add(missed, SURVIVED, "", "first run")
    path = checkout / file
    path.write_text(path.read_text("utf-8").replace(old, new), encoding="utf-8")
    known = stored(checkout).known(changes)
    return [mutant.key in known for mutant in (noticed, missed)]


@pytest.mark.parametrize(
    ("file", "old", "new", "kept"),
    [
        ("rule.py", "no such text", "", [True, True]),
        ("rule.py", "LIMIT = 3", "LIMIT = 4", [False, False]),
        ("tests/test_rule.py", "def test_two(): assert board()", "def test_two(): assert True", [True, False]),
        ("tests/test_rule.py", "def test_one(): assert board()", "def test_one(): assert True", [False, False]),
        ("tests/test_rule.py", "return 1", "return 2", [False, False]),
        ("tests/boards.py", "1", "2", [False, False]),
    ],
)
def test_a_verdict_holds_as_long_as_module_and_test_are_the_same(checkout, file, old, new, kept):
    assert kept_after(checkout, file, old, new) == kept


def test_a_run_that_cannot_be_relied_on_is_forgotten_and_a_torn_line_passed_over(checkout):
    first, second = mutants("a.rule", checkout / "rule.py")[:2]
    store = stored(checkout)
    store.add(first, SURVIVED, "", "one")
    store.add(second, SURVIVED, "", "two")
    store.forget("two")
    with (checkout / "kept" / "rule.jsonl").open("ab") as file:
        file.write(b'{"key":"torn')
    assert set(stored(checkout).known([first, second])) == {first.key}


MAKER = """
def limit(most):
    def within(points):
        return points <= most
    return within, lambda points: points > most


WITHIN, BEYOND = limit(3)
"""


def test_functions_that_a_changed_function_has_made_before_are_changed_with_it(tmp_path, monkeypatch):
    path = tmp_path / "maker_of_rules.py"
    path.write_text(MAKER, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    module = import_module("maker_of_rules")
    assert (module.WITHIN(3), module.BEYOND(3)) == (True, False)
    for mutant in mutants("maker_of_rules", path):
        if mutant.change in ("points <= most -> points < most", "points > most -> points >= most"):
            _give_body(module.limit, mutant.code())
    assert module.WITHIN(3) is True, "the last change is in force, which is not this one"
    assert module.BEYOND(3) is True
    assert module.limit(5)[1](5) is True


def test_methods_properties_and_kept_properties_are_found_as_they_run():
    found = running_functions(import_module("wab.systems.operations.combat.modifiers"))
    assert {"Engagement.origins", "Engagement.conduct", "divisional_integrity"} <= found.keys()
