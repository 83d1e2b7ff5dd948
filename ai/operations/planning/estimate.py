"""The estimate: the points that each goal asks for and the points that could be brought to it, known and believed."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ai.operations.analysis import Analysis
from ai.operations.judgement.picture import LEAST_NEED, ODDS_WANTED, SHELTER_WANTED
from ai.operations.judgement.planning import (
    ANNOUNCED,
    ARRIVES_WITHIN,
    HIDDEN_PART,
    HIDDEN_WITHIN,
    UNSEEN_WITHIN,
    WAY_FROM,
    WAY_TO,
    Planning,
)
from ai.operations.outlines.goals import Goal
from ai.operations.picture.danger import columns_against
from ai.operations.picture.forces import Column, Forces
from ai.operations.picture.picture import FAR
from wab.hexes.paths import UNREACHED
from wab.systems.operations.ground.sight import visible_hexes
from wab.systems.operations.state.board import Entry


class Estimate:
    """Both sides' fighters as arrays, and what each goal asks for; made once for a plan."""

    def __init__(self, analysis: Analysis, numbers: Planning) -> None:
        picture = analysis.picture
        self.analysis = analysis
        self.picture = picture
        self.numbers = numbers
        own = (unit for unit in picture.own if not picture.profile(unit).is_commander)
        self.own = Forces.of(picture, own)
        foes = (unit for stack in picture.foes.values() for unit in stack if picture.is_fighter(unit))
        self.foes = Forces.of(picture, foes)
        self.visible = visible_hexes(picture.position, picture.side)
        self._turns: dict[int, Column] = {}

    def turns_to(self, goal: int) -> Column:
        """float64[U]: turns of march of own units to a hex."""
        if goal not in self._turns:
            self._turns[goal] = self.own.turns_to(goal)
        return self._turns[goal]

    def nearest(self, goal: int) -> float:
        """Turns of march of the nearest own fighter to a hex; FAR where there is none."""
        turns = self.turns_to(goal)[self.own.fighters]
        return float(turns.min()) if turns.size else float(FAR)

    @property
    def last_turn(self) -> int:
        """The last turn of the battle."""
        return self.picture.board.turns

    def is_threatened(self, goal: Goal) -> bool:
        """Tell whether known enemies could strike the goal next turn."""
        return bool(self.picture.threat.points[goal.hex] > 0)

    # ---- what a goal asks for

    def need(self, goal: Goal) -> float:
        """Defence points that a held goal needs, attack points that another one needs."""
        return self._to_hold(goal) if goal.held else self._to_take(goal)

    def _to_hold(self, goal: Goal) -> float:
        """Against enemies that can strike it next turn, are on the march, announced, or believed near."""
        picture = self.picture
        if picture.plays_last:
            return 0.0
        foot = frozenset({"infantry"})
        shift = columns_against(picture.board, picture.threat, goal.hex, int(picture.shelter[goal.hex]), foot)
        turns = self.foes.turns_over_open_ground(goal.hex)
        rush = float(self.foes.attack[turns <= self.numbers.rush_turns].sum())
        threat = self.numbers.fear * max(float(picture.threat.points[goal.hex]), self.numbers.rush * rush)
        threat += expected_against(self.analysis, goal, self.numbers)
        needed = self.numbers.safety * threat / bearable(1 - shift)
        known = bool(turns.size and turns.min() <= self.numbers.guard_from)
        near = known or self.hidden_near(goal.hex, UNSEEN_WITHIN) > LEAST_NEED
        return max(needed, LEAST_NEED if near else 0.0)

    def _to_take(self, goal: Goal) -> float:
        """Against the enemies in it and next to it, known and believed."""
        picture = self.picture
        factor = ODDS_WANTED + SHELTER_WANTED * int(picture.shelter[goal.hex])
        there = self._defence_in((goal.hex,))
        around = self._defence_in(picture.grid.adjacent(goal.hex))
        if not self.visible[goal.hex]:
            there += self._garrison_believed(goal.hex)
        return max(LEAST_NEED, factor * there + around)

    def _defence_in(self, hexes: Sequence[int]) -> float:
        return float(self.foes.defence[np.isin(self.foes.hexes, hexes)].sum())

    def _garrison_believed(self, hex_: int) -> float:
        """Defence points expected in an unseen hex: of unseen enemies believed near it, or of a part of a unit."""
        belief = self.analysis.belief
        hidden = float(belief.occupancy.sum())
        if hidden <= 0:
            return 0.0
        near = max(self.hidden_near(hex_, HIDDEN_WITHIN), min(self.numbers.garrison, HIDDEN_PART * hidden))
        return near * belief.hidden_defence

    def hidden_near(self, hex_: int, radius: int) -> float:
        """Unseen enemy units believed within `radius` hexes."""
        return float(self.analysis.belief.occupancy[list(self.picture.grid.disk(hex_, radius))].sum())

    def in_the_way(self, goal: Goal) -> float:
        """Defence points of known enemies on and next to the way from the nearest fighter; more the longer it is.

        Nothing up to a march of WAY_FROM turns, all of it from WAY_TO on: nearer enemies are dealt with by attacks.
        """
        if goal.held:
            return 0.0
        turns = self.turns_to(goal.hex)
        strong = np.where(self.own.attack > 0, turns, np.inf)
        nearest = float(strong.min()) if strong.size else 0.0
        if not WAY_FROM < nearest < FAR or not self.foes.units:
            return 0.0
        share = min(1.0, (nearest - WAY_FROM) / (WAY_TO - WAY_FROM))
        return share * self._defence_in(self._beside(self._way(int(self.own.hexes[int(strong.argmin())]), goal.hex)))

    def on_the_way(self, start: int, goal: int) -> float:
        """Defence points of known enemies on and next to the way from a hex to a goal, which bar it.

        Without enemies in the goal and next to it, which its need contains, and without those only next to the start.
        """
        next_to_goal = self.picture.grid.disk(goal, 1)
        return self._defence_in([hex_ for hex_ in self._beside(self._way(start, goal)[1:]) if hex_ not in next_to_goal])

    def _way(self, start: int, goal: int) -> list[int]:
        """The hexes of the way of least resistance from a hex to a goal, without those next to the goal."""
        axis = self.analysis.axis_to(start, goal)
        return [hex_ for hex_ in axis.hexes if self.picture.grid.distance(hex_, goal) > 1] if axis is not None else []

    def _beside(self, way: list[int]) -> list[int]:
        """Some hexes and their neighbours."""
        beside = np.unique(self.picture.grid.neighbours[way]) if way else np.zeros(0, np.int32)
        return [*way, *beside[beside >= 0].tolist()]

    @property
    def holds_a_line(self) -> bool:
        """Tell whether army and battle are large enough for a continuous line."""
        numbers = self.numbers
        return int(self.own.fighters.sum()) >= numbers.line_from and self.picture.board.turns >= numbers.line_turns

    def between(self, goal: Goal) -> float:
        """Defence points of the enemies between us and an enemy goal, known and believed, where armies hold lines.

        They are in an ellipse around the nearest own fighter and the goal: units that go there meet them in front or on
        a flank. Enemies in the goal and next to it are already in its need.
        """
        if goal.held or not self.holds_a_line:
            return 0.0
        turns = np.where(self.own.attack > 0, self.turns_to(goal.hex), float(FAR))
        nearest = int(turns.argmin())
        if turns[nearest] >= FAR:
            return 0.0
        distances, belief = self.picture.grid.distances, self.analysis.belief
        from_us, to_goal = distances(int(self.own.hexes[nearest])), distances(goal.hex)
        inside = (from_us + to_goal <= int(from_us[goal.hex]) + self.numbers.detour) & (to_goal > 1)
        hidden = float(belief.occupancy[inside].sum()) * belief.hidden_defence
        return float(self.foes.defence[inside[self.foes.hexes]].sum()) + hidden

    # ---- what can be brought

    def force(self, goal: Goal) -> float:
        """Points that could be brought to a goal, units farther off counting less; defence for a held goal."""
        strength = self.own.defence if goal.held else self.own.attack
        return float((strength * self.own.nearness(self.turns_to(goal.hex))).sum())


def bearable(column: int) -> float:
    """A column of the table as a quotient."""
    return column + 1.0 if column >= 0 else 1.0 / (1 - column)


def expected_against(analysis: Analysis, goal: Goal, numbers: Planning) -> float:
    """Attack points of unseen enemies, announced or hidden, that could reach a held goal in the next turns."""
    picture, belief = analysis.picture, analysis.belief
    soon = (*belief.arrived, *belief.expected_by(picture.position.turn + ANNOUNCED))
    coming = sum(picture.board.roster[entry.unit].attack for entry in soon if _in_time(analysis, entry, goal))
    near = list(picture.grid.disk(goal.hex, UNSEEN_WITHIN))
    hidden = float(belief.occupancy[near].sum()) * belief.hidden_attack
    return numbers.expected_share * coming + numbers.hidden_share * hidden


def walk_in_chance(estimate: Estimate, goal: Goal) -> float:
    """The chance that an unseen enemy walks into a held goal in the next turns while the goal is empty."""
    numbers, analysis = estimate.numbers, estimate.analysis
    arrived = sum(_in_time(analysis, entry, goal) for entry in analysis.belief.arrived)
    believed = numbers.expected_share * arrived + numbers.hidden_share * estimate.hidden_near(goal.hex, UNSEEN_WITHIN)
    return 1.0 - math.exp(-believed)


def _in_time(analysis: Analysis, entry: Entry, goal: Goal) -> bool:
    """Tell whether a reinforcement can be at a goal within the turns that count."""
    picture = analysis.picture
    profile = picture.board.roster[entry.unit]
    if profile.is_ship or profile.is_gun or profile.is_commander:
        return False
    distance = int(picture.memory.open_distance(goal.hex, profile.move_class)[entry.hex])
    turns = entry.turn - picture.position.turn + distance / max(1, 2 * profile.movement)
    return distance < UNREACHED and turns <= ARRIVES_WITHIN
