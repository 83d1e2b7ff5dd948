"""The marches of the worked first turn on the real map; GM-1, GM-2 and GM-4 are in test_movement."""

from __future__ import annotations

import pytest

from tests.rules.zocbonds.examples import example
from tests.rules.zocbonds.field import CAMPAIGN, board, carried_out, ids, path, position
from wab.hexes import HexId
from wab.systems.zocbonds.ground.allowance import allowance, classes
from wab.systems.zocbonds.ground.costs import BY_DAY, Way, tables
from wab.systems.zocbonds.ground.lines_of_supply import way
from wab.systems.zocbonds.ground.manners import ORDINARY
from wab.systems.zocbonds.ground.marching import Manner, reach
from wab.systems.zocbonds.movement import movement
from wab.systems.zocbonds.state import stacking
from wab.systems.zocbonds.state.board import CODES
from wab.systems.zocbonds.state.orders import Move
from wab.systems.zocbonds.state.setup import starting_state
from wab.systems.zocbonds.state.state import State, Unit
from wab.systems.zocbonds.units import supply

RIDE = Manner("bicycle")
WHOLE = ("us_101ab_506", "uk_6ab_3")
"""The two drops of the example that are not scattered."""


def after_the_invasion() -> State:
    """The map as the German turn of 6 June finds it: the drops as they came down in the example, the assault ashore."""
    on = board(CAMPAIGN)
    state = starting_state(on, 1, {})
    for key, hex_ in on.drops.items():
        if not state.stacks.get(hex_):
            ashore(state, key, hex_, scattered=key not in WHOLE)
    for landing, keys in on.assault.items():
        for unit in state.stacks.get(on.landings[landing], ()):
            state.take(unit)
        for key in keys:
            ashore(state, key, on.landings[landing])
    state.changed(turn=1, side="axis", phase="movement", row=2)
    return state


def ashore(state: State, key: str, hex_: HexId, **values: bool) -> None:
    profile = state.board.roster[state.board.ids[key]]
    state.put(Unit(profile.id, hex_, profile.steps, **values))
    state.control[hex_] = CODES["allied"]


def march(state: State, key: str, goal: str, manner: Manner = ORDINARY) -> None:
    """Go to a hex by the cheapest way."""
    way = reach(state, ids(state, key), manner).path_to(state.board.hex(goal))
    order = Move(ids(state, key), way, manner.mode)
    assert movement.why_not_move(state, order) is None
    carried_out(state, movement.execute_move(state, order))


@pytest.mark.clause("ZOC-X-GM-3")
@pytest.mark.clause("ZOC-9.9-1")
@pytest.mark.clause("ZOC-EOP-11")
def test_the_bicycles_of_the_30th_brigade_ride_from_coutances_to_balleroy():
    given, expect = example("ZOC-X-GM-3")
    state = after_the_invasion()
    assert given["turn"] == state.now.turn and state.sky in given["weather"].lower()
    balleroy = state.board.hex("2020")
    assert expect["ends"] == "near Balleroy"
    for key in ("de_30mob_1_30", "de_30mob_2_30"):
        assert allowance(state, *ids(state, key), "bicycle") == 6 * expect["MA"]
        nearest = min(state.board.grid.distance(hex_, balleroy) for hex_ in reach(state, ids(state, key), RIDE))
        on_foot = min(state.board.grid.distance(hex_, balleroy) for hex_ in reach(state, ids(state, key)))
        assert nearest <= 2 < on_foot


@pytest.mark.clause("ZOC-X-GM-5")
@pytest.mark.clause("ZOC-A-14")
@pytest.mark.clause("ZOC-18.2-5")
def test_the_fusiliers_of_the_711th_keep_the_brigade_at_merville_from_the_road_to_the_east():
    """GM-5: without them the 3rd Brigade could go on past the Ost battalion, whose line leads east once the way over
    the Orne is barred."""
    given, expect = example("ZOC-X-GM-5")
    assert given["unit"] == "Fusilier battalion 711th" and "Merville Ost battalion" in expect["purpose"]
    state = after_the_invasion()
    state.change(state.board.ids["uk_6ab_8_3"], steps=1)
    label, ost = state.board.grid.label, state.board.ids["de_642_ost"]

    def where_the_brigade_goes() -> set[str]:
        """Hexes of the 3rd Brigade in the Allied movement phase that would follow."""
        after = state.copy()
        after.changed(side="allied")
        return {label(hex_) for hex_ in reach(after, ids(after, "uk_6ab_3"))}

    before = where_the_brigade_goes()
    march(state, "de_711id_fus", "2234")
    assert before - where_the_brigade_goes() >= {"2234", "2334", "2034"}
    ashore(state, "uk_3id_185", state.board.hex("2231"))
    assert ost not in supply.check(state, "axis").out
    line = way(state, "axis", state.units[ost].hex)
    assert line[-1] in state.board.lines.entries["orange"] and not {"2231", "2234"} & {*map(label, line)}
    cut = state.copy()
    ashore(cut, "uk_3id_9", cut.board.hex("2132"))
    assert ost in supply.check(cut, "axis").out


@pytest.mark.clause("ZOC-X-GM-6")
@pytest.mark.clause("ZOC-7.1-3")
def test_the_sturm_regiment_joins_the_strongpoint_of_crisbecq():
    given, expect = example("ZOC-X-GM-6")
    assert given["unit"] == "Sturm regiment"
    label = expect["moves_to"].partition(" ")[0]
    state = after_the_invasion()
    march(state, "de_sturm_aok7", label)
    there = state.stacks[state.board.hex(label)]
    assert [state.profile(unit).type for unit in there if state.profile(unit).free] == ["strongpoint"]
    assert state.board.ids["de_sturm_aok7"] in there and not stacking.overfull(state, "axis")


@pytest.mark.clause("ZOC-X-GM-7")
def test_after_their_turn_no_german_is_out_of_supply_or_disrupted():
    expect = example("ZOC-X-GM-7")[1]
    state = after_the_invasion()
    for key, goal in (("de_sturm_aok7", "3012"), ("de_711id_fus", "2234"), ("de_cotentin_art", "3109")):
        march(state, key, goal)
    assert len(supply.check(state, "axis").out) == expect["out_of_supply_units"]
    assert sum(state.units[unit].disrupted for unit in state.deployed("axis").ids) == expect["disrupted_units"]


@pytest.mark.clause("ZOC-X-GM-8")
@pytest.mark.clause("ZOC-4.3-2")
def test_german_wheels_pay_half_a_point_on_main_roads_by_day():
    given, expect = example("ZOC-X-GM-8")
    state = after_the_invasion()
    assert given["road"] == "main" and expect["mp_per_hex"] == "1/2"
    found = classes(state, ids(state, "de_21pz_125"))
    assert found == (BY_DAY,)
    here, there = path(state, "1831", "1930")
    costs = tables(state.board, Way(found)).first
    assert costs[here, state.board.grid.direction(here, there)] * 2 == 6


@pytest.mark.clause("ZOC-20.4-1")
@pytest.mark.clause("ZOC-20.4-2")
@pytest.mark.clause("ZOC-20.4-4")
def test_on_turn_1_all_but_the_bound_move_as_they_can():
    state = after_the_invasion()
    offered = {unit for group in movement.offered_move(state) for unit in group.units}
    for unit in state.deployed("axis").ids:
        profile = state.profile(unit)
        bound = profile.restricted or profile.type == "ost" or profile.values[0][1] == 0
        assert (unit in offered) is not bound, profile.key
    modes = {(order.mode, order.truck) for group in movement.offered_move(state) for order in group}
    assert modes == {("ordinary", False), ("tactical", False), ("bicycle", False)}


@pytest.mark.clause("ZOC-20.4-1")
@pytest.mark.clause("ZOC-8.2-1")
def test_the_91st_gathers_round_the_drop_of_the_508th_and_the_1058th_cannot():
    """The approach of GC-1: three units in Pont-l'Abbé, one over the Douve from there, one across the flooded side;
    zones keep the sixth away."""
    state = after_the_invasion()
    target, across, village = path(state, "2710", "2711", "2709")
    assert board().terrain(village) == "village"
    for key in ("de_91id_1057", "de_100_pz", "de_91id_fus"):
        assert village in reach(state, ids(state, key)), key
    assert state.board.hex("2610") in reach(state, ids(state, "de_6fj_fj"))
    assert across in reach(state, ids(state, "de_91id_1_1058"))
    for manner in (ORDINARY, Manner("tactical")):
        far = reach(state, ids(state, "de_91id_1058"), manner)
        assert not any(state.board.grid.distance(hex_, target) == 1 for hex_ in far)


@pytest.mark.clause("ZOC-20.4-3")
def test_21st_panzer_reaches_the_drop_south_of_ranville_with_three_points():
    """The approach of GC-2: three units next to 2032."""
    state = after_the_invasion()
    target = state.board.hex("2032")
    for key in ("de_21pz_125", "de_21pz_200_stug", "de_21pz_recon"):
        near = {hex_ for hex_ in reach(state, ids(state, key)) if state.board.grid.distance(hex_, target) == 1}
        assert near, key


@pytest.mark.clause("ZOC-9.4-1")
@pytest.mark.clause("ZOC-9.5-1")
@pytest.mark.parametrize(("start", "bank"), [("2613", "2612"), ("2811", "2710")])
def test_deep_water_into_flooded_ground_is_crossed_by_the_first_step_of_a_move_alone(start, bank):
    """ZOC-9.4-1, ZOC-9.5-1: not by the first step of what is left of one."""
    fresh = position({"us_4id_8": bank})
    assert fresh.board.hex("2611") in reach(fresh, ids(fresh, "us_4id_8"))
    state = position({"us_4id_8": start})
    carried_out(state, movement.execute_move(state, Move(ids(state, "us_4id_8"), path(state, start, bank))))
    assert state.board.hex("2611") not in reach(state, ids(state, "us_4id_8"))
    on = Move(ids(state, "us_4id_8"), path(state, bank, "2611"))
    assert movement.why_not_move(state, on).code == "first-step"
