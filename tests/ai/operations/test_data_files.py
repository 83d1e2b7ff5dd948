"""The data files of the players are checked before anybody plays with them."""

import pytest

from ai.operations.data_files import data_files, is_data_file, problems
from ai.operations.levels import FOLDER

FILES = {file.name: file for file in data_files()}


def told_of(tmp_path, name, old, new):
    """What is said of a shipped file in which a text stands for another, once."""
    text = FILES[name].read_text(encoding="utf-8")
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return [str(problem) for problem in problems(tmp_path / name)]


def test_no_file_is_forgotten():
    assert {file.name for file in FOLDER.glob("*.yaml")} == set(FILES)


@pytest.mark.parametrize("name", sorted(FILES))
def test_the_shipped_files_are_sound(name):
    assert is_data_file(FILES[name])
    assert list(problems(FILES[name])) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("levels.yaml", "lapses: 0.46", "lapses: 1.46", "lapses"),
        ("levels.yaml", "plans: true", "planz: true", "planz"),
        ("personalities.yaml", "aggression", "agression", "aggression"),
        ("planning.yaml", "horizon: 10", "horizon: soon", "horizon"),
        ("planning.yaml", "cheap: 40.0", "", "cheap"),
        ("foresight.yaml", "belief: 0.8", "belief: 1.8", "belief"),
        ("foresight.yaml", "aftermath: 0.7", "", "aftermath"),
        ("openings.yaml", "side: allied", "side: alied", "allied"),
        ("openings.yaml", "scenario: operations/", "scenario: operation/", "operations/"),
        ("openings.yaml", "spirit: careful", "spirit: carefull", "spirit"),
        ("openings.yaml", "stress: {'", "stress: {'99", "hex"),
        ("openings.yaml", "share: 0", "share: 7", "share"),
    ],
)
def test_what_is_wrong_is_told_with_file_line_and_field(tmp_path, name, old, new, said):
    (problem, *_) = told_of(tmp_path, name, old, new)
    assert f"{name}:" in problem and said in problem


def test_a_scenario_file_is_none_of_them(tmp_path):
    assert not is_data_file(tmp_path / "levels.yaml")
