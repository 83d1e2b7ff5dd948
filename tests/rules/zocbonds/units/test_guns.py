"""Headquarters, the artillery of the Cotentin and Werfer brigades (ZOC-17.2 to ZOC-17.4)."""

from __future__ import annotations

import pytest

from tests.rules.zocbonds.field import carried_out, conducted, ids, load, path, position, unit
from tests.rules.zocbonds.fighting import DECISIONS, fought
from wab.systems.zocbonds.combat import werfer
from wab.systems.zocbonds.combat.support import payers
from wab.systems.zocbonds.state.apply import apply
from wab.systems.zocbonds.state.board import CODES
from wab.systems.zocbonds.state.events import (
    Eliminated,
    MarkerLifted,
    MarkerSet,
    PhaseBegan,
    Placed,
    StoreLost,
    Withdrawn,
)
from wab.systems.zocbonds.state.orders import Attack, Relocate, Replace
from wab.systems.zocbonds.state.state import OUT
from wab.systems.zocbonds.units import headquarters, replacements
from wab.systems.zocbonds.units.entering import overrun

GUNS = {"us": 3, "commonwealth": 3, "seventh_army": 3, "fortress": 3}


def guns(units, **now):
    return position(units, supply=GUNS, **now)


def hex_of(state, label):
    return state.board.hex(label)


@pytest.mark.clause("ZOC-17.2-2")
@pytest.mark.clause("ZOC-17.2-4")
@pytest.mark.clause("ZOC-17.2-6")
def test_a_headquarters_reaches_five_hexes_whatever_lies_between():
    state = guns({"us_vii": "2814", "de_91id_1057": "2812"})
    (hq,) = ids(state, "us_vii")
    assert headquarters.can_shift(state, hq, hex_of(state, "2809")) is None
    refusal = headquarters.can_shift(state, hq, hex_of(state, "2808"))
    assert refusal.code == "too-far" and "ZOC-17.2-4" in refusal.clauses


@pytest.mark.clause("ZOC-17.2-2")
@pytest.mark.clause("ZOC-17.2-7")
@pytest.mark.clause("ZOC-13.6-7")
@pytest.mark.clause("ZOC-18.4-3")
@pytest.mark.parametrize(("values", "code"), [
    ({"moved_side": True}, "not-ready"), ({"disrupted": True}, "disrupted"), ({"supply": OUT}, "out-of-supply"),
])  # fmt: skip
def test_a_headquarters_that_is_not_ready_gives_nothing(values, code):
    state = guns({"us_vii": ("2814", values)})
    assert headquarters.can_shift(state, *ids(state, "us_vii"), hex_of(state, "2812")).code == code


@pytest.mark.clause("ZOC-17.2-2")
@pytest.mark.clause("ZOC-17.4-2")
def test_a_headquarters_needs_a_supply_point_and_the_cotentin_one_of_the_fortress():
    state = position({"us_vii": "2814", "de_cotentin_art": "3108"}, supply={"seventh_army": 3, "fortress": 0})
    for key, target in (("us_vii", "2812"), ("de_cotentin_art", "3009")):
        assert headquarters.can_shift(state, *ids(state, key), hex_of(state, target)).code == "no-supply-point"
    state.changed(supply={"us": 1, "fortress": 1})
    assert headquarters.can_shift(state, *ids(state, "us_vii"), hex_of(state, "2812")) is None
    assert headquarters.can_shift(state, *ids(state, "de_cotentin_art"), hex_of(state, "3009")) is None


@pytest.mark.clause("ZOC-17.2-10")
@pytest.mark.clause("ZOC-17.4-2")
def test_a_german_headquarters_is_paid_by_the_stores_that_it_traces_to():
    state = guns({"de_lxxxiv": "1815", "de_cotentin_art": "3108"})
    assert headquarters.paying(state, *ids(state, "de_lxxxiv")) == ("seventh_army", "fortress")
    assert headquarters.paying(state, *ids(state, "de_cotentin_art")) == ("fortress",)
    for hex_ in path(state, "3606", "3705", "3706"):
        state.control[hex_] = CODES["allied"]
    assert headquarters.paying(state, *ids(state, "de_lxxxiv")) == ("seventh_army",)
    assert (
        headquarters.can_shift(state, *ids(state, "de_cotentin_art"), hex_of(state, "3009")).code == "no-supply-point"
    )


@pytest.mark.clause("ZOC-17.2-10")
@pytest.mark.parametrize(
    ("stores", "left"),
    [((), (3, 2)), (("seventh_army", ""), (3, 2)), (("fortress", ""), (4, 1)), (("fortress", "seventh_army"), (4, 1)),
     (("fortress", "fortress"), (5, 0)), (("", "fortress"), (4, 1))],
)  # fmt: skip
def test_its_owner_chooses_each_time_which_store_pays_for_a_gun(stores, left):
    """ZOC-17.2-10: named for each gun; where nothing is named the fuller store pays."""
    units = {"de_lxxxiv": "1433", "de_xlvii_pz": "1433", "de_91id_1057": "1433", "us_4id_8": "1432"}
    state = position(units, side="axis", phase="combat", supply={"seventh_army": 5, "fortress": 2}, row=2)
    pair = ids(state, "de_lxxxiv", "de_xlvii_pz")
    order = Attack(state.board.hex("1432"), ids(state, "de_91id_1057"), "de_91id", None, pair, stores=stores)
    assert DECISIONS.why_not(state, order) is None
    paid = payers(state, pair, stores)
    assert paid is not None and len(paid) == 2
    fought(load(state, combat=(2,)), order)
    assert (state.now.supply["seventh_army"], state.now.supply["fortress"]) == left


@pytest.mark.clause("ZOC-17.2-10")
@pytest.mark.parametrize("stores", [("fortress",), ("us", ""), ("nothing", ""), ("fortress", "fortress"), ("", "", "")])
def test_a_store_that_cannot_pay_is_refused(stores):
    """ZOC-17.2-10: it must be one to which the gun traces, with points, and named gun by gun."""
    units = {"de_lxxxiv": "1433", "de_xlvii_pz": "1433", "de_91id_1057": "1433", "us_4id_8": "1432"}
    state = position(units, side="axis", phase="combat", supply={"seventh_army": 3, "fortress": 1, "us": 1}, row=2)
    pair = ids(state, "de_lxxxiv", "de_xlvii_pz")
    order = Attack(state.board.hex("1432"), ids(state, "de_91id_1057"), "de_91id", None, pair, stores=stores)
    assert DECISIONS.why_not(state, order).code == ("other-store" if len(stores) != 2 or "fortress" not in stores else
                                                    "no-supply-point")  # fmt: skip
    alone = Attack(state.board.hex("1432"), ids(state, "de_91id_1057"), "de_91id", stores=("fortress",))
    assert DECISIONS.why_not(state, alone).code == "other-store"


@pytest.mark.clause("ZOC-17.2-1")
def test_only_a_headquarters_on_the_map_is_asked():
    state = guns({"us_4id_8": "2814"})
    for unit_id in (*ids(state, "us_4id_8", "us_vii"), -1, 10**9):
        assert headquarters.can_shift(state, unit_id, 0).code == "no-hq"
    assert headquarters.can_shift(guns({"us_vii": "2814"}), state.board.ids["us_vii"], -5).code == "off-map"


@pytest.mark.clause("ZOC-17.2-5")
def test_a_headquarters_supports_its_own_army_alone():
    state = guns(
        {"us_vii": "2814", "us_4id_8": "2713", "uk_3id_8": "2430", "de_lxxxiv": "1815", "de_91id_1057": "2507"}
    )
    (hq,) = ids(state, "us_vii")
    assert headquarters.why_not_for(state, hq, ids(state, "us_4id_8")) is None
    assert headquarters.why_not_for(state, hq, ids(state, "us_4id_8", "uk_3id_8")).code == "other-army"
    assert headquarters.why_not_for(state, *ids(state, "de_lxxxiv"), ids(state, "de_91id_1057")) is None


@pytest.mark.clause("ZOC-17.3-1")
@pytest.mark.clause("ZOC-17.3-3")
@pytest.mark.clause("ZOC-17.3-4")
def test_a_werfer_brigade_reaches_three_hexes_without_supply_or_points():
    state = position({"de_7_werfer": ("2020", {"supply": OUT})}, supply={})
    (gun,) = ids(state, "de_7_werfer")
    assert werfer.can_shift(state, gun, hex_of(state, "2023")) is None
    assert werfer.can_shift(state, gun, hex_of(state, "2024")).code == "too-far"
    state.change(gun, moved_side=True)
    assert werfer.can_shift(state, gun, hex_of(state, "2023")).code == "not-ready"


@pytest.mark.clause("ZOC-17.3-2")
def test_headquarters_and_werfer_brigades_are_told_together():
    state = guns({"de_7_werfer": "2020", "de_lxxxiv": "2019", "de_91id_1057": "2021", "us_vii": "2022"})
    found = werfer.ready_guns(state, "axis", hex_of(state, "2022"))
    assert found == ids(state, "de_7_werfer", "de_lxxxiv")


@pytest.mark.clause("ZOC-17.2-3")
@pytest.mark.clause("ZOC-4.3-3")
def test_a_storm_leaves_one_artillery_shift():
    assert [werfer.most_artillery(position({}, row=row)) for row in (1, 2, 6)] == [1, 2, 2]


@pytest.mark.clause("ZOC-17.2-7")
@pytest.mark.clause("ZOC-17.2-11")
@pytest.mark.clause("ZOC-17.3-5")
def test_guns_turn_to_their_moved_side_with_the_second_hex_of_a_turn():
    state = guns({"us_vii": "2814", "de_7_werfer": ("2020", {"hexes": 1}), "us_4id_8": "2814"})
    everybody = ids(state, "us_vii", "de_7_werfer", "us_4id_8")
    assert carried_out(state, headquarters.turned(state, everybody, 1)) == [
        MarkerSet(ids(state, "de_7_werfer"), "moved_side", "moved")
    ]
    assert carried_out(state, headquarters.turned(state, everybody, 2)) == [
        MarkerSet(ids(state, "us_vii"), "moved_side", "moved")
    ]


@pytest.mark.clause("ZOC-17.2-7")
@pytest.mark.clause("ZOC-17.3-4")
@pytest.mark.clause("ZOC-9.8.1-4")
@pytest.mark.clause("ZOC-3-2")
def test_supplied_guns_are_made_ready_in_the_initial_phase_disrupted_or_not():
    moved = {"moved_side": True}
    state = guns({
        "us_vii": ("2814", moved | {"disrupted": True}), "de_7_werfer": ("2020", moved | {"supply": OUT}),
        "de_lxxxiv": ("1815", moved | {"column": True}), "us_v": "2719",
    })  # fmt: skip
    assert carried_out(state, headquarters.made_ready(state)) == [
        MarkerLifted(ids(state, "us_vii", "de_lxxxiv"), "moved_side", "initial")
    ]
    assert unit(state, "de_7_werfer").moved_side


@pytest.mark.clause("ZOC-3-2")
@pytest.mark.clause("ZOC-13.6-7")
@pytest.mark.parametrize(("switch", "ready"), [("allowed", True), ("barred", False)])
def test_disruption_bars_that_where_a_switch_says_so(switch, ready):
    state = conducted(guns({"us_vii": ("2814", {"moved_side": True, "disrupted": True})}), disrupted_hq_flips=switch)
    carried_out(state, headquarters.made_ready(state))
    assert unit(state, "us_vii").moved_side is not ready


@pytest.mark.clause("ZOC-17.3-1")
def test_only_a_werfer_brigade_on_the_map_is_asked_and_one_that_is_not_ready_is_not_told():
    state = position({"de_7_werfer": "2020", "de_lxxxiv": "2020", "de_8_werfer": ("2021", {"moved_side": True})})
    for gun in (*ids(state, "de_lxxxiv", "de_9_werfer"), -1, 10**9):
        assert werfer.can_shift(state, gun, hex_of(state, "2022")).code == "no-werfer"
    assert werfer.ready_werfers(state, "axis", hex_of(state, "2022")) == ids(state, "de_7_werfer")


@pytest.mark.clause("ZOC-17.2-11")
def test_the_hexes_of_a_turn_are_forgotten_in_the_initial_phase_alone():
    state = guns({"us_vii": ("2814", {"hexes": 2})})
    for phase, left in (("movement", 2), ("reserve_movement", 2), ("initial", 0)):
        apply(state, PhaseBegan("allied", phase, "allied"))
        assert unit(state, "us_vii").hexes == left


# ---------------------------------------------------------------- the Cotentin


def cotentin(**now):
    return guns({"de_cotentin_art": "3108"}, **{"side": "axis", "phase": "movement", **now})


@pytest.mark.clause("ZOC-17.4-3")
@pytest.mark.clause("ZOC-17.4-1")
def test_the_artillery_of_the_cotentin_is_lifted_into_cherbourg_once():
    state = cotentin()
    groups = list(headquarters.offered_relocate(state))
    assert [order.hex for group in groups for order in group] == sorted(path(state, "3606", "3705", "3706"))
    done = carried_out(state, headquarters.execute_relocate(state, Relocate(hex_of(state, "3606"))))
    assert Placed(ids(state, "de_cotentin_art"), hex_of(state, "3606")) in done
    assert unit(state, "de_cotentin_art").moved_side, "it went farther than a hex"
    assert headquarters.why_not_relocate(state, Relocate(hex_of(state, "3705"))).code == "once"
    assert not list(headquarters.offered_relocate(state))


@pytest.mark.clause("ZOC-17.4-3")
def test_it_is_lifted_in_a_german_movement_phase_to_a_german_hex_of_the_city():
    where = hex_of(cotentin(), "3606")
    for now in ({"side": "allied"}, {"phase": "reserve_movement"}):
        assert headquarters.why_not_relocate(cotentin(**now), Relocate(where)).code == "no-hq"
    lost = cotentin()
    lost.take(*ids(lost, "de_cotentin_art"))
    assert headquarters.why_not_relocate(lost, Relocate(where)).code == "no-hq"
    state = cotentin()
    for wrong in (hex_of(state, "3607"), -1, 10**6):
        assert headquarters.why_not_relocate(state, Relocate(wrong)).code == "not-cherbourg"
    state.control[where] = CODES["allied"]
    assert headquarters.why_not_relocate(state, Relocate(where)).code == "not-cherbourg"
    there = guns({"de_cotentin_art": "3705"}, side="axis", phase="movement")
    assert headquarters.why_not_relocate(there, Relocate(hex_of(there, "3705"))).code == "not-cherbourg", "it is there"
    assert headquarters.why_not_relocate(there, Relocate(hex_of(there, "3706"))) is None
    state.change(*ids(state, "de_cotentin_art"), mode="ordinary")
    assert headquarters.why_not_relocate(state, Relocate(hex_of(state, "3705"))).code == "has-moved"


@pytest.mark.clause("ZOC-17.4-3")
@pytest.mark.clause("ZOC-9.8.2-2")
def test_it_is_not_lifted_onto_a_unit_in_column():
    for column, code in ((True, "column-stacked"), (False, None)):
        placed = {"de_cotentin_art": "3311", "de_12ss_25": ("3606", {"column": column})}
        state = guns(placed, side="axis", phase="movement")
        refusal = headquarters.why_not_relocate(state, Relocate(hex_of(state, "3606")))
        assert (refusal.code if refusal else None) == code
        assert headquarters.why_not_relocate(state, Relocate(hex_of(state, "3705"))) is None


@pytest.mark.clause("ZOC-17.4-4")
def test_with_the_last_city_hex_of_cherbourg_its_artillery_and_its_store_are_gone():
    state = cotentin()
    state.control[hex_of(state, "3606")] = CODES["allied"]
    assert not list(overrun(state, "allied", path(state, "3705")))
    state.control[hex_of(state, "3705")] = CODES["allied"]
    assert not list(overrun(state, "allied", path(state, "3704")))
    last = path(state, "3706")
    happened = carried_out(state, overrun(state, "allied", last))
    assert happened == [Eliminated(*ids(state, "de_cotentin_art"), "cherbourg", "withdrawn"), StoreLost("fortress", 3)]
    assert "fortress" not in state.now.supply and not list(overrun(state, "allied", last))


@pytest.mark.clause("ZOC-17.4-4")
def test_artillery_that_was_lost_before_cherbourg_fell_never_comes_back():
    """ZOC-17.4-4: it is out of the game all the same, so that no replacement rebuilds it."""
    state = position({}, side="axis", phase="replacement", supply=GUNS, replacements={"german_infantry": 1})
    numbers = ids(state, "de_cotentin_art")
    state.changed(boxes={"eliminated": numbers})
    caen = Replace(*numbers, "german_infantry", hex_of(state, "1928"))
    assert replacements.why_not_replace(state, caen) is None
    for label in ("3606", "3705"):
        state.control[hex_of(state, label)] = CODES["allied"]
    happened = carried_out(state, overrun(state, "allied", path(state, "3706")))
    assert happened == [Withdrawn(numbers, "withdrawn", "cherbourg"), StoreLost("fortress", 3)]
    assert replacements.why_not_replace(state, caen).code == "not-eliminated"


@pytest.mark.clause("ZOC-17.4-3")
@pytest.mark.clause("ZOC-27.1-2")
@pytest.mark.parametrize(("player", "code"), [
    ("axis/seventh_army", None), ("axis/panzergruppe_west", "other-seat"),
])  # fmt: skip
def test_of_two_german_players_the_one_who_leads_it_lifts_it(player, code):
    state = cotentin(options={"players": "4"}, player=player)
    refusal = headquarters.why_not_relocate(state, Relocate(hex_of(state, "3606")))
    assert (refusal.code if refusal else None) == code
    assert bool(list(headquarters.offered_relocate(state))) is (code is None)
