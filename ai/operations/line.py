"""The staff holds a line: where it runs, who mans it, how far units may go beyond it, where the reserve waits.

What an army can hold is a strip of ground, not a set of towns. Units go no farther than a few hexes beyond firm
ground; the line is manned so that zones of control link; the reserve stands behind it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.operations.analysis.lines import firm_ground, line_between, posts_on_line, steps_from
from ai.operations.analysis.ways import in_order, posts_on
from ai.operations.exploitation import is_beaten, open_ground, overmatched, strength_ratio
from ai.operations.goals import Duty, Goal
from ai.operations.picture import Picture
from ai.operations.strategy import Estimate
from ai.operations.tasks import COUNTER, LINE, PROMISING, Task
from wab.systems.operations.board import SIDE_CODE
from wab.systems.operations.control import control_codes
from wab.systems.operations.supply import sources

BROKEN_IN = 2
"""Steps from the enemy's ground beyond which one of his stacks has broken in, rather than bent the line."""
COVERED = 4
"""Steps from the enemy's ground, and from any enemy, beyond which a place behind the line needs no garrison."""
SECTOR = 4
"""Posts of the line that are one sector, and one mission."""
INTRUDERS = 6
"""Enemy stacks behind the line that are counter-attacked, at most."""
RALLIES = 6
"""Posts for each place where reserves wait."""
RALLY = 8.0
"""How much such a place draws those who are to wait there."""
BEHIND = 3
"""Hexes from any enemy that a reserve keeps."""
SHORT, LONG = 6, 20
"""Turns left up to which nobody waits for better chances, and from which on everybody does."""
LOOSE = 1.5
"""Columns of shelter for which a line rather runs over firm ground."""
OUTSIDE = 6
"""Steps beyond the leash over which units that are outside find back."""
HIS = 8
"""Steps from an enemy stack or source of supply beyond which ground of his colour is nobody's."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Front:
    """The two sides' ground and the line between, from one side's point of view.

    `firm`: bool[N], ground that is firmly its own; `leash`, where its units may end a move; `calm`, own ground where a
    reserve can wait. `line`: all hexes of the line, `posts` those that are to be manned. `intruders`: enemy stacks that
    have broken in. `near_firm` and `from_enemy`: int16[N], steps from firm ground, and from the enemy and his ground;
    `reach`: the steps from firm ground that the leash allows.
    """

    firm: Mask
    leash: Mask
    line: tuple[int, ...]
    posts: tuple[int, ...]
    intruders: tuple[int, ...]
    calm: Mask
    near_firm: NDArray[np.int16]
    from_enemy: NDArray[np.int16]
    reach: int

    def covers(self, hex_: int) -> bool:
        """Tell whether a hex lies so far behind the line that nobody need stand in it."""
        return bool(self.from_enemy[hex_] > COVERED)


def front_of(estimate: Estimate, goals: Sequence[Goal]) -> Front | None:
    """The front as it is known; None where army or battle is too small for one, or no ground is held yet."""
    picture, numbers = estimate.picture, estimate.numbers
    if not estimate.holds_a_line or picture.turns_left <= numbers.line_until:
        return None
    board, grid = picture.board, picture.grid
    firm = _firm(picture)
    if not firm.any():
        return None
    stacks = _stacks(picture)
    enemy, intruders = _enemy_ground(picture, firm, stacks)
    manned = np.zeros(grid.size, np.bool_)
    manned[estimate.own.hexes[estimate.own.fighters]] = True
    line = _line(estimate, firm, enemy, goals, manned)
    faced = _faced(estimate, line, stacks)
    posts = posts_on_line(grid, faced, manned, estimate.analysis.defensibility)
    calm = firm & (steps_from(board, stacks, BEHIND) >= BEHIND)
    reach = numbers.leash if line_share(estimate) < numbers.line_most else numbers.short_leash
    near_firm = steps_from(board, firm, reach + OUTSIDE)
    from_enemy = steps_from(board, enemy | stacks, COVERED)
    leash = _leash(estimate, near_firm, reach)
    return Front(firm, leash, line, posts, intruders, calm, near_firm, from_enemy, reach)


def _leash(estimate: Estimate, near_firm: NDArray[np.int16], reach: int) -> Mask:
    """bool[N]: where units may end a move: near firm ground, the farther the weaker the enemy is there.

    Before an enemy who can still fight the army goes step by step; where he is overmatched it goes faster, and through
    the gaps of one who is beaten it goes as far as it gets.
    """
    leash: Mask = near_firm <= estimate.numbers.short_leash
    if not is_beaten(estimate):
        return leash | ((near_firm <= reach) & overmatched(estimate))
    return leash | (near_firm <= reach) | open_ground(estimate)


def _firm(picture: Picture) -> Mask:
    """Firm ground in supply, and what a side holds about its sources of supply."""
    firm = firm_ground(picture.board, control_codes(picture.position), picture.side) & picture.in_supply
    for hex_ in sources(picture.position, picture.side):
        firm[[near for near in picture.grid.disk(hex_, 2) if picture.position.controls(picture.side, near)]] = True
    return firm


def _enemy_ground(picture: Picture, firm: Mask, stacks: Mask) -> tuple[Mask, tuple[int, ...]]:
    """The enemy's firm ground with his stacks on it and before it, and those of his stacks that have broken in.

    Ground of his colour far from all that is his counts for nothing: nobody holds it.
    """
    his = stacks.copy()
    his[list(sources(picture.position, picture.foe))] = True
    enemy = firm_ground(picture.board, control_codes(picture.position), picture.foe) & ~firm
    enemy &= steps_from(picture.board, his, HIS) <= HIS
    intruders: tuple[int, ...] = ()
    if enemy.any():
        away = steps_from(picture.board, enemy, BROKEN_IN)
        intruders = tuple(hex_ for hex_ in picture.foes if away[hex_] > BROKEN_IN and picture.board.land[hex_])
    enemy[[hex_ for hex_ in picture.foes if hex_ not in intruders]] = True
    return enemy, intruders


def _stacks(picture: Picture) -> Mask:
    there = np.zeros(picture.grid.size, np.bool_)
    there[list(picture.foes)] = True
    return there


def _line(estimate: Estimate, firm: Mask, enemy: Mask, goals: Sequence[Goal], manned: Mask) -> tuple[int, ...]:
    picture, analysis = estimate.picture, estimate.analysis
    own = (control_codes(picture.position) == SIDE_CODE[picture.side]) & picture.board.land
    own = (own | firm) & ~enemy & ~_stacks(picture)
    theirs, ours = analysis.enemy_influence, analysis.own_influence
    pressed = (theirs / np.maximum(ours, 1.0) / estimate.numbers.bearable_odds - 1.0).astype(np.float32)
    kept = [goal.hex for goal in goals if goal.held] + list(sources(picture.position, picture.side))
    worth = analysis.defensibility - LOOSE * ~firm
    return line_between(picture.board, own, enemy, kept, manned, worth, pressed)


def _faced(estimate: Estimate, line: Sequence[int], stacks: Mask) -> tuple[int, ...]:
    """The places of a line that an enemy stands before, or may stand unseen."""
    numbers = estimate.numbers
    near = steps_from(estimate.picture.board, stacks, numbers.posted) <= numbers.posted
    return tuple(hex_ for hex_ in line if near[hex_] or estimate.hidden_near(hex_, 3) > numbers.suspected)


# ------------------------------------------------------------------------------------------------- tasks


def line_tasks(estimate: Estimate, front: Front) -> Iterator[Task]:
    """A post of the line each: what the enemy could bring against it next turn is to be stood."""
    picture, numbers = estimate.picture, estimate.numbers
    for place, hex_ in enumerate(in_order(picture.grid, front.posts)):
        goal = Goal(hex_, numbers.line_worth, True, "", numbers.line_draw)
        need = max(estimate.need(goal), 0.1)
        yield Task(LINE, goal, need, picture.weights.first, sector=place // SECTOR)


def intruder_tasks(estimate: Estimate, front: Front) -> Iterator[Task]:
    """Enemy stacks that have broken in: to be thrown back, the strongest first, where enough is at hand."""
    picture, numbers = estimate.picture, estimate.numbers
    hp = {hex_: sum(unit.hp for unit in picture.foes[hex_]) for hex_ in front.intruders}
    for hex_ in sorted(hp, key=lambda hex_: (-hp[hex_], hex_))[:INTRUDERS]:
        worth = min(numbers.counter_most, numbers.counter_worth * hp[hex_])
        goal = Goal(hex_, worth, False, picture.board.map.name(hex_), worth)
        need = estimate.need(goal)
        if estimate.force(goal) >= PROMISING * need:
            yield Task(COUNTER, goal, need)


def line_share(estimate: Estimate) -> float:
    """The share of the strength that mans the line: the more, the stronger the enemy is."""
    numbers = estimate.numbers
    return float(np.clip(numbers.line_share * strength_ratio(estimate), numbers.line_least, numbers.line_most))


def patience(estimate: Estimate) -> float:
    """Points by which an attack must be worth more while many turns are left: who is lost is missed in all of them."""
    left = (estimate.picture.turns_left - SHORT) / (LONG - SHORT)
    return estimate.numbers.patience * min(1.0, max(0.0, left))


# ------------------------------------------------------------------------------------------------- limits and rallies


def limits_of(
    picture: Picture, front: Front, line: Mapping[int, int], reserve: Mapping[int, int]
) -> dict[int, frozenset[int]]:
    """Where units may end a move: within the leash, those of the line about their posts, the reserve out of contact.

    `line` and `reserve`: by unit the hex of its post or rally. Who is outside may come nearer; who is far from
    anywhere, like parachutists, goes wherever he can.
    """
    inside = frozenset(np.flatnonzero(front.leash).tolist())
    calm = frozenset(np.flatnonzero(front.calm).tolist())
    limits: dict[int, frozenset[int]] = {}
    for unit in picture.own:
        if not picture.is_fighter(unit) or front.near_firm[unit.hex] > front.reach + OUTSIDE:
            continue
        allowed = inside
        if unit.id in reserve and calm:
            allowed = calm
        elif unit.id in line and picture.grid.distance(unit.hex, line[unit.id]) <= 2:
            allowed = frozenset(picture.grid.disk(line[unit.id], 1)) & inside
        if not front.leash[unit.hex]:
            here = front.near_firm[unit.hex]
            allowed |= frozenset(np.flatnonzero(front.near_firm < here).tolist())
        limits[unit.id] = allowed
    return limits


def rallies(picture: Picture, front: Front, units: Sequence[int]) -> dict[int, Duty]:
    """For each unit of the reserve the nearest of the places behind the line where reserves wait."""
    stops = posts_on(picture.grid, front.posts, RALLIES) if front.posts else ()
    calm = np.flatnonzero(front.calm)
    if not stops or not calm.size:
        return {}
    places = [int(calm[int(np.argmin(_from_post(picture, stop)[calm]))]) for stop in stops]
    found: dict[int, Duty] = {}
    for id_ in units:
        unit = picture.position.units[id_]
        hex_ = min(places, key=lambda place: (picture.grid.distance(unit.hex, place), place))
        found[id_] = Duty(Goal(hex_, 0.0, True, "", RALLY), RALLY, False)
    return found


def _from_post(picture: Picture, post: int) -> NDArray[np.float64]:
    """How good each hex is to wait in for who may be needed at a post: less is better."""
    road = (picture.board.map.road > 0).any(axis=1)
    distance: NDArray[np.float64] = picture.grid.distances(post) - 0.5 * road
    return distance
