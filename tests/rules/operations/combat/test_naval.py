"""Ships: ledger 7.5.1, 10.1.1-15, 10.1.1-16, and what the other chapters say of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.fights import only, the
from wab.engine import Dice, Rolled, draw
from wab.systems.operations import SYSTEM
from wab.systems.operations.combat.bombardment import available_guns, execute_bombard, why_not_bombard
from wab.systems.operations.combat.combat import (
    available_supports,
    execute_attack,
    offered_attacks,
    preview,
    why_not_attack,
)
from wab.systems.operations.combat.naval import ready_ships, stream_of
from wab.systems.operations.movement.movement import execute_move, offered_moves, reach, why_not_move
from wab.systems.operations.seen import codec
from wab.systems.operations.seen.knowledge import FIRST_CONTACT, known_state
from wab.systems.operations.seen.witness import witnessed
from wab.systems.operations.sequence import flow
from wab.systems.operations.sequence.flow import open_game
from wab.systems.operations.sequence.invariants import invariants
from wab.systems.operations.sequence.victory import destroyed_sides
from wab.systems.operations.state.board import Entry
from wab.systems.operations.state.events import Activated, Arrived, FleetReadied, Moved
from wab.systems.operations.state.orders import Attack, Bombard, Move, Pass
from wab.systems.operations.state.zoc import zone_of_control
from wab.systems.operations.telling.journal import describe
from wab.systems.operations.testing.boards import campaign_tables, ledger_tables, make_board
from wab.systems.operations.units.fatigue import recovery
from wab.systems.operations.units.reinforcements import place_of_arrival
from wab.systems.operations.units.supply import supplied

STREAM = stream_of("allied")
SHIPS = ("battleship_uk", "battleship_us", "monitor", "heavy_cruiser", "light_cruiser", "destroyer_flotilla")


def code(refusal):
    return None if refusal is None else refusal.code


def coast(**board):
    """Two rows of sea over two of land: hexes 0 to 4 and 5 to 9 land, 10 to 14 and 15 to 19 sea."""
    return make_board(["~ ~ ~ ~ ~", "~ ~ ~ ~ ~", ". . . . .", ". . . . ."], **board)


def ready(b, *rolls):
    """Test the ships at the start of a turn with rolls in these bounds; return the events."""
    seed = 0
    while any(not low <= draw(seed, STREAM, i, 100) + 1 <= high for i, (low, high) in enumerate(rolls)):
        seed += 1
    b.set(dice=Dice(seed))
    return b.happen(ready_ships(b.state))


# ------------------------------------------------------------------------------------------------- the kinds


@pytest.mark.clause("OPS-7.5.1-2")
@pytest.mark.clause("OPS-10.1.3-1")
@pytest.mark.clause("OPS-T-NAVAL")
def test_the_kinds_of_ships_are_the_ledger_s():
    rebuild = ledger_tables()["OPS-T-NAVAL"]["rebuild"]
    assert tuple(rebuild["rows"]) == SHIPS
    for name, row in rebuild["rows"].items():
        kind = campaign_tables().units[name]
        mine = [kind.hp, kind.bombardment, kind.range, kind.availability, kind.sight, kind.movement]
        assert mine == row["v"], name
        common = rebuild["common"]
        assert (kind.attack, kind.defence, kind.zoc, kind.weight) == tuple(
            common[key] for key in ("attack", "defence", "zoc", "stacking")
        )
        assert (kind.size, kind.move_class, kind.type, kind.strategic) == ("ship", "ship", "other", False)
        assert kind.range in (3, 4)


def test_a_sea_hex_costs_ships_what_the_ledger_says():
    terrain = campaign_tables().terrain.terrain
    costs = {name: row.cost["ship"] for name, row in terrain.items() if "ship" in row.cost}
    assert costs == {"sea": ledger_tables()["OPS-T-MOVE"]["rebuild"]["ships"]["sea"]}


# ------------------------------------------------------------------------------------------------- at hand or not


@pytest.mark.clause("OPS-10.1.1-15")
@pytest.mark.clause("OPS-10.1.1-16")
@pytest.mark.parametrize(
    ("roll", "at_hand"), [((1, 65), True), ((65, 65), True), ((66, 66), False), ((66, 100), False)]
)
def test_a_ship_is_at_hand_with_its_probability(roll, at_hand):
    b = coast()
    ship = b.place("light_cruiser", 12)
    events = ready(b, roll)
    (rolled,) = only(events, Rolled)
    assert (rolled.stream, rolled.faces) == (STREAM, 100)
    fleet = the(events, FleetReadied)
    assert (fleet.ready, fleet.missing) == (((ship,), ()) if at_hand else ((), (ship,)))
    assert b.state.units[ship].available == at_hand


@pytest.mark.clause("OPS-10.1.1-15")
def test_each_ship_is_tested_by_itself_and_certainty_is_not_rolled_for():
    b = coast()
    ships = [b.place("destroyer_flotilla", 12), b.place("ship", 12, availability=100), b.place("monitor", 13)]
    events = ready(b, (81, 100), (1, 55))
    assert len(only(events, Rolled)) == 2
    assert the(events, FleetReadied).missing == (ships[0],)
    assert not list(ready_ships(make_board([". ."]).state))


@pytest.mark.clause("OPS-10.1.1-16")
@pytest.mark.clause("OPS-5.1-12")
def test_ships_are_tested_at_the_start_of_each_turn_after_the_weather():
    b = coast(turns=2)
    ship = b.place("battleship_us", 12)
    b.place("infantry", 6, "axis")
    b.change(ship, available=False)
    b.set(turn=0, impulse=0, active="")
    kinds = [type(event).__name__ for event in b.happen(open_game(b.state))]
    assert kinds.index("TurnBegan") < kinds.index("FleetReadied") < kinds.index("ImpulseBegan")


@pytest.mark.clause("OPS-10.1.1-16")
@pytest.mark.clause("OPS-5.1-12")
@pytest.mark.parametrize(("roll", "at_hand"), [((1, 55), True), ((56, 100), False)])
def test_a_ship_that_arrives_is_tested_in_that_turn(roll, at_hand):
    b = coast(turns=2)
    ship = b.place("monitor", 12)
    for hex_, side in ((6, "allied"), (7, "axis")):
        b.place("infantry", hex_, side)
    b.remove(ship)
    object.__setattr__(b.board, "entries", (Entry(2, 12, ship, 8, 0),))
    low, high = roll
    b.set(awaited=(0,), dice=Dice(next(s for s in range(999) if low <= draw(s, STREAM, 0, 100) + 1 <= high)))
    events = b.happen(flow.execute(b.state, Pass())) + b.happen(flow.execute(b.state, Pass()))
    assert the(events, Arrived).unit == ship
    assert the(events, FleetReadied).missing == (() if at_hand else (ship,))
    assert b.state.units[ship].available == at_hand
    assert (SYSTEM.why_not(b.state, Move((ship,), (12, 13))) is None) == at_hand


@pytest.mark.clause("OPS-10.1.1-16")
def test_a_missing_ship_stays_on_the_map_and_does_nothing():
    b = coast()
    ship, unit = b.place("heavy_cruiser", 12, available=False), b.place("infantry", 6)
    b.place("infantry", 7, "axis")
    orders = [Move((ship,), (12, 13)), Attack((unit,), 7, 6, (ship,)), Bombard((ship,), 7)]
    for order in orders:
        refusal = SYSTEM.why_not(b.state, order)
        assert (refusal.code, refusal.clauses) == ("unavailable", ("OPS-10.1.1-15", "OPS-10.1.1-16"))
    assert not list(SYSTEM.offered(b.state, ship))
    assert available_guns(b.state, 7) == () == available_supports(b.state, 7)
    assert b.state.units[ship].hex == 12
    b.change(ship, available=True)
    assert [SYSTEM.why_not(b.state, order) for order in orders] == [None, None, None]


# ------------------------------------------------------------------------------------------------- movement


@pytest.mark.clause("OPS-6.2-9")
def test_ships_move_on_the_sea_and_nowhere_else():
    b = coast()
    ship, foot = b.place("heavy_cruiser", 12), b.place("infantry", 7)
    assert set(reach(b.state, (ship,))) == set(range(10, 20))
    assert code(why_not_move(b.state, Move((ship,), (12, 7)))) == "closed"
    assert code(why_not_move(b.state, Move((foot,), (7, 12)))) == "closed"
    assert {order.path[-1] for order in offered_moves(b.state, ship)} == set(range(10, 20)) - {12}
    assert not any(order.strategic for order in offered_moves(b.state, ship))
    events = b.happen(execute_move(b.state, Move((ship,), (12, 13, 14))))
    moved = the(events, Moved)
    assert (moved.spent, moved.control, moved.halted) == (4, (), False)
    assert [event.unit for event in only(events, Activated)] == [ship]
    assert invariants(b.state) == []


@pytest.mark.clause("OPS-6.2-9")
def test_flats_and_ports_are_no_way_for_ships():
    b = make_board(["~ = ~ c ~"])
    ship = b.place("destroyer_flotilla", 0)
    assert set(reach(b.state, (ship,))) == {0}


@pytest.mark.clause("OPS-8.1-5")
def test_three_ships_fill_a_sea_hex():
    b = coast()
    for _ in range(3):
        b.place("destroyer_flotilla", 13)
    ship = b.place("light_cruiser", 12)
    refusal = why_not_move(b.state, Move((ship,), (12, 13)))
    assert refusal.code == "no-room" and "OPS-8.1-2" in refusal.clauses
    assert 13 not in reach(b.state, (ship,))


@pytest.mark.clause("OPS-8.2-3")
def test_ships_have_no_zone_of_control_on_land_and_mind_none():
    b = coast(control="axis")
    ship, foe = b.place("monitor", 12), b.place("infantry", 7, "axis")
    assert not zone_of_control(b.state, "allied").any()
    assert zone_of_control(b.state, "axis")[12] == 0
    assert 14 in reach(b.state, (ship,))
    assert b.state.controls("axis", b.state.units[foe].hex)


# ------------------------------------------------------------------------------------------------- fire


@pytest.mark.clause("OPS-7.2-15")
@pytest.mark.clause("OPS-7.4.4-3")
@pytest.mark.clause("OPS-5.2-14")
def test_a_ship_supports_within_its_range_for_a_point_and_once_a_turn():
    b = make_board(["~ ~ ~ ~ . . . ."])
    ship, far, unit = b.place("light_cruiser", 3), b.place("light_cruiser", 0), b.place("infantry", 4)
    b.place("infantry", 5, "axis")
    assert available_supports(b.state, 5) == (ship,)
    refusal = why_not_attack(b.state, Attack((unit,), 5, 4, (far,)))
    assert (refusal.code, refusal.clauses) == ("out-of-range", ("OPS-7.2-15",))
    order = Attack((unit,), 5, 4, (ship,))
    shown = preview(b.state, order)
    assert (shown.odds.support, shown.odds.modifier, shown.activation_points) == (3, 1, 2)
    assert order in list(offered_attacks(b.state))
    events = b.happen(execute_attack(b.state, order))
    assert {event.unit for event in only(events, Activated)} == {unit, ship}
    assert b.state.units[ship].supported
    b.place("infantry", 6, "axis")
    assert code(why_not_bombard(b.state, Bombard((ship,), 6))) == "fired"


@pytest.mark.clause("OPS-7.5.1-6")
@pytest.mark.clause("OPS-7.5.2-3")
@pytest.mark.clause("OPS-8.4.2-8")
def test_a_ship_bombards_up_to_its_range_and_pays_with_its_rest_only():
    b = make_board(["~ . . . . . ."])
    ship = b.place("battleship_uk", 0, fatigue=40)
    for hex_ in (4, 5):
        b.place("infantry", hex_, "axis")
    assert why_not_bombard(b.state, Bombard((ship,), 4)) is None
    assert code(why_not_bombard(b.state, Bombard((ship,), 5))) == "out-of-range"
    b.happen(execute_bombard(b.state, Bombard((ship,), 4)))
    assert (b.state.units[ship].hp, b.state.units[ship].fatigue) == (8, 40)
    b.happen(recovery(b.state))
    assert b.state.units[ship].fatigue == 30


@pytest.mark.clause("OPS-8.5.2-1")
def test_ships_are_always_in_supply():
    b = coast(supply={"allied": {}, "axis": {}})
    ship, unit = b.place("monitor", 12), b.place("infantry", 6)
    assert ship in supplied(b.state, "allied") and unit not in supplied(b.state, "allied")


@pytest.mark.clause("OPS-10.1.3-1")
@pytest.mark.clause("OPS-7.5.2-3")
def test_nobody_attacks_or_bombards_a_ship():
    b = coast(active="axis")
    ship, unit, gun = b.place("monitor", 12), b.place("infantry", 7, "axis"), b.place("artillery", 7, "axis")
    assert b.board.grid.are_adjacent(7, 12)
    for order in (Attack((unit,), 12, 7), Bombard((gun,), 12)):
        assert (SYSTEM.why_not(b.state, order).code, SYSTEM.why_not(b.state, order).clauses) == (
            "ship",
            ("OPS-10.1.3-1",),
        )
    assert not [order for order in SYSTEM.offered(b.state) if getattr(order, "target", None) == 12]
    assert b.state.units[ship].hp == 8


@pytest.mark.clause("OPS-6.1-9")
@pytest.mark.clause("OPS-6.1-10")
@pytest.mark.parametrize("distance", [5, 8])
def test_what_is_made_out_at_sea_is_known_for_a_ship(distance):
    b = make_board([". . ~ ~ ~ ~ ~ ~ ~ ~ ~"], active="axis")
    unit = b.place("infantry", 1, "axis", sight=9)
    b.place("artillery", 1, "axis", range=9)
    b.place("monitor", 1 + distance)
    known = known_state(b.state, "axis")
    (contact,) = [id_ for id_ in known.units if id_ >= FIRST_CONTACT]
    profile = known.profile(contact)
    assert profile.is_ship and profile.name == "" and profile.level in ("recognised", "detected")
    assert not [order for order in SYSTEM.offered(known) if getattr(order, "target", None) == 1 + distance]
    assert unit in known.units


# ------------------------------------------------------------------------------------------------- the rest of the game


@pytest.mark.clause("OPS-9.1-2")
def test_ships_alone_do_not_keep_their_side_in_the_game():
    """Nothing can destroy a ship, so that a side with one could never lose all its units."""
    b = coast()
    b.place("infantry", 7, "axis")
    unit, _ = b.place("infantry", 6), b.place("monitor", 12)
    assert destroyed_sides(b.state) == ()
    b.remove(unit)
    assert destroyed_sides(b.state) == ("allied",)
    b.place("commander", 6)
    assert destroyed_sides(b.state) == ()


@pytest.mark.clause("OPS-9.1-2")
@pytest.mark.parametrize(("kind", "hex_", "lost"), [("monitor", 12, ("allied",)), ("infantry", 6, ())])
def test_ships_to_come_do_not_keep_it_in_the_game_either(kind, hex_, lost):
    b = coast()
    b.place("infantry", 7, "axis")
    unit = b.place(kind, hex_)
    b.remove(unit)
    object.__setattr__(b.board, "entries", (Entry(5, hex_, unit, 8, 0),))
    b.set(awaited=(0,))
    assert destroyed_sides(b.state) == lost


@pytest.mark.clause("OPS-10.1.1-16")
def test_only_its_own_side_learns_which_ships_are_at_hand():
    b = coast()
    ship, enemy = b.place("destroyer_flotilla", 12, name="Flotilla"), b.place("infantry", 7, "axis", sight=9)
    before = b.state.copy()
    events = ready(b, (81, 100))
    for event in events:
        assert witnessed(before, event, b.state, "allied") == event
        assert witnessed(before, event, b.state, "axis") is None
    assert not known_state(b.state, "allied").units[ship].available
    assert known_state(b.state, "axis").units[ship].available
    assert enemy in known_state(b.state, "axis").units
    assert str(describe(b.state, the(events, FleetReadied))) == "Ships not available this turn: Flotilla."
    assert codec.unpack(codec.pack(b.state), b.board).units == b.state.units


@pytest.mark.clause("OPS-8.3.1-2")
@pytest.mark.clause("OPS-8.3.1-3")
def test_a_ship_arrives_at_sea_and_takes_nothing():
    b = coast(control="axis")
    ship = b.place("light_cruiser", 12)
    b.remove(ship)
    for _ in range(3):
        b.place("destroyer_flotilla", 12)
    entry = Entry(1, 12, ship, 8, 0)
    b.state.board = replace(b.board, entries=(entry,))
    b.set(awaited=(0,))
    hex_ = place_of_arrival(b.state, entry)
    assert hex_ == 11
    control = bytes(b.state.control)
    b.happen([Arrived(ship, 0, hex_)])
    assert b.state.units[ship].hex == 11 and bytes(b.state.control) == control
    assert invariants(b.state) == []


def test_a_ship_ashore_is_found():
    b = coast()
    b.place("monitor", 7)
    assert any("OPS-T-MOVE" in problem for problem in invariants(b.state))
