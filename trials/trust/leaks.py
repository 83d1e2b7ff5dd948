"""Hidden facts are changed, and its view, its samples and its computer player must not notice."""

from __future__ import annotations

from collections.abc import Iterator

from trials.trust.finding import Finding
from wab.engine import Chance, Game
from wab.systems import system_of
from wab.testing.truths import Truth, difference, others
from wab.testing.walks import Moment, Table, sampled, some, tables, walk

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
    return Finding("leaks", "comparisons of two truths that a seat must not tell apart", made, tuple(failures))


def _compared(table: Table, seed: int) -> Iterator[str]:
    """One answer a comparison: what shows, "" for nothing."""
    system = system_of(table.scenario)
    if not system.nature.hidden_information:
        return
    game, moments = walk(table, seed=seed)
    chance = Chance(seed, "leaks")
    for moment in some(tuple(moments), MOMENTS):
        for seat in game.seats:
            yield from _seen_by(moment, seat, chance)


def _seen_by(moment: Moment, seat: str, chance: Chance) -> Iterator[str]:
    system, setup = moment.game.system, moment.game.setup
    known, truth = moment.stands().view(seat), Truth(moment.game, seat, moment.state)
    for other in others(moment.game, moment.state, seat):
        view = Game(system, setup, other).view(seat)
        if view.encode() != known.encode():
            yield f"the view of {seat} shows a hidden fact"
        elif sampled(view, 1).digest() != sampled(known, 1).digest():
            yield f"a sample of {seat} shows a hidden fact"
        else:
            yield difference(truth, other, (moment.order,), chance)
