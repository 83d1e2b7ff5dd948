"""German reinforcements and mobilisation (ZOC-6.6, ZOC-6.7, ZOC-26.1-5)."""

from __future__ import annotations

import pytest

from tests.rules.zocbonds.field import board, carried_out, ids, path, position, unit
from wab.systems.zocbonds.movement import entries, movement
from wab.systems.zocbonds.state.board import CODES
from wab.systems.zocbonds.state.events import Entered, HeldBack
from wab.systems.zocbonds.state.orders import Enter, Mobilise, Move, PlaceReserve
from wab.systems.zocbonds.state.state import Works
from wab.systems.zocbonds.units import reserve

CHERBOURG = "zocbonds/cherbourg"
OVERCAST, CLEAR = 2, 6


def coming(*keys, units=None, scenario="zocbonds/three-weeks-in-june", **now):
    on = board(scenario)
    boxes = {"arrivals": tuple(sorted(on.ids[key] for key in keys))}
    values = {"side": "axis", "row": OVERCAST, "turn": 4, "boxes": boxes, **now}
    return position(units or {}, scenario=scenario, **values)


def refused(state, keys, *labels, mode="ordinary", truck=False):
    keys = (keys,) if isinstance(keys, str) else keys
    refusal = entries.why_not_enter(state, Enter(ids(state, *keys), path(state, *labels), mode, truck))
    return refusal.code if refusal else None


def entered(state, key, *labels, mode="ordinary", truck=False):
    order = Enter(ids(state, key), path(state, *labels), mode, truck)
    assert entries.why_not_enter(state, order) is None
    return carried_out(state, entries.execute_enter(state, order))


@pytest.mark.clause("ZOC-6.6-1")
def test_a_reinforcement_enters_at_the_hexes_of_its_colour_alone():
    state = coming("de_12ss_25", "de_lehr_901")
    assert refused(state, "de_12ss_25", "1740") is None and refused(state, "de_12ss_25", "1340") is None
    assert refused(state, "de_12ss_25", "1540") == "other-entry", "an edge hex between them"
    assert refused(state, "de_12ss_25", "1026") == refused(state, "de_lehr_901", "1740") == "other-entry"
    assert entries.entry_hexes(state, *ids(state, "de_lehr_901")) == path(state, "1026", "1029", "1032")


@pytest.mark.clause("ZOC-6.6-1")
@pytest.mark.clause("ZOC-20.4-5")
def test_it_comes_on_its_turn_and_not_before():
    state = coming("de_12ss_25", "de_346id_858", turn=3)
    assert entries.due(state) == ids(state, "de_12ss_25")
    assert refused(state, "de_346id_858", "1740") == "not-due"
    assert entries.due(coming("de_12ss_25", turn=1)) == ()
    assert refused(coming("de_12ss_25", side="allied"), "de_12ss_25", "1740") == "not-due"
    assert refused(coming("de_12ss_25", phase="reserve_movement"), "de_12ss_25", "1740") == "not-due"


@pytest.mark.clause("ZOC-6.6-1")
@pytest.mark.parametrize("units", [(), (99_999,), (-1,), None])
def test_what_a_stranger_sends_is_refused(units):
    state = coming("de_12ss_25")
    named = ids(state, "de_12ss_25") * 2 if units is None else units
    assert entries.why_not_enter(state, Enter(named, path(state, "1740"))).code == "not-due"
    for way in ((), (-4,), (10**7,), (state.board.hex("1740"), -1)):
        assert entries.why_not_enter(state, Enter(ids(state, "de_12ss_25"), way)) is not None


@pytest.mark.clause("ZOC-6.6-2")
def test_entering_costs_the_road_rate_of_the_first_hex():
    state = coming("de_12ss_25", "de_346id_857")
    main = entered(state, "de_12ss_25", "1740", "1739")[0]
    assert main == Entered(ids(state, "de_12ss_25"), path(state, "1740", "1739"), "ordinary", 6)
    assert unit(state, "de_12ss_25").hex == state.board.hex("1739") and state.now.boxes == {
        "arrivals": ids(state, "de_346id_857")
    }
    assert entered(state, "de_346id_857", "1340")[0].spent == 6, "a secondary road, on foot"


@pytest.mark.clause("ZOC-17.2-7")
@pytest.mark.clause("ZOC-17.3-5")
@pytest.mark.parametrize(("key", "gate", "beyond"), [("de_i_ss_pz", "1740", "1739"), ("de_7_werfer", "1026", "1126")])
def test_guns_that_march_in_are_not_ready_and_at_the_gate_they_are(key, gate, beyond):
    """ZOC-17.2-7, ZOC-17.3-5: the hex of entry is the first, a second is one too many, in one order or in two."""
    state = coming(key, turn=5)
    entered(state, key, gate)
    assert not unit(state, key).moved_side
    carried_out(state, movement.execute_move(state, Move(ids(state, key), path(state, gate, beyond))))
    assert unit(state, key).moved_side
    at_once = coming(key, turn=5)
    entered(at_once, key, gate, beyond)
    assert unit(at_once, key).moved_side


@pytest.mark.clause("ZOC-6.6-2")
@pytest.mark.clause("ZOC-9.1-1")
def test_the_way_on_is_as_long_as_the_points_last():
    state = coming("de_346id_857")
    way = ("1740", "1739", "1738", "1737", "1736", "1735", "1734", "1733")
    assert refused(state, "de_346id_857", *way) is None, "eight hexes at half a point"
    assert refused(state, "de_346id_857", *way, "1732") == "too-far"


@pytest.mark.clause("ZOC-6.6-3")
def test_it_stops_where_it_enters_an_enemy_zone():
    state = coming("de_12ss_25", "de_lehr_901", units={"us_4id_8": "1739"})
    assert refused(state, "de_12ss_25", "1740", "1840") == "zone"
    assert entered(state, "de_12ss_25", "1740")[0].stopped
    for mode, truck in (("strategic", False), ("tactical", False)):
        assert refused(
            coming("de_12ss_26", units={"us_4id_8": "1739"}), "de_12ss_26", "1740", mode=mode, truck=truck
        ) == ("avoided" if mode == "strategic" else None)


@pytest.mark.clause("ZOC-9.1-3")
def test_it_does_not_enter_where_the_enemy_stands():
    state = coming("de_12ss_25", units={"us_4id_8": "1740"})
    assert refused(state, "de_12ss_25", "1740") == "enemy"
    assert refused(state, "de_12ss_25", "1340") is None


@pytest.mark.clause("ZOC-8.5.2-1")
def test_it_does_not_enter_a_hex_that_an_enemy_bond_closes():
    state = coming("de_lehr_901", units={"us_4id_8": "1031", "us_4id_12": "1033"})
    refusal = entries.why_not_enter(state, Enter(ids(state, "de_lehr_901"), path(state, "1032")))
    assert refusal.code == "kept-out" and refusal.clauses == ("ZOC-8.5.2-1",)
    assert refused(state, "de_lehr_901", "1029") is None


@pytest.mark.clause("ZOC-6.6-4")
def test_a_unit_that_waits_may_come_in_one_colour_further_on_each_day():
    state = coming("de_lehr_901", turn=3)
    found = []
    for _ in range(3):
        found.append(len(entries.entry_hexes(state, *ids(state, "de_lehr_901"))))
        assert carried_out(state, entries.held_back(state)) == [HeldBack(ids(state, "de_lehr_901"))]
    assert found == [3, 3 + 3 + 4, 3 + 3 + 4 + 4], "red, then blue and orange, then green"
    assert refused(state, "de_lehr_901", "1006") is None


@pytest.mark.clause("ZOC-6.6-5")
@pytest.mark.clause("ZOC-9.8.1-3")
@pytest.mark.clause("ZOC-9.8.6-2")
def test_reinforcements_enter_by_column_or_on_trucks():
    state = coming("de_12ss_25", "de_346id_857")
    event = entered(state, "de_12ss_25", "1740", *(f"17{number}" for number in range(39, 30, -1)), mode="strategic")[0]
    assert event.spent == 30 and unit(state, "de_12ss_25").column
    assert entered(state, "de_346id_857", "1340", "1339", truck=True)[0].spent == 6
    assert unit(state, "de_346id_857").truck
    on_foot = coming("de_346id_857")
    refusal = entries.why_not_enter(on_foot, Enter(ids(on_foot, "de_346id_857"), path(on_foot, "1740"), "strategic"))
    assert (refusal.code, refusal.where) == ("on-foot", ())


@pytest.mark.clause("ZOC-6.6-2")
@pytest.mark.clause("ZOC-9.1-2")
def test_units_that_enter_together_pay_the_dearest_rate():
    state = coming("de_12ss_25", "de_346id_857")
    both = Enter(ids(state, "de_12ss_25", "de_346id_857"), path(state, "1340"))
    assert entries.why_not_enter(state, both) is None
    assert carried_out(state, entries.execute_enter(state, both))[0].spent == 6, "a secondary road, on foot"


@pytest.mark.clause("ZOC-6.6-6")
@pytest.mark.clause("ZOC-15.1-10")
def test_who_spends_a_point_to_enter_may_be_put_in_reserve():
    state = coming("de_12ss_25", "de_12ss_26")
    entered(state, "de_12ss_25", "1740", "1739")
    assert reserve.why_not_place_reserve(state, PlaceReserve(ids(state, "de_12ss_25"))) is None
    entered(state, "de_12ss_26", "1740", "1739", "1738")
    assert reserve.why_not_place_reserve(state, PlaceReserve(ids(state, "de_12ss_26"))).code == "moved"


@pytest.mark.clause("ZOC-9.1-3")
def test_it_may_go_on_until_another_moves():
    state = coming("de_12ss_25", units={"de_91id_1057": "2507"})
    entered(state, "de_12ss_25", "1740")
    on = Move(ids(state, "de_12ss_25"), path(state, "1740", "1739"))
    assert movement.why_not_move(state, on) is None
    carried_out(state, movement.execute_move(state, Move(ids(state, "de_91id_1057"), path(state, "2507", "2508"))))
    assert movement.why_not_move(state, on).code == "has-moved"


@pytest.mark.clause("ZOC-6.2-3")
@pytest.mark.clause("ZOC-16.1-12")
def test_it_wins_the_hexes_that_it_passes_and_empties_them_of_works():
    state = coming("de_12ss_25")
    edge, next_ = path(state, "1740", "1739")
    state.control[edge] = CODES["allied"]
    state.changed(works=(Works(next_, "us", done=True),))
    happened = entered(state, "de_12ss_25", "1740", "1739")
    assert happened[0].taken == (edge,) and happened[1].hexes == (next_,)


@pytest.mark.clause("ZOC-6.6-1")
def test_every_entry_on_offer_is_legal_and_leads_to_each_hex_once_a_gate():
    state = coming(
        "de_12ss_25", "de_346id_857", units={"us_4id_8": "1738", "de_12ss_26": "1340", "de_lehr_901": "1340"}
    )
    seen = [order for group in entries.offered_enter(state) for order in group]
    assert seen and all(entries.why_not_enter(state, order) is None for order in seen)
    ends = [(order.units, order.path[0], order.path[-1]) for order in seen]
    assert len(set(ends)) == len(ends)
    assert {order.mode for order in seen} >= {"ordinary", "strategic"}
    one = [order for group in entries.offered_enter(state, *ids(state, "de_346id_857")) for order in group]
    assert one == [order for order in seen if order.units == ids(state, "de_346id_857")]


@pytest.mark.clause("ZOC-26.1-5")
def test_in_the_cherbourg_scenario_they_come_to_la_haye():
    state = coming("de_77id_1_1050", "de_77id_1049", scenario=CHERBOURG, turn=5)
    assert entries.due(state) == ids(state, "de_77id_1_1050")
    assert entries.entry_hexes(state, *ids(state, "de_77id_1_1050")) == path(state, "2506")
    assert refused(state, "de_77id_1_1050", "2506", "2507") is None
    state.changed(turn=6)
    assert len(entries.due(state)) == 2


@pytest.mark.clause("ZOC-27.1-3")
def test_of_two_german_players_each_brings_in_his_own():
    state = coming("de_12ss_25", "de_17ss_37", player="axis/seventh_army", options={"players": "4"}, turn=5)
    assert refused(state, "de_17ss_37", "1006") is None
    assert refused(state, "de_12ss_25", "1740") == "not-due"
    assert carried_out(state, entries.held_back(state)) == [HeldBack(ids(state, "de_17ss_37"))]


# ---------------------------------------------------------------- mobilisation

BOXED = {"mobilisation/de_243id": ("de_243id_920", "de_243id_921"), "mobilisation/de_709id": ("de_709id_1_729",)}


def boxed(units=None, **now):
    on = board()
    boxes = {name: tuple(sorted(on.ids[key] for key in keys)) for name, keys in BOXED.items()}
    return position(units or {}, **{"side": "axis", "turn": 2, "boxes": boxes, **now})


def why(state, key, label):
    refusal = entries.why_not_mobilise(state, Mobilise(*ids(state, key), state.board.hex(label)))
    return refusal.code if refusal else None


@pytest.mark.clause("ZOC-6.7-1")
@pytest.mark.clause("ZOC-6.7-4")
def test_each_division_mobilises_one_unit_a_turn_in_its_own_hexes():
    state = boxed()
    west, east = ("3302", "2803", "3105"), ("3209", "3411", "3510")
    assert all(why(state, "de_243id_920", label) is None for label in west)
    assert all(why(state, "de_709id_1_729", label) is None for label in east)
    assert why(state, "de_243id_920", "3209") == why(state, "de_709id_1_729", "3302") == "other-hex"
    happened = carried_out(
        state, entries.execute_mobilise(state, Mobilise(*ids(state, "de_243id_920"), state.board.hex("3302")))
    )
    assert happened == [Entered(ids(state, "de_243id_920"), path(state, "3302"), "ordinary", 0, mobilised=True)]
    assert why(state, "de_243id_921", "2803") == "once-a-turn"
    assert why(state, "de_709id_1_729", "3209") is None, "the other division may"


@pytest.mark.clause("ZOC-6.7-1")
@pytest.mark.clause("ZOC-20.4-5")
def test_mobilisation_begins_on_turn_2_in_the_german_movement_phase():
    assert why(boxed(turn=1), "de_243id_920", "3302") == "too-early"
    for now in ({"side": "allied"}, {"phase": "reserve_movement"}):
        assert why(boxed(**now), "de_243id_920", "3302") == "no-mobilisation"
    for wrong in (Mobilise(-1, 0), Mobilise(10**9, 0), Mobilise(boxed().board.ids["de_243id_920"], -1)):
        assert entries.why_not_mobilise(boxed(), wrong) is not None


@pytest.mark.clause("ZOC-27.1-3")
def test_the_player_against_the_americans_mobilises():
    seats = {"players": "4"}
    assert why(boxed(player="axis/seventh_army", options=seats), "de_243id_920", "3302") is None
    assert why(boxed(player="axis/panzergruppe_west", options=seats), "de_243id_920", "3302") == "no-mobilisation"
    state = boxed()
    state.changed(boxes={**state.now.boxes, "arrivals": ids(state, "de_12ss_25")})
    assert tuple(entries.boxes(state)) == ("de_243id", "de_709id")


@pytest.mark.clause("ZOC-6.7-2")
def test_not_beside_or_on_the_enemy():
    assert why(boxed({"us_9id_39": "3302"}), "de_243id_920", "3302") == "enemy"
    assert why(boxed({"us_9id_39": "3303"}), "de_243id_920", "3302") == "enemy"
    offered = [order.hex for group in entries.offered_mobilise(boxed({"us_9id_39": "3303"})) for order in group]
    assert boxed().board.hex("3302") not in offered and boxed().board.hex("2803") in offered


@pytest.mark.clause("ZOC-9.8.2-2")
@pytest.mark.clause("ZOC-6.7-2")
@pytest.mark.clause("ZOC-A-18")
def test_nobody_is_mobilised_onto_a_unit_in_column():
    for column, code in ((True, "column-stacked"), (False, None)):
        state = boxed({"de_12ss_25": ("3302", {"column": column})})
        assert why(state, "de_243id_920", "3302") == code and why(state, "de_243id_920", "2803") is None


@pytest.mark.clause("ZOC-6.7-3")
def test_a_mobilised_unit_moves_at_once():
    state = boxed()
    carried_out(state, entries.execute_mobilise(state, Mobilise(*ids(state, "de_243id_920"), state.board.hex("3302"))))
    assert len(list(movement.offered_move(state, *ids(state, "de_243id_920")))) > 0
    assert not unit(state, "de_243id_920").mode
