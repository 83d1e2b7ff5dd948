"""The worked examples of the ledger, each on its own hexes: what it gives and expects is read from there."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.rules.blind.field import (
    board,
    carried_out,
    example,
    hexes,
    ids,
    number,
    of,
    offered,
    play,
    position,
    unit,
    why,
)
from wab.systems.blind import SYSTEM
from wab.systems.blind.combat.lines import attacking_causes, land_power, uses_armour_column
from wab.systems.blind.combat.losses import spread
from wab.systems.blind.ground.costs import ways
from wab.systems.blind.ground.stacking import side_limit
from wab.systems.blind.sequence.flow import next_phase
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.state import COMBAT, FIRST, ISOLATED
from wab.systems.blind.state.steps import Fire, Shown, Table


def line(causes):
    return sum(cause.value for cause in causes)


def shown(state, *keys, turned=False):
    return [Shown(one, state.units[one].hex, state.units[one].steps, turned) for one in ids(state, *keys)]


# ---------------------------------------------------------------- movement (4)


@pytest.mark.clause("BLD-X-1")
@pytest.mark.clause("BLD-4-9")
def test_1_a_vacant_hex_is_conquered_by_road():
    given, expect = example(1)
    state = position({"us_4_cav": given["from"]})
    origin, target = hexes(state, f"{given['from']} {given['to']}")
    before = 14
    (called,) = play(state, od.Call(number(state, "us_4_cav"), target))
    assert before - called.left == expect["cost"]
    assert state.holds("allied", target) and unit(state, "us_4_cav").hex == target != origin
    assert bool(offered(state, od.March, "us_4_cav") or offered(state, od.Call, "us_4_cav")) is expect["may_continue"]


@pytest.mark.clause("BLD-X-2")
@pytest.mark.clause("BLD-4-13")
@pytest.mark.clause("BLD-4-14")
def test_2_an_attack_pays_for_the_ground_off_the_road():
    given, expect = example(2)
    state = position({"us_4_cav": given["from"], "ge_91_inf": given["to"]})
    origin, target = hexes(state, f"{given['from']} {given['to']}")
    grid = state.board.grid
    assert ways(state, number(state, "us_4_cav")).across[origin, grid.direction(origin, target)] == expect["cost"]
    table = state.board.tables.terrain
    assert table.terrain[given["target_terrain"]].motor == expect["parts"]["marsh"]
    assert table.rivers["minor"].cost == expect["parts"]["minor_river"]
    play(state, od.Call(number(state, "us_4_cav"), target, attack=True))
    after = unit(state, "us_4_cav")
    assert (after.hex, after.act, after.target) == (origin, "halted", target)
    assert offered(state, od.March, "us_4_cav") == offered(state, od.Call, "us_4_cav") == []


@pytest.mark.clause("BLD-X-3")
@pytest.mark.clause("BLD-4-15")
def test_3_with_four_points_left_it_only_looks():
    given, expect = example(3)
    state = position({"us_4_cav": "0504", "ge_91_inf": "0505"})
    (target,) = hexes(state, "0505")
    carried_out(state, [ev.Marched(number(state, "us_4_cav"), hexes(state, "0504"), given["same_unit_with_mp_left"])])
    assert expect == {"attack": "refused", "reconnaissance": "allowed"}
    assert why(state, od.Call(number(state, "us_4_cav"), target, attack=True)) == "no-deployment"
    assert why(state, od.Call(number(state, "us_4_cav"), target)) is None


NAMES = {
    "german_combat": "axis_combat",
    "allied_combat": "allied_combat",
    "next_german_combat": "axis_combat",
}


def halved_in(side, moved_in):
    """The combat phases in which a unit is halved that marches once, over the next two turns."""
    key, path, other = {
        "axis": ("ge_91_inf", "0604 0603", {"us_4_inf": "0804"}),
        "allied": ("us_4_inf", "0804 0705", {"ge_91_inf": "0604"}),
    }[side]
    phase = f"{side}_{moved_in.partition('_')[0]}"
    reserve = {"reserve": phase.endswith("reserve")}
    state = position({key: (path[:4], reserve), **other}, phase=phase, allied="0705")
    play(state, od.March(number(state, key), hexes(state, path)))
    found = []
    for _ in range(20):
        if state.now.phase in FIRST:  # an attack, so that the combat phase comes up
            state.changed(contacts={state.board.hex("1410"): 1})
        carried_out(state, next_phase(state))
        if state.now.phase in COMBAT and unit(state, key).turned:
            found.append(state.now.phase)
    return found


@pytest.mark.clause("BLD-X-4")
@pytest.mark.clause("BLD-X-5")
@pytest.mark.clause("BLD-X-6")
@pytest.mark.clause("BLD-4-19")
@pytest.mark.clause("BLD-4-22")
@pytest.mark.parametrize("number_", [4, 5, 6])
def test_4_to_6_how_long_a_german_unit_is_halved(number_):
    given, expect = example(number_)
    assert halved_in("axis", given["moved_in"]) == [NAMES[one] for one in expect["halved_in"]]


@pytest.mark.clause("BLD-X-7")
@pytest.mark.clause("BLD-4-23")
def test_7_how_long_an_allied_unit_is_halved():
    given, expect = example(7)
    for moved_in in given["moved_in"]:
        assert halved_in("allied", moved_in) == [NAMES[one] for one in expect[moved_in]]


@pytest.mark.clause("BLD-X-8")
@pytest.mark.clause("BLD-4-20")
def test_8_two_halved_units_are_added_first():
    _, expect = example(8)
    state = position({"ge_30_mobile_bde": "0906", "ge_101_ss_tiger_bn": "0906"})
    assert (
        land_power(state, shown(state, "ge_30_mobile_bde", "ge_101_ss_tiger_bn", turned=True)) == expect["fire_power"]
    )


# ---------------------------------------------------------------- stacking (5)


@pytest.mark.clause("BLD-X-9")
@pytest.mark.clause("BLD-5-4")
@pytest.mark.clause("BLD-5-6")
@pytest.mark.clause("BLD-5-7")
def test_9_utah_holds_four():
    given, expect = example(9)
    on = board()
    utah = on.beaches["utah"]
    assert len(on.around(utah)) == given["adjacent_land_hexes"]
    assert on.capacity[utah] == expect["stacking_limit_re"]


@pytest.mark.clause("BLD-X-10")
@pytest.mark.clause("BLD-5-8")
@pytest.mark.clause("BLD-5-10")
@pytest.mark.clause("BLD-5-11")
@pytest.mark.clause("BLD-5-12")
def test_10_attack_limits_from_the_orne():
    given, expect = example(10)
    on = board()
    found = [side_limit(on, on.hex(given["from"]), on.hex(label)) for label in given["to"]]
    assert found == expect["attack_limit_re"]


# ---------------------------------------------------------------- combat (7)


@pytest.mark.clause("BLD-X-11")
@pytest.mark.clause("BLD-7-3")
@pytest.mark.clause("BLD-7-4")
def test_11_two_groups_are_laid_out():
    given, expect = example(11)
    state = position(
        {
            "br_7_armd": ("1307", {"target": given["target"]}),
            "ca_3_inf": ("1406", {"target": given["target"]}),
            "br_27_armd_bde": ("1406", {"target": given["target"]}),
            "ge_21_pz": given["target"],
        },
        phase="allied_combat",
        contacts={board().hex(given["target"]): 3},
    )
    (opened, *_) = play(state, od.Fight(*hexes(state, given["target"])), 1, 1)
    groups = {one.hex for one in opened.attackers}
    assert len(groups) == expect["groups_shown"] and groups == {*hexes(state, " ".join(given["attackers"]))}
    assert (SYSTEM.witnessed(state, opened, state, "axis") == opened) is expect["positions_told_to_defender"]


@pytest.mark.clause("BLD-X-12")
@pytest.mark.clause("BLD-7-6")
@pytest.mark.clause("BLD-7-7")
def test_12_a_division_and_two_regiments_fire_and_the_third_does_not():
    given, expect = example(12)
    regiments = ("ge_30_mobile_bde", "ge_6_para_regt", "ge_security_regt_1")
    state = position(
        {
            "us_1_inf": ("0509", {"target": "0510"}),
            "us_2_inf": ("0609", {"target": "0510"}),
            "ge_91_inf": "0510",
            **dict.fromkeys(regiments, "0510"),
        },
        phase="allied_combat",
        contacts={board().hex("0510"): 2},
    )
    assert len(given["defenders"]) == 4 and given["attacked_from_hexes"] == 2
    play(state, od.Fight(*hexes(state, "0510")))
    division, (one, two, three) = number(state, "ge_91_inf"), ids(state, *regiments)
    assert [len(force) for force in expect["forces"]] == [1, 2]
    assert why(state, od.Form(((division,), (one, two)))) is None
    assert why(state, od.Form(((division,), (one, two), (three,)))) == "no-forces"
    assert why(state, od.Form(((one, two, three),))) == why(state, od.Form(((division, one),))) == "no-forces"


@pytest.mark.clause("BLD-X-13")
@pytest.mark.clause("BLD-7-26")
def test_13_a_marsh_across_a_river():
    _, expect = example(13)
    state = position({"us_4_inf": "0504", "ge_91_inf": "0505"})
    origin, target = hexes(state, "0504 0505")
    assert line(attacking_causes(state, shown(state, "us_4_inf"), origin, target)) == expect["line"]


@pytest.mark.clause("BLD-X-14")
@pytest.mark.clause("BLD-7-25")
def test_14_the_line_ends_at_minus_three():
    _, expect = example(14)
    state = position({"us_2_armd": ("0609", {"supply": ISOLATED}), "ge_91_inf": "0510"})
    origin, target = hexes(state, "0609 0510")
    causes = attacking_causes(state, shown(state, "us_2_armd"), origin, target)
    parts = [cause for cause in causes if cause.clause != "BLD-7-25"]
    assert sorted(cause.value for cause in parts) == sorted(expect["parts"].values())
    assert line(parts) == expect["sum"] and line(causes) == expect["line"]


@pytest.mark.clause("BLD-X-15")
@pytest.mark.clause("BLD-7-10")
@pytest.mark.clause("BLD-7-12")
@pytest.mark.clause("BLD-7-13")
@pytest.mark.clause("BLD-7-14")
@pytest.mark.clause("BLD-7-16")
@pytest.mark.clause("BLD-7-48")
@pytest.mark.clause("BLD-9-15")
@pytest.mark.clause("BLD-9-17")
def test_15_the_attack_on_0510():
    given, expect = example(15)
    target = board().hex(given["target"])
    state = position(
        {
            "us_1_inf": "0509",
            "us_4_armd": "0609",
            "us_4_cav": "0609",
            "ge_91_inf": "0510",
            "ge_30_mobile_bde": "0510",
        },
        allied=" ".join(f"{col:02d}{row:02d}" for col in range(6, 11) for row in (6, 7, 8, 9)),
        contacts={target: 0},
    )
    for key in ("us_1_inf", "us_4_armd", "us_4_cav"):
        play(state, od.Declare(number(state, key), target))
    assert 20 - state.now.stocks["us"] == expect["attack_supply_spent"]
    play(state, od.Done())
    play(state, od.Done())
    assert SYSTEM.phase(state) == "allied_combat"
    play(state, od.Fight(target))
    division, regiment = number(state, "ge_91_inf"), number(state, "ge_30_mobile_bde")
    dice = given["dice"]
    events = play(state, od.Form(((regiment,), (division,))), dice["regiment"], dice["division"])
    fires = [event.fire for event in of(events, ev.Fired)]
    assert [fire.line for fire in fires] == [expect["defence_line"]] * 2
    assert [fire.steps for fire in fires] == [*expect["defensive_steps"].values()]
    attacker = number(state, "us_1_inf")
    origins = sorted(hexes(state, "0509 0609"))
    rolled = {state.board.hex("0509"): dice["allied_infantry"], state.board.hex("0609"): dice["allied_armour"]}
    events = play(state, od.Press(losses=(attacker,)), *(rolled[origin] for origin in origins))
    assert state.profile(attacker).fire(state.units[attacker].steps) == int(expect["allied_loss"].split()[-1][0])
    fires = {state.board.grid.label(event.fire.force): event.fire for event in of(events, ev.Fired)}
    assert {label: fire.line for label, fire in fires.items()} == expect["lines"]
    assert {label: fire.power for label, fire in fires.items()} == expect["fire_power"]
    assert {label: fire.steps for label, fire in fires.items()} == expect["attack_steps"]
    assert state.table.hits("allied") == expect["german_total"]
    gone = state.copy()
    (yielded, lost) = play(gone, od.Yield(gives_ground=True))
    assert (yielded.gives_ground, sum(steps for _, steps in lost.losses)) == (True, expect["if_retreat"])
    play(state, od.Yield())
    assert expect["if_stay"] == "division to 1-8, regiment eliminated"
    assert state.profile(division).fire(state.units[division].steps) == 1 and regiment not in state.units
    assert state.holds("axis", target) and state.now.table is None


@pytest.mark.clause("BLD-X-16")
@pytest.mark.clause("BLD-7-28")
@pytest.mark.clause("BLD-7-29")
@pytest.mark.clause("BLD-7-30")
def test_16_each_force_has_its_own_column():
    _, expect = example(16)
    state = position({"us_1_inf": "0509", "us_4_armd": "0609", "us_4_cav": "0609"})
    columns = {False: "other", True: "armour"}
    assert columns[uses_armour_column(state, shown(state, "us_1_inf"))] == expect["infantry_force_column"]
    assert columns[uses_armour_column(state, shown(state, "us_4_armd", "us_4_cav"))] == expect["armoured_force_column"]


def table_with(steps_to_lose, defender="ge_30_mobile_bde"):
    """A combat in which the defender must answer for so many steps."""
    target = board().hex("0510")
    state = position(
        {"us_1_inf": ("0509", {"target": "0510"}), defender: "0510"}, phase="allied_combat", contacts={target: 1}
    )
    play(state, od.Fight(target), 1)
    attack = shown(state, "us_1_inf")
    table = Table(target, "answer", tuple(attack), tuple(shown(state, defender)), forces=())
    fire = Fire("allied", attack[0].hex, 7, 0, 6, steps_to_lose)
    state.changed(table=replace(table, fires=(fire,)))
    return state, target


@pytest.mark.clause("BLD-X-17")
@pytest.mark.clause("BLD-7-44")
def test_17_more_steps_than_he_has_let_the_attacker_in():
    given, expect = example(17)
    state, target = table_with(given["steps_to_lose"])
    play(state, od.Yield())
    assert expect["advance"] == "allowed" and SYSTEM.phase(state) == "advance"
    play(state, od.Advance(ids(state, "us_1_inf")))
    assert state.holds("allied", target) and unit(state, "us_1_inf").hex == target


@pytest.mark.clause("BLD-X-18")
@pytest.mark.clause("BLD-7-45")
@pytest.mark.clause("BLD-7-47")
def test_18_exact_elimination_lets_nobody_in():
    given, expect = example(18)
    state, target = table_with(given["steps_to_lose"])
    play(state, od.Yield())
    assert expect["defender"] == "eliminated" and target not in state.stacks
    assert expect["advance"] == "refused" and SYSTEM.phase(state) == "allied_combat"
    assert state.holds("axis", target)
    assert expect["defender_may_refill_in"] == "reserve_movement"


@pytest.mark.clause("BLD-X-19")
@pytest.mark.clause("BLD-7-31")
def test_19_a_restrained_attack_is_halved_both_ways():
    given, expect = example(19)
    state = position({"us_1_inf": "0509"})
    units = shown(state, "us_1_inf")
    assert sum(steps for _, steps in spread(units, given["attacker_losses"] // 2).losses(())) == expect["losses"]
    assert land_power(state, units) == given["fire_power"]
    assert land_power(state, units, halvings=1) == expect["fire_power"]


@pytest.mark.clause("BLD-X-20")
@pytest.mark.clause("BLD-7-34")
@pytest.mark.clause("BLD-7-36")
@pytest.mark.clause("BLD-7-37")
@pytest.mark.parametrize("restrained", [False, True])
def test_20_units_called_off_bring_their_supply_back(restrained):
    given, expect = example(20)
    target = board().hex("0510")
    state = position(
        {
            "us_1_inf": ("0509", {"target": "0510"}),
            "us_4_cav": ("0509", {"target": "0510"}),
            "ge_30_mobile_bde": "0510",
        },
        phase="allied_combat",
        contacts={target: 2},
    )
    assert given["attack_re"] == given["supply_paid"] == 3
    play(state, od.Fight(target), 1)
    before = state.now.stocks["us"]
    play(state, od.Press(restrained, (), ids(state, "us_1_inf")), 1)
    refund = expect["refund_if_restrained"] if restrained else expect["refund"]
    assert state.now.stocks["us"] - before == refund


@pytest.mark.clause("BLD-X-32")
@pytest.mark.clause("BLD-7-33")
def test_32_moved_and_unmoved_units_in_one_force():
    _, expect = example(32)
    state = position({"us_1_inf": "0509", "us_4_cav": "0509"})
    (still,), (moved,) = shown(state, "us_1_inf"), shown(state, "us_4_cav", turned=True)
    both = shown(state, "us_1_inf", "us_4_cav", turned=True)
    assert land_power(state, [still, moved]) == expect["fire_power"]
    assert land_power(state, both) == expect["if_both_moved"]
    assert land_power(state, both, halvings=1) == expect["if_both_moved_and_restrained"]


@pytest.mark.clause("BLD-X-23")
@pytest.mark.clause("BLD-13-9")
@pytest.mark.clause("BLD-13-10")
@pytest.mark.clause("BLD-12-13")
def test_23_the_strongest_attack():
    _, expect = example(23)
    target = board().hex("1007")
    state = position(
        {
            "us_2_armd": ("1006", {"target": "1007"}),
            "us_102_cav": ("1006", {"target": "1007"}),
            "ge_91_inf": ("1007", {"reserve": True}),
        },
        phase="allied_combat",
        contacts={target: 2},
        ships=("wntf_1",),
        air=1,
        offered=((board().hex("1007"), board().hex("1006")),),
    )
    (origin,) = hexes(state, "1006")
    play(state, od.Fight(target, "wntf_1", origin))
    events = play(state, od.Press(), 1)
    assert of(events, ev.Fired)[0].fire.power == expect["fire_power"]


@pytest.mark.clause("BLD-X-35")
@pytest.mark.clause("BLD-11-4")
@pytest.mark.clause("BLD-11-6")
@pytest.mark.clause("BLD-12-15")
def test_35_a_frontal_attack_on_cherbourg():
    given, expect = example(35)
    target, origin = (board().hex(label) for label in (given["target"], given["from"]))
    state = position(
        {
            "us_4_inf": (given["from"], {"target": given["target"]}),
            "us_4_cav": (given["from"], {"target": given["target"]}),
            "ge_cherbourg_fortress_1": (given["target"], {"reserve": True}),
        },
        phase="allied_combat",
        allied="0504 0603 0604",
        contacts={target: 2},
        ships=("wntf_1",),
    )
    ship = next(order for order in offered(state, od.Fight) if order.ship)
    assert ship == od.Fight(target, "wntf_1", origin)
    play(state, ship)
    (fired,) = of(play(state, od.Press(), 1), ev.Fired)
    assert (fired.fire.power, fired.fire.line) == (expect["fire_power"], expect["line"])
