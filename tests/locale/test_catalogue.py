"""The catalogues are complete and current, and the tool that keeps them does what it says."""

import ast
import gettext
from pathlib import Path

import pytest
import yaml

from tools import locale_catalogue as tool
from wab.locale import LANGUAGES

ROOT = Path(__file__).resolve().parents[2]
SOURCE = """
from wab.engine.words.text import Text
from wab.locale import _, ngettext, pgettext
A = _("A plain message")
B = Text("Losses of {unit}: {n}", {"unit": "x", "n": 2})
def c(n): return ngettext("{n} hit", "{n} hits", n)
D = pgettext("to fire", "Shell")
E = in_context("a month", "March")
F = Noun("Axis", fr="ms le")
def g(n): return counted("{n} die", "{n} dice", n)
"""


@pytest.fixture
def project(tmp_path):
    """A project of one module, with a French catalogue just brought up to date."""
    (tmp_path / "wab" / "locale").mkdir(parents=True)
    (tmp_path / "ai").mkdir()
    (tmp_path / "wab" / "module.py").write_text(SOURCE, encoding="utf-8")
    tool.save(tmp_path, "fr", tool.merged(tmp_path, "fr"))
    return tmp_path


def translate(project, text, translation):
    catalogue = tool.merged(project, "fr")
    catalogue.get(text, {"Shell": "to fire", "March": "a month"}.get(text)).string = translation
    tool.save(project, "fr", catalogue)


def complete(project):
    for text, translation in {
        "A plain message": "Un message simple",
        "Losses of {unit}: {n}": "Pertes de {unit} : {n}",
        "{n} hit": ("{n} coup", "{n} coups"),
        "Shell": "Obus",
        "March": "mars",
        "Axis": "Axe",
        "{n} die": ("{n} dé", "{n} dés"),
    }.items():
        translate(project, text, translation)


@pytest.mark.parametrize("language", tool.TRANSLATED)
def test_every_message_of_the_project_is_translated_and_compiled(language):
    assert tool.problems(ROOT, language) == []


def test_every_language_but_the_source_has_a_catalogue():
    assert sorted(tool.TRANSLATED) == sorted(set(LANGUAGES) - {"en"})


def test_messages_are_found_in_every_way_of_writing_them(project):
    found = {(context, texts) for context, texts in tool.by_key(tool.sources(project))}
    assert found == {
        ("", ("A plain message",)),
        ("", ("Losses of {unit}: {n}",)),
        ("", ("{n} hit", "{n} hits")),
        ("to fire", ("Shell",)),
        ("a month", ("March",)),
        ("", ("Axis",)),
        ("", ("{n} die", "{n} dice")),
    }


LEDGER = """
system: operations
title: a book
clauses:
  - {id: OPS-8.2-1, title: zone of control, rule: "The six hexes\n around a unit.", kind: rule}
  - {id: OPS-0-1, title: the window, rule: It has a button., kind: rule}
  - {id: OPS-8.2-2, title: a drawing, rule: It is red., kind: ui}
"""


def test_the_rules_that_a_player_reads_are_messages_too(project):
    (project / "docs" / "rules").mkdir(parents=True)
    (project / "docs" / "rules" / "operations.yaml").write_text(LEDGER, encoding="utf-8")
    found = {texts for _context, texts in tool.by_key(tool.sources(project))}
    assert {("zone of control",), ("The six hexes around a unit.",)} <= found
    assert not {("the window",), ("It has a button.",), ("a drawing",), ("It is red.",)} & found
    assert any("The six hexes" in problem for problem in tool.problems(project, "fr"))


def test_a_complete_catalogue_has_no_problem_and_speaks(project):
    complete(project)
    assert tool.problems(project, "fr") == []
    with tool.catalogue_path(project, "fr").with_suffix(".mo").open("rb") as file:
        french = gettext.GNUTranslations(file)
    assert french.gettext("A plain message") == "Un message simple"
    assert [french.ngettext("{n} hit", "{n} hits", n) for n in (0, 1, 2)] == ["{n} coup", "{n} coup", "{n} coups"]
    assert french.pgettext("to fire", "Shell") == "Obus"


def test_a_missing_translation_is_a_problem(project):
    complete(project)
    translate(project, "{n} hit", ("{n} coup", ""))
    assert tool.problems(project, "fr") == ["fr: no translation: '{n} hit'"]


def test_a_translation_that_loses_or_invents_a_place_is_a_problem(project):
    complete(project)
    translate(project, "Losses of {unit}: {n}", "Pertes : {n}")
    assert tool.problems(project, "fr") == ["fr: wrong {places}: 'Losses of {unit}: {n}'"]
    translate(project, "Losses of {unit}: {n}", "Pertes de {unite} : {n}")
    assert tool.problems(project, "fr") == ["fr: wrong {places}: 'Losses of {unit}: {n}'"]


def test_a_place_with_a_spec_that_nobody_fills_is_a_problem(project):
    complete(project)
    translate(project, "Losses of {unit}: {n}", "Pertes {unit:de} : {n:|une|des}")
    assert tool.problems(project, "fr") == []
    translate(project, "Losses of {unit}: {n}", "Pertes {unit:dee} : {n}")
    assert tool.problems(project, "fr") == ["fr: odd spec of a {place:spec}: 'Losses of {unit}: {n}'"]


def test_a_new_or_gone_message_is_a_problem_until_the_update(project):
    complete(project)
    module = project / "wab" / "module.py"
    module.write_text(SOURCE.replace("A plain message", "Another message"), encoding="utf-8")
    assert tool.problems(project, "fr") == [
        "fr: not in the catalogue, run `make locale`: 'Another message'",
        "fr: not in the sources now, run `make locale`: 'A plain message'",
    ]
    tool.save(project, "fr", tool.merged(project, "fr"))
    assert tool.problems(project, "fr") == ["fr: no translation: 'Another message'"]


def test_a_mo_older_than_its_po_is_a_problem(project):
    complete(project)
    path = tool.catalogue_path(project, "fr")
    path.write_bytes(path.read_bytes().replace(b"Un message simple", b"Un simple message"))
    assert tool.problems(project, "fr") == ["fr: wab.mo is older than wab.po, run `make locale`"]


def test_an_update_that_finds_nothing_new_changes_nothing(project):
    complete(project)
    path = tool.catalogue_path(project, "fr")
    before = path.read_bytes(), path.with_suffix(".mo").read_bytes()
    tool.save(project, "fr", tool.merged(project, "fr"))
    assert (path.read_bytes(), path.with_suffix(".mo").read_bytes()) == before


def test_a_file_of_translations_is_taken_over_and_strangers_are_named(project):
    unknown = tool.fill(project, "fr", {"A plain message": "Un message simple", "Stranger": "Inconnu"})
    assert unknown == ["Stranger"]
    assert "fr: no translation: 'A plain message'" not in tool.problems(project, "fr")


def test_singular_and_plural_are_filled_together(project):
    wrong = {"{n} hit": "{n} coups", "A plain message": ["Un message", "Des messages"]}
    assert tool.fill(project, "fr", wrong) == list(wrong)
    assert tool.fill(project, "fr", {"{n} hit": ["{n} coup", "{n} coups"]}) == []
    assert tool.fill(project, "fr", {"A plain message": "L'un : « deux »"}) == []
    assert "L\u2019un\u00a0: «\u00a0deux\u00a0»" in tool.catalogue_path(project, "fr").read_text(encoding="utf-8")
    assert "fr: no translation: '{n} hit'" not in tool.problems(project, "fr")


def test_the_wanting_messages_are_printed_as_a_file_to_fill(project, monkeypatch, capsys):
    monkeypatch.setattr(tool, "ROOT", project)
    assert tool.main(["missing"]) == 0
    printed = yaml.safe_load(capsys.readouterr().out)
    plain = ["A plain message", "Axis", "Losses of {unit}: {n}", "{n} die", "{n} hit"]
    assert printed == dict.fromkeys([*plain, "a month :: March", "to fire :: Shell"], "")
    assert tool.fill(project, "fr", {"a month :: March": "mars", "March": "mars"}) == ["March"]
    assert "fr: no translation: 'March'" not in tool.problems(project, "fr")


def test_the_check_says_what_is_wrong_and_fails(project, monkeypatch, capsys):
    monkeypatch.setattr(tool, "ROOT", project)
    assert tool.main(["check"]) == 1
    assert "no translation: 'A plain message'" in capsys.readouterr().out
    complete(project)
    assert tool.main(["check"]) == 0


def test_an_unknown_command_is_bad_usage(capsys):
    assert tool.main(["translate"]) == 2
    assert "update" in capsys.readouterr().err


def messages_that_cannot_be_extracted(path):
    """Calls whose message is put together when the program runs, so that no catalogue can hold it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in tool.KEYWORDS
            and node.args
        ) and isinstance(node.args[0], ast.JoinedStr | ast.BinOp):
            yield f"{path}:{node.lineno}"


def test_no_message_is_put_together_where_it_is_translated():
    files = [path for package in ("wab", "ai") for path in sorted((ROOT / package).rglob("*.py"))]
    assert files
    assert [place for path in files for place in messages_that_cannot_be_extracted(path)] == []


def test_a_message_that_is_put_together_would_be_found(tmp_path):
    module = tmp_path / "module.py"
    module.write_text('Text(f"{n} left")\n_("a" + b)\n_("fine")\n', encoding="utf-8")
    assert len(list(messages_that_cannot_be_extracted(module))) == 2
