"""What a player reads off a view before it decides: who can act, how far they get, what threatens which hex.

Everything here is worked out on `view.position`, the state of known facts, with the functions of the rules, and kept
for one decision. What lasts longer (distances over ground that does not change) is kept in a `Memory`.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from ai.operations.charts import Chart
from ai.operations.weights import Weights
from wab.hexes.paths import UNREACHED, Reach, field
from wab.systems.operations.activation import is_active, why_not_activated
from wab.systems.operations.board import CLOSED, Board, Profile, enemy_of
from wab.systems.operations.movement import allowance, reach, why_not_set_off
from wab.systems.operations.odds import ratio_column
from wab.systems.operations.state import State, Unit
from wab.systems.operations.strength import attack_value, defence_value
from wab.systems.operations.supply import supplied_hexes
from wab.systems.operations.view import OperationsView
from wab.systems.operations.zoc import zone_of_control

POINT = 100
"""Values of units are in hundredths of a point."""
FAR = 1000
"""Half movement points beyond which a hex is out of every reckoning."""

Field = NDArray[np.int32]
Threat = NDArray[np.float64]


class Memory:
    """What a player keeps from one decision to the next: never more than views have told it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.chart = Chart(board.tables.combat)
        self.duties: dict[int, int] = {}
        self._fields: dict[tuple[int, str], Field] = {}
        self._threat: tuple[object, Threat] | None = None

    def distance(self, goal: int, move_class: str) -> Field:
        """int32[N]: half movement points from each hex to a goal over open ground, nobody in the way."""
        key = goal, move_class
        if key not in self._fields:
            costs = self.board.leave_cost.get(move_class)
            if costs is None:
                costs = self.board.leave_cost["inf"]
            self._fields[key] = field(self.board.workspace, [goal], costs, limit=FAR, reversed=True)
        return self._fields[key]

    def threat(self, position: State, foe: str) -> Threat:
        """float64[N]: attack points that known enemies could bring against each hex in their next impulse.

        Worked out anew when any unit moves, loses HP or comes into sight.
        """
        known = sorted(position.units.items())
        key = position.turn, foe, tuple((id_, unit.hex, unit.hp, unit.supplied) for id_, unit in known)
        if self._threat is None or self._threat[0] != key:
            self._threat = key, threat_by(position, foe)
        return self._threat[1]


def threat_by(position: State, side: str) -> Threat:
    """float64[N]: attack points that units of a side can bring against each hex if they march first."""
    threat = np.zeros(position.board.grid.size, np.float64)
    around = position.board.grid.neighbours
    for unit in position.units_of(side):
        value = attack_value(position, unit) / POINT
        if value == 0 or position.profile(unit.id).is_gun:
            continue
        touched = around[reach(position, (unit.id,)).hexes].ravel()
        struck = np.zeros(threat.size, np.bool_)
        struck[touched[touched >= 0]] = True
        threat[struck] += value
    return threat


class Picture:
    """One side's situation at one moment, read once."""

    def __init__(self, view: OperationsView, memory: Memory, weights: Weights) -> None:
        self.view = view
        self.position: State = view.position
        self.board: Board = view.position.board
        self.grid = self.board.grid
        self.side = view.side
        self.foe = enemy_of(view.side)
        self.memory = memory
        self.weights = weights
        points = self.board.scenario.victory.points_per_hp
        self.gain: float = getattr(points, self.side) + weights.hp_power
        self.loss: float = getattr(points, self.foe) + weights.hp_power
        self._reach: dict[int, Reach | None] = {}
        self._trapped: dict[int, float] = {}

    # ---- who

    @cached_property
    def own(self) -> tuple[Unit, ...]:
        """The side's units on the map, by id."""
        return self.view.own_units()

    @cached_property
    def foes(self) -> dict[int, tuple[Unit, ...]]:
        """Known enemy stacks by hex, ascending."""
        return {hex_: self.position.stack(hex_) for hex_ in sorted(self.position.stacks) if self._hostile(hex_)}

    def _hostile(self, hex_: int) -> bool:
        return self.position.side_in(hex_) == self.foe

    def profile(self, unit: Unit) -> Profile:
        """What a unit is."""
        return self.position.roster[unit.id]

    def is_fighter(self, unit: Unit) -> bool:
        """Neither gun nor commander nor ship: it attacks, holds and takes ground."""
        profile = self.profile(unit)
        return not (profile.is_gun or profile.is_commander or profile.move_class == "ship")

    def attack(self, unit: Unit) -> float:
        """Attack points now."""
        return attack_value(self.position, unit) / POINT

    def defence(self, unit: Unit) -> float:
        """Defence points now."""
        return defence_value(self.position, unit) / POINT

    # ---- what they can do

    def can_act(self, unit: Unit) -> bool:
        """Activated already, or there is a point left to activate it."""
        return why_not_activated(self.position, (unit.id,)) is None

    def price(self, unit: Unit) -> float:
        """What using a unit costs beside its losses: its rest, and the activation point where points are scarce."""
        if is_active(self.position, unit):
            return 0.0
        rest = self.weights.rest * unit.fatigue if self.board.scenario.rules.fatigue else 0.0
        return rest + (self.weights.activation if self.points_are_scarce else 0.0)

    @cached_property
    def points_are_scarce(self) -> bool:
        """There are fewer activation points than units that would still need one."""
        idle = sum(not is_active(self.position, unit) and self.can_act(unit) for unit in self.own)
        return self.position.activation_points < idle

    def reach(self, unit: Unit) -> Reach | None:
        """Where a unit gets this impulse by ordinary movement, None when it may not move."""
        if unit.id not in self._reach:
            stays = why_not_set_off(self.position, (unit.id,), strategic=False) is not None
            self._reach[unit.id] = None if stays else reach(self.position, (unit.id,))
        return self._reach[unit.id]

    # ---- where

    def turns_to(self, unit: Unit, goal: int, hex_: int | None = None) -> float:
        """Turns of march from a hex (its own unless told) to a goal over open ground; many when there is no way."""
        distance = int(self.memory.distance(goal, self.profile(unit).move_class)[unit.hex if hex_ is None else hex_])
        if distance == 0:
            return 0.0
        speed = allowance(self.position, unit.id)
        return distance / speed if distance < UNREACHED and speed else float(FAR)

    @cached_property
    def turns_left(self) -> int:
        """Turns that are still to be scored, this one among them."""
        return self.board.turns - self.position.turn + 1

    @cached_property
    def plays_last(self) -> bool:
        """The enemy has no impulse any more before the game is over."""
        over = self.position.turn >= self.board.turns and self.position.impulse >= self.board.scenario.impulses
        return over and self.board.scenario.first_player != self.side

    @cached_property
    def threat(self) -> Threat:
        """float64[N]: attack points that the enemy can bring against each hex before this side acts again."""
        if self.plays_last:
            return np.zeros(self.grid.size, np.float64)
        return self.memory.threat(self.position, self.foe)

    @cached_property
    def foe_zone(self) -> NDArray[np.int16]:
        """int16[N]: enemy zones of control."""
        return zone_of_control(self.position, self.foe)

    @cached_property
    def own_zone(self) -> NDArray[np.int16]:
        """int16[N]: the side's own zones of control."""
        return zone_of_control(self.position, self.side)

    @cached_property
    def in_supply(self) -> NDArray[np.bool_]:
        """bool[N]: where a unit of this side is in supply, or would be right beside such a hex."""
        if not self.board.scenario.rules.supply:
            return np.ones(self.grid.size, np.bool_)
        area = supplied_hexes(self.position, self.side).copy()
        around = self.grid.neighbours[area]
        area[around[around >= 0]] = True
        return area

    @cached_property
    def shelter(self) -> NDArray[np.int64]:
        """int64[N]: columns that the ground of a hex gives its defender."""
        rows, names = self.board.tables.terrain.terrain, self.board.map.terrain_names
        columns = np.array([rows[name].defence for name in names])
        shelter: NDArray[np.int64] = np.maximum(columns[self.board.map.terrain], columns[self.board.map.under])
        return shelter

    def standing(self, hex_: int, without: Unit | None = None) -> tuple[float, int]:
        """Defence points and HP of the side's units in a hex, one of them left out."""
        if self.position.side_in(hex_) != self.side:
            return 0.0, 0
        others = [unit for unit in self.position.stack(hex_) if without is None or unit.id != without.id]
        return sum(self.defence(unit) for unit in others), sum(unit.hp for unit in others)

    def expected_loss(self, hex_: int, defence: float, hp: int) -> float:
        """HP that such a garrison of a hex is expected to lose to the enemy's next impulse."""
        threat = float(self.threat[hex_])
        if threat <= 0 or hp == 0:
            return 0.0
        column = ratio_column(round(threat * POINT), max(1, round(defence * POINT)), self.board.tables.combat)
        lost = self.memory.chart.expected_loss(column - int(self.shelter[hex_]), hp, self.trapped(hex_))
        return self.weights.risk * lost

    def trapped(self, hex_: int) -> float:
        """The share of a stack in a hex that a retreat would cost, by how many ways out the enemy leaves it."""
        if hex_ not in self._trapped:
            around = self.grid.neighbours[hex_]
            open_ = self.board.leave_cost["inf"][hex_] != CLOSED
            ways_out = sum(
                bool(passable) and int(there) not in self.foes and not self.foe_zone[there]
                for there, passable in zip(around, open_, strict=True)
            )
            self._trapped[hex_] = self.weights.trapped[min(ways_out, len(self.weights.trapped) - 1)]
        return self._trapped[hex_]

    def march_threat(self, hex_: int) -> float:
        """Attack points that the enemy could bring against a hex if nobody stood in its way."""
        if self.plays_last:
            return 0.0
        total = 0.0
        for unit in (unit for stack in self.foes.values() for unit in stack if self.is_fighter(unit)):
            distance = int(self.memory.distance(hex_, self.profile(unit).move_class)[unit.hex])
            last = int(self.board.leave_cost["inf"][hex_].min())
            if distance <= allowance(self.position, unit.id) + last:
                total += self.attack(unit)
        return total

    def hold_chance(self, hex_: int, defence: float) -> float:
        """A rough chance that such a garrison still has a hex after the enemy's next impulse."""
        threat = float(self.threat[hex_])
        if threat <= 0:
            return 1.0
        if defence <= 0:
            return 0.15
        ratio = threat / defence - 0.8 * int(self.shelter[hex_])
        return max(0.15, min(1.0, 1.15 - 0.15 * ratio))


def moved(position: State, places: dict[int, int]) -> State:
    """A position in which some units stand elsewhere; the given one is left as it is."""
    after = position.copy()
    for unit, hex_ in sorted(places.items()):
        after.put(replace(after.units[unit], hex=hex_))
    after.version += 1
    return after


def text_of(picture: Picture, hex_: int) -> dict[str, Any]:
    """How a hex is called in a reason: its place, or its number."""
    return {"hex": picture.board.map.name(hex_) or picture.grid.label(hex_)}
