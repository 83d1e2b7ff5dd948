"""The print on counters and map (ZOC-2), and notes of the ledger on the effect of the rules."""

import pytest

from ai.agents import RandomAgent
from tests.rules.zocbonds.examples import named, rebuilt
from tests.rules.zocbonds.field import CAMPAIGN, board, carried_out, ids, load, position, unit
from tests.rules.zocbonds.fighting import attack, fought, of, scene
from wab.engine.kernel.game import Game
from wab.engine.kernel.values import Setup
from wab.systems.zocbonds import SYSTEM
from wab.systems.zocbonds.combat import air, odds
from wab.systems.zocbonds.combat.invasion import attackers, begin
from wab.systems.zocbonds.ground import crossings
from wab.systems.zocbonds.movement import movement
from wab.systems.zocbonds.sequence import victory
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.orders import Move, Replace
from wab.systems.zocbonds.state.setup import starting_state
from wab.systems.zocbonds.state.special_units import is_fixed
from wab.systems.zocbonds.units.cadres import big_units_lost
from wab.systems.zocbonds.units.replacements import why_not_replace

CHERBOURG = "zocbonds/cherbourg"


def profiles(on=None):
    return (on or board()).roster.values()


# ------------------------------------------------------------------------------------------------- kinds of units


@pytest.mark.clause("ZOC-2.3.3-1")
def test_units_walk_or_ride_by_their_type():
    """ZOC-2.3.3-1."""
    foot = "infantry parachute glider bicycle security beach_engineer fortress ost commando strongpoint"
    assert {one.type for one in profiles() if one.foot} == set(foot.split())
    assert all(not one.foot for one in profiles() if one.silhouette or one.is_hq or one.type == "werfer")
    assert all(not one.foot for one in profiles() if one.type in ("panzergrenadier", "motorised_infantry", "recon"))


@pytest.mark.clause("ZOC-2.3.3-4")
@pytest.mark.clause("ZOC-2.3.3-5")
@pytest.mark.clause("ZOC-2.3.6-1")
def test_armour_infantry_and_silhouettes_follow_from_the_type():
    """ZOC-2.3.3-4: tanks, reconnaissance, guns on tracks; ZOC-2.3.3-5: who walks, and who rides to fight on foot;
    ZOC-2.3.6-1: vehicles alone, Flak among them."""
    kinds = {one.type: one for one in profiles()}
    assert {kind for kind, one in kinds.items() if one.armoured} == {
        "tank", "anti_tank", "recon", "armoured_brigade", "combat_command"
    }  # fmt: skip
    assert {kind for kind, one in kinds.items() if one.silhouette} == {"tank", "anti_tank", "flak"}
    riding = {kind for kind, one in kinds.items() if one.infantry and not one.foot}
    assert riding == {"motorised_infantry", "panzer_engineer", "panzergrenadier"}
    assert not any(one.infantry for one in profiles() if one.is_hq) and board().roster[
        board().ids["de_21pz_200_pzjg"]
    ].armoured  # fmt: skip


@pytest.mark.clause("ZOC-2.3.1-4")
def test_an_armour_value_is_of_armour_or_of_anti_tank_guns():
    """ZOC-2.3.1-4: red ones are guns, the others stand for tanks."""
    assert all(one.armoured for one in profiles() if one.armour and not one.guns)
    assert any(one.guns for one in profiles()) and all(one.armour for one in profiles() if one.guns)


@pytest.mark.clause("ZOC-2.3.1-5")
@pytest.mark.clause("ZOC-2.3.2-1")
def test_a_unit_is_of_its_formation_or_of_its_own_force():
    on = board()
    eighth, ranger = (on.roster[on.ids[key]] for key in ("us_4id_8", "us_2_ranger"))
    assert eighth.formation == eighth.force == "us_4id" and eighth.size == "III"
    assert not ranger.formation and ranger.force == "us_2_ranger" and eighth.label != ranger.label


@pytest.mark.clause("ZOC-2.3.5-1")
def test_three_steps_are_full_reduced_and_cadre():
    on = board()
    eighth = on.roster[on.ids["us_4id_8"]]
    row = on.cadre_row(eighth)
    assert eighth.steps == 3 and len(eighth.values) == 3 and row is not None
    full, reduced, cadre = (value[0] for value in eighth.values)
    assert full > reduced > cadre > 0
    state = position({"us_4id_8": ("1330", {"steps": 1})})
    assert state.is_cadre(unit(state, "us_4id_8")) and state.strength(unit(state, "us_4id_8")) == cadre


@pytest.mark.clause("ZOC-2.3.7-1")
def test_strongpoints_are_fixed():
    found = [one for one in profiles() if one.type == "strongpoint"]
    assert len(found) == 23 and all(is_fixed(one) and one.side == "axis" for one in found)


@pytest.mark.clause("ZOC-2.3.6-2")
@pytest.mark.clause("ZOC-2.3.8-1")
def test_one_silhouette_and_all_markers_stack_free():
    """ZOC-2.3.6-2, ZOC-2.3.8-1."""
    state = position({"us_4id_8": "1330", "us_4id_12": "1330", "us_746": "1330"})
    assert state.weight(ids(state, "us_4id_8", "us_4id_12", "us_746")) == 4
    marked = {"disrupted": True, "reserve": True, "replaced": True, "column": True}
    other = position({"us_4id_8": ("1330", marked), "us_4id_12": "1330"})
    assert other.weight(ids(other, "us_4id_8", "us_4id_12")) == 4


@pytest.mark.clause("ZOC-2.3.6-3")
def test_strafing_costs_a_silhouette_a_step_and_others_none():
    state = position({"de_21pz_200_stug": "2128", "de_21pz_125": "2128"}, phase="combat", air={"us": 1}, turn=5)
    before = {key: unit(state, key).steps for key in ("de_21pz_200_stug", "de_21pz_125")}
    load(state, strafing=(6, 6))
    (order,) = (order for group in air.offered_strafe(state) for order in group if order.army == "us")
    carried_out(state, air.execute_strafe(state, order))
    lost = {key: steps - unit(state, key).steps for key, steps in before.items()}
    assert lost == {"de_21pz_200_stug": 1, "de_21pz_125": 0}


# ------------------------------------------------------------------------------------------------- the map


@pytest.mark.clause("ZOC-2.2-1")
@pytest.mark.clause("ZOC-2.2-2")
def test_nobody_stands_off_the_grid_and_only_hilltops_are_hills():
    """ZOC-2.2-1, ZOC-2.2-2: two hexes of the same ground are defended alike, at any height."""
    on = board()
    assert not on.dry[~on.in_play].any() and on.in_play.any()
    state = position({"us_4id_8": "1330"})
    outside = next(hex_ for hex_ in range(on.grid.size) if not on.in_play[hex_])
    start = unit(state, "us_4id_8").hex
    refusal = movement.why_not_move(state, Move(ids(state, "us_4id_8"), (start, outside), "ordinary"))
    assert refusal is not None
    heights = on.map.elevation if hasattr(on.map, "elevation") else None
    assert heights is None or on.overlay("hilltop").sum() == 9


@pytest.mark.clause("ZOC-2.2-4")
def test_the_canal_below_caen_is_nothing_but_the_orne():
    """ZOC-2.2-4: every water hexside between Caen and the sea is a major river and no more."""
    on = board()
    sides = [
        crossings.kinds(on, hex_, direction)
        for label in ("2030", "2130", "2131", "2230", "2231")
        for hex_ in [on.hex(label)]
        for direction in range(6)
        if on.map.river[hex_, direction]
    ]
    assert "major_river" in {kind for kinds in sides for kind in kinds}
    assert all(kinds == ("major_river",) for kinds in sides if "major_river" in kinds)


# ------------------------------------------------------------------------------------------------- what rules come to


@pytest.mark.clause("ZOC-13.6-5")
def test_the_disrupted_take_no_replacements():
    for values, code in (({"disrupted": True, "steps": 2}, "disrupted"), ({"steps": 2}, None)):
        state = position({"us_4id_8": ("2814", values), "us_1_esb_utah": "2814"}, phase="replacement",
                         replacements={"us_infantry": 1})  # fmt: skip
        state.control[:] = bytes([1]) * len(state.control)
        (number,) = ids(state, "us_4id_8")
        refusal = why_not_replace(state, Replace(number, "us_infantry"))
        assert (refusal.code if refusal else None) == code


@pytest.mark.clause("ZOC-3-5")
def test_supply_is_spent_in_combat_for_a_shift_alone():
    """ZOC-3-5, ZOC-11.6-1."""
    for guns, points in (([], 0), (["us_vii"], 1)):
        state = scene("1433", {"de_352id_914": {}}, {"us_4id_8": ("1432", {}), "us_vii": ("1432", {})},
                      supply={"us": 3})  # fmt: skip
        done = fought(load(state, combat=(2,)), attack(state, "1433", "us_4id", units=["us_4id_8"], guns=guns))
        assert sum(one.points for one in of(done, ev.SupplySpent)) == points


@pytest.mark.clause("ZOC-EOP-9")
def test_who_landed_and_crosses_a_river_outside_the_main_force_is_halved_once():
    part = odds.Contribution(1, 6, (odds._half(None, "a"), odds._half(None, "b"), odds._half(None, "c")))
    assert odds.attack_strength((part,)) == 3


@pytest.mark.clause("ZOC-EOP-3")
def test_all_drops_come_before_the_first_assault():
    state = starting_state(board(), 1, {})
    found = carried_out(state, begin(state))
    drops = [number for number, event in enumerate(found) if isinstance(event, ev.Scattered)]
    (asked,) = (number for number, event in enumerate(found) if isinstance(event, ev.Asked))
    assert len(drops) == 9 and max(drops) < asked
    assert all(attackers(board(), step.landing) for step in found[asked].steps) and len(found[asked].steps) == 9


@pytest.mark.clause("ZOC-EOP-10")
def test_the_hitlerjugend_arrives_on_turn_two_facing_the_british():
    arrivals = [one for one in board().arrivals if any("de_12ss" in key for key in one.units)]
    assert min(one.turn for one in arrivals) == 2 and all(one.entry != "green" for one in arrivals)


@pytest.mark.clause("ZOC-DN-1")
def test_allied_regiments_differ_little_and_germans_much():
    big = [one for one in profiles() if one.type == "infantry" and one.size in ("III", "X") and one.steps == 3]
    allied = {one.values[0][2] for one in big if one.side == "allied"}
    german = {one.values[0][2] for one in profiles() if one.infantry and one.side == "axis"}
    strengths = {one.values[0][0] for one in big if one.side == "allied"}
    assert max(strengths) - min(strengths) <= 2 and len(german) > len(allied)


@pytest.mark.clause("ZOC-DN-2")
@pytest.mark.clause("ZOC-23.3-3")
def test_canadians_are_not_counted_as_lost():
    state = position({"ca_3id_7": ("2128", {"steps": 1}), "uk_3id_8": ("2129", {"steps": 1})})
    assert big_units_lost(state, "commonwealth") == ids(state, "uk_3id_8")


@pytest.mark.clause("ZOC-DN-3")
def test_below_the_table_a_german_loses_a_step_and_no_more():
    """ZOC-DN-3: in clear weather fighter-bombers may push an attack off the table."""
    state = scene("1433", {"us_4id_8": {}, "us_4id_12": {}}, {"de_352id_914": ("1432", {})}, side="axis", row=6)
    state.changed(row=next(n for n, row in enumerate(state.board.tables.weather.rows, 1) if row.sky == "clear"))
    seen = odds.preview(state, attack(state, "1433", "de_352id", units=["de_352id_914"]))
    assert odds.result_of(state, odds.NO_ROLL, 1) == "A1" and seen.chances["A1"] > 0
    assert set(seen.chances) <= {"A1", "NE", "EX", "A1/DR", "DR"}


@pytest.mark.clause("ZOC-DN-4")
def test_a_division_lands_within_three_days():
    """ZOC-DN-4: three regiments over one beach of four points a day."""
    on = board()
    costs = [on.roster[on.ids[key]].landing for key in ("us_9id_39", "us_9id_47", "us_9id_60")]
    days = -(-sum(costs) // on.tables.landing.most_a_beach)
    assert 2 <= days <= 3


@pytest.mark.clause("ZOC-DN-7")
@pytest.mark.clause("ZOC-24.3-7")
def test_the_line_of_history_is_worth_one_point_less_than_victory_needs():
    state = position({"us_1_esb_utah": "2814"})
    perimeter = state.board.overlay("perimeter")
    held = (state.board.overlay("allied_side_27_june") | perimeter) & state.board.dry
    for hex_ in held.nonzero()[0].tolist():
        state.control[hex_] = 1
    assert victory.net(state) == 9


@pytest.mark.clause("ZOC-T-SETUP-CHER")
def test_the_cherbourg_set_up_is_the_western_part_of_the_campaigns():
    """ZOC-T-SETUP-CHER: Germans of columns 1 to 14, Utah and the drops of two divisions, no 2nd Infantry or Armored."""
    on, whole, table = board(CHERBOURG), board(), rebuilt("ZOC-T-SETUP-CHER")
    keys = {on.roster[number].key: on.grid.label(hex_) for number, hex_ in on.placed.items()}
    west = {
        whole.roster[number].key: whole.grid.label(hex_)
        for number, hex_ in whole.placed.items()
        if whole.roster[number].side == "axis" and int(whole.grid.label(hex_)[2:]) <= 14
    }
    germans = {key: label for key, label in keys.items() if on.roster[on.ids[key]].side == "axis"}
    assert germans == west
    state = starting_state(on, 1, {})
    assert state.now.supply["fortress"] == table["german_supply_fortress_cherbourg"]
    assert list(on.assault) == ["utah"] and len(on.drops) == 6
    assert not any(one.formation in ("us_2id", "us_2ad") for one in profiles(on))
    turns = sorted(one.turn for one in on.arrivals for _ in one.units)
    assert turns == [row[0] for row in table["reinforcements"]]


@pytest.mark.clause("ZOC-1-1")
@pytest.mark.clause("ZOC-27.2-1")
@pytest.mark.clause("ZOC-EOP-1")
def test_two_sides_see_everything_and_play_two_turns_on_the_first_day():
    """ZOC-1-1, ZOC-27.2-1: one person can play both; ZOC-EOP-1: the Allies land, then have a turn like any other."""
    assert SYSTEM.sides == ("allied", "axis") and not SYSTEM.nature.hidden_information
    game = Game.start(SYSTEM, Setup("zocbonds", CAMPAIGN, 5, {}))
    players = {seat: RandomAgent(7) for seat in game.seats}
    phases = []
    while game.to_act is not None and game.state.now.turn == 1:
        found = game.play(players[game.to_act].decide(game.view(game.to_act)))
        phases += [(event.side, event.phase) for event in found if isinstance(event, ev.PhaseBegan)]
    kinds = ("movement", "combat", "recovery", "supply")
    assert [phase for phase in phases if phase[0] == "axis" and phase[1] in kinds] == [("axis", one) for one in kinds]
    assert [phase for phase in phases if phase[0] == "allied" and phase[1] in kinds] == [
        ("allied", one) for one in kinds
    ]  # fmt: skip


@pytest.mark.clause("ZOC-2.1-1")
@pytest.mark.clause("ZOC-2.3-1")
def test_the_parts_of_the_game_are_there():
    """ZOC-2.1-1: map, counters, tables; ZOC-2.3-1: units are counters, fixed fortifications among them, markers not."""
    on = board()
    assert on.dry.sum() > 700 and len(on.roster) == 138 + 23 + 138
    assert set(on.tables.combat.rows) == set(on.tables.combat.columns) and len(on.tables.weather.rows) == 6
    assert "strongpoint" in {one.type for one in profiles()} and not {"disrupted", "reserve"} & set(on.ids)


# ------------------------------------------------------------------------------------------------- a worked combat


@pytest.mark.clause("ZOC-X-19.2")
def test_a_ship_against_a_strongpoint():
    """A brigade and a tank battalion against a strongpoint; its armour gives no shift there."""
    given, expect = named("19.2").given, named("19.2").expect
    state = scene("2430", {"de_wn_queen": {}},
                  {key: ("2429", {}) for key in ("uk_1_ss", "uk_27bde_13_18_h_dd")},
                  ships={"commonwealth": 1})  # fmt: skip
    order = attack(state, "2430", "uk_1_ss", "uk_27bde_13_18_h_dd", naval=1)
    seen = odds.preview(state, order)
    assert sorted(part.strength for part in seen.attackers) == sorted(given["breakdown"]["full"])
    assert (seen.attack, seen.defence, seen.odds) == (expect["attack"], expect["defence"], expect["basic_odds"])
    worth = {shift.clause: shift.value for shift in seen.shifts}
    assert worth == {"ZOC-11.5-1": given["shifts"]["TQ"], "ZOC-19.2-4": given["shifts"]["naval"]}
    assert seen.column == expect["final_column"]
