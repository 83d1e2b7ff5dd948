"""Reinforcements (ledger section 8.3.1)."""

from __future__ import annotations

import pytest

from tests.fights import only, the
from wab.content.operations_loader import load_battle_map, load_scenario, load_tables, scenario_paths
from wab.engine import DataError
from wab.systems.operations import flow
from wab.systems.operations.board import Entry
from wab.systems.operations.events import Arrived, Removed
from wab.systems.operations.legality import why_not
from wab.systems.operations.orders import Move, Pass
from wab.systems.operations.reinforcements import arrivals, departures, place_of_arrival
from wab.systems.operations.setup import make_board, unit_numbers


def awaiting(board, rows, *, hex_, turn=2, kind="infantry", **options):
    """A board on which one Allied unit is expected; returns the builder and the unit's id."""
    b = board(rows, switches={"supply": False}, **options)
    unit = b.place(kind, hex_)
    b.remove(unit)
    object.__setattr__(b.board, "entries", (Entry(turn, hex_, unit, b.state.profile(unit).hp, 10),))
    b.set(awaited=(0,))
    return b, unit


ROW = [". . . . . . ."]


@pytest.mark.clause("OPS-8.3.1-1")
@pytest.mark.clause("OPS-8.3.1-2")
def test_a_reinforcement_comes_at_its_turn_and_place(board):
    b, unit = awaiting(board, ROW, hex_=2, turn=2)
    b.place("infantry", 6, "axis")
    assert list(arrivals(b.state)) == []
    b.set(turn=2)
    assert b.happen(arrivals(b.state)) == [Arrived(unit, 0, 2)]
    assert b.state.units[unit].hex == 2 and b.state.units[unit].fatigue == 10
    assert b.state.awaited == ()


@pytest.mark.clause("OPS-8.3.1-1")
@pytest.mark.clause("OPS-8.3.1-2")
@pytest.mark.clause("OPS-8.3.1-3")
def test_it_may_act_in_the_turn_in_which_it_appears(board):
    b, unit = awaiting(board, ROW, hex_=2, turn=2)
    b.place("infantry", 0)
    b.place("infantry", 6, "axis")
    b.happen(flow.execute(b.state, Pass()))
    events = b.happen(flow.execute(b.state, Pass()))
    assert the(events, Arrived).unit == unit
    assert why_not(b.state, Move((unit,), (2, 3))) is None


@pytest.mark.clause("OPS-8.3.1-3")
@pytest.mark.clause("OPS-8.1-5")
def test_a_full_entry_hex_sends_it_to_the_nearest_with_room(board):
    b, _ = awaiting(board, ROW, hex_=3, turn=1)
    for _ in range(3):
        b.place("infantry", 3)
    assert place_of_arrival(b.state, b.board.entries[0]) == 2
    b.control("axis", 2)
    assert place_of_arrival(b.state, b.board.entries[0]) == 4


@pytest.mark.clause("OPS-8.3.1-3")
@pytest.mark.clause("OPS-8.1-5")
def test_a_ship_goes_to_the_nearest_sea_with_room(board):
    b, _ = awaiting(board, ["~ ~ ~ . . ."], hex_=1, turn=1, kind="ship")
    assert place_of_arrival(b.state, b.board.entries[0]) == 1
    for _ in range(3):
        b.place("ship", 1)
    assert place_of_arrival(b.state, b.board.entries[0]) == 0


@pytest.mark.clause("OPS-8.3.1-3")
def test_enemy_ground_round_the_entry_makes_it_wait_and_try_again(board):
    b, _ = awaiting(board, ROW, hex_=0, turn=1)
    b.control("axis", 0, 1, 2, 3)
    assert only(list(arrivals(b.state)), Arrived) == []
    b.set(turn=2)
    b.control("allied", 3)
    assert the(list(arrivals(b.state)), Arrived).hex == 3


@pytest.mark.clause("OPS-8.3.1-3")
def test_it_looks_no_farther_than_three_hexes(board):
    b, _ = awaiting(board, [". " * 12], hex_=0, turn=1)
    b.control("axis", 0, 1, 2, 3)
    assert b.state.controls("allied", 4)
    assert place_of_arrival(b.state, b.board.entries[0]) is None


@pytest.mark.clause("OPS-8.3.1-3")
def test_a_landing_stays_on_the_shore(board):
    rows = ["~ ~ ~ ~ ~ ~", "s s s s s s", ". . . . . .", ". . . . . ."]
    b, _ = awaiting(board, rows, hex_=2 * 6 + 2, turn=1)
    for _ in range(3):
        b.place("infantry", 2 * 6 + 2)
    b.control("axis", *(2 * 6 + col for col in (0, 1, 3)))
    assert place_of_arrival(b.state, b.board.entries[0]) == 2 * 6 + 4


# ------------------------------------------------------------------------------------------------- withdrawals


@pytest.mark.clause("OPS-T-REINF")
@pytest.mark.clause("OPS-T-COMMANDERS")
def test_a_unit_is_withdrawn_at_the_start_of_its_turn_and_does_not_count_as_lost(board):
    b = board(ROW, switches={"supply": False})
    staying, leaving = b.place("infantry", 0), b.place("commander", 0)
    b.place("infantry", 6, "axis")
    object.__setattr__(b.board, "departures", ((2, leaving),))
    b.happen(flow.execute(b.state, Pass()))
    assert leaving in b.state.units
    events = b.happen(flow.execute(b.state, Pass()))
    assert b.state.turn == 2
    assert only(events, Removed) == [Removed(leaving, "withdrawn", 0)]
    assert staying in b.state.units and leaving not in b.state.units
    assert b.state.hp_lost["allied"] == 0
    assert list(departures(b.state)) == []


@pytest.mark.clause("OPS-T-REINF")
def test_withdrawals_are_scenario_data_and_checked(tmp_path):
    path = tmp_path / "trial.yaml"
    text = next(path for path in scenario_paths() if path.stem == "cliffs-and-shingle").read_text(encoding="utf-8")
    withdrawals = "  withdrawals:\n    - {turn: TURN, units: [UNIT]}\n"
    text = text.replace("\naxis:\n", f"\n{withdrawals}\naxis:\n", 1)
    path.write_text(text.replace("TURN", "3").replace("UNIT", "us_rgr"), encoding="utf-8")
    scenario = load_scenario(path)
    made = make_board("operations/trial", scenario, load_tables(), load_battle_map())
    assert made.departures == ((3, unit_numbers(scenario)["allied", "us_rgr"]),)
    for turn, unit, problem in (
        ("9", "us_rgr", "the scenario has 4 turns"),
        ("2", "us_rgrs", "is not in this scenario"),
    ):
        path.write_text(text.replace("TURN", turn).replace("UNIT", unit), encoding="utf-8")
        with pytest.raises(DataError, match=problem):
            load_scenario(path)
