"""Texts of files on the terminal: as they are written, on their line, without commands to the terminal."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

from tests.content.designer import Designer
from wab.app.report.paper import as_markdown
from wab.app.report.report import blocks
from wab.app.report.story import Story
from wab.cli import rulebook
from wab.cli.common import out, say, say_json, styled, warn
from wab.content.ledger import Clause, Example, Ledger
from wab.engine.history.journal import Line
from wab.engine.kernel.events import Rolled
from wab.engine.kernel.values import Setup
from wab.engine.words.clean import hidden_character
from wab.engine.words.text import Text

MARKUP = "[bold]Caen[/bold] [link=http://x]y[/link] [/] :smile: [red]"


def test_brackets_in_a_title_are_brackets(run, tmp_path, monkeypatch):
    designer = Designer(tmp_path, monkeypatch)
    designer.put("to-the-sea", "title", f'{{en: "{MARKUP}", fr: "{MARKUP}"}}')
    ran = run("scenarios", "--system", "operations")
    assert ran.code == 0 and MARKUP in ran.out


def test_a_file_with_a_name_of_commands_is_no_scenario_and_check_says_so_without_them(run, tmp_path, monkeypatch):
    designer = Designer(tmp_path, monkeypatch)
    named = designer.copy("to-the-sea", "to\x1b[31m-the\u202e-sea[bold]")
    listed = run("scenarios", "--system", "operations")
    assert listed.code == 0 and "[31m" not in listed.out + listed.err
    checked = run("check", named, "--system", "operations")
    assert checked.code == 1 and "to[31m-the-sea[bold].yaml: is not read" in checked.err
    assert not hidden_character(checked.out, lines=True) and not hidden_character(checked.err, lines=True)
    assert len(checked.err.splitlines()) == 1


@pytest.mark.parametrize("where", ["id", "title", "rule", "known"])
def test_rules_are_shown_as_they_are_written(capsys, where):
    words = dict.fromkeys(("id", "title", "rule", "known"), "x") | {where: MARKUP}
    clause = Clause(f"A-1-{words['id']}", words["title"], words["rule"], "rule", ("A-1-[/]",))
    example = Example("A-X", "1", {"given": words["known"]}, "[/]")
    book = Ledger("a", "b", (clause,))
    rulebook._show_entry(book, clause)
    rulebook._show_entry(book, example)
    rulebook._list_clauses([clause])
    told = capsys.readouterr().out
    assert MARKUP in told and told.count("[/]") >= 2


def test_pieces_with_a_style_have_it_and_nothing_else(capsys):
    text = styled(("[red]a\x1b[31m", "bold"), "[dim]b")
    assert text.plain == "[red]a[31m[dim]b" and [str(span.style) for span in text.spans] == ["bold"]
    out().print("[bold]", ":smile:")
    assert capsys.readouterr().out == "[bold] :smile:\n"
    assert isinstance(out(), Console)


def test_what_is_said_and_warned_is_clean(capsys):
    say("two\nlines\x1b[2J\u202e\udcff")
    warn("one\nline\x1b[2J\u202e\udcff")
    say_json({"a": "\u202e"})
    told = capsys.readouterr()
    assert told.out == 'two\nlines[2J\n{\n  "a": "\u202e"\n}\n' and told.err == "one line[2J\n"


def test_a_report_shows_the_purpose_of_a_roll_as_it_is():
    hostile = "<script>|[x](http://x)`\n# {missing}{a:>3000000000}"
    event = Rolled("combat", Text(hostile), 6, 0, (3,))
    setup = Setup("operations", "operations/to-the-sea", 1)
    story = Story(setup, (), (Line(1, None, event, Text("{x}", {"x": hostile})),), None, torn=False)
    told = as_markdown(blocks(story), "report")
    shown = "\\<script>\\|\\[x](http://x)\\` # {missing}{a:>3000000000}"
    assert f"| {shown} | 1 |" in told and f"- {shown}\n" in told


# ---- what `wab check` is asked to check


def test_check_of_a_device_answers_at_once(refuse):
    started = time.perf_counter()
    assert "neither a file nor a folder" in refuse("check", "/dev/zero")
    assert time.perf_counter() - started < 2


@pytest.mark.parametrize("name", ["pipe", "pipe.yaml", "pipe.wab", "pipe.json"])
def test_check_of_a_pipe_does_not_wait(tmp_path, name):
    os.mkfifo(tmp_path / name)
    command = "import sys; from wab.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", command, "check", "--system", "operations", str(tmp_path / name)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1
    assert "neither a file nor a folder" in done.stderr and done.stdout == ""


def test_check_of_what_is_not_there_is_one_sentence(refuse, tmp_path):
    loop = tmp_path / "loop.yaml"
    loop.symlink_to(loop)
    for path in (loop, tmp_path / "none.yaml", "a\0b", f"{'x' * 400}.yaml", "a\x1b[2J\u202eb"):
        assert not hidden_character(refuse("check", path).strip())


@pytest.mark.parametrize(
    "text", ["a: " + "[" * 100_000, "impulses: " + "9" * 5000, "a: " + "[" * 1000, 'title: "\\e[2J"']
)
def test_check_of_a_hostile_scenario_is_a_line_for_each_problem(run, tmp_path, text):
    path = tmp_path / "hostile.yaml"
    path.write_text(text, encoding="utf-8")
    ran = run("check", "--system", "operations", path)
    assert ran.code == 1 and ran.out == ""
    [line] = ran.err.splitlines()
    assert line.startswith(f"{path}:1: ") and len(line) < 500


def test_check_of_a_folder_of_odd_things_ends(run, tmp_path, monkeypatch):
    designer = Designer(tmp_path, monkeypatch)
    for path in (designer.root / "scenarios").iterdir():
        if path.stem != "to-the-sea":
            path.unlink()
    os.mkfifo(designer.path("pipe"))
    designer.path("loop").symlink_to(designer.path("loop"))
    designer.path("zero").symlink_to("/dev/zero")
    (designer.root / "again").symlink_to(designer.root)
    Path(designer.path("folder")).mkdir()
    ran = run("check", tmp_path)
    assert ran.code == 1
    told = [line.rpartition("/")[2] for line in ran.err.splitlines()]
    assert sorted(told) == [f"{name}.yaml: cannot be read: it is not a regular file" for name in ("pipe", "zero")]
