"""US actions (OMA-7): free and paid ones, moves, climbs, recovery, stacking, the boundary."""

from __future__ import annotations

import pytest

from tests.rules.omaha.playing import acting, at, give, tasks, why
from tests.rules.omaha.printed import ALONE, BOARD, example, game, label, of, run
from wab.systems.omaha.movement.actions import is_free, is_save_move, price
from wab.systems.omaha.sequence import flow
from wab.systems.omaha.sequence.decisions import DECISIONS
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.state import CLIFF, CLIMB, DEAD, HERO, INSPIRED
from wab.systems.omaha.state.steps import Task

COMPANY = "A_1_16"


def move(state, names, to):
    return od.Move(tuple(sorted(of(name) for name in names.split())), (at(to),))


def where(state, name):
    return label(state.units[of(name)].hex)


# ---------------------------------------------------------------- paid and free


@pytest.mark.clause("OMA-7-1", "OMA-4-6", "OMA-7.1-1", "OMA-7.2-2")
def test_two_units_of_a_division_act_for_a_paid_action_each_and_once():
    state = acting(A_1_16="0815", B_1_16="0915", C_1_16="1015")
    give(state, move(state, "A_1_16", "0814"))
    assert why(state, move(state, "A_1_16", "0815")) == "acted"
    give(state, move(state, "B_1_16", "0914"))
    assert state.paid_actions("east") == 0
    assert why(state, move(state, "C_1_16", "1014")) == "no-actions"


@pytest.mark.clause("OMA-7.1-2")
def test_rangers_act_for_free_and_do_not_share_it():
    state = acting("west", AB_2R="0825", A_1_116="0825")
    assert is_free(state, of("AB_2R")) and not is_free(state, of("A_1_116"))
    assert price(state, (of("AB_2R"), of("A_1_116"))) == 1


@pytest.mark.clause("OMA-7.1-5", "OMA-11.12-1", "OMA-11.15-1")
@pytest.mark.parametrize("led", [HERO, INSPIRED])
def test_a_unit_with_a_hero_or_inspired_acts_for_free_alone(led):
    state = acting(A_1_16=("0815", {"hero": led}), B_1_16="0815")
    assert is_free(state, of("A_1_16")) and not is_free(state, of("B_1_16"))


@pytest.mark.clause("OMA-7.1-7", "OMA-7.1-8", "OMA-11.2-2", "OMA-11.2-3", "OMA-11.3-2")
@pytest.mark.parametrize("leader", ["16__HQ", "Cota"])
def test_units_with_and_around_a_leader_act_for_free_whatever_their_division(leader):
    state = acting(A_1_16="0814", B_1_16="0813", C_1_16="0816", A_1_116="0815", **{leader: "0814"})
    assert [is_free(state, of(name)) for name in ("A_1_16", "B_1_16", "A_1_116", "C_1_16")] == [True, True, True, False]
    assert is_free(state, of(leader))


@pytest.mark.clause("OMA-7.33-1")
def test_a_leader_that_has_moved_gives_no_more_orders():
    state = acting(A_1_16="0814", **{"16__HQ": "0814"})
    give(state, move(state, "16__HQ", "0815"))
    assert not is_free(state, of("A_1_16"))


@pytest.mark.clause("OMA-7.1-3", "OMA-7.1-4", "OMA-X-24", "OMA-X-25", "OMA-X-26")
@pytest.mark.parametrize("number", [24, 25, 26])
def test_a_save_move_leads_to_a_beach_hex_nearer_to_shelter(number):
    given, expect = example(number)
    state = acting(**{COMPANY: given["unit"].split()[-1]})
    state.changed(spent={"east": 2})
    assert (why(state, move(state, COMPANY, given["to"])) == "") is expect["allowed"]


def test_a_tank_makes_no_save_move():
    state = acting(**{"1_B_741": "0513"})
    assert not is_save_move(state, of("1_B_741"), at("0613"))


@pytest.mark.clause("OMA-7.21-1")
def test_two_units_of_a_stack_move_together_for_one_action():
    state = acting(A_1_16="0815", B_1_16="0815", C_1_16="0815")
    give(state, move(state, "A_1_16 B_1_16", "0814"))
    assert state.paid_actions("east") == 1
    assert why(state, move(state, "C_1_16", "0814")) == ""
    apart = acting(A_1_16="0815", B_1_16="0915")
    assert why(apart, move(apart, "A_1_16 B_1_16", "0814")) == "together"


# ---------------------------------------------------------------- sectors


@pytest.mark.clause("OMA-7.2-1")
def test_a_sector_finishes_before_the_other_begins():
    state = game(6, A_1_16="0815", A_1_116="0825")
    run(state, [ev.PhaseBegan("actions")])
    assert why(state, move(state, "A_1_16", "0814")) == "no-sector"
    give(state, od.BeginSector("west"))
    assert why(state, move(state, "A_1_16", "0814")) == "other-sector"
    give(state, od.Done())
    assert state.now.acting == "east"
    assert why(state, move(state, "A_1_116", "0826")) == "other-sector"


@pytest.mark.clause("OMA-7.22-1")
def test_a_unit_that_moved_over_the_boundary_acts_with_either_division():
    east, west = (acting(sector, A_1_16="0819") for sector in ("east", "west"))
    for state in (east, west):
        give(state, move(state, "A_1_16", "0920"))
    assert (east.paid_actions("east"), west.paid_actions("west")) == (1, 1)


# ---------------------------------------------------------------- where a unit may go


@pytest.mark.clause("OMA-7.3-1", "OMA-7.31-1")
def test_a_unit_moves_one_hex_and_not_onto_germans():
    state = acting(forces={"0816": ALONE}, A_1_16="0815", B_1_16="1216")
    assert why(state, move(state, "A_1_16", "0816")) == "germans"
    assert why(state, move(state, "A_1_16", "1015")) == "together"
    assert why(state, move(state, "B_1_16", "1116")) == ""  # an empty position


@pytest.mark.clause("OMA-7.3-2")
def test_a_tank_crosses_no_shingle_and_leaders_no_rough():
    state = acting(forces={}, **{"1_B_741": "0714", "16__HQ": "0805"})
    assert why(state, move(state, "1_B_741", "0715")) == ""
    assert why(state, move(state, "1_B_741", "0814")) == "no-way"
    assert why(state, move(state, "16__HQ", "0806")) == "no-way"


@pytest.mark.clause("OMA-5.21-5")
def test_no_unit_moves_into_the_water():
    state = acting(turn=9, A_1_16="0613")
    assert why(state, move(state, "A_1_16", "0513")) == "water"


# ---------------------------------------------------------------- bluffs and cliffs


@pytest.mark.clause("OMA-7.4-1", "OMA-7.4-2", "OMA-7.1-6")
def test_a_bluff_takes_a_paid_move_and_a_free_turn():
    state = acting(A_1_16="0814")
    give(state, move(state, "A_1_16", "0914"))
    assert state.units[of("A_1_16")].climb == CLIMB and state.paid_actions("east") == 1
    run(state, [ev.PhaseBegan("actions"), ev.SectorBegan("east")])
    state.changed(spent={"east": 2})
    assert why(state, move(state, "A_1_16", "1014")) == "climbs"
    give(state, od.Recover(of("A_1_16")))
    assert not state.units[of("A_1_16")].climb


@pytest.mark.clause("OMA-7.41-1")
def test_leaders_cross_a_bluff_in_one_turn():
    state = acting(**{"16__HQ": "0814"})
    give(state, move(state, "16__HQ", "0914"))
    assert not state.units[of("16__HQ")].climb


@pytest.mark.clause("OMA-7.5-1", "OMA-7.5-2", "OMA-7.51-1", "OMA-X-31")
def test_a_cliff_takes_three_free_turns():
    given, expect = example(31)
    below, above = given["cliff"].split("-")
    state = acting("west", given["turn"], C_2R=below)
    state.changed(spent={"west": 2})
    assert why(state, move(state, "C_2R", above)) == "cliff"
    give(state, od.Climb(of("C_2R")))
    assert state.units[of("C_2R")].climb == CLIFF and below in expect["turn6"]
    run(state, [ev.PhaseBegan("actions"), ev.SectorBegan("west")])
    state.changed(spent={"west": 2})
    give(state, move(state, "C_2R", above))
    assert (where(state, "C_2R"), state.units[of("C_2R")].climb) == (above, CLIMB) and above in expect["turn7"]
    run(state, [ev.PhaseBegan("actions"), ev.SectorBegan("west")])
    give(state, od.Recover(of("C_2R")))
    assert state.units[of("C_2R")].climb == "" and expect["turn8"] == "marker removed"


def test_a_tank_climbs_no_cliff():
    state = acting("west", **{"1_B_743": "0432"})
    assert why(state, od.Climb(of("1_B_743"))) == "no-cliff"
    assert why(state, move(state, "1_B_743", "0533")) == "no-way"


# ---------------------------------------------------------------- disruption, stacking


@pytest.mark.clause("OMA-7.7-1", "OMA-7.4-3", "OMA-7.7-3")
def test_a_disrupted_unit_only_recovers_and_climbs_later():
    state = acting(A_1_16=("0815", {"disrupted": True, "climb": CLIMB}))
    assert why(state, move(state, "A_1_16", "0814")) == "disrupted"
    give(state, od.Recover(of("A_1_16")))
    unit = state.units[of("A_1_16")]
    assert (unit.disrupted, unit.climb, unit.acted) == (False, CLIMB, True)
    assert why(state, od.Recover(of("A_1_16"))) == "acted"


@pytest.mark.clause("OMA-7.6-1", "OMA-7.61-1", "OMA-7.63-1", "OMA-7.62-1")
def test_units_above_two_in_a_hex_are_given_up_at_the_end_of_the_phase():
    state = acting(A_1_16="0815", B_1_16="0815", C_1_16="0815", **{"16__HQ": "0815"})
    _, ties = tasks(state, Task("overstack"), answers=[of("B_1_16")])
    assert ties[0].among == (of("A_1_16"), of("B_1_16"), of("C_1_16"))
    assert state.unit(of("B_1_16")).box == DEAD
    assert state.losses("1st") == 1
    assert tasks(state, Task("overstack"))[1] == []


@pytest.mark.clause("OMA-4-1", "OMA-4-2", "OMA-4-3", "OMA-4-4", "OMA-4-5")
def test_the_phases_of_a_turn():
    assert [phase.id for phase in flow.TURN.phases] == [
        "landing", "arrivals", "event", "fire", "engineers", "second_event", "works", "actions", "end",
    ]  # fmt: skip
    first, later = game(1), game(2)
    comes_up = {phase.id: phase.comes_up for phase in flow.TURN.phases}
    assert [comes_up[name](first) for name in ("event", "engineers")] == [False, False]
    assert [comes_up[name](later) for name in ("event", "engineers")] == [True, True]
    assert set(flow.CLOSED) < set(DECISIONS.table)


def test_the_unit_that_is_not_on_the_map_does_not_act():
    state = acting()
    assert why(state, move(state, "A_1_16", "0814")) == "not-here"
    assert BOARD.tables.limits.paid == (2, 3)
