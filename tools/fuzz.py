"""Fuzz: give the loaders damaged files and see that they say what is wrong instead of falling over.

python -m tools.fuzz                       60 seconds, shared by all readers; exit 1 when something escapes
python -m tools.fuzz --seconds 10 --seed 3
python -m tools.fuzz --readers save map

What may come out of a reader: a result, or one of the errors that it promises. A save, a scenario and a map promise
WabError (DataError, SaveError, UsageError); bytes of a view or of a state, which only our own processes exchange,
promise ValueError or WabError. Anything else is a failure: the bytes are kept in a folder, one line says where.
"""

from __future__ import annotations

import argparse
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import wab
from tests.systems.walks import walk
from wab.content.data import data_root
from wab.content.hexmap import load_map
from wab.content.operations_loader import load_battle_map, load_scenario, load_tables, scenario_paths
from wab.engine import Chance, WabError
from wab.engine.framing import frame, frames
from wab.engine.saves import Autosave
from wab.systems.operations import SYSTEM
from wab.systems.operations.setup import make_board, starting_state
from wab.systems.operations.soundness import check_file

SECONDS = 60.0
MOST_SEEDS = 3
"""Sound inputs from which a reader's damaged ones are made."""

_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_WORD = re.compile(rb"[A-Za-z_][A-Za-z_-]+")
_ODD = [b"-1", b"0", b"255", b"65536", b"4294967296", b"9" * 30, b"1e309", b"NaN", b"null", b'""', b"[]", b"{}", b"x"]
_SEAL = b',"seal":"'


@dataclass(frozen=True)
class Reader:
    """One thing that reads bytes: sound samples, how it reads them, and which errors it promises."""

    name: str
    samples: tuple[bytes, ...]
    read: Callable[[bytes], object]
    promised: tuple[type[Exception], ...]
    sealed: bool = False


@dataclass(frozen=True)
class Failure:
    """Bytes from which something escaped, and what."""

    reader: str
    data: bytes
    error: str
    trace: str


# ------------------------------------------------------------------------------------------------- damage


def damaged(data: bytes, chance: Chance) -> bytes:
    """The bytes with one to four things done to them."""
    for _ in range(1 + chance.below(4)):
        data = _DAMAGES[chance.below(len(_DAMAGES))](data, chance)
    return data


def _place(data: bytes, chance: Chance) -> int:
    return chance.below(len(data) + 1)


def _flip(data: bytes, chance: Chance) -> bytes:
    at = chance.below(max(1, len(data)))
    return data[:at] + bytes([data[at] ^ (1 << chance.below(8))]) + data[at + 1 :] if data else data


def _overwrite(data: bytes, chance: Chance) -> bytes:
    at = _place(data, chance)
    return data[:at] + bytes(chance.below(256) for _ in range(1 + chance.below(4))) + data[at + 4 :]


def _cut(data: bytes, chance: Chance) -> bytes:
    at = _place(data, chance)
    return data[:at] + data[at + 1 + chance.below(60) :]


def _end(data: bytes, chance: Chance) -> bytes:
    return data[: _place(data, chance)]


def _repeat(data: bytes, chance: Chance) -> bytes:
    at = _place(data, chance)
    return data[:at] + data[max(0, at - 1 - chance.below(60)) :]


def _line(data: bytes, chance: Chance) -> bytes:
    """A line moved to another place."""
    lines = data.splitlines(keepends=True)
    if lines:
        line = lines.pop(chance.below(len(lines)))
        lines.insert(chance.below(len(lines) + 1), line)
    return b"".join(lines)


def _number(data: bytes, chance: Chance) -> bytes:
    """A number that nobody expects."""
    return _exchange(data, _NUMBER, _ODD[chance.below(len(_ODD))], chance)


def _word(data: bytes, chance: Chance) -> bytes:
    """A word in the place of another."""
    words = _WORD.findall(data[:20_000])
    return _exchange(data, _WORD, words[chance.below(len(words))], chance) if words else data


def _exchange(data: bytes, pattern: re.Pattern[bytes], new: bytes, chance: Chance) -> bytes:
    match = pattern.search(data, _place(data, chance)) or pattern.search(data)
    return data[: match.start()] + new + data[match.end() :] if match else data


_DAMAGES: tuple[Callable[[bytes, Chance], bytes], ...] = (
    _flip,
    _overwrite,
    _cut,
    _end,
    _repeat,
    _line,
    _number,
    _number,
    _number,
    _word,
    _word,
)


def resealed(data: bytes, chance: Chance) -> bytes:
    """A save with one line damaged inside, framed and sealed as if the game had written it so."""
    lines = [found.text.rpartition(_SEAL)[0] + b"}" for found in frames(data)]
    at = chance.below(len(lines))
    lines[at] = damaged(lines[at], chance).replace(b"\n", b" ").removesuffix(b"}") + b"}"
    seal, parts = "", []
    for body in lines:
        seal = sha256(seal.encode() + body).hexdigest()
        parts.append(frame(body[:-1] + _SEAL + seal.encode() + b'"}'))
    return b"".join(parts)


# ------------------------------------------------------------------------------------------------- readers


def readers(folder: Path) -> dict[str, Reader]:
    """Everything that is fuzzed, by name; files are written to a folder."""
    saves = _saves(folder)
    views, states = _views(), _states()
    scenarios = tuple(path.read_bytes() for path in scenario_paths()[:MOST_SEEDS])
    maps = ((data_root() / "campaigns" / "operations" / "map.json").read_bytes(),)
    found = (
        Reader("save", saves, lambda data: _load_save(folder, data), (WabError,)),
        Reader("sealed-save", saves, lambda data: _load_save(folder, data), (WabError,), sealed=True),
        Reader("scenario", scenarios, lambda data: _load_scenario(folder, data), (WabError,)),
        Reader("map", maps, lambda data: load_map(_written(folder / "map.json", data)), (WabError,)),
        Reader("view", views, SYSTEM.decode_view, (ValueError, WabError)),
        Reader("state", states, SYSTEM.decode, (ValueError, WabError)),
    )
    return {reader.name: reader for reader in found}


def _scenarios() -> list[str]:
    return [info.id for info in SYSTEM.scenarios()][:MOST_SEEDS]


def _saves(folder: Path) -> tuple[bytes, ...]:
    """Saves of short games: one written at once, with a snapshot, and one as it grows."""
    found = []
    for scenario in _scenarios():
        game, _ = walk(scenario, length=6)
        game.save(folder / "whole.wab")
        found.append((folder / "whole.wab").read_bytes())
        growing = wab.new_game(scenario, seed=1)
        Autosave(growing, folder / "growing.wab")
        found.append((folder / "growing.wab").read_bytes())
    return tuple(found)


def _views() -> tuple[bytes, ...]:
    games = [walk(scenario, length=12)[0] for scenario in _scenarios()]
    return tuple(game.view(side).encode() for game in games for side in SYSTEM.sides)


def _states() -> tuple[bytes, ...]:
    return tuple(SYSTEM.encode(walk(scenario, length=12)[0].state) for scenario in _scenarios())


def _written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def _load_save(folder: Path, data: bytes) -> None:
    """Load it both ways: from its snapshot, and with all that happened."""
    path = _written(folder / "game.wab", data)
    wab.load(path)
    wab.load(path, observers=SYSTEM.sides)


def _load_scenario(folder: Path, data: bytes) -> None:
    """Say all that is wrong with it, then read it; a scenario without fault is set up and opens soundly."""
    path = _written(folder / "made-up.yaml", data)
    faults = check_file(path)
    if faults:
        raise faults[0]
    board = make_board("operations/made-up", load_scenario(path), load_tables(), load_battle_map())
    state = starting_state(board, 1)
    for event in SYSTEM.open(state):
        SYSTEM.apply(state, event)
    if wrong := SYSTEM.invariants(state):
        raise AssertionError(f"no fault was found in the scenario, and {wrong[0]}")


# ------------------------------------------------------------------------------------------------- running


def fuzz(reader: Reader, seconds: float, seed: int, most: int = 0) -> tuple[int, list[Failure]]:
    """Feed a reader for some seconds, or `most` times: how often it was fed, and one failure a place in the code."""
    chance, began, fed = Chance(seed, f"fuzz {reader.name}"), perf_counter(), 0
    failures: dict[str, Failure] = {}
    while (most and fed < most) or (not most and perf_counter() - began < seconds):
        sample = reader.samples[chance.below(len(reader.samples))]
        data = resealed(sample, chance) if reader.sealed else damaged(sample, chance)
        fed += 1
        try:
            reader.read(data)
        except reader.promised:
            continue
        except Exception as error:  # whatever escapes is what we are looking for
            place = traceback.extract_tb(error.__traceback__)[-1]
            told = f"{type(error).__name__} in {Path(place.filename).name}:{place.lineno}: {error}"
            where = f"{type(error).__name__} {place.filename}:{place.lineno}"
            failures.setdefault(where, Failure(reader.name, data, told, traceback.format_exc()))
    return fed, list(failures.values())


def keep(failure: Failure, folder: Path) -> Path:
    """Write down the bytes and the traceback of a failure."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{failure.reader}-{sha256(failure.data).hexdigest()[:12]}"
    path.with_suffix(".bin").write_bytes(failure.data)
    path.with_suffix(".txt").write_text(failure.trace, encoding="utf-8")
    return path.with_suffix(".bin")


def main(words: Sequence[str] | None = None) -> int:
    """Feed every reader for its share of the time. 0 when only promised errors came out, else 1."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description="Damaged files for every loader.")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"for all readers together ({SECONDS:.0f})")
    parser.add_argument("--seed", type=int, default=1, help="other damage for another seed")
    parser.add_argument("--readers", nargs="+", help="only these")
    parser.add_argument("--failures", type=Path, default=Path("build/fuzz"), help="where bytes are kept")
    chosen = parser.parse_args(words)
    failed = 0
    with TemporaryDirectory() as folder:
        known = readers(Path(folder))
        names = chosen.readers or list(known)
        for name in names:
            fed, failures = fuzz(known[name], chosen.seconds / len(names), chosen.seed)
            print(f"{name}: {fed} damaged inputs, {len(failures)} kinds of failure", flush=True)
            for failure in failures:
                print(f"  {failure.error} -> {keep(failure, chosen.failures)}")
            failed += len(failures)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
