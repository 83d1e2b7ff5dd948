"""A player's picture of a view before a decision: the units that can act, their reach, the threat to each hex.

Everything here is worked out on `view.position`, the state of known facts, with the functions of the rules, and kept
for one decision. Lasting facts (distances over ground that does not change) are kept in a `Memory`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from ai.operations.judgement.picture import DESPAIR
from ai.operations.judgement.weights import Weights
from ai.operations.picture.charts import Chart
from ai.operations.picture.danger import POINT, Garrison, Threat, columns_against, garrison_of, threat_by
from wab.engine.kernel.dice import Chance
from wab.hexes.paths import UNREACHED, Reach, field
from wab.systems.operations.combat.modifiers import members_on_map
from wab.systems.operations.combat.odds import Odds, odds, ratio_column
from wab.systems.operations.movement.movement import allowance, reach, why_not_set_off
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.board import CLOSED, Board, Profile, enemy_of
from wab.systems.operations.state.orders import Attack
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.state.zoc import zone_of_control
from wab.systems.operations.units.activation import is_active, why_not_activated
from wab.systems.operations.units.strength import attack_value, defence_value
from wab.systems.operations.units.supply import within_supply

FAR = 1000
"""Half movement points beyond which a hex does not count."""
_FARTHEST = FAR + 255
"""No distance in a field is more, detours counted."""

Field = NDArray[np.int32]
T = TypeVar("T")


class Memory:
    """A player's memory from one decision to the next; nothing but facts from views."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.chart = Chart(board.tables.combat)
        self.duties: dict[int, int] = {}
        self._open: dict[tuple[int, str], Field] = {}
        self._ways: tuple[object, dict[object, Field]] | None = None
        self._threat: tuple[object, Threat] | None = None
        self._values: dict[int, tuple[Unit, float, float]] = {}
        self._foes: tuple[object, dict[object, Any]] = None, {}
        self._paces: dict[tuple[int, int, float], NDArray[np.float64]] = {}
        self._judged: dict[int, tuple[tuple[object, ...], dict[object, Any]]] = {}
        self._alike: dict[str, str] = {}
        self._odds: tuple[object, dict[object, Odds]] = None, {}

    def values(self, position: State, unit: Unit) -> tuple[float, float]:
        """Attack and defence points of a unit now."""
        known = self._values.get(unit.id)
        if known is None or known[0] is not unit:
            attack, defence = attack_value(position, unit) / POINT, defence_value(position, unit) / POINT
            known = self._values[unit.id] = unit, attack, defence
        return known[1:]

    def of_foes(self, foes: object) -> dict[object, Any]:
        """Return what is known about these enemies, to be filled; empty again when one of them changes."""
        if self._foes[0] != foes:
            self._foes = foes, {}
        return self._foes[1]

    def odds(self, present: object) -> dict[object, Odds]:
        """Odds of attacks, to be filled; empty again when what is `present` changes."""
        if self._odds[0] != present:
            self._odds = present, {}
        return self._odds[1]

    def judged(self, target: int, surroundings: tuple[object, ...]) -> dict[object, Any]:
        """Return what is known about attacks on a hex, to be filled; empty again when its surroundings change."""
        known = self._judged.get(target)
        if known is None or known[0] != surroundings:
            known = self._judged[target] = surroundings, {}
        return known[1]

    def pace(self, speed: int, turns_left: int, delay: float) -> NDArray[np.float64]:
        """float64[FAR + ...]: the share of a goal's worth at each distance from it, for a unit of a given speed.

        Distances are half movement points; the last entry is for units that never get there. See `Picture.nearness`.
        """
        key = speed, turns_left, delay
        if key not in self._paces:
            turns = [distance / speed if speed else float(FAR) for distance in range(_FARTHEST)]
            left = [delay**turn * (DESPAIR if turn > turns_left else 1.0) for turn in (0.0, *turns[1:], float(FAR))]
            self._paces[key] = np.array(left)
        return self._paces[key]

    def open_distance(self, goal: int, move_class: str) -> Field:
        """int32[N]: half movement points from each hex to a goal over open ground, no unit in the way."""
        key = goal, self.alike(move_class)
        if key not in self._open:
            costs = leave_cost(self.board, move_class)
            self._open[key] = field(self.board.workspace, [goal], costs, limit=FAR, reversed=True)
        return self._open[key]

    def alike(self, move_class: str) -> str:
        """One class for all classes that pay the same everywhere."""
        if move_class not in self._alike:
            costs = leave_cost(self.board, move_class)
            same = (name for name, other in self.board.leave_cost.items() if np.array_equal(other, costs))
            self._alike[move_class] = next(same)
        return self._alike[move_class]

    def ways(self, enemies: object) -> dict[object, Field]:
        """Distances around these enemies, by goal and class, to be filled; empty again when an enemy has moved."""
        if self._ways is None or self._ways[0] is not enemies:
            same = self._ways is not None and self._ways[0] == enemies
            self._ways = enemies, self._ways[1] if same and self._ways is not None else {}
        return self._ways[1]

    def threat(self, position: State, foe: str) -> Threat:
        """Return what known enemies could bring against each hex in their next impulse.

        Worked out again when any unit moves, loses HP or comes into sight.
        """
        known = sorted(position.units.items())
        key = position.turn, foe, tuple((id_, unit.hex, unit.hp, unit.supplied) for id_, unit in known)
        if self._threat is None or self._threat[0] != key:
            self._threat = key, threat_by(position, foe)
        return self._threat[1]


def leave_cost(board: Board, move_class: str) -> NDArray[np.uint8]:
    """The cost for units of a class of leaving a hex by each side; ships pay like infantry."""
    return board.leave_cost.get(move_class, board.leave_cost["inf"])


class Picture:
    """One side's situation at one moment, read once."""

    def __init__(self, view: OperationsView, memory: Memory, weights: Weights, chance: Chance) -> None:
        self.view = view
        self.position: State = view.position
        self.board: Board = view.position.board
        self.grid = self.board.grid
        self.side = view.side
        self.foe = enemy_of(view.side)
        self.memory = memory
        self.weights = weights
        self.chance = chance
        points = self.board.victory.points_per_hp
        power = weights.hp_power * min(1.0, (self.turns_left - 1) / weights.ahead)
        self.gain: float = getattr(points, self.side) + power
        self.loss: float = getattr(points, self.foe) + power
        self._reach: dict[int, Reach | None] = {}
        self._trapped: dict[int, float] = {}
        self._fighters: dict[int, bool] = {}
        self._able: dict[int, bool] = {}
        self._speeds: dict[int, int] = {}
        self._near: dict[tuple[int, ...], NDArray[np.float64]] = {}
        self._feared: dict[tuple[object, ...], float] = {}
        self._held: dict[tuple[object, ...], float] = {}
        self._defences: dict[int, tuple[object, ...]] = {}
        self.notes: dict[str, Any] = {}
        """Facts that its readers keep with it."""

    # ---- units

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
        """The profile of a unit."""
        return self.position.roster[unit.id]

    def is_fighter(self, unit: Unit) -> bool:
        """Tell whether a unit attacks, holds and takes ground: it is no gun, no commander and no ship."""
        known = self._fighters.get(unit.id)
        if known is None:
            profile = self.profile(unit)
            known = not (profile.is_gun or profile.is_commander or profile.is_ship)
            self._fighters[unit.id] = known
        return known

    def attack(self, unit: Unit) -> float:
        """Attack points now."""
        return self.memory.values(self.position, unit)[0]

    def defence(self, unit: Unit) -> float:
        """Defence points now."""
        return self.memory.values(self.position, unit)[1]

    # ---- what they can do

    def can_act(self, unit: Unit) -> bool:
        """Tell whether a unit is activated already or can be activated."""
        if unit.id not in self._able:
            self._able[unit.id] = why_not_activated(self.position, (unit.id,)) is None
        return self._able[unit.id]

    def price(self, unit: Unit) -> float:
        """The price of using a unit next to its losses: its rest, and an activation point where points are scarce."""
        if is_active(self.position, unit):
            return 0.0
        rest = self.weights.rest * unit.fatigue if self.board.rules.fatigue else 0.0
        return rest + (self.weights.activation if self.points_are_scarce else 0.0)

    @cached_property
    def points_are_scarce(self) -> bool:
        """Tell whether there are fewer activation points than units that still need one."""
        idle = sum(not is_active(self.position, unit) and self.can_act(unit) for unit in self.own)
        return self.position.activation_points < idle

    def reach(self, unit: Unit) -> Reach | None:
        """The hexes that a unit can reach this impulse by ordinary movement, None when it may not move."""
        if unit.id not in self._reach:
            stays = why_not_set_off(self.position, (unit.id,), strategic=False) is not None
            self._reach[unit.id] = None if stays else reach(self.position, (unit.id,))
        return self._reach[unit.id]

    @cached_property
    def comers(self) -> dict[int, tuple[int, ...]]:
        """Fighters that could still attack this turn, by hex next to an enemy that they stand in or can reach."""
        beside = np.zeros(self.grid.size, np.bool_)
        for target in self.foes:
            beside[list(self.grid.adjacent(target))] = True
        found: dict[int, list[int]] = {}
        for unit in self.own:
            if not self.is_fighter(unit) or unit.attacked or not self.can_act(unit):
                continue
            reached = self.reach(unit)
            hexes = [unit.hex] if reached is None else reached.hexes[beside[reached.hexes]].tolist()
            for hex_ in dict.fromkeys((unit.hex, *hexes)):
                found.setdefault(hex_, []).append(unit.id)
        return {hex_: tuple(units) for hex_, units in found.items()}

    def in_range(self, far: int) -> NDArray[np.bool_]:
        """bool[N]: hexes from which guns of the range `far` reach an enemy."""
        known = self.of_foes
        if ("range", far) not in known:
            covered = np.zeros(self.grid.size, np.bool_)
            for target in self.foes:
                covered[list(self.grid.disk(target, far))] = True
            known["range", far] = covered
        within: NDArray[np.bool_] = known["range", far]
        return within

    # ---- where

    def turns_to(self, unit: Unit, goal: int, hex_: int | None = None) -> float:
        """Turns of march from a hex, by default the unit's own, to a goal; FAR without a way."""
        distance = int(self.distance(goal, self.profile(unit).move_class)[unit.hex if hex_ is None else hex_])
        if distance == 0:
            return 0.0
        speed = self.speed(unit)
        return distance / speed if distance < UNREACHED and speed else float(FAR)

    def speed(self, unit: Unit) -> int:
        """Half movement points of a unit in a turn like this one."""
        if unit.id not in self._speeds:
            self._speeds[unit.id] = allowance(self.position, unit.id)
        return self._speeds[unit.id]

    def nearness(self, unit: Unit, goal: int, hex_: int | None = None) -> float:
        """1 at a goal, less with every turn of march to it, almost 0 if it is reached too late."""
        distance = self.distance(goal, self.profile(unit).move_class)[unit.hex if hex_ is None else hex_]
        return float(self._pace(unit)[min(distance, _FARTHEST)])

    def nearness_to_all(self, goals: tuple[int, ...]) -> NDArray[np.float64]:
        """float64[units, goals]: `nearness` of all the side's units, in their order, to each of some goals."""
        if goals not in self._near:
            self._near[goals] = self._nearness_to_all(goals)
        return self._near[goals]

    def _nearness_to_all(self, goals: tuple[int, ...]) -> NDArray[np.float64]:
        if (same := next((known for known in self._near if sorted(known) == sorted(goals)), None)) is not None:
            return self._near[same][:, [same.index(goal) for goal in goals]]
        near = np.zeros((len(self.own), len(goals)))
        alike: dict[tuple[str, int], list[int]] = {}
        for row, unit in enumerate(self.own):
            alike.setdefault((self.profile(unit).move_class, self.speed(unit)), []).append(row)
        for (move_class, _), rows in alike.items():
            away = self.distances(goals, move_class)[:, [self.own[row].hex for row in rows]]
            near[rows] = self._pace(self.own[rows[0]])[np.minimum(away, _FARTHEST)].T
        return near

    def nearness_from(self, unit: Unit, goals: tuple[int, ...], hex_: int) -> NDArray[np.float64]:
        """float64[goals]: `nearness` of a unit in a hex to each of some goals."""
        away = self.distances(goals, self.profile(unit).move_class)[:, hex_]
        near: NDArray[np.float64] = self._pace(unit)[np.minimum(away, _FARTHEST)]
        return near

    def distances(self, goals: tuple[int, ...], move_class: str) -> Field:
        """int32[goals, N]: `distance` to each of some goals."""
        known, question = self.memory.ways(self.whereabouts), (type(self), goals, self.memory.alike(move_class))
        if question not in known:
            fields = [self.distance(goal, move_class) for goal in goals]
            known[question] = np.array(fields, np.int32).reshape(len(goals), self.grid.size)
        return known[question]

    def _pace(self, unit: Unit) -> NDArray[np.float64]:
        return self.memory.pace(self.speed(unit), self.turns_left, self.weights.delay)

    def distance(self, goal: int, move_class: str) -> Field:
        """int32[N]: half movement points from each hex to a goal around the known enemies.

        To a goal with an enemy in it, it is the way to a hex from which it can be attacked. An attack over water counts
        as a longer way, and so does every hex in an enemy zone of control.
        """
        ways = self.memory.ways(self.whereabouts)
        key = goal, self.memory.alike(move_class)
        if key not in ways:
            ways[key] = self._way(goal, move_class)
        return ways[key]

    @cached_property
    def whereabouts(self) -> object:
        """Return where the known enemies stand, to be compared: ways around them are the same while this is."""
        return tuple(self.foes), self.foe_zone.tobytes()

    @cached_property
    def enemies(self) -> object:
        """Return what is known of the enemy on the map, to be compared: hex and HP of each unit."""
        return tuple((unit.id, unit.hex, unit.hp) for stack in self.foes.values() for unit in stack)

    def _way(self, goal: int, move_class: str) -> Field:
        table, closed = self._past_enemies(move_class)
        if goal not in self.foes:
            return self._field([goal], table, closed)
        dry, wet = self._approaches(goal, move_class)
        detour = self._field(wet, table, closed) + self.weights.wet_delay
        return np.minimum(self._field(dry, table, closed), detour)

    def _past_enemies(self, move_class: str) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """The costs for a class of units of moving around the enemies, and the hexes that it cannot enter."""
        known = self.of_foes
        if ("past", move_class) not in known:
            costs, beyond = leave_cost(self.board, move_class), self.grid.neighbours
            slowed = (self.foe_zone[beyond] > 0) & (costs < CLOSED)
            costs = np.where(slowed, np.minimum(costs.astype(np.int16) + self.weights.zone_delay, CLOSED - 1), costs)
            closed = np.zeros(self.grid.size, np.bool_)
            closed[list(self.foes)] = True
            known["past", move_class] = costs.astype(np.uint8), closed
        past: tuple[NDArray[np.uint8], NDArray[np.bool_]] = known["past", move_class]
        return past

    def _field(self, sources: list[int], costs: NDArray[np.uint8], closed: NDArray[np.bool_]) -> Field:
        return field(self.board.workspace, sources, costs, closed, limit=FAR, reversed=True)

    def _approaches(self, goal: int, move_class: str) -> tuple[list[int], list[int]]:
        """Hexes from which a goal can be attacked: over dry ground, and across a river or up a cliff."""
        hex_map, grid = self.board.map, self.grid
        dry: list[int] = []
        wet: list[int] = []
        for hex_ in grid.adjacent(goal):
            side = hex_, grid.direction(hex_, goal)
            if hex_ in self.foes or hex_map.closed_side[side] or not self.board.land[hex_]:
                continue
            (wet if hex_map.river[side] or hex_map.cliff[side] else dry).append(hex_)
        return dry, wet

    @cached_property
    def turns_left(self) -> int:
        """Turns that are still to be scored, this one among them."""
        return self.board.turns - self.position.turn + 1

    @cached_property
    def plays_last(self) -> bool:
        """Tell whether the enemy has no further impulse before the game ends."""
        over = self.position.turn >= self.board.turns and self.position.impulse >= self.board.impulses
        return over and self.board.first_player != self.side

    @cached_property
    def threat(self) -> Threat:
        """The enemy's possible attacks on each hex before this side acts again."""
        if self.plays_last:
            return Threat.none(self.grid.size)
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
        """bool[N]: hexes where a unit of this side is in supply, or would be."""
        if not self.board.rules.supply:
            return np.ones(self.grid.size, np.bool_)
        return within_supply(self.position, self.side)

    @cached_property
    def shelter(self) -> NDArray[np.int64]:
        """int64[N]: columns that the ground of a hex gives its defender."""
        rows, names = self.board.tables.terrain.terrain, self.board.map.terrain_names
        columns = np.array([rows[name].defence for name in names])
        shelter: NDArray[np.int64] = np.maximum(columns[self.board.map.terrain], columns[self.board.map.under])
        return shelter

    def beside(self, hex_: int, unit: Unit) -> tuple[Unit, ...]:
        """The side's other units in a hex."""
        if self.position.side_in(hex_) != self.side:
            return ()
        return tuple(other for other in self.position.stack(hex_) if other.id != unit.id)

    def column_against(self, hex_: int, garrison: Garrison) -> int:
        """The column of the worst attack that the enemy could make on a garrison of a hex."""
        threat = round(float(self.threat.points[hex_]) * POINT)
        ratio = ratio_column(threat, max(1, round(garrison.defence * POINT)), self.board.tables.combat)
        shelter = int(self.shelter[hex_])
        return ratio + columns_against(self.board, self.threat, hex_, shelter, garrison.types)

    def feared_loss(self, hex_: int, units: Iterable[Unit]) -> float:
        """HP that units together in a hex are expected to lose in the enemy's next impulse."""
        if self.threat.points[hex_] <= 0:
            return 0.0
        stack = tuple(units)
        question = hex_, tuple([(unit.id, unit.hp, unit.fatigue) for unit in stack])
        if question not in self._feared:
            self._feared[question] = self._feared_loss(hex_, stack)
        return self._feared[question]

    def _feared_loss(self, hex_: int, units: Sequence[Unit]) -> float:
        garrison = garrison_of(self.position, units)
        if garrison.hp == 0:
            return 0.0
        column = self.column_against(hex_, garrison)
        return self.weights.risk * self.memory.chart.feared_loss(
            column, garrison.hp, self.trapped(hex_), self.foe_support
        )

    def odds(self, position: State, order: Attack) -> Odds:
        """The odds of an unsupported attack in this position, or in one that differs by own moves only (`moved`)."""
        attackers = [position.units[unit] for unit in order.units]
        question = self._defence_of(order.target), tuple([_strength_of(unit) for unit in attackers])
        if question not in self._known_odds:
            self._known_odds[question] = odds(position, order)
        return self._known_odds[question]

    @cached_property
    def _known_odds(self) -> dict[object, Odds]:
        """The odds worked out so far; they hold as long as the side has the same units on the map."""
        return self.memory.odds(self.position.deployed(self.side).ids)

    def _defence_of(self, target: int) -> tuple[object, ...]:
        """Return what odds against a hex depend on besides attackers: its units, and what is left of their
        divisions.
        """
        if target not in self._defences:
            position, stack = self.position, self.position.stack(target)
            profiles = [position.roster[unit.id] for unit in stack]
            divisions = sorted({profile.division for profile in profiles})
            members = [members_on_map(position, division, self.foe) for division in divisions]
            self._defences[target] = target, *[_strength_of(unit) for unit in stack], *profiles, *members
        return self._defences[target]

    def hold_chance(self, hex_: int, units: Iterable[Unit]) -> float:
        """The chance that units hold a hex against everything that the enemy can bring in its next impulse."""
        if self.threat.points[hex_] <= 0:
            return 1.0
        stack = tuple(units)
        question = hex_, tuple([(unit.id, unit.hp, unit.fatigue) for unit in stack])
        if question not in self._held:
            self._held[question] = self._hold_chance(hex_, stack)
        return self._held[question]

    def _hold_chance(self, hex_: int, units: Sequence[Unit]) -> float:
        garrison = garrison_of(self.position, units)
        if garrison.hp == 0:
            return 0.0
        return 1.0 - self.memory.chart.clear_chance(self.column_against(hex_, garrison), garrison.hp, self.foe_support)

    @cached_property
    def foe_support(self) -> int:
        """The lines that the enemy may add to an attack: one when enemy guns are known."""
        return int(any(self.profile(unit).is_gun for stack in self.foes.values() for unit in stack))

    def trapped(self, hex_: int) -> float:
        """The share of a stack in a hex that a retreat would cost, by the number of ways out that the enemy leaves."""
        if hex_ not in self._trapped:
            around, costs = self.grid.neighbour_rows[hex_], self.board.leave_cost["inf"][hex_].tolist()
            passable = [there for there, cost in zip(around, costs, strict=True) if cost != CLOSED]
            ways_out = sum([there not in self.foes and not self.foe_zone[there] for there in passable])
            self._trapped[hex_] = self.weights.trapped[min(ways_out, len(self.weights.trapped) - 1)]
        return self._trapped[hex_]

    def march_threat(self, hex_: int) -> float:
        """Attack points that the enemy could bring against a hex with no unit in the way."""
        if self.plays_last:
            return 0.0
        known = self.of_foes
        if ("march", hex_) not in known:
            known["march", hex_] = self._march_threat(hex_)
        march: float = known["march", hex_]
        return march

    def _march_threat(self, hex_: int) -> float:
        total, last = 0.0, int(self.board.leave_cost["inf"][hex_].min())
        for unit in (unit for stack in self.foes.values() for unit in stack if self.is_fighter(unit)):
            distance = int(self.memory.open_distance(hex_, self.profile(unit).move_class)[unit.hex])
            if distance <= self.speed(unit) + last:
                total += self.attack(unit)
        return total

    @cached_property
    def of_foes(self) -> dict[object, Any]:
        """Return what is known about the enemies as they stand, in this weather; empty again when either changes."""
        foes = tuple([unit for stack in self.foes.values() for unit in stack])
        return self.memory.of_foes((self.position.weather, foes, tuple([self.profile(unit) for unit in foes])))


def _strength_of(unit: Unit) -> tuple[object, ...]:
    """All of a unit that odds depend on."""
    return unit.id, unit.hex, unit.hp, unit.fatigue, unit.supplied


def choose(picture: Picture, options: Iterable[T], value: Callable[[T], float]) -> T | None:
    """The option of the highest value, None of none; among options as good as the best, one by chance."""
    listed = list(options)
    if not listed:
        return None
    limit = max(map(value, listed)) - picture.weights.near_equal
    alike = [option for option in listed if value(option) >= limit]
    return alike[picture.chance.below(len(alike))] if len(alike) > 1 else alike[0]


def moved(position: State, places: dict[int, int]) -> State:
    """A position in which some units stand elsewhere; the given one is left as it is."""
    after = position.copy()
    for unit, hex_ in sorted(places.items()):
        after.put(replace(after.units[unit], hex=hex_))
    after.version += 1
    return after
