"""Whole games that a side cannot tell from the true one: what it knows stands, what it does not know is made up."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from wab.content.blind.shapes import Account
from wab.engine.kernel.dice import Chance
from wab.field.boxes import moved
from wab.hexes import HexId
from wab.systems.blind.ground.stacking import free_room, has_way
from wab.systems.blind.movement.exits import re_off_map
from wab.systems.blind.state.apply import ships_of
from wab.systems.blind.state.areas import judged
from wab.systems.blind.state.board import enemy_of
from wab.systems.blind.state.state import COMING, DISBANDED, FIRST, PHASES, WITHDRAWN, State, Unit
from wab.systems.blind.state.steps import Exit, Sighting

_AS_SEEN = 2
"""One in so many units that were seen stands where it was seen."""
_WAITS = 4
"""One in so many units that are due has not come in."""


def dealt(seat: str, position: State, chance: Chance) -> State:
    """Return a whole state with these known facts. Certain are: units on the table, a unit in each hex that was called
    occupied, units that cannot have come yet.
    """
    state, enemy = position.copy(), enemy_of(seat)
    state.changed(seat="")
    sightings = dict(position.now.sightings.get(seat, {}))
    _lay_out(state, enemy)
    able = _able(state, enemy, chance)
    able = _answer_calls(state, seat, able, chance)
    able = _join_attacks(state, enemy, able, chance)
    for unit in able:
        _stand_somewhere(state, unit, sightings.get(unit), chance)
    _make_up(state, enemy, chance)
    for one in list(state.units_of(enemy)):
        state.put(replace(one, supply=judged(state, one)))
    return state


def _steps(state: State, unit: int, sighting: Sighting | None = None) -> int:
    """The steps with which a unit was last seen, else with which it began."""
    return sighting.steps if sighting is not None else state.profile(unit).steps


def _lay_out(state: State, enemy: str) -> None:
    """Units of the enemy on the table, and what they do there."""
    table = state.now.table
    if table is None:
        return
    for one in (*table.attackers, *table.defenders):
        if state.side_of(one.unit) == enemy:
            attacks = one in table.attackers
            state.put(
                Unit(
                    one.unit,
                    table.target if table.entered and attacks else one.hex,
                    one.steps,
                    turned=one.turned,
                    target=table.target if attacks else -1,
                    bound=table.target if attacks else -1,
                )
            )


def _able(state: State, enemy: str, chance: Chance) -> list[int]:
    """Units of the enemy that must be placed. Units that are not due wait, and so do some that are."""
    gone = {unit for units in state.now.boxes.values() for unit in units}
    found = []
    for unit, profile in state.board.roster.items():
        if profile.side != enemy or unit in gone or unit in state.units:
            continue
        seen = unit in state.now.sightings.get(enemy_of(enemy), {})
        if not seen and _waits(state, unit, chance):
            state.changed(boxes=moved(state.now.boxes, unit, COMING))
        elif _is_withdrawn(state, profile.key):
            state.changed(boxes=moved(state.now.boxes, unit, WITHDRAWN))
        else:
            found.append(unit)
    return found


def _waits(state: State, unit: int, chance: Chance) -> bool:
    """Check if a unit has not come: its line of the table lies ahead, or chance keeps it back."""
    arrives = state.profile(unit).arrives
    if arrives is None:
        return False
    side, phases = state.profile(unit).side, [*PHASES]
    named = f"{side}_first" if arrives.phase == 1 else f"{side}_second"
    now = phases.index(state.now.phase) if state.now.phase in phases else -1
    ahead = (arrives.turn, phases.index(named)) > (state.now.turn, now)
    return ahead or chance.below(_WAITS) == 0


def _is_withdrawn(state: State, key: str) -> bool:
    """Check if an airborne division must have gone, as far as the enemy can know."""
    limits, now = state.board.tables.limits, state.now
    turns = limits.withdrawals.get(key)
    if turns is not None:
        return bool(now.captured) and now.turn >= now.captured + turns
    turns, left = limits.withdrawals_after_exit.get(key), now.left_in.get("br", 0)
    return turns is not None and bool(left) and now.turn >= left + turns


def _answer_calls(state: State, seat: str, able: list[int], chance: Chance) -> list[int]:
    """A unit stands in each hex that the side called occupied in this phase."""
    if state.now.side != seat:
        return able
    hexes = [hex_ for hex_ in state.now.contacts if not state.stacks.get(hex_)]
    for hex_ in hexes:
        fitting = [unit for unit in able if state.profile(unit).row.re <= state.board.capacity[hex_]]
        if fitting:
            unit = fitting[chance.below(len(fitting))]
            able = [one for one in able if one != unit]
            _put(state, unit, hex_)
    return able


def _join_attacks(state: State, enemy: str, able: list[int], chance: Chance) -> list[int]:
    """As many units of the enemy as announced an attack stand next to the hex, as far as they find room."""
    if state.now.side != enemy:
        return able
    for target, attacks in state.now.contacts.items():
        there = sum(one.target == target for one in state.units_of(enemy))
        for _ in range(attacks - there):
            unit = _attacker(state, enemy, target, able, chance)
            able = [one for one in able if one != unit]
    return able


def _attacker(state: State, enemy: str, target: HexId, able: list[int], chance: Chance) -> int:
    """Place one unit that attacks a hex; 0 if none finds a place."""
    sides = [hex_ for hex_ in state.board.around(target) if state.holds(enemy, hex_)]
    for unit in _shuffled(able, chance):
        re = state.profile(unit).re(state.profile(unit).steps)
        for origin in _shuffled(sides, chance):
            if re <= free_room(state, origin) and has_way(state, origin, target, re):
                act = "halted" if state.now.phase in FIRST else ""
                state.put(Unit(unit, origin, state.profile(unit).steps, target=target, bound=target, act=act))
                state.changed(passed=(*state.now.passed, (origin, target, re)))
                return unit
    return 0


def _shuffled(things: Iterable[int], chance: Chance) -> list[int]:
    return [thing for _, thing in sorted((chance.below(1 << 30), thing) for thing in things)]


def _put(state: State, unit: int, hex_: HexId, sighting: Sighting | None = None) -> None:
    state.put(Unit(unit, hex_, _steps(state, unit, sighting)))


def _stand_somewhere(state: State, unit: int, sighting: Sighting | None, chance: Chance) -> None:
    """A unit stands where it was seen, or anywhere on ground of its side where it may be, unknown to the other side."""
    re = state.profile(unit).re(_steps(state, unit, sighting))
    hexes = hiding_places(state, unit, re)
    if sighting is not None and sighting.hex in hexes and chance.below(_AS_SEEN) == 0:
        _put(state, unit, sighting.hex, sighting)
    elif hexes:
        _put(state, unit, hexes[chance.below(len(hexes))], sighting)
    elif state.profile(unit).arrives is not None:
        state.changed(boxes=moved(state.now.boxes, unit, COMING))
    elif state.side_of(unit) == "allied":
        state.changed(boxes=moved(state.now.boxes, unit, DISBANDED))
    else:  # no room is left on German ground: where there is most
        own = [hex_ for hex_ in range(state.board.grid.size) if state.holds("axis", hex_)]
        _put(state, unit, max(own, key=lambda hex_: (free_room(state, hex_), hex_)), sighting)


def hiding_places(state: State, unit: int, re: int) -> list[HexId]:
    """The hexes of a unit's side where it could stand, unknown to the other side: with room, and none that was called
    vacant, opened or emptied since the side last moved.
    """
    side, other, now = state.side_of(unit), enemy_of(state.side_of(unit)), state.now
    shown = now.table.target if now.table is not None and now.side == other else -1
    attacked = {one.hex for one in now.table.attackers} if now.table is not None and now.side == side else set()
    reports = now.reports.get(other, {})
    vacant = {
        hex_
        for hex_, report in reports.items()
        if report.heard == "vacant" and not _moved_since(state, side, report.when)
    }
    return [
        hex_
        for hex_ in range(state.board.grid.size)
        if state.holds(side, hex_)
        and hex_ != shown
        and hex_ not in attacked
        and hex_ not in vacant
        and re <= free_room(state, hex_)
    ]


def _moved_since(state: State, side: str, when: tuple[int, int]) -> bool:
    """Check if a side has had a movement phase since a report."""
    turn, phase = when
    now, last = state.now.when
    if now > turn:
        return True
    owners = list(PHASES.items())[phase + 1 : last + 1]
    return any(owner == side and not name.endswith("combat") for name, owner in owners)


def _make_up(state: State, enemy: str, chance: Chance) -> None:
    """The enemy's secrets: points between nothing and what the table gave, and for Allies boundary, air and ships."""
    board, now = state.board, state.now
    accounts: tuple[Account, ...] = ("ge",) if enemy == "axis" else ("br", "us")
    rows = [board.row(turn) for turn in range(board.scenario.first, now.turn + 1)]
    stocks, rp = dict(now.stocks), dict(now.rp)
    for account in accounts:
        given = [(row.supply[account], row.rp[account]) for row in rows]
        stocks[account] = chance.below(1 + sum(supply for supply, _ in given))
        rp[account] = chance.below(1 + sum(points for _, points in given))
    if enemy == "allied":
        rp |= {key: chance.below(points + 1) for key, points in board.tables.turns.airborne.items() if key in board.ids}
        _make_up_support(state)
    state.changed(stocks=dict(sorted(stocks.items())), rp=dict(sorted(rp.items())))


def _make_up_support(state: State) -> None:
    board, now = state.board, state.now
    letters: dict[str, HexId] = {edge: hex_ for hex_, edge in [*board.edges.items()][::-1]}
    exits = tuple(_from(gone, letters[gone.edge]) for gone in now.exits)
    state.changed(boundary=board.boundaries[board.scenario.boundary], exits=exits)
    if now.turn:
        cover = -(-re_off_map(state) // board.tables.limits.covered_off_map)
        air = max(0, board.row(now.turn).air - len(now.interdicted) - cover)
        state.changed(air=air, ships=ships_of(board, now.turn))


def _from(gone: Exit, hex_: HexId) -> Exit:
    return replace(gone, hex=hex_)
