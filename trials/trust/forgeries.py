"""Saves that were changed with knowledge of the format: every seal fits, and something in them is not true."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from hashlib import sha256
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from trials.trust.finding import Finding
from wab.cli import main
from wab.engine.files.framing import frame, frames
from wab.engine.kernel.events import Rolled
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Record
from wab.engine.saves.autosave import Autosave
from wab.systems import NAMES
from wab.testing.walks import SCENARIOS, walk

Lines = list[dict[str, Any]]
_SEAL = b',"seal":"'
WALK = 130
"""Orders of an honest game: enough for a snapshot in the middle of its save."""


def forgeries(games: int, seed: int) -> Finding:
    """Forge saves of honest games in every way that is known here; `wab check` and `--verify` must find each."""
    tried, failures = 0, list[str]()
    for number in range(games):
        of_system = [scenario for scenario in SCENARIOS if scenario.startswith(f"{NAMES[number % len(NAMES)]}/")]
        scenario = of_system[number // len(NAMES) % len(of_system)]
        with TemporaryDirectory() as folder:
            honest = _honest(Path(folder) / "honest.wab", scenario, seed + number)
            failures += [f"{scenario}: the honest save: {problem}" for problem in _passed(honest, caught=False)]
            for name, forged in _forged(honest, scenario, seed + number):
                tried += 1
                failures += [f"{scenario}: {name}: {problem}" for problem in _passed(forged, caught=True)]
    return Finding("forgeries", "forged saves", tried, tuple(failures))


def _honest(path: Path, scenario: str, seed: int) -> Path:
    """The save of a game of random orders as the window writes it, with a snapshot where one belongs."""
    game, moments = walk(scenario, seed=seed, length=WALK)
    played = Game.start(game.system, game.setup)
    save = Autosave(played, path)
    for moment in moments:
        played.play(moment.order)
        save.keep()
    save.close()
    return path


def _passed(path: Path, *, caught: bool) -> Iterator[str]:
    """The commands that do not say of a save what they should."""
    for words in (["check", str(path)], ["replay", str(path), "--verify"]):
        said, code = StringIO(), ""
        with redirect_stdout(said), redirect_stderr(said):
            try:
                code = str(main(words))
            except Exception as error:  # any error that escapes is what we are looking for
                code = f"{type(error).__name__}: {error}"
        if code not in ("0", "1", "2") or (code == "0") == caught:
            yield f"`wab {words[0]}` ends with {code} ({said.getvalue().strip()[:120]})"


# ------------------------------------------------------------------------------------------------- writing


def lines_of(data: bytes) -> Lines:
    """The lines of a save without their seals."""
    return [msgspec.json.decode(found.text.rpartition(_SEAL)[0] + b"}") for found in frames(data)]


def sealed(lines: Lines) -> bytes:
    """Lines sealed and framed as the game does it."""
    seal, parts = "", []
    for line in lines:
        body = msgspec.json.encode(line)
        seal = sha256(seal.encode() + body).hexdigest()
        parts.append(frame(body[:-1] + _SEAL + seal.encode() + b'"}'))
    return b"".join(parts)


def _forged(honest: Path, scenario: str, seed: int) -> Iterator[tuple[str, Path]]:
    for name, forge in FORGERIES.items():
        path = honest.with_name(f"{name.replace(' ', '-')}.wab")
        lines = forge(lines_of(honest.read_bytes()))
        if lines is not None:
            path.write_bytes(sealed(lines))
            yield name, path
    other = _honest(honest.with_name("other.wab"), scenario, seed + 1)
    yield "the snapshot of another game", _with_snapshot_of(honest, other)
    loaded, _ = walk(scenario, seed=seed, length=WALK)
    path = honest.with_name("better-dice.wab")
    if (game := _with_better_dice(loaded)) is not None:
        game.save(path)
        yield "dice that nobody threw", path


def _with_snapshot_of(honest: Path, other: Path) -> Path:
    """Our records, and the state of another game with its right digest behind as many of them."""
    path = honest.with_name("borrowed-snapshot.wab")
    shutil.copy(honest, path)
    steps = [line for line in lines_of(honest.read_bytes()) if line["line"] != "snapshot"]
    records = len(steps) - 1
    theirs = _state_after(other, records)
    path.write_bytes(sealed([*steps, {"line": "snapshot", "steps": records, **theirs}]))
    return path


def _state_after(save: Path, records: int) -> dict[str, Any]:
    import wab

    loaded = wab.load(save)
    game = Game(loaded.system, loaded.setup, loaded.system.new_state(*_start(loaded)))
    for record in loaded.journal[:records]:
        game.repeat(record)
    return {"digest": game.digest(), "state": msgspec.Raw(game.system.encode(game.state))}


def _start(game: Game[Any]) -> tuple[str, int, dict[str, Any]]:
    return game.setup.scenario, game.setup.seed, game.setup.rule_options


def _with_better_dice(honest: Game[Any]) -> Game[Any] | None:
    """The same game up to its first throw, whose dice show something else, with digests that fit; None without dice."""
    game = Game(honest.system, honest.setup, honest.system.new_state(*_start(honest)))
    for record in honest.journal:
        changed = tuple(_better(event) for event in record.events)
        game.repeat(Record(record.order, changed, record.digest, record.undo))
        if changed != record.events:
            return game
    return None


def _better(event: Any) -> Any:
    if not isinstance(event, Rolled):
        return event
    return msgspec.structs.replace(event, results=tuple(face % event.faces + 1 for face in event.results))


# ------------------------------------------------------------------------------------------------- forging


def _steps(lines: Lines) -> list[int]:
    return [number for number, line in enumerate(lines) if line["line"] == "step"]


def _snapshots(lines: Lines) -> list[int]:
    return [number for number, line in enumerate(lines) if line["line"] == "snapshot"]


def _other_seed(lines: Lines) -> Lines:
    lines[0]["setup"]["seed"] = int(lines[0]["setup"].get("seed", 0)) + 1
    return lines


def _other_scenario(lines: Lines) -> Lines:
    system = lines[0]["setup"]["system"]
    others = [name for name in SCENARIOS if name.startswith(f"{system}/") and name != lines[0]["setup"]["scenario"]]
    lines[0]["setup"]["scenario"] = others[0]
    return lines


def _other_system(lines: Lines) -> Lines:
    setup = lines[0]["setup"]
    setup["system"] = next(name for name in NAMES if name != setup["system"])
    return lines


def _unknown_option(lines: Lines) -> Lines:
    lines[0]["setup"]["options"] = {"cheat": "on"}
    return lines


def _record_left_out(lines: Lines) -> Lines:
    del lines[_steps(lines)[len(_steps(lines)) // 2]]
    return lines


def _records_exchanged(lines: Lines) -> Lines:
    one, other = _steps(lines)[3], _steps(lines)[4]
    lines[one], lines[other] = lines[other], lines[one]
    return lines


def _record_twice(lines: Lines) -> Lines:
    lines.insert(_steps(lines)[4], lines[_steps(lines)[3]])
    return lines


def _other_digest(lines: Lines) -> Lines:
    lines[_steps(lines)[-1]]["digest"] = "0" * 32
    return lines


def _invented_undo(lines: Lines) -> Lines:
    at = _steps(lines)[0]
    lines.insert(at + 1, {**lines[at], "order": None, "events": [], "undo": True})
    return lines


def _snapshot_of_more(lines: Lines) -> Lines | None:
    if not _snapshots(lines):
        return None
    lines[_snapshots(lines)[-1]]["steps"] += 1
    return lines


def _snapshot_too_early(lines: Lines) -> Lines | None:
    if not _snapshots(lines):
        return None
    lines.insert(1, lines.pop(_snapshots(lines)[-1]))
    return lines


def _snapshot_alone(lines: Lines) -> Lines | None:
    """No records at all: only a header, and a state that would have to be believed."""
    if not _snapshots(lines):
        return None
    return [lines[0], lines[_snapshots(lines)[-1]]]


def _snapshot_stronger(lines: Lines) -> Lines | None:
    """A state in which every number is one higher, with the digest of the record."""
    if not _snapshots(lines):
        return None
    line = lines[_snapshots(lines)[-1]]
    line["state"] = _raised(line["state"])
    return lines


def _raised(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _raised(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_raised(inner) for inner in value]
    return value + 1 if type(value) is int else value


FORGERIES: Mapping[str, Callable[[Lines], Lines | None]] = {
    "another seed": _other_seed,
    "another scenario": _other_scenario,
    "another system": _other_system,
    "an option that nobody knows": _unknown_option,
    "a record left out": _record_left_out,
    "two records exchanged": _records_exchanged,
    "a record twice": _record_twice,
    "another digest": _other_digest,
    "an undo that nobody asked for": _invented_undo,
    "a snapshot of more records than there are": _snapshot_of_more,
    "a snapshot before its records": _snapshot_too_early,
    "a snapshot without records": _snapshot_alone,
    "a snapshot with other numbers": _snapshot_stronger,
}
