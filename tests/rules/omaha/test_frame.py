"""The frame of the game (OMA-1 to OMA-4): map, counters, what the player knows, how the game ends."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.rules.omaha.playing import acting, at, on_top, tasks
from tests.rules.omaha.printed import ALONE, BOARD, game, of, run
from wab.engine.kernel.dice import Chance
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.systems.omaha import SYSTEM
from wab.systems.omaha.ground.terrain import is_high
from wab.systems.omaha.movement.actions import is_free, price
from wab.systems.omaha.seen.known import dealt, known, witnessed
from wab.systems.omaha.sequence import flow, invariants, victory
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.pools import kind_of
from wab.systems.omaha.state.state import DEAD, GERMANS, US, turn_box
from wab.systems.omaha.state.steps import Force, Task
from wab.systems.omaha.units.losses import dead, delayed

WAVES = "omaha/the-first-waves"


def started(seed=4):
    return Game.start(SYSTEM, Setup("omaha", WAVES, seed), observers=[US])


@pytest.mark.clause("OMA-1-1")
def test_the_rules_move_the_germans_and_have_no_seat():
    game_ = started()
    assert game_.seats == (US,)
    assert SYSTEM.contenders == (US, GERMANS)
    assert game_.to_act == US


@pytest.mark.clause("OMA-2.1-3")
@pytest.mark.parametrize(
    ("label", "high"), [("0714", False), ("0814", False), ("0910", False), ("0914", True), ("0805", True)]
)
def test_beach_pavilion_and_draw_are_low_ground(label, high):
    assert is_high(BOARD, at(label)) is high


@pytest.mark.clause("OMA-2.1-5", "OMA-2.1-6", "OMA-2.1-10", "OMA-2.1-16", "OMA-2.1-21")
def test_everything_belongs_to_one_sector():
    assert (BOARD.sector(at("0418")), BOARD.sector(at("0518")), BOARD.sector(at("0719"))) == ("west", "east", "east")
    assert not any(BOARD.positions[name].building for name in ("WN67", "WN69"))
    assert BOARD.positions["D2"].building
    assert {battery.sector for battery in BOARD.batteries.values()} == {"east", "west"}


@pytest.mark.clause("OMA-2.21-1", "OMA-2.21-5", "OMA-2.21-6", "OMA-2.21-7", "OMA-2.21-9", "OMA-2.23-1", "OMA-2.23-2")
def test_a_unit_as_printed():
    company, tank = BOARD.roster[of("E_2_16")], BOARD.roster[of("1_B_741")]
    assert (company.division, company.symbol, company.turn, company.at) == ("1st", "triangle", 1, "ER4")
    assert [company.strength(steps) for steps in (3, 2, 1)] == [6, 4, 2]
    assert company.weapons(3, 1) == {"BR", "BZ", "DE", "FT", "MG", "RD"}
    assert (company.weapons(2, 1), company.weapons(1, 1)) == ({"BZ", "DE", "FT", "RD"}, {"BR", "FT"})
    assert [BOARD.roster[of(name)].armoured for name in ("1_B_741", "58FA", "A-B_197", "7FA", "E_2_16")] == [
        True, True, True, False, False,
    ]  # fmt: skip
    assert (tank.range(2), company.range(3)) == (5, 1)


@pytest.mark.clause("OMA-8.26-1", "OMA-8.27-1", "OMA-2.21-8", "OMA-X-35", "OMA-X-36")
def test_weapons_by_distance():
    tank, heavy = BOARD.roster[of("1_B_741")], BOARD.roster[of("D_1_16")]
    assert tank.weapons(2, 4) == {"AR", "BZ"}
    assert tank.weapons(1, 3) == {"AR", "BZ", "BR", "MG"}
    assert (heavy.range(3), heavy.range(2)) == (2, 1)
    assert heavy.weapons(3, 2) == {"MG", "MT"} and not heavy.weapons(2, 2)


@pytest.mark.clause("OMA-2.22-1", "OMA-2.22-2", "OMA-2.22-3", "OMA-2.23-3", "OMA-2.24-3")
def test_german_counters_as_printed():
    counters = BOARD.counters
    assert {counters[key].row.division for key in counters if counters[key].row.name} == {"352", "716"}
    assert [counters[key].calibre for key in ("wn88-1", "wn75-2", "squad-1", "rocket-1")] == [88, 75, 0, 0]
    assert all("726" in counters[key].row.name for key in counters if counters[key].row.division == "716")


@pytest.mark.clause("OMA-3-5")
def test_four_batteries_stand_off_the_map():
    assert sorted(BOARD.batteries) == ["E-I", "E-II", "W-I", "W-II"]


# ---------------------------------------------------------------- what the player knows


@pytest.mark.clause("OMA-9.1-1", "OMA-2.24-1", "OMA-2.24-2")
def test_the_player_sees_the_backs_of_counters():
    state = game(forces={"0807": Force("wn75-3", "wn_marker-4"), "0809": Force("wn88-1", "wn_marker-5", seen=True)})
    seen = known(state).now.forces
    assert seen[at("0807")] == Force("wn75", "wn_marker")
    assert seen[at("0809")] == Force("wn88-1", "wn_marker", seen=True)


def test_a_pool_shows_how_many_counters_it_holds_and_markers_of_meyer_are_mobile_ones():
    state = game()
    run(state, [ev.CountersMoved((("meyer_marker-2", "meyer_marker", "mobile_marker"),))])
    pools = known(state).now.pools
    assert pools["mobile_marker"] == ("mobile_marker",) * 21
    assert pools["meyer_marker"] == ("meyer_marker",) * 3
    seen = witnessed(state, ev.CountersMoved((("meyer_marker-2", "meyer_marker", "mobile_marker"),)))
    assert seen.counters == (("mobile_marker", "meyer_marker", "mobile_marker"),)


def test_a_made_up_game_fits_what_the_player_knows():
    truth = started().state
    for seed in range(5):
        made_up = dealt(known(truth), Chance(seed, "test"))
        assert not list(invariants.problems(made_up))
        assert known(made_up).now == known(truth).now
    kinds = {kind_of(force.unit) for force in made_up.now.forces.values()}
    assert kinds == {"wn88", "wn75", "rocket", "squad"}


def test_cards_to_come_are_known_by_name_and_not_by_order():
    truth = started().state
    assert known(truth).now.pile == truth.now.pile == tuple(sorted(truth.now.pile))


# ---------------------------------------------------------------- the end


@pytest.mark.clause("OMA-13-1", "OMA-13.2-1", "OMA-4-9")
@pytest.mark.parametrize(("points", "level", "winner"), [(20, "us_victory", US), (19, "us_defeat", GERMANS)])
def test_twenty_points_win_the_first_waves(points, level, winner, monkeypatch):
    monkeypatch.setattr(victory, "points", lambda state: points)
    state = game(16)
    run(state, [ev.Due((Task("end_turn"),))])
    run(state, flow.end_turn(state, state.agenda[0]))
    result = state.now.result
    assert (result.level, result.winner, result.points) == (level, winner, {US: float(points)})


def test_turns_follow_each_other_until_the_last():
    state = game(15)
    run(state, [ev.Due((Task("end_turn"),))])
    run(state, flow.end_turn(state, state.agenda[0]))
    assert (state.turn, state.now.result) == (16, None)


# ---------------------------------------------------------------- actions of stacks


@pytest.mark.clause("OMA-8.13-1", "OMA-7.21-1")
def test_one_paid_action_is_enough_for_two_units_of_a_hex():
    state = acting(A_1_16="0815", B_1_16="0815", C_1_16="0815", D_1_16="0814")
    units = [of(name) for name in ("A_1_16", "B_1_16", "C_1_16", "D_1_16")]
    assert [price(state, units[:n]) for n in range(5)] == [0, 1, 1, 2, 3]
    assert not any(is_free(state, unit) for unit in units)


@pytest.mark.clause("OMA-11.31-2", "OMA-11.2-1")
def test_four_headquarters_and_two_generals():
    assert set(BOARD.content.us.leaders) == {"16 HQ", "18 HQ", "115 HQ", "116 HQ", "Cota", "Wyman"}


@pytest.mark.clause("OMA-7.51-2", "OMA-6.37-1")
def test_a_climber_is_fired_at_and_its_stack_unit_by_unit():
    state = game(3, forces={"0807": ALONE}, F_2_16=("0707", {"climb": "climb"}), A_1_16=("0707", {"steps": 2}))
    on_top(state, purple="single")
    told, ties = tasks(state, Task("fire", sector="east"))
    assert [event.unit for event in told if isinstance(event, ev.Fired)] == [of("F_2_16")] and not ties


def test_a_dead_unit_keeps_no_marker():
    state = game(A_1_16=("0815", {"hero": "hero", "disrupted": True}))
    gone = dead(state.unit(of("A_1_16")))
    assert gone == replace(gone, hero="", disrupted=False, box=DEAD, steps=0)


@pytest.mark.clause("OMA-5.11-2")
def test_a_delayed_unit_leaves_its_markers_behind():
    state = game(6, A_1_16=("0815", {"disrupted": True, "climb": "climb"}))
    late = delayed(state, of("A_1_16"))
    assert (late.disrupted, late.climb, late.late, late.hex) == (False, "", True, -1)
    assert late.box == turn_box(6 + BOARD.tables.limits.delay)


@pytest.mark.clause("OMA-9.1-1")
def test_the_player_knows_all_that_stands_in_a_state_but_counters():
    state = game(forces={"0812": Force("squad-1", "wn_marker-1")}, A_1_16="0815")
    hidden = ("seat", "forces", "pools")
    marks = {name: (name,) for name in state.now.__struct_fields__ if name not in hidden}
    state.changed(**marks)
    seen = known(state)
    assert {name: getattr(seen.now, name) for name in marks} == marks
    assert seen.now.seat == US and seen.units == state.units
    assert seen.now.forces == {at("0812"): Force("squad", "wn_marker")}
