"""Combat (BLD-7), steps (BLD-8), carpet bombing and support (BLD-12), ships (BLD-13)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.rules.blind.field import (
    board,
    carried_out,
    hexes,
    ids,
    number,
    of,
    offered,
    play,
    position,
    rebuilt,
    unit,
    why,
)
from wab.systems.blind import SYSTEM
from wab.systems.blind.combat.lines import attacking_causes, attacking_force, defensive_force, is_frontal, land_power
from wab.systems.blind.combat.losses import spread
from wab.systems.blind.ground.costs import interdicted_area, ways
from wab.systems.blind.seen.known import known
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.apply import ships_of, take_ground
from wab.systems.blind.state.state import FULL, ISOLATED, PARTIAL
from wab.systems.blind.state.steps import Fire, Shown, Table
from wab.systems.blind.units.support import ships_in_reach

TARGET = "0510"


def attack(units, *, target=TARGET, side="allied", **now):
    """A combat phase in which units attack a hex from others; `units` by key, the defenders without a target."""
    placed = {
        key: where if isinstance(where, tuple) else (where, {"target": target} if where != target else {})
        for key, where in units.items()
    }
    count = sum("target" in values for _, values in placed.values())
    contacts = {board().hex(target): count, **now.pop("more", {})}
    return position(placed, phase=f"{side}_combat", contacts=contacts, **now)


def shown(state, *keys):
    return [
        Shown(one, state.units[one].hex, state.units[one].steps, state.units[one].turned) for one in ids(state, *keys)
    ]


def line(causes):
    return int(sum(cause.value for cause in causes))


def fight(state, target=TARGET, **more):
    return play(state, od.Fight(*hexes(state, target), **more), 1, 1)


def to_answer(state, hits, target=TARGET):
    """The defender must answer for so many steps."""
    fight(state, target)
    if SYSTEM.phase(state) == "forces":
        play(state, od.Form(()))
    table = state.table
    fire = Fire("allied" if state.now.side == "allied" else "axis", table.attackers[0].hex, 9, 0, 6, hits)
    state.changed(table=replace(table, fires=(fire,), stage="answer"))
    return state


# ---------------------------------------------------------------- the table


@pytest.mark.clause("BLD-7-24")
@pytest.mark.clause("BLD-T-CRT")
def test_the_combat_table_is_the_ledgers():
    table, rows = board().tables.combat, rebuilt("BLD-T-CRT")
    for name, columns in rows["lines"].items():
        for key, cells in columns.items():
            assert list(table.row(int(name), int(key.rstrip("+").split("-")[0]))) == cells
    for cell in rows["check_with_example"]:
        assert table.row(int(cell["line"]), cell["fire_power"])[cell["die"] - 1] == cell["steps"]
    assert (table.line(-5), table.line(4)) == (-3, 2)


@pytest.mark.clause("BLD-7-1")
@pytest.mark.clause("BLD-7-2")
@pytest.mark.clause("BLD-7-50")
def test_every_announced_attack_is_resolved_in_any_order():
    units = {
        "us_1_inf": "0509",
        "us_4_inf": ("1006", {"target": "0907"}),
        "ge_91_inf": TARGET,
        "ge_352_inf": ("0907", {}),
    }
    state = attack(units, more={board().hex("0907"): 1})
    assert {order.target for order in offered(state, od.Fight)} == {*hexes(state, f"{TARGET} 0907")}
    assert why(state, od.Done()) == "attacks-left"
    assert why(state, od.Fight(*hexes(state, "0904"))) == "no-attack"
    fight(state)
    for order in (od.Press(), od.Yield()):
        play(state, order, 1)
    assert SYSTEM.phase(state) == "allied_combat" and why(state, od.Fight(*hexes(state, TARGET))) == "no-attack"
    assert why(state, od.Done()) == "attacks-left"


@pytest.mark.clause("BLD-7-5")
@pytest.mark.clause("BLD-7-8")
@pytest.mark.clause("BLD-7-9")
def test_all_units_are_shown_and_then_hidden_again():
    state = attack({"us_1_inf": "0509", "ge_91_inf": TARGET, "ge_30_mobile_bde": (TARGET, {"reserve": True})})
    opened = fight(state)[0]
    assert {one.unit for one in opened.defenders} == {*ids(state, "ge_91_inf", "ge_30_mobile_bde")}
    assert known(state, "allied").now.table == state.now.table
    for order in (od.Form(()), od.Press(), od.Yield()):
        play(state, order, 1)
    view = known(state, "allied")
    assert view.now.table is None and {*view.units} == {*ids(state, "us_1_inf")}
    sighting = view.now.sightings["allied"][number(state, "ge_91_inf")]
    assert (sighting.hex, sighting.steps) == (state.board.hex(TARGET), 2)
    assert view.now.reports["allied"][state.board.hex(TARGET)].heard == "seen"
    assert known(state, "axis").now.sightings["axis"][number(state, "us_1_inf")].hex == state.board.hex("0509")


@pytest.mark.clause("BLD-7-22")
def test_a_lone_german_unit_fires_unasked_and_several_may_be_silent():
    state = attack({"us_1_inf": "0509", "ge_91_inf": TARGET})
    assert of(fight(state), ev.Fired) and SYSTEM.phase(state) == "conduct"
    state = attack({"us_1_inf": "0509", "ge_91_inf": TARGET, "ge_30_mobile_bde": TARGET})
    fight(state)
    assert SYSTEM.phase(state) == "forces" and SYSTEM.to_act(state) == "axis"
    assert of(play(state, od.Form(())), ev.Fired) == []


@pytest.mark.clause("BLD-7-23")
@pytest.mark.clause("BLD-4-34")
def test_reserves_and_units_that_came_by_retreat_do_not_fire():
    for values in ({"reserve": True}, {"silent": True}):
        state = attack({"us_1_inf": "0509", "ge_91_inf": (TARGET, values), "ge_30_mobile_bde": TARGET})
        fight(state)
        assert why(state, od.Form((ids(state, "ge_91_inf"),))) == "no-forces"
        assert not unit(state, "ge_91_inf").reserve
        play(state, od.Form((ids(state, "ge_30_mobile_bde"),)), 1)
        play(state, od.Press(), 6)
        play(state, od.Yield())
        assert "ge_91_inf" in {state.profile(one).key for one in state.units}


@pytest.mark.clause("BLD-7-27")
def test_no_power_no_fire():
    state = attack({"us_1_inf": "0509", "ge_30_mobile_bde": (TARGET, {"turned": True})})
    assert of(fight(state), ev.Fired) == []


@pytest.mark.clause("BLD-7-11")
def test_the_line_of_defence_is_ground_and_supply():
    state = attack({"us_1_inf": "0609", "ge_91_inf": TARGET})
    for supply, wanted in ((FULL, 2), (PARTIAL, 1), (ISOLATED, 0)):
        state.put(replace(unit(state, "ge_91_inf"), supply=supply))
        table = Table(
            state.board.hex(TARGET), "forces", (), tuple(shown(state, "ge_91_inf")), forces=(ids(state, "ge_91_inf"),)
        )
        force = defensive_force(state, table, 0)
        assert (force.line, force.power) == (wanted, 3)


@pytest.mark.clause("BLD-7-17")
@pytest.mark.clause("BLD-7-18")
@pytest.mark.clause("BLD-7-19")
def test_the_line_of_attack_is_type_ground_river_and_the_worst_supply():
    state = position({"us_1_inf": "0609", "us_4_cav": ("0609", {"supply": PARTIAL}), "us_2_inf": "0509"})
    target, river, dry = hexes(state, f"{TARGET} 0609 0509")
    assert line(attacking_causes(state, shown(state, "us_2_inf"), dry, target)) == 0
    assert line(attacking_causes(state, shown(state, "us_1_inf"), river, target)) == -1
    assert line(attacking_causes(state, shown(state, "us_1_inf", "us_4_cav"), river, target)) == -2


@pytest.mark.clause("BLD-7-15")
def test_losses_may_fall_on_any_attacker():
    state = attack({"us_1_inf": "0509", "us_2_inf": "0609", "ge_91_inf": TARGET})
    fight(state)
    first, second = ids(state, "us_1_inf", "us_2_inf")
    state.changed(table=replace(state.table, fires=(Fire("axis", 0, 3, 2, 6, 1),)))
    assert {order.losses for order in offered(state, od.Press)} >= {(), (second,)}
    assert why(state, od.Press(losses=(first,))) is None
    assert why(state, od.Press(losses=(first, second))) == "no-spread"


@pytest.mark.clause("BLD-7-14")
@pytest.mark.clause("BLD-7-20")
@pytest.mark.clause("BLD-7-21")
def test_losses_go_around_and_units_that_fired_come_first():
    units = [Shown(1, 0, 3), Shown(2, 0, 1), Shown(3, 0, 2)]
    assert spread(units, 4).losses(()) == ((1, 2), (2, 1), (3, 1))
    assert not spread(units, 2).allows((1,)) and spread(units, 2).allows((1, 3))
    fired = spread(units, 2, first=(2,))
    assert fired.losses(()) == ((1, 1), (2, 1))
    assert spread(units, 1, first=(2,)).losses(()) == ((2, 1),)
    assert spread(units, 9).losses(()) == ((1, 3), (2, 1), (3, 2))


@pytest.mark.clause("BLD-7-32")
@pytest.mark.clause("BLD-7-35")
def test_restraint_binds_all_and_a_unit_with_a_loss_stays():
    state = attack({"us_1_inf": "0509", "us_2_inf": "0609", "ge_91_inf": TARGET})
    fight(state)
    first, second = ids(state, "us_1_inf", "us_2_inf")
    state.changed(table=replace(state.table, fires=(Fire("axis", 0, 3, 2, 6, 1),)))
    assert why(state, od.Press(losses=(first,), called_off=(first,))) == "bound-in"
    assert why(state, od.Press(losses=(first,), called_off=(second,))) is None
    calm = state.copy()
    fires = [event.fire for event in of(play(calm, od.Press(restrained=True), 1, 1), ev.Fired)]
    assert [fire.power for fire in fires] == [3, 3]
    play(state, od.Press(losses=(first,), called_off=(second,)), 1)
    assert [one.unit for one in state.table.active] == [first]


@pytest.mark.clause("BLD-8-1")
@pytest.mark.clause("BLD-8-2")
@pytest.mark.clause("BLD-8-3")
@pytest.mark.clause("BLD-8-5")
@pytest.mark.clause("BLD-1-5")
@pytest.mark.clause("BLD-T-UNIT-TYPES")
def test_a_loss_is_a_step_down_to_the_next_fire_power():
    state = position({"us_2_armd": "1005"})
    profile = state.profile(number(state, "us_2_armd"))
    assert profile.steps == profile.full == 5
    assert [profile.fire(steps) for steps in range(5, 0, -1)] == [8, 7, 5, 3, 1] and profile.row.movement == 12
    for name, row in rebuilt("BLD-T-UNIT-TYPES")["rows"].items():
        found = board().tables.types[name]
        assert [f"{fire}-{found.movement}" for fire in found.fire] == row["steps"] and found.re == row["re"]


# ---------------------------------------------------------------- the answer


@pytest.mark.clause("BLD-7-38")
@pytest.mark.clause("BLD-7-41")
@pytest.mark.clause("BLD-7-42")
@pytest.mark.parametrize(("hits", "lost"), [(1, 0), (2, 1), (3, 1)])
def test_a_retreat_halves_the_losses(hits, lost):
    state = to_answer(attack({"us_1_inf": "0509", "ge_352_inf": (TARGET, {"steps": 3})}), hits)
    yielded, *rest = play(state, od.Yield(gives_ground=True))
    assert yielded.gives_ground and SYSTEM.witnessed(state, yielded, state, "allied") == yielded
    assert sum(steps for event in of(rest, ev.StepsLost) for _, steps in event.losses) == lost
    assert SYSTEM.phase(state) == "retreat" and SYSTEM.to_act(state) == "axis"
    (order, *_) = offered(state, od.Retreat)
    (gone,) = play(state, order)
    assert SYSTEM.witnessed(state, gone, state, "allied") == ev.Retreated(True)
    assert unit(state, "ge_352_inf").silent and SYSTEM.phase(state) == "advance"


@pytest.mark.clause("BLD-7-39")
@pytest.mark.clause("BLD-18-2")
def test_a_way_back_is_own_ground_or_a_vacant_hex_that_is_called():
    everywhere = " ".join(board().grid.label(hex_) for hex_ in board().around(board().hex(TARGET)))
    state = to_answer(attack({"us_1_inf": "0509", "us_2_inf": ("0410", {}), "ge_91_inf": TARGET}, allied=everywhere), 2)
    play(state, od.Yield(gives_ground=True))
    (occupied,), (vacant,) = hexes(state, "0410"), hexes(state, "0511")
    (tried,) = play(state, od.Retreat((occupied,)))
    assert not tried.done and tried.called == ((occupied, True),)
    assert SYSTEM.witnessed(state, tried, state, "allied") == ev.Retreated(False, ((occupied, True),))
    assert why(state, od.Retreat((occupied,))) == "no-retreat"
    play(state, od.Retreat((vacant,)))
    assert state.holds("axis", vacant) and unit(state, "ge_91_inf").hex == vacant


@pytest.mark.clause("BLD-7-39")
def test_without_a_way_back_the_one_answer_is_to_stand():
    on = board()
    around = on.around(on.hex("0402"))
    guards = dict(zip(("us_1_inf", "us_2_inf", "us_4_inf", "us_9_inf", "us_30_inf"), around, strict=False))
    units = {key: (on.grid.label(hex_), {"target": "0402"}) for key, hex_ in guards.items()}
    state = to_answer(attack({**units, "ge_709_inf": "0402"}, target="0402"), 1, "0402")
    assert why(state, od.Yield(gives_ground=True)) == "no-way"
    assert {order.gives_ground for order in offered(state, od.Yield)} == {False}


@pytest.mark.clause("BLD-7-39")
def test_units_stand_after_all_where_every_call_was_in_vain():
    everywhere = " ".join(board().grid.label(hex_) for hex_ in board().around(board().hex(TARGET)))
    others = [label for label in everywhere.split() if label not in ("0509",)]
    keys = ("us_2_inf", "us_4_inf", "us_9_inf", "us_30_inf", "us_79_inf")
    guards = {key: (label, {}) for key, label in zip(keys, others, strict=True)}
    state = to_answer(attack({"us_1_inf": "0509", **guards, "ge_352_inf": (TARGET, {"steps": 3})}), 2)
    play(state, od.Yield(gives_ground=True))
    for label in others[:-1]:
        play(state, od.Retreat(hexes(state, label)))
    events = play(state, od.Retreat(hexes(state, others[-1])))
    assert of(events, ev.Yielded)[-1].gives_ground is False and of(events, ev.TableClosed)
    assert unit(state, "ge_352_inf").steps == 1 and unit(state, "ge_352_inf").hex == state.board.hex(TARGET)


@pytest.mark.clause("BLD-7-40")
def test_units_retreat_into_a_hex_that_is_still_to_be_attacked():
    units = {
        "us_1_inf": "0509",
        "ge_91_inf": TARGET,
        "us_2_inf": ("0509", {"target": "0410"}),
        "ge_709_inf": ("0410", {}),
    }
    state = to_answer(attack(units, more={board().hex("0410"): 1}), 2)
    play(state, od.Yield(gives_ground=True))
    play(state, od.Retreat(hexes(state, "0410")))
    play(state, od.Advance(()))
    play(state, od.Fight(*hexes(state, "0410")))
    assert why(state, od.Form((ids(state, "ge_91_inf"),))) == "no-forces"


@pytest.mark.clause("BLD-7-43")
def test_a_retreat_that_no_unit_survives_gives_the_hex_up():
    state = to_answer(attack({"us_1_inf": "0509", "ge_30_mobile_bde": TARGET}), 2)
    events = play(state, od.Yield(gives_ground=True))
    assert of(events, ev.Retreated) == [ev.Retreated(True)] and SYSTEM.phase(state) == "advance"


@pytest.mark.clause("BLD-7-46")
@pytest.mark.clause("BLD-4-24")
@pytest.mark.clause("BLD-4-29")
def test_attackers_enter_as_far_as_there_is_room():
    bound = {"target": TARGET, "bound": TARGET}
    state = to_answer(attack({"us_1_inf": ("0509", bound), "us_2_inf": ("0609", bound), "ge_91_inf": TARGET}), 3)
    play(state, od.Yield())
    both = ids(state, "us_1_inf", "us_2_inf")
    assert {order.units for order in offered(state, od.Advance)} >= {(), (both[0],), both}
    advanced, closed = play(state, od.Advance(both))
    assert SYSTEM.witnessed(state, advanced, state, "axis") == ev.Advanced(*hexes(state, TARGET))
    assert isinstance(closed, ev.TableClosed)
    for key in ("us_1_inf", "us_2_inf"):
        assert (unit(state, key).turned, unit(state, key).bound) == (False, -1)
    strange = to_answer(attack({"us_1_inf": "0509", "us_2_inf": ("0609", {}), "ge_91_inf": TARGET}), 3)
    play(strange, od.Yield())
    assert why(strange, od.Advance(ids(strange, "us_2_inf"))) == "no-advance"


@pytest.mark.clause("BLD-7-49")
@pytest.mark.parametrize(("die", "enters"), [(1, False), (6, True)])
def test_an_empty_hex_is_entered_after_a_step(die, enters):
    state = attack({"us_1_inf": "0509"})
    fight(state)
    assert SYSTEM.phase(state) == "conduct"
    play(state, od.Press(), die)
    assert (SYSTEM.phase(state) == "advance") is enters


@pytest.mark.clause("BLD-11-4")
@pytest.mark.clause("BLD-11-5")
def test_forts_halve_a_frontal_attack_until_they_are_destroyed():
    state = position({"us_4_inf": "0403", "us_1_inf": "0402", "ge_709_inf": "0502"})
    front, rear, fort, port = hexes(state, "0503 0402 0502 0402")
    assert is_frontal(state, "allied", front, fort) and not is_frontal(state, "allied", rear, fort)
    assert not is_frontal(state, "axis", front, fort) and is_frontal(state, "allied", *hexes(state, "0403"), port)
    state.changed(forts=(fort,))
    assert not is_frontal(state, "allied", front, fort)
    whole = land_power(state, shown(state, "us_4_inf"))
    assert land_power(state, shown(state, "us_4_inf"), halvings=1) == whole // 2


# ---------------------------------------------------------------- aircraft


@pytest.mark.clause("BLD-12-1")
@pytest.mark.clause("BLD-12-2")
@pytest.mark.clause("BLD-12-3")
@pytest.mark.clause("BLD-12-5")
@pytest.mark.clause("BLD-12-10")
def test_interdiction_is_announced_on_any_hex_one_unit_a_hex():
    state = position({"ge_91_inf": "0603"}, phase="interdiction", air=2)
    here, there = hexes(state, "1009 1010")
    (told,) = play(state, od.Interdict(here))
    assert SYSTEM.witnessed(state, told, state, "axis") == told
    assert why(state, od.Interdict(here)) == "taken"
    assert {*map(int, interdicted_area(state.board, (here,)).nonzero()[0])} == {here, *state.board.grid.adjacent(here)}
    play(state, od.Interdict(there))
    assert state.now.air == 0 and why(state, od.Interdict(state.board.hex("1109"))) == "no-air"


@pytest.mark.clause("BLD-12-4")
@pytest.mark.clause("BLD-12-6")
@pytest.mark.clause("BLD-12-7")
@pytest.mark.clause("BLD-12-8")
def test_interdiction_costs_germans_a_point_and_spares_forest_off_the_road():
    state = position({"ge_91_inf": "1107", "us_1_inf": "1106", "ge_2_pz": "1107"})
    grid = state.board.grid

    def cost(key, origin, target, kind="across"):
        here, there = hexes(state, f"{origin} {target}")
        return int(getattr(ways(state, number(state, key)), kind)[here, grid.direction(here, there)])

    before = cost("ge_91_inf", "1107", "1108"), cost("ge_91_inf", "1107", "1007"), cost("us_1_inf", "1107", "1108")
    assert state.board.terrain(state.board.hex("1007")) == "forest"
    state.changed(interdicted=hexes(state, "1007 1008 1108"))
    after = cost("ge_91_inf", "1107", "1108"), cost("ge_91_inf", "1107", "1007"), cost("us_1_inf", "1107", "1108")
    assert (after[0] - before[0], after[1] - before[1], after[2] - before[2]) == (1, 0, 0)
    carried_out(state, [ev.TurnBegan(3)])
    assert state.now.interdicted == ()


@pytest.mark.clause("BLD-12-12")
@pytest.mark.clause("BLD-2-4")
def test_air_is_promised_to_attacking_forces_before_any_hex_is_opened():
    state = attack({"us_1_inf": "0509", "us_2_inf": "0609", "ge_91_inf": TARGET}, air=1)
    state.changed(phase="allied_air")
    target, one, two = hexes(state, f"{TARGET} 0509 0609")
    (promised,) = play(state, od.OfferAir(target, one))
    assert SYSTEM.witnessed(state, promised, state, "axis") is None
    assert why(state, od.OfferAir(target, two)) == "no-air"
    assert why(state, od.OfferAir(one, two)) == "no-force"
    play(state, od.OfferAir(target, one))
    assert state.now.offered == ()
    play(state, od.OfferAir(target, two))
    play(state, od.Done())
    opened = fight(state)[0]
    assert opened.air == (two,) and state.now.air == 0


@pytest.mark.clause("BLD-12-11")
@pytest.mark.clause("BLD-12-13")
@pytest.mark.clause("BLD-13-6")
def test_defending_forces_have_air_and_a_ship():
    state = attack(
        {"ge_352_inf": ("1106", {"target": "1206"}), "br_50_inf": ("1206", {})},
        target="1206", side="axis", air=3, ships=("entf_1", "wntf_1"),
    )  # fmt: skip
    play(state, od.Fight(*hexes(state, "1206")))
    (force,) = [ids(state, "br_50_inf")]
    assert why(state, od.Form((force,), air=2)) == "no-support"
    assert why(state, od.Form((force,), ship="wntf_1")) == "no-support"
    (fired,) = of(play(state, od.Form((force,), air=1, ship="entf_1"), 1), ev.Fired)
    assert fired.fire.power == 7 + 1 + 1
    assert (state.now.air, state.now.ships) == (2, ("wntf_1",))


@pytest.mark.clause("BLD-12-14")
@pytest.mark.clause("BLD-13-11")
def test_support_of_a_force_that_is_called_off_is_lost():
    target = board().hex("1007")
    state = attack(
        {"us_1_inf": "1006", "ge_91_inf": ("1007", {"reserve": True})},
        target="1007", air=1, ships=("wntf_1",), offered=((target, board().hex("1006")),),
    )  # fmt: skip
    fight(state, "1007", ship="wntf_1", origin=board().hex("1006"))
    assert of(play(state, od.Press(called_off=ids(state, "us_1_inf"))), ev.Fired) == []
    assert (state.now.air, state.now.ships, state.now.table) == (0, (), None)


def bombing(units, turn=17, **now):
    return position(units, phase="allied_combat", turn=turn, **now)


@pytest.mark.clause("BLD-12-16")
@pytest.mark.clause("BLD-12-17")
@pytest.mark.clause("BLD-12-18")
@pytest.mark.clause("BLD-12-19")
@pytest.mark.clause("BLD-12-21")
@pytest.mark.clause("BLD-12-22")
@pytest.mark.clause("BLD-12-24")
def test_bombs_fall_on_line_0_and_nobody_fires_or_retreats():
    places = {"ge_91_inf": TARGET, "ge_352_inf": (TARGET, {"reserve": True}), "us_1_inf": "0509"}
    state = bombing(places)
    (hex_,) = hexes(state, TARGET)
    assert why(state, od.Bomb(hex_, 8)) == "no-bombs"
    assert why(state, od.Bomb(*hexes(state, "0509"), 14)) == "no-target"
    opened, _, fired = play(state, od.Bomb(hex_, 14), 4)
    assert (fired.fire.line, fired.fire.power, fired.fire.steps) == (0, 14, 3)
    assert len(opened.defenders) == 2 and SYSTEM.phase(state) == "answer"
    assert why(state, od.Yield(gives_ground=True)) == "no-way"
    assert {order.losses for order in offered(state, od.Yield)} == {(), ids(state, "ge_352_inf")}
    play(state, od.Yield())
    assert not unit(state, "ge_352_inf").reserve and not unit(state, "ge_352_inf").silent
    assert state.holds("axis", hex_) and why(state, od.Bomb(hex_, 12)) == "no-target"
    assert why(state, od.Bomb(*hexes(state, "0511"), 12)) is None


@pytest.mark.clause("BLD-12-20")
@pytest.mark.clause("BLD-12-23")
@pytest.mark.clause("BLD-12-25")
def test_the_attack_on_a_bombed_hex_comes_next():
    units = {
        "us_1_inf": "0509",
        "ge_91_inf": TARGET,
        "us_2_inf": ("1006", {"target": "1007"}),
        "ge_709_inf": ("1007", {}),
    }
    state = attack(units, turn=17, more={board().hex("1007"): 1})
    play(state, od.Bomb(*hexes(state, TARGET), 14), 1)
    if SYSTEM.phase(state) == "answer":
        play(state, od.Yield())
    assert why(state, od.Fight(*hexes(state, "1007"))) == "bombed-first"
    assert why(state, od.Bomb(*hexes(state, "0511"), 12)) == "bombed-first"
    assert why(state, od.Fight(*hexes(state, TARGET))) is None
    carried_out(state, [ev.PhaseBegan("axis_reserve", "axis"), ev.TurnBegan(18)])
    assert state.now.bombed == () and state.board.row(18).carpet == (8,)


# ---------------------------------------------------------------- ships


@pytest.mark.clause("BLD-13-1")
@pytest.mark.clause("BLD-13-2")
@pytest.mark.clause("BLD-13-5")
@pytest.mark.clause("BLD-T-SUPPORT-UNITS")
def test_the_ships_of_a_turn():
    on = board()
    assert len(on.tables.support.ships) == 6 == len(ships_of(on, 1))
    assert ships_of(on, 5) == ("entf_1",) and ships_of(on, 9) == ("entf_1", "entf_2", "entf_3")
    state = position({}, phase="interdiction", turn=6)
    carried_out(state, [ev.TurnBegan(6)])
    assert state.now.ships == ("entf_1", "entf_2", "wntf_1")
    assert why(state, od.PickShips(("entf_1",))) == why(state, od.PickShips(("a", "b", "c"))) == "no-ships"
    (picked,) = play(state, od.PickShips(("entf_1", "entf_2", "entf_3")))
    assert SYSTEM.witnessed(state, picked, state, "axis") is None and len(offered(state, od.PickShips)) >= 2


@pytest.mark.clause("BLD-13-3")
@pytest.mark.clause("BLD-13-4")
@pytest.mark.clause("BLD-13-7")
@pytest.mark.clause("BLD-13-8")
def test_ships_serve_their_group_within_range_of_the_sea_beside_allied_ground():
    state = position({}, ships=("entf_1", "entf_2", "wntf_1", "wntf_2", "wntf_3"))
    on = state.board
    beach = on.beaches["omaha"]
    assert ships_in_reach(state, beach, "us") == ("wntf_1", "wntf_2", "wntf_3")
    assert ships_in_reach(state, beach, "br") == ("entf_1", "entf_2")
    assert ships_in_reach(state, on.hex("1006"), "us") == ("wntf_1", "wntf_2")
    assert ships_in_reach(state, on.hex("1007"), "us") == ("wntf_1",)
    assert ships_in_reach(state, on.hex("1008"), "us") == ()
    for lost in ("omaha", "utah", "gold"):
        take_ground(state, on.beaches[lost], "axis")
    assert ships_in_reach(state, on.beaches["utah"], "us") == ()
    assert ships_in_reach(state, on.beaches["juno"], "us") == ("wntf_1", "wntf_2", "wntf_3")
    take_ground(state, on.beaches["juno"], "axis")
    assert ships_in_reach(state, beach, "us") == ()


def test_supports_of_one_side_serve_no_force_of_the_other():
    state = attack({"us_1_inf": "0509", "ge_91_inf": TARGET}, air=1)
    table = Table(state.board.hex(TARGET), "conduct", tuple(shown(state, "us_1_inf")), tuple(shown(state, "ge_91_inf")),
                  air=(0,), ship="wntf_1", shipped=0, forces=(ids(state, "ge_91_inf"),))  # fmt: skip
    assert defensive_force(state, table, 0).power == 3
    assert attacking_force(state, table, state.board.hex("0509")).power == 7
