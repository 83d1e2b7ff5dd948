"""Advance after combat (ZOC-14), and reserves out of it (ZOC-15.1, ZOC-15.3)."""

from dataclasses import replace

import msgspec
import pytest

from tests.rules.zocbonds.field import CAMPAIGN, board, carried_out, ids, load, unit
from tests.rules.zocbonds.fighting import (
    DECISIONS,
    asked,
    attack,
    beside_the_line,
    fight,
    find,
    fought,
    of,
    offered,
    refused,
    scene,
)
from wab.systems.zocbonds.combat.into_reserve import why_not_into_reserve
from wab.systems.zocbonds.ground.leashes import leash_of
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.orders import Advance, Done, IntoReserve, LiftReserve
from wab.systems.zocbonds.state.state import OUT, Works
from wab.systems.zocbonds.state.steps import MayAdvance

PLAIN = "1432"
PAIR = {"us_4id_8": ("1433", {}), "us_4id_12": ("1433", {})}


def won(attackers, target=PLAIN, others=(), units=None, scenario=CAMPAIGN, **facts):
    """Attackers of a hex that its defenders have just left; `others` stand about."""
    state = scene(target, {}, {**attackers, **dict(others)}, scenario=scenario)
    fighters = list(attackers) if units is None else units
    fight(state, target, fighters, fighters[:1], **{"advance": 2, "result": "DR", **facts})
    asked(state, MayAdvance(state.now.side, state.fight.units))
    return state


def paths(state, key=None):
    """Every path on offer, as numbers without the first."""
    wanted = None if key is None else state.board.ids[key]
    found = [order for order in offered(state) if isinstance(order, Advance) and wanted in (None, order.unit)]
    return {tuple(map(state.board.grid.label, order.path[1:])) for order in found}


def advance(state, key, *labels):
    return Advance(state.board.ids[key], (unit(state, key).hex, *state.board.hexes(labels)))


# ------------------------------------------------------------------------------------------------- who, how far


@pytest.mark.clause("ZOC-14.1-1")
@pytest.mark.clause("ZOC-14.1-2")
@pytest.mark.clause("ZOC-14.1-3")
@pytest.mark.clause("ZOC-14.2-1")
def test_every_attacker_may_go_up_to_two_hexes_in_any_direction():
    state = won({"us_4id_8": ("1433", {}), "us_70_dd": ("1532", {})})
    assert {len(path) for path in paths(state)} == {1, 2}
    assert {order.unit for order in offered(state) if isinstance(order, Advance)} == set(state.fight.units)
    assert ("1434", "1435") in paths(state, "us_4id_8") and (PLAIN, "1431") in paths(state, "us_4id_8")
    assert refused(state, advance(state, "us_4id_8", PLAIN, "1431", "1430")) == "too-far"
    assert all(refused(state, order) == "" for order in offered(state))


@pytest.mark.clause("ZOC-14.2-2")
@pytest.mark.clause("ZOC-14.1-2")
def test_each_goes_on_its_own_and_once_until_the_series_is_ended():
    state = won(PAIR)
    fought(state, advance(state, "us_4id_8", PLAIN))
    assert refused(state, advance(state, "us_4id_8", "1431")) == "not-offered"
    fought(state, advance(state, "us_4id_12", PLAIN, "1431"))
    assert not state.agenda and state.now.fight is None, "all have gone"
    state = won(PAIR)
    fought(state, Done())
    assert not state.agenda and state.now.fight is None


@pytest.mark.clause("ZOC-14.1-2")
def test_only_those_who_fought_advance():
    state = won(PAIR, others={"us_4id_22": ("1532", {}), "us_vii": ("1433", {})}.items(), units=list(PAIR))
    assert refused(state, advance(state, "us_4id_22", PLAIN)) == "not-offered"
    assert refused(state, advance(state, "us_vii", PLAIN)) == "not-offered"


@pytest.mark.clause("ZOC-12.1-8")
@pytest.mark.clause("ZOC-14.1-1")
def test_where_the_defenders_stay_nobody_advances():
    state = scene(PLAIN, {"de_352id_914": {}}, PAIR)
    fight(state, PLAIN, PAIR, PAIR, advance=2)
    asked(state, MayAdvance("allied", state.fight.units))
    assert not state.agenda and state.now.fight is None


@pytest.mark.clause("ZOC-14.1-4")
def test_a_limited_advance_goes_into_the_vacated_hex_alone():
    state = won(PAIR, advance=1, limited=True)
    assert paths(state) == {(PLAIN,)}


@pytest.mark.clause("ZOC-14.1-5")
@pytest.mark.clause("ZOC-6.5.2-3")
def test_units_that_landed_make_a_limited_advance_unless_the_switch_is_set():
    party = {"us_4id_8": ("1433", {"landed": True}), "us_4id_12": ("1433", {})}
    state = won(party)
    assert paths(state, "us_4id_8") == {(PLAIN,)} and len(paths(state, "us_4id_12")) > 1
    assert refused(state, advance(state, "us_4id_8", "1434")) == "limited"
    conduct = msgspec.structs.replace(state.board.tables.conduct, landed_advance="free")
    state.board = replace(state.board, tables=msgspec.structs.replace(state.board.tables, conduct=conduct))
    assert len(paths(state, "us_4id_8")) > 1


@pytest.mark.clause("ZOC-14.1-6")
@pytest.mark.clause("ZOC-13.4-2")
def test_after_a_d1_that_killed_the_only_defender_the_advance_is_a_full_one():
    party = {"us_4id_8": ("1433", {}), "us_4id_12": ("1433", {})}
    state = load(scene(PLAIN, {"de_795_ost": {}}, party), combat=(3,))
    done = fought(state, attack(state, PLAIN, "us_4id"))
    assert of(done, ev.CombatRolled)[0].result == "D1" and any(len(path) == 2 for path in paths(state))


@pytest.mark.clause("ZOC-14.2-2")
@pytest.mark.clause("ZOC-7.2-1")
def test_stacking_holds_when_an_advance_is_over():
    others = {"us_1id_16": ("1431", {}), "us_1id_18": ("1431", {})}
    state = won(PAIR, others=others.items(), units=list(PAIR))
    assert (PLAIN, "1431") not in paths(state) and (PLAIN, "1331") in paths(state)
    assert refused(state, advance(state, "us_4id_8", PLAIN, "1431")) == "stack-full"
    full = DECISIONS.why_not(state, advance(state, "us_4id_8", PLAIN, "1431"))
    assert full.where == (state.board.hex("1431"),), "where there is no room is shown"


# ------------------------------------------------------------------------------------------------- zones and bonds


@pytest.mark.clause("ZOC-14.3-2")
def test_a_zone_stops_whoever_enters_it():
    state = won(PAIR, others={"de_352id_914": ("1436", {})}.items(), units=list(PAIR))
    assert ("1434", "1435") in paths(state)
    assert refused(state, advance(state, "us_4id_8", "1434", "1435")) == ""
    near = won(PAIR, others={"de_352id_914": ("1435", {})}.items(), units=list(PAIR))
    assert ("1434",) in paths(near) and not any(path[0] == "1434" and len(path) == 2 for path in paths(near))
    assert refused(near, advance(near, "us_4id_8", "1434", "1333")) == "zone"


@pytest.mark.clause("ZOC-14.3-1")
@pytest.mark.clause("ZOC-14.3-3")
@pytest.mark.clause("ZOC-14.3-2")
def test_no_step_from_zone_to_zone_of_the_same_enemies_but_through_the_vacated_hex():
    others = {"de_352id_914": ("1532", {})}
    state = won(PAIR, others=others.items(), units=list(PAIR))
    zone = state.zone_of("axis")
    assert zone[unit(state, "us_4id_8").hex] and zone[state.board.hex(PLAIN)]
    assert refused(state, advance(state, "us_4id_8", "1533")) == "zone-to-zone"
    assert refused(state, advance(state, "us_4id_8", PLAIN)) == ""
    assert zone[state.board.hex("1531")] and refused(state, advance(state, "us_4id_8", PLAIN, "1531")) == ""
    two = {"de_352id_914": ("1632", {}), "de_352id_915": ("1333", {})}
    other = won(PAIR, others=two.items(), units=list(PAIR))
    assert other.zone_of("axis")[unit(other, "us_4id_8").hex]
    assert refused(other, advance(other, "us_4id_8", "1532")) == "", "the zones are of different enemies"


@pytest.mark.clause("ZOC-14.3-4")
@pytest.mark.clause("ZOC-8.5.2-3")
def test_enemy_bonds_stop_every_step_but_that_into_the_vacated_hex():
    others = {"de_352id_914": ("1530", {}), "de_352id_915": ("1330", {}), "de_352id_916": ("1332", {})}
    state = won({"us_4id_8": ("1532", {})}, others=others.items(), units=["us_4id_8"])
    bonds, grid = state.bonds_of("axis"), state.board.grid
    assert bonds.each
    barred = 0
    for first in grid.adjacent(state.board.hex(PLAIN)):
        label = grid.label(first)
        closed = bonds.bars(state.board.hex(PLAIN), grid.direction(state.board.hex(PLAIN), first), first)
        if closed and state.side_in(first) is None:
            assert refused(state, advance(state, "us_4id_8", PLAIN, label)) == "bond"
            barred += 1
    assert barred
    over = won({"us_4id_8": ("1433", {})}, others={"de_352id_914": ("1532", {}), "de_352id_915": ("1332", {})}.items(),
               units=["us_4id_8"])  # fmt: skip
    enemy = over.bonds_of("axis")
    assert enemy.bars(
        over.board.hex("1433"), grid.direction(over.board.hex("1433"), over.board.hex(PLAIN)), over.board.hex(PLAIN)
    )
    assert refused(over, advance(over, "us_4id_8", PLAIN)) == ""


@pytest.mark.clause("ZOC-14.3-4")
@pytest.mark.clause("ZOC-8.5.1-1")
def test_a_bond_made_by_the_defender_is_gone_with_him():
    attackers = {"us_4id_8": ("1433", {}), "us_4id_12": ("1433", {})}
    state = scene(PLAIN, {"de_716id_736": {}}, {**attackers, "de_352id_914": ("1530", {})})
    ends = state.board.hexes((PLAIN, "1530"))
    assert any(set(ends) == {bond.one, bond.other} for bond in state.bonds_of("axis").each)
    state.take(state.board.ids["de_716id_736"])
    assert not any(set(ends) == {bond.one, bond.other} for bond in state.bonds_of("axis").each)


# ------------------------------------------------------------------------------------------------- ground


@pytest.mark.clause("ZOC-14.3-5")
def test_bocage_stops_an_advance_off_the_road():
    on = board()
    hexes = [hex_ for hex_ in range(on.grid.size) if on.terrain(hex_) == "bocage" and on.map.road[hex_].any()]
    found = {True: 0, False: 0}
    for bocage in hexes:
        for back in range(6):
            start = on.grid.neighbour(bocage, back)
            if start < 0 or not on.dry[start] or on.map.river[start].any() or on.map.flooded[start]:
                continue
            by_road = bool(on.map.road[bocage, back])
            if found[by_road] > 2:
                continue
            state = won({"us_4id_8": (on.grid.label(start), {})}, target=on.grid.label(bocage))
            through = [path for path in paths(state) if path[0] == on.grid.label(bocage) and len(path) == 2]
            assert bool(through) is by_road
            found[by_road] += 1
    assert min(found.values()) > 2


@pytest.mark.clause("ZOC-14.3-7")
@pytest.mark.clause("ZOC-14.3-8")
@pytest.mark.clause("ZOC-14.3-6")
def test_floods_take_tanks_by_road_alone_and_stop_infantry_off_it():
    state = won({"us_4id_8": ("2413", {}), "us_70_dd": ("2413", {})}, target="2412")
    assert ("2412",) in paths(state, "us_4id_8") and not any(path[0] == "2412" for path in paths(state, "us_70_dd"))
    assert refused(state, advance(state, "us_70_dd", "2412")) == "closed"
    assert not any(path[0] == "2412" and len(path) == 2 for path in paths(state, "us_4id_8"))
    road = won({"us_4id_8": ("2513", {}), "us_70_dd": ("2513", {})}, target="2514")
    assert ("2514", "2515") in paths(road, "us_70_dd") and ("2514", "2515") in paths(road, "us_4id_8")
    assert ("2514", "2415") not in paths(road, "us_70_dd")


@pytest.mark.clause("ZOC-14.3-8")
@pytest.mark.clause("ZOC-14.3-9")
def test_deep_water_is_crossed_as_the_first_step_alone_and_rivers_freely():
    on = board()
    state = won({"us_4id_8": ("2130", {})}, target="2131")
    side = on.grid.direction(on.hex("2130"), on.hex("2131"))
    assert on.map.river[on.hex("2130"), side] == 2 and not on.map.road[on.hex("2130"), side]
    assert ("2131",) in paths(state)
    later = won({"us_4id_8": ("2129", {})}, target="2130")
    assert ("2130",) in paths(later) and ("2130", "2131") not in paths(later)
    assert refused(later, advance(later, "us_4id_8", "2130", "2131")) == "deep-water"
    target, beside = find("mixed", ("river",))
    river = won({"us_4id_8": (beside, {})}, target=target)
    assert (target,) in paths(river)


@pytest.mark.clause("ZOC-14.3-8")
@pytest.mark.clause("ZOC-14.3-9")
def test_flooded_sides_are_crossed_first_by_infantry_and_by_tanks_on_a_causeway():
    flood = won({"us_4id_8": ("2613", {}), "us_70_dd": ("2613", {})}, target="2513")
    assert ("2513",) in paths(flood, "us_4id_8") and ("2513",) not in paths(flood, "us_70_dd")
    dry = won({"us_70_dd": ("2814", {})}, target="2813")
    assert ("2813",) in paths(dry)


@pytest.mark.clause("ZOC-14.3-10")
@pytest.mark.clause("ZOC-16.1-12")
@pytest.mark.clause("ZOC-6.2-3")
def test_an_advance_wins_ground_overruns_works_and_turns_no_marker():
    state = won({"us_4id_8": ("1433", {"spent": 6, "mode": "ordinary"})})
    state.changed(works=(Works(state.board.hex(PLAIN), "axis", done=True),))
    before = unit(state, "us_4id_8")
    done = fought(state, advance(state, "us_4id_8", PLAIN, "1431"))
    after = unit(state, "us_4id_8")
    assert msgspec.structs.replace(after, hex=before.hex) == before
    assert not state.now.works and of(done, ev.Advanced)[0].taken == state.board.hexes((PLAIN, "1431"))
    assert state.holds("allied", state.board.hex("1431"))


# ------------------------------------------------------------------------------------------------- reserve


def into(state, *keys):
    return IntoReserve(ids(state, *keys))


@pytest.mark.clause("ZOC-15.1-6")
@pytest.mark.clause("ZOC-15.1-9")
@pytest.mark.clause("ZOC-15.1-3")
def test_after_a_shattering_result_attackers_go_into_reserve_stack_by_stack():
    state = won({**PAIR, "us_70_dd": ("1532", {})}, may_reserve=True, result="A1/D2")
    assert {order.units for order in offered(state) if isinstance(order, IntoReserve)} == {
        ids(state, *PAIR), ids(state, "us_70_dd"),
    }  # fmt: skip
    fought(state, into(state, "us_4id_8"))
    assert unit(state, "us_4id_8").reserve and not unit(state, "us_4id_12").reserve
    fought(state, advance(state, "us_4id_12", PLAIN))
    assert refused(state, into(state, "us_4id_12")) == "", "after an advance as well"
    fought(state, into(state, "us_4id_12"))
    assert unit(state, "us_4id_12").reserve
    assert refused(state, into(state, "us_70_dd", "us_4id_8")) == "not-offered"


@pytest.mark.clause("ZOC-15.1-6")
def test_other_results_allow_no_reserve():
    state = won(PAIR)
    assert refused(state, into(state, "us_4id_8")) == "no-reserve"


@pytest.mark.clause("ZOC-15.1-7")
@pytest.mark.clause("ZOC-15.1-4")
@pytest.mark.clause("ZOC-6.5.2-4")
@pytest.mark.parametrize(("values", "code"), [
    ({"regroup": True}, "regroup"), ({"supply": OUT}, "unfit"), ({"disrupted": True}, "unfit"),
    ({"replaced": True}, "unfit"),
])  # fmt: skip
def test_who_cannot_go_into_reserve(values, code):
    state = won({"us_4id_8": ("1433", values), "us_4id_12": ("1532", {})}, may_reserve=True)
    assert refused(state, into(state, "us_4id_8")) == code
    assert not any(
        isinstance(order, IntoReserve) and state.board.ids["us_4id_8"] in order.units for order in offered(state)
    )


@pytest.mark.clause("ZOC-15.1-3")
def test_six_stacks_of_a_side_may_be_in_reserve():
    held = {
        key: (label, {"reserve": True})
        for key, label in zip(
            ("us_9id_39", "us_9id_47", "us_9id_60", "us_2id_9", "us_2id_23", "us_2id_38"),
            ("1230", "1231", "1232", "1233", "1234", "1235"), strict=True,
        )
    }  # fmt: skip
    state = won(PAIR, others=held.items(), units=list(PAIR), may_reserve=True)
    assert refused(state, into(state, "us_4id_8")) == "no-marker"
    state.change(state.board.ids["us_2id_38"], reserve=False)
    assert refused(state, into(state, "us_4id_8")) == ""


@pytest.mark.clause("ZOC-15.4-2")
@pytest.mark.clause("ZOC-15.1-3")
@pytest.mark.clause("ZOC-A-15")
def test_a_marker_is_taken_off_others_for_those_who_have_just_won():
    """ZOC-15.4-2, ZOC-15.1-3: at any time, so in the series of advances too; the victors wait to be asked even where
    none of them can advance."""
    keys = ("us_9id_39", "us_9id_47", "us_9id_60", "us_2id_9", "us_2id_23", "us_2id_38")
    labels = ("1230", "1231", "1232", "1233", "1234", "1235")
    held = {key: (label, {"reserve": True}) for key, label in zip(keys, labels, strict=True)}
    lifts = {LiftReserve(board().hex(label)) for label in labels}
    for how_far in (2, 0):
        state = won(PAIR, others=held.items(), units=list(PAIR), may_reserve=True, result="A1/D2", advance=how_far)
        assert state.agenda and {one for one in offered(state) if isinstance(one, LiftReserve)} == lifts
        fought(state, LiftReserve(board().hex("1231")))
        assert not unit(state, "us_9id_47").reserve
        assert not any(isinstance(one, LiftReserve) for one in offered(state)), "one is free now"
        fought(state, into(state, *PAIR))
        assert unit(state, "us_4id_8").reserve
    state = won(PAIR, others=held.items(), units=list(PAIR))
    assert not any(isinstance(one, LiftReserve) for one in offered(state)), "this result lets nobody into reserve"
    assert refused(state, LiftReserve(board().hex("1231"))) == "", "though it may be taken off all the same"


@pytest.mark.clause("ZOC-15.3-1")
@pytest.mark.clause("ZOC-15.3-2")
@pytest.mark.clause("ZOC-10.1-2")
@pytest.mark.clause("ZOC-15.4-1")
def test_in_the_reserve_phase_those_in_reserve_attack_again_and_they_alone():
    party = {"us_4id_8": ("1433", {"reserve": True, "fought": True}), "us_4id_12": ("1532", {}), "us_vii": ("1434", {})}
    state = scene(PLAIN, {"de_352id_914": {}}, party, phase="combat", supply={"us": 1})
    carried_out(state, (ev.PhaseBegan("allied", "reserve_combat", ""),))
    order = attack(state, PLAIN, "us_4id", units=["us_4id_8"], guns=["us_vii"])
    assert refused(state, order) == "", "headquarters support without being in reserve"
    assert refused(state, attack(state, PLAIN, "us_4id", units=["us_4id_12"])) == "no-reserve"
    fought(load(state, combat=(1,)), order)
    assert not unit(state, "us_4id_8").reserve


@pytest.mark.clause("ZOC-15.3-3")
def test_the_disrupted_cannot_stand_before_a_reserve():
    state = scene(
        PLAIN, {"de_352id_914": {"disrupted": True}}, {"us_4id_8": ("1433", {"reserve": True})}, phase="reserve_combat"
    )  # fmt: skip
    done = fought(load(state, combat=(5,)), attack(state, PLAIN, "us_4id"))
    assert of(done, ev.CombatRolled)[0].result == "DR" and state.agenda[0].question == "retreat"


@pytest.mark.clause("ZOC-26.1-2")
def test_in_the_cherbourg_scenario_no_ally_advances_across_the_line():
    inside, beyond = beside_the_line()
    state = won({"us_9id_39": (inside, {})}, target=beyond, scenario="zocbonds/cherbourg")
    assert not any(path[0] == beyond for path in paths(state))
    assert refused(state, advance(state, "us_9id_39", beyond)) == "line"


@pytest.mark.clause("ZOC-26.3-2")
@pytest.mark.clause("ZOC-A-22")
def test_in_the_cherbourg_scenario_an_advance_may_go_beyond_a_leash():
    """ZOC-A-22: a parachute regiment that has won next to its limit, four hexes from Carentan, goes on to the fifth."""
    carentan = board("zocbonds/cherbourg").hex("2512")
    state = won({"us_101ab_506": ("2912", {})}, target="3011", scenario="zocbonds/cherbourg")
    state.changed(turn=3)
    ways = {order.path[-1] for order in offered(state) if isinstance(order, Advance)}
    assert leash_of(state, *ids(state, "us_101ab_506")).distance == 4
    assert state.board.hex("3011") in ways and state.board.grid.distance(carentan, state.board.hex("3011")) == 5


@pytest.mark.clause("ZOC-15.1-3")
@pytest.mark.clause("ZOC-15.1-7")
def test_a_reserve_is_made_of_units_of_one_hex_that_may_be_one():
    """ZOC-15.1-3, ZOC-15.1-7: one hex at a time, some unit at all, none that landed today."""
    state = won({**PAIR, "us_70_dd": ("1532", {}), "us_4id_22": ("1533", {"landed": True})}, may_reserve=True)

    def why(*keys):
        refusal = why_not_into_reserve(state, ids(state, *keys))
        return refusal.code if refusal else None

    assert why("us_4id_8", "us_70_dd") == why() == "two-hexes"
    assert why("us_4id_8", "us_4id_12") is None and why("us_70_dd") is None
    assert why("us_4id_22") == "regroup"


@pytest.mark.clause("ZOC-14.1-1")
@pytest.mark.clause("ZOC-14.1-2")
def test_nobody_has_to_advance_and_whoever_cannot_move_does_not():
    """ZOC-14.1-1, ZOC-14.1-2: the end is always on offer, but not among the orders of one unit."""
    state = won(PAIR)
    assert Done() in offered(state)
    of_one = [order for group in DECISIONS.offered(state, state.board.ids["us_4id_8"]) for order in group]
    assert of_one and Done() not in of_one
