"""Improved positions, strongpoints and the Perimeter (ZOC-16)."""

from __future__ import annotations

import pytest

from tests.rules.zocbonds.field import board, carried_out, conducted, ids, path, position, unit
from wab.systems.zocbonds.movement import movement
from wab.systems.zocbonds.sequence import initial
from wab.systems.zocbonds.state.events import HeldBack, StoreLost, WorksBegun, WorksDone, WorksGone
from wab.systems.zocbonds.state.orders import BuildWorks, Move, PlaceReserve, RemoveWorks
from wab.systems.zocbonds.state.setup import starting_state
from wab.systems.zocbonds.state.state import OUT, Works
from wab.systems.zocbonds.telling.journal import told
from wab.systems.zocbonds.units import reserve, works

STORM, OVERCAST = 1, 2
LEFT = {"axis": 1, "us": 1, "commonwealth": 1}


def german(units, **now):
    return position(units, **{"side": "axis", "turn": 5, "row": OVERCAST, "works_left": LEFT, **now})


def why(state, key):
    refusal = works.why_not_build_works(state, BuildWorks(*ids(state, key)))
    return refusal.code if refusal else None


def built(state, key):
    assert why(state, key) is None
    return carried_out(state, works.execute_build_works(state, BuildWorks(*ids(state, key))))


@pytest.mark.clause("ZOC-16.1-6")
@pytest.mark.clause("ZOC-16.1-8")
def test_infantry_begins_works_that_are_done_a_turn_later():
    state = german({"de_91id_1057": "2507"})
    hex_ = state.board.hex("2507")
    assert built(state, "de_91id_1057") == [WorksBegun(hex_, "axis", *ids(state, "de_91id_1057"))]
    assert works.begun_in(state, hex_) and not works.shelters(state, "axis", hex_)
    assert carried_out(state, works.finished(state, "axis")) == [WorksDone((hex_,))]
    assert works.shelters(state, "axis", hex_) and not works.begun_in(state, hex_)
    assert not works.shelters(state, "allied", hex_), "they help their own side alone"


@pytest.mark.clause("ZOC-16.1-6")
@pytest.mark.clause("ZOC-13.6-4")
@pytest.mark.clause("ZOC-16.1-4")
def test_disrupted_infantry_finishes_works_in_a_storm_too_and_nobody_else_does():
    begun = tuple(Works(hex_, "axis") for hex_ in path(german({}), "2507", "2509"))
    state = german({"de_91id_1057": ("2507", {"disrupted": True}), "de_100_pz": "2509"}, works=begun, row=STORM)
    assert carried_out(state, works.finished(state, "axis")) == [
        WorksDone((begun[0].hex,)), WorksGone((begun[1].hex,), "abandoned"),
    ]  # fmt: skip
    assert not list(works.finished(german({}, works=begun), "allied"))


@pytest.mark.clause("ZOC-16.1-6")
@pytest.mark.clause("ZOC-2.3.3-2")
@pytest.mark.clause("ZOC-13.6-4")
@pytest.mark.clause("ZOC-18.4-3")
@pytest.mark.clause("ZOC-20.2-5")
@pytest.mark.parametrize(("key", "values", "code"), [
    ("de_100_pz", {}, "no-infantry"), ("de_lxxxiv", {}, "no-infantry"), ("de_12ss_25", {}, None),
    ("de_91id_1057", {"supply": OUT}, "unfit"), ("de_91id_1057", {"disrupted": True}, "unfit"),
    ("de_91id_1057", {"scattered": True}, "unfit"), ("de_91id_1057", {"replaced": True}, "has-moved"),
    ("de_91id_1057", {"mode": "ordinary"}, "has-moved"),
])  # fmt: skip
def test_who_digs(key, values, code):
    assert why(german({key: ("2507", values)}), key) == code


@pytest.mark.clause("ZOC-16.1-6")
def test_one_digs_beside_the_enemy_as_well():
    assert why(german({"de_91id_1057": "2507", "us_4id_8": "2508"}), "de_91id_1057") is None


@pytest.mark.clause("ZOC-16.1-7")
@pytest.mark.clause("ZOC-16.1-6")
@pytest.mark.clause("ZOC-15.1-4")
def test_the_builder_does_not_move_and_is_no_reserve():
    state = german({"de_91id_1057": ("2507", {"reserve": True})})
    built(state, "de_91id_1057")
    assert not unit(state, "de_91id_1057").reserve
    (builder,) = ids(state, "de_91id_1057")
    assert movement.why_not_move(state, Move((builder,), path(state, "2507", "2508"))).code == "stopped"
    assert reserve.why_not_place_reserve(state, PlaceReserve((builder,))).code == "unfit"


@pytest.mark.clause("ZOC-16.1-2")
@pytest.mark.clause("ZOC-16.1-3")
@pytest.mark.clause("ZOC-16.1-5")
def test_as_many_a_turn_as_the_weather_gives_each_army():
    state = german({"de_91id_1057": "2507", "de_91id_1058": "2909"})
    built(state, "de_91id_1057")
    assert why(state, "de_91id_1058") == "none-left"
    allied = german({"us_4id_8": "2814", "us_4id_12": "2713", "uk_3id_8": "2430"}, side="allied")
    assert built(allied, "us_4id_8")[0].maker == "us"
    assert why(allied, "us_4id_12") == "none-left"
    assert built(allied, "uk_3id_8")[0].maker == "commonwealth"


@pytest.mark.clause("ZOC-16.1-4")
@pytest.mark.clause("ZOC-4.3-3")
def test_no_works_are_begun_in_a_storm():
    assert why(german({"de_91id_1057": "2507"}, row=STORM), "de_91id_1057") == "storm"


@pytest.mark.clause("ZOC-16.1-9")
@pytest.mark.clause("ZOC-20.4-5")
def test_germans_dig_from_turn_5_on():
    for turn in (1, 4):
        assert why(german({"de_91id_1057": "2507"}, turn=turn), "de_91id_1057") == "too-early"
    assert why(german({"us_4id_8": "2814"}, turn=2, side="allied"), "us_4id_8") is None


@pytest.mark.clause("ZOC-16.1-3")
@pytest.mark.parametrize(("scenario", "armies"), [
    ("zocbonds/three-weeks-in-june", {"us": 1, "commonwealth": 1}), ("zocbonds/cherbourg", {"us": 1}),
])  # fmt: skip
def test_the_allies_dig_from_the_first_day_on(scenario, armies):
    """ZOC-16.1-3: a parachute regiment that came down well, once; there are no German ones."""
    state = position({"us_101ab_506": "2713", "us_101ab_502": "2813"}, scenario=scenario, turn=1, side="allied")
    carried_out(state, initial.first_weather(state))
    assert state.now.works_left == armies
    built(state, "us_101ab_506")
    assert why(state, "us_101ab_502") == "none-left"


@pytest.mark.clause("ZOC-16.1-5")
@pytest.mark.clause("ZOC-16.3-2")
def test_permanent_works_use_up_no_marker():
    """ZOC-16.1-5: the Perimeter is printed on the map; the last marker can be laid though it stands whole."""
    on = board()
    printed = tuple(Works(int(hex_), "axis", done=True, permanent=True)
                    for hex_ in on.overlay("permanent_works").nonzero()[0])  # fmt: skip
    ground = [hex_ for hex_ in range(on.grid.size) if on.terrain(hex_) == "bocage" and on.dry[hex_]]
    most = on.tables.markers.works["axis"]
    for laid, expected in ((most - 1, None), (most, "no-marker")):
        markers = tuple(Works(hex_, "axis", done=True) for hex_ in ground[:laid])
        assert len(printed) + laid >= most
        assert why(german({"de_91id_1057": "2507"}, works=(*markers, *printed)), "de_91id_1057") == expected


@pytest.mark.clause("ZOC-16.1-5")
@pytest.mark.clause("ZOC-T-MARKERS")
def test_the_markers_are_a_limit_and_one_may_be_given_up():
    most = board().tables.markers.works["us"]
    laid = tuple(Works(hex_, "us", done=True) for hex_ in path(german({}), "2711", "2810", "2811", "2812")[:most])
    assert len(laid) == most
    state = german({"us_4id_8": "2814", "uk_3id_8": "2430"}, side="allied", works=laid)
    assert why(state, "us_4id_8") == "no-marker" and why(state, "uk_3id_8") is None
    order = RemoveWorks(laid[0].hex)
    assert works.why_not_remove_works(state, order) is None
    assert carried_out(state, works.execute_remove_works(state, order)) == [WorksGone((laid[0].hex,), "given up")]
    assert why(state, "us_4id_8") is None


@pytest.mark.clause("ZOC-16.1-12")
@pytest.mark.clause("ZOC-16.3-2")
def test_only_ones_own_works_are_given_up_and_no_permanent_ones():
    hexes = path(german({}), "2711", "2810", "3507")
    state = german({}, works=(Works(hexes[0], "us"), Works(hexes[1], "axis"), Works(hexes[2], "axis", True, True)))
    assert works.why_not_remove_works(state, RemoveWorks(hexes[1])) is None
    for hex_ in (hexes[0], hexes[2], -1, 10**6):
        assert works.why_not_remove_works(state, RemoveWorks(hex_)).code == "not-yours"
    assert [order.hex for group in works.offered_remove_works(state) for order in group] == [hexes[1]]


@pytest.mark.clause("ZOC-16.1-12")
def test_each_army_gives_up_its_own():
    hexes = path(german({}), "2711", "2810")
    both = (Works(hexes[0], "us"), Works(hexes[1], "commonwealth"))
    state = german({}, side="allied", player="allied/us", options={"players": "3"}, works=both)
    assert works.why_not_remove_works(state, RemoveWorks(hexes[0])) is None
    assert works.why_not_remove_works(state, RemoveWorks(hexes[1])).code == "not-yours"


@pytest.mark.clause("ZOC-16.1-10")
@pytest.mark.clause("ZOC-12.4.1-7")
@pytest.mark.clause("ZOC-16.1-11")
@pytest.mark.parametrize(("label", "code"), [
    ("1928", "city"), ("3606", "city"), ("3507", "city"),
    ("3012", None), ("2507", None), ("2512", None), ("2412", None),
])  # fmt: skip
def test_not_in_a_city_nor_on_the_works_of_cherbourg(label, code):
    assert why(german({"de_91id_1057": label, "de_crisbecq": "3012"}), "de_91id_1057") == code


@pytest.mark.clause("ZOC-16.1-10")
@pytest.mark.parametrize(("switch", "code"), [("allowed", None), ("barred", "strongpoint")])
def test_germans_dig_beside_a_strongpoint_unless_a_switch_bars_it(switch, code):
    state = conducted(german({"de_91id_1057": "3012", "de_crisbecq": "3012"}), works_at_strongpoints=switch)
    assert why(state, "de_91id_1057") == code
    alone = conducted(german({"de_91id_1057": "2507", "de_crisbecq": "3012"}), works_at_strongpoints=switch)
    assert why(alone, "de_91id_1057") is None


@pytest.mark.clause("ZOC-16.1-10")
def test_one_improved_position_a_hex():
    hex_ = german({}).board.hex("2507")
    assert why(german({"de_91id_1057": "2507"}, works=(Works(hex_, "axis"),)), "de_91id_1057") == "works"


@pytest.mark.clause("ZOC-16.1-6")
def test_nobody_digs_for_another():
    state = german({"us_4id_8": "2814"})
    assert why(state, "us_4id_8") == "not-yours"
    for wrong in (-1, 10**9):
        assert works.why_not_build_works(state, BuildWorks(wrong)).code == "not-yours"
    assert [order.unit for group in works.offered_build_works(german({"de_91id_1057": "2507", "us_4id_8": "2814"}))
            for order in group] == list(ids(state, "de_91id_1057"))  # fmt: skip


@pytest.mark.clause("ZOC-16.2-1")
def test_strongpoints_have_strength_2_one_step_and_no_zone():
    state = german({"de_crisbecq": "3012"})
    fort = unit(state, "de_crisbecq")
    profile = state.profile(fort.id)
    assert state.values(fort) == (2, 0, 0) and profile.steps == 1 and profile.free and profile.replacement == "none"
    assert not state.has_zone(fort) and not profile.zone


@pytest.mark.clause("ZOC-16.2-4")
def test_the_allies_enter_the_hex_of_a_strongpoint_only_when_it_is_gone():
    units = {"us_4id_8": "3011", "de_crisbecq": "3012"}
    state = german(units, side="allied")
    step = Move(ids(state, "us_4id_8"), path(state, "3011", "3012"))
    assert movement.why_not_move(state, step).code == "enemy"
    state.take(*ids(state, "de_crisbecq"))
    assert movement.why_not_move(state, step) is None


@pytest.mark.clause("ZOC-16.3-1")
@pytest.mark.clause("ZOC-16.3-2")
def test_every_hex_of_the_perimeter_but_the_city_begins_with_permanent_works():
    state = starting_state(board(), 1, {})
    ring = {hex_ for hex_ in range(state.board.grid.size) if state.board.overlay("perimeter")[hex_]}
    city = set(path(state, "3606", "3705", "3706"))
    assert {one.hex for one in state.now.works} == ring - city
    assert all(one.permanent and works.shelters(state, "axis", one.hex) for one in state.now.works)


@pytest.mark.parametrize(("cause", "word"), [
    ("abandoned", "abandoned"), ("given up", "given up"), ("entered", "enemy"), ("a result", "lost"),
])  # fmt: skip
def test_works_that_are_gone_are_told_with_their_places(cause, word):
    state = german({})
    sentence = str(told(state, WorksGone(path(state, "2512", "2507"), cause)))
    assert word in sentence and "Carentan (2512)" in sentence and "2507" in sentence
    assert told(state, WorksGone((), cause)) is None


def test_reinforcements_that_wait_and_a_store_that_is_lost_are_told():
    state = german({})
    assert "wait" in str(told(state, HeldBack(ids(state, "de_12ss_25", "de_12ss_26"))))
    assert "3 supply points" in str(told(state, StoreLost("fortress", 3)))


@pytest.mark.clause("ZOC-16.1-5")
@pytest.mark.clause("ZOC-27.1-2")
def test_of_two_german_players_each_gives_up_works_on_his_side_of_the_boundary():
    west, east = path(german({}), "2711", "2034")
    laid = (Works(east, "axis", True), Works(west, "axis", True))
    for player, own in (("axis/seventh_army", west), ("axis/panzergruppe_west", east)):
        state = german({}, player=player, options={"players": "4"}, works=laid)
        assert [order.hex for group in works.offered_remove_works(state) for order in group] == [own]
    state = german({}, player="axis", works=laid)
    assert [order.hex for group in works.offered_remove_works(state) for order in group] == [east, west]
