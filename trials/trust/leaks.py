"""Hidden facts are changed, and its view, its samples and its computer player must not notice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.systems.hidden import HIDDEN_CHANGES
from tests.systems.walks import Moment, Table, some, tables, walk
from trials.trust.finding import Finding
from wab.engine.game import Game
from wab.engine.system import System
from wab.systems import system_of

COMPARISONS = 6000
MOMENTS = 8
"""Moments of each walk at which something hidden is changed."""


def leaks(comparisons: int, seed: int) -> Finding:
    """Walk through every scenario and option, again with other seeds until so many comparisons have been made."""
    made, failures = 0, list[str]()
    while made < comparisons:
        before = made
        for table in tables():
            for problem in _compared(table, seed):
                made += 1
                failures += [f"{table}, seed {seed}: {problem}"] if problem else []
            if made >= comparisons:
                break
        if made == before:
            break
        seed += 1
    return Finding("leaks", "comparisons of views after a hidden change", made, tuple(failures))


def _compared(table: Table, seed: int) -> Iterator[str]:
    """One answer a comparison: what shows, "" for nothing."""
    system = system_of(table.scenario)
    if not system.nature.hidden_information:
        return
    game, moments = walk(table, seed=seed)
    for moment in some(tuple(moments), MOMENTS):
        for seat in game.seats:
            yield from _seen_by(system, game, moment, seat)


def _seen_by(system: System[Any], game: Game[Any], moment: Moment, seat: str) -> Iterator[str]:
    known = Game(system, game.setup, moment.state.copy()).view(seat)
    for other in HIDDEN_CHANGES[system.id](moment.state, seat):
        view = Game(system, game.setup, other).view(seat)
        if view.encode() != known.encode():
            yield f"the view of {seat} shows a hidden fact"
        elif view.sample(1).digest() != known.sample(1).digest():
            yield f"a sample of {seat} shows a hidden fact"
        else:
            yield ""
