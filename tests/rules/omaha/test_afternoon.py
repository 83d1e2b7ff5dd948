"""The afternoon (OMA-14, OMA-15, OMA-17 to OMA-20): longer moves, command posts, engineer bases, garrisons, points."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.content.ledger_of_omaha import tables
from tests.rules.omaha.playing import acting, at, give, why
from tests.rules.omaha.printed import ALONE, BOARD, example, game, label, of, run
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.systems.omaha import SYSTEM
from wab.systems.omaha.ground.terrain import is_worked, way
from wab.systems.omaha.movement.moving import most_hexes
from wab.systems.omaha.sequence import flow, victory
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.pools import kind_of
from wab.systems.omaha.state.setup import build_board, set_up, starting_state
from wab.systems.omaha.state.state import LEFT, US
from wab.systems.omaha.state.steps import Base, Exit
from wab.systems.omaha.units.command import in_command, is_commanded

LATE = 18


def move(name, *path):
    return od.Move((of(name),), tuple(map(at, path)))


def where(state, name):
    return label(state.units[of(name)].hex)


# ---------------------------------------------------------------- moves


@pytest.mark.clause("OMA-17-1", "OMA-15-4", "OMA-14-2")
def test_three_paid_actions_a_division():
    assert acting(turn=LATE).paid_actions("east") == 3


@pytest.mark.clause("OMA-17.1-1", "OMA-14-1", "OMA-4-10")
def test_infantry_and_leaders_move_two_hexes_from_turn_17():
    early, later = (acting(turn=turn, A_1_16="1114", Cota="1114") for turn in (16, 17))
    for name in ("A_1_16", "Cota"):
        assert why(early, move(name, "1014", "1013")) == "too-far"
    give(later, move("A_1_16", "1014", "0914"))
    assert where(later, "A_1_16") == "0914"
    assert why(later, move("Cota", "1014", "0914", "0813")) == "too-far"


@pytest.mark.clause("OMA-17.1-2", "OMA-X-63")
def test_bocage_off_the_road_stops_infantry():
    given, expect = example(63)
    assert given["infantry_moves"][1].startswith("bocage") and expect["allowed"] is False
    state = acting(turn=LATE, A_1_16="1013")  # an open field next to bocage
    assert BOARD.terrain[at("1012")] == "bocage"
    assert why(state, move("A_1_16", "1013")) == "together"
    state = acting(turn=LATE, A_1_16="1114")
    assert BOARD.terrain[at("1113")] != "bocage" and BOARD.terrain[at("1012")] == "bocage"
    assert why(state, move("A_1_16", "1013", "1012")) == "too-far"


def test_sustained_fire_stops_infantry_and_not_leaders():
    state = acting(turn=LATE, forces={"1214": ALONE}, A_1_16="1014", Cota="1014")
    assert BOARD.positions["C2"].dots[at("1114")] == "intense"
    assert why(state, move("A_1_16", "1114", "1113")) == "too-far"
    assert most_hexes(state, of("Cota"), (at("1114"), at("1113"))) == 2


@pytest.mark.clause("OMA-17.2-1", "OMA-17.2-2", "OMA-17.21-1", "OMA-17.23-1")
def test_tanks_move_along_roads():
    state = acting(turn=LATE, **{"1_B_741": "1214", "7FA": "1214", "2_B_741": "1517"})
    give(state, move("1_B_741", "1215", "1216", "1217", "1118"))
    assert where(state, "1_B_741") == "1118"
    assert why(state, move("7FA", "1215", "1216")) == "too-far"
    assert most_hexes(state, of("2_B_741"), (at("1417"), at("1318"))) == 1
    give(state, move("2_B_741", "1417", "1317"))


@pytest.mark.clause("OMA-17.2-3")
def test_a_tank_stops_on_an_intense_dot():
    state = acting(turn=LATE, forces={"1116": ALONE}, **{"1_B_741": "1216"})
    assert BOARD.positions["C1"].dots.get(at("1217")) == "sustained"
    assert most_hexes(state, of("1_B_741"), (at("1217"), at("1118"))) == 4


@pytest.mark.clause("OMA-17.11-1", "OMA-17.12-1")
def test_a_bluff_takes_no_marker_and_a_cliff_a_climb_marker():
    state = acting(turn=LATE, A_1_16="0814", C_2R="0432")
    give(state, move("A_1_16", "0914"))
    assert not state.units[of("A_1_16")].climb
    state = acting("west", turn=LATE, C_2R="0432")
    give(state, move("C_2R", "0533"))
    assert state.units[of("C_2R")].climb == "climb"
    assert most_hexes(acting(turn=LATE, A_1_16="0814"), of("A_1_16"), (at("0914"), at("1014"))) == 1


@pytest.mark.clause("OMA-17.1-4")
def test_each_hex_of_a_move_is_checked_for_infiltration():
    state = acting(turn=LATE, forces={"1116": ALONE}, A_1_16="1015", Cota="1015")
    order = od.Move(tuple(sorted((of("A_1_16"), of("Cota")))), (at("1115"),))
    told = give(state, order)
    assert sum(isinstance(event, ev.CardDrawn) for event in told) == 1


# ---------------------------------------------------------------- command posts


def working(**units):
    state = game(LATE, **units)
    run(state, [ev.PhaseBegan("works")])
    return state


@pytest.mark.clause("OMA-18-1", "OMA-18.1-1", "OMA-18.2-1", "OMA-18.3-1", "OMA-X-65")
def test_a_command_post_commands_within_its_range():
    given, expect = example(65)
    state = working(**{"16__HQ": "0815", "A_1_16": "1114"})
    assert why(state, od.MakePost(of("A_1_16"))) == "no-hq"
    state.changed(posts={of("16__HQ"): BOARD.tables.tracks.command.index(given["cp_range"])})
    assert BOARD.grid.distance(at("0815"), at("1114")) == given["unit_distance"]
    run(state, flow.give_orders(state))
    assert is_commanded(state, of("A_1_16")) is expect["commanded"]


@pytest.mark.clause("OMA-18.1-1")
def test_an_hq_in_potential_fire_becomes_no_post():
    state = working(**{"16__HQ": "0814"})
    assert why(state, od.MakePost(of("16__HQ"))) == "fire"  # the empty WN62 has a line


@pytest.mark.clause("OMA-18.22-1", "OMA-18.21-1", "OMA-X-64")
def test_range_grows_by_a_box_a_turn():
    _, expect = example(64)
    command = BOARD.tables.tracks.command
    assert command.index(4) - command.index(3) == expect["min_turns_to_range_4"]
    state = working(**{"16__HQ": "0813"})
    state.changed(posts={of("16__HQ"): 0})
    give(state, od.ExtendPost(of("16__HQ")))
    assert state.now.posts == {of("16__HQ"): 1}
    if state.now.phase == "works":
        assert why(state, od.ExtendPost(of("16__HQ"))) == "worked"


@pytest.mark.clause("OMA-18.31-1", "OMA-18.32-1", "OMA-24-2", "OMA-X-02")
def test_germans_and_snipers_limit_a_post():
    given, expect = example(2)
    state = game(25, forces={"1214": ALONE}, **{"16__HQ": "0913"})
    state.changed(posts={of("16__HQ"): BOARD.tables.tracks.command.index(given["command_post_16"]["range"])})
    assert at("1213") in in_command(state, of("16__HQ"))
    assert at("1214") not in in_command(state, of("16__HQ"))
    state.changed(limits=("snipers 16 HQ",))
    reach = {BOARD.grid.distance(at("0913"), hex_) for hex_ in in_command(state, of("16__HQ"))}
    assert max(reach) == expect["command_radius_16_HQ"]
    state.changed(forces={at("0812"): ALONE})
    assert in_command(state, of("16__HQ")) == set()


@pytest.mark.clause("OMA-18.11-1", "OMA-18.33-1")
def test_a_post_that_moves_is_an_hq_again():
    state = acting(turn=LATE, **{"16__HQ": "0815"})
    state.changed(posts={of("16__HQ"): 3})
    give(state, move("16__HQ", "0814"))
    assert state.now.posts == {}


# ---------------------------------------------------------------- engineer bases


@pytest.mark.clause("OMA-19-1", "OMA-19.3-1", "OMA-19.31-1", "OMA-19.34-1", "OMA-X-66")
def test_a_base_clears_shingle_ditches_and_mines_in_its_range():
    given, expect = example(66)
    state = game(LATE)
    box = BOARD.tables.tracks.engineer.index(given["range"])
    for base in ((), (Base("east", at(given["base"]), box),)):
        state.changed(bases=base)
        for name in expect["shingle_flattened_on_sides_of"]:
            sides = [there for there in BOARD.grid.adjacent(at(name)) if BOARD.side(at(name), there) == "shingle"]
            assert sides and all((way(state, "vehicle", at(name), there) == "yes") == bool(base) for there in sides)
        mined = way(state, "vehicle", at("0811"), at("0810"))
        assert (mined == "yes") == bool(base)
    assert way(state, "vehicle", at("0619"), at("0720")) == "no"


@pytest.mark.clause("OMA-19.32-1", "OMA-19.1-1", "OMA-19.21-1", "OMA-19.2-1", "OMA-19.33-1")
def test_bases_work_out_of_german_fire_one_a_turn():
    state = game(LATE, forces={"0812": ALONE})
    state.changed(bases=(Base("east", at("0711"), 3),))
    assert not is_worked(state, at("0711"))
    run(state, [ev.PhaseBegan("works")])
    assert why(state, od.ExtendBase(at("0711"))) == "fire"
    assert why(state, od.PlaceBase("east", at("0714"))) == "fire"
    assert why(state, od.PlaceBase("east", at("0613"))) == "no-beach"
    state.changed(forces={}, shelled=("east",))
    assert why(state, od.ExtendBase(at("0711"))) == "shelled"
    state.changed(shelled=())
    run(state, [ev.BaseSet("east", at("0711"), 4)])
    assert why(state, od.ExtendBase(at("0711"))) == "worked"


@pytest.mark.clause("OMA-19.3-2")
def test_traffic_control_moves_units_off_the_beach_for_nothing():
    state = acting(turn=LATE, **{"1_B_741": "0711"})
    state.changed(bases=(Base("east", at("0711"), 1),), spent={"east": 3})
    assert why(state, move("1_B_741", "0811")) == ""
    state.changed(limits=("traffic_jam",))
    assert why(state, move("1_B_741", "0811")) == "no-actions"


@pytest.mark.clause("OMA-19.3-3", "OMA-19.3-5")
def test_a_garrison_holds_an_empty_position_in_range():
    state = working()
    assert why(state, od.Garrison(at("0809"))) == "no-place"
    state.changed(bases=(Base("east", at("0710"), 3),))
    give(state, od.Garrison(at("0809")))
    assert state.now.garrisons == (at("0809"),)
    without = victory.late_points_by_source(game(32))["uncontrolled"]
    held = game(32)
    held.changed(garrisons=(at("0809"),))
    assert victory.late_points_by_source(held)["uncontrolled"] == without + 1


# ---------------------------------------------------------------- leaving, points, levels


@pytest.mark.clause("OMA-20.3-10", "OMA-20.3-5", "OMA-20.3-6")
def test_units_leave_by_the_lettered_hexes_and_score():
    state = acting("west", turn=LATE, AB_5R="0736")
    assert why(state, od.LeaveMap(of("AB_5R"))) == ""
    give(state, od.LeaveMap(of("AB_5R")))
    assert state.unit(of("AB_5R")).box == LEFT
    assert state.now.exits == (Exit(of("AB_5R"), "G", 2),)
    assert victory.late_points_by_source(state)["exits"] == 2
    elsewhere = acting(turn=LATE, A_1_16="0814")
    assert why(elsewhere, od.LeaveMap(of("A_1_16"))) == "no-exit"


@pytest.mark.clause("OMA-20.3-4", "OMA-20.3-7", "OMA-20.3-8", "OMA-20.3-11", "OMA-20.3-1")
def test_points_of_the_evening():
    state = game(32, **{"1_B_741": "1214", "A_1_16": "0714"})
    found = victory.late_points_by_source(state)
    assert found["inland"] == 1
    assert found["meyer"] == -8
    assert found["uncontrolled"] <= 0
    assert victory.points(state) == sum(found.values())


def levels(name, points):
    row = BOARD.tables.victory.scenarios[name]
    return row.level(points).replace("_", " ")


@pytest.mark.clause("OMA-20.3-9", "OMA-21.2-1", "OMA-X-68", "OMA-X-70")
@pytest.mark.parametrize(("number", "scenario"), [(68, "d_day"), (70, "beyond_the_beach")])
def test_levels_of_victory(number, scenario):
    given, expect = example(number)
    assert [levels(scenario, row["vp"]) for row in given] == expect


@pytest.mark.clause("OMA-20-1", "OMA-20.2-1", "OMA-X-67")
def test_the_check_of_ten_o_clock():
    given, expect = example(67)
    check = BOARD.tables.victory.scenarios["d_day"].check
    found = [
        "decisive US victory"
        if row["vp"] >= check.wins
        else "play on"
        if row["vp"] >= check.least
        else "decisive US defeat"
        for row in given
    ]
    assert found == expect and check.turn == 16


@pytest.mark.clause("OMA-15-1", "OMA-15-2", "OMA-15-3", "OMA-15-5")
def test_the_phases_of_an_afternoon_turn():
    comes_up = {phase.id: phase.comes_up for phase in flow.TURN.phases}
    found = [name for name in comes_up if comes_up[name](game(20))]
    assert found == ["landing", "arrivals", "event", "fire", "second_event", "works", "actions", "end"]
    last = [name for name in comes_up if comes_up[name](game(32))]
    assert "event" not in last and "second_event" not in last and US


@pytest.mark.clause("OMA-20.3-3")
def test_a_draw_is_open_when_engineers_have_cleared_all_of_it():
    state = game(32)
    draw = BOARD.draws["D-1"]
    assert not victory.is_open(state, "D-1")
    state.changed(bases=(Base("west", at("0530"), BOARD.tables.tracks.engineer.index(2)),))
    assert is_worked(state, draw[0]) and victory.is_open(state, "D-1")
    state.changed(forces={at("0831"): ALONE})
    assert not victory.is_open(state, "D-1")


@pytest.mark.clause("OMA-17.1-3", "OMA-17.22-1")
def test_leaders_enter_no_rough_and_mines_close_the_road_to_tanks():
    state = acting(turn=LATE, Cota="0807", **{"1_B_741": "0810"})
    assert BOARD.terrain[at("0806")] == "rough"
    assert why(state, move("Cota", "0806")) == "no-way"
    assert why(state, move("1_B_741", "0910")) == "no-way"


@pytest.mark.clause("OMA-12.24-1")
def test_german_lines_are_fixed_as_fire_begins():
    state = game(LATE)
    run(state, flow.next_phase(state, "event"))
    assert state.now.phase == "fire" and len(state.now.linked) == len(BOARD.position_at)
    assert state.now.batteries == ("E-I", "E-II", "W-I", "W-II") or not state.now.batteries


# ---------------------------------------------------------------- Beyond the Beach


@pytest.fixture(scope="module")
def ten_o_clock():
    state = starting_state(build_board("omaha/beyond-the-beach"), 5)
    run(state, set_up(state))
    return state


@pytest.mark.clause("OMA-21.1-9", "OMA-21.1-10", "OMA-21.1-11", "OMA-21.1-14", "OMA-X-69")
def test_the_units_of_ten_o_clock(ten_o_clock):
    given, expect = tables()["OMA-T-BB"], example(69)[1]
    ids = ten_o_clock.board.ids
    for row in given["us"]:
        unit = ten_o_clock.units[ids[row["unit"]]]
        assert label(unit.hex) == row["hex"] and bool(unit.hero) is ("hero" in row)
        assert ten_o_clock.strength(unit.id) == row.get("strength", 0)
    assert ten_o_clock.command(ids["E/2/116"]) == "east"
    assert (ten_o_clock.losses("1st"), ten_o_clock.losses("29th")) == (expect["loss_box_1"], expect["loss_box_29"])
    assert "2/A/743" not in ids and "K/3/18" in ids


@pytest.mark.clause("OMA-21.1-1", "OMA-21.1-2", "OMA-21.1-3", "OMA-21.1-4", "OMA-21.1-5", "OMA-21.1-6", "OMA-21.1-7")
def test_the_germans_of_ten_o_clock(ten_o_clock):
    forces = {label(hex_): force for hex_, force in ten_o_clock.now.forces.items()}
    kinds = Counter(kind_of(force.unit) for force in forces.values())
    assert kinds == {"wn88": 1, "wn75": 3, "rocket": 1, "squad": 8, "tactical": 6, "division": 6}
    assert not any(force.seen for force in forces.values())
    assert kind_of(forces["0631"].unit) == "wn88" and kind_of(forces["1122"].unit) == "rocket"
    assert sum((force.marker or "").startswith("wn_marker") for force in forces.values()) == 8
    building = {name for name, force in forces.items() if (force.marker or "").startswith("building")}
    assert building <= {name for name in forces if BOARD.position_at[at(name)].building}
    pools = {name: len(pool) for name, pool in ten_o_clock.now.pools.items()}
    assert "tactical" not in pools
    assert (pools["division"], pools["meyer"], pools["wn_marker"], pools["meyer_marker"]) == (5, 8, 1, 4)


@pytest.mark.clause(
    "OMA-21.1-12", "OMA-21.1-13", "OMA-21.1-15", "OMA-21.1-16", "OMA-21.1-17", "OMA-21.1-18", "OMA-21-1"
)
def test_heavy_units_stand_on_the_sand_and_units_of_turn_16_wait_in_boxes():
    played = Game.start(SYSTEM, Setup("omaha", "omaha/beyond-the-beach", 5))
    while played.system.phase(played.state) == "sand":
        tie = played.state.agenda[0]
        assert BOARD.sector(tie.among[0]) == played.state.profile(tie.unit).sector
        played.play(od.Choose(tie.among[0]) if len(tie.among) % 2 else od.Choose(tie.among[-1]))
    state, ids = played.state, played.state.board.ids
    assert BOARD.terrain[state.units[ids["7FA"]].hex] == "high_beach"
    assert state.unit(ids["62FA"]).box == "turn/26"
    assert (state.turn, played.system.phase(state)) == (16, "arrivals")
    assert len(state.now.cleared) == 9 and state.now.rockets == 1
    while played.system.phase(played.state) == "arrivals" and played.state.turn == 16:
        order = next(iter(played.legal_orders()))
        assert isinstance(order, od.PlaceInBox)
        played.play(order)
    assert played.state.turn == 17
    assert played.state.unit(ids["E/2/18"]).hex >= 0 or played.state.unit(ids["E/2/18"]).box
