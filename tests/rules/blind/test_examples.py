"""The worked examples of the ledger, each on its own hexes: what it gives and expects is read from there."""

from __future__ import annotations

from fractions import Fraction

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
from wab.engine.words.text import Text
from wab.systems.blind import SYSTEM
from wab.systems.blind.combat.lines import attacking_causes, land_power, uses_armour_column
from wab.systems.blind.combat.losses import spread, steps_lost
from wab.systems.blind.ground.costs import ways
from wab.systems.blind.ground.stacking import side_limit
from wab.systems.blind.movement import exits
from wab.systems.blind.sequence import victory
from wab.systems.blind.sequence.flow import next_phase
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.apply import take_ground
from wab.systems.blind.state.state import COMBAT, FIRST, ISOLATED
from wab.systems.blind.state.steps import Exit, Fire, Shown, Table
from wab.systems.blind.units import stocks


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


# ---------------------------------------------------------------- supply and port (9, 10)


@pytest.mark.clause("BLD-X-21")
@pytest.mark.clause("BLD-9-21")
@pytest.mark.clause("BLD-9-22")
def test_21_beaches_in_german_hands():
    given, expect = example(21)
    state = position({}, turn=7)
    assert state.board.row(7).supply["us"] == given["us_supply_due"]

    def with_lost(*beaches):
        lost = state.copy()
        for beach in beaches:
            take_ground(lost, lost.board.beaches[beach], "axis")
        return stocks.supply_of(lost, "us")

    assert with_lost("utah") == expect["us_supply"]
    assert with_lost("omaha") == expect["with_omaha_instead"]
    assert with_lost("utah", "omaha") == expect["with_both"]
    assert stocks.rounded(Fraction(5, 2)) == 3


@pytest.mark.clause("BLD-X-22")
@pytest.mark.clause("BLD-10-4")
@pytest.mark.clause("BLD-10-5")
@pytest.mark.clause("BLD-T-CHERBOURG")
def test_22_the_port_is_repaired_in_seven_turns():
    given, expect = example(22)
    state = position(
        {"us_4_inf": "0402", "ge_91_inf": "2809"},
        phase="allied_second",
        turn=given["cherbourg_captured_in_turn"],
        port=given["demolition"],
        rp={"br": 0, "ge": 0, "us": 30},
        captured=given["cherbourg_captured_in_turn"],
    )
    extra = {}
    while state.now.turn < 25 or state.now.phase != "allied_second":
        if SYSTEM.phase(state) == "port":
            play(state, od.Repair())
        else:
            play(state, od.Done())
        if SYSTEM.phase(state) == "allied_first":
            extra[state.now.turn] = stocks.port_supply(state)
            assert stocks.supply_of(state, "us") == state.board.row(state.now.turn).supply["us"] + extra[state.now.turn]
    assert min(turn for turn, points in extra.items() if points) == expect["repaired_in_turn"]
    assert {turn: extra[turn] for turn in expect["extra_us_supply"]} == expect["extra_us_supply"]


# ---------------------------------------------------------------- rebuilding, withdrawal (14, 17)


@pytest.mark.clause("BLD-X-34")
@pytest.mark.clause("BLD-14-4")
@pytest.mark.clause("BLD-14-14")
@pytest.mark.clause("BLD-14-15")
def test_34_an_airborne_division_regroups_with_its_own_point():
    given, expect = example(34)
    state = position({"us_82ab": "0704"}, turn=given["turn"])
    assert state.profile(number(state, "us_82ab")).fire(unit(state, "us_82ab").steps) == 4
    play(state, od.Refit(number(state, "us_82ab"), "step"))
    assert state.profile(number(state, "us_82ab")).fire(unit(state, "us_82ab").steps) == int(expect["rebuilt_to"][0])
    assert state.now.rp["us"] == expect["us_rp_account"]
    left = {"101st Airborne": state.now.rp["us_101ab"], "6th Airborne": state.now.rp["br_6ab"]}
    assert left == expect["airborne_rp_left"] and state.now.rp["us_82ab"] == 0


@pytest.mark.clause("BLD-X-29")
@pytest.mark.clause("BLD-17-1")
@pytest.mark.clause("BLD-17-2")
@pytest.mark.clause("BLD-17-3")
@pytest.mark.clause("BLD-17-5")
def test_29_airborne_divisions_leave_after_cherbourg():
    given, expect = example(29)
    units = {"us_82ab": "0704", "us_101ab": "0705", "ge_91_inf": "2809"}
    state = position(units, phase="allied_second", turn=7, captured=given["cherbourg_captured_in_turn"])
    gone = {}
    while len(gone) < 2:
        for event in of(play(state, od.Done()), ev.Withdrawn):
            gone[state.profile(event.unit).key] = state.now.turn
    assert gone["us_101ab"] == expect["remove_101st_at_start_of_turn"]
    assert gone["us_82ab"] == expect["remove_82nd_at_start_of_turn"]


# ---------------------------------------------------------------- exits and points (18, 19)


def off_map(state, edge, *keys, turn=20, phase="allied_first"):
    """Units that have left the map."""
    hex_ = next(hex_ for hex_, one in state.board.edges.items() if one == edge)
    gone = tuple(Exit(one, state.profile(one).row.re, edge, turn, phase, hex_) for one in ids(state, *keys))
    state.changed(
        exits=(*state.now.exits, *gone),
        left_in={"any": turn, edge: turn},
        boxes={
            "left": ids(state, *keys),
            "dead": tuple(one for one in state.box("dead") if one not in ids(state, *keys)),
        },
    )
    for here in range(state.board.grid.size):
        if state.board.land[here] and not state.stacks.get(here):
            take_ground(state, here, "allied")
    return state


@pytest.mark.clause("BLD-X-24")
@pytest.mark.clause("BLD-18-7")
@pytest.mark.clause("BLD-18-8")
@pytest.mark.clause("BLD-18-9")
@pytest.mark.clause("BLD-16-12")
def test_24_reinforcements_are_diverted():
    given, expect = example(24)
    state = position({"ge_91_inf": "2820"}, phase="allied_second", turn=given["exit_turn"])
    waiting = [one for one, profile in state.board.roster.items() if profile.arrives and profile.side == "axis"]
    waiting = tuple(one for one in waiting if state.profile(one).arrives.turn > given["exit_turn"])
    off_map(state, given["edge"], "us_4_inf", "us_4_cav", turn=given["exit_turn"])
    gone = {*state.box("left"), *waiting, *state.units}
    dead = tuple(one for one in state.board.roster if one not in gone)
    state.changed(
        boxes={"coming": waiting, "dead": dead, "left": state.box("left")}, stocks={"br": 99, "ge": 0, "us": 99}
    )
    diverted = {}
    while state.now.turn < 25:
        for event in of(play(state, od.Done()), ev.Diverted):
            diverted |= {state.profile(one).key: (event.edge, state.now.turn) for one in event.units}
    assert diverted == {"ge_331_inf": ("east", 22), "ge_security_regt_1": ("east", 24)}
    assert expect["diverted"] == ["division due at B in turn 22", "regiment due by the east in turn 24"]
    assert expect["western_unit"] == "enters" and number(state, "ge_kg_343") in state.box("coming")


@pytest.mark.clause("BLD-X-25")
@pytest.mark.clause("BLD-18-11")
@pytest.mark.clause("BLD-18-12")
def test_25_what_units_off_the_map_cost():
    given, expect = example(25)
    us = ("us_1_inf", "us_2_inf", "us_4_inf", "us_9_inf", "us_4_cav")
    state = off_map(position({}, turn=21, air=10), "east", *us, "br_3_inf", "br_8_armd_bde")
    assert exits.re_off_map(state, "us") == given["us_re_off_map"]
    assert exits.re_off_map(state, "br") == given["br_re_off_map"]
    (upkeep,) = exits.upkeep(state)
    assert upkeep.paid == {"br": expect["br_supply_spent"], "us": expect["us_supply_spent"]}
    (bound,) = exits.air_cover(state)
    assert bound.units == expect["air_units"]


@pytest.mark.clause("BLD-X-26")
@pytest.mark.clause("BLD-19-7")
@pytest.mark.clause("BLD-19-9")
def test_26_diverted_units_count_against_exits():
    given, expect = example(26)
    state = off_map(position({}, turn=22), given["edge"], "us_1_inf", "us_4_cav")
    state.changed(diverted={given["edge"]: given["diverted_re"]})
    assert exits.re_off_map(state) == given["exited_re"]
    assert exits.award_by(state, given["edge"], fresh=False) == expect["vp"]


@pytest.mark.clause("BLD-X-27")
@pytest.mark.clause("BLD-19-2")
@pytest.mark.clause("BLD-19-3")
def test_27_a_city_scores_once():
    given, expect = example(27)
    assert given["events"] == ["freed", "german_again", "freed_again"]
    state, found, before = position({}), [], 0
    for side in ("allied", "axis", "allied"):
        take_ground(state, state.board.port, side)
        found.append(victory.points(state) - before)
        before = victory.points(state)
    assert found == expect["vp"]


@pytest.mark.clause("BLD-X-28")
@pytest.mark.clause("BLD-19-12")
def test_28_losses_while_isolated_cost_points():
    given, expect = example(28)
    state = position({"us_82ab": ("0704", {"steps": given["steps_destroyed"], "supply": ISOLATED})})
    units = shown(state, "us_82ab")
    event = steps_lost(state, units, ((units[0].unit, given["steps_destroyed"]),))
    assert -event.points == expect["vp"]
    state.changed(table=Table(state.board.hex("0704"), "answer", defenders=tuple(units)))
    carried_out(state, [event])
    assert state.now.scored == {"isolation": expect["vp"]} and not state.units


@pytest.mark.clause("BLD-X-33")
@pytest.mark.clause("BLD-19-8")
@pytest.mark.clause("BLD-19-11")
def test_33_exits_score_in_each_phase_up_to_a_limit():
    given, expect = example(33)
    divisions = ("us_1_inf", "us_2_inf", "us_4_inf", "us_9_inf")
    state = off_map(position({}, turn=20, air=9), given["edge"], *divisions)
    assert exits.re_off_map(state) == given["re_off_map"]
    found = {}
    for turn in range(20, 26):
        for phase in ("allied_first", "allied_second"):
            state.changed(turn=turn, phase=phase)
            carried_out(state, exits.award(state))
        found[turn] = state.now.scored["west"]
    assert found == expect["vp_after"]


# ---------------------------------------------------------------- the end (20)


@pytest.mark.clause("BLD-X-30")
@pytest.mark.clause("BLD-20-7")
def test_30_levels_of_the_short_scenario():
    given, expect = example(30)
    row = board("blind/from-cherbourg-to-caen").tables.victory[given["scenario"]]
    names = [str(Text(SYSTEM.names[row.level(points)])) for points in given["vp"]]
    plain = [name.replace(" victory", "") for name in names]
    assert plain == expect["levels"]


@pytest.mark.clause("BLD-X-31")
@pytest.mark.clause("BLD-20-12")
@pytest.mark.clause("BLD-2-1")
def test_31_the_calendar():
    given, expect = example(31)
    months = {"06": "June", "07": "July", "08": "August"}
    days = [board().row(turn).first for turn in given["turns"]]
    assert [f"{int(day[-2:])} {months[day[5:7]]}" for day in days] == expect["first_days"]


def test_every_example_has_a_test():
    marks = {mark.args[0] for name, test in globals().items() if name.startswith("test_") for mark in _marks(test)}
    assert {f"BLD-X-{one}" for one in range(1, 36)} <= marks


def _marks(test):
    return [mark for mark in getattr(test, "pytestmark", []) if mark.name == "clause"]
