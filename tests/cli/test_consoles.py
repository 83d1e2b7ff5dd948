"""Consoles that lack our signs, and standard streams that are closed: the whole output, and no traceback."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys

import pytest

from wab.cli import main
from wab.cli.signs import readable
from wab.engine.outside.processes import python_command
from wab.locale import language

COMMANDS = (
    ("scenarios",),
    ("scenarios", "--json"),
    ("rules", "supply"),
    ("rules", "OPS-6.4-1"),
    ("career",),
    ("--help",),
    ("replay", "SAVE"),
    ("check", "SAVE"),
)
CONSOLES = (("ascii", "strict"), ("ascii", "surrogateescape"), ("cp1252", "strict"), ("ascii", "xmlcharrefreplace"))


def on_console(encoding: str, errors: str, monkeypatch: pytest.MonkeyPatch, *words: object) -> tuple[int, str, str]:
    """Run `wab` on a console of an encoding: exit code, standard output, standard error."""
    streams = {
        "stdout": io.TextIOWrapper(io.BytesIO(), encoding, errors),
        "stderr": io.TextIOWrapper(io.BytesIO(), encoding, "backslashreplace"),
    }
    with monkeypatch.context() as patched:
        for name, stream in streams.items():
            patched.setattr(sys, name, stream)
        code = main([str(word) for word in words])
    for stream in streams.values():
        stream.flush()
    out, err = (stream.buffer.getvalue().decode(encoding) for stream in streams.values())
    return code, out, err


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_line_is_written_on_a_console_that_lacks_our_signs(command, save, monkeypatch):
    words = [save if word == "SAVE" else word for word in command]
    with language("fr"):
        whole = on_console("utf-8", "strict", monkeypatch, *words)
        for console in CONSOLES:
            code, out, err = on_console(*console, monkeypatch, *words)
            assert code == whole[0] == 0
            assert out.count("\n") == whole[1].count("\n") or command == ("--help",)
            assert "Traceback" not in err


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_json_keeps_every_sign_on_a_console_that_lacks_it(encoding, monkeypatch):
    whole, shown = (
        json.loads(on_console(name, "strict", monkeypatch, "scenarios", "--json")[1]) for name in ("utf-8", encoding)
    )
    assert shown == whole


def test_a_message_of_an_error_is_readable_in_ascii(monkeypatch):
    with language("fr"):
        code, out, err = on_console("ascii", "strict", monkeypatch, "check", "/nulle-part")
    assert (code, out) == (2, "")
    assert err == "Il n'y a rien a l'endroit /nulle-part.\n"


@pytest.mark.parametrize(
    ("sign", "instead"),
    [("é", "e"), ("’", "'"), ("«", '"'), ("→", "->"), ("…", "..."), ("\u202f", " "), ("œ", "oe"), ("²", "2"),
     ("\u0301", ""), ("ж", "?"), ("\udc80", "?")],
)  # fmt: skip
def test_a_sign_has_a_readable_one_in_its_place(sign, instead):
    assert readable(sign) == instead


def test_a_process_of_ours_writes_utf_8_whatever_the_console_of_its_parent(monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    done = subprocess.run(python_command("print('é → ’')"), capture_output=True, check=True)
    assert done.stdout.decode("utf-8").strip() == "é → ’"


# ---------------------------------------------------------------- closed streams


def test_a_simulation_in_two_processes_plays_with_closed_streams(tmp_path):
    def close() -> None:
        os.close(0)
        os.close(2)

    target = tmp_path / "games.json"
    words = ["simulate", "cards/pegasus-bridge", "--games", "2", "--workers", "2", "--player", "allies=random"]
    words += ["--player", "axis=random", "--json", str(target)]
    command = [sys.executable, "-m", "wab", *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, preexec_fn=close, timeout=300, check=False)
    assert done.returncode == 0
    assert len(json.loads(target.read_bytes())["games"]) == 2


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("name", ["stdin", "stderr"])
def test_a_command_does_its_work_with_a_closed_stream(command, name, save, monkeypatch, capsys):
    seen = []
    monkeypatch.setattr(sys, name, None)
    monkeypatch.setattr("wab.cli.application._application", watched(seen))
    assert main([str(save) if word == "SAVE" else word for word in command]) == 0
    assert None not in seen[0]
    assert capsys.readouterr().out


def watched(seen):
    """The command line, which notes the standard streams before it begins."""
    from wab.cli.application import _application

    def application(words):
        seen.append((sys.stdin, sys.stdout, sys.stderr))
        return _application(words)

    return application
