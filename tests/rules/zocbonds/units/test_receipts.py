"""The receipts of a day (ZOC-5, ZOC-6.1, ZOC-6.4, ZOC-26.2)."""

from dataclasses import replace

import msgspec
import pytest

from tests.rules.zocbonds.examples import example
from tests.rules.zocbonds.field import carried_out, load, position
from wab.engine.kernel.agenda import pending
from wab.systems.zocbonds.sequence import initial
from wab.systems.zocbonds.state.events import SupplyReceived
from wab.systems.zocbonds.state.orders import AssignSupply, ChooseReplacement
from wab.systems.zocbonds.state.state import Mulberry
from wab.systems.zocbonds.state.steps import AssignsSupply, ChoosesReplacement
from wab.systems.zocbonds.units import receipts

CHERBOURG = "zocbonds/cherbourg"
BEACHES = {
    "us_1_esb_utah": "2814", "us_6_esb_omaha": "2719", "us_5_esb_omaha": "2620", "uk_104_beach_gp_gold": "2525",
    "uk_36_beach_gp_gold": "2526", "uk_102_beach_gp_juno": "2527", "uk_101_beach_gp_juno": "2528",
    "uk_101_beach_sub_area_sword": "2430",
}  # fmt: skip
HARBOURS = {"us": Mulberry(done=True), "commonwealth": Mulberry(done=True)}


def morning(die, units=BEACHES, *, turn=4, row=2, **now):
    """The initial phase with a weather die."""
    state = load(position(units, turn=turn, row=row, phase="initial", **now), weather=(die,))
    carried_out(state, initial.begin(state))
    return state


def assigned(state, order):
    assert receipts.why_not_assign(state, order) is None
    carried_out(state, receipts.execute_assign(state, order))
    return state


@pytest.mark.clause("ZOC-5.1-1")
@pytest.mark.clause("ZOC-5.2-1")
@pytest.mark.clause("ZOC-5.2-3")
@pytest.mark.clause("ZOC-5.3-1")
@pytest.mark.clause("ZOC-5.3-5")
@pytest.mark.clause("ZOC-X-5.3")
def test_supply_of_a_clear_day():
    """ZOC-5.1-1, ZOC-5.2-1, ZOC-5.2-3, ZOC-5.3-1, ZOC-5.3-5: the worked example ZOC-X-5.3."""
    given, expect = example("ZOC-X-5.3")
    assert not given["us_mulberry"] and given["german_choice"] == "Seventh Army"
    state = morning(given["weather_roll"])
    step = state.agenda[0]
    assert isinstance(step, AssignsSupply) and step.points == expect["german_supply"]
    before = dict(state.now.supply)
    state = assigned(state, AssignSupply(step.points, 0))
    gained = {track: points - before[track] for track, points in state.now.supply.items()}
    assert (gained["seventh_army"], gained["fortress"]) == (expect["seventh_army"], expect["fortress_cherbourg"])
    assert (before["us"], before["commonwealth"]) == (expect["us_supply"], expect["cw_supply"])


@pytest.mark.clause("ZOC-6.1-1")
@pytest.mark.clause("ZOC-4.3-4")
@pytest.mark.clause("ZOC-5.3-2")
@pytest.mark.clause("ZOC-19.1.1-1")
@pytest.mark.clause("ZOC-21.1-7")
@pytest.mark.clause("ZOC-X-6.1")
def test_replacements_air_works_and_supply_of_a_clear_day():
    """ZOC-6.1-1, ZOC-4.3-4, ZOC-5.3-2, ZOC-19.1.1-1, ZOC-21.1-7: the worked example ZOC-X-6.1."""
    given, expect = example("ZOC-X-6.1")
    state = morning(given["weather_roll"], {**BEACHES, "uk_50id_231": "2524"}, mulberries=HARBOURS, turn=5)
    german, allied = expect["german"], expect["allied"]
    assert pending(state.agenda, AssignsSupply).points == german["supply"]
    assert state.now.replacements["german_infantry"] == german["infantry_repl"]
    assert state.now.works_left["axis"] == german["IPs"]
    assert state.now.replacements["us_infantry"] == allied["us_infantry_repl"]
    assert state.now.replacements["british_armour"] == allied["british_armour_repl"]
    assert state.now.air == {"us": allied["us_air"], "commonwealth": allied["cw_air"]}
    assert (state.now.supply["us"], state.now.supply["commonwealth"]) == (allied["us_supply"], allied["cw_supply"])


@pytest.mark.clause("ZOC-5.1-2")
@pytest.mark.clause("ZOC-X-5.1")
def test_no_army_holds_more_than_nineteen_points():
    """ZOC-5.1-2: the worked example ZOC-X-5.1."""
    given, expect = example("ZOC-X-5.1")
    assert given["army"] == "US First Army"
    state = position({}, supply={"us": given["held"]})
    event = receipts.received(state, {"us": given["received"]})
    carried_out(state, [event])
    assert state.now.supply["us"] == expect["held"]
    assert event == SupplyReceived({"us": 1}, {"us": expect["lost"]})


@pytest.mark.clause("ZOC-6.1-2")
@pytest.mark.clause("ZOC-X-6.1b")
def test_no_track_holds_more_than_nine_replacements():
    """ZOC-6.1-2: the worked example ZOC-X-6.1b."""
    given, expect = example("ZOC-X-6.1b")
    state = position({}, replacements={"us_infantry": given["held"]})
    event = receipts.noted(state, {"us_infantry": given["received"]})
    carried_out(state, [event])
    assert state.now.replacements["us_infantry"] == expect["held"]
    assert given["received"] - event.counts["us_infantry"] == expect["lost"]


@pytest.mark.clause("ZOC-4.3-3")
@pytest.mark.clause("ZOC-5.3-3")
@pytest.mark.clause("ZOC-6.5.1-2")
@pytest.mark.clause("ZOC-16.1-4")
@pytest.mark.clause("ZOC-19.2-5")
def test_a_storm_brings_the_allies_nothing():
    """ZOC-4.3-3, ZOC-5.3-3, ZOC-6.5.1-2, ZOC-16.1-4, ZOC-19.2-5."""
    now = morning(1, mulberries=HARBOURS, turn=6).now
    assert not now.supply.get("us") and not now.supply.get("commonwealth")
    for given in (now.points, now.air, now.ships, now.works_left):
        assert not any(given.values())


@pytest.mark.clause("ZOC-4.3-1")
@pytest.mark.clause("ZOC-4.3-2")
@pytest.mark.clause("ZOC-6.5.1-2")
def test_overcast_and_clear_weather_bring_both_armies_the_same():
    """ZOC-4.3-1, ZOC-4.3-2, ZOC-6.5.1-2."""
    for die in (2, 5):
        now = morning(die).now
        assert now.points == {"us": 6, "commonwealth": 6}
        assert (now.supply["us"], now.supply["commonwealth"]) == (1, 1)
        assert now.ships == {"us": 2, "commonwealth": 2}


@pytest.mark.clause("ZOC-6.1-3")
@pytest.mark.clause("ZOC-20.1-2")
@pytest.mark.clause("ZOC-20.1-3")
def test_nobody_receives_anything_on_turn_1_but_ships():
    """ZOC-6.1-3, ZOC-20.1-2, ZOC-20.1-3."""
    state = position({}, turn=1)
    carried_out(state, initial.first_weather(state))
    assert not any(state.now.replacements.values()) and not any(state.now.points.values())
    assert not any(state.now.air.values()) and state.now.ships == {"us": 2, "commonwealth": 2}


@pytest.mark.clause("ZOC-5.2-2")
@pytest.mark.clause("ZOC-5.2-4")
def test_cut_off_cherbourg_receives_nothing_and_nobody_is_asked():
    """ZOC-5.2-2, ZOC-5.2-4: with every city hex Allied the points of the day go to the Seventh Army at once."""
    fallen = {"us_9id_39": "3606", "us_9id_47": "3705", "us_9id_60": "3706"}
    state = morning(4, {**BEACHES, **fallen})
    assert pending(state.agenda, AssignsSupply) is None
    assert (state.now.supply["seventh_army"], state.now.supply["fortress"]) == (4, 3)
    refused = morning(4)
    for label in ("3606", "3705", "3706"):
        refused.control[refused.board.hex(label)] = 1
    assert receipts.why_not_assign(refused, AssignSupply(0, 1)).code == "cut-off"


@pytest.mark.clause("ZOC-5.2-1")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        (AssignSupply(5, 5), "not-all"),
        (AssignSupply(-1, 2), "not-all"),
        (AssignSupply(0, 0, 1), "no-west"),
    ],
)
def test_the_points_of_the_day_and_no_others_are_assigned(order, code):
    """ZOC-5.2-1."""
    assert receipts.why_not_assign(morning(4), order).code == code


@pytest.mark.clause("ZOC-27.1-4")
@pytest.mark.clause("ZOC-27.1-5")
def test_with_four_players_the_second_german_splits_the_points():
    """ZOC-27.1-4, ZOC-27.1-5."""
    state = morning(2, options={"players": "4"})
    assert state.agenda[0] == AssignsSupply("axis/panzergruppe_west", 2)
    (orders,) = receipts.offered_assign(state)
    assert len(orders) == 6
    assigned(state, AssignSupply(0, 1, 1))
    assert state.now.supply["panzergruppe_west"] == 1


@pytest.mark.clause("ZOC-6.2-16")
def test_a_commonwealth_replacement_is_british_or_canadian():
    """ZOC-6.2-16."""
    state = morning(2)
    assigned(state, AssignSupply(2, 0))
    assert state.agenda == (ChoosesReplacement("allied"),)
    assert receipts.nation_by_itself(state) is None
    order = ChooseReplacement("canadian")
    assert receipts.why_not_choose(state, order) is None
    carried_out(state, receipts.execute_choose(state, order))
    assert state.now.replacements["canadian_infantry"] == 1 and not state.agenda


@pytest.mark.clause("ZOC-6.1-2")
@pytest.mark.clause("ZOC-6.2-16")
def test_the_choice_is_made_at_once_where_one_track_is_full():
    """ZOC-6.1-2, ZOC-6.2-16."""
    state = morning(2, replacements={"british_infantry": 9})
    assigned(state, AssignSupply(2, 0))
    assert receipts.why_not_choose(state, ChooseReplacement("british")).code == "full"
    carried_out(state, receipts.nation_by_itself(state))
    assert state.now.replacements["canadian_infantry"] == 1


@pytest.mark.clause("ZOC-6.2-16")
@pytest.mark.clause("ZOC-27.1-5")
def test_whoever_leads_the_commonwealth_chooses_its_replacement():
    """ZOC-6.2-16, ZOC-27.1-5; until the choice it lies on no track."""
    state = morning(2, options={"players": "3"})
    assert state.agenda[-1] == ChoosesReplacement("allied/commonwealth")
    assert set(state.now.replacements) == {"german_infantry", "us_infantry"}


@pytest.mark.clause("ZOC-6.1-2")
@pytest.mark.clause("ZOC-6.2-16")
def test_with_nine_of_both_nations_nobody_is_asked_and_the_replacement_is_lost():
    """ZOC-6.1-2, ZOC-6.2-16."""
    full = {"british_infantry": 9, "canadian_infantry": 9}
    state = morning(2, replacements=full)
    assigned(state, AssignSupply(2, 0))
    carried_out(state, receipts.nation_by_itself(state))
    assert not state.agenda and {track: state.now.replacements[track] for track in full} == full


@pytest.mark.clause("ZOC-5.2-1")
def test_a_day_without_german_supply_asks_nobody():
    """ZOC-5.2-1: though Fortress Cherbourg could receive points."""
    state = position({}, turn=4, row=2, receipts=2, phase="initial")
    assert receipts.fortress_receives(state) and receipts.asks_for_supply(state)
    weather = state.board.tables.weather
    rows = tuple(
        msgspec.structs.replace(row, german=msgspec.structs.replace(row.german, supply=0)) for row in weather.rows
    )
    tables = msgspec.structs.replace(state.board.tables, weather=msgspec.structs.replace(weather, rows=rows))
    state.board = replace(state.board, tables=tables)
    assert receipts.fortress_receives(state) and not receipts.asks_for_supply(state)


@pytest.mark.clause("ZOC-6.4-2")
@pytest.mark.parametrize(
    ("die", "track"), [(5, "german_low/0"), (6, "german_low/-1"), (3, "german_infantry"), (4, "german_infantry")]
)
def test_german_infantry_of_high_dice_is_for_low_qualities(die, track):
    """ZOC-6.4-2."""
    assert morning(die).now.replacements[track] == 1


@pytest.mark.clause("ZOC-6.4-1")
@pytest.mark.clause("ZOC-6.4-3")
def test_what_cannot_be_saved_lapses():
    """ZOC-6.4-1, ZOC-6.4-3: a replacement for Tigers becomes an ordinary one."""
    state = position({}, replacements={"german_low/0": 1, "german_tiger": 1, "german_armour": 9, "us_armour": 2})
    carried_out(state, receipts.lapse(state))
    assert state.now.replacements == {"german_armour": 9, "us_armour": 2}
    assert list(receipts.lapse(state)) == []
    for held, kept in ({}, 1), ({"german_armour": 0}, 1), ({"german_armour": 8}, 9):
        state = position({}, replacements={"german_tiger": 1, **held})
        carried_out(state, receipts.lapse(state))
        assert state.now.replacements == {"german_armour": kept}


@pytest.mark.clause("ZOC-28.1-1")
@pytest.mark.clause("ZOC-6.5.1-2")
@pytest.mark.clause("ZOC-19.1.1-1")
def test_with_historical_weather_the_sky_lets_ships_sail_and_the_die_brings_the_rest():
    """ZOC-28.1-1: points and ships by the sky, aircraft by the die, none of them in a storm."""
    options = {"weather": "historical"}
    day = position(BEACHES, turn=9, row=4, receipts=1, options=options)
    assert receipts.reinforcement_points(day, "us") == 6 and receipts.ships(day, "us") == 2
    assert receipts.aircraft(day, "us") == 0 and receipts.aircraft(position(BEACHES, row=4, receipts=6), "us") == 4
    storm = position(BEACHES, turn=14, row=1, receipts=6, options=options)
    assert (receipts.reinforcement_points(storm, "us"), receipts.ships(storm, "us")) == (0, 0)
    assert receipts.aircraft(storm, "us") == 0 and receipts.allied_supply(storm) == {}
    assert receipts.german_works(storm) == 0 < receipts.german_works(position({}, turn=14, row=2, receipts=6))


@pytest.mark.clause("ZOC-17.4-4")
@pytest.mark.clause("ZOC-26.2-5")
def test_a_fortress_that_has_fallen_receives_nothing_more():
    """ZOC-17.4-4, ZOC-26.2-5: its store is gone, though a line led to it again."""
    for scenario, row in ((CHERBOURG, 3), ("zocbonds/three-weeks-in-june", 2)):
        state = position({}, scenario=scenario, turn=6, row=row, receipts=row)
        assert receipts.german_supply(state).get("fortress", 1) == 1
        if scenario != CHERBOURG:
            assert receipts.fortress_receives(state)
        state.changed(supply={track: points for track, points in state.now.supply.items() if track != "fortress"})
        assert receipts.german_supply(state).get("fortress", 0) == 0 and not receipts.fortress_receives(state)


@pytest.mark.clause("ZOC-5.2-1")
@pytest.mark.clause("ZOC-6.2-16")
def test_nothing_is_assigned_or_chosen_while_something_else_is_asked():
    """ZOC-5.2-1, ZOC-6.2-16: each question takes its own answer."""
    state = position({}, side="", phase="initial", turn=3, row=2)
    state.changed(agenda=(ChoosesReplacement("allied"),))
    assert receipts.why_not_assign(state, AssignSupply(2, 0)).code == "no-points"
    assert list(receipts.offered_assign(state)) == []
    state.changed(agenda=(AssignsSupply("axis", 2),))
    assert receipts.why_not_choose(state, ChooseReplacement("british")).code == "no-choice"
    assert list(receipts.offered_assign(state, 1)) == [], "it is no matter of a unit"


@pytest.mark.clause("ZOC-6.4-1")
def test_a_one_brings_armour_that_may_rebuild_tigers():
    """ZOC-6.4-1."""
    assert morning(1).now.replacements["german_tiger"] == 1


@pytest.mark.clause("ZOC-16.1-2")
@pytest.mark.clause("ZOC-16.1-9")
def test_the_germans_build_from_turn_5_on():
    """ZOC-16.1-2, ZOC-16.1-9."""
    assert morning(2, turn=4).now.works_left["axis"] == 0
    assert morning(2, turn=5).now.works_left == {"axis": 2, "us": 1, "commonwealth": 1}


def cherbourg(die, turn=6):
    return morning(die, {"us_1_esb_utah": "2814"}, turn=turn, scenario=CHERBOURG).now


@pytest.mark.clause("ZOC-26.1-6")
@pytest.mark.clause("ZOC-26.1-8")
def test_cherbourg_lands_three_points_in_overcast_and_four_in_clear_weather():
    """ZOC-26.1-6, ZOC-26.1-8."""
    assert [cherbourg(die).points for die in (1, 2, 3, 4, 6)] == [{"us": n} for n in (0, 3, 3, 4, 4)]


@pytest.mark.clause("ZOC-26.2-1")
@pytest.mark.clause("ZOC-26.2-3")
def test_cherbourg_replacements():
    """ZOC-26.2-1, ZOC-26.2-3: from turn 3; Germans on a 5, Americans on odd dice."""
    assert cherbourg(5).replacements == {"german_low/0": 1, "us_armour": 1}
    assert cherbourg(3).replacements == {"us_infantry": 1}
    assert cherbourg(4).replacements == {} and cherbourg(2, turn=2).replacements == {}


@pytest.mark.clause("ZOC-26.2-2")
def test_cherbourg_has_one_german_armour_replacement_from_the_start():
    """ZOC-26.2-2."""
    state = position({}, turn=1, scenario=CHERBOURG)
    carried_out(state, initial.first_weather(state))
    assert state.now.replacements == {"german_armour": 1} and state.now.ships == {"us": 1}


@pytest.mark.clause("ZOC-26.2-4")
@pytest.mark.clause("ZOC-26.2-5")
@pytest.mark.clause("ZOC-26.2-6")
def test_cherbourg_supply_air_ships_and_works():
    """ZOC-26.2-4, ZOC-26.2-5, ZOC-26.2-6."""
    clear, low, storm = cherbourg(6), cherbourg(3), cherbourg(1)
    assert (clear.air, clear.ships) == ({"us": 2}, {"us": 1})
    assert clear.supply == {"commonwealth": 0, "fortress": 3, "seventh_army": 0, "us": 1}
    assert low.supply["fortress"] == 4 and storm.supply["fortress"] == 4 and not storm.supply["us"]
    assert (clear.works_left, low.works_left) == ({"axis": 0, "us": 1}, {"axis": 1, "us": 1})
    assert [cherbourg(3, turn=turn).works_left for turn in (4, 5)] == [{"axis": 0, "us": 1}, {"axis": 1, "us": 1}]
    assert cherbourg(1, turn=6).works_left == {"axis": 0, "us": 0}


@pytest.mark.clause("ZOC-3-1")
@pytest.mark.clause("ZOC-3-2")
@pytest.mark.clause("ZOC-17.2-7")
def test_the_initial_phase_in_its_order():
    """ZOC-3-1, ZOC-3-2, ZOC-17.2-7: weather, Mulberries, receipts, headquarters made ready, disrupted ones too."""
    units = {**BEACHES, "us_vii": ("2713", {"moved_side": True, "disrupted": True}),
             "us_v": ("2719", {"moved_side": True, "supply": 1})}  # fmt: skip
    state = load(position(units, turn=4, phase="initial", mulberries={"us": Mulberry(ready=4)}), weather=(4,))
    kinds = [type(event).__name__ for event in carried_out(state, initial.begin(state))]
    assert kinds == ["Rolled", "WeatherSet", "MulberryDone", "DayAllotted", "SupplyReceived", "ReplacementReceived",
                     "MarkerLifted", "Asked"]  # fmt: skip
    assert state.now.supply["us"] == 2
    marks = {state.profile(unit.id).key: unit.moved_side for unit in state.units.values() if unit.moved_side}
    assert marks == {"us_v": True}


@pytest.mark.clause("ZOC-5.2-1")
@pytest.mark.clause("ZOC-27.1-4")
def test_every_split_of_the_points_is_offered_once():
    """ZOC-5.2-1, ZOC-27.1-4: among two stores, or three with two German players."""
    for options, most in (({}, 2), ({"players": "4"}, 3)):
        state = position({"de_91id_1057": "2507"}, side="", phase="initial", turn=3, row=2, options=options)
        state.changed(agenda=(AssignsSupply("axis", 2),))
        (orders,) = receipts.offered_assign(state)
        assert len(orders) == len(set(orders)) == {2: 3, 3: 6}[most]
        assert {order.seventh + order.fortress + order.west for order in orders} == {2}


@pytest.mark.clause("ZOC-6.1-2")
@pytest.mark.clause("ZOC-6.2-16")
def test_a_nation_with_nine_replacements_is_not_offered():
    """ZOC-6.1-2, ZOC-6.2-16: the other is taken at once; with room for both a seat chooses."""
    state = position({}, side="", phase="initial", turn=3, replacements={"canadian_infantry": 9, "british_infantry": 8})
    state.changed(agenda=(ChoosesReplacement("allied"),))
    (orders,) = receipts.offered_choose(state)
    assert orders == (ChooseReplacement("british"),)
    taken = receipts.nation_by_itself(state)
    assert taken is not None and carried_out(state, taken) and state.now.replacements["british_infantry"] == 9
    state.changed(replacements={"canadian_infantry": 8}, agenda=(ChoosesReplacement("allied"),))
    assert receipts.nation_by_itself(state) is None


@pytest.mark.clause("ZOC-27.1-4")
@pytest.mark.clause("ZOC-5.2-4")
@pytest.mark.parametrize(("options", "asked"), [({}, False), ({"players": "4"}, True)])
def test_two_german_players_share_the_points_though_cherbourg_is_cut_off(options, asked):
    """ZOC-27.1-4, ZOC-5.2-4: between the two armies; nothing goes to the fortress."""
    fallen = {"us_4id_8": "3606", "us_4id_12": "3705", "us_4id_22": "3706"}
    state = position(fallen, side="", phase="initial", turn=5, row=2, receipts=2, options=options)
    assert not receipts.fortress_receives(state) and receipts.asks_for_supply(state) is asked
    state.changed(agenda=(AssignsSupply("axis", 2),))
    (orders,) = receipts.offered_assign(state)
    assert {order.fortress for order in orders} == {0} and len(orders) == (3 if asked else 1)
