"""Attacks (OMA-8.1 to OMA-8.3, OMA-8.11 to OMA-8.34)."""

from dataclasses import replace as with_board

import pytest
from msgspec.structs import replace

from tests.rules.omaha.printed import BOARD, GRID, TABLES, at, example, game, label, of, play
from wab.content.omaha.shapes import CounterRow
from wab.systems.omaha.combat.attack import (
    STRENGTH,
    TASKS,
    USES,
    Assault,
    Defence,
    assault,
    execute_attack,
    flanked,
    hero_uses,
    is_open,
    lacking,
    offered_attacks,
    read,
    why_not_attack,
    why_not_join,
)
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.state import GONE, HERO
from wab.systems.omaha.state.steps import Force

POOLS = {
    "wn_marker": ("wn_marker-9", "wn_marker-10"),
    "mobile_marker": ("mobile_marker-1",),
    "tactical": ("tactical-1",),
    "division": ("division-1",),
}
WN64, INLAND = "0816", "1014"
SQUAD, BAZOOKA, FLANK = "squad-1", "squad-3", "tactical-7"
"""A squad of 3 that asks for automatic rifles, one of 4 for bazookas, a company of 3 for a flank."""
TACTICAL, RIFLES, SHIPS = "wn_marker-1", "wn_marker-7", "wn_marker-15"
ABOVE, BESIDE = "0916", "0817"


def ashore(forces, sector="east", **units):
    """The actions of a sector have begun; a naval fire marker is at hand."""
    state = game(turn=9, forces=forces, **units)
    state.changed(phase="actions", acting=sector, pools=POOLS, naval=1)
    return state


def order_of(names, target, naval=False):
    return od.Attack(at(target), tuple(sorted(of(name) for name in names)), naval)


def attack(state, *names, target=WN64, naval=False, answers=()):
    order = order_of(names, target, naval)
    assert why_not_attack(state, order) is None
    told, ties = play(state, TASKS, events=execute_attack(state, order), answers=answers)
    return [one for one in told if isinstance(one, ev.Resolved)], ties


def why(state, *names, target=WN64, naval=False):
    found = why_not_attack(state, order_of(names, target, naval))
    return found.code if found else ""


def under(state, **orders):
    """Give units orders of an HQ or a general: HQ_16=["E_2_16"]."""
    state.changed(orders={of(name): tuple(sorted(of(one) for one in names)) for name, names in orders.items()})
    return state


def test_the_counters_are_what_these_tests_take_them_for():
    rows = {key: BOARD.counters[key].row for key in (SQUAD, BAZOOKA, FLANK, TACTICAL, RIFLES, SHIPS)}
    assert [rows[key].strength for key in (SQUAD, BAZOOKA, FLANK, RIFLES, SHIPS)] == [3, 4, 3, 1, 3]
    needs = [*rows[SQUAD].needs, *rows[BAZOOKA].needs, *rows[FLANK].needs, *rows[RIFLES].needs, *rows[SHIPS].needs]
    assert needs == ["BR", "BZ", "FL", "BR", "NV"]
    assert rows[TACTICAL].tactical and rows[FLANK].division == "352"
    assert not BOARD.side_row(at(ABOVE), at(WN64)).attack


# ---------------------------------------------------------------- range and weapons

TANK = next(one for one in BOARD.roster.values() if one.type == "tank")


@pytest.mark.clause("OMA-8.11-1", "OMA-2.21-8", "OMA-X-32")
def test_the_hex_of_the_target_counts_for_the_range():
    given, expect = example(32)
    assert (given["distance"] <= TANK.range(2)) is expect["in_range"]
    assert not TANK.weapons(2, given["distance"] + 1)


@pytest.mark.parametrize("number", [35, 36])
@pytest.mark.clause("OMA-8.27-1", "OMA-X-35", "OMA-X-36")
def test_tanks_have_fewer_weapons_far_off(number):
    given, expect = example(number)
    assert TANK.weapons(2, given["tank_distance"]) == set(expect["weapons"])
    assert TANK.weapons(1, given["tank_distance"]) == set(expect["weapons"])


@pytest.mark.clause("OMA-8.26-1", "OMA-8.21-1", "OMA-2.21-7")
def test_infantry_that_has_lost_a_step_has_the_weapons_of_its_counter_and_no_range():
    heavy = BOARD.roster[of("D_1_16")]
    assert heavy.weapons(3, 2) == {"MG", "MT"}
    assert heavy.weapons(3, 1) == {"BR", "BZ", "MG", "MT", "RD"}
    assert (heavy.range(3), heavy.range(2)) == (2, 1)
    assert heavy.weapons(2, 2) == set()
    assert heavy.weapons(2, 1) == {"MG", "MT", "RD"}
    assert heavy.weapons(1, 1) == {"MG"}


# ---------------------------------------------------------------- who joins

NEST = {INLAND: Force(SQUAD)}
"""A position on high ground without a hexside that bars attacks."""


@pytest.mark.clause("OMA-8.1-1", "OMA-8.1-2", "OMA-8.14-1")
def test_an_attack_needs_adjacent_infantry():
    state = ashore(NEST, A_1_16="1114", B_1_16="1216", **{"20 ECB": "1013", "16 HQ": "1013"})
    assert why(state, "A_1_16", target=INLAND) == ""
    assert why(state, "20 ECB", target=INLAND) == "no-infantry"
    assert why(state, "B_1_16", target=INLAND) == "out-of-range"
    assert why(state, "A_1_16", "20 ECB", target=INLAND) == ""
    assert why(state, "A_1_16", "16 HQ", target=INLAND) == "leader"


@pytest.mark.clause("OMA-8.15-1", "OMA-8.15-2")
def test_infantry_attacks_across_a_bluff_from_above_and_heavy_weapons_with_others():
    state = ashore({"0812": Force(SQUAD)}, A_1_16="0712", D_1_16="0712", B_1_16="0713")
    assert BOARD.side(at("0712"), at("0812")) == "bluff" and BOARD.side(at("0713"), at("0812")) == "slope"
    assert why(state, "A_1_16", target="0812") == "barred-side"
    assert why(state, "D_1_16", target="0812") == "no-other-infantry"
    assert why(state, "B_1_16", "D_1_16", target="0812") == ""
    assert why(state, "A_1_16", "B_1_16", target="0812") == "barred-side"
    down = ashore({"0531": Force(SQUAD)}, "west", A_1_116="0532")
    assert BOARD.side(at("0532"), at("0531")) == "bluff"
    assert why(down, "A_1_116", target="0531") == ""
    sides = [list(row) for row in BOARD.sides]
    sides[at("0532")][GRID.direction(at("0532"), at("0531"))] = "cliff"
    down.board = with_board(BOARD, sides=tuple(map(tuple, sides)), _found={})
    assert not is_open(down, at("0531"), of("A_1_116"))


@pytest.mark.clause("OMA-8.1-3", "OMA-8.12-1")
def test_from_low_ground_units_at_range_see_only_positions_that_cover_the_beach():
    def seen(place, here):
        state = ashore({place: Force(SQUAD)}, D_1_16=here)
        refusal = why_not_join(state, at(place), of("D_1_16"), [of("D_1_16")])
        return refusal.code if refusal else ""

    assert seen(INLAND, "0815") == "out-of-sight"
    assert seen(WN64, "0716") == seen(WN64, "0616") == ""
    high = next(hex_ for hex_ in range(GRID.size) if GRID.distance(hex_, at(INLAND)) == 2 and not BOARD.low[hex_])
    assert seen(INLAND, label(high)) == ""


@pytest.mark.clause("OMA-8.1-4")
def test_tanks_join_next_to_the_infantry_or_under_orders():
    near = ashore(NEST, A_1_16="1114", **{"1/B/741": "1115"})
    far = ashore(NEST, A_1_16="1114", **{"1/B/741": "1316"})
    assert why(near, "A_1_16", "1/B/741", target=INLAND) == ""
    assert why(far, "A_1_16", "1/B/741", target=INLAND) == "no-orders"
    assert why(under(far, Wyman=["1/B/741"]), "A_1_16", "1/B/741", target=INLAND) == ""
    assert why(under(far, Wyman=["A_1_16"]), "A_1_16", "1/B/741", target=INLAND) == ""


@pytest.mark.clause("OMA-8.1-5")
def test_artillery_joins_under_the_headquarters_of_the_infantry():
    def join(gun, place="1316", forces=None, **orders):
        state = ashore(forces or NEST, A_1_16="1114", **{gun: place})
        return why(under(state, **orders), "A_1_16", gun, target=INLAND)

    both = {"16 HQ": ["A_1_16", "7FA", "62FA"]}
    assert join("7FA", **both) == ""
    assert join("7FA", **{"16 HQ": ["A_1_16"], "116 HQ": ["7FA"]}) == "no-headquarters"
    assert join("7FA", Wyman=["A_1_16", "7FA"]) == "no-headquarters"
    covering = {**NEST, label(BOARD.positions["C5"].hexes[0]): Force("tactical-1")}
    assert join("7FA", forces=covering, **both) == "exposed"
    assert join("62FA", forces=covering, **both) == ""
    assert join("7FA", "1013", **both) == "too-near"


@pytest.mark.clause("OMA-8.1-6", "OMA-8.51-1", "OMA-8.5-1")
def test_naval_fire_needs_a_marker_and_a_radio_or_a_headquarters():
    plain = ashore(NEST, A_1_16=("1114", {"steps": 2}))
    assert why(plain, "A_1_16", target=INLAND, naval=True) == "no-radio"
    assert why(under(plain, **{"16 HQ": ["A_1_16"]}), "A_1_16", target=INLAND, naval=True) == ""
    radio = ashore(NEST, B_1_16=("1114", {"steps": 2}))
    assert why(radio, "B_1_16", target=INLAND, naval=True) == ""
    radio.changed(limits=("radio_out",))
    assert why(radio, "B_1_16", target=INLAND, naval=True) == "no-radio"
    radio.changed(limits=(), naval=0)
    assert why(radio, "B_1_16", target=INLAND, naval=True) == "no-naval-fire"


@pytest.mark.clause("OMA-8.1-7", "OMA-8.13-1", "OMA-8.16-1", "OMA-8.41-2")
def test_what_keeps_units_from_attacking():
    state = ashore({WN64: Force(SQUAD)}, E_2_16=ABOVE, F_2_16=BESIDE)
    assert why(state, "E_2_16") == ""
    assert why(state, "E_2_16", target="0716") == "no-germans"
    assert why(state) == "no-units"
    faults = {"acted": {"acted": True}, "disrupted": {"disrupted": True}, "climbs": {"climb": "climb"}}
    for code, change in faults.items():
        assert why(ashore({WN64: Force(SQUAD)}, E_2_16=(ABOVE, change)), "E_2_16") == code
    for how in ("attack", "barrage", "naval"):
        state.changed(fought={at(WN64): how})
        assert why(state, "E_2_16") == "fought"
    state.changed(fought={}, spent={"east": 2})
    assert why(state, "E_2_16") == "no-actions"
    state.changed(spent={"east": 1})
    assert (why(state, "E_2_16"), why(state, "E_2_16", "F_2_16")) == ("", "no-actions")
    assert why(under(state, **{"16 HQ": ["E_2_16"]}), "E_2_16", "F_2_16") == ""


def test_offered_attacks_are_legal_and_hold_the_strongest_party():
    state = ashore({WN64: Force(SQUAD)}, E_2_16=ABOVE, F_2_16=BESIDE, G_2_16=ABOVE)
    orders = [order for group in offered_attacks(state, None) for order in group]
    assert orders and all(why_not_attack(state, order) is None for order in orders)
    everyone = tuple(sorted(of(name) for name in ("E_2_16", "F_2_16", "G_2_16")))
    assert {order.units for order in orders} >= {everyone, (of("F_2_16"),)}
    assert {order.naval for order in orders} == {False, True}
    assert len(orders) == len(set(orders))
    only = [order for group in offered_attacks(state, of("F_2_16")) for order in group]
    assert only and all(of("F_2_16") in order.units for order in only)


# ---------------------------------------------------------------- strength, weapons, flank


@pytest.mark.clause("OMA-8.51-1", "OMA-8.25-1", "OMA-X-38")
def test_naval_fire_adds_nine_and_its_weapons():
    given, expect = example(38)
    state, needs = ashore(NEST, A_1_16=("1114", {"steps": 1}), B_1_16=("1114", {"steps": 2})), tuple(given["required"])
    assert given["attack_strength"] == state.strength(of("A_1_16")) + state.strength(of("B_1_16"))
    units = (of("A_1_16"), of("B_1_16"))
    made = assault(state, at(INLAND), units, given["naval_fire"])
    assert made.strength == expect["strength"]
    assert (lacking(GRID, made, [CounterRow(3, needs)]) == []) is expect["weapons_met"]
    bare = assault(state, at(INLAND), units)._replace(weapons=frozenset())
    assert lacking(GRID, bare, [CounterRow(3, needs)]) == given["required"]


@pytest.mark.clause("OMA-8.31-1", "OMA-X-37")
def test_the_side_that_helps_the_germans_least_is_used():
    given, expect = example(37)
    first, second, *_ = GRID.adjacent(at(WN64))
    sides = [list(row) for row in BOARD.sides]
    for here, kind in zip((first, second), given["attack_sides"], strict=True):
        sides[here][GRID.direction(here, at(WN64))] = kind
    state = ashore({WN64: Force(SQUAD)}, A_1_16=label(first), B_1_16=label(second))
    state.board = with_board(BOARD, sides=tuple(map(tuple, sides)), _found={})
    rows = TABLES.terrain.sides
    assert assault(state, at(WN64), (of("A_1_16"), of("B_1_16"))).defence == rows[expect["side_used"]].defence == 0
    assert assault(state, at(WN64), (of("A_1_16"),)).defence == rows["slope"].defence == 1


@pytest.mark.clause("OMA-8.3-2")
def test_terrain_of_the_hex_helps_reinforcements_but_no_nest():
    def defence(name):
        hex_ = BOARD.positions[name].hexes[0]
        near = next(one for one in GRID.adjacent(hex_) if BOARD.side(one, hex_) == "open")
        return assault(ashore({label(hex_): Force(SQUAD)}, A_1_16=label(near)), hex_, (of("A_1_16"),)).defence

    assert defence("C5") == TABLES.terrain.hexes["building"].defence == 2
    assert defence("WN67") == 0 and BOARD.terrain[BOARD.positions["WN67"].hexes[0]] == "building"


@pytest.mark.clause("OMA-8.22-1", "OMA-8.22-2", "OMA-X-33", "OMA-X-34")
def test_a_flank_needs_two_hexes_apart_and_two_flanks_three_hexes():
    ring = GRID.adjacent(at(INLAND))
    assert flanked(GRID, [ring[0], ring[2]], 1) is example(33)[1]["met"]
    assert not flanked(GRID, [ring[0], ring[1]], 1)
    assert not flanked(GRID, [ring[0]], 1)
    assert flanked(GRID, ring[:3], 2) is example(34)[1]["met"]
    assert not flanked(GRID, [ring[0], ring[2]], 2)
    assert flanked(GRID, [], 0)
    state = ashore(NEST, A_1_16=label(ring[0]), B_1_16=label(ring[2]))
    made = assault(state, at(INLAND), (of("A_1_16"), of("B_1_16")))
    assert lacking(GRID, made, [CounterRow(3, ("FL",))]) == []
    assert lacking(GRID, made, [CounterRow(3, ("FL",)), CounterRow(1, ("FL",))]) == ["FL"]


@pytest.mark.clause("OMA-8.24-1", "OMA-11.2-4")
def test_a_headquarters_gives_adjacent_attackers_a_radio():
    def has_radio(name, limits=(), **orders):
        state = under(ashore(NEST, **{name: ("1114", {"steps": 2})}), **orders)
        state.changed(limits=limits)
        return "RD" in assault(state, at(INLAND), (of(name),)).weapons

    assert not has_radio("A_1_16") and has_radio("A_1_16", **{"16 HQ": ["A_1_16"]})
    assert not has_radio("A_1_16", Wyman=["A_1_16"])
    assert has_radio("B_1_16") and not has_radio("B_1_16", ("radio_out",))
    assert has_radio("B_1_16", ("radio_out",), **{"16 HQ": ["B_1_16"]})


# ---------------------------------------------------------------- the table


def made(strength, *weapons, hero=False):
    return Assault(strength, frozenset(weapons), frozenset({at("1114")}), (1,), 0, hero)


LEDGER = {
    ("missing", 0): ("F2", "F2", "F2", "F2"),
    ("missing", 1): ("F1", "F1", "F1", "F1"),
    ("missing", 2): ("D", "V", "D", "D"),
    ("missing", 3): ("X", "V", "L", "L"),
    ("present", 0): ("DF", "DF", "DF", "DF"),
    ("present", 1): ("X", "V", "L", "L"),
    ("present", 2): ("X", "V", "L", "XX"),
    ("present", 3): ("X", "V", "L", "XX"),
}


@pytest.mark.parametrize(("half", "ratio"), LEDGER)
@pytest.mark.clause("OMA-8.3-4", "OMA-14-3", "OMA-T-ATTACK")
def test_every_cell_of_the_attack_table(half, ratio):
    """Against the cells of OMA-T-ATTACK: a unit of 4, at 4 times the ratio and just below the next row."""
    unit, own = CounterRow(4, ("BZ",)), ("BZ",) if half == "present" else ()
    pair = Defence(CounterRow(3, ("BZ",)), CounterRow(1))
    for strength in (4 * ratio, 4 * ratio + 3):
        attacked = made(strength, *own)
        alone = read(BOARD, False, attacked, Defence(unit))
        hidden = read(BOARD, False, attacked, Defence(unit, hidden=True))
        shown = [read(BOARD, late, attacked, pair) for late in (False, True)]
        assert (alone.code, hidden.code, *(one.code for one in shown)) == LEDGER[half, ratio]
        assert (alone.ours, alone.theirs) == (strength, 4)


@pytest.mark.clause("OMA-8.23-1", "OMA-8.23-2", "OMA-8.23-3")
def test_a_hero_is_a_weapon_or_strength_once_and_never_a_flank():
    def codes(attacked, needs, used=""):
        found = hero_uses(BOARD, False, attacked, Defence(CounterRow(4, needs)), used)
        return {one.hero: one.code for one in found}

    assert codes(made(4, hero=True), ("BZ",)) == {"": "F1", "BZ": "X"}
    assert codes(made(4), ("BZ",)) == {"": "F1"}
    assert codes(made(3, "BZ", hero=True), ("BZ",)) == {"": "DF", STRENGTH: "X"}
    assert codes(made(4, hero=True), ("FL",)) == {"": "F1"}
    assert codes(made(4, hero=True), ("BZ", "FT")) == {"": "F1"}
    assert codes(made(4, hero=True), ("BZ",), used="BZ") == {"BZ": "X"}


# ---------------------------------------------------------------- whole attacks


@pytest.mark.clause("OMA-8.2-1", "OMA-8.3-1", "OMA-8.3-3", "OMA-8.3-5", "OMA-8.33-2", "OMA-8.34-1", "OMA-9.1-1")
def test_a_company_with_the_weapon_defeats_a_lone_squad():
    state = ashore({WN64: Force(SQUAD)}, E_2_16=ABOVE)
    defence = BOARD.side_row(at(ABOVE), at(WN64)).defence
    (found,), _ = attack(state, "E_2_16")
    assert (found.us, found.german, found.lacking, found.code) == (6, 3 + defence, (), "X")
    assert state.now.forces == {} and state.now.pools[GONE] == (SQUAD,)
    unit = state.units[of("E_2_16")]
    assert unit.acted and unit.hex == at(ABOVE) and not unit.disrupted


@pytest.mark.clause("OMA-8.3-4", "OMA-8.3-6", "OMA-9.2-1", "OMA-7.7-2")
def test_without_the_weapon_the_attackers_are_shaken_and_the_squad_gains_a_marker():
    worn = {name: (ABOVE, {"steps": 1}) for name in ("A_1_16", "B_1_16")}
    state = ashore({WN64: Force(BAZOOKA)}, D_1_16=(BESIDE, {"steps": 1}), **worn)
    state.changed(orders={of("16 HQ"): (of("D_1_16"),)})
    (found,), ties = attack(state, "A_1_16", "B_1_16", "D_1_16")
    assert (found.us, found.lacking, found.code) == (6, ("BZ",), "F1")
    assert all(state.units[of(name)].disrupted for name in ("A_1_16", "B_1_16", "D_1_16"))
    force = state.now.forces[at(WN64)]
    assert force.seen and force.marker in POOLS["wn_marker"] and not ties


@pytest.mark.clause("OMA-8.3-6")
def test_a_rash_attack_costs_a_step_and_the_germans_turn_unrevealed():
    state = ashore({WN64: Force("squad-7", seen=True)}, A_1_16=(ABOVE, {"steps": 1}), B_1_16=(ABOVE, {"steps": 1}))
    (found,), ties = attack(state, "A_1_16", "B_1_16", answers=[of("B_1_16")])
    assert found.code == "F2"
    assert [tie.kind for tie in ties] == ["attacker"]
    assert state.unit(of("B_1_16")).box == "dead" and state.units[of("A_1_16")].disrupted
    assert not state.now.forces[at(WN64)].seen


@pytest.mark.clause("OMA-8.3-5", "OMA-8.33-3", "OMA-9.1-1")
def test_a_marker_is_turned_over_and_the_table_read_again():
    state = ashore({WN64: Force(SQUAD, RIFLES)}, E_2_16=ABOVE)
    readings, _ = attack(state, "E_2_16")
    assert [one.code for one in readings] == ["V", "L"]
    assert readings[1].german == readings[0].german + 1
    force = state.now.forces[at(WN64)]
    assert (force.marker, force.disrupted, force.seen) == (None, True, True)
    assert state.now.pools[GONE] == (RIFLES,)


@pytest.mark.clause("OMA-9.4-1", "OMA-9.42-2")
def test_a_tactical_marker_brings_a_unit_and_the_squad_is_read_alone():
    state = ashore({WN64: Force(SQUAD, TACTICAL)}, E_2_16=ABOVE)
    readings, _ = attack(state, "E_2_16")
    assert [one.code for one in readings] == ["V", "X"]
    (placed,) = state.now.forces.values()
    assert placed == Force("tactical-1")
    assert state.now.pools[GONE] == (SQUAD, TACTICAL)


@pytest.mark.clause("OMA-14-3")
def test_late_in_the_day_unit_and_marker_fall_together():
    state = ashore({WN64: Force(SQUAD, RIFLES)}, E_2_16=ABOVE, F_2_16=BESIDE, G_2_16=(ABOVE, {"steps": 2}))
    state.changed(turn=18)
    readings, _ = attack(state, "E_2_16", "F_2_16", "G_2_16")
    assert [one.code for one in readings] == ["V", "XX"]
    assert state.now.forces == {} and state.now.pools[GONE] == (SQUAD, RIFLES)


@pytest.mark.clause("OMA-8.33-1", "OMA-8.33-4")
def test_a_company_of_the_352nd_with_communication_goes_back_to_the_division_pool():
    target = BOARD.grid.label(BOARD.positions["u1014"].hexes[0])
    ring = BOARD.grid.adjacent(at(target))
    sides = [BOARD.grid.label(hex_) for hex_ in (ring[0], ring[2])]
    state = ashore({target: Force(FLANK)}, E_2_16=sides[0], F_2_16=(sides[1], {"steps": 1}))
    readings, _ = attack(state, "E_2_16", "F_2_16", target=target)
    assert readings[-1].code == "X" and readings[-1].lacking == ()
    assert state.now.pools["division"] == ("division-1", FLANK)
    alone = ashore({target: Force(FLANK)}, E_2_16=sides[0])
    assert attack(alone, "E_2_16", target=target)[0][-1].lacking == ("FL",)


@pytest.mark.clause("OMA-8.23-1", "OMA-8.23-2", "OMA-11.13-1")
def test_the_player_says_what_a_hero_does():
    nest = Force("wn75-2")  # 4, flamethrower
    assert BOARD.counters["wn75-2"].row.needs == ("FT",)
    state = ashore({WN64: nest}, A_1_16=(ABOVE, {"steps": 2, "hero": HERO}), B_1_16=(ABOVE, {"steps": 1}))
    (found,), ties = attack(state, "A_1_16", "B_1_16", answers=[USES.index("FT")])
    assert [(tie.kind, tie.among) for tie in ties] == [("hero", (0, USES.index("FT")))]
    assert found.code == "X" and found.lacking == ()
    plain = ashore({WN64: nest}, A_1_16=(ABOVE, {"steps": 2, "hero": HERO}), B_1_16=(ABOVE, {"steps": 1}))
    (found,), _ = attack(plain, "A_1_16", "B_1_16", answers=[0])
    assert found.code == "F1" and found.lacking == ("FT",)


@pytest.mark.clause("OMA-8.51-1", "OMA-8.5-1", "OMA-8.54-1")
def test_naval_fire_is_spent_on_an_attack():
    state = ashore({WN64: Force(SQUAD, SHIPS)}, E_2_16=ABOVE)
    readings, _ = attack(state, "E_2_16", naval=True)
    assert readings[0].us == 15 and [one.code for one in readings] == ["V", "L"]
    assert state.now.naval == 0


@pytest.mark.clause("OMA-8.33-1", "OMA-8.33-2")
def test_without_communication_or_of_the_716th_a_company_is_lost():
    ring = [label(hex_) for hex_ in GRID.adjacent(at(INLAND))]
    state = ashore({INLAND: Force("tactical-1")}, A_1_16=ring[0], B_1_16=ring[2])
    assert BOARD.counters["tactical-1"].row.division == "716"
    attack(state, "A_1_16", "B_1_16", target=INLAND)
    assert state.now.pools[GONE] == ("tactical-1",)
    names = ["A_1_16", "B_1_16", "C_1_16", "E_2_16", "F_2_16", "G_2_16"]
    cut_off = ashore({INLAND: Force(FLANK)}, **dict(zip(names, ring, strict=True)))
    attack(cut_off, "A_1_16", "C_1_16", target=INLAND)
    assert cut_off.now.pools[GONE] == (FLANK,) and cut_off.now.pools["division"] == ("division-1",)


@pytest.mark.clause("OMA-8.32-1", "OMA-8.16-1")
def test_the_other_hex_of_a_large_nest_neither_helps_nor_suffers():
    state = ashore({"0812": Force(SQUAD), "0912": Force(BAZOOKA, RIFLES)}, E_2_16="0913", F_2_16="0711")
    (found,), _ = attack(state, "E_2_16", target="0812")
    assert (found.german, found.code) == (3, "X")
    assert state.now.forces == {at("0912"): Force(BAZOOKA, RIFLES)}
    state.changed(spent={})
    state.store(replace(state.units[of("E_2_16")], acted=False))
    assert why(state, "E_2_16", target="0912") == ""
