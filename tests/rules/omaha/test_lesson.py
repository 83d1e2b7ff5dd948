"""The first hour, a lesson of ours: units, hints, the aim."""

from __future__ import annotations

import pytest

from tests.rules.omaha.printed import run
from wab.content.omaha.loader import PACK, load_scenario, scenario_path
from wab.hexes import HexId
from wab.systems.omaha import SYSTEM
from wab.systems.omaha.ground.terrain import is_high, way
from wab.systems.omaha.sequence import victory
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.state import State

LESSON = "omaha/the-first-hour"


def begun(seed: int = 1) -> State:
    state = SYSTEM.new_state(LESSON, seed, {})
    run(state, SYSTEM.open(state))
    return state


def test_four_companies_and_four_tanks_come_in_at_once():
    state = begun()
    names = {state.board.roster[unit.id].key for unit in state.everyone()}
    assert names == {"E/2/16", "F/2/16", "I/3/16", "L/3/16", "1/B/741", "2/B/741", "1/C/741", "2/C/741"}
    assert not [unit for unit in state.now.off.values() if unit.box in state.board.boxes]
    assert state.board.scenario.ours and state.board.last == 4 and state.board.sectors == ("east",)


def test_seven_hints_and_hints_for_all():
    assert len(load_scenario(scenario_path(LESSON)).hints) == 7 and len(PACK.hints()) == 5
    assert not [*SYSTEM.problems_across()]


@pytest.mark.parametrize(("steps", "hex_", "won"), [(3, "0915", True), (3, "0814", False), (1, "0915", False)])
def test_a_company_on_high_ground_and_loss_boxes_that_are_not_full(steps: int, hex_: str, won: bool):
    state = begun()
    state.changed(off={}, agenda=())
    companies = [unit for unit in state.units.values() if state.profile(unit.id).infantry]
    for unit in companies:
        state.store(type(unit)(unit.id, hex=unit.hex, steps=steps))
    first = companies[0]
    state.store(type(first)(first.id, hex=state.board.hex(hex_), steps=steps))
    run(state, victory.end_of_game(state))
    assert state.now.result is not None and state.now.result.level == ("us_victory" if won else "us_defeat")


def climbed(seed: int) -> str:
    """The level of a game whose companies go straight up."""
    state = begun(seed)
    while SYSTEM.outcome(state) is None:
        orders = [order for group in SYSTEM.groups(state, None) for order in group]
        moves = [order for order in orders if isinstance(order, od.Move) and _nearer(state, order)]
        freed = [order for order in orders if isinstance(order, od.Recover)]
        run(state, SYSTEM.execute(state, (moves or freed or orders[-1:])[0]))
    found = SYSTEM.outcome(state)
    assert found is not None
    return found.level


def _nearer(state: State, order: od.Move) -> bool:
    unit = order.units[0]
    if len(order.units) > 1 or not state.profile(unit).infantry:
        return False
    return _way_up(state, order.path[-1]) < _way_up(state, state.units[unit].hex)


def _way_up(state: State, hex_: HexId) -> int:
    """The steps on foot from a hex to high ground."""
    seen, edge, steps = {hex_}, [hex_], 0
    while not any(is_high(state.board, one) for one in edge):
        edge = [
            there for one in edge for there in state.board.grid.adjacent(one)
            if there not in state.now.forces and way(state, "foot", one, there) in ("yes", "climb")
            and there not in seen and not seen.add(there)  # type: ignore[func-returns-value]
        ]  # fmt: skip
        steps += 1
        if not edge:
            return 99
    return steps


def test_the_hour_can_be_won_and_lost():
    assert {climbed(seed) for seed in range(12)} == {"us_victory", "us_defeat"}
