"""The second blow (ZOC-15): strong stacks that wait behind an attack to strike units that it drives back.

A retreating unit is disrupted and cannot stand (ZOC-13.6-3); bonds and zones that barred the way behind it are gone. A
second blow by a stack is weighed against its part in the first attack, or in the line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from ai.zocbonds import judgement as j
from ai.zocbonds.assault import Assaults
from ai.zocbonds.picture import Picture
from wab.systems.zocbonds.combat.attack import may_ever_attack
from wab.systems.zocbonds.combat.odds import preview
from wab.systems.zocbonds.combat.results import SHATTERING, effect_of
from wab.systems.zocbonds.ground.allowance import printed
from wab.systems.zocbonds.ground.marching import reach
from wab.systems.zocbonds.state.apply import apply
from wab.systems.zocbonds.state.board import enemy_of
from wab.systems.zocbonds.state.events import PhaseBegan
from wab.systems.zocbonds.state.orders import Attack
from wab.systems.zocbonds.state.room import has_room
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.units import reserve


class Opening(NamedTuple):
    """The expected end of a first attack: the chance that the enemy is driven out alive and disrupted, the steps that
    it has lost then, and where it may stand; and the chance that it is still in place.
    """

    target: int
    driven: float
    lost: int
    ends: tuple[int, ...]
    stays: float


def opening(picture: Picture, supposed: State, order: Attack, holds: float) -> Opening:
    """Return what an attack is expected to leave. `supposed`: with its units next to the target; `holds`: the chance
    that a determined defence keeps the enemy there.
    """
    steps = sum(unit.steps for unit in supposed.stack(order.target))
    by_loss: dict[int, float] = {}
    stays = 0.0
    for result, chance in preview(supposed, order).chances.items():
        _, lost, back = effect_of(supposed.board.tables.combat, result)
        if lost >= steps:
            continue
        held = 0.0 if result in SHATTERING else holds
        driven = (1.0 - held) * chance if back else 0.0
        by_loss[lost] = by_loss.get(lost, 0.0) + driven
        stays += chance - driven
    usual = max(by_loss, key=lambda lost: (by_loss[lost], -lost), default=0)
    ends = replace(picture, state=supposed).retreats(picture.enemy, order.target)
    return Opening(order.target, sum(by_loss.values()), usual, ends, stays)


class Reserves:
    """The possible blows of stacks in reserve after the attacks that are meant, with all others where the plan has
    them.
    """

    def __init__(self, picture: Picture, supposed: State) -> None:
        self.picture, self.supposed = picture, supposed

    def value(self, units: tuple[int, ...], first: Opening) -> float:
        """Return what may be expected of a second blow by units of one hex, in steps."""
        hex_, grid = self.supposed.units[units[0]].hex, self.supposed.board.grid
        value = 0.0
        if first.ends and first.driven:
            near, far = (pick(first.ends, key=partial(grid.distance, hex_)) for pick in (min, max))
            values = [max(0.0, self._strike(units, self._after(first, end), end)) for end in (near, far)]
            value += first.driven * sum(values) / len(values)
        if first.stays > j.OPEN_QUESTION:
            value += first.stays * max(0.0, self._strike(units, self._later(), first.target))
        return value

    def next_blow(self, units: tuple[int, ...]) -> float:
        """Return what units of one hex that have just fought could do by another attack this turn, in steps; 0 if no
        enemy near is worth one.
        """
        later, grid = self.supposed.copy(), self.supposed.board.grid
        apply(later, PhaseBegan(self.picture.side, "reserve_movement", ""))
        hex_, posts = later.units[units[0]].hex, later.deployed(self.picture.enemy).posts
        near = [target for target in posts if grid.distance(hex_, target) <= j.BEHIND]
        return max((0.0, *(self._strike(units, later.copy(), target) for target in near)))

    def _later(self) -> State:
        state = self.supposed.copy()
        state.changed(phase="reserve_movement", moving=())
        return state

    def _after(self, first: Opening, end: int) -> State:
        """The position of the reserve phase, with the enemy driven out of the hex that was attacked."""
        state, lost = self._later(), first.lost
        for unit in state.stack(first.target):
            gone = min(lost, unit.steps - 1)
            lost -= gone
            state.change(unit.id, hex=end, steps=unit.steps - gone, disrupted=True)
        return state

    def _strike(self, units: tuple[int, ...], state: State, target: int) -> float:
        """Return what an attack by units would bring that march to it in reserve; -1 where none gets there."""
        board = state.board
        near = set(board.grid.adjacent(target))
        came = []
        for unit in units:
            free = (hex_ for hex_ in self._within(state, unit) if hex_ in near and self._opens(state, hex_, target))
            place = next((hex_ for hex_ in free if has_room(state, (state.units[unit],), hex_)), None)
            if place is not None:
                state.change(unit, hex=place)
                came.append(unit)
        if not came:
            return -1.0
        assaults = Assaults(replace(self.picture, state=state), state)
        found = assaults.best(target, tuple(sorted(came)))
        return found[0] if found is not None else -1.0

    def _within(self, state: State, unit: int) -> Iterator[int]:
        yield state.units[unit].hex
        yield from reach(state, (unit,)).hexes.tolist()

    def _opens(self, state: State, hex_: int, target: int) -> bool:
        return not state.board.impassable[hex_, state.board.grid.direction(hex_, target)]


def stacks_for_reserve(state: State, side: str, units: Iterable[int]) -> Mapping[int, tuple[int, ...]]:
    """By hex, the units among those named that could be put in reserve where they stand, and are strong enough to
    strike: out of enemy zones, since a unit in one has something to attack there.
    """
    zone, found = state.zone_of(enemy_of(side)), dict[int, tuple[int, ...]]()
    for unit in sorted(units):
        standing = state.units.get(unit)
        if standing is None or zone[standing.hex] or standing.mode or not printed(state, unit):
            continue
        if may_ever_attack(state, standing) and reserve.why_not_eligible(state, unit) is None:
            found[standing.hex] = (*found.get(standing.hex, ()), unit)
    return {
        hex_: there
        for hex_, there in found.items()
        if sum(state.strength(state.units[unit]) for unit in there) >= j.RESERVE_STRENGTH
    }
