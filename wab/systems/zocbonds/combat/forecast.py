"""The promise of an attack (ZOC-10.2-1): every result with its chance, and the chance to lose each attacker.

The defender makes its best stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from wab.content.zocbonds.tables import Result
from wab.field import chances
from wab.field.forecast import Forecast, Fought, Prospect
from wab.systems.zocbonds.combat.attack import fight_of
from wab.systems.zocbonds.combat.defence import FACES, cell, column, leads, modifiers, within_limit
from wab.systems.zocbonds.combat.odds import NO_ROLL, Preview, result_of
from wab.systems.zocbonds.combat.results import SHATTERING, effect_of, fighting
from wab.systems.zocbonds.combat.retreat import all_would_be_lost
from wab.systems.zocbonds.combat.support import to_stand_by
from wab.systems.zocbonds.state.orders import Attack
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.state.steps import Fight

Cells = Mapping[str, float]
"""The results of a stand by the cell of its table."""


class _Course(NamedTuple):
    """One course of a combat: its chance and result, and the attackers that it costs."""

    share: float
    result: Fought
    lost: tuple[int, ...]


def forecast_of(state: State, order: Attack, seen: Preview) -> Forecast:
    """The forecast of a legal attack that has been weighed; losses are steps."""
    fight = fight_of(state, order)
    earners = tuple(unit for unit in seen.earners if unit in fight.main)
    courses = tuple(_courses(state, fight, earners, seen.chances))
    risks = {unit: sum(one.share for one in courses if unit in one.lost) for unit in order.units}
    return Forecast(_prospect(courses), risks)


def prospect_of(state: State, fight: Fight, final: str) -> Prospect:
    """Every result that the dice of a combat could have brought in its final column; `state` is before it."""
    faces = range(1, FACES + 1) if final != NO_ROLL else (0,)
    found: dict[Result, float] = {}
    for face in faces:
        result = result_of(state, final, face)
        found[result] = found.get(result, 0.0) + 1 / len(faces)
    return _prospect(_courses(state, fight, (), found))


def _prospect(courses: Iterator[_Course] | Sequence[_Course]) -> Prospect:
    found: dict[Fought, float] = {}
    for course in courses:
        found[course.result] = found.get(course.result, 0.0) + course.share
    return found


def _courses(
    state: State, fight: Fight, earners: tuple[int, ...], results: Mapping[Result, float]
) -> Iterator[_Course]:
    """Every result of the combat die, with every result of a stand where one can be made."""
    stand, trapped = _best_stand(state, fight), all_would_be_lost(state, fight)
    for result, share in results.items():
        table = _Table(state, fight, earners, result)
        if table.won or not table.retreat:
            yield _Course(share, table.fought(won=table.won), table.lost)
            continue
        if table.ignored:
            yield _Course(share, table.fought(won=False), table.lost)
            continue
        cells = stand if stand is not None and result not in SHATTERING else {"": 1.0}
        for words, part in cells.items():
            yield _Course(share * part, *table.after(words.split(), trapped=trapped))


def _best_stand(state: State, fight: Fight) -> Cells | None:
    """The stand that holds most surely, over all lead units and their support; None if none can be made."""
    found = [
        _cells(state, fight, lead, support)
        for lead in leads(state, fight)
        for support in dict.fromkeys(support for support, _store in to_stand_by(state, lead, fight.target))
    ]
    return max(found, key=_holds, default=None)


def _cells(state: State, fight: Fight, lead: int, support: str) -> Cells:
    name, modifier = column(state, lead, fight.target), within_limit(state, modifiers(state, fight, lead, support))
    ways = chances.results(chances.sums(1, FACES), lambda die: cell(state, name, die + modifier))
    return {words: count / FACES for words, count in ways.items()}


def _holds(cells: Cells) -> float:
    return sum(share for words, share in cells.items() if "holds" in words.split())


def _shattered(state: State, steps: int, units: int) -> int:
    """The steps that DH takes: one of every unit and at least two; with the switch `half`, half of all (ZOC-12.1-1)."""
    if state.board.tables.conduct.shattered == "half":
        return -(-steps // 2)
    return max(state.board.tables.combat.least_shattered, units)


class _Table:
    """The losses of a result of the table, dealt out as their choosers would: the enemy takes the weakest unit, the
    owner the strongest."""

    def __init__(self, state: State, fight: Fight, earners: tuple[int, ...], result: Result) -> None:
        effect = effect_of(state.board.tables.combat, result)
        there = fighting(state, fight)
        self.defenders = sum(unit.steps for unit in there)
        self.fight = fight
        self.steps = {unit: state.units[unit].steps for unit in fight.units}
        least = _shattered(state, self.defenders, len(there)) if result == "DH" else effect.defender
        self.desperate = state.board.tables.defence.desperate_steps
        self.theirs, self.ours, self.retreat = min(least, self.defenders), 0, effect.retreat
        if effect.attacker and not (result == "A1/D2" and self.defenders == 1):
            chosen_by_enemy = result in ("EX", "A1/D2")
            self.lose(fight.main if chosen_by_enemy else earners or fight.main, by_enemy=chosen_by_enemy)

    def lose(self, pool: Sequence[int], *, by_enemy: bool) -> None:
        """Let a unit of the attacker lose a step."""
        alive = [unit for unit in pool if self.steps.get(unit)]
        if alive:
            choose = min if by_enemy else max
            self.steps[choose(alive, key=lambda unit: (self.steps[unit], unit))] -= 1
            self.ours += 1

    @property
    def won(self) -> bool:
        """No defender is left."""
        return self.theirs >= self.defenders

    @property
    def ignored(self) -> bool:
        """The main force is gone, so that the defender need not go back (ZOC-12.6-1)."""
        return not any(self.steps[unit] for unit in self.fight.main)

    @property
    def lost(self) -> tuple[int, ...]:
        """The attackers that are gone."""
        return tuple(unit for unit, steps in self.steps.items() if not steps)

    def fought(self, *, won: bool) -> Fought:
        """The result as it stands."""
        return Fought(won, self.ours, self.theirs)

    def after(self, words: Sequence[str], *, trapped: bool) -> tuple[Fought, tuple[int, ...]]:
        """The result after a stand with this cell; () for none: the defender goes back, or is lost on the way.

        Without a way back, a defender whose stand has failed pays the steps of a desperate defence if any are left
        then to hold the hex (ZOC-12.5-1, ZOC-12.5-2).
        """
        before = dict(self.steps), self.ours, self.theirs
        self.theirs = min(self.defenders, self.theirs + ("costs" in words or "exchange" in words))
        holds = "holds" in words and not self.won
        if "holds" in words and "exchange" in words:
            self.lose(self.fight.main, by_enemy=True)
        elif "holds" in words and "hurts" in words:
            self.lose(self.fight.units, by_enemy=False)
        if not holds and trapped and words and self.theirs + self.desperate < self.defenders:
            holds, self.theirs = True, self.theirs + self.desperate
        elif not holds and trapped:
            self.theirs = self.defenders
        found = self.fought(won=not holds), self.lost
        self.steps, self.ours, self.theirs = before
        return found
