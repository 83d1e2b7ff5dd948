"""Interdiction: moves that cut enemies off from their supply, and the worth of opening one's own supply again.

Whether enemies are in supply is judged when their impulse begins (OPS-8.5.1-9), before they can act. Units without
supply cannot attack, have no zone of control and go half as far (OPS-8.5.2-1 to OPS-8.5.2-3), and lose HP while they
stay cut off (OPS-8.5.2-4). The functions of the rules tell this exactly, as far as the enemy is known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.operations.analysis.supply import prices
from ai.operations.greedy.manoeuvre import Step
from ai.operations.judgement.planning import planning
from ai.operations.outlines.plan import Plan
from ai.operations.picture.picture import Picture, moved
from ai.operations.tactics.moves import ground
from ai.operations.tactics.slots import rest_price
from wab.systems.operations.state.board import SIDE_CODE
from wab.systems.operations.state.orders import Move
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.units.supply import supplied


@dataclass(frozen=True, slots=True)
class Raid:
    """A move of one unit, and the enemy HP that it cuts off in addition to those cut off already."""

    step: Step
    hp: int


class Interdiction:
    """Looks for raids for one player; keeps its findings as long as nothing on the enemy's lines changes."""

    def __init__(self) -> None:
        self._lines: object = None
        self._anybody: dict[int | None, int] = {}
        self._zones: object = None
        self._one: dict[tuple[int, int | None], int] = {}

    def best(self, picture: Picture, plan: Plan) -> Raid | None:
        """The raid that gains most, losses and abandoned ground taken off; None if none is worth it."""
        if not may_raid(picture):
            return None
        options = sorted(self._options(picture, plan), key=lambda one: (-one[0], one[1].id, one[2]))
        best: Raid | None = None
        for hp, unit, hex_ in options[: planning().raids_weighed]:
            gain = _worth(picture, hp) + ground(picture, plan, unit, hex_) - ground(picture, plan, unit, unit.hex)
            gain -= picture.price(unit) + rest_price(picture, plan, unit)
            reached = picture.reach(unit)
            if reached is not None and gain >= max(picture.weights.move_from, best.step.gain if best else 0.0):
                best = Raid(Step(Move((unit.id,), reached.path_to(hex_)), gain, None, True), hp)
        return best

    def cuts(self, picture: Picture, plan: Plan) -> dict[int, int]:
        """By hex into which a unit could move, the HP that it would cut off there in addition."""
        found: dict[int, int] = {}
        for hp, _, hex_ in self._options(picture, plan) if may_raid(picture) else ():
            found[hex_] = max(hp, found.get(hex_, 0))
        return found

    def kept(self, picture: Picture, unit: Unit) -> float:
        """The worth of a unit's staying where it is: enemies that it alone cuts off."""
        return _worth(picture, self._bars(picture, unit)) if may_raid(picture) else 0.0

    def _options(self, picture: Picture, plan: Plan) -> Iterator[tuple[int, Unit, int]]:
        """The HP that each move adds to those cut off already, the unit that moves, and its goal."""
        near, now = self._near_lines(picture), self._now(picture)
        for unit in picture.own:
            duty = plan.duties.get(unit.id)
            bound = unit.supported or (duty is not None and duty.pinned)
            reached = picture.reach(unit) if picture.is_fighter(unit) and picture.can_act(unit) and not bound else None
            if reached is None:
                continue
            for hex_ in reached.hexes[near[reached.hexes]].tolist():
                if hex_ != unit.hex and plan.may_stand(unit.id, hex_):
                    hp = self._hp_cut_off(picture, unit, hex_) - now
                    if hp >= planning().raid_least:
                        yield hp, unit, hex_

    def _near_lines(self, picture: Picture) -> NDArray[np.bool_]:
        """bool[N]: hexes along which the enemy's supply can go, and those next to them."""
        open_ = prices(picture.position, picture.foe) > 0
        around = picture.grid.neighbours
        near: NDArray[np.bool_] = open_ | (open_[around] & (around >= 0)).any(axis=1)
        return near

    def _hp_cut_off(self, picture: Picture, unit: Unit, hex_: int) -> int:
        """HP of the known enemies that are out of supply with a unit in another hex.

        It is the same for all units that bar nothing if they are.
        """
        if self._bars(picture, unit):
            return self._with_one(picture, unit.id, hex_)
        known = self._with_anybody(picture)
        if hex_ not in known:
            known[hex_] = _out_of_supply(moved(picture.position, {unit.id: hex_}), picture.foe)
        return known[hex_]

    def _now(self, picture: Picture) -> int:
        """The same as things stand now."""
        known = self._with_anybody(picture)
        if None not in known:
            known[None] = _out_of_supply(picture.position, picture.foe)
        return known[None]

    def _bars(self, picture: Picture, unit: Unit) -> int:
        """HP of the enemies that would be in supply without a unit."""
        return max(0, self._now(picture) - self._with_one(picture, unit.id, None))

    def _with_anybody(self, picture: Picture) -> dict[int | None, int]:
        """HP cut off by any unit in a hex: the same as long as the enemy and its lines do not change."""
        lines: object = picture.notes.get("enemy lines")
        if lines is None:
            foes = tuple((hex_, sum(unit.hp for unit in stack)) for hex_, stack in sorted(picture.foes.items()))
            lines = picture.notes["enemy lines"] = (prices(picture.position, picture.foe) > 0).tobytes(), foes
        if self._lines != lines:
            self._lines, self._anybody = lines, {}
        return self._anybody

    def _with_one(self, picture: Picture, unit: int, hex_: int | None) -> int:
        """HP cut off with this unit in a hex, or gone: the same while own zones of control do not change either."""
        self._with_anybody(picture)
        zones = self._lines, picture.notes.setdefault("own zones", picture.own_zone.tobytes())
        if self._zones != zones:
            self._zones, self._one = zones, {}
        if (unit, hex_) not in self._one:
            position = picture.position
            after = _without(position, [unit]) if hex_ is None else moved(position, {unit: hex_})
            self._one[unit, hex_] = _out_of_supply(after, picture.foe)
        return self._one[unit, hex_]


def reopening(picture: Picture, target: int) -> float:
    """Return the worth of driving an enemy stack from a hex to own units that are cut off only by it."""
    if not _counts(picture):
        return 0.0
    known: dict[int, float] = picture.notes.setdefault("reopening", {})
    if target not in known:
        position, side = picture.position, picture.side
        cut = _out_of_supply(position, side)
        left = _out_of_supply(_taken(position, target, side), side) if cut else 0
        known[target] = picture.weights.interdiction * picture.loss * max(0, cut - left)
    return known[target]


def _taken(position: State, hex_: int, side: str) -> State:
    """A position in which an enemy stack is gone and its hex has changed hands."""
    after = _without(position, [unit.id for unit in position.stack(hex_)])
    after.control[hex_] = SIDE_CODE[side]
    return after


def _without(position: State, gone: Collection[int]) -> State:
    after = position.copy()
    for unit in gone:
        after.take(unit)
    after.version += 1
    return after


def _out_of_supply(position: State, side: str) -> int:
    in_supply = supplied(position, side)
    return sum(unit.hp for unit in position.units_of(side) if unit.id not in in_supply)


def may_raid(picture: Picture) -> bool:
    """Tell whether raids are looked for: where supply counts, and not in the last impulse of the game."""
    return _counts(picture) and not picture.plays_last


def _counts(picture: Picture) -> bool:
    """Tell whether supply is worth anything to the player: not in battles with lines."""
    if picture.board.turns >= planning().line_turns:
        return False
    return picture.weights.interdiction > 0 and picture.board.rules.supply


def _worth(picture: Picture, hp: int) -> float:
    return picture.weights.interdiction * picture.gain * hp
