"""Damage by chance, as strangers' programs do it: changed bytes of a career, and values of odd types for a game."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import wab
from trials.trust.finding import Finding
from wab.career.career import Career
from wab.career.testing import DRAWN, LOST, won
from wab.engine import Chance, UsageError
from wab.systems import NAMES, get_system

SEEDS = (5, np.int64(5), True, -1, 10**99, 10**100, "7", b"7", 1.5, None, np.float64(1), np.bool_(True), [5])


def careers(cases: int, seed: int) -> Finding:
    """Change bytes of a career: it tells so, or nothing in it is different; and it goes on."""
    failures = list[str]()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "career.db"
        Career(path).mark(LOST, DRAWN, *(won("marginal", game=f"{number:x}") for number in range(60)))
        sound, data = Career(path), path.read_bytes()
        for number in range(cases):
            chance, changed = Chance(seed * cases + number, "career"), bytearray(data)
            for _change in range((1, 1, 3, 20)[chance.below(4)]):
                changed[chance.below(len(changed))] = chance.below(256)
            path.write_bytes(changed)
            found = Career(path)
            same = (found.library, found.best) == (sound.library, sound.best)
            if not (same or found.take_problem()) or not set(found.library) <= set(sound.library):
                failures.append(f"case {number}: other content without a word")
            found.mark(won("decisive", game="f00d"))
            if Career(path).game("f00d") is None:
                failures.append(f"case {number}: the career does not go on")
    return Finding("careers", "careers with changed bytes", cases, tuple(failures))


def seeds() -> Finding:
    """Begin games with seeds of every type: each is given back by its save, or refused."""
    failures, tried = list[str](), 0
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.wab"
        for system in NAMES:
            for given in SEEDS:
                tried += 1
                try:
                    game = wab.new_game(get_system(system).scenarios()[0].id, seed=given)  # type: ignore[arg-type]
                    game.save(path)
                    if wab.load(path).digest() != game.digest():
                        failures.append(f"{system}, seed {given!r}: the save holds another game")
                except UsageError:
                    continue
                except Exception as error:  # any error that escapes is what we are looking for
                    failures.append(f"{system}, seed {given!r}: {type(error).__name__}: {error}")
    return Finding("seeds", "seeds of odd types", tried, tuple(failures))
