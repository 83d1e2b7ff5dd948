"""The line of the staff: where it runs, which units man it, how far units may go beyond it, where the reserve waits.

An army holds a strip of ground, not a set of towns. Units go only a few hexes beyond firm ground. The line is manned so
that zones of control link. The reserve stands behind it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.operations.analysis.ground import country_of, held_by
from ai.operations.judgement.picture import LEAST_NEED
from ai.operations.judgement.planning import (
    BROKEN_IN,
    COVERED,
    EMPTY_FROM,
    INTRUDERS,
    LOOSE,
    OUTSIDE,
    PATIENT_FROM,
    PATIENT_TO,
    PROMISING,
    RALLIES,
    RALLY_DRAW,
    RESERVE_BEHIND,
    ROAD_NEARER,
    SECTOR,
    SOURCE_FIRM,
    SUSPECTED_WITHIN,
)
from ai.operations.maps.lines import firm_ground, line_between, posts_on_line, steps_from
from ai.operations.maps.ways import in_order, posts_on
from ai.operations.outlines.goals import Duty, Goal
from ai.operations.outlines.tasks import COUNTER, LINE, Task
from ai.operations.picture.picture import Picture
from ai.operations.planning.estimate import Estimate
from ai.operations.planning.exploitation import is_beaten, open_ground, overmatched, strength_ratio
from wab.systems.operations.state.board import SIDE_CODE
from wab.systems.operations.state.control import control_codes
from wab.systems.operations.units.supply import sources

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Front:
    """The two sides' ground and the line between, from one side's point of view.

    bool[N]: `firm`, ground that the side holds firmly; `leash`, where its units may end a move; `calm`, own ground
    where a reserve can wait. `line`: all hexes of the line; `posts`: the hexes to be manned. `intruders`: enemy stacks
    that have broken in. int16[N]: `near_firm`, steps from firm ground; `from_enemy`, steps from enemy units and ground.
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
        """Tell whether a hex is so far behind the line that it needs no garrison."""
        return bool(self.from_enemy[hex_] > COVERED)


def front_of(estimate: Estimate, goals: Sequence[Goal]) -> Front | None:
    """The front as it is known; None if army or battle is too small for a front, or no ground is firm yet."""
    picture, numbers = estimate.picture, estimate.numbers
    if not estimate.holds_a_line or picture.turns_left <= numbers.line_until:
        return None
    country, grid = country_of(picture.board), picture.grid
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
    calm = firm & (steps_from(country, stacks, RESERVE_BEHIND) >= RESERVE_BEHIND)
    reach = numbers.leash if line_share(estimate) < numbers.line_most else numbers.short_leash
    near_firm = steps_from(country, firm, reach + OUTSIDE)
    from_enemy = steps_from(country, enemy | stacks, COVERED)
    leash = _leash(estimate, near_firm, reach)
    return Front(firm, leash, line, posts, intruders, calm, near_firm, from_enemy, reach)


def _leash(estimate: Estimate, near_firm: NDArray[np.int16], reach: int) -> Mask:
    """bool[N]: where units may end a move: near firm ground, and farther where the enemy is weaker.

    Before an enemy that can still fight the army goes step by step; where it is far stronger it goes faster. Through
    the gaps of a beaten enemy it goes as far as it can.
    """
    leash: Mask = near_firm <= estimate.numbers.short_leash
    if not is_beaten(estimate):
        return leash | ((near_firm <= reach) & overmatched(estimate))
    return leash | (near_firm <= reach) | open_ground(estimate)


def _firm(picture: Picture) -> Mask:
    """Firm ground in supply, and held ground around the side's sources of supply."""
    firm = firm_ground(country_of(picture.board), held_by(picture.position, picture.side)) & picture.in_supply
    for hex_ in sources(picture.position, picture.side):
        about = picture.grid.disk(hex_, SOURCE_FIRM)
        firm[[near for near in about if picture.position.controls(picture.side, near)]] = True
    return firm


def _enemy_ground(picture: Picture, firm: Mask, stacks: Mask) -> tuple[Mask, tuple[int, ...]]:
    """Firm enemy ground with the enemy stacks on it and before it, and the enemy stacks that have broken in.

    Ground of the enemy's colour far from enemy stacks and sources counts for nothing: no unit holds it.
    """
    his = stacks.copy()
    his[list(sources(picture.position, picture.foe))] = True
    enemy = firm_ground(country_of(picture.board), held_by(picture.position, picture.foe)) & ~firm
    enemy &= steps_from(country_of(picture.board), his, EMPTY_FROM) <= EMPTY_FROM
    intruders: tuple[int, ...] = ()
    if enemy.any():
        away = steps_from(country_of(picture.board), enemy, BROKEN_IN)
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
    return line_between(country_of(picture.board), own, enemy, kept, manned, worth, pressed)


def _faced(estimate: Estimate, line: Sequence[int], stacks: Mask) -> tuple[int, ...]:
    """The hexes of a line that face an enemy, known or possibly hidden."""
    numbers = estimate.numbers
    near = steps_from(country_of(estimate.picture.board), stacks, numbers.posted) <= numbers.posted

    def is_suspect(hex_: int) -> bool:
        return estimate.hidden_near(hex_, SUSPECTED_WITHIN) > numbers.suspected

    return tuple(hex_ for hex_ in line if near[hex_] or is_suspect(hex_))


# ------------------------------------------------------------------------------------------------- tasks


def line_tasks(estimate: Estimate, front: Front) -> Iterator[Task]:
    """A task for each post of the line: it has to stand what the enemy could bring next turn."""
    picture, numbers = estimate.picture, estimate.numbers
    for place, hex_ in enumerate(in_order(picture.grid, front.posts)):
        goal = Goal(hex_, numbers.line_worth, True, "", numbers.line_draw)
        need = max(estimate.need(goal), LEAST_NEED)
        yield Task(LINE, goal, need, picture.weights.first, sector=place // SECTOR)


def intruder_tasks(estimate: Estimate, front: Front) -> Iterator[Task]:
    """A task for each enemy stack that has broken in, the strongest first, where enough force is near."""
    picture, numbers = estimate.picture, estimate.numbers
    hp = {hex_: sum(unit.hp for unit in picture.foes[hex_]) for hex_ in front.intruders}
    for hex_ in sorted(hp, key=lambda hex_: (-hp[hex_], hex_))[:INTRUDERS]:
        worth = min(numbers.counter_most, numbers.counter_worth * hp[hex_])
        goal = Goal(hex_, worth, False, picture.board.map.name(hex_), worth)
        need = estimate.need(goal)
        if estimate.force(goal) >= PROMISING * need:
            yield Task(COUNTER, goal, need)


def line_share(estimate: Estimate) -> float:
    """The share of the strength that mans the line: more against a stronger enemy."""
    numbers = estimate.numbers
    return float(np.clip(numbers.line_share * strength_ratio(estimate), numbers.line_least, numbers.line_most))


def patience(estimate: Estimate) -> float:
    """Points by which an attack must be worth more while many turns are left: losses weaken all of them."""
    left = (estimate.picture.turns_left - PATIENT_FROM) / (PATIENT_TO - PATIENT_FROM)
    return estimate.numbers.patience * min(1.0, max(0.0, left))


# ------------------------------------------------------------------------------------------------- limits and rallies


def limits_of(
    picture: Picture, front: Front, line: Mapping[int, int], reserve: Mapping[int, int]
) -> dict[int, frozenset[int]]:
    """Return where units may end a move: within the leash; units of the line near their posts, the reserve out of
    contact.

    `line` and `reserve`: by unit the hex of its post or rally. A unit outside may come nearer; a unit far outside,
    parachutists for instance, goes anywhere.
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
    """For each unit of the reserve the nearest place behind the line where reserves wait."""
    stops = posts_on(picture.grid, front.posts, RALLIES) if front.posts else ()
    calm = np.flatnonzero(front.calm)
    if not stops or not calm.size:
        return {}
    places = [int(calm[int(np.argmin(_from_post(picture, stop)[calm]))]) for stop in stops]
    found: dict[int, Duty] = {}
    for id_ in units:
        unit = picture.position.units[id_]
        hex_ = min(places, key=lambda place: (picture.grid.distance(unit.hex, place), place))
        found[id_] = Duty(Goal(hex_, 0.0, True, "", RALLY_DRAW), RALLY_DRAW, False)
    return found


def _from_post(picture: Picture, post: int) -> NDArray[np.float64]:
    """Return how far each hex is for units that may be needed at a post; less is better, and roads help."""
    road = (picture.board.map.road > 0).any(axis=1)
    distance: NDArray[np.float64] = picture.grid.distances(post) - ROAD_NEARER * road
    return distance
