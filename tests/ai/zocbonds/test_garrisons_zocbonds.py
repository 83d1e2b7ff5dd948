"""Garrisons of the planning players: who stays in what decides the game, and what the ground costs that may be lost."""

from dataclasses import replace
from math import inf

from ai.zocbonds import judgement as j
from ai.zocbonds.levels import level_named
from ai.zocbonds.march import Marching
from ai.zocbonds.picture import Menace
from ai.zocbonds.stakes import stakes
from ai.zocbonds.worths import must_be_spared, step_worth
from tests.ai.zocbonds.test_greedy_zocbonds import begun
from tests.ai.zocbonds.test_planner_zocbonds import picture_of, planned
from tests.rules.zocbonds.field import ids, position, unit
from tests.rules.zocbonds.units.test_receipts import BEACHES

SAINT_LO = "1815"


def marching(state, side="axis"):
    state.changed(player=side)
    _, view = begun(state, side)
    return Marching(view, picture_of(state, side), [one.id for one in state.units_of(side)], level_named("normal"))


def test_what_decides_the_game_is_at_risk_within_a_day_s_drive():
    """A combat may open the way that zones close now."""
    state = position({"us_1id_16": "2616", "de_352id_fus": "1515"}, side="axis", player="axis")
    picture, hex_ = picture_of(state, "axis"), state.board.hex(SAINT_LO)
    assert not picture.enemy_reach[hex_] and picture.at_risk[hex_]
    far = position({"us_1id_16": "2636", "de_352id_fus": "1515"}, side="axis", player="axis")
    assert not picture_of(far, "axis").at_risk[hex_]


def test_a_village_is_at_risk_only_where_the_enemy_gets_now():
    state = position({"us_1id_16": "2616", "de_352id_fus": "1515"}, side="axis", player="axis")
    picture = picture_of(state, "axis")
    villages = state.board.map.is_terrain("village")
    assert (picture.at_risk[villages] == picture.enemy_reach[villages]).all()


def test_a_goal_that_all_have_left_is_manned_at_the_end():
    state = position({"us_2ad_cca": "2116", "de_352id_fus": SAINT_LO}, side="axis", player="axis")
    plan, (fusiliers,) = marching(state), ids(state, "de_352id_fus")
    away = next(place for place in plan.options[fusiliers] if place.hex == state.board.hex("1515"))
    plan._settle(fusiliers, away)
    plan._man_the_goals([fusiliers])
    assert plan.meant.places[fusiliers].hex == state.board.hex(SAINT_LO)


def test_a_weak_garrison_draws_another_unit():
    units = {"de_352id_fus": SAINT_LO, "us_2ad_cca": "2116", "de_352id_feb": "1714"}
    state = position(units, side="axis", player="axis")
    plan = marching(state)
    for one in plan.options:
        plan._settle(one, plan.options[one][0])
    plan._man_the_goals(list(plan.options))
    assert {place.hex for place in plan.meant.places.values()} == {state.board.hex(SAINT_LO)}


def test_units_that_leave_a_city_cost_what_those_that_stay_keep_less_well():
    units = {"de_352id_916": SAINT_LO, "de_100_pz": SAINT_LO, "us_2ad_cca": "2116"}
    plan = marching(position(units, side="axis", player="axis"))
    here = plan.state.board.hex(SAINT_LO)
    (regiment,), (tanks,) = (ids(plan.state, key) for key in ("de_352id_916", "de_100_pz"))
    assert plan._leaving(regiment, here) > plan._leaving(tanks, here) >= 0.0


def test_a_unit_finds_no_room_where_others_have_been_given_its_own():
    units = {"de_352id_916": SAINT_LO, "de_352id_914": "1714", "de_352id_fus": "1515", "us_2ad_cca": "2116"}
    plan = marching(position(units, side="axis", player="axis"))
    first, *others = ids(plan.state, "de_352id_916", "de_352id_914", "de_352id_fus")
    stays = plan.options[first][0]
    plan._look_for_holes(first)
    assert plan._worth(first, stays) > 0.0
    for one in others:
        plan._suppose(one, stays.hex)
    assert plan._worth(first, stays) == -inf


def test_flak_and_tank_hunters_are_no_garrison_for_a_city():
    """Silhouettes get no bonus of the ground there (ZOC-11.2-2): they fall sooner than a battalion as strong."""
    chances = []
    for key in ("de_352id_fus", "de_100_pz", "de_352id_feb", "de_30_flak_cherbourg"):
        state = position({key: SAINT_LO, "us_2ad_cca": "2116"}, side="axis", player="axis")
        picture, hex_ = picture_of(state, "axis"), state.board.hex(SAINT_LO)
        chances.append(picture.falls(hex_, ids(state, key), Menace(12, 3, 0)))
        assert picture.falls(hex_, (), Menace(12, 3, 0)) == 1.0
    assert chances == sorted(chances) and chances[0] < 0.3 and chances[-1] > 0.85


def test_a_beach_that_can_be_attacked_is_at_risk():
    state = position({"us_1_esb_utah": "2814", "de_352id_914": "2812"}, side="allied", player="allied")
    picture, beach = picture_of(state, "allied"), state.board.hex("2814")
    assert picture.menace(beach).strength and picture.at_risk[beach]


def test_beach_engineers_are_dearer_the_fewer_beaches_may_still_close_and_spared_at_the_end():
    def judged(*lost):
        kept = {key: hex_ for key, hex_ in BEACHES.items() if key not in lost}
        state = position(kept, side="allied", player="allied")
        engineers = unit(state, "uk_101_beach_sub_area_sword")
        return step_worth(state, engineers), must_be_spared(state, engineers)

    lost = ("us_1_esb_utah", "us_6_esb_omaha", "us_5_esb_omaha")
    (all_open, calm), (one_closed, worried), (two_closed, _) = (judged(*lost[:count]) for count in range(3))
    assert j.ENGINEERS < all_open < one_closed < two_closed and worried and not calm
    assert judged(*lost) == (j.ENGINEERS, False), "the game is over"


def test_a_lone_battalion_keeps_a_decisive_town_though_it_is_exposed_there():
    state = position({"us_2ad_cca": "2016", "us_2ad_ccb": "2016", "de_352id_fus": SAINT_LO}, side="axis", player="axis")
    plan, picture = planned(state, "axis")
    assert picture.exposure(state.board.hex(SAINT_LO), ids(state, "de_352id_fus")) > 0
    assert plan.places[unit(state, "de_352id_fus").id].hex == state.board.hex(SAINT_LO)


def test_ground_that_is_lost_counts_once_whatever_the_temper():
    """The temper multiplies steps: who weighs them heavily does not give up towns for it."""
    state = position({"us_2ad_cca": "2016", "us_2ad_ccb": "2016", "de_352id_fus": SAINT_LO}, side="axis", player="axis")
    usual = picture_of(state, "axis")
    hex_, units = state.board.hex(SAINT_LO), ids(state, "de_352id_fus")
    careful = picture_of(state, "axis", "careful")
    more = careful.exposure(hex_, units) - usual.exposure(hex_, units)
    steps = more / (careful.temper.exposed - usual.temper.exposed)
    ground = usual.exposure(hex_, units) - steps * usual.temper.exposed
    assert 0 < ground <= j.GIVEN_UP * (j.GROUND + float(usual.ground.worth[hex_]))


def test_where_a_front_has_to_last_the_germans_weigh_what_they_would_lose_more_heavily():
    """They cannot close the hole that a lost stack leaves; round Cherbourg both sides fight as hard."""
    for victory in ("line", "first_week"):
        germans, allies = (j.temper("usual", victory, side, 1) for side in ("axis", "allied"))
        assert germans.exposed > allies.exposed and germans.enough > allies.enough
    assert (
        j.temper("usual", "cherbourg", "axis", 9) == j.temper("usual", "cherbourg", "allied", 9) == j.TEMPERS["usual"]
    )


def test_the_allies_of_the_campaign_strike_at_once_and_husband_their_regiments_once_they_are_ashore():
    """Caution on the first days lets the beaches be lost; in a scenario of a week nothing is saved for later."""
    early, late = (j.temper("usual", "line", "allied", turn) for turn in (1, 22))
    assert late.exposed > early.exposed and late.enough > early.enough
    assert j.temper("usual", "first_week", "allied", 7) == early


def test_a_city_that_decides_the_game_draws_units_before_the_enemy_stands_beside_it():
    """A lone battalion is no garrison that closes the question; one of twelve points is."""

    def pull(*garrison):
        units = dict.fromkeys(garrison, SAINT_LO) | {"us_2ad_cca": "2116"}
        state = position(units, side="axis", player="axis")
        assert not state.zone_of("allied")[state.board.hex(SAINT_LO)]
        return float(stakes(state, "axis").pull[state.board.hex("1513")])

    assert pull("de_352id_fus") > pull("de_352id_914", "de_352id_915", "de_352id_916")


def test_the_loss_of_a_city_that_decides_the_game_is_priced_once():
    """The worth of its garrison is the chance that it stands; where it stands, only steps and a hex are exposed."""
    foes = {"us_2ad_cca": "2016", "us_2ad_ccb": "2016"}
    state = position(foes | {"de_352id_fus": SAINT_LO}, side="axis", player="axis")
    picture, hex_, units = picture_of(state, "axis"), state.board.hex(SAINT_LO), ids(state, "de_352id_fus")
    bold = replace(picture, temper=picture.temper._replace(exposed=0.0))
    assert 0 < bold.exposure(hex_, units) <= j.GIVEN_UP * j.GROUND < j.GIVEN_UP * float(picture.ground.worth[hex_])
