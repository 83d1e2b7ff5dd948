"""A game that is killed while it writes: every order that was kept before must be there afterwards."""

from __future__ import annotations

from contextlib import suppress
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import wab
from trials.trust.finding import Finding
from wab.engine import Chance, WabError
from wab.engine.saves.autosave import Autosave
from wab.engine.saves.replay import verify
from wab.systems import NAMES, get_system
from wab.testing.walks import choose

SHORTEST_LIFE, LONGEST_LIFE = 0.01, 0.35
"""Seconds that a player lives, at least and at most."""

Kept = tuple[int, str]
"""The number of records when an order had been kept, and the digest of the state then."""


def kills(times: int, seed: int) -> Finding:
    """Play random games, kill the player at odd moments, look what is left, and let the next one go on with it."""
    chance, failures, orders = Chance(seed, "kills"), list[str](), 0
    with TemporaryDirectory() as folder:
        number, path = 0, Path(folder) / "game-0.wab"
        for _ in range(times):
            life = SHORTEST_LIFE + chance.unit() * (LONGEST_LIFE - SHORTEST_LIFE)
            kept = _lived(path, _scenario(number), number, life)
            orders += len(kept)
            found, over = _problem(path, kept)
            failures += [f"{path.name}: {found}"] if found else []
            if found or over:
                number += 1
                path = path.with_name(f"game-{number}.wab")
    return Finding("kills", "players killed", times, tuple(failures), f"{orders:,} orders were kept by them.")


def _scenario(number: int) -> str:
    """The first scenario of each system in turn."""
    return get_system(NAMES[number % len(NAMES)]).scenarios()[0].id


def _lived(path: Path, scenario: str, seed: int, life: float) -> list[Kept]:
    """Let a player play for some seconds, kill it, and return what it had kept."""
    ways: Any = get_context("fork" if "fork" in get_all_start_methods() else "spawn")  # the common base has no Process
    ours, theirs = ways.Pipe(duplex=False)
    player: Any = ways.Process(target=play_until_killed, args=(str(path), scenario, seed, theirs), daemon=True)
    player.start()
    theirs.close()
    player.join(life)
    player.kill()
    player.join()
    kept = []
    with suppress(EOFError, OSError):
        while ours.poll():
            kept.append(ours.recv())
    return kept


def play_until_killed(path: str, scenario: str, seed: int, told: Connection) -> None:
    """Go on with a save, or begin it; tell the number of records and the digest whenever an order has been kept."""
    save = Path(path)
    game = wab.load(save) if save.exists() else wab.new_game(scenario, seed=seed)
    keeping, chance = Autosave(game, save), Chance(len(game.journal), "player")
    while game.to_act is not None:
        game.play(choose(list(game.legal_orders()), chance))
        keeping.keep()
        told.send((len(game.journal), game.digest()))


def _problem(path: Path, kept: list[Kept]) -> tuple[str, bool]:
    """Return what is wrong with the save of a player that was killed, "" for nothing; and whether its game is over."""
    if not path.exists():
        return ("the save is gone" if kept else ""), False
    try:
        game = wab.load(path)
        verdict = verify(path, get_system)
    except WabError as error:
        return str(error), False
    digests = {number: record.digest for number, record in enumerate(game.journal, 1)}
    lost = [number for number, digest in kept if digests.get(number) != digest]
    if lost:
        return f"{len(lost)} orders that were kept are lost, the first is record {lost[0]}", False
    return ("" if verdict.ok else verdict.problem), game.to_act is None
