"""The belief of a side about the enemy's places, fed with what its view tells: time that has passed, ground that has
changed hands, reports, units that were seen. It begins again from the reports if it does not know what came before.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ai.belief.particles import AWAY, Habits, Particles, Places
from ai.belief.scale import Scale
from ai.blind.ground import Ground, Values, ground_of
from ai.blind.guess import Stack, stack_of
from ai.blind.picture import Flags
from ai.blind.weights import CAUGHT_UP, RESERVE_SHARE
from wab.field.control import held
from wab.hexes import reach
from wab.systems.blind.ground.costs import ways
from wab.systems.blind.state.board import CODES, Profile, enemy_of
from wab.systems.blind.state.state import MOVEMENT, PHASES, RESERVE, State

_NAMES = tuple(PHASES)
Moment = tuple[int, int]


def reaches(ground: Ground, state: State, side: str) -> tuple[dict[tuple[bool, int], int], list[Places]]:
    """The kinds of units of a side by movement, and for each the hexes within a move of every hex."""

    def made() -> tuple[dict[tuple[bool, int], int], list[Places]]:
        kinds: dict[tuple[bool, int], int] = {}
        tables: list[Places] = []
        for profile in state.board.roster.values():
            kind = _kind(profile)
            if profile.side == side and kind not in kinds:
                kinds[kind] = len(tables)
                tables.append(_reaches(state, profile))
        return kinds, tables

    return ground.board.once(f"ai/reaches/{side}", made)


def _kind(profile: Profile) -> tuple[bool, int]:
    return profile.row.ground != "foot", profile.row.movement


def _reaches(state: State, profile: Profile) -> Places:
    board, costs = state.board, ways(state, profile.id).march
    sea = ~board.land
    lists: list[NDArray[np.int32]] = []
    for hex_ in range(board.grid.size):
        found = reach(board.workspace, hex_, profile.row.movement, costs, None, sea).hexes if board.land[hex_] else None
        lists.append(np.zeros(0, np.int32) if found is None else found[found != hex_].astype(np.int32))
    table = np.full((board.grid.size, max(map(len, lists))), AWAY, np.int32)
    for hex_, one in enumerate(lists):
        table[hex_, : len(one)] = one
    return table


class Belief:
    """The belief of a side, followed from moment to moment. `scale` brings its chances nearer to true ones."""

    def __init__(self, side: str, count: int, seed: int, scale: Scale, habits: Habits) -> None:
        self.side, self.enemy, self.scale = side, enemy_of(side), scale
        self._count, self._seed, self._habits = count, seed, habits
        self._particles: Particles | None = None
        self._when: Moment = (0, -1)
        self._own: Flags | None = None
        self._heard: dict[int, Moment] = {}
        self._sighted: dict[int, Moment] = {}
        self._steps: dict[int, int] = {}

    def follow(self, state: State) -> BeliefGuess:
        """Take in what a position tells, and say what is believed now."""
        particles = self._particles
        if particles is None:
            particles = self._particles = self._begun(state)
        else:
            for phase in self._passed(state):
                self._moved(particles, state, phase)
        self._ground(particles, state)
        self._units(particles, state)
        self._reports(particles, state)
        self._own = held(state.control, CODES[self.side])
        self._when = state.now.when
        return BeliefGuess(state, self.side, particles, self._steps, self.scale)

    # ---- the beginning

    def _begun(self, state: State) -> Particles:
        board, ground = state.board, ground_of(state.board)
        kinds, tables = reaches(ground, state, self.enemy)
        particles = Particles(ground.distances, tables, self._count, self._seed, self._habits)
        gone = {unit for units in state.now.boxes.values() for unit in units}
        seen = state.now.sightings.get(self.side, {})
        for unit, profile in board.roster.items():
            if profile.side != self.enemy or unit in gone:
                continue
            self._steps[unit] = profile.steps
            if unit in seen:
                where = [seen[unit].hex]
            elif profile.arrives is None:
                where = self._hidden(state, board.set_up.get(unit, AWAY))
            elif (profile.arrives.turn, profile.arrives.phase) < (state.now.turn, 1):
                where = list(profile.entry)
            else:
                where = [AWAY]
            particles.add(unit, kinds[_kind(profile)], profile.re(profile.steps), where)
        turns = max(0, state.now.turn - board.first)
        for _ in range(min(CAUGHT_UP, 2 * turns)):
            self._shifted(particles, state, 1.0)
        if not turns:
            for phase in range(max(0, state.now.when[1])):
                if self._marches(phase):
                    self._moved(particles, state, (state.now.turn, phase))
        return particles

    def _hidden(self, state: State, hex_: int) -> list[int]:
        """The hexes where a unit may begin: by the sheets, or all ground of its side if they are dark."""
        if hex_ >= 0 and state.now.options.get("intelligence", "sheets") == "sheets":
            return [hex_]
        return [int(one) for one in np.flatnonzero(held(state.control, CODES[self.enemy]) & state.board.land)]

    # ---- time

    def _passed(self, state: State) -> list[Moment]:
        """The movement phases of the enemy that have gone by since the last moment."""
        (turn, phase), end = self._when, state.now.when
        found = []
        while (turn, phase) < (end[0], end[1] - 1):
            turn, phase = (turn, phase + 1) if phase + 1 < len(_NAMES) else (turn + 1, 0)
            if (turn, phase) < end and self._marches(phase):
                found.append((turn, phase))
        return found

    def _marches(self, phase: int) -> bool:
        """Check if the enemy moves in a phase."""
        return _NAMES[phase] in MOVEMENT and PHASES[_NAMES[phase]] == self.enemy

    def _moved(self, particles: Particles, state: State, when: Moment) -> None:
        """The enemy has had a movement phase: units that are due come in, and all may move."""
        name = _NAMES[when[1]]
        if name in RESERVE:
            self._shifted(particles, state, RESERVE_SHARE)
            return
        figure = 1 if name.endswith("first") else 2
        for unit, profile in state.board.roster.items():
            due = profile.arrives is not None and (profile.arrives.turn, profile.arrives.phase) <= (when[0], figure)
            if unit in particles.pieces and due and profile.id not in self._sighted:
                column = particles.hexes[:, particles.pieces[unit]]
                if (column == AWAY).all():
                    particles.scatter(unit, list(profile.entry))
                    self._steps[unit] = profile.full
        self._shifted(particles, state, 1.0)

    def _shifted(self, particles: Particles, state: State, share: float) -> None:
        land = state.board.land
        ground = held(state.control, CODES[self.enemy]) & land
        own = held(state.control, CODES[self.side]) & land
        particles.move(ground, ground & ground_of(state.board).around(own), share)

    # ---- what was heard and seen

    def _ground(self, particles: Particles, state: State) -> None:
        """Ground that changed hands: no unit stands on ground of the other side; one does on ground that was lost."""
        enemy = held(state.control, CODES[self.enemy]) & state.board.land
        particles.clear(enemy)
        if self._own is None:
            return
        own = held(state.control, CODES[self.side]) & state.board.land
        line = ground_of(state.board).around(own)
        for hex_ in np.flatnonzero(self._own & enemy & line).tolist():
            particles.fill(hex_, doubt=0.6, far=0.4)

    def _units(self, particles: Particles, state: State) -> None:
        """Units that were seen, and units that are gone."""
        ground = held(state.control, CODES[self.enemy]) & state.board.land
        for units in state.now.boxes.values():
            for unit in units:
                if unit in particles.pieces:
                    particles.remove(unit)
        groups: dict[int, list[int]] = {}
        for unit, seen in state.now.sightings.get(self.side, {}).items():
            self._steps[unit] = seen.steps
            particles.burden(unit, state.profile(unit).re(seen.steps))
            if self._sighted.get(unit) != seen.when:
                self._sighted[unit] = seen.when
                groups.setdefault(seen.hex, []).append(unit)
        reports = state.now.reports.get(self.side, {})
        for hex_, there_now in groups.items():
            left = not ground[hex_] or (hex_ in reports and reports[hex_].heard == "vacant")
            around = [there for there in state.board.around(hex_) if ground[there]] or np.flatnonzero(ground).tolist()
            for unit in there_now:
                particles.scatter(unit, around if left else [hex_])
            if not left and state.now.table is None:
                particles.show(hex_, there_now, ground)
        table = state.now.table
        if table is not None:
            lying = (*table.attackers, *table.defenders)
            for one in lying:
                if one.unit in particles.pieces and ground[one.hex]:
                    particles.scatter(one.unit, [one.hex])
                    self._steps[one.unit] = one.steps

    def _reports(self, particles: Particles, state: State) -> None:
        """Answers to calls, and hexes that were opened."""
        ground = held(state.control, CODES[self.enemy]) & state.board.land
        for hex_, report in state.now.reports.get(self.side, {}).items():
            if self._heard.get(hex_) == report.when and report.heard != "occupied":
                continue
            fresh = self._heard.get(hex_) != report.when
            self._heard[hex_] = report.when
            if not fresh or not ground[hex_]:
                continue
            if report.heard == "vacant":
                particles.vacate(hex_, ground)
            elif report.heard == "occupied":
                particles.fill(hex_)


class BeliefGuess:
    """The belief of one moment."""

    def __init__(self, state: State, side: str, particles: Particles, steps: dict[int, int], scale: Scale) -> None:
        self._state, self._side, self._particles, self._steps, self._scale = state, side, particles, steps, scale

    @cached_property
    def occupied(self) -> Values:
        """float[N]: chances as they come true; an answer of this phase is certain."""
        said = self._particles.occupied()
        chances = self._scale.of_all(said)
        now = self._state.now
        for hex_, report in now.reports.get(self._side, {}).items():
            if report.when == now.when:
                chances[hex_] = 0.0 if report.heard == "vacant" else 1.0
        chances[list(now.contacts)] = 1.0
        return np.where(held(self._state.control, CODES[enemy_of(self._side)]) & self._state.board.land, chances, 0.0)

    @cached_property
    def power(self) -> Values:
        """float[N]: the fire power expected in each hex."""
        state = self._state
        strengths = {
            unit: float(state.profile(unit).fire(self._steps[unit]) + 0.4 * self._steps[unit])
            for unit in self._particles.pieces
            if self._steps[unit] > 0
        }
        return self._particles.expected(strengths)

    def stacks(self, hex_: int) -> list[Stack]:
        """The stacks that may stand in a hex, if it is occupied."""
        groups = self._particles.stacks(hex_)
        total = sum(groups.values())
        if not total:
            return [Stack(1.0, (2,), 2)]
        found = []
        for units, chance in groups.items():
            one = [(self._state.profile(unit).fire(self._steps[unit]), self._steps[unit]) for unit in units]
            found.append(stack_of(one, chance / total))
        return found
