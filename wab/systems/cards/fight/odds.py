"""Chances, exactly: the possible results of the dice of an attack, with the causes of their number (ledger 4.4.7,
4.4.8).
"""

from __future__ import annotations

from functools import cache
from math import comb

import msgspec

from wab.engine.kernel.orders import Refusal, Shift
from wab.field.forecast import Forecast, Fought
from wab.systems.cards.fight.combat import dice_of, why_not_attack
from wab.systems.cards.fight.obstacles import flags_ignored
from wab.systems.cards.fight.retreat import paths_back
from wab.systems.cards.state.orders import Attack
from wab.systems.cards.state.state import State


class Preview(msgspec.Struct, frozen=True):
    """The prospects of an attack: its dice and why, and the exact chances.

    `hits[n]` is the chance of n figures hit, `flags[n]` the chance of n flags, from none to all dice; `joint` the
    chance of both together, by (hits, flags). `eliminated` is the chance that the target loses its last figure to hits
    alone; `ignorable` the flags that it may ignore. `back` is how many of the flags on the dice it can carry out, as it
    stands now: each further one costs a figure (CRD-4.4.9-7). `trapped` is the chance that hits do not destroy it, and
    hits and such flags together do. `refusal` says why the attack cannot be made, None if it can.
    """

    dice: int
    causes: tuple[Shift, ...]
    hits: tuple[float, ...]
    flags: tuple[float, ...]
    joint: dict[tuple[int, int], float]
    eliminated: float
    ignorable: int
    back: int
    trapped: float
    refusal: Refusal | None = None


def preview(state: State, order: Attack) -> Preview:
    """Return the prospects of an attack by an ordered unit; KeyError if there is no such unit."""
    attacker, target = state.units[order.unit], state.units[order.target]
    count = dice_of(state, attacker, target)
    faces = state.board.tables.dice.faces
    type_ = state.board.type_of(target.kind)
    hitting = sum(symbol in (type_, "grenade") for symbol in faces)
    joint = chances(count.dice, hitting, faces.count("flag"), len(faces))
    ignorable, back = flags_ignored(state, target), max(paths_back(state, target, count.dice))
    return Preview(
        count.dice,
        count.causes,
        _margin(joint, count.dice, 0),
        _margin(joint, count.dice, 1),
        joint,
        sum(chance for (hits, _), chance in joint.items() if hits >= target.figures),
        ignorable,
        back,
        sum(
            chance
            for (hits, flags), chance in joint.items()
            if hits < target.figures <= hits + max(0, flags - ignorable - back)
        ),
        why_not_attack(state, order),
    )


def forecast_of(seen: Preview, figures: int) -> Forecast:
    """The forecast of an attack on a unit of so many figures: destroyed or driven back is won. No unit shoots
    back, and losses do not count."""
    found: dict[Fought, float] = {}
    for (hits, flags), share in seen.joint.items():
        lost = min(figures, hits + max(0, flags - seen.ignorable - seen.back))
        won = lost == figures or (seen.back > 0 and flags > seen.ignorable)
        found[Fought(won, 0, lost)] = found.get(Fought(won, 0, lost), 0.0) + share
    return Forecast(found, exchanged=False)


@cache
def chances(dice: int, hitting: int, flags: int, faces: int) -> dict[tuple[int, int], float]:
    """The chance of each number of hits and flags with some dice, by the number of faces that show either."""
    other = faces - hitting - flags
    return {
        (hits, back): comb(dice, hits) * comb(dice - hits, back) * hitting**hits * flags**back
        * other ** (dice - hits - back) / faces**dice
        for hits in range(dice + 1)
        for back in range(dice - hits + 1)
    }  # fmt: skip


def _margin(joint: dict[tuple[int, int], float], dice: int, part: int) -> tuple[float, ...]:
    totals = [0.0] * (dice + 1)
    for outcome, chance in joint.items():
        totals[outcome[part]] += chance
    return tuple(totals)
