"""Saves with damage give back every order before the damage."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import wab
from trials.fuzzing.damage import damaged
from trials.trust.finding import Finding
from wab.engine import Chance, SaveError
from wab.engine.files.framing import frames
from wab.engine.kernel.game import Game
from wab.engine.saves.autosave import Autosave
from wab.engine.saves.reader import open_save
from wab.systems import NAMES, get_system
from wab.testing.walks import walk

NULS = 4096
"""The bytes that a power cut leaves at the end of a file."""


def damaged_saves(cases: int, seed: int) -> Finding:
    """Damage saves in every way that is known here and go on with them: no order before the damage may be missing."""
    failures, tried, lost = list[str](), 0, 0
    with TemporaryDirectory() as folder:
        sound = [_save(Path(folder) / f"{name}.wab", name) for name in NAMES]
        for number in range(cases):
            path = sound[number % len(sound)]
            chance = Chance(seed * cases + number, "damage")
            try:
                problem, missing = _opened(path.read_bytes(), chance, Path(folder) / "damaged")
            except Exception:  # any error that escapes is what we are looking for
                problem, missing = traceback.format_exc().splitlines()[-1], 0
            tried += 1
            lost += missing
            failures += [f"{path.name}, case {number}: {problem}"] if problem else []
    told = f"{lost:,} orders stood behind the damage and were given up."
    return Finding("damaged saves", "saves opened and played on", tried, tuple(failures), told)


def _save(path: Path, system: str) -> Path:
    """The save of a short game, written order by order."""
    game, moments = walk(get_system(system).scenarios()[0].id, length=24)
    played = wab.new_game(game.setup.scenario, seed=game.setup.seed)
    save = Autosave(played, path)
    for moment in moments:
        played.play(moment.order)
        save.keep()
    return path


def _damage(data: bytes, chance: Chance) -> bytes:
    """One wrong bit, NULs at the end, zeros in the last line, an end that is missing, or what the fuzzer knows."""
    way = chance.below(6)
    if way == 0:
        at = chance.below(len(data))
        return data[:at] + bytes([data[at] ^ (1 << chance.below(8))]) + data[at + 1 :]
    if way == 1:
        return data + bytes(NULS)
    if way == 2:
        last = list(frames(data))[-1].offset
        at = last + chance.below(len(data) - last)
        return data[:at] + bytes(len(data) - at)
    if way == 3:
        return data[: chance.below(len(data))]
    return damaged(data, chance)


def _opened(data: bytes, chance: Chance, folder: Path) -> tuple[str, int]:
    """Return what is wrong with how a damaged save is opened, "" for nothing; and how many records it had to
    give up.
    """
    whole = [(found.offset, found.text) for found in frames(data)]
    bad = _damage(data, chance)
    first = next((at for at, (one, other) in enumerate(zip(data, bad, strict=False)) if one != other), len(bad))
    ends = [offset for offset, _ in whole[1:]] + [len(data)]
    sound = sum(end <= first for end in ends)  # lines that stand whole before the damage
    records = sum(b'"line":"step"' in text for _, text in whole[:sound])
    folder.mkdir(exist_ok=True)
    path = folder / "game.wab"
    for old in folder.iterdir():
        old.unlink()
    path.write_bytes(bad)
    try:
        game = _load(path)
    except SaveError as error:
        problem = "" if sound == 0 else f"{records} sound records cannot be opened: {error}"
        return (problem if path.read_bytes() == bad else "loading has changed the file"), records if problem else 0
    if len(game.journal) < records:
        return f"{len(game.journal)} of {records} sound records came back", 0
    return "".join(_played_on(path, bad, folder)), max(0, len(whole) - len(game.journal))


def _load(path: Path) -> Game[Any]:
    """The game of a damaged save as far as it is whole; the report of the damage is dropped."""
    return open_save(path, get_system).game


def _played_on(path: Path, bad: bytes, folder: Path) -> Iterator[str]:
    """Yield what is wrong when the game goes on: the damaged file must stay, and the new one must load."""
    if path.read_bytes() != bad:
        yield "loading has changed the file"
    game = _load(path)
    save = Autosave(game, path)
    if game.to_act is not None:
        game.play(next(iter(game.legal_orders())))
        save.keep()
    save.close()
    if _load(path).digest() != game.digest():
        yield "the game that went on does not load"
    if not any(other.read_bytes().startswith(bad) for other in folder.iterdir()):
        yield "the damaged file is gone"
