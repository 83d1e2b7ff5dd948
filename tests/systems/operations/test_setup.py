"""Boards: what ground costs, what a zone of control crosses, how scenarios are set up, and whether they are sound."""

import shutil
from collections import Counter
from pathlib import Path

import msgspec
import numpy as np
import pytest

from wab.content import data
from wab.content.operations.loader import (
    load_battle_map,
    load_scenario,
    load_tables,
    scenario_infos,
    scenario_path,
)
from wab.engine.words.errors import DataError, UsageError
from wab.locale import language
from wab.systems.operations.sequence.soundness import check_all, check_file, check_scenario
from wab.systems.operations.state.board import CLOSED
from wab.systems.operations.state.setup import build_board, hexes_in, starting_state
from wab.systems.operations.state.setup import make_board as board_of
from wab.systems.operations.testing.boards import ledger_examples, make_board

ROOT = Path(__file__).resolve().parents[3]
CLASSES = ("inf", "mec", "arm", "rec", "art", "cdr")
SCENARIOS = [info.id for info in scenario_infos()]


def costs(b, origin, target, table="leave_cost"):
    """Half points that each class pays for a step, None if it may not go."""
    direction = b.board.grid.direction(origin, target)
    by_class = {class_: int(getattr(b.board, table)[class_][origin, direction]) for class_ in CLASSES}
    return {class_: None if cost == CLOSED else cost for class_, cost in by_class.items()}


# ------------------------------------------------------------------------------------------------- costs


@pytest.mark.clause("OPS-6.2-9")
@pytest.mark.parametrize(
    ("letter", "expected"),
    [
        (".", [2, 2, 2, 2, 2, 2]),
        ("b", [4, 4, 6, 4, 6, 2]),
        ("f", [4, 6, 6, 6, 6, 2]),
        ("h", [4, 4, 6, 4, 6, 2]),
        ("H", [4, 6, 8, 6, 8, 3]),
        ("m", [6, 8, None, 8, None, 4]),
        ("t", [2, 2, 2, 2, 2, 2]),
        ("c", [4, 4, 4, 4, 4, 2]),
        ("s", [2, 4, 4, 4, 4, 2]),
        ("=", [None] * 6),
        ("~", [None] * 6),
    ],
)
def test_the_terrain_entered_is_paid(letter, expected):
    b = make_board([f". {letter} ."])
    assert list(costs(b, 0, 1).values()) == expected


@pytest.mark.clause("OPS-6.4-2")
@pytest.mark.clause("OPS-6.4-3")
@pytest.mark.clause("OPS-6.4-4")
def test_a_river_costs_two_points_for_armour_guns_and_reconnaissance_one_for_others():
    b = make_board([". . b"], rivers=[(0, 1), (1, 2)])
    assert costs(b, 0, 1) == {"inf": 4, "mec": 4, "arm": 6, "rec": 6, "art": 6, "cdr": 4}
    assert costs(b, 1, 0) == costs(b, 0, 1)
    assert costs(b, 1, 2) == {"inf": 6, "mec": 6, "arm": 10, "rec": 8, "art": 10, "cdr": 4}


@pytest.mark.clause("OPS-6.4-1")
@pytest.mark.clause("OPS-6.2-11")
def test_a_road_over_a_river_is_a_bridge():
    b = make_board([". b"], rivers=[(0, 1)], roads=[(0, 1)])
    assert set(costs(b, 0, 1).values()) == {1}


@pytest.mark.clause("OPS-X-7")
def test_the_worked_example_of_river_crossing():
    expect = ledger_examples()["OPS-X-7"]["expect"]
    b = make_board([". . ."], rivers=[(0, 1), (1, 2)], roads=[(1, 2)])
    names = ("infantry", "mechanised", "armoured", "reconnaissance", "artillery", "commander")
    assert [cost / 2 for cost in costs(b, 0, 1).values()] == [expect[name] for name in names]
    assert {cost / 2 for cost in costs(b, 1, 2).values()} == {expect["with_bridge_on_road"]}


@pytest.mark.clause("OPS-6.2-10")
@pytest.mark.clause("OPS-6.2-12")
@pytest.mark.parametrize("letter", ["b", "m", "c", "H"])
def test_a_road_costs_half_a_point_into_any_ground_but_only_along_it(letter):
    b = make_board([f". {letter} .", f" {letter} . ."], roads=[(3, 4)])
    assert set(costs(b, 3, 4).values()) == {1}
    assert costs(b, 5, 4) != costs(b, 3, 4)


def test_cliffs_are_climbed_on_foot_and_wide_water_is_closed():
    b = make_board([". . ."], cliffs=[(0, 1)], closed=[(1, 2)])
    assert costs(b, 0, 1) == {"inf": 6, "mec": None, "arm": None, "rec": None, "art": None, "cdr": 6}
    assert set(costs(b, 1, 2).values()) == {None}


def test_fortified_ground_costs_the_dearer_of_works_and_terrain_and_nothing_on_a_road():
    b = make_board([". . H . ."], fortified=[1, 2, 3], roads=[(3, 4)])
    assert costs(b, 0, 1) == {"inf": 4, "mec": 4, "arm": 6, "rec": 4, "art": 6, "cdr": 2}
    assert costs(b, 1, 2) == {"inf": 4, "mec": 6, "arm": 8, "rec": 6, "art": 8, "cdr": 3}
    assert set(costs(b, 4, 3).values()) == {1}


def test_no_road_leads_into_the_sea():
    b = make_board([". . ~"], roads=[(1, 2)])
    assert set(costs(b, 1, 2).values()) == {None}
    assert list(b.board.land) == [True, True, False]


def test_tidal_flats_are_land_only_where_a_road_crosses_them():
    b = make_board([". . = . ="], roads=[(3, 4)])
    assert list(b.board.land) == [True, True, False, True, True]


@pytest.mark.clause("OPS-6.3-6")
@pytest.mark.parametrize(("letter", "open_"), [(".", True), ("t", True), ("c", True), ("b", False), ("s", False)])
def test_column_march_keeps_to_open_ground_and_roads(letter, open_):
    b = make_board([f". {letter} . ."], roads=[(2, 3)])
    march = costs(b, 0, 1, "march_cost")
    assert march == (costs(b, 0, 1) if open_ else dict.fromkeys(CLASSES))
    assert costs(b, 1, 2, "march_cost") == costs(b, 1, 2), "only the hex entered counts"
    b = make_board([f". {letter}"], roads=[(0, 1)])
    assert set(costs(b, 0, 1, "march_cost").values()) == {1}


@pytest.mark.clause("OPS-6.3-6")
def test_column_march_needs_bridges_and_avoids_works():
    b = make_board([". . . ."], rivers=[(0, 1), (1, 2)], roads=[(1, 2)], fortified=[3])
    assert set(costs(b, 0, 1, "march_cost").values()) == {None}
    assert set(costs(b, 1, 2, "march_cost").values()) == {1}
    assert set(costs(b, 2, 3, "march_cost").values()) == {None}


@pytest.mark.clause("OPS-8.2-2")
def test_zones_of_control_end_at_the_sea_and_cross_all_else():
    b = make_board([". ~ . . m c"], rivers=[(3, 4)], closed=[(2, 3)])
    assert [bool(b.board.zoc_side[hex_, 0]) for hex_ in range(6)] == [False, False, False, True, True, False]
    assert [bool(b.board.zoc_side[hex_, 3]) for hex_ in range(6)] == [False, False, False, False, True, True]


@pytest.mark.clause("OPS-6.1-14")
def test_sight_crosses_ground_at_its_value_in_sixths():
    b = make_board([". . b h ."])
    assert [b.board.sight.distance(0, target) for target in range(5)] == [0, 6, 18, 27, 33]


# ------------------------------------------------------------------------------------------------- scenarios


@pytest.fixture(params=SCENARIOS)
def board(request):
    return build_board(request.param)


def written(board):
    """The scenario of a board, as its file has it."""
    return load_scenario(scenario_path(board.scenario_id))


def test_every_scenario_is_sound(board):
    assert [str(error) for error in check_scenario(board)] == []


@pytest.mark.clause("OPS-11.1-3")
def test_hexes_outside_the_play_area_are_closed(board):
    grid, box = board.grid, written(board).window
    for hex_ in range(grid.size):
        lon, lat = board.map.lonlat_of(hex_)
        assert board.in_play[hex_] == (box.west <= lon <= box.east and box.south <= lat <= box.north)
    for cost in (*board.leave_cost.values(), *board.march_cost.values()):
        assert (cost[~board.in_play] == CLOSED).all()
        for direction in range(6):
            beyond = grid.neighbours[:, direction]
            outside = (beyond < 0) | ~board.in_play[beyond]
            assert (cost[outside, direction] == CLOSED).all()


def test_costs_fit_the_search_and_cannot_be_changed(board):
    for cost in (*board.leave_cost.values(), *board.march_cost.values()):
        assert cost.dtype == np.uint8 and cost.flags.c_contiguous and not cost.flags.writeable
        assert cost.min() >= 1
    assert not board.zoc_side.flags.writeable and not board.land.flags.writeable


def test_unit_ids_count_the_units_in_the_order_of_the_file(board):
    scenario, numbers = written(board), board.numbers
    expected = [("allied", p.unit) for p in scenario.allied.setup] + [("axis", p.unit) for p in scenario.axis.setup]
    expected += [("allied", a.unit) for a in scenario.allied.reinforcements]
    expected += [("axis", a.unit) for a in scenario.axis.reinforcements]
    assert numbers == {key: number for number, key in enumerate(expected)}
    assert list(board.roster) == list(range(len(expected)))
    assert [board.roster[number].side for (side, _), number in numbers.items()] == [side for side, _ in expected]
    assert set(board.start) | {entry.unit for entry in board.entries} == set(board.roster)


def test_a_battle_starts_with_its_units_set_up_and_its_reinforcements_awaited(board):
    state = starting_state(board, 7)
    assert (state.turn, state.impulse, state.active, state.dice.seed) == (0, 0, "", 7)
    assert state.weather == board.weather_by_turn[0]
    assert {unit.id: (unit.hex, unit.hp, unit.fatigue) for unit in state.units.values()} == board.start
    assert state.awaited == tuple(range(len(board.entries)))
    assert [entry.turn for entry in board.entries] == sorted(entry.turn for entry in board.entries)
    assert sum(len(stack) for stack in state.stacks.values()) == len(board.start)


def test_control_covers_the_land_and_nothing_else(board):
    state = starting_state(board, 1)
    held = np.frombuffer(bytes(state.control), np.uint8) > 0
    assert (held == board.land).all()
    for unit in state.units.values():
        assert state.controls(state.side_of(unit.id), unit.hex) or state.profile(unit.id).is_ship
    for objective in board.objectives:
        assert state.controls(objective.held_by, objective.hex)


def test_states_of_one_board_are_independent(board):
    first, second = starting_state(board, 1), starting_state(board, 1)
    hex_ = board.objectives[0].hex
    first.control[hex_] = 0
    first.take(0)
    assert second.control[hex_] and 0 in second.units
    assert build_board(board.scenario_id) is board


def test_both_sides_of_a_supplied_scenario_have_lines(board):
    if not board.rules.supply:
        assert board.supplied_to == {}
        return
    for side in ("allied", "axis"):
        assert board.supply_hexes[side]
        for hex_, from_turn in board.supply_hexes[side]:
            later = from_turn > 1 or hex_ in board.ports[side]
            assert starting_state(board, 1).controls(side, hex_) or later


def test_traits_of_a_scenario_override_the_catalogue_and_that_the_kind():
    tables, names = load_tables(), {}
    for scenario in SCENARIOS:
        names |= {profile.short: profile for profile in build_board(scenario).roster.values()}
    tanks, kind = names["27 Armd"], tables.units["uk_ind_armd"]
    assert (tanks.quality, kind.quality) == ("experienced", "veteran")
    assert (tanks.attack, tanks.movement, tanks.symbol) == (kind.attack, kind.movement, kind.symbol)
    half, whole = names["III/726"], tables.units["de_static"]
    assert (half.hp, half.attack, half.defence) == (whole.hp // 2, whole.attack // 2, whole.defence // 2)


def test_an_unknown_scenario_is_refused():
    with pytest.raises(UsageError, match="no scenario"):
        build_board("operations/nowhere")


def test_the_first_scenarios_hold_the_forces_that_their_ledger_entry_names():
    forces = {scenario: Counter(p.side for p in build_board(scenario).roster.values()) for scenario in SCENARIOS}
    assert forces["operations/cliffs-and-shingle"] == {"allied": 10, "axis": 6}
    assert forces["operations/to-the-sea"] == {"allied": 9, "axis": 7}
    assert forces["operations/causeway-to-carentan"] == {"allied": 10, "axis": 7}


# ------------------------------------------------------------------------------------------------- unsound scenarios


@pytest.fixture
def designer(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "campaigns" / "operations", tmp_path / "campaigns" / "operations")
    monkeypatch.setenv(data.OVERRIDE, str(tmp_path))
    return tmp_path / "campaigns" / "operations" / "scenarios"


UNSOUND = {
    "a unit in the sea": ("unit: us_116ir, hex: 4930", "unit: us_116ir, hex: 5031", "allied.setup[0].hex", "sea"),
    "a unit outside the area": (
        "unit: d352_914, hex: 4826",
        "unit: d352_914, hex: 3826",
        "axis.setup[4].hex",
        "outside",
    ),
    "four in a hex": ("unit: us_115ir, hex: 4931", "unit: us_115ir, hex: 4932", "allied.setup[6].hex", "more than 3"),
    "among the enemy": ("unit: d352_916, hex: 4831", "unit: d352_916, hex: 4931", "axis.setup[2].hex", "other side"),
    "tanks in a marsh": (
        "unit: us_743tk, hex: 4930",
        "unit: us_743tk, hex: 4728",
        "allied.setup[1].hex",
        "cannot enter",
    ),
    "an objective at sea": ("    hex: 4730\n", "    hex: 5034\n", "objectives[2].hex", "sea"),
    "an objective of the wrong side": (
        "    hex: 5030\n    held_by: axis",
        "    hex: 5030\n    held_by: allied",
        "objectives[0].held_by",
        "the other side stands",
    ),
    "an entry in enemy hands": (
        "us_9ir, hex: 4932",
        "us_9ir, hex: 4832",
        "allied.reinforcements[1].hex",
        "not in the hands",
    ),
    "an entry by sea": ("us_9ir, hex: 4932", "us_9ir, hex: 5032", "allied.reinforcements[1].hex", "sea"),
}


@pytest.mark.parametrize("case", UNSOUND)
def test_an_unsound_scenario_is_said_with_file_line_and_field(designer, case):
    old, new, field, words = UNSOUND[case]
    path = designer / "cliffs-and-shingle.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
    errors = check_scenario(build_board("operations/cliffs-and-shingle"))
    found = [error for error in errors if error.field == field and words in error.problem]
    assert len(found) == 1 and isinstance(found[0], DataError)
    named = text.splitlines()[found[0].line - 1]
    assert found[0].path == "campaigns/operations/scenarios/cliffs-and-shingle.yaml"
    assert new.strip() in named or named.strip() in new or case == "four in a hex"


def test_a_scenario_from_elsewhere_can_be_checked(tmp_path):
    path = tmp_path / "my-own.yaml"
    text = scenario_path("operations/causeway-to-carentan").read_text(encoding="utf-8")
    path.write_text(text.replace("unit: us_502pir, hex: 4822", "unit: us_502pir, hex: 4722", 1), encoding="utf-8")
    assert {error.path for error in check_file(path)} == {str(path)}
    path.write_text(text.replace("us_502pir", "us_520pir", 1), encoding="utf-8")
    assert [error.field for error in check_file(path)] == ["allied.setup[0].unit"]


def test_all_data_are_sound(designer):
    assert check_all() == []
    path = designer / "to-the-sea.yaml"
    for other in designer.iterdir():
        if other != path:
            other.unlink()
    path.write_text(path.read_text(encoding="utf-8").replace("hex: 4343", "hex: 5047"), encoding="utf-8")
    assert [(error.path.rpartition("/")[2], error.field) for error in check_all()] == [
        ("to-the-sea.yaml", "axis.setup[1].hex")
    ]
    table = designer.parent / "tables" / "fatigue.yaml"
    table.write_text("combat: lots\n", encoding="utf-8")
    assert [error.path.rpartition("/")[2] for error in check_all()] == ["fatigue.yaml"]


# ------------------------------------------------------------------------------------------------- control, windows


def test_ground_about_units_goes_to_the_nearer_side():
    board = build_board("operations/to-the-sea")
    scenario = written(board)
    near = msgspec.structs.replace(scenario.control, around_units=2, allied=())
    wide = board_of(board.scenario_id, msgspec.structs.replace(scenario, control=near), board.tables, board.map)
    state = starting_state(wide, 1)
    grid = board.grid
    own = [unit.hex for unit in state.units_of("allied")]
    enemies = [unit.hex for unit in state.units_of("axis")]
    objectives = {objective.hex for objective in board.objectives}
    for hex_ in np.flatnonzero(board.land).tolist():
        if hex_ in objectives or hex_ in own or hex_ in enemies:
            continue
        to_own = min(grid.distance(hex_, other) for other in own)
        to_enemy = min(grid.distance(hex_, other) for other in enemies)
        assert state.controls("allied", hex_) == (to_own <= 2 and to_enemy > 1 and to_own < to_enemy)


def test_the_window_holds_the_centres_of_its_hexes():
    battle_map = load_battle_map()
    window = written(build_board("operations/cliffs-and-shingle")).window
    inside = hexes_in(window, battle_map)
    assert inside[battle_map.grid.parse("5030")] and not inside[battle_map.grid.parse("4244")]
    assert not inside.flags.writeable


def test_objectives_have_names_in_the_language_of_the_reader():
    hill = build_board("operations/causeway-to-carentan").objectives[1]
    with language("fr"):
        assert hill.name == "Cote 30"
    with language("en"):
        assert hill.name == "Hill 30"
