"""Amphibious operations (OMA-5): landing checks, drift, mines, landing, arrivals, the tide."""

from __future__ import annotations

import pytest

from tests.rules.omaha.playing import at, give, on_top, tasks, why
from tests.rules.omaha.printed import BOARD, example, game, label, of, run
from wab.systems.omaha.ground.terrain import is_flooded
from wab.systems.omaha.movement import arrivals, landing
from wab.systems.omaha.sequence import flow
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.state import CLIFF, DEAD, turn_box
from wab.systems.omaha.state.steps import Task


def box(state, name):
    return state.unit(of(name)).box


def land(state, sector, answers=()):
    return tasks(state, Task("land", sector=sector), answers=answers)


# ---------------------------------------------------------------- the landing card


@pytest.mark.clause("OMA-5.1-1", "OMA-5.1-3", "OMA-5.11-1", "OMA-X-03", "OMA-X-04")
def test_units_drift_by_the_letter_of_their_symbol():
    given, expect = example(3)
    state = game(given["turn"], F_2_116="DR2", A_1_116="DG2", G_2_116="DW2", E_2_116="EG2")
    on_top(state, landing=given["landing"])
    land(state, "west")
    for unit, told in expect.items():
        assert box(state, unit) in told.replace(",", "").split()
    assert example(4)[1].startswith("B to the first")


@pytest.mark.clause("OMA-5.11-2", "OMA-X-06")
def test_a_unit_that_drifts_beyond_the_last_box_is_delayed():
    given, expect = example(6)
    state = game(given["turn"], A_1_16="x2")
    on_top(state, diamond="A", mine=False)
    land(state, "east")
    assert box(state, "A_1_16") == turn_box(expect["turn_track"])
    assert state.unit(of("A_1_16")).late


@pytest.mark.clause("OMA-5.11-3")
def test_a_unit_that_drifts_to_a_box_without_a_beach_at_this_tide_is_delayed():
    state = game(9, A_1_16="FG1")
    on_top(state, diamond="A", mine=False)
    land(state, "east")  # two boxes east: x1, which points at no sand at mid tide
    assert box(state, "A_1_16") == turn_box(11)


@pytest.mark.clause("OMA-5.11-4")
def test_any_number_may_meet_by_drift():
    state = game(9, A_1_16="ER3", G_2_16="ER3", D_1_16="ER3")
    on_top(state, diamond="A", mine=False)
    land(state, "east")
    assert {box(state, name) for name in ("A_1_16", "G_2_16", "D_1_16")} == {"ER1"}


@pytest.mark.clause("OMA-5.1-2", "OMA-5.15-1", "OMA-5.12-1")
def test_no_card_is_drawn_if_no_unit_needs_a_check():
    state = game(6, **{"16__HQ": "ER3"})
    told, _ = land(state, "east")
    assert not [event for event in told if isinstance(event, ev.CardDrawn)]
    assert landing.effect_codes(state, of("16__HQ")) is None


@pytest.mark.clause("OMA-5.15-2")
def test_a_card_is_drawn_for_mines_alone():
    state = game(15, A_1_16="ER1")
    assert landing.effect_codes(state, of("A_1_16")) is None
    told, _ = land(state, "east")
    assert [event.purpose for event in told if isinstance(event, ev.CardDrawn)] == ["landing"]


@pytest.mark.clause("OMA-5.12-2")
@pytest.mark.parametrize(("answer", "where"), [(0, "ER3"), (-2, "ER1")])
def test_a_leader_drifts_with_a_unit_or_stays(answer, where):
    state = game(9, A_1_16="ER3", **{"16__HQ": "ER3"})
    on_top(state, diamond="A", mine=False)
    _, ties = land(state, "east", answers=[answer])
    assert ties[0].among == (0, -2)
    assert box(state, "16__HQ") == where


@pytest.mark.clause("OMA-5.13-1", "OMA-5.13-2")
def test_rangers_without_effect_drift_one_to_four_boxes_east_from_turn_4():
    state = game(5, AB_2R="DG3")
    on_top(state, diamond="D")  # no effect
    _, ties = land(state, "west", answers=[-3])
    assert ties[0].among == (0, -1, -2, -3, -4)
    assert box(state, "AB_2R") == "DW3"
    assert not landing._may_drift(game(5), of("C_2R"))
    assert not landing._may_drift(game(3), of("AB_2R"))


def test_a_unit_is_lost_at_sea_and_another_loses_a_step():
    state = game(1, **{"1_B_741": "FG6", "2_B_741": "FG4"})
    on_top(state, circle="D", diamond="C")
    land(state, "east")
    assert state.unit(of("1_B_741")).box == "FG6"
    assert state.unit(of("2_B_741")).steps == 1


# ---------------------------------------------------------------- mines


@pytest.mark.clause("OMA-5.14-1", "OMA-5.14-4", "OMA-5.14-7")
def test_a_mine_takes_a_step_of_one_unit_that_lands_on_obstacles():
    state = game(15, A_1_16="ER1", B_1_16="ER2")
    on_top(state, mine=True)
    _, ties = land(state, "east", answers=[of("B_1_16")])
    assert ties[0].among == (of("A_1_16"), of("B_1_16"))
    assert (state.unit(of("A_1_16")).steps, state.unit(of("B_1_16")).steps) == (3, 2)


@pytest.mark.clause("OMA-5.14-2", "OMA-5.14-6")
def test_at_high_tide_a_mine_lies_on_the_way():
    state = game(18, A_1_16="ER1")
    assert landing._meets_mines(state, state.unit(of("A_1_16")))
    state.changed(cleared=(at("0613"),))
    assert not landing._meets_mines(state, state.unit(of("A_1_16")))


@pytest.mark.clause("OMA-5.14-3", "OMA-X-08")
def test_no_mine_explodes_at_low_tide():
    given, expect = example(8)
    state = game(given["turn"], A_1_16="ER1")
    on_top(state, mine=given["mine"], diamond="D")
    land(state, "east")
    assert (state.unit(of("A_1_16")).steps < 3) is expect["step_loss"]


@pytest.mark.clause("OMA-5.14-5", "OMA-19.4-1")
def test_no_mine_is_left_after_turn_22():
    state = game(23, A_1_16="ER1")
    told, _ = land(state, "east")
    assert not [event for event in told if isinstance(event, ev.CardDrawn)]


@pytest.mark.clause("OMA-5.14-7", "OMA-5.14-1")
def test_a_single_unit_on_a_mine_is_not_asked_about_and_no_mine_lies_off_the_obstacles():
    state = game(9, A_1_16="ER1")
    on_top(state, mine=True)
    _, ties = land(state, "east")
    assert not ties and state.unit(of("A_1_16")).steps == 2
    state = game(15, A_1_16="ER1")
    state.changed(cleared=tuple(sorted(state.board.obstacles)))
    told, _ = land(state, "east")
    assert not [event for event in told if isinstance(event, ev.CardDrawn)]


@pytest.mark.clause("OMA-5.14-8", "OMA-X-07")
def test_an_hq_alone_on_a_mine_is_delayed_and_a_general_never_is():
    given, expect = example(7)
    state = game(given["turn"], **{"16__HQ": "ER1", "Wyman": "ER1"})
    on_top(state, mine=given["mine"])
    land(state, "east")
    assert box(state, "16__HQ") == turn_box(expect["turn_track"])
    assert box(state, "Wyman") == "ER1"


# ---------------------------------------------------------------- landing and arrivals


@pytest.mark.clause("OMA-5.2-1", "OMA-5-1", "OMA-X-05")
@pytest.mark.parametrize(("turn", "tide"), [(3, "low"), (9, "mid"), (18, "high")])
def test_units_land_on_the_first_hex_of_the_waterline(turn, tide):
    given, expect = example(5)
    state = game(turn, A_1_16=given["box"])
    tasks(state, Task("beach"))
    assert label(state.units[of("A_1_16")].hex) == expect[tide]


@pytest.mark.clause("OMA-5.22-1")
def test_a_unit_that_lands_in_the_other_sector_comes_under_the_other_division():
    state = game(3, E_2_116="ER6", F_2_116="EG1")
    tasks(state, Task("beach"))
    assert state.command(of("E_2_116")) == "east"
    assert state.command(of("F_2_116")) == "west"


def due(turn, *names, **changes):
    state = game(turn)
    for name in names:
        unit = state.unit(of(name))
        run(state, [ev.UnitChanged(type(unit)(unit.id, box=turn_box(turn), steps=unit.steps, **changes))])
    run(state, [ev.PhaseBegan("arrivals")])
    return state


@pytest.mark.clause("OMA-5.3-1")
def test_a_unit_goes_to_its_box_its_beach_or_its_division():
    state = due(5, "G_2_16", "A_1_16", "AT_16")
    assert [box.id for box in arrivals.boxes_of(state, of("G_2_16"))] == ["ER3"]
    assert [box.id for box in arrivals.boxes_of(state, of("A_1_16"))] == [f"ER{n}" for n in range(1, 7)]
    assert len(arrivals.boxes_of(state, of("AT_16"))) == 13


@pytest.mark.clause("OMA-5.31-1", "OMA-5.32-1", "OMA-5.33-1")
def test_two_units_a_box_none_without_a_name_and_charlie_for_rangers():
    state = due(6, "A_1_16", "B_1_16", "C_1_16", "AT_116")
    give(state, od.PlaceInBox(of("A_1_16"), "ER2"))
    give(state, od.PlaceInBox(of("B_1_16"), "ER2"))
    assert why(state, od.PlaceInBox(of("C_1_16"), "ER2")) == "full"
    assert why(state, od.PlaceInBox(of("C_1_16"), "x2")) == "no-box"
    assert "CH1" not in {box.id for box in arrivals.boxes_of(state, of("AT_116"))}
    assert [box.id for box in arrivals.boxes_of(state, of("C_2R"))] == ["CH1"]


@pytest.mark.clause("OMA-5.31-2")
def test_a_general_does_not_land_alone():
    state = due(9, "Wyman", "A_1_16")
    assert why(state, od.PlaceInBox(of("Wyman"), "ER2")) == "alone"
    give(state, od.PlaceInBox(of("A_1_16"), "ER4"))
    assert why(state, od.PlaceInBox(of("Wyman"), "ER2")) == "alone"
    assert why(state, od.PlaceInBox(of("Wyman"), "ER4")) == ""


@pytest.mark.clause("OMA-5.31-2")
def test_a_general_joins_a_unit_that_waits_if_no_other_is_due():
    state = due(9, "Wyman")
    for one in [one.id for one in arrivals.due_now(state) if one.id != of("Wyman")]:
        run(state, [ev.Placed(one, "")])
    assert why(state, od.PlaceInBox(of("Wyman"), "ER2")) == ""  # there is no unit to land with
    waiting = state.unit(of("A_1_16"))
    run(state, [ev.UnitChanged(type(waiting)(waiting.id, box="ER4", steps=3))])
    assert why(state, od.PlaceInBox(of("Wyman"), "ER2")) == "alone"
    assert why(state, od.PlaceInBox(of("Wyman"), "ER4")) == ""
    assert [box.id for box in arrivals.open_boxes(state, of("Wyman"))] == ["ER4"]


@pytest.mark.clause("OMA-5.31-1", "OMA-5.34-1")
def test_a_unit_is_put_off_before_turn_7_if_all_its_boxes_are_full():
    state = due(6, "A_1_16")
    others = (one for one in [*state.now.off] if not BOARD.roster[one].leader and one != of("A_1_16"))
    for box in arrivals.boxes_of(state, of("A_1_16")):
        assert why(state, od.Delay(of("A_1_16"))) == "too-early"
        for _ in range(2):
            unit = state.unit(next(others))
            run(state, [ev.UnitChanged(type(unit)(unit.id, box=box.id, steps=unit.steps))])
    assert why(state, od.Delay(of("A_1_16"))) == ""
    assert [order for group in arrivals.offered_arrivals(state, of("A_1_16")) for order in group] == [
        od.Delay(of("A_1_16"))
    ]


@pytest.mark.clause("OMA-5.34-1")
def test_an_arrival_is_put_off_from_turn_7():
    early, later = due(6, "A_1_16"), due(7, "A_1_16", "B_1_16")
    assert why(early, od.Delay(of("A_1_16"))) == "too-early"
    give(later, od.Delay(of("A_1_16")))
    assert later.unit(of("A_1_16")).box == turn_box(8)


@pytest.mark.clause("OMA-5.34-2", "OMA-5.34-3", "OMA-X-11", "OMA-X-12")
def test_a_delayed_unit_lands_in_its_box_up_to_turn_10_and_anywhere_later():
    given, expect = example(11)
    early = due(given["turn"], "G_2_16", late=True)
    assert [box.id for box in arrivals.boxes_of(early, of("G_2_16"))] == ["ER3"] and "assigned" in expect["box"]
    given, expect = example(12)
    later = due(given["turn"], "G_2_16", late=True)
    boxes = arrivals.boxes_of(later, of("G_2_16"))
    assert {box.sector for box in boxes} == {"east", "west"} and "either sector" in expect["box"]
    assert all(box.beach not in ("", "CH") for box in boxes)


@pytest.mark.clause("OMA-11.3-1", "OMA-X-72")
def test_cota_lands_at_half_past_seven_and_wyman_an_hour_later():
    _, expect = example(72)
    for name, told in zip(("Cota", "Wyman"), expect, strict=True):
        ashore = BOARD.roster[of(name)].turn + 1
        assert told == f"{BOARD.tables.turns.clock(ashore)} turn {ashore}"


# ---------------------------------------------------------------- the tide


def end(state):
    task = Task("end_turn")
    run(state, [ev.Due((task,))])
    return run(state, flow.end_turn(state, task))


@pytest.mark.clause("OMA-5.21-1", "OMA-5.21-3", "OMA-X-09", "OMA-13.1-3")
def test_the_tide_takes_units_on_low_sand_at_the_end_of_turn_7():
    given, expect = example(9)
    state = game(given["end_of_turn"], A_1_16=given["hexes"][0], B_1_16="0613")
    end(state)
    assert (state.unit(of("A_1_16")).box == DEAD) is expect["removed"]
    assert of("B_1_16") in state.units
    assert state.losses("1st") == 1


@pytest.mark.clause("OMA-5.21-4", "OMA-X-10")
def test_the_tide_does_not_take_a_unit_that_climbs_a_cliff():
    given, expect = example(10)
    state = game(given["end_of_turn"], A_1_16=(given["hexes"][0], {"climb": CLIFF}))
    end(state)
    assert (of("A_1_16") not in state.units) is expect["removed"]


def test_the_tide_takes_a_climber_that_stays_below_after_all():
    state = game(8, A_1_16="0513")
    end(state)
    assert state.unit(of("A_1_16")).box == DEAD


@pytest.mark.clause("OMA-5.21-2")
def test_sand_lies_under_water_by_the_tide():
    for turn, wet in ((6, 0), (7, 1), (15, 1), (16, 2), (22, 2), (23, 1), (28, 0)):
        state = game(turn)
        assert [is_flooded(state, at(hex_)) for hex_ in ("0513", "0613", "0714")] == [n < wet for n in range(3)]
