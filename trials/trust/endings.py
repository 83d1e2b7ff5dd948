"""Programs that are ended from outside leave nothing; games whose computer player is killed come to the same end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import wab
from ai.agents import make_agents
from ai.match import play_out
from ai.process import AgentWorker
from trials.trust.finding import Finding
from wab.app.play.archive import Seats
from wab.app.play.session import Session
from wab.engine import Chance

ROOT = Path(__file__).resolve().parents[2]
SCENARIO = "cards/pegasus-bridge"
PATIENCE = 15.0
"""Seconds within which a program and all its processes are gone."""
SHORTEST_LIFE, LONGEST_LIFE = 0.2, 5.0

CODES: Mapping[signal.Signals, tuple[int, ...]] = {
    signal.SIGINT: (130,),
    signal.SIGTERM: (143,),
    signal.SIGHUP: (129,),
    signal.SIGQUIT: (-signal.SIGQUIT,),
    signal.SIGKILL: (-signal.SIGKILL,),
}
"""By signal the exit codes of a program that it ends."""
_NOT_BEGUN = (b"Fatal Python error: init_import_site", b"Could not import runpy module")
"""The words of Python at Ctrl-C before it runs a program."""
PROGRAMS: Mapping[str, tuple[str, ...]] = {
    "simulate": ("simulate", SCENARIO, "--games", "100000", "--workers", "2"),
    "play": ("play", "operations/causeway-to-carentan"),
    "screenshot": ("screenshot", "operations/causeway-to-carentan", "--out", "picture.png", "--turn", "4"),
    "coverage": ("coverage",),
    "bench": ("bench",),
}


def endings(times: int, seed: int) -> Finding:
    """End every program at an odd moment by every signal in turn."""
    chance, failures = Chance(seed, "endings"), list[str]()
    for number in range(times):
        name = list(PROGRAMS)[number % len(PROGRAMS)]
        ending = list(CODES)[number // len(PROGRAMS) % len(CODES)]
        life = SHORTEST_LIFE + chance.unit() * (LONGEST_LIFE - SHORTEST_LIFE)
        with TemporaryDirectory() as folder:
            problem = _ended(PROGRAMS[name], ending, life, Path(folder))
        failures += [f"{name}, {ending.name} after {life:.1f} s: {problem}"] if problem else []
    return Finding("endings", "programs ended", times, tuple(failures), f"Programs: {', '.join(PROGRAMS)}.")


def _hear_breaks() -> None:
    """Let a program hear every signal, also if this process was started in the background of a shell and does not."""
    for number in CODES.keys() - {signal.SIGKILL}:
        signal.signal(number, signal.SIG_DFL)


def _ended(words: tuple[str, ...], ending: signal.Signals, life: float, folder: Path) -> str:
    """End a program after some seconds; return the damage that it leaves behind, or "" for none."""
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "wab", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "DISPLAY": "", "TMPDIR": str(folder), "HOME": str(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=_hear_breaks,
    ) as program:
        time.sleep(life)
        program.send_signal(ending)
        try:
            said = program.communicate(timeout=PATIENCE)[1]
        except subprocess.TimeoutExpired:
            os.killpg(program.pid, signal.SIGKILL)
            return "it goes on"
    code = program.returncode
    # Before the program listens, the system or Python ends it.
    is_early = code == -ending or said.startswith(_NOT_BEGUN)
    if not is_early and (code not in CODES[ending] or b"Traceback" in said):
        return f"the exit code is {code}, {said[-160:]!r}"
    if not _is_gone(program.pid):
        os.killpg(program.pid, signal.SIGKILL)
        return "a process is left"
    half = sorted(path.name for pattern in ("**/*.new", "**/*.lock") for path in folder.glob(pattern))
    return f"{', '.join(half)} is left" if half and ending not in (signal.SIGKILL, signal.SIGQUIT) else ""


def _is_gone(group: int) -> bool:
    """Wait until no process of a group is left; False if one is left after all."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def killed_players(times: int, seed: int) -> Finding:
    """Play games in which the process of the computer player is killed again and again."""
    failures = [problem for number in range(times) if (problem := _game_with_kills(seed + number))]
    return Finding("killed players", "games", times, tuple(failures))


def _game_with_kills(seed: int) -> str:
    """Return the fault of a game of computer players whose process is killed at odd moments, or "" for none."""
    chance, workers = Chance(seed, "killed players"), list[AgentWorker]()

    def start() -> AgentWorker:
        workers.append(AgentWorker())
        return workers[-1]

    game = wab.new_game(SCENARIO, seed=seed)
    players = dict.fromkeys(game.system.sides, "greedy")
    session = Session(game, Seats(game.system.sides[0], players), start_worker=start)
    end = time.monotonic() + 20 * PATIENCE
    share = chance.unit() / 20
    while session.outcome is None:
        if time.monotonic() > end:
            return f"seed {seed}: the game does not go on"
        if chance.unit() < share and (process := workers[-1]._process) is not None:
            process.kill()
        if not session.update():
            time.sleep(0.01)
    session.close()
    other = wab.new_game(SCENARIO, seed=seed)
    play_out(other, make_agents(players, other.system.id, seed, other.seats))
    return "" if other.digest() == game.digest() else f"seed {seed}: the game came to another end"
