"""The knowledge of a side, the events that it sees, and whole states that it cannot tell from the true one."""

from __future__ import annotations

from msgspec.structs import replace

from tests.toys.calls import state as st
from tests.toys.calls.state import COMING, LOST, ROOM, Now, State, Unit, enemy_of
from wab.engine import Chance, Event
from wab.engine.shells.position import NO_DICE
from wab.field import arrivals
from wab.field.matching import matched
from wab.hexes import HexId


def known(state: State, side: str) -> State:
    now, own = state.now, state.units_of(side)
    waiting = tuple(unit for unit in state.box(COMING) if state.side_of(unit) == side)
    boxes = {COMING: waiting, LOST: state.box(LOST)}
    seen = Now(
        turn=now.turn,
        side=now.side,
        phase=now.phase,
        result=now.result,
        worn=now.worn,
        boxes={name: units for name, units in boxes.items() if units},
        contacts=now.contacts,
        reports={side: now.reports[side]} if side in now.reports else {},
        agenda=now.agenda,
    )
    position = State(board=state.board, dice=NO_DICE, control=state.control[:], now=seen)
    position.put_all(own)
    return position


def witnessed(before: State, event: Event, side: str) -> Event | None:
    match event:
        case st.Marched(unit=unit) | st.Arrived(unit=unit) | st.WentBack(units=(unit, *_)):
            return event if before.side_of(unit) == side else None
        case st.Called() | st.Entered():
            return event if before.now.side == side else replace(event, unit=0)
    return event


# ---------------------------------------------------------------- samples


def dealt(side: str, position: State, chance: Chance) -> State:
    """Return a state with the enemy placed: shown units as seen, a unit in each hex that was called occupied.

    The others stand anywhere with room. Reinforcements that are due may have come.
    """
    state, enemy = position.copy(), enemy_of(side)
    for unit in _on_the_table(state, enemy):
        state.put(unit)
    hidden = [unit for unit, profile in state.board.roster.items() if profile.side == enemy and _is_hidden(state, unit)]
    entering = [unit for unit in hidden if state.board.roster[unit].turn]
    waiting = {*arrivals.to_come(state.board.roster, entering, state.now.turn)}
    called = [hex_ for hex_ in state.now.contacts if state.holds(enemy, hex_)]
    able = [unit for unit in hidden if unit not in waiting]
    for place, unit in matched(_drawn(chance, called, able), dict.fromkeys(able, 1)).items():
        state.put(Unit(unit, called[place]))
    waiting |= {unit for unit in entering if unit not in state.units and chance.below(2)}
    _place(state, [unit for unit in able if unit not in state.units and unit not in waiting], enemy, chance)
    boxes = {COMING: tuple(sorted({*state.box(COMING), *waiting})), LOST: state.box(LOST)}
    state.changed(boxes={name: units for name, units in boxes.items() if units})
    return state


def _is_hidden(state: State, unit: int) -> bool:
    return unit not in state.units and unit not in state.box(LOST)


def _on_the_table(state: State, enemy: str) -> list[Unit]:
    """The units that an open fight shows, except units that have gone back already."""
    if not state.now.agenda:
        return []
    step = state.step
    if step.seat == enemy:
        return [Unit(unit, step.hex) for unit in step.units if unit not in state.box(LOST)]
    return [Unit(unit, hex_, fought=True) for unit, hex_ in step.attackers if unit not in state.box(LOST)]


def _place(state: State, units: list[int], enemy: str, chance: Chance) -> None:
    hexes = [hex_ for hex_ in range(state.board.grid.size) if state.holds(enemy, hex_)]
    room = {hex_: ROOM - len(state.stacks.get(hex_, ())) for hex_ in hexes}
    for number, hex_ in matched(_drawn(chance, units, hexes), room).items():
        state.put(Unit(units[number], hex_))


def _drawn(chance: Chance, rows: list[int], places: list[int]) -> list[dict[int, int]]:
    """Costs by chance: any assignment may come out."""
    return [{place: chance.below(1000) for place in places} for _ in rows]


def may_hide(state: State, unit: Unit, side: str) -> list[HexId]:
    """Return the other hexes where a unit may stand unknown to `side`; none if `side` has heard of its hex."""
    enemy = enemy_of(side)
    shown = {one.id for one in _on_the_table(state, enemy)}
    if unit.id in shown or unit.hex in state.now.contacts:
        return []
    return [
        hex_
        for hex_ in range(state.board.grid.size)
        if state.holds(enemy, hex_) and len(state.stacks.get(hex_, ())) < ROOM and hex_ != unit.hex
    ]
