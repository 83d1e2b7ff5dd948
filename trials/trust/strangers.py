"""Files and folders that a stranger made: nothing of theirs is run, and a bomb ends in one sentence, soon and small."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from trials.trust.finding import Finding
from trials.trust.forgeries import lines_of, sealed
from wab.app.play.archive import Note, Seats, note_path
from wab.content.data import data_root
from wab.engine.files.framing import frame
from wab.systems import NAMES, get_system

ROOT = Path(__file__).resolve().parents[2]
PATIENCE, MOST_MEMORY = 60.0, 1500.0
"""Seconds that a command may take, and megabytes that it may grow to."""

_MODULES = ("ai/__init__.py", "wab/__init__.py", "json.py", "msgspec.py", "numba.py", "yaml.py", "evil.py")
_MARK = "import pathlib; pathlib.Path({path!r}).write_text('run')\nclass Bot:\n    def __init__(self, seed): pass\n"
_COMMAND = "import sys; from wab.cli import main; sys.exit(main())"
_WORKER = """
import time
import wab
from ai.process import AgentWorker
game = wab.new_game({scenario!r})
worker = AgentWorker()
worker.request(game.system.id, {agent!r}, game.view(game.to_act).encode(), 1)
until = time.monotonic() + 30
while worker.poll() is None and time.monotonic() < until:
    time.sleep(0.05)
worker.close()
"""


def strangers() -> Finding:
    """Run commands in hostile folders and on hostile files."""
    failures, tried = list[str](), 0
    with TemporaryDirectory() as name:
        folder = Path(name)
        for attack in (_hostile_folders, _hostile_notes, _bombs):
            for problem in attack(folder / attack.__name__):
                tried += 1
                failures += [problem] if problem else []
    return Finding("strangers' files", "attacks", tried, tuple(failures))


# ------------------------------------------------------------------------------------------------- code


def _trap(folder: Path) -> Path:
    """Modules named like ours and like libraries; each leaves a mark when it is imported. Returns the mark's path."""
    mark = folder / "mark"
    for module in _MODULES:
        path = folder / module
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_MARK.format(path=str(mark)), encoding="utf-8")
    return mark


def _hostile_folders(folder: Path) -> Iterator[str]:
    """Commands given in a folder full of traps: one answer each, "" if nothing was sprung."""
    mark = _trap(folder)
    for name in NAMES:
        scenario = get_system(name).scenarios()[0].id
        commands = {
            "simulate": [_COMMAND, "simulate", scenario, "--games", "2", "--workers", "2"],
            "screenshot": [_COMMAND, "screenshot", scenario, "--out", "picture.png", "--size", "640x400"],
            "the worker": [_WORKER.format(scenario=scenario, agent="greedy")],
            "the worker, asked for a class": [_WORKER.format(scenario=scenario, agent="evil:Bot")],
        }
        for what, words in commands.items():
            _run(words, folder)
            yield f"{what} of {name} in a hostile folder has run a stranger's module" if mark.exists() else ""
            mark.unlink(missing_ok=True)


def _hostile_notes(folder: Path) -> Iterator[str]:
    """Saves whose notes name a class of the folder."""
    mark = _trap(folder)
    for name in NAMES:
        info = get_system(name).scenarios()[0]
        save = folder / f"{name}.wab"
        _run([f"import wab; wab.new_game({info.id!r}).save({str(save)!r})"], folder)
        seats = Seats(info.sides[0], dict.fromkeys(info.sides, "evil:Bot"))
        note_path(save).write_bytes(msgspec.json.encode(Note(info.id, seats)))
        _run([_COMMAND, "play", str(save)], folder)
        yield f"the note of a save of {name} has run a stranger's class" if mark.exists() else ""
        mark.unlink(missing_ok=True)


# ------------------------------------------------------------------------------------------------- bombs


def _bombs(folder: Path) -> Iterator[str]:
    """`wab check` of each bomb: one answer each, "" if it ended soon, small, and with a sentence."""
    folder.mkdir(parents=True)
    for name, make in _BOMBS.items():
        yield _defused(name, make(folder))


def _defused(name: str, path: Path) -> str:
    code, said, memory = _run([_COMMAND, "check", str(path), "--system", "operations"], path.parent)
    if code not in (1, 2):
        return f"{name}: `wab check` ends with {code}"
    if "Traceback" in said or not said.strip():
        return f"{name}: `wab check` says {said.strip()[-160:]!r}"
    return f"{name}: `wab check` took {memory:.0f} MB" if memory > MOST_MEMORY else ""


def _scenario(change: Callable[[str], str]) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        text = sorted((data_root() / "campaigns" / "operations" / "scenarios").glob("*.yaml"))[0].read_text("utf-8")
        path = folder / "bomb.yaml"
        path.write_text(change(text), encoding="utf-8")
        return path

    return make


def _save(change: Callable[[bytes], bytes]) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        import wab

        path = folder / "bomb.wab"
        wab.new_game(get_system(NAMES[0]).scenarios()[0].id).save(path)
        path.write_bytes(change(path.read_bytes()))
        return path

    return make


def _nested(data: bytes) -> bytes:
    lines = lines_of(data)
    lines[0]["setup"]["options"] = {"x": 0}
    body = json.dumps(lines[0]).replace('{"x": 0}', '{"x": ' + "[" * 1000 + "]" * 1000 + "}").encode()
    return sealed([msgspec.Raw(body)])  # type: ignore[list-item]


def _digits(data: bytes) -> bytes:
    lines = lines_of(data)
    body = json.dumps(lines[0]).replace('"seed": 0', '"seed": ' + "9" * 5000).encode()
    return sealed([msgspec.Raw(body)])  # type: ignore[list-item]


def _expanding(data: bytes) -> bytes:
    """A line of some megabytes that unpacks to two gigabytes, behind a sound header."""
    head = frame(data[:0] + b"{}")[:-8]
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = b"".join(packer.compress(bytes(1 << 20)) for _ in range(2048)) + packer.flush()
    size = len(frame(b"{}")) - len(zlib.compress(b"{}\n", 6)[2:-4]) + len(body)
    changed = bytearray(head[: len(head) - len(zlib.compress(b"{}\n", 6)[2:-4])])
    changed[-8:] = size.to_bytes(4, "little") + zlib.crc32(body).to_bytes(4, "little")
    return data + bytes(changed) + body + bytes(8)


def _fifo(folder: Path) -> Path:
    os.mkfifo(folder / "pipe.wab")
    return folder / "pipe.wab"


def _loop(folder: Path) -> Path:
    (folder / "loop.yaml").symlink_to(folder / "loop.yaml")
    return folder / "loop.yaml"


_ALIASES = "\n".join(["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"] + [
    f"a{number}: &a{number} [{', '.join([f'*a{number - 1}'] * 10)}]" for number in range(1, 12)
])  # fmt: skip
_BOMBS: Mapping[str, Callable[[Path], Path]] = {
    "100,000 brackets in a scenario": _scenario(lambda text: text + "\nx: " + "[" * 100_000),
    "100,000 closed brackets": _scenario(lambda text: text + "\nx: " + "[" * 100_000 + "]" * 100_000),
    "100,000 braces": _scenario(lambda text: text + "\nx: " + "{a: " * 100_000),
    "100,000 indents": _scenario(lambda text: text + "\nx: " + "- " * 100_000),
    "5,000 digits in a scenario": _scenario(lambda text: text + "\nx: " + "9" * 5000),
    "aliases that multiply": _scenario(lambda text: text + "\n" + _ALIASES),
    "a tag of Python's": _scenario(lambda text: text + "\nx: !!python/object/apply:os.system ['true']"),
    "a scalar of 50 MB": _scenario(lambda text: text + "\nx: " + "y" * 50_000_000),
    "1,000 nested brackets in a save": _save(_nested),
    "5,000 digits in a save": _save(_digits),
    "a line that unpacks to 2 GB": _save(_expanding),
    "/dev/zero": lambda _folder: Path("/dev/zero"),
    "a pipe that nobody feeds": _fifo,
    "a link to itself": _loop,
}


# ------------------------------------------------------------------------------------------------- running


def _run(words: list[str], folder: Path) -> tuple[int, str, float]:
    """Run a program of ours in a folder: exit code (-9 after `PATIENCE`), what it said, and its memory in MB."""
    said = folder / "said.txt"
    program, *arguments = words
    with said.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", program, *arguments],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "DISPLAY": "", "HOME": str(folder)},
            stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
        )  # fmt: skip
        timer = threading.Timer(PATIENCE, process.kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
    text = said.read_text("utf-8", errors="replace")
    said.unlink()
    return process.returncode, text, usage.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
