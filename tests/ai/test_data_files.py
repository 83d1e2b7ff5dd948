"""The data files of the players are checked before a game uses them."""

from pathlib import Path

import pytest

import ai
from ai.data_files import data_files, is_data_file, problems

FOLDER = Path(ai.__file__).parent
FILES = {str(file.relative_to(FOLDER)): file for file in data_files()}


def told_of(tmp_path, name, old, new):
    """Return what is said of a shipped file in which a text stands for another, once."""
    text = FILES[name].read_text(encoding="utf-8")
    assert old in text
    copy = tmp_path / FILES[name].name
    copy.write_text(text.replace(old, new, 1), encoding="utf-8")
    return [str(problem) for problem in problems(copy, FILES[name])]


def test_no_file_is_forgotten():
    assert {str(file.relative_to(FOLDER)) for file in FOLDER.glob("*/data/*.yaml")} == set(FILES)


@pytest.mark.parametrize("name", sorted(FILES))
def test_the_shipped_files_are_sound(name):
    assert is_data_file(FILES[name])
    assert list(problems(FILES[name])) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("operations/data/levels.yaml", "lapses: 0.46", "lapses: 1.46", "lapses"),
        ("operations/data/levels.yaml", "plans: true", "planz: true", "planz"),
        ("operations/data/personalities.yaml", "aggression", "agression", "aggression"),
        ("operations/data/planning.yaml", "horizon: 10", "horizon: soon", "horizon"),
        ("operations/data/planning.yaml", "cheap: 40.0", "", "cheap"),
        ("operations/data/foresight.yaml", "belief: 0.8", "belief: 1.8", "belief"),
        ("operations/data/foresight.yaml", "aftermath: 0.7", "", "aftermath"),
        ("operations/data/openings.yaml", "side: allied", "side: alied", "allied"),
        ("operations/data/openings.yaml", "scenario: operations/", "scenario: operation/", "operations/"),
        ("operations/data/openings.yaml", "spirit: careful", "spirit: carefull", "spirit"),
        ("operations/data/openings.yaml", "stress: {'", "stress: {'99", "hex"),
        ("operations/data/openings.yaml", "share: 0", "share: 7", "share"),
        ("cards/data/levels.yaml", "worlds: 10", "worlds: 0", "worlds"),
        ("cards/data/levels.yaml", "rounds: 3, ", "", "rounds"),
        ("cards/data/levels.yaml", "name: easy", "nane: easy", "nane"),
        ("zocbonds/data/levels.yaml", "lapses: 0.35", "lapses: 1.35", "lapses"),
        ("zocbonds/data/levels.yaml", "sweeps: 2, ", "", "sweeps"),
        ("zocbonds/data/levels.yaml", "careful]", "carefull]", "carefull"),
        ("zocbonds/data/levels.yaml", "levels:", "level:", "level"),
    ],
)
def test_what_is_wrong_is_told_with_file_line_and_field(tmp_path, name, old, new, said):
    (problem, *_) = told_of(tmp_path, name, old, new)
    assert f"{Path(name).name}:" in problem and said in problem


def test_a_scenario_file_is_none_of_them(tmp_path):
    assert not is_data_file(tmp_path / "levels.yaml")
