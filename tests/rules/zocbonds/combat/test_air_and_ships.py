"""Aircraft and ships (ZOC-19), and the coastal batteries (ZOC-28.3)."""

import pytest

from tests.rules.zocbonds.examples import example
from tests.rules.zocbonds.field import carried_out, ids, load, position, unit
from wab.engine.kernel.events import Rolled
from wab.systems.zocbonds.combat import air, invasion
from wab.systems.zocbonds.ground import batteries, beaches
from wab.systems.zocbonds.state.events import Eliminated, MeansUsed, OnceOnly
from wab.systems.zocbonds.state.orders import Strafe, SuppressMontCanisy
from wab.systems.zocbonds.state.steps import Strafes, Suppresses
from wab.systems.zocbonds.units import naval

FOUR = {"us": 2, "commonwealth": 2}
CAEN, FIELD, SEA = "1929", "2128", "2328"


def sky(units=None, **now):
    return position(units or {}, **{"phase": "combat", "turn": 5, "row": 4, "air": FOUR, "ships": FOUR, **now})


def why_air(state, army, count, label=FIELD):
    refusal = air.why_not_air(state, army, state.board.hex(label), count)
    return refusal.code if refusal else None


# ------------------------------------------------------------------------------------------------- air support


@pytest.mark.clause("ZOC-19.1.2-1")
@pytest.mark.clause("ZOC-19.1.1-1")
@pytest.mark.clause("ZOC-19.1.2-3")
def test_one_air_unit_a_combat_and_two_from_22_june():
    """ZOC-19.1.2-1, ZOC-19.1.1-1, ZOC-19.1.2-3."""
    early, late = sky(turn=16), sky(turn=17)
    assert [why_air(early, "us", count) for count in range(4)] == [None, None, "too-much-air", "too-much-air"]
    assert [why_air(late, "us", count) for count in range(4)] == [None, None, None, "too-much-air"]
    assert why_air(sky(air={}), "us", 1) == "no-air" and why_air(early, "us", -1) == "too-much-air"


@pytest.mark.clause("ZOC-19.1.2-2")
@pytest.mark.clause("ZOC-22.1-1")
@pytest.mark.clause("ZOC-27.1-1")
def test_ground_and_nationality_do_not_matter_to_aircraft():
    """ZOC-19.1.2-2, ZOC-22.1-1: unless two players lead the armies (ZOC-27.1-1)."""
    state = sky(air={"commonwealth": 1})
    assert why_air(state, "us", 1, CAEN) is None and air.air_shares(state, "us", 1) == {"commonwealth": 1}
    alone = sky(air={"commonwealth": 1}, options={"players": "3"})
    assert air.own_air_left(alone, "us") == 0 and air.own_air_left(alone, "commonwealth") == 1
    assert air.air_shares(sky(turn=17, air={"us": 1, "commonwealth": 1}), "us", 2) == {"us": 1, "commonwealth": 1}


@pytest.mark.clause("ZOC-19.1.1-1")
@pytest.mark.clause("ZOC-19.2-1")
def test_the_germans_have_no_aircraft_and_no_ships():
    """ZOC-19.1.1-1, ZOC-19.2-1."""
    assert why_air(sky(), "axis", 1) == "no-air" and why_ships(sky(), "") == "no-naval"


@pytest.mark.clause("ZOC-19.1.3-1")
@pytest.mark.clause("ZOC-19.1.3-2")
@pytest.mark.clause("ZOC-19.1.3-3")
@pytest.mark.clause("ZOC-X-19.1.3")
def test_jabos_of_a_6_move_a_german_attack_by_three_columns():
    """ZOC-19.1.3-1 to ZOC-19.1.3-3: the worked example ZOC-X-19.1.3."""
    given, expect = example("ZOC-X-19.1.3")
    tables = sky().board.tables
    left = tables.jabos.left[given["jabos_die"] - 1]
    columns = tables.combat.columns
    assert given["weather"] == "Clear" and left == expect["left_shifts"]
    assert columns[columns.index(given["german_attack"]) - left] == expect["final_column"]


# ------------------------------------------------------------------------------------------------- strafing

GERMANS = {"de_21pz_125": FIELD, "de_lxxxiv": FIELD, "de_21pz_192": CAEN, "de_douvres": "2329"}


def strafe(state, *labels, army="us"):
    return Strafe(army, state.board.hexes(labels))


def why_strafe(state, *labels, army="us"):
    refusal = air.why_not_strafe(state, strafe(state, *labels, army=army))
    return refusal.code if refusal else None


@pytest.mark.clause("ZOC-19.1.4-2")
@pytest.mark.clause("ZOC-19.1.4-6")
def test_what_can_be_strafed():
    """ZOC-19.1.4-2, ZOC-19.1.4-6: Germans outside woods and cities, no strongpoints."""
    state = sky(GERMANS)
    assert [why_strafe(state, label) for label in (FIELD, CAEN, "2329", "1722")] == [None, *["no-target"] * 3]
    assert air.why_not_strafe(state, Strafe("us", (10**6,))).code == "no-target"


@pytest.mark.clause("ZOC-19.1.4-2")
def test_one_air_unit_a_hex_and_two_from_22_june():
    """ZOC-19.1.4-2."""
    assert why_strafe(sky(GERMANS), FIELD, FIELD) == "too-much-air"
    assert why_strafe(sky(GERMANS, turn=17), FIELD, FIELD) is None
    assert why_strafe(sky(GERMANS, turn=17), FIELD, FIELD, FIELD) == "too-much-air"
    assert why_strafe(sky(GERMANS, air={"us": 1}, turn=17), FIELD, FIELD) == "no-air"


@pytest.mark.clause("ZOC-19.1.4-1")
@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ({"phase": "movement"}, "not-now"),
        ({"side": "axis"}, "not-now"),
        ({"attacked": (5,)}, "too-late"),
        ({"phase": "reserve_combat"}, None),
        ({"player": "allied/commonwealth", "options": {"players": "3"}}, "other-seat"),
    ],
)
def test_when_aircraft_strafe(now, expected):
    """ZOC-19.1.4-1."""
    assert why_strafe(sky(GERMANS, **now), FIELD) == expected


@pytest.mark.clause("ZOC-19.1.4-1")
@pytest.mark.clause("ZOC-19.1.1-1")
def test_all_missions_of_a_segment_are_assigned_at_once():
    """ZOC-19.1.4-1, ZOC-19.1.1-1: their aircraft are used up, and no player sends more."""
    state = load(sky({**GERMANS, "de_21pz_192": "2028"}), strafing=(1, 1, 1))
    order = strafe(state, "2028", FIELD)
    assert air.why_not_strafe(state, order) is None and why_strafe(state) == "no-mission"
    carried_out(state, air.execute_strafe(state, order))
    assert state.now.air == {"us": 0, "commonwealth": 2} and all(mission.done for mission in state.now.strafings)
    assert why_strafe(state, FIELD, army="commonwealth") == "assigned"


def struck(units, *dice, turn=5, labels=(FIELD,)):
    state = load(sky(units, turn=turn), strafing=dice)
    events = carried_out(state, air.execute_strafe(state, strafe(state, *labels)))
    return state, events


@pytest.mark.clause("ZOC-19.1.4-3")
@pytest.mark.clause("ZOC-19.1.4-5")
def test_a_5_disrupts_and_costs_a_silhouette_a_step():
    """ZOC-19.1.4-3, ZOC-19.1.4-5: one die a unit."""
    state, events = struck({"de_21pz_125": FIELD, "de_12ss_2_12": FIELD, "de_douvres": FIELD}, 5, 5)
    tank, foot = unit(state, "de_12ss_2_12"), unit(state, "de_21pz_125")
    assert tank.disrupted and foot.disrupted
    assert foot.steps == state.profile(foot.id).steps
    assert tank.steps == state.profile(tank.id).steps - 1
    assert len([event for event in events if isinstance(event, Rolled)]) == 2
    state, _ = struck({"de_21pz_125": FIELD}, 4)
    assert not unit(state, "de_21pz_125").disrupted


@pytest.mark.clause("ZOC-19.1.4-5")
def test_a_silhouette_may_lose_its_last_step():
    """ZOC-19.1.4-5."""
    state, events = struck({"de_12ss_2_12": (FIELD, {"steps": 1})}, 6)
    assert Eliminated(state.board.ids["de_12ss_2_12"], "strafing") in events


@pytest.mark.clause("ZOC-19.1.4-4")
@pytest.mark.clause("ZOC-17.7-2")
@pytest.mark.clause("ZOC-17.7-3")
def test_flak_in_or_beside_the_hex_takes_one_off():
    """ZOC-19.1.4-4, ZOC-17.7-2: 200 PzJg is none (ZOC-17.7-3)."""
    assert air.strafing_modifier(sky({"de_21pz_125": FIELD}), sky().board.hex(FIELD)) == 0
    for label in (FIELD, "2129"):
        state = sky({"de_21pz_125": FIELD, "de_3flak_1_flak": label})
        assert air.strafing_modifier(state, state.board.hex(FIELD)) == -1
    state, _ = struck({"de_21pz_125": FIELD, "de_3flak_1_flak": "2129"}, 5)
    assert not unit(state, "de_21pz_125").disrupted


@pytest.mark.clause("ZOC-19.1.4-3")
def test_two_air_units_roll_twice_for_each_unit():
    """ZOC-19.1.4-3."""
    state, events = struck({"de_21pz_125": FIELD}, 1, 6, turn=17, labels=(FIELD, FIELD))
    assert len([event for event in events if isinstance(event, Rolled)]) == 2 and unit(state, "de_21pz_125").disrupted


@pytest.mark.clause("ZOC-13.6-9")
@pytest.mark.clause("ZOC-19.1.4-3")
def test_the_disrupted_leave_the_reserve():
    """ZOC-13.6-9, ZOC-19.1.4-3."""
    state, _ = struck({"de_21pz_125": (FIELD, {"reserve": True})}, 6)
    assert not unit(state, "de_21pz_125").reserve


@pytest.mark.clause("ZOC-19.1.4-1")
@pytest.mark.clause("ZOC-19.1.4-2")
def test_targets_are_offered():
    """ZOC-19.1.4-1, ZOC-19.1.4-2."""
    state = sky(GERMANS)
    offered = [order for group in air.offered_strafe(state) for order in group]
    assert offered == [strafe(state, FIELD), strafe(state, FIELD, army="commonwealth")]


# ------------------------------------------------------------------------------------------------- ships


def why_ships(state, army, label=SEA, count=1, **kind):
    refusal = naval.why_not_naval(state, army, state.board.hex(label), count, **kind)
    return refusal.code if refusal else None


@pytest.mark.clause("ZOC-19.2-1")
@pytest.mark.clause("ZOC-19.2-2")
@pytest.mark.clause("ZOC-19.2-3")
@pytest.mark.clause("ZOC-19.2-4")
def test_one_ship_a_combat_within_the_zone():
    """ZOC-19.2-1, ZOC-19.2-2, ZOC-19.2-3, ZOC-19.2-4."""
    state = sky()
    assert [why_ships(state, "us", count=count) for count in (0, 1, 2, -1)] == [None, None, *["too-many-ships"] * 2]
    assert why_ships(state, "us", "1722") == "out-of-reach"
    assert why_ships(sky(ships={"commonwealth": 2}), "us") == "no-naval"


@pytest.mark.clause("ZOC-19.2-5")
def test_a_ship_that_helped_is_used_up():
    """ZOC-19.2-5."""
    state = sky()
    carried_out(state, naval.used(state, "us", state.board.hex(SEA)))
    assert state.now.ships == {"us": 1, "commonwealth": 2}


@pytest.mark.clause("ZOC-19.2-6")
def test_cherbourg_is_bombarded_on_one_day_by_both_ships():
    """ZOC-19.2-6: on different hexes, in attack alone, and neither ship does anything else that day."""
    state = sky(turn=9)
    assert why_ships(state, "us", "3606") is None
    assert why_ships(state, "us", "3606", defending=True) == "out-of-reach"
    assert why_ships(state, "commonwealth", "3606") == "out-of-reach"
    assert why_ships(sky(ships={"us": 1}), "us", "3606") == "ship-used"
    carried_out(state, naval.used(state, "us", state.board.hex("3606")))
    assert why_ships(state, "us", "3606") == "same-hex" and why_ships(state, "us") == "bombarding"
    assert why_ships(state, "commonwealth") is None and why_ships(state, "us", "3705") is None
    carried_out(state, naval.used(state, "us", state.board.hex("3705")))
    assert why_ships(state, "us", "3706") == "no-naval"
    state.changed(turn=10, ships=FOUR)
    assert why_ships(state, "us", "3706") == "once" and why_ships(state, "us") is None


@pytest.mark.clause("ZOC-26.2-4")
@pytest.mark.clause("ZOC-19.2-6")
def test_in_the_cherbourg_scenario_the_second_ship_comes_with_the_bombardment():
    """ZOC-26.2-4, ZOC-19.2-6."""
    state = sky(scenario="zocbonds/cherbourg", ships={"us": 1})
    carried_out(state, naval.used(state, "us", state.board.hex("3606")))
    assert state.now.ships == {"us": 1} and why_ships(state, "us", "3705") is None
    carried_out(state, naval.used(state, "us", state.board.hex("3705")))
    assert state.now.ships == {"us": 0} and why_ships(state, "us", "3706") == "no-naval", "there is no third"


# ------------------------------------------------------------------------------------------------- batteries

BATTERIES = {"de_crisbecq": "3012", "de_pointe_du_hoc": "2818", "de_longues": "2623", "de_mont_canisy": "2437"}


def morning(*standing, **now):
    units = {key: BATTERIES[key] for key in standing}
    return sky(units, **{"phase": "initial", "options": {"batteries": "on"}, **now})


def left(state):
    carried_out(state, batteries.suppress(state))
    return state.now.ships


@pytest.mark.clause("ZOC-28.3-1")
@pytest.mark.clause("ZOC-28.3-2")
@pytest.mark.clause("ZOC-28.3-3")
def test_a_ship_of_each_army_keeps_the_batteries_of_its_side_down():
    """ZOC-28.3-1, ZOC-28.3-2, ZOC-28.3-3."""
    assert left(morning(*BATTERIES)) == {"us": 1, "commonwealth": 1}
    assert left(morning("de_pointe_du_hoc")) == {"us": 1, "commonwealth": 2}
    assert left(morning()) == FOUR
    assert left(morning(*BATTERIES, options={})) == FOUR
    assert left(morning(*BATTERIES, ships={"us": 0, "commonwealth": 0})) == {"us": 0, "commonwealth": 0}


@pytest.mark.clause("ZOC-28.3-4")
@pytest.mark.clause("ZOC-28.3-5")
def test_mont_canisy_alone_is_a_choice_against_sword():
    """ZOC-28.3-4, ZOC-28.3-5."""
    for yes, ships in ((True, 1), (False, 2)):
        state = morning("de_mont_canisy")
        assert left(state) == FOUR
        assert list(batteries.questions(state)) == [Suppresses("allied")]
        state.changed(agenda=(Suppresses("allied"),))
        (orders,) = batteries.offered_suppress(state)
        assert SuppressMontCanisy(yes) in orders
        events = carried_out(state, batteries.execute_suppress(state, SuppressMontCanisy(yes)))
        assert events[0] == (MeansUsed("commonwealth", ships=1) if yes else OnceOnly("sword_shut/5"))
        assert state.now.ships["commonwealth"] == ships and batteries.sword_is_shut(state) is not yes
        assert not state.agenda, "it is asked once"
    for none in ({"options": {}}, {"ships": {"us": 2, "commonwealth": 0}}):
        assert list(batteries.questions(morning("de_mont_canisy", **none))) == [], "not without the option, nor a ship"
    assert list(batteries.questions(morning("de_longues", "de_mont_canisy"))) == []
    assert batteries.why_not_suppress(morning(), SuppressMontCanisy(True)).code == "no-battery"


@pytest.mark.clause("ZOC-DN-5")
def test_in_practice_crisbecq_is_the_battery_that_lasts():
    """ZOC-DN-5: Pointe du Hoc falls but on a 1, Longues is two hexes from Arromanches, Mont Canisy a choice."""
    state = morning(*BATTERIES)
    falls = [invasion.assault_result(state.board, "pointe_du_hoc", die)[0] != "A2/D1" for die in range(1, 7)]
    assert falls == [False, True, True, True, True, True]
    arromanches = beaches.site(state.board, "commonwealth")
    assert state.board.grid.distance(unit(state, "de_longues").hex, arromanches) == 2
    late = morning("de_crisbecq", "de_mont_canisy")
    assert left(late) == {"us": 1, "commonwealth": 2}
    assert [type(step) for step in batteries.questions(late)] == [Suppresses]


@pytest.mark.clause("ZOC-28.3-1")
def test_batteries_are_strongpoints_of_the_map():
    """ZOC-28.3-1: each stands in its hex."""
    state = morning(*BATTERIES)
    assert {unit_.hex for unit_ in state.units.values()} == set(state.board.hexes(tuple(BATTERIES.values())))
    assert ids(state, *BATTERIES)


@pytest.mark.clause("ZOC-19.1.4-2")
def test_own_troops_are_no_target():
    """ZOC-19.1.4-2: nor an empty hex."""
    state = sky({"us_4id_8": FIELD})
    assert not air.can_be_strafed(state, state.board.hex(FIELD)) and why_strafe(state, FIELD) == "no-target"
    assert not air.can_be_strafed(sky({}), state.board.hex(FIELD))


@pytest.mark.clause("ZOC-28.3-4")
@pytest.mark.clause("ZOC-27.1-1")
def test_the_player_of_the_commonwealth_decides_about_mont_canisy():
    """ZOC-28.3-4, ZOC-27.1-1: and during another question no player does."""
    state = morning("de_mont_canisy", options={"batteries": "on", "players": "3"})
    assert list(batteries.questions(state)) == [Suppresses("allied/commonwealth")]
    state.changed(agenda=(Strafes("allied/us"),))
    assert batteries.why_not_suppress(state, SuppressMontCanisy(True)).code == "no-battery"
