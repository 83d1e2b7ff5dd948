"""Paths that cannot be looked at, files under a wrong name, and files of another kind: one sentence, and code 2."""

from __future__ import annotations

import re
import shutil
import sqlite3
from pathlib import Path

import pytest

import wab
from wab.app.play.bundle import is_bundle
from wab.career.store import Store
from wab.cli.kinds import kind_of
from wab.content.data import data_root
from wab.engine.files.looking import look
from wab.engine.saves.export import read_export
from wab.engine.words.errors import UsageError
from wab.systems import get_system

ROOT = Path(__file__).resolve().parents[2]


def too_long(folder: Path) -> Path:
    return folder / ("x" * 300)


def circle(folder: Path) -> Path:
    (folder / "circle").symlink_to(folder / "circle")
    return folder / "circle"


def through_a_file(folder: Path) -> Path:
    (folder / "file").write_text("words", encoding="utf-8")
    return folder / "file" / "below"


def with_nul(folder: Path) -> Path:
    return Path(f"{folder}/a\0b")


ODD = (too_long, circle, through_a_file, with_nul)
READING = (("replay",), ("replay", "--verify"), ("check",), ("bundle",), ("play",), ("screenshot", "--out", "x.png"))


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd.__name__)
@pytest.mark.parametrize("ending", ["", ".wab"])
def test_a_path_that_cannot_be_looked_at_is_refused_by_every_command_that_reads(refuse, tmp_path, odd, ending):
    path = odd(tmp_path)
    path = path if odd is circle else path.with_name(path.name + ending)
    for command in READING:
        refuse(*command, path)
    refuse("export", path, tmp_path / "x.side", "--side", "allied")


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd.__name__)
def test_a_path_that_cannot_be_looked_at_is_refused_by_every_command_that_writes(refuse, tmp_path, save, shortest, odd):
    path = odd(tmp_path)
    writing = (
        ("replay", save, "--no-maps", "--report", path / "x.md"),
        ("simulate", shortest, "--games", "1", "--json", path / "x.json"),
        ("screenshot", shortest, "--out", path / "x.png"),
        ("play", shortest, "--events", path / "x.jsonl"),
        ("export", save, path / "x.side", "--side", "allied"),
        ("bundle", save, "--no-picture", "--out", path / "reports"),
    )
    for command in writing:
        refuse(*command)


@pytest.mark.parametrize("odd", ODD[:3], ids=lambda odd: odd.__name__)
def test_content_that_cannot_be_looked_at_is_refused(refuse, tmp_path, monkeypatch, odd):
    monkeypatch.setenv("WAB_DATA", str(odd(tmp_path)))
    refuse("scenarios")


def test_a_folder_without_permission_is_told(monkeypatch, tmp_path):
    def refuse_it(path):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("os.stat", refuse_it)
    with pytest.raises(UsageError, match="cannot be looked at"):
        look(tmp_path / "game.wab")


def test_no_path_is_looked_at_in_a_way_that_may_raise():
    asked = re.compile(r"\.(?:exists|is_file|is_dir)\(\)")
    found = [
        (path.name, line.strip())
        for path in sorted((ROOT / "wab").rglob("*.py"))
        for line in path.read_text("utf-8").splitlines()
        if asked.search(line)
    ]
    of_a_program_of_its_own = "if status.exists():  # what the operating system says for `resource` may be what the"
    assert [(name, line[: len(of_a_program_of_its_own)]) for name, line in found] == [
        ("staffs.py", of_a_program_of_its_own)
    ]


# ---------------------------------------------------------------- names of files to write


def test_a_file_under_a_name_of_another_kind_is_refused_before_any_work(refuse, tmp_path, save, shortest):
    (tmp_path / "out").mkdir()
    for name in ("x.webp", "x", "x.wab", "x.zip", "x.png.gz", ".png"):
        path = tmp_path / "out" / name
        writing = {
            ".png, .jpg, .jpeg": ("screenshot", shortest, "--out", path),
            ".html, .htm, .md, .markdown": ("replay", save, "--no-maps", "--report", path),
            ".json": ("simulate", shortest, "--games", "1", "--json", path),
        }
        for endings, command in writing.items():
            assert f"must end in {endings}" in refuse(*command)
    assert list((tmp_path / "out").iterdir()) == []


def test_a_file_of_one_format_is_written_under_any_name(run, tmp_path, save):
    for name in ("x", "x.txt", "x.wab"):
        run("export", save, tmp_path / name, "--side", "allied")
        assert kind_of(tmp_path / name) == "export"
        assert run("check", tmp_path / name).code == 0


def test_a_save_is_never_written_over(refuse, save, shortest, tmp_path):
    before = save.read_bytes()
    refuse("export", save, save, "--side", "allied")
    refuse("screenshot", save, "--out", save)
    refuse("replay", save, "--no-maps", "--report", save)
    refuse("simulate", shortest, "--games", "1", "--json", save)
    refuse("play", save, "--events", save)
    for name, words in (("x.png", ("screenshot", save, "--out")), ("x.json", ("simulate", shortest, "--json"))):
        shutil.copy(save, tmp_path / name)
        refuse(*words, tmp_path / name)
        assert (tmp_path / name).read_bytes() == before
    assert save.read_bytes() == before


def test_a_bundle_is_written_into_a_folder_and_under_no_other_name(refuse, save, tmp_path):
    assert "name of a file" in refuse("bundle", save, "--out", tmp_path / "mine.zip")
    assert "not a folder" in refuse("bundle", save, "--out", save)


def test_a_report_goes_into_a_device_whatever_its_name(run, save):
    assert run("replay", save, "--no-maps", "--report", "/dev/null").code == 0


# ---------------------------------------------------------------- kinds


@pytest.fixture
def kinds(run, save, tmp_path, shortest):
    """A file of every kind, each under a name that says nothing."""
    run("bundle", save, "--no-picture", "--out", tmp_path / "reports")
    run("export", save, tmp_path / "x.side", "--side", "allied")
    Store(tmp_path / "career.sqlite").enter([])
    sources = {
        "save": save,
        "export": tmp_path / "x.side",
        "bundle": next((tmp_path / "reports").iterdir()),
        "career": tmp_path / "career.sqlite",
        "map": data_root() / "campaigns" / "operations" / "map.json",
        "scenario": Path(next(info.path for info in wab.scenarios() if info.id == shortest)),
    }
    for kind, source in sources.items():
        shutil.copy(source, tmp_path / f"file-{kind}")
    return {kind: tmp_path / f"file-{kind}" for kind in sources}


def test_a_file_is_told_by_what_stands_in_it(kinds, run, refuse, tmp_path):
    for kind, path in kinds.items():
        assert kind_of(path) == kind
        more = ("--system", "operations") if kind == "scenario" else ()
        assert run("check", path, *more).code == 0, kind
        for name in ("x.wab", "x.side", "x.yaml", "x.json", "x.zip"):
            shutil.copy(path, tmp_path / f"odd-{name}")
            assert kind_of(tmp_path / f"odd-{name}") == kind, name


def test_a_command_names_the_kind_of_a_file_that_it_does_not_read(kinds, refuse, tmp_path, run):
    words = {"export": "one side", "career": "career", "map": "is a map", "scenario": "a scenario", "bundle": "bundle"}
    for kind, said in words.items():
        commands = [("play", kinds[kind]), ("bundle", kinds[kind]), ("screenshot", kinds[kind], "--out", "x.png")]
        commands.append(("export", kinds[kind], tmp_path / "y.side", "--side", "allied"))
        for command in commands if kind in ("bundle", "export") else [*commands, ("replay", kinds[kind])]:
            assert said in refuse(*command)
    assert run("replay", kinds["bundle"], "--verify").code == run("replay", kinds["save"], "--verify").code == 0
    assert "folder" in refuse("replay", tmp_path)


def test_an_export_is_read_whatever_its_name(kinds):
    assert read_export(kinds["export"], get_system).view.seat == "allied"


def test_a_damaged_bundle_and_a_damaged_record_are_told(kinds, run):
    assert is_bundle(kinds["bundle"])
    kinds["bundle"].write_bytes(kinds["bundle"].read_bytes()[:-30])
    ran = run("check", kinds["bundle"])
    assert ran.code == 1 and str(kinds["bundle"]) in ran.err
    with sqlite3.connect(kinds["career"]) as base:
        base.execute("DROP TABLE game")
    before = kinds["career"].read_bytes()
    ran = run("check", kinds["career"])
    assert ran.code == 1 and str(kinds["career"]) in ran.err
    assert kinds["career"].read_bytes() == before
