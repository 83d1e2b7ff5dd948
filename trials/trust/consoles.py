"""The command line under bad conditions: odd consoles, closed streams, odd paths, wrong names, breaks.

Each command runs in a process of its own. It must end with the right code, all of its output, and no traceback.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

import wab
from trials.trust.finding import Finding
from wab.systems import NAMES, get_system

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120.0
"""Seconds that a command may take."""

_CONSOLES: Mapping[str, Mapping[str, str]] = {
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "cp1252": {"PYTHONIOENCODING": "cp1252:strict"},
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
    "the C locale": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}
_COMMANDS = (
    ("--help",), ("scenarios",), ("scenarios", "--json"), ("rules", "supply"), ("rules", "OPS-6.4-1"), ("career",),
    ("replay", "SAVE"), ("replay", "SAVE", "--verify"), ("check", "SAVE"),
)  # fmt: skip
_STREAMS = ((0,), (2,), (0, 2))
_BREAKS = ((signal.SIGINT, 130), (signal.SIGTERM, 143))
_SHORT = "cards/pegasus-bridge"


def consoles() -> Finding:
    """Run commands under each bad condition."""
    failures, tried = list[str](), 0
    with TemporaryDirectory() as name:
        folder = Path(name)
        save = folder / "game.wab"
        wab.new_game(get_system(NAMES[0]).scenarios()[0].id).save(save)
        for condition in (_odd_consoles, _closed_streams, _odd_paths, _breaks):
            for problem in condition(folder, save):
                tried += 1
                failures += [problem] if problem else []
    return Finding("command line", "commands", tried, tuple(failures))


def _odd_consoles(folder: Path, save: Path) -> Iterator[str]:
    for language, words in product(("en", "fr"), _COMMANDS):
        whole = _run(_with_save(words, save), folder, {"LANGUAGE": language, "PYTHONIOENCODING": "utf-8"})
        for name, console in _CONSOLES.items():
            done = _run(_with_save(words, save), folder, {"LANGUAGE": language, **console})
            lines = [found.stdout.count(b"\n") for found in (whole, done)]
            is_cut = lines[0] != lines[1] and words != ("--help",)  # help breaks its lines by the width of words
            yield _problem(done, 0) or (f"{_told(done)} on {name} has {lines[1]} of {lines[0]} lines" if is_cut else "")


def _closed_streams(folder: Path, save: Path) -> Iterator[str]:
    games = ("simulate", _SHORT, "--games", "2", "--player", "allies=random", "--player", "axis=random")
    for words, closed in product((*_COMMANDS, games, (*games, "--workers", "2")), _STREAMS):
        done = _run(_with_save(words, save), folder, before=partial(_close, closed))
        yield _problem(done, 0) or ("" if done.stdout else f"{_told(done)} without {closed} says nothing")
    for words in _COMMANDS:
        yield _problem(_run(_with_save(words, save), folder, before=partial(_close, (1,))), 2)


def _odd_paths(folder: Path, save: Path) -> Iterator[str]:
    (folder / "circle").symlink_to(folder / "circle")
    (folder / "file").write_text("words", encoding="utf-8")
    scenario = get_system(NAMES[0]).scenarios()[0].id
    side = wab.load(save).system.sides[0]
    for path in map(str, (folder / ("x" * 300), folder / "circle", folder / "file" / "below", folder / "a\nb")):
        for words in (("replay", path), ("check", path), ("bundle", path), ("play", f"{path}.wab"),
                      ("export", path, str(folder / "x.side"), "--side", side),
                      ("screenshot", scenario, "--out", f"{path}/x.png"),
                      ("simulate", scenario, "--json", f"{path}/x.json"),
                      ("replay", str(save), "--no-maps", "--report", f"{path}/x.md")):  # fmt: skip
            yield _refused(_run(words, folder))
        yield _refused(_run(("scenarios",), folder, {"WAB_DATA": path}))
    for words in (
        ("screenshot", scenario, "--out", "x.webp"),
        ("export", str(save), str(save), "--side", side),
        ("replay", str(save), "--no-maps", "--report", "x.wab"),
        ("simulate", scenario, "--json", "x.png"),
    ):
        yield _refused(_run(words, folder))


def _breaks(folder: Path, _save: Path) -> Iterator[str]:
    """A simulation that is broken off once it has finished games, by one signal or two."""
    for workers, (number, code), times in product(("1", "2"), _BREAKS, (1, 2)):
        target = folder / "games.json"
        target.unlink(missing_ok=True)
        words = ("simulate", _SHORT, "--games", "100000", "--workers", workers, "--json", str(target))
        process = subprocess.Popen(
            [sys.executable, "-m", "wab", *words, "--player", "allies=random", "--player", "axis=random"],
            cwd=folder, env=_environment(folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )  # fmt: skip
        time.sleep(20)
        for _ in range(times if number == signal.SIGINT else 1):
            os.killpg(process.pid, number) if number == signal.SIGINT else process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE)
        told = f"simulate with {workers} workers, {times} times {signal.Signals(number).name}"
        if process.returncode != code or b"Traceback" in err:
            yield f"{told}: ends with {process.returncode}, {err[-200:]!r}"
        elif not (target.exists() and json.loads(target.read_bytes())["broken_off"] and b"%" in out):
            yield f"{told}: the games that are over are lost"
        else:
            yield ""


# ------------------------------------------------------------------------------------------------- running


def _with_save(words: Sequence[str], save: Path) -> list[str]:
    return [str(save) if word == "SAVE" else word for word in words]


def _environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "DISPLAY": "", "HOME": str(folder)}


def _run(
    words: Sequence[str],
    folder: Path,
    environment: Mapping[str, str] = MappingProxyType({}),
    before: Callable[[], None] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run `wab` in a folder; the result's `args` hold the command."""
    done = subprocess.run(
        [sys.executable, "-m", "wab", *words], cwd=folder, env={**_environment(folder), **environment},
        timeout=PATIENCE, capture_output=True, check=False, preexec_fn=before,
    )  # fmt: skip
    return subprocess.CompletedProcess(list(words), done.returncode, done.stdout, done.stderr)


def _close(numbers: Sequence[int]) -> None:
    for number in numbers:
        os.close(number)


def _told(done: subprocess.CompletedProcess[bytes]) -> str:
    return f"`wab {' '.join(done.args)[:80]}`"


def _problem(done: subprocess.CompletedProcess[bytes], code: int) -> str:
    """Return what is wrong with how a command ended, "" for nothing."""
    if done.returncode == code and b"Traceback" not in done.stderr:
        return ""
    return f"{_told(done)} ends with {done.returncode}, {done.stderr[-160:]!r}"


def _refused(done: subprocess.CompletedProcess[bytes]) -> str:
    """Return what is wrong with how a command refused its work, "" for one sentence and code 2."""
    return _problem(done, 2) or ("" if done.stderr.count(b"\n") == 1 else f"{_told(done)} says {done.stderr[-160:]!r}")
