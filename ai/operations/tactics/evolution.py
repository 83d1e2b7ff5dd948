"""Online evolution: in which order the attacks of an impulse are made, bred from a few good orders.

One attack opens and closes the way of others: it empties a hex, draws units off, lets others through. So whole lists of
attacks are compared, and the better ones varied: two exchanged, one put in or left out (online evolutionary planning,
Justesen and others 2016).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from wab.engine.dice import Chance

Schedule = tuple[int, ...]
"""Hexes that are attacked one after the other."""
Fitness = Callable[[Schedule], float | None]
"""What a schedule is worth; None when there is no time left to find out."""

PARENTS = 3
"""So many of the best schedules have offspring."""
TRIES = 40
"""So often a new variation is looked for before the breeding ends."""


def bred(
    seeds: Sequence[Schedule], genes: Sequence[int], fitness: Fitness, most: int, chance: Chance
) -> list[Schedule]:
    """Schedules, the best first: the seeds and their offspring, `most` of them at most; none if there was no time.

    The same chance gives the same schedules. Of two that are worth the same the one that came up first is better.
    """
    scores: dict[Schedule, float] = {}
    waiting = list(dict.fromkeys(seeds))
    while len(scores) < most:
        schedule = waiting.pop(0) if waiting else _offspring(_ranked(scores)[:PARENTS], genes, scores, chance)
        worth = fitness(schedule) if schedule is not None else None
        if schedule is None or worth is None:
            break
        scores[schedule] = worth
    return _ranked(scores)


def _ranked(scores: dict[Schedule, float]) -> list[Schedule]:
    return sorted(scores, key=lambda schedule: -scores[schedule])


def _offspring(
    parents: Sequence[Schedule], genes: Sequence[int], known: Collection[Schedule], chance: Chance
) -> Schedule | None:
    """A variation of one of the parents that is not known yet; None where it is hard to find one."""
    for _ in range(TRIES if parents else 0):
        child = varied(parents[chance.below(len(parents))], genes, chance)
        if child not in known:
            return child
    return None


def varied(schedule: Schedule, genes: Sequence[int], chance: Chance) -> Schedule:
    """A schedule like another: two attacks exchanged, one left out, or one of the genes put in that it does not have.

    One attack at least is left.
    """
    others = [gene for gene in genes if gene not in schedule]
    ways: list[Callable[[Schedule, Chance], Schedule]] = [exchanged, left_out] if len(schedule) > 1 else []
    if others:
        ways.append(lambda parent, chance: put_in(parent, others, chance))
    return ways[chance.below(len(ways))](schedule, chance) if ways else schedule


def exchanged(schedule: Schedule, chance: Chance) -> Schedule:
    """Two attacks change places."""
    one = chance.below(len(schedule))
    other = (one + 1 + chance.below(len(schedule) - 1)) % len(schedule)
    changed = list(schedule)
    changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)


def left_out(schedule: Schedule, chance: Chance) -> Schedule:
    """An attack is not made."""
    place = chance.below(len(schedule))
    return (*schedule[:place], *schedule[place + 1 :])


def put_in(schedule: Schedule, others: Sequence[int], chance: Chance) -> Schedule:
    """Another attack is made somewhere between."""
    place = chance.below(len(schedule) + 1)
    return (*schedule[:place], others[chance.below(len(others))], *schedule[place:])
