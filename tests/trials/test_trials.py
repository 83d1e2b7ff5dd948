"""The trials go on where they stopped, tell how to repeat what failed, and write one page."""

from contextlib import nullcontext

import msgspec
import pytest

from trials import __main__ as trials
from trials import parts as parts_of_trials
from trials.parts import PARTS, chapters, long_tests
from trials.trust.finding import Finding
from wab.engine.outside.places import Here
from wab.systems import NAMES


class TwoAtOnce(Here):
    """A place that does its work in this process."""

    slots = 2


def odd(number, seed):
    """A case that fails if its number is 3."""
    return Finding("odd", "numbers", 2, ("three is odd",) if number == 3 else ())


def escaping(number, seed):
    raise KeyError("what")


@pytest.fixture
def run(monkeypatch, tmp_path):
    parts = {"odd": trials.Part("numbers", odd, cases=6), "escaping": trials.Part("errors", escaping, cases=1)}
    for module in (trials, parts_of_trials):
        monkeypatch.setattr(module, "PARTS", parts)
    monkeypatch.setattr(trials, "place_of", lambda workers, cluster: nullcontext(TwoAtOnce()))
    kept = ["--page", str(tmp_path / "page.md"), "--store", str(tmp_path / "rows.json")]
    return lambda *words: trials.main([*words, *kept])


def rows(tmp_path):
    return msgspec.json.decode((tmp_path / "rows.json").read_bytes(), type=dict[str, trials.Row])


def test_trials_that_were_stopped_go_on_with_the_next_case(run, tmp_path):
    assert run("--only", "odd", "--minutes", "0") == 0  # one batch: cases 0 and 1
    assert (rows(tmp_path)["odd"].next, rows(tmp_path)["odd"].tried) == (2, 4)
    assert run("--only", "odd") == 1
    assert (rows(tmp_path)["odd"].next, rows(tmp_path)["odd"].tried) == (6, 12)


def test_another_seed_and_a_part_that_is_done_begin_again(run, tmp_path):
    run("--only", "odd")
    assert run("--only", "odd", "--minutes", "0") == 0
    assert rows(tmp_path)["odd"].next == 2
    run("--only", "odd", "--minutes", "0", "--seed", "2")
    assert (rows(tmp_path)["odd"].seed, rows(tmp_path)["odd"].next) == (2, 2)


def test_a_failure_is_told_with_the_command_that_repeats_it(run, tmp_path, capsys):
    assert run("--only", "odd") == 1
    assert "three is odd (python -m trials odd --seed 1 --case 3)" in capsys.readouterr().out
    assert run("odd", "--case", "3") == 1
    assert "three is odd" in capsys.readouterr().out
    assert run("odd", "--case", "4") == 0


def test_what_escapes_from_a_case_is_a_failure(run, tmp_path, capsys):
    assert run("--only", "escaping") == 1
    assert "KeyError" in capsys.readouterr().out


def test_the_page_keeps_the_rows_of_other_parts_and_names_failures(run, tmp_path):
    run("--only", "escaping")
    run("--only", "odd")
    text = (tmp_path / "page.md").read_text("utf-8")
    assert "| odd | 12 numbers | 1 |" in text
    assert "| escaping | 1 cases | 1 |" in text
    assert "### Failures: odd" in text and "three is odd" in text


def test_a_part_and_its_case_are_named_together(run):
    for words in (["odd"], ["--case", "3"]):
        with pytest.raises(SystemExit):
            run(*words)


def test_every_system_is_soaked_and_every_chapter_changed():
    assert {f"soak-{name}" for name in NAMES} <= set(PARTS)
    assert {system for system, _ in chapters()} > set(NAMES)
    assert len(chapters()) > 80


def test_what_leaves_the_short_run_of_tests_is_tried_here():
    files = {path.as_posix() for path in long_tests()}
    assert {"tests/ai/gym/test_gym.py", "tests/ai/gym_zocbonds/test_gym_zocbonds.py"} <= files


def test_cases_are_tried_in_processes_of_their_own(tmp_path, monkeypatch, capsys):
    kept = ["--page", str(tmp_path / "page.md"), "--store", str(tmp_path / "rows.json")]
    assert trials.main(["--only", "seeds", *kept]) == 0
    assert f"seeds: {13 * len(NAMES)} seeds of odd types, 0 failures" in capsys.readouterr().out


def test_trials_that_are_broken_off_say_that_they_go_on(run, tmp_path, monkeypatch, capsys):
    run("--only", "odd", "--minutes", "0")

    def broken(name, seed, case):
        raise KeyboardInterrupt

    monkeypatch.setattr(trials, "try_out", broken)
    assert run("--only", "odd") == 0
    assert "the next run goes on here" in capsys.readouterr().out
    assert rows(tmp_path)["odd"].next == 2
