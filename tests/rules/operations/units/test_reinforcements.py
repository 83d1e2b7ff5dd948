"""Reinforcements (ledger section 8.3.1)."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from tests.fights import only, the
from wab.content.operations.loader import load_battle_map, load_scenario, load_tables, scenario_paths
from wab.engine import DataError
from wab.systems.operations import SYSTEM
from wab.systems.operations.seen.codec import decode, encode, pack, unpack
from wab.systems.operations.seen.knowledge import known_state
from wab.systems.operations.sequence import flow
from wab.systems.operations.sequence.invariants import invariants
from wab.systems.operations.sequence.soundness import check_file
from wab.systems.operations.state.board import Entry, Regrading
from wab.systems.operations.state.events import Arrived, QualityChanged, Removed
from wab.systems.operations.state.orders import Move, Pass
from wab.systems.operations.state.setup import build_board, make_board, starting_state, unit_numbers
from wab.systems.operations.telling.journal import describe
from wab.systems.operations.testing.boards import BoardBuilder
from wab.systems.operations.testing.boards import make_board as drawn
from wab.systems.operations.units.reinforcements import arrivals, departures, place_of_arrival, ways_in
from wab.systems.operations.units.strength import is_worn

BATTLE = "operations/the-battle-of-normandy"


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
    assert SYSTEM.why_not(b.state, Move((unit,), (2, 3))) is None


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


@pytest.mark.clause("OPS-8.3.1-3")
def test_a_landing_keeps_to_its_own_beach():
    """Across the water lies another beach, nearer than the next hex with room of the same one."""
    rows = ["~ ~ ~ ~ ~ ~ ~", "s s s ~ s s ."]
    b, _ = awaiting(drawn, rows, hex_=2, turn=1)
    for _ in range(3):
        b.place("infantry", 2)
    b.control("axis", 1)
    assert place_of_arrival(b.state, b.board.entries[0]) == 0
    b.control("axis", 0)
    assert b.state.controls("allied", 4) and place_of_arrival(b.state, b.board.entries[0]) is None


@pytest.mark.clause("OPS-8.3.1-3")
def test_water_too_wide_to_cross_ends_a_beach():
    b, _ = awaiting(drawn, ["~ ~ ~ ~", "s s s s"], hex_=1, turn=1, closed=[(1, 2)])
    for _ in range(3):
        b.place("infantry", 1)
    b.control("axis", 0)
    assert place_of_arrival(b.state, b.board.entries[0]) is None


@pytest.mark.clause("OPS-8.3.1-3")
def test_an_entry_at_the_edge_keeps_to_that_edge():
    rows = [". . . . . . ."] * 7
    b, _ = awaiting(drawn, rows, hex_=3 * 7, turn=1)
    for _ in range(3):
        b.place("infantry", 3 * 7)
    assert place_of_arrival(b.state, b.board.entries[0]) == 2 * 7
    b.control("axis", *(row * 7 for row in range(7)))
    assert b.state.controls("allied", 3 * 7 + 1) and place_of_arrival(b.state, b.board.entries[0]) == 1
    b.control("axis", *range(7), *range(6 * 7, 7 * 7))
    assert place_of_arrival(b.state, b.board.entries[0]) is None


@pytest.mark.clause("OPS-8.3.1-3")
def test_an_entry_at_the_edge_by_the_sea_may_use_edge_and_shore():
    """A road that enters along the coast is no landing: the edge inland is as good as the shore."""
    b, _ = awaiting(drawn, [*(["~ " * 5] * 2), *([". " * 5] * 3)], hex_=2 * 5, turn=1)
    for _ in range(3):
        b.place("infantry", 2 * 5)
    edge, shore, inland = 1 * 5, 2 * 5 + 1, 1 * 5 + 1
    assert ways_in(b.state, b.board.entries[0]) >= {edge, shore} and inland not in ways_in(b.state, b.board.entries[0])
    b.control("axis", shore)
    assert place_of_arrival(b.state, b.board.entries[0]) == edge
    b.control("axis", edge)
    b.control("allied", shore)
    assert place_of_arrival(b.state, b.board.entries[0]) == shore


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


# ------------------------------------------------------------------------------------------------- changes of quality


def regraded(b, unit, turn, quality, **values):
    """The unit is of another quality from a turn on."""
    later = replace(b.board.roster[unit], quality=quality, **values)
    object.__setattr__(b.board, "regradings", (*b.board.regradings, Regrading(turn, quality, {unit: later})))


def next_turn(b):
    b.happen(flow.execute(b.state, Pass()))
    return b.happen(flow.execute(b.state, Pass()))


@pytest.mark.clause("OPS-3.2-2")
@pytest.mark.clause("OPS-T-UNITS")
def test_a_unit_is_of_another_quality_from_the_start_of_its_turn_on(board):
    b = board(ROW, switches={"supply": False})
    learning, same = b.place("infantry", 0, quality="conscript", attack=5), b.place("infantry", 1, quality="conscript")
    b.place("infantry", 6, "axis")
    regraded(b, learning, 2, "experienced", attack=6)
    worn = replace(b.state.units[learning], fatigue=35)
    b.state.put(worn)
    assert is_worn(b.state, worn) and b.state.profile(learning).attack == 5
    assert only(next_turn(b), QualityChanged) == [QualityChanged((learning,), "experienced")]
    assert b.state.profile(learning).attack == 6
    assert not is_worn(b.state, worn), "an experienced unit bears more than a conscript one (OPS-8.4.3-1)"
    assert b.state.profile(same).quality == "conscript"
    assert only(next_turn(b), QualityChanged) == []
    assert b.state.profile(learning).quality == "experienced"


@pytest.mark.clause("OPS-8.4.3-6")
@pytest.mark.parametrize(("quality", "surrenders"), [("conscript", True), ("veteran", False)])
def test_a_lesser_quality_can_be_the_end_of_a_tired_unit(board, quality, surrenders):
    b = board(ROW, switches={"supply": False})
    tired, fresh = b.place("infantry", 0, quality="elite", hp=2, fatigue=75), b.place("infantry", 1, quality="elite")
    b.place("infantry", 6, "axis")
    for unit in (tired, fresh):
        regraded(b, unit, 2, quality)
    events = next_turn(b)
    assert b.state.turn == 2
    gone = [Removed(tired, "exhausted", 2)] if surrenders else []
    assert only(events, Removed) == gone and (tired in b.state.units) != surrenders
    assert fresh in b.state.units and b.state.hp_lost["allied"] == (2 if surrenders else 0)
    assert invariants(b.state) == []


@pytest.mark.clause("OPS-8.4.3-6")
@pytest.mark.clause("OPS-8.3.1-2")
def test_a_unit_that_would_arrive_exhausted_surrenders_on_arrival(board):
    b, unit = awaiting(board, ROW, hex_=2, turn=2)
    object.__setattr__(b.board, "entries", (replace(b.board.entries[0], hp=2, fatigue=90),))
    b.place("infantry", 0)
    b.place("infantry", 6, "axis")
    events = next_turn(b)
    assert the(events, Arrived).unit == unit
    assert only(events, Removed) == [Removed(unit, "exhausted", 2)]
    assert invariants(b.state) == []


@pytest.mark.clause("OPS-8.4.3-6")
@pytest.mark.parametrize("where", ["setup", "reinforcements"])
def test_a_scenario_in_which_a_unit_would_surrender_at_once_is_unsound(tmp_path, where):
    path = tmp_path / "trial.yaml"
    text = next(path for path in scenario_paths() if path.stem == "cliffs-and-shingle").read_text(encoding="utf-8")
    assert check_file(path_with(path, text)) == []
    heading = f"  {where}:\n"
    begin = text.index(heading, text.index("\nallied:\n")) + len(heading)
    row = next(line for line in text[begin:].splitlines() if "unit:" in line)
    tired = re.sub(r"\}", ", hp: 1, fatigue: 99}", re.sub(r", (hp|fatigue): \d+", "", row), count=1)
    errors = [str(error) for error in check_file(path_with(path, text.replace(row, tired, 1)))]
    assert not errors, "fatigue is off in this scenario"
    worn = text.replace(row, tired, 1).replace("fatigue: false", "fatigue: true")
    errors = [str(error) for error in check_file(path_with(path, worn))]
    assert any(f"allied.{where}[0].fatigue" in error and "would surrender" in error for error in errors), errors


def path_with(path, text):
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.clause("OPS-3.2-2")
@pytest.mark.clause("OPS-6.1-8")
def test_the_enemy_knows_of_it_and_a_copy_of_the_battle_keeps_it_to_itself(board):
    b = board(ROW, switches={"supply": False})
    unit = b.place("infantry", 0, quality="conscript")
    b.place("infantry", 1, "axis")
    regraded(b, unit, 2, "experienced")
    before = b.state.copy()
    next_turn(b)
    assert known_state(b.state, "axis").profile(unit).quality == "experienced"
    assert before.profile(unit).quality == "conscript"
    assert known_state(before, "axis").profile(unit).quality == "conscript"


@pytest.mark.clause("OPS-3.2-2")
@pytest.mark.clause("OPS-8.3.1-2")
def test_what_comes_later_comes_as_it_is_then(board):
    b, unit = awaiting(board, ROW, hex_=2, turn=3)
    b.place("infantry", 0)
    b.place("infantry", 6, "axis")
    regraded(b, unit, 2, "elite")
    next_turn(b)
    assert unit not in b.state.units
    next_turn(b)
    assert b.state.units[unit].hex == 2 and b.state.profile(unit).quality == "elite"


@pytest.mark.clause("OPS-T-UNITS")
def test_the_green_divisions_are_experienced_in_august():
    board, numbers = build_board(BATTLE), build_board(BATTLE).numbers
    units = [numbers["allied", f"us_{name}ir"] for name in (329, 330, 331, 357, 358, 359)]
    august = next(turn for turn, day in enumerate(board.dates, 1) if day >= "1944-08-01")
    july, after = board.roster_on(august - 1), board.roster_on(august)
    assert {july[unit].quality for unit in units} == {"conscript"}
    assert {after[unit].quality for unit in units} == {"experienced"}
    assert {(july[unit].attack, july[unit].defence) for unit in units} == {(5, 12)}
    assert {(after[unit].attack, after[unit].defence) for unit in units} == {(6, 14)}


def test_a_battle_read_again_has_the_qualities_of_its_turn():
    board = build_board(BATTLE)
    state = starting_state(board, 1)
    state.turn, unit = 31, board.numbers["allied", "us_357ir"]
    state.roster = board.roster_on(31)
    assert decode(encode(state)).profile(unit).quality == "experienced"


def test_changes_of_quality_are_scenario_data_and_checked(tmp_path):
    path = tmp_path / "trial.yaml"
    text = next(path for path in scenario_paths() if path.stem == "cliffs-and-shingle").read_text(encoding="utf-8")
    text = text.replace("\naxis:\n", "\n  quality_changes:\n    - {CHANGE}\n\naxis:\n", 1)

    def read(change):
        path.write_text(text.replace("CHANGE", change), encoding="utf-8")
        return load_scenario(path)

    scenario = read("turn: 3, units: [us_rgr], quality: veteran")
    made = make_board("operations/trial", scenario, load_tables(), load_battle_map())
    ranger = unit_numbers(scenario)["allied", "us_rgr"]
    assert made.roster_on(2)[ranger].quality == "elite"
    assert made.roster_on(3)[ranger].quality == "veteran"
    assert made.roster_on(3)[ranger].defence < made.roster_on(2)[ranger].defence
    scenario = read("turn: 2, divisions: [us_29id], quality: veteran")
    made = make_board("operations/trial", scenario, load_tables(), load_battle_map())
    assert {made.roster[unit].division for unit in made.regradings[0].profiles} == {"us_29id"}
    for change, field, problem in (
        ("turn: 9, units: [us_rgr], quality: veteran", "quality_changes[0].turn", "the scenario has 4 turns"),
        ("turn: 2, units: [us_rgrs], quality: veteran", "quality_changes[0].units[0]", "is not in this scenario"),
        ("turn: 2, divisions: [us_90id], quality: veteran", "quality_changes[0].divisions[0]", "is not in this"),
        ("turn: 2, units: [us_rgr], quality: brave", "quality_changes[0].quality", "veteran"),
        ("turn: 2, quality: veteran", "quality_changes[0]", "expected units or divisions"),
        (
            "turn: 2, units: [us_rgr], quality: veteran}\n    - {turn: 2, units: [us_rgr], quality: elite",
            "quality_changes[1]",
            "as allied.quality_changes[0] does",
        ),
    ):
        with pytest.raises(DataError) as error:
            read(change)
        assert field in str(error.value) and problem in str(error.value), error.value


@pytest.mark.clause("OPS-3.2-2")
def test_what_a_battle_keeps_of_its_qualities_follows_from_the_turn(tmp_path):
    """The state is not asked to remember them: read again on any turn, it has the same roster."""
    path = tmp_path / "trial.yaml"
    text = next(path for path in scenario_paths() if path.stem == "cliffs-and-shingle").read_text(encoding="utf-8")
    change = "\n  quality_changes:\n    - {turn: 2, units: [us_rgr], quality: veteran}\n"
    path.write_text(
        text.replace("\naxis:\n", f"{change}    - {{turn: 3, units: [us_rgr], quality: elite}}\n\naxis:\n", 1)
    )
    board = make_board("operations/trial", load_scenario(path), load_tables(), load_battle_map())
    b = BoardBuilder(board, starting_state(board, 1))
    ranger, seen = board.numbers["allied", "us_rgr"], []
    b.happen(flow.open_game(b.state))
    while b.state.turn < 4:
        assert unpack(pack(b.state), board).roster == b.state.roster
        assert known_state(b.state, "axis").roster[ranger] == b.state.roster[ranger]
        if b.state.active == "allied" and b.state.impulse == 1:
            seen.append(b.state.profile(ranger).quality)
        b.happen(flow.execute(b.state, Pass()))
    assert seen == ["elite", "veteran", "elite"]


def test_the_journal_tells_of_those_who_are_left(board):
    b = board(ROW, switches={"supply": False})
    left, lost = b.place("infantry", 0, name="357th"), b.place("infantry", 1, name="358th")
    told = str(describe(b.state, QualityChanged((left, lost), "experienced")))
    assert told == "357th and 358th are experienced from now on."
    b.set(removed=(lost,))
    assert str(describe(b.state, QualityChanged((left, lost), "veteran"))) == "357th is veteran from now on."
    b.set(removed=(left, lost))
    assert describe(b.state, QualityChanged((left, lost), "elite")) is None
