"""The mutation check changes what it says it changes, notices what tests notice, and says what they do not."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tools.mutants import (
    KILLED,
    MODULES_OF,
    NO_DIFFERENCE,
    SURVIVED,
    Results,
    chosen_mutants,
    known_equivalents,
    percent,
)
from tools.mutation.changes import mutants, parsed

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


def test_every_module_has_changes_and_every_known_equivalent_is_one_of_them():
    of_system = {
        system: {mutant.key for module in modules for mutant in chosen_mutants(module, 0, system)}
        for system, modules in MODULES_OF.items()
    }
    assert all(len(keys) > 500 for keys in of_system.values())
    keys = set().union(*of_system.values())
    known = known_equivalents()
    assert sorted(set(known) - keys) == []
    assert all(len(why) > 10 for why in known.values())


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
    command = [sys.executable, "-m", "tools.mutants", *words, "--processes", "1", "--report", str(page)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    return ran, page.read_text("utf-8") if page.exists() else ""


def test_a_few_changes_of_fatigue_are_noticed_by_its_tests(tmp_path):
    ran, page = run(
        tmp_path, "--modules", "fatigue", "--sample", "6", "--tests", "tests/rules/operations/test_fatigue.py"
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "fatigue: 6 changes" in ran.stdout
    assert "| fatigue | 6 |" in page


def test_tests_that_pass_whatever_is_changed_let_the_changes_survive(tmp_path):
    lenient = tmp_path / "test_lenient.py"
    lenient.write_text(
        "from wab.systems.operations.fatigue import recovered\n\n\n"
        "def test_nothing():\n    try:\n        recovered(None, None)\n    except Exception:\n        pass\n",
        encoding="utf-8",
    )
    ran, page = run(tmp_path, "--modules", "fatigue", "--tests", str(lenient))
    assert ran.returncode == 1
    assert "fatigue.recovered: table.recovery + table.rest -> table.recovery - table.rest [survived]" in ran.stdout
    assert "[not tested]" in ran.stdout
    assert "0.0 %" in page
