"""Two writers on one save, and saves that change under a game's hands: no player's work may be lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import wab
from trials.trust.finding import Finding
from wab.engine import Chance, SaveError
from wab.engine.saves.autosave import Autosave
from wab.engine.saves.reader import load_game
from wab.systems import NAMES, get_system
from wab.testing.walks import choose

ORDERS = 6
"""Orders that a game plays before, and after, something is done to its save."""


def writers(times: int, seed: int) -> Finding:
    """Do something to the save of a running game, in every way in turn, and look what is left."""
    failures, ways = list[str](), list(WAYS)
    for number in range(times):
        way = ways[number % len(ways)]
        system = NAMES[number // len(ways) % len(NAMES)]
        with TemporaryDirectory() as folder:
            path = Path(folder) / "game.wab"
            try:
                failures += [f"{way} ({system}): {problem}" for problem in _tried(way, path, system, seed + number)]
            except Exception as error:  # any error that escapes is what we are looking for
                failures.append(f"{way} ({system}): {type(error).__name__}: {error}")
    return Finding("two writers", "saves", times, tuple(failures), f"Ways: {', '.join(ways)}.")


def _tried(way: str, path: Path, system: str, seed: int) -> Iterator[str]:
    """Play, let it happen, play on: our game must load, and so must what the other has written."""
    game = wab.new_game(get_system(system).scenarios()[0].id, seed=seed)
    save = Autosave(game, path)
    _play_on(game, save, seed)
    theirs = WAYS[way](path, game)
    _play_on(game, save, seed + 1)
    save.close()
    if load_game(path, get_system).digest() != game.digest():
        yield "the save does not hold the game"
    kept = [file.read_bytes() for file in path.parent.iterdir() if file.is_file()]
    if theirs is not None and not any(data.startswith(theirs) for data in kept):
        yield "what the other had written is gone"


def _play_on(game: Any, save: Autosave, seed: int) -> None:
    chance = Chance(seed, "writers")
    for _ in range(ORDERS):
        if game.to_act is None:
            return
        game.play(choose(list(game.legal_orders()), chance))
        save.keep()


# ------------------------------------------------------------------------------------------------- what happens


def _second_window(path: Path, _game: Any) -> bytes | None:
    """Another process opens the save and wants to play it: it must be refused."""
    ways = get_context("fork")
    ours, theirs = ways.Pipe(duplex=False)
    process = ways.Process(target=_open_too, args=(str(path), theirs))
    process.start()
    process.join()
    if (said := ours.recv()) != "refused":
        raise AssertionError(f"the second window was {said}")
    return None


def _open_too(path: str, told: Connection) -> None:
    try:
        save = Autosave(wab.load(path), Path(path))
    except SaveError:
        told.send("refused")
    else:
        save.close()
        told.send("let in")


def _deleted(path: Path, _game: Any) -> bytes | None:
    path.unlink()
    return None


def _exchanged(path: Path, game: Any) -> bytes | None:
    """Another game is put in the place of the save."""
    other = wab.new_game(game.setup.scenario, seed=game.setup.seed + 1)
    other.save(path.with_name("other.tmp"))
    path.with_name("other.tmp").replace(path)
    return path.read_bytes()


def _grown(path: Path, _game: Any) -> bytes | None:
    """A program that knows no lock has written behind our last line."""
    with path.open("ab") as file:
        file.write(b"something of theirs" * 20)
    return path.read_bytes()


def _shortened(path: Path, _game: Any) -> bytes | None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    return data[: len(data) // 2]


def _emptied(path: Path, _game: Any) -> bytes | None:
    path.write_bytes(b"")
    return None


def _restored(path: Path, _game: Any) -> bytes | None:
    """A backup of an earlier moment is copied over the save: another file with the same name."""
    data = path.read_bytes()
    path.unlink()
    path.write_bytes(data[: len(data) * 3 // 4])
    return data[: len(data) * 3 // 4]


WAYS: Mapping[str, Callable[[Path, Any], bytes | None]] = {
    "a second window": _second_window,
    "deleted": _deleted,
    "exchanged": _exchanged,
    "grown by another": _grown,
    "shortened": _shortened,
    "emptied": _emptied,
    "an older file copied over it": _restored,
}
