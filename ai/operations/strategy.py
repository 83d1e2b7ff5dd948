"""Strategy: what each goal is worth going for or holding, with what force, until when; and where the main effort is.

An outline is a candidate plan in one line: which goal comes first. Outlines are compared by the points that they
promise; the plan of the turn before is kept unless another is clearly better.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
from msgspec.structs import replace

from ai.operations.analysis import Analysis
from ai.operations.danger import columns_against
from ai.operations.goals import Goal
from ai.operations.muster import Column, Muster
from ai.operations.picture import FAR
from ai.operations.planning import Planning
from wab.hexes.paths import UNREACHED
from wab.systems.operations.board import Entry
from wab.systems.operations.sight import visible_hexes

SEIZE, HOLD, CONTEST, DENY, DELAY, IGNORE = "seize", "hold", "contest", "deny", "delay", "ignore"
LATER = "later"
POOR = 0.3
"""The chance below which a goal is contested rather than seized."""
HOPELESS = 0.06
"""The chance below which a goal of the enemy's is left alone, and one of our own is fought for by delay only."""
WAIT = 2
"""Turns ahead for which reinforcements that are announced count."""
ODDS = 3.0
"""Attack points for each point of defence that a goal of the enemy's asks for on open ground."""
SHELTER = 0.7
"""What each column of shelter adds to that."""
FAR_FROM, FAR_TO = 2.5, 5.0
"""Turns of march over which enemies in the way begin to count for what a goal asks for."""
NEARBY = 3
"""Hexes from a held goal within which enemies whom nobody sees count."""
LEAST = 0.1
"""What a goal asks for at least: somebody who goes there."""


class Stake(msgspec.Struct, frozen=True):
    """A goal with what the staff makes of it.

    `need` and `force` in points: what it asks for, and what could be brought there in time. `value`: points expected.
    `deadline`: the last turn in which it still pays. `given_up`: assaults that failed so often that they are stopped.
    """

    goal: Goal
    posture: str
    need: float
    force: float
    chance: float
    value: float
    deadline: int
    given_up: bool = False


class Outline(msgspec.Struct, frozen=True):
    """A plan in one line: the hex of the main effort, None for a plan that has none; what it promises in points."""

    main: int | None
    value: float
    name: str = ""


class Estimate:
    """Both sides' fighters as arrays, and what each goal asks for; made once a plan."""

    def __init__(self, analysis: Analysis, numbers: Planning) -> None:
        picture = analysis.picture
        self.analysis = analysis
        self.picture = picture
        self.numbers = numbers
        own = (unit for unit in picture.own if not picture.profile(unit).is_commander)
        self.own = Muster.of(picture, own)
        foes = (unit for stack in picture.foes.values() for unit in stack if picture.is_fighter(unit))
        self.foes = Muster.of(picture, foes)
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

    # ---- what a goal asks for

    def need(self, goal: Goal) -> float:
        """Defence points that a held goal needs, attack points that another one needs."""
        return self._to_hold(goal) if goal.held else self._to_take(goal)

    def _to_hold(self, goal: Goal) -> float:
        """Against what can strike it next turn, what is on the march, what is announced and what is believed near."""
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
        near = bool(turns.size and turns.min() <= self.numbers.guard_from) or self.hidden_near(goal.hex, NEARBY) > LEAST
        return max(needed, LEAST if near else 0.0)

    def _to_take(self, goal: Goal) -> float:
        """Against who is there and beside it, and who is believed there."""
        picture = self.picture
        factor = ODDS + SHELTER * int(picture.shelter[goal.hex])
        there = self._defence_in((goal.hex,))
        around = self._defence_in(picture.grid.adjacent(goal.hex))
        if not self.visible[goal.hex]:
            there += self._garrison_believed(goal.hex)
        return max(LEAST, factor * there + around)

    def _defence_in(self, hexes: Sequence[int]) -> float:
        return float(self.foes.defence[np.isin(self.foes.hexes, hexes)].sum())

    def _garrison_believed(self, hex_: int) -> float:
        """Defence points expected in a hex that nobody sees: what is believed about, at most a share of a unit."""
        belief = self.analysis.belief
        hidden = float(belief.occupancy.sum())
        if hidden <= 0:
            return 0.0
        near = max(self.hidden_near(hex_, 2), min(self.numbers.garrison, hidden / 4))
        return near * belief.hidden_defence

    def hidden_near(self, hex_: int, radius: int) -> float:
        """Unseen enemy units believed within so many hexes."""
        return float(self.analysis.belief.occupancy[list(self.picture.grid.disk(hex_, radius))].sum())

    def in_the_way(self, goal: Goal) -> float:
        """Defence points of known enemies on and beside the way there, from the nearest fighter; more the longer it is.

        Nothing up to a march of FAR_FROM turns, all of it from FAR_TO on: near by, attacks see to them one by one.
        """
        if goal.held:
            return 0.0
        turns = self.turns_to(goal.hex)
        strong = np.where(self.own.attack > 0, turns, np.inf)
        nearest = float(strong.min()) if strong.size else 0.0
        if not FAR_FROM < nearest < FAR or not self.foes.units:
            return 0.0
        share = min(1.0, (nearest - FAR_FROM) / (FAR_TO - FAR_FROM))
        return share * self._defence_in(self._beside(self._way(int(self.own.hexes[int(strong.argmin())]), goal.hex)))

    def on_the_way(self, start: int, goal: int) -> float:
        """Defence points of known enemies on the way from a hex to a goal and beside it, whom one has to get past.

        Not those in the goal and next to it, for whom it asks anyway, and not those who only stand beside the start.
        """
        next_to_goal = self.picture.grid.disk(goal, 1)
        return self._defence_in([hex_ for hex_ in self._beside(self._way(start, goal)[1:]) if hex_ not in next_to_goal])

    def _way(self, start: int, goal: int) -> list[int]:
        """The hexes of the way of least resistance from a hex to a goal, but for those next to it."""
        axis = self.analysis.axis_to(start, goal)
        return [hex_ for hex_ in axis.hexes if self.picture.grid.distance(hex_, goal) > 1] if axis is not None else []

    def _beside(self, way: list[int]) -> list[int]:
        """Some hexes and those beside them."""
        beside = np.unique(self.picture.grid.neighbours[way]) if way else np.zeros(0, np.int32)
        return [*way, *beside[beside >= 0].tolist()]

    @property
    def holds_a_line(self) -> bool:
        """Tell whether the army and the battle are so large that it holds a continuous line."""
        numbers = self.numbers
        return int(self.own.fighters.sum()) >= numbers.line_from and self.picture.board.turns >= numbers.line_turns

    def between(self, goal: Goal) -> float:
        """Defence points of the enemies between us and a goal of theirs, known and believed, in a line of armies.

        Those in an ellipse about the nearest of our fighters and the goal: whoever goes there has all of them before
        him or on his flank. Who stands in the goal and beside it counts in its need already.
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
        """Points that could be brought to a goal, those farther off counting less; defence for one held."""
        strength = self.own.defence if goal.held else self.own.attack
        return float((strength * self.own.nearness(self.turns_to(goal.hex))).sum())


def bearable(column: int) -> float:
    """A column of the table as a quotient."""
    return column + 1.0 if column >= 0 else 1.0 / (1 - column)


# ------------------------------------------------------------------------------------------------- stakes


def stakes_of(estimate: Estimate, goals: Sequence[Goal], failures: Mapping[int, int]) -> tuple[Stake, ...]:
    """Every goal priced. `failures`: by hex, in how many turns it was assaulted in vain."""
    stakes = [_stake(estimate, goal, failures.get(goal.hex, 0)) for goal in goals]
    return tuple(sorted(stakes, key=lambda stake: (-stake.goal.worth, stake.goal.hex)))


def _stake(estimate: Estimate, goal: Goal, failed: int) -> Stake:
    numbers, picture = estimate.numbers, estimate.picture
    between = estimate.between(goal)
    need, force = estimate.need(goal) + between, estimate.force(goal)
    chance = numbers.chance.chance(force, need)
    given_up = not goal.held and failed >= numbers.stop_after and chance < 0.5
    posture = _posture(picture.threat.points[goal.hex] > 0, goal.held, chance, given_up)
    if posture in (SEIZE, CONTEST) and estimate.nearest(goal.hex) > numbers.active:
        posture = LATER
    hope = 1.0 if goal.held else min(1.0, force / need)
    if between > 0:
        hope = chance * min(1.0, numbers.cheap / need) ** numbers.economy
    drawing = replace(goal, draw=goal.worth * hope)
    need += numbers.in_the_way * estimate.in_the_way(goal)
    return Stake(drawing, posture, need, force, chance, goal.worth * chance, picture.board.turns, given_up)


def _posture(threatened: bool, held: bool, chance: float, given_up: bool) -> str:
    if held and not threatened:
        return DENY
    if held:
        return HOLD if chance > HOPELESS else DELAY
    if chance <= HOPELESS:
        return IGNORE
    return CONTEST if chance < POOR or given_up else SEIZE


def expected_against(analysis: Analysis, goal: Goal, numbers: Planning) -> float:
    """Attack points of enemies not seen yet that could come to a held goal in the next turns: announced, or hidden."""
    picture, belief = analysis.picture, analysis.belief
    soon = (*belief.arrived, *belief.expected_by(picture.position.turn + WAIT))
    coming = sum(picture.board.roster[entry.unit].attack for entry in soon if _in_time(analysis, entry, goal))
    near = list(picture.grid.disk(goal.hex, NEARBY))
    hidden = float(belief.occupancy[near].sum()) * belief.hidden_attack
    return numbers.expected_share * coming + numbers.hidden_share * hidden


def walk_in_chance(estimate: Estimate, goal: Goal) -> float:
    """The chance that an enemy whom nobody sees walks into a held goal in the next turns if it is left empty."""
    numbers, analysis = estimate.numbers, estimate.analysis
    arrived = sum(_in_time(analysis, entry, goal) for entry in analysis.belief.arrived)
    believed = numbers.expected_share * arrived + numbers.hidden_share * estimate.hidden_near(goal.hex, NEARBY)
    return 1.0 - math.exp(-believed)


def _in_time(analysis: Analysis, entry: Entry, goal: Goal) -> bool:
    """Tell whether a reinforcement can be at a goal within the turns that are looked at."""
    picture = analysis.picture
    profile = picture.board.roster[entry.unit]
    if profile.is_ship or profile.is_gun or profile.is_commander:
        return False
    distance = int(picture.memory.open_distance(goal.hex, profile.move_class)[entry.hex])
    turns = entry.turn - picture.position.turn + distance / max(1, 2 * profile.movement)
    return distance < UNREACHED and turns <= WAIT + 0.5


# ------------------------------------------------------------------------------------------------- outlines


def outlines(stakes: Sequence[Stake], numbers: Planning) -> tuple[Outline, ...]:
    """The candidate plans: one for each goal that could be the main effort, and one that makes all goals equal.

    A main effort makes its goal likelier by what it draws to it, and the other goals of the enemy's a little less so.
    """
    open_ = [stake for stake in stakes if not stake.goal.held and stake.posture in (SEIZE, CONTEST)]
    base = sum(stake.value for stake in stakes)
    found = [Outline(None, base, "even")]
    for stake in open_:
        found.append(Outline(stake.goal.hex, base + _gain(stake, open_, numbers), stake.goal.name))
    return tuple(sorted(found, key=lambda outline: (-outline.value, outline.main is None, outline.main or 0)))


def _gain(stake: Stake, others: Sequence[Stake], numbers: Planning) -> float:
    more = numbers.chance.chance(stake.force * numbers.main_effort, stake.need) - stake.chance
    gain = stake.goal.worth * more
    for other in others:
        if other is not stake:
            less = numbers.chance.chance(other.force / numbers.main_effort**0.5, other.need) - other.chance
            gain += 0.5 * other.goal.worth * less
    return gain


def chosen_outline(found: Sequence[Outline], before: Outline | None, numbers: Planning, pick: int) -> Outline:
    """The outline to follow: the old one unless the best is better by the margin; of the best ones any, by `pick`.

    `pick`: a number drawn by chance, 0 or more, of which the remainder counts.
    """
    best = found[0]
    if before is not None:
        same = next((outline for outline in found if outline.main == before.main), None)
        if same is not None and best.value <= same.value + (numbers.margin - 1.0) * abs(same.value):
            return same
        return best
    alike = [outline for outline in found if outline.value >= best.value - (1 - numbers.near_best) * abs(best.value)]
    return alike[pick % len(alike)]


def drawn(stake: Stake, outline: Outline, numbers: Planning, concentration: float) -> Goal:
    """The goal with what it draws under an outline: more at the main effort, less where assaults are given up."""
    draw = stake.goal.draw
    if stake.goal.hex == outline.main:
        draw *= 1.0 + (numbers.main_effort - 1.0) * (1.0 + concentration)
    if stake.given_up or stake.posture == IGNORE:
        draw *= numbers.stop_draw
    if stake.posture == LATER:
        draw *= numbers.distant_draw
    return replace(stake.goal, draw=draw)
