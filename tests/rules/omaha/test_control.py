"""Control and communication (OMA-12), losses and victory (OMA-13)."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from tests.content.ledger_of_omaha import tables
from tests.rules.omaha.playing import acting, at
from tests.rules.omaha.printed import ALONE, BOARD, example, game, label, of, run
from wab.systems.omaha.ground import control
from wab.systems.omaha.sequence import victory
from wab.systems.omaha.sequence.decisions import DECISIONS
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.board import Position
from wab.systems.omaha.state.state import DEAD, HERO, INSPIRED
from wab.systems.omaha.state.steps import Force
from wab.systems.omaha.units import losses


def held(flags):
    return {label(hex_) for hex_ in np.flatnonzero(flags).tolist()}


def around(name):
    return {label(hex_) for hex_ in BOARD.grid.adjacent(at(name))}


# ---------------------------------------------------------------- control


@pytest.mark.clause("OMA-12.1-1", "OMA-12.1-2", "OMA-12.1-3", "OMA-12.1-5", "OMA-2.21-2", "OMA-X-73")
@pytest.mark.parametrize(
    ("unit", "steps", "adjacent"),
    [("A_1_16", 3, True), ("A_1_16", 2, True), ("A_1_16", 1, False), ("58FA", 1, True), ("A-B_197", 1, True),
     ("7FA", 2, False), ("1-2_397", 1, False), ("1_B_741", 1, True), ("16__HQ", 0, False)],
)  # fmt: skip
def test_units_control_their_hex_and_some_the_hexes_around(unit, steps, adjacent):
    state = game(**{unit: ("1217", {"steps": steps, "disrupted": True})})
    assert held(control.controlled(state)) == {"1217"} | (around("1217") if adjacent else set())
    assert example(73)[1] == ["own and adjacent hexes", "own and adjacent hexes", "own hex", "own hex"]


@pytest.mark.clause("OMA-12.1-4", "OMA-11.31-1")
def test_a_general_controls_nothing():
    assert not held(control.controlled(game(Cota="1217")))


@pytest.mark.clause("OMA-12.11-1")
def test_a_unit_on_low_ground_does_not_control_the_heights():
    low, high = game(A_1_16="0814"), game(A_1_16="0914")
    assert not held(control.controlled(low)) & {"0914", "0915"}
    assert {"0813", "0814"} <= held(control.controlled(high))


# ---------------------------------------------------------------- German lines


def linked(state, name):
    return control.is_linked(state, BOARD.positions[name])


@pytest.mark.clause("OMA-12.2-2", "OMA-12.2-3", "OMA-2.1-15")
def test_german_lines_run_to_an_exit_over_no_beach_and_no_rough():
    state = game()
    lines = held(control.german_lines(state))
    assert {label(BOARD.exits[letter]) for letter in "ABCDEFG"} <= lines
    assert not lines & {"0714", "0805", "0814", "0116"}
    assert "0910" in lines
    assert all(linked(state, name) for name in BOARD.positions)


def surrounded(number, *extra):
    given, expect = example(number)
    places = dict(zip(("A_1_16", "B_1_16", "C_1_16", "D_1_16"), given["us"]["occupied"], strict=False))
    units = {name: (hex_, {"steps": given["us"]["steps"]}) for name, hex_ in places.items()}
    return game(forces={given["german"]["hex"]: ALONE}, **units), expect


@pytest.mark.clause("OMA-12.21-1", "OMA-12.23-1", "OMA-X-47", "OMA-X-48")
@pytest.mark.parametrize("number", [47, 48])
def test_an_occupied_position_traces_through_one_bocage_hex_under_control(number):
    state, expect = surrounded(number)
    assert linked(state, "C4") is expect["communication"]


@pytest.mark.clause("OMA-12.23-2", "OMA-X-49")
def test_a_wn_and_an_empty_position_have_no_bocage_exception():
    state, _ = surrounded(47)
    _, expect = example(49)
    state.changed(forces={})
    assert linked(state, "C4") is expect["bocage_exception"]
    place = BOARD.positions["C4"]
    state.changed(forces={at("1216"): ALONE})
    assert control.is_linked(state, Position(*place[:4], True, *place[5:])) is expect["bocage_exception"]


@pytest.mark.clause("OMA-12.22-1")
def test_the_hex_of_an_empty_position_may_be_controlled_not_occupied():
    beside, inside = game(A_1_16="1116"), game(A_1_16="1216")
    assert linked(beside, "C4") and not linked(inside, "C4")


@pytest.mark.clause("OMA-12.22-1")
def test_an_exit_has_a_german_line_though_all_hexes_around_it_are_taken():
    weak = iter(("A_1_16", "B_1_16", "C_1_16", "D_1_16", "E_2_16", "F_2_16"))
    taken = {name: (hex_, {"steps": 1}) for hex_, name in zip(sorted(around("2017")), weak, strict=False)}
    state = game(**taken)
    assert control.has_german_line(state, at("2017"))
    assert held(control.german_lines(state)) & (around("2017") | {"2017"}) == {"2017"}
    run(state, [ev.UnitChanged(replace(state.unit(of("F_2_16")), hex=at("2017"), box="", steps=1))])
    assert not control.has_german_line(state, at("2017"))


# ---------------------------------------------------------------- American lines and points


@pytest.mark.clause("OMA-12.3-2", "OMA-12.31-1")
@pytest.mark.parametrize("disrupted", [False, True])
def test_fields_bar_american_lines_even_of_disrupted_germans(disrupted):
    free = game(A_1_16="0814")
    barred = game(forces={"0812": Force("squad-1", disrupted=disrupted)}, A_1_16="0814")
    assert "0814" in held(control.us_lines(free))
    assert "0814" not in held(control.us_lines(barred))


def test_american_lines_cross_no_bluff_and_no_rough():
    state = game()
    lines = held(control.us_lines(state))
    assert not lines & {"0805", "0603"}
    assert "0910" in lines


@pytest.mark.clause("OMA-12.31-1", "OMA-6.41-1")
def test_a_disrupted_position_has_a_field_but_no_fire_of_a_fit_one():
    for disrupted, fit in ((False, True), (True, False)):
        state = game(forces={"0812": Force("squad-1", disrupted=disrupted)})
        dots = BOARD.position_at[at("0812")].dots
        assert all(control.under_fire(state)[hex_] for hex_ in dots)
        assert all(control.under_fire(state, fit=True)[hex_] is np.bool_(fit) for hex_ in dots)


@pytest.mark.clause("OMA-13.22-1", "OMA-13.22-2")
def test_a_hex_counts_if_it_is_controlled_or_lies_behind_the_lines():
    state = game(A_1_16="0915")
    assert held(control.held_for_victory(state)) >= {"0915", "0914", "1015"}
    assert "1317" not in held(control.held_for_victory(state))


@pytest.mark.clause("OMA-13.2-1", "OMA-X-51")
def test_a_two_hex_strongpoint_counts_only_whole():
    given, expect = example(51)
    state = game(forces={"0912": ALONE}, A_1_16="0812")
    assert given["WN62N_controlled"] and victory.points_by_source(state)["strongpoints"] == expect["vp"]
    state = game(A_1_16="0812")
    assert victory.points_by_source(state)["strongpoints"] >= 2


@pytest.mark.clause("OMA-13.2-2", "OMA-13.21-1")
def test_the_most_points_of_the_first_waves():
    worth, places = BOARD.tables.victory.worth, BOARD.positions.values()
    assert sum(worth.wn * len(place.hexes) for place in places if place.wn) == 18
    assert sum(worth.reinforcement for place in places if not place.wn) == 73
    assert worth.draw * len(BOARD.draws) == 20


def test_the_published_position_of_ten_o_clock_scores_fourteen():
    given, names = tables()["OMA-T-BB"], {}
    for place in BOARD.positions.values():
        if place.wn:
            for hex_, end in zip(place.hexes, "NS" if len(place.hexes) == 2 else ("",), strict=True):
                names[f"{place.id[2:]}{end}"] = hex_
    state = game(16)
    germans = [names[name] for kind in ("w88", "rocket", "artillery", "others") for name in given["wn"][kind]]
    germans += [
        BOARD.positions[name].hexes[0] for kind in ("with_marker", "without") for name in given["reinforcements"][kind]
    ]
    state.changed(forces=dict.fromkeys(sorted(germans), ALONE))
    for row in given["us"]:
        unit = state.unit(of(row["unit"])) if row["unit"] in BOARD.ids else None
        if unit is not None:
            profile = state.profile(unit.id)
            steps = profile.full - profile.strengths.index(row["strength"]) if "strength" in row else 0
            state.store(replace(unit, hex=at(row["hex"]), box="", steps=steps))
    assert victory.points(state) == 14


# ---------------------------------------------------------------- losses


@pytest.mark.clause("OMA-13.1-2", "OMA-13.11-1", "OMA-X-50", "OMA-2.21-4")
def test_a_company_that_loses_its_second_step_goes_to_the_loss_box():
    _, expect = example(50)
    state = acting(A_1_16=("0815", {"steps": 2}), AB_5R="0825")
    run(state, losses.lose_step(state, of("A_1_16"), "attack"))
    run(state, losses.lose_step(state, of("AB_5R"), "attack"))
    assert f"+{state.losses('1st')} in its original division" == expect["loss_box"]
    assert state.losses("29th") == 0


@pytest.mark.clause("OMA-13.1-3")
def test_a_company_that_is_lost_at_once_counts_once():
    state = acting(A_1_16="0815")
    run(state, losses.eliminate(state, of("A_1_16"), "drowned"))
    assert state.losses("1st") == 1
    assert state.unit(of("A_1_16")).box == DEAD


@pytest.mark.clause("OMA-13.1-1", "OMA-20.1-1", "OMA-4-9", "OMA-2.1-24")
def test_eight_companies_of_a_division_end_the_game():
    state = acting()
    companies = [f"{letter}_{battalion}_16" for battalion, letters in ((1, "ABCD"), (2, "EFGH")) for letter in letters]
    for name in companies[:7]:
        state.store(replace(state.unit(of(name)), hex=at("0815"), box="", steps=1))
    assert not losses.is_catastrophe(state)
    state.store(replace(state.unit(of(companies[7])), hex=at("0815"), box="", steps=1))
    assert losses.is_catastrophe(state)
    run(state, DECISIONS.run(state))
    assert state.now.result.level == victory.CATASTROPHE
    state = game(17)
    for name in companies:
        state.store(replace(state.unit(of(name)), steps=1))
    assert not losses.is_catastrophe(state)


@pytest.mark.clause("OMA-11.14-1", "OMA-11.15-1")
@pytest.mark.parametrize(("answer", "left"), [(losses.UNIT, 0), (losses.STANDS_IN, 1)])
def test_a_hero_may_die_in_place_of_the_last_step(answer, left):
    from tests.rules.omaha.playing import tasks
    from wab.systems.omaha.state.steps import Task

    state = acting(A_1_16=("0815", {"steps": 1, "hero": HERO}))
    told = run(state, losses.lose_step(state, of("A_1_16"), "fire"))
    assert isinstance(told[0], ev.Due)
    run(state, [ev.Settled()])
    tasks(state, Task("sacrifice", units=(of("A_1_16"),), at=("fire",)), answers=[answer])
    unit = state.unit(of("A_1_16"))
    assert (unit.steps, unit.hero) == (left, INSPIRED if left else "")


@pytest.mark.clause("OMA-11.4-2", "OMA-11.4-3", "OMA-11.4-4")
def test_leaders_that_are_hit():
    state = acting(turn=6, A_1_16=("0815", {"hero": HERO}), Cota="0815", **{"16__HQ": "0815"})
    for name in ("A_1_16", "Cota", "16__HQ"):
        run(state, losses.hit_leader(state, of(name)))
    assert state.units[of("A_1_16")].hero == INSPIRED
    assert state.units[of("Cota")].wounded
    assert (state.unit(of("16__HQ")).box, state.unit(of("16__HQ")).late) == ("turn/8", True)
    run(state, losses.hit_leader(state, of("Cota")))
    assert state.unit(of("Cota")).box == DEAD
