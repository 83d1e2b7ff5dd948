"""Determined and desperate defence (ZOC-12.4, ZOC-12.5)."""

import pytest

from tests.rules.zocbonds.examples import named
from tests.rules.zocbonds.field import board, ids, load, position, unit
from tests.rules.zocbonds.fighting import asked, fight, find, fought, of, offered, refused, scene
from wab.engine.kernel.orders import Shift
from wab.engine.words.text import Text
from wab.systems.zocbonds.combat.defence import cell, column, leads, may_be_desperate, preview_stand, within_limit
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.orders import Advance, GiveGround, LoseStep, Stand, StandDesperately
from wab.systems.zocbonds.state.state import Works
from wab.systems.zocbonds.state.steps import DesperateDefence, DeterminedDefence, LoseSteps, MayAdvance, MustRetreat

PLAIN = "1432"
WEST = {"us_4id_8": ("1433", {}), "us_4id_12": ("1433", {})}


def beaten(defenders, attackers=None, main=("us_4id_8",), target=PLAIN, **now):
    """Defenders that have been beaten, and are asked whether they stand."""
    party = attackers or WEST
    state = scene(target, defenders, party, **now)
    side = state.now.side
    fight(state, target, party, main, advance=2, result="DR")
    enemy = "axis" if side == "allied" else "allied"
    asked(state, DeterminedDefence(enemy), MayAdvance(side, state.fight.units))
    return state


def question(state):
    return state.agenda[0].question if state.agenda else ""


@pytest.mark.clause("ZOC-12.4.1-5")
@pytest.mark.clause("ZOC-12.4.1-6")
@pytest.mark.clause("ZOC-T-TEC")
@pytest.mark.parametrize(("terrain", "name"), [
    ("clear", "clear"), ("mixed", "other"), ("bocage", "other"), ("woods", "other"), ("village", "other"),
    ("city", "fortress"),
])  # fmt: skip
def test_the_ground_names_the_column(terrain, name):
    target = find(terrain, ())[0]
    state = position({"de_352id_914": target})
    assert column(state, state.board.ids["de_352id_914"], board().hex(target)) == name


@pytest.mark.clause("ZOC-12.4.1-5")
@pytest.mark.clause("ZOC-12.4.1-6")
@pytest.mark.clause("ZOC-12.4.1-7")
@pytest.mark.clause("ZOC-16.1-8")
@pytest.mark.clause("ZOC-16.3-2")
def test_flooded_ground_is_clear_works_have_their_column_and_a_leading_strongpoint_its_own():
    state = position({"de_352id_914": "2514", "de_yorck": "2514", "de_352id_915": PLAIN, "de_709id_729": "3505"})
    of_ = state.board.ids
    assert column(state, of_["de_352id_914"], state.board.hex("2514")) == "clear"
    assert column(state, of_["de_yorck"], state.board.hex("2514")) == "fortress"
    state.changed(works=(Works(state.board.hex(PLAIN), "axis"),))
    assert column(state, of_["de_352id_915"], state.board.hex(PLAIN)) == "clear", "not finished"
    state.changed(works=(
        Works(state.board.hex(PLAIN), "axis", done=True), Works(state.board.hex("2514"), "axis", done=True),
        Works(state.board.hex("3505"), "axis", done=True, permanent=True),
    ))  # fmt: skip
    assert column(state, of_["de_352id_915"], state.board.hex(PLAIN)) == "works"
    assert column(state, of_["de_yorck"], state.board.hex("2514")) == "fortress"
    assert column(state, of_["de_709id_729"], state.board.hex("3505")) == "works"


@pytest.mark.clause("ZOC-12.4.1-3")
@pytest.mark.clause("ZOC-12.4.1-4")
@pytest.mark.clause("ZOC-13.6-3")
@pytest.mark.clause("ZOC-17.2-1")
@pytest.mark.clause("ZOC-17.3-6")
@pytest.mark.clause("ZOC-20.2-6")
def test_headquarters_werfers_and_disrupted_units_do_not_lead_and_scattered_ones_do():
    state = beaten({
        "de_352id_fus": {}, "de_lxxxiv": {}, "de_7_werfer": {}, "de_91id_fus": {"disrupted": True},
        "de_716id_736": {"scattered": True},
    })  # fmt: skip
    assert leads(state, state.fight) == ids(state, "de_352id_fus", "de_716id_736")
    assert refused(state, Stand(state.board.ids["de_lxxxiv"])) == "no-lead"
    assert refused(state, Stand(state.board.ids["us_4id_8"])) == "no-lead"
    assert {order.lead for order in offered(state) if isinstance(order, Stand)} == set(leads(state, state.fight))


@pytest.mark.clause("ZOC-12.4.1-4")
@pytest.mark.clause("ZOC-12.5-3")
def test_without_a_lead_unit_there_is_neither_stand_nor_desperate_defence():
    state = beaten({"de_91id_fus": {"disrupted": True}})
    assert question(state) == "retreat"


@pytest.mark.clause("ZOC-12.4.1-8")
@pytest.mark.clause("ZOC-12.4.3-1")
@pytest.mark.clause("ZOC-12.4.3-4")
@pytest.mark.clause("ZOC-X-12.4.1")
@pytest.mark.clause("ZOC-T-DD")
def test_quality_and_support_make_the_modifier():
    given = named("12.4.1")
    assert given.given == {"lead": "Fallschirmjager TQ +1", "support": True}
    state = beaten({"de_6fj_fj": {}, "de_lxxxiv": {}}, supply={"seventh_army": 1})
    seen = preview_stand(state, state.board.ids["de_6fj_fj"], str(state.board.ids["de_lxxxiv"]))
    assert seen.modifier == given.expect["drm"] == 2
    assert sum(seen.cells.values()) == pytest.approx(1) and seen.holds == pytest.approx(4 / 6)
    poor = beaten({"de_795_ost": {}})
    assert preview_stand(poor, poor.board.ids["de_795_ost"]).modifier == -2


@pytest.mark.clause("ZOC-DN-6")
def test_a_supply_point_is_worth_most_for_good_troops_behind_hedges_or_in_caen():
    """ZOC-DN-6: with a headquarters the good stand there more often than not; the poor fall, in Cherbourg too."""

    def holds(key, label, support="de_lxxxiv"):
        beside = board().grid.label(next(iter(board().grid.adjacent(board().hex(label)))))
        attackers = {"us_4id_8": (beside, {}), "us_4id_12": (beside, {})}
        state = beaten({key: {}, "de_lxxxiv": {}}, attackers, target=label, supply={"seventh_army": 1, "fortress": 1})
        source = str(state.board.ids[support]) if support else ""
        return preview_stand(state, state.board.ids[key], source).holds

    hedges = find("bocage", ())[0]
    good, poor = "de_21pz_125", "de_709id_739"
    assert (unit_quality(good), unit_quality(poor)) == (1, -1)
    for label in (hedges, "1928"):
        assert holds(good, label) > 0.5 >= holds(poor, label, "")
        assert holds(good, label) > holds(good, PLAIN) and holds(good, label) > holds(good, label, "")
    assert holds(poor, "3606", "") < holds(good, "3606", "")
    assert holds(poor, hedges, "") < 0.5


def unit_quality(key):
    return board().roster[board().ids[key]].values[0][2]


@pytest.mark.clause("ZOC-12.4.1-8")
@pytest.mark.clause("ZOC-12.4.4-5")
def test_the_modifier_is_never_more_than_two():
    state = position({})
    assert cell(state, "other", -1) == cell(state, "other", 1) and cell(state, "other", 12) == cell(state, "other", 8)
    assert state.board.tables.defence.most_modifier == 2


@pytest.mark.clause("ZOC-12.4.4-5")
@pytest.mark.clause("ZOC-T-DD")
@pytest.mark.parametrize(("name", "die", "read"), board().tables.defence.pinned)
def test_the_cells_that_the_source_gives(name, die, read):
    assert cell(position({}), name, die) == read


@pytest.mark.clause("ZOC-12.4.2-1")
@pytest.mark.clause("ZOC-12.4.2-2")
@pytest.mark.clause("ZOC-X-12.4.4A")
@pytest.mark.clause("ZOC-X-12.4.4B")
def test_armour_may_stand_in_for_quality():
    tanks = {"us_4id_8": ("1433", {}), "us_70_dd": ("1433", {})}
    main = ("us_4id_8", "us_70_dd")
    state = beaten({"de_6fj_fj": {}, "de_902_stug": {}}, tanks, main)
    expect = named("12.4.4A").expect
    assert preview_stand(state, state.board.ids["de_6fj_fj"]).modifier == expect["drm_FJ"]
    assert preview_stand(state, state.board.ids["de_902_stug"]).modifier == expect["drm_StuG"]
    airborne = beaten({"de_100_pz": {}}, {"us_101ab_506": ("1433", {})}, ("us_101ab_506",))
    seen = preview_stand(airborne, airborne.board.ids["de_100_pz"])
    assert seen.modifier == named("12.4.4B").expect["drm"]
    assert [shift.clause for shift in seen.modifiers] == ["ZOC-12.4.2-1"]
    better = beaten({"de_12ss_1_12": {}}, tanks, main)
    assert preview_stand(better, better.board.ids["de_12ss_1_12"]).modifier == 1
    worse = beaten({"de_100_pz": {}}, tanks, main)
    assert preview_stand(worse, worse.board.ids["de_100_pz"]).modifier == 0, "its quality, not -1 for its armour"


@pytest.mark.clause("ZOC-12.4.2-1")
@pytest.mark.clause("ZOC-12.4.2-2")
def test_armour_that_attacks_beside_the_main_force_is_not_compared():
    """ZOC-12.4.2-1: old tanks lose the comparison with the tanks of the main force, and win it against others."""
    tanks = {"us_4id_8": ("1433", {}), "us_70_dd": ("1433", {})}
    for main, modifiers in ((("us_4id_8", "us_70_dd"), [0]), (("us_4id_8",), [1])):
        state = beaten({"de_100_pz": {}}, tanks, main)
        assert [shift.value for shift in preview_stand(state, state.board.ids["de_100_pz"]).modifiers] == modifiers


@pytest.mark.clause("ZOC-12.4.4-5")
def test_the_sum_of_modifiers_stays_within_two_either_way():
    """ZOC-12.4.4-5."""
    state = position({})
    sums = [within_limit(state, tuple(Shift(one, Text("cause"), "") for one in parts)) for parts in ((-2, -1), (2, 1))]
    assert sums == [-2, 2]


@pytest.mark.clause("ZOC-12.4.2-3")
@pytest.mark.clause("ZOC-11.4.3-1")
def test_anti_tank_guns_need_an_armoured_attacker_of_the_main_force_or_not():
    guns = {"de_3flak_1_flak": {}}
    foot = beaten(guns)
    assert preview_stand(foot, foot.board.ids["de_3flak_1_flak"]).modifier == 0
    beside = beaten(guns, {**WEST, "us_70_dd": ("1532", {})})
    assert preview_stand(beside, beside.board.ids["de_3flak_1_flak"]).modifier == 1


@pytest.mark.clause("ZOC-12.4.3-1")
@pytest.mark.clause("ZOC-12.4.3-2")
@pytest.mark.clause("ZOC-10.2-2")
@pytest.mark.clause("ZOC-17.2-6")
@pytest.mark.clause("ZOC-17.3-1")
def test_support_costs_a_point_or_a_turned_marker_and_there_is_one_source():
    guns = {"de_lxxxiv": {}, "de_7_werfer": {}}
    state = load(beaten({"de_352id_914": {}, **guns}, supply={"seventh_army": 1}), defence=(5,))
    of_ = state.board.ids
    sources = {order.support for order in offered(state) if isinstance(order, Stand)}
    assert sources == {"", str(of_["de_lxxxiv"]), str(of_["de_7_werfer"])}
    done = fought(state, Stand(of_["de_352id_914"], str(of_["de_lxxxiv"])))
    kinds = [type(event) for event in done]
    assert kinds.index(ev.SupplySpent) < kinds.index(ev.DefenceRolled) and state.now.supply["seventh_army"] == 0
    assert sum(shift.value for shift in of(done, ev.DefenceRolled)[0].modifiers) == 1
    state = load(beaten({"de_352id_914": {}, "de_7_werfer": {}}), defence=(5,))
    fought(state, Stand(state.board.ids["de_352id_914"], str(state.board.ids["de_7_werfer"])))
    assert unit(state, "de_7_werfer").moved_side


@pytest.mark.clause("ZOC-17.2-10")
def test_the_owner_names_the_store_that_pays_for_a_stand():
    """ZOC-17.2-10: where a headquarters traces to both; of two the fuller is offered first, and pays unless named."""
    for store, left in (("", (1, 1)), ("seventh_army", (1, 1)), ("fortress", (2, 0))):
        state = load(
            beaten({"de_352id_914": {}, "de_lxxxiv": {}}, supply={"seventh_army": 2, "fortress": 1}), defence=(5,)
        )
        lead, gun = state.board.ids["de_352id_914"], str(state.board.ids["de_lxxxiv"])
        assert [order.store for order in offered(state) if getattr(order, "support", "") == gun] == [
            "seventh_army", "fortress",
        ]  # fmt: skip
        fought(state, Stand(lead, gun, store))
        assert (state.now.supply["seventh_army"], state.now.supply["fortress"]) == left
    state = beaten({"de_352id_914": {}, "de_lxxxiv": {}, "de_7_werfer": {}}, supply={"seventh_army": 2, "fortress": 0})
    of_ = state.board.ids
    lead = of_["de_352id_914"]
    assert refused(state, Stand(lead, str(of_["de_lxxxiv"]), "fortress")) == "other-store"
    assert refused(state, Stand(lead, str(of_["de_7_werfer"]), "seventh_army")) == "other-store"
    assert refused(state, Stand(lead, "", "seventh_army")) == "other-store"


@pytest.mark.clause("ZOC-12.4.3-1")
@pytest.mark.clause("ZOC-12.4.3-2")
@pytest.mark.clause("ZOC-12.4.3-3")
@pytest.mark.clause("ZOC-12.4.3-4")
@pytest.mark.clause("ZOC-19.1.2-3")
@pytest.mark.clause("ZOC-19.2-4")
def test_ships_and_aircraft_help_the_allies_to_stand():
    panzers = {"de_12ss_25": ("1433", {})}
    setting = {"side": "axis", "air": {"us": 1}, "ships": {"us": 1}}
    inland = beaten({"us_4id_8": {}}, panzers, ("de_12ss_25",), **setting)
    lead = inland.board.ids["us_4id_8"]
    assert {order.support for order in offered(inland) if isinstance(order, Stand)} == {"", "air"}
    fought(load(inland, defence=(6,)), Stand(lead, "air"))
    assert inland.now.air == {"us": 0}
    target, near = find("clear", (), also=lambda hex_: bool(board().overlay("naval_zone")[hex_]))
    coast = beaten({"us_4id_8": {}}, {"de_12ss_25": (near, {})}, ("de_12ss_25",), target, **setting)
    assert refused(coast, Stand(lead, "naval")) == ""
    fought(load(coast, defence=(6,)), Stand(lead, "naval"))
    assert coast.now.ships == {"us": 0}


@pytest.mark.clause("ZOC-22.1-2")
@pytest.mark.clause("ZOC-17.2-5")
def test_support_must_be_of_the_army_of_the_lead_unit():
    state = beaten(
        {"us_4id_8": {}, "uk_3id_8": {}, "uk_i": {}}, {"de_12ss_25": ("1433", {})}, ("de_12ss_25",), side="axis",
        supply={"commonwealth": 2},
    )  # fmt: skip
    uk_i = str(state.board.ids["uk_i"])
    assert refused(state, Stand(state.board.ids["uk_3id_8"], uk_i)) == ""
    assert refused(state, Stand(state.board.ids["us_4id_8"], uk_i)) == "other-army"


def test_nonsense_for_support_is_refused():
    state = beaten({"de_352id_914": {}})
    lead = state.board.ids["de_352id_914"]
    stranger = str(state.board.ids["us_4id_8"])
    for support in ("x", "-1", "99999999999999999999", "²", stranger, str(lead), "air", "naval"):
        assert refused(state, Stand(lead, support)) != ""
    assert refused(state, Stand(-1)) != "" and refused(state, StandDesperately(lead)) != ""


# ------------------------------------------------------------------------------------------------- what a cell does


def stands(defenders, die, lead, **more):
    state = load(beaten(defenders, **more), defence=(die,))
    done = fought(state, Stand(state.board.ids[lead]))
    return state, done, of(done, ev.DefenceRolled)[0].cell


@pytest.mark.clause("ZOC-12.4.1-1")
@pytest.mark.clause("ZOC-12.4.4-1")
def test_a_dot_holds_the_hex_and_there_is_no_advance():
    state, _, read = stands({"de_6fj_fj": {}}, 6, "de_6fj_fj")
    assert read == "holds" and not state.agenda and state.now.fight is None
    assert unit(state, "de_6fj_fj").hex == state.board.hex(PLAIN) and not unit(state, "de_6fj_fj").disrupted


@pytest.mark.clause("ZOC-12.4.4-1")
def test_without_a_dot_the_defender_retreats():
    state, _, read = stands({"de_6fj_fj": {}}, 1, "de_6fj_fj")
    assert read == "fails" and question(state) == "retreat"


@pytest.mark.clause("ZOC-12.4.4-2")
@pytest.mark.clause("ZOC-12.4.1-3")
def test_a_loss_is_the_lead_units():
    state, done, read = stands({"de_6fj_fj": {}, "de_352id_914": {}}, 4, "de_6fj_fj")
    assert read == "holds costs" and [event.unit for event in of(done, ev.StepLost)] == list(ids(state, "de_6fj_fj"))


@pytest.mark.clause("ZOC-12.4.4-2")
def test_an_exchange_costs_a_unit_of_the_main_force_of_the_defenders_choice():
    state, _, read = stands(
        {"de_6fj_fj": {}}, 5, "de_6fj_fj", attackers={**WEST, "us_1id_16": ("1532", {})}, main=("us_4id_8", "us_4id_12")
    )  # fmt: skip
    assert read == "holds exchange"
    assert state.agenda[0] == LoseSteps("axis", ids(state, "us_4id_8", "us_4id_12"), 1, "defence")


@pytest.mark.clause("ZOC-12.4.4-2")
def test_the_best_cell_costs_any_attacker_of_his_own_choice():
    state = load(beaten(
        {"de_6fj_fj": {}, "de_7_werfer": {}}, {**WEST, "us_1id_16": ("1532", {})}
    ), defence=(6,))  # fmt: skip
    done = fought(state, Stand(state.board.ids["de_6fj_fj"], str(state.board.ids["de_7_werfer"])))
    assert of(done, ev.DefenceRolled)[0].cell == "holds hurts"
    assert state.agenda[0] == LoseSteps("allied", ids(state, "us_4id_8", "us_4id_12", "us_1id_16"), 1, "defence")
    fought(state, LoseStep(state.board.ids["us_1id_16"]))
    assert unit(state, "us_1id_16").steps == 2 and not state.agenda


@pytest.mark.clause("ZOC-12.4.4-3")
@pytest.mark.clause("ZOC-16.3-2")
def test_a_star_removes_the_works_but_not_permanent_ones():
    for permanent in (False, True):
        state = beaten({"de_795_ost": {}})
        state.changed(works=(Works(state.board.hex(PLAIN), "axis", done=True, permanent=permanent),))
        fought(load(state, defence=(2,)), Stand(state.board.ids["de_795_ost"]))
        assert (state.works_in(state.board.hex(PLAIN)) is not None) is permanent


@pytest.mark.clause("ZOC-12.4.4-4")
@pytest.mark.clause("ZOC-14.1-4")
@pytest.mark.clause("ZOC-13.4-2")
def test_a_last_step_lost_in_holding_opens_the_hex_alone():
    state, _, read = stands({"de_21pz_220_pio": {}}, 4, "de_21pz_220_pio")
    assert read == "holds costs" and state.box("eliminated") == ids(state, "de_21pz_220_pio")
    paths = {order.path[1:] for order in offered(state) if isinstance(order, Advance)}
    assert paths == {(state.board.hex(PLAIN),)}


@pytest.mark.clause("ZOC-13.4-2")
def test_a_last_step_lost_without_holding_opens_two_hexes():
    state, _, read = stands({"de_716id_1_726": {}}, 5, "de_716id_1_726")
    assert read == "costs" and any(isinstance(order, Advance) and len(order.path) == 3 for order in offered(state))


@pytest.mark.clause("ZOC-12.4.1-1")
@pytest.mark.clause("ZOC-12.1-5")
def test_giving_ground_is_always_possible():
    state = beaten({"de_6fj_fj": {}})
    assert refused(state, GiveGround()) == ""
    fought(state, GiveGround())
    assert isinstance(state.agenda[0], MustRetreat) and state.agenda[0].length == 2


# ------------------------------------------------------------------------------------------------- desperate


SURROUNDED = {
    "us_4id_8": ("1433", {}), "us_4id_12": ("1532", {}), "us_4id_22": ("1531", {}), "us_1id_16": ("1431", {}),
    "us_1id_18": ("1331", {}), "us_1id_26": ("1332", {}),
}  # fmt: skip


@pytest.mark.clause("ZOC-12.5-1")
@pytest.mark.clause("ZOC-12.5-2")
@pytest.mark.clause("ZOC-13.2-9")
def test_a_failed_stand_without_a_way_back_may_become_desperate():
    state, _, read = stands({"de_6fj_fj": {}, "de_12ss_25": {}}, 1, "de_6fj_fj", attackers=SURROUNDED)
    assert read == "fails" and isinstance(state.agenda[0], DesperateDefence) and state.agenda[0].seat == "axis"
    assert refused(state, StandDesperately(state.board.ids["us_4id_8"])) == "not-a-loser"
    fought(state, StandDesperately(state.board.ids["de_12ss_25"]))
    assert state.agenda[0] == LoseSteps("allied", ids(state, "de_6fj_fj", "de_12ss_25"), 1, "desperate")
    fought(state, LoseStep(state.board.ids["de_6fj_fj"]))
    assert not state.agenda and state.now.fight is None, "no retreat, no advance"
    assert (unit(state, "de_12ss_25").steps, unit(state, "de_6fj_fj").steps) == (2, 1)


@pytest.mark.clause("ZOC-12.5-2")
@pytest.mark.clause("ZOC-14.1-4")
@pytest.mark.clause("ZOC-13.4-2")
def test_the_last_two_steps_hold_nothing_and_the_advance_is_limited():
    state, _, _ = stands({"de_6fj_fj": {}}, 1, "de_6fj_fj", attackers=SURROUNDED)
    fought(state, StandDesperately(state.board.ids["de_6fj_fj"]))
    assert state.box("eliminated") == ids(state, "de_6fj_fj")
    paths = {order.path[1:] for order in offered(state) if isinstance(order, Advance)}
    assert paths == {(state.board.hex(PLAIN),)}


@pytest.mark.clause("ZOC-12.5-1")
@pytest.mark.clause("ZOC-13.5-2")
def test_steps_that_fell_back_onto_the_hex_do_not_pay_for_it():
    """ZOC-12.5-1, ZOC-13.5-2: they take no losses, so that they are none of the two steps."""
    back = {"de_12ss_25": {"disrupted": True, "retreated": True}}
    for steps, desperate in ((1, False), (2, True)):
        state = scene(PLAIN, {"de_6fj_fj": {"steps": steps}, **back}, SURROUNDED)
        made = fight(state, PLAIN, SURROUNDED, ["us_4id_8"], passive=ids(state, *back))
        assert may_be_desperate(state, made) is desperate


@pytest.mark.clause("ZOC-12.5-1")
@pytest.mark.clause("ZOC-13.4-1")
def test_declined_it_is_the_end():
    state, _, _ = stands({"de_6fj_fj": {}}, 1, "de_6fj_fj", attackers=SURROUNDED)
    fought(state, GiveGround())
    assert state.box("eliminated") == ids(state, "de_6fj_fj")
    assert any(isinstance(order, Advance) and len(order.path) == 3 for order in offered(state))


@pytest.mark.clause("ZOC-12.5-1")
def test_with_one_step_or_a_way_back_it_is_not_asked():
    state, _, _ = stands({"de_21pz_220_pio": {}}, 1, "de_21pz_220_pio", attackers=SURROUNDED)
    assert state.box("eliminated") == ids(state, "de_21pz_220_pio") and question(state) == "advance"
    state, _, _ = stands({"de_6fj_fj": {}}, 1, "de_6fj_fj")
    assert question(state) == "retreat"
