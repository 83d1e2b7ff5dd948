"""Errors speak the language of their reader, in any language when they were raised."""

import ast
import errno
from pathlib import Path

import pytest

import wab
from wab.content.reader import read_yaml
from wab.engine.files.limits import TooMuch, read_bounded
from wab.engine.saves.reader import open_save, read_save
from wab.engine.words.errors import DataError, NoSuchScenario, SaveError, UsageError, because, words_of
from wab.engine.words.text import N_, Text
from wab.locale import language
from wab.systems import get_system, system_of

HOME = Path(wab.__file__).parent
ROOMS = (
    "engine",
    "career",
    "systems/__init__.py",
    *(f"content/{name}.py" for name in ("nodes", "reader", "plain", "data")),
)
ERRORS = {
    "SaveError",
    "SaveLocked",
    "OtherData",
    "DataError",
    "UsageError",
    "TooMuch",
    "DamagedFrame",
    "error",
    "_error",
}


def in_both(error: Exception) -> tuple[str, str]:
    with language("en"):
        english = str(error)
    with language("fr"):
        return english, str(error).replace("\u00a0", " ")


def test_the_sentence_is_translated_when_it_is_read(tmp_path):
    with language("en"), pytest.raises(SaveError) as caught:
        read_save(tmp_path / "none.wab")
    path = tmp_path / "none.wab"
    assert in_both(caught.value) == (
        f"{path}: cannot be read (No such file or directory); is the name right?",
        f"{path} : lecture impossible (aucun fichier ni dossier de ce nom) ; le nom est-il juste ?",
    )


def test_a_line_of_a_save_and_a_line_of_a_data_file_are_named_as_tools_name_them(tmp_path):
    (tmp_path / "a.wab").write_text("hello")
    with pytest.raises(SaveError) as save:
        open_save(tmp_path / "a.wab", get_system)
    assert in_both(save.value)[1].startswith(f"{tmp_path / 'a.wab'}, ligne 1 : ce n’est pas une sauvegarde")
    (tmp_path / "a.yaml").write_text("1: 2\n1: 3\n")
    with pytest.raises(DataError) as data:
        read_yaml(tmp_path / "a.yaml", dict[str, int])
    assert in_both(data.value) == (
        f"{tmp_path / 'a.yaml'}:2: 1: stands here a second time",
        f"{tmp_path / 'a.yaml'}:2: 1: figure ici une deuxième fois",
    )


def test_what_a_file_says_is_no_message(tmp_path):
    (tmp_path / "a.yaml").write_text("a: '{name} {0} %s {value}'\n")
    with pytest.raises(DataError) as caught:
        read_yaml(tmp_path / "a.yaml", dict[str, int])
    assert in_both(caught.value)[1].endswith('a: "{name} {0} %s {value}" n’est pas un nombre entier')


def test_an_unknown_scenario_is_refused_in_french_as_well():
    with language("en"), pytest.raises(UsageError) as caught:
        system_of("nowhere/at-all")
    assert in_both(caught.value)[1].startswith("Il n’y a pas de scénario 'nowhere/at-all' ; il y a : operations/cliffs")
    assert str(NoSuchScenario("a", ["b", "c"])) == "There is no scenario 'a'; there are: b, c."


def test_an_error_within_an_error_is_translated_with_it(tmp_path):
    (tmp_path / "a").write_bytes(b"12345")
    with pytest.raises(TooMuch) as caught:
        read_bounded(tmp_path / "a", 4)
    error = SaveError("a", because(N_("cannot be read: {why}"), caught.value))
    assert in_both(error)[1] == "a : lecture impossible : le fichier dépasse la limite de 4 octets"


def test_words_of_the_system_that_no_table_has_stay_as_they_are():
    assert words_of(OSError(errno.EXDEV, "Invalid cross-device link")) == "Invalid cross-device link"
    assert words_of(ValueError("it", "is")) == "('it', 'is')"


def _raised(path: Path):
    """Every error that a file makes: its name, its line and its arguments."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
            if name is not None and name.lstrip("_") in ERRORS:
                yield name, node.lineno, node.args


def _is_sentence(argument: ast.expr) -> bool:
    words = argument.value if isinstance(argument, ast.Constant) else None
    return isinstance(argument, ast.JoinedStr) or (isinstance(words, str) and " " in words)


def test_no_error_of_kernel_and_loader_is_english_only():
    files = [
        file
        for room in ROOMS
        for file in sorted((HOME / room).rglob("*.py") if (HOME / room).is_dir() else [HOME / room])
    ]
    calls = [(file, *call) for file in files for call in _raised(file)]
    assert len(calls) > 60
    bare = [f"{file.name}:{line} {name}" for file, name, line, arguments in calls if any(map(_is_sentence, arguments))]
    assert not bare


def test_a_text_may_stand_in_a_save_error_of_any_kind(tmp_path):
    assert str(SaveError("a", Text("its end is missing"), 3)) == "a, line 3: its end is missing"
