"""Air units: ledger 10.3, 4.2.2, 3.3-2, and what they do in 7.2, 7.4.4 and 7.5."""

from __future__ import annotations

import pytest

from tests.fights import only, the
from wab.engine import Dice, Rolled, draw
from wab.systems.operations import SYSTEM
from wab.systems.operations.combat.air import bombs, ground_attack, ready_squadrons, share, stream_of
from wab.systems.operations.combat.anti_air import fly
from wab.systems.operations.combat.bombardment import (
    available_bombers,
    available_guns,
    execute_bombard,
    offered_bombardments,
    preview_bombardment,
    why_not_bombard,
)
from wab.systems.operations.combat.combat import (
    available_squadrons,
    available_supports,
    execute_attack,
    offered_attacks,
    preview,
    why_not_attack,
)
from wab.systems.operations.seen import codec
from wab.systems.operations.seen.knowledge import known_state
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.seen.witness import witnessed
from wab.systems.operations.sequence.flow import open_game
from wab.systems.operations.sequence.invariants import invariants
from wab.systems.operations.sequence.victory import destroyed_sides
from wab.systems.operations.state.events import Activated, AirReadied, CombatJoined, SquadronFlew, Tired
from wab.systems.operations.state.orders import Attack, Bombard, Move
from wab.systems.operations.telling.journal import describe
from wab.systems.operations.testing.boards import campaign_tables, ledger_examples, ledger_tables, make_board

WEATHERS = ("sunny", "overcast", "rain", "storm")
STREAM = stream_of("allied")


def code(refusal):
    return None if refusal is None else refusal.code


def front(**board):
    """Hexes 0 to 7: an Allied regiment in 1, an Axis one without anti-air in 2, another far off in 7."""
    b = make_board([". . . . . . . ."], **board)
    return b, b.place("infantry", 1), b.place("infantry", 2, "axis")


def new_turn(b, turn, weather="sunny", rolls=()):
    """Test the air units at the start of a turn, with these percentage rolls; return the events."""
    seed = 0
    while any(not low <= draw(seed, STREAM, i, 100) + 1 <= high for i, (low, high) in enumerate(rolls)):
        seed += 1
    b.set(turn=turn, weather=weather, dice=Dice(seed))
    return b.happen(ready_squadrons(b.state))


PASSES, FAILS = (1, 5), (96, 100)  # below and above every percentage of the table that is neither 0 nor 100


# ------------------------------------------------------------------------------------------------- the kinds


@pytest.mark.clause("OPS-10.3.1-5")
@pytest.mark.clause("OPS-10.3.1-6")
@pytest.mark.clause("OPS-10.3.1-7")
def test_the_kinds_of_air_units_are_the_ledger_s():
    rebuild = ledger_tables()["OPS-T-AIR"]["rebuild"]
    kinds = campaign_tables().air
    assert list(kinds) == list(rebuild["rows"])
    for name, row in rebuild["rows"].items():
        given, kind = dict(zip(rebuild["columns"], row["v"], strict=True)), kinds[name]
        mine = [kind.hp, kind.defence, kind.ground_attack, kind.bombardment, kind.maintenance_risk]
        mine += [kind.turns_between_missions, kind.turns_out, *(kind.available[weather] for weather in WEATHERS)]
        assert mine == list(given.values()), name


@pytest.mark.clause("OPS-4.2.2-1")
@pytest.mark.clause("OPS-10.3.1-2")
def test_all_fly_in_the_sun_none_in_a_storm_and_reconnaissance_flies_most_between():
    kinds = campaign_tables().air
    assert {kind.available["sunny"] for kind in kinds.values()} == {100}
    assert {kind.available["storm"] for kind in kinds.values()} == {0}
    for nation in ("us", "uk"):
        scouts, bombers = kinds[f"{nation}_recon"], kinds[f"{nation}_fighter_bombers"]
        assert all(scouts.available[weather] > bombers.available[weather] for weather in ("overcast", "rain"))
        assert scouts.ground_attack < bombers.ground_attack


@pytest.mark.clause("OPS-10.3.1-1")
@pytest.mark.clause("OPS-10.3.1-3")
@pytest.mark.clause("OPS-7.5.1-4")
def test_air_units_either_support_or_bombard():
    for kind in campaign_tables().air.values():
        assert bool(kind.ground_attack) != bool(kind.bombardment)
    b, unit, _ = front()
    plane, bomber = b.squadron(), b.squadron("us_heavy_bombers")
    refusal = why_not_attack(b.state, Attack((unit,), 2, 1, (bomber,)))
    assert (refusal.code, refusal.clauses) == ("bomber", ("OPS-10.3.1-3",))
    refusal = why_not_bombard(b.state, Bombard((plane,), 2))
    assert (refusal.code, refusal.clauses) == ("no-bombs", ("OPS-7.5.1-4",))
    assert why_not_attack(b.state, Attack((unit,), 2, 1, (plane,))) is None
    assert why_not_bombard(b.state, Bombard((bomber,), 2)) is None


# ------------------------------------------------------------------------------------------------- availability


@pytest.mark.clause("OPS-10.3.1-10")
@pytest.mark.clause("OPS-10.3.1-8")
@pytest.mark.clause("OPS-10.3.1-12")
@pytest.mark.parametrize(
    ("rolls", "status"),
    [
        (((1, 70), (11, 100)), "ready"),
        (((70, 70), (11, 11)), "ready"),
        (((71, 71),), "weather"),
        (((1, 70), (1, 10)), "maintenance"),
        (((1, 70), (10, 10)), "maintenance"),
    ],
)
def test_first_the_weather_is_rolled_for_then_the_workshop(rolls, status):
    b = make_board([". . ."])
    plane = b.squadron(status="weather")
    events = new_turn(b, 1, "overcast", rolls)
    assert [event.stream for event in only(events, Rolled)] == [STREAM] * len(rolls)
    assert [event.faces for event in only(events, Rolled)] == [100] * len(rolls)
    assert isinstance(events[-1], AirReadied)
    assert b.state.squadrons[plane].status == status


@pytest.mark.clause("OPS-4.2.2-1")
def test_what_is_certain_is_not_rolled_for():
    b = make_board([". . ."])
    plane = b.squadron(maintenance_risk=0)
    assert not only(new_turn(b, 1, "sunny"), Rolled)
    assert b.state.squadrons[plane].status == "ready"
    assert not only(new_turn(b, 2, "storm"), Rolled)
    assert b.state.squadrons[plane].status == "weather"


@pytest.mark.clause("OPS-10.3.1-12")
def test_each_air_unit_is_tested_by_itself_in_the_order_of_ids():
    b = make_board([". . ."])
    planes = [b.squadron() for _ in range(3)]
    events = new_turn(b, 1, "overcast", [(1, 70), FAILS, (71, 100), (1, 70), PASSES])
    names = [str(event.purpose.args["squadron"]) for event in only(events, Rolled)]
    assert names == [b.board.squadrons[planes[i]].name for i in (0, 0, 1, 2, 2)]
    assert [b.state.squadrons[plane].status for plane in planes] == ["ready", "weather", "maintenance"]


@pytest.mark.clause("OPS-10.3.1-12")
@pytest.mark.clause("OPS-5.1-12")
def test_the_test_is_made_at_the_start_of_the_turn_and_holds_for_all_of_it():
    from wab.systems.operations.sequence.flow import execute
    from wab.systems.operations.state.orders import Pass

    b, *_ = front(impulses=2, turns=2)
    b.squadron(status="weather")
    b.set(turn=0, impulse=0, active="")
    opening = b.happen(open_game(b.state))
    kinds = [type(event).__name__ for event in opening]
    assert kinds.index("TurnBegan") < kinds.index("AirReadied") < kinds.index("ImpulseBegan")
    for _ in range(3):
        assert not only(b.happen(execute(b.state, Pass())), AirReadied)
    assert len(only(b.happen(execute(b.state, Pass())), AirReadied)) == 1
    assert b.state.turn == 2


@pytest.mark.clause("OPS-10.3.1-12")
@pytest.mark.parametrize(
    ("fares", "why", "clause"),
    [
        ({"status": "weather"}, "weather", "OPS-10.3.1-10"),
        ({"status": "maintenance"}, "maintenance", "OPS-10.3.1-8"),
        ({"status": "resting"}, "resting", "OPS-10.3.1-11"),
        ({"status": "destroyed", "hp": 0}, "destroyed", "OPS-10.3.1-9"),
        ({"flown": True}, "flown", "OPS-7.2-14"),
    ],
)
def test_who_cannot_fly_is_refused_with_the_reason(fares, why, clause):
    b, unit, _ = front()
    plane, bomber = b.squadron(**fares), b.squadron("us_heavy_bombers", **fares)
    for order in (Attack((unit,), 2, 1, (plane,)), Bombard((bomber,), 2)):
        refusal = SYSTEM.why_not(b.state, order)
        assert (refusal.code, refusal.clauses) == (why, (clause,))
    assert available_squadrons(b.state, 2) == () == available_bombers(b.state, 2)


def test_the_other_side_s_aircraft_and_unknown_ones_are_refused():
    b, unit, _ = front()
    foreign = b.squadron(side="axis")
    assert code(SYSTEM.why_not(b.state, Attack((unit,), 2, 1, (foreign,)))) == "not-own-unit"
    assert code(SYSTEM.why_not(b.state, Attack((unit,), 2, 1, (60_000,)))) == "no-such-unit"
    assert code(SYSTEM.why_not(b.state, Bombard((60_000,), 2))) == "no-such-unit"
    own = b.squadron()
    assert code(SYSTEM.why_not(b.state, Move((own,), (1, 2)))) == "no-such-unit"
    assert code(SYSTEM.why_not(b.state, Attack((own,), 2, 1))) == "no-such-unit"


# ------------------------------------------------------------------------------------------------- out and back


@pytest.mark.clause("OPS-X-34")
@pytest.mark.clause("OPS-10.3.1-9")
@pytest.mark.clause("OPS-3.3-2")
def test_a_destroyed_air_unit_is_absent_for_two_turns_and_comes_back_whole():
    example = ledger_examples()["OPS-X-34"]
    lost_on, expect = example["given"]["air_unit_destroyed_on_turn"], example["expect"]
    b, *_ = front()
    b.place("infantry", 5, "axis", anti_air=20)
    plane = b.squadron(hp=1)
    b.set(turn=lost_on)
    b.happen(fly(b.state, {plane: 1}, 5, "allied"))
    assert b.state.squadrons[plane].hp == 0
    for turn in expect["absent_turns"]:
        new_turn(b, turn)
        assert (b.state.squadrons[plane].status, b.state.squadrons[plane].hp) == ("destroyed", 0)
        assert invariants(b.state) == []
    new_turn(b, expect["back_on_turn"], rolls=[FAILS])
    assert (b.state.squadrons[plane].status, b.state.squadrons[plane].hp) == ("ready", 4)


@pytest.mark.clause("OPS-X-35")
@pytest.mark.clause("OPS-10.3.1-11")
def test_heavy_bombers_let_three_turns_pass_after_a_mission():
    example = ledger_examples()["OPS-X-35"]
    flown_on, expect = example["given"]["heavy_bomber_mission_on_turn"], example["expect"]
    b, *_ = front()
    bomber = b.squadron("us_heavy_bombers")
    b.set(turn=flown_on)
    b.happen(execute_bombard(b.state, Bombard((bomber,), 2)))
    for turn in expect["resting_turns"]:
        assert not only(new_turn(b, turn), Rolled)
        assert b.state.squadrons[bomber].status == "resting"
    new_turn(b, expect["may_be_available_on_turn"], rolls=[FAILS])
    assert b.state.squadrons[bomber].status == "ready"
    new_turn(b, expect["may_be_available_on_turn"], "storm")
    assert b.state.squadrons[bomber].status == "weather"


@pytest.mark.clause("OPS-10.3.1-11")
@pytest.mark.clause("OPS-10.3.1-9")
def test_a_bomber_that_is_lost_on_a_mission_is_out_for_the_longer_of_both():
    b, *_ = front()
    b.place("infantry", 5, "axis", anti_air=20)
    bomber = b.squadron("us_heavy_bombers", hp=1)
    b.set(turn=5)
    b.happen(fly(b.state, {bomber: 3}, 5, "allied"))
    new_turn(b, 8)
    assert b.state.squadrons[bomber].status == "destroyed"
    new_turn(b, 9, rolls=[FAILS])
    assert (b.state.squadrons[bomber].status, b.state.squadrons[bomber].hp) == ("ready", 6)


@pytest.mark.clause("OPS-10.3.1-13")
@pytest.mark.parametrize(
    ("points", "hp", "full", "left"),
    [(5, 4, 4, 5), (5, 3, 4, 4), (5, 2, 4, 2), (5, 1, 4, 1), (3, 1, 3, 1), (15, 5, 6, 12)],
)
def test_points_of_a_damaged_air_unit_are_its_share_to_the_nearest(points, hp, full, left):
    assert share(points, hp, full) == left
    b, *_ = front()
    plane = b.squadron(ground_attack=points, hp=hp, full_hp=full)
    bomber = b.squadron("us_heavy_bombers", bombardment=points, hp=hp, full_hp=full)
    assert (ground_attack(b.state, plane), bombs(b.state, bomber)) == (left, left)


@pytest.mark.clause("OPS-10.3.1-13")
def test_a_damaged_air_unit_regains_a_hp_for_each_turn_without_a_mission():
    b, *_ = front()
    idle, flew, fresh = b.squadron(hp=2), b.squadron(hp=2, flown=True), b.squadron()
    new_turn(b, 4, "storm")
    assert [b.state.squadrons[plane].hp for plane in (idle, flew, fresh)] == [3, 2, 4]
    new_turn(b, 5, "storm")
    assert [b.state.squadrons[plane].hp for plane in (idle, flew, fresh)] == [4, 3, 4]


@pytest.mark.clause("OPS-10.3.1-13")
def test_the_first_turn_brings_nothing_back():
    b, *_ = front()
    plane = b.squadron(hp=2)
    new_turn(b, 1, "storm")
    assert b.state.squadrons[plane].hp == 2


@pytest.mark.clause("OPS-10.3.1-13")
@pytest.mark.clause("OPS-10.3.1-11")
def test_resting_bombers_are_repaired_as_well():
    b, *_ = front()
    bomber = b.squadron("us_heavy_bombers", hp=2, out_to=8)
    new_turn(b, 7)
    assert (b.state.squadrons[bomber].status, b.state.squadrons[bomber].hp) == ("resting", 3)


@pytest.mark.clause("OPS-8.3.1-2")
@pytest.mark.clause("OPS-T-REINF")
def test_an_air_unit_is_there_from_its_first_turn_to_its_last():
    b, *_ = front()
    late, leaving = b.squadron(from_turn=3, name="Late"), b.squadron(to_turn=2, hp=3, name="Leaving")
    found = {}
    for turn in (1, 2, 3, 4):
        (readied,) = only(new_turn(b, turn, "sunny", [FAILS] * 2), AirReadied)  # none in the workshop
        found[turn] = b.state.squadrons[late].status, b.state.squadrons[leaving].status
        told = str(describe(b.state, readied))
        assert ("Late joins the battle." in told) == (turn == 3)
        assert ("Leaving leaves the battle." in told) == (turn == 3)
    assert [pair[0] for pair in found.values()] == ["awaited", "awaited", "ready", "ready"]
    assert [pair[1] for pair in found.values()] == ["ready", "ready", "withdrawn", "withdrawn"]
    assert b.state.squadrons[leaving].hp == 4, "repaired on turn 2, not after it had left"
    assert invariants(b.state) == []


@pytest.mark.clause("OPS-8.3.1-2")
@pytest.mark.parametrize(
    ("turns", "told"), [({"from_turn": 5}, "not arrived yet"), ({"to_turn": 1}, "left the battle")]
)
def test_an_air_unit_that_is_not_there_cannot_fly(turns, told):
    b, unit, _ = front()
    plane = b.squadron(hp=2, **turns)
    new_turn(b, 2)
    assert b.state.squadrons[plane].hp == 2, "nobody repairs it before it comes"
    b.set(active="allied", impulse=1, activation_points=5)
    refusal = why_not_attack(b.state, Attack((unit,), 2, 1, (plane,)))
    assert told in str(refusal.text) and refusal.clauses == ("OPS-8.3.1-2",)


# ------------------------------------------------------------------------------------------------- missions


@pytest.mark.clause("OPS-X-15")
@pytest.mark.clause("OPS-7.2-15")
@pytest.mark.clause("OPS-7.4.4-3")
@pytest.mark.clause("OPS-7.4.4-2")
@pytest.mark.clause("OPS-10.3.1-6")
def test_three_fighter_bombers_give_the_bonus_of_15_points_anywhere_on_the_map():
    example = ledger_examples()["OPS-X-15"]
    b = make_board([". " * 40])
    unit, foe = b.place("infantry", 38), b.place("infantry", 39, "axis")
    planes = tuple(b.squadron() for _ in range(3))
    shown = preview(b.state, Attack((unit,), 39, 38, planes))
    assert shown.odds.support == example["given"]["support_points"]
    assert shown.odds.modifier == example["expect"]["dice"]
    joined = the(b.happen(execute_attack(b.state, Attack((unit,), 39, 38, planes))), CombatJoined)
    assert joined.supports == planes and [line.value for line in joined.lines] == [3]
    assert joined.defenders == (foe,)


@pytest.mark.clause("OPS-7.4.4-3")
def test_guns_and_aircraft_are_added_up():
    b, unit, _ = front()
    gun, plane = b.place("artillery", 1, bombardment=3), b.squadron("uk_recon")
    shown = preview(b.state, Attack((unit,), 2, 1, (gun, plane)))
    assert (shown.odds.support, shown.odds.modifier) == (6, 1)


@pytest.mark.clause("OPS-7.2-10")
def test_at_most_three_supports_aircraft_included():
    b, unit, _ = front()
    gun, planes = b.place("artillery", 1), [b.squadron() for _ in range(3)]
    refusal = why_not_attack(b.state, Attack((unit,), 2, 1, (gun, *planes)))
    assert (refusal.code, refusal.clauses) == ("too-many-supports", ("OPS-7.2-10",))
    assert why_not_attack(b.state, Attack((unit,), 2, 1, (gun, *planes[:2]))) is None


@pytest.mark.clause("OPS-7.2-14")
def test_an_air_unit_flies_once_a_turn():
    b, unit, _ = front()
    other, plane = b.place("infantry", 3), b.squadron()
    b.happen(execute_attack(b.state, Attack((unit,), 2, 1, (plane,))))
    b.place("infantry", 4, "axis")
    assert code(SYSTEM.why_not(b.state, Attack((other,), 4, 3, (plane,)))) == "flown"


@pytest.mark.clause("OPS-5.2-14")
@pytest.mark.clause("OPS-8.4.2-8")
def test_aircraft_cost_no_activation_points_and_do_not_tire():
    b, unit, foe = front(activation_points=1)
    plane, bomber = b.squadron(), b.squadron("us_heavy_bombers")
    b.place("artillery", 1)
    order = Attack((unit,), 2, 1, (plane,))
    assert preview(b.state, order).activation_points == 1
    assert preview_bombardment(b.state, Bombard((bomber,), 2)).activation_points == 0
    events = b.happen(execute_bombard(b.state, Bombard((bomber,), 2)))
    assert not only(events, Activated)
    assert {event.unit for event in only(events, Tired)} <= {foe}
    events = b.happen(execute_attack(b.state, order))
    assert [event.unit for event in only(events, Activated)] == [unit]
    assert plane not in {event.unit for event in only(events, Tired)}


@pytest.mark.clause("OPS-7.5.1-2")
@pytest.mark.clause("OPS-7.5.1-5")
def test_heavy_bombers_bombard_detected_units_anywhere():
    b = make_board([". " * 40])
    b.place("infantry", 0, sight=3)
    foe = b.place("infantry", 39, "axis")
    bomber = b.squadron("uk_heavy_bombers")
    refusal = why_not_bombard(b.state, Bombard((bomber,), 39))
    assert (refusal.code, refusal.clauses) == ("not-detected", ("OPS-7.5.1-5",))
    b.change(foe, spotted=True)
    assert why_not_bombard(b.state, Bombard((bomber,), 39)) is None
    assert available_bombers(b.state, 39) == (bomber,)
    assert available_guns(b.state, 39) == ()
    assert preview_bombardment(b.state, Bombard((bomber,), 39)).points == 9  # 18 points, only detected


@pytest.mark.clause("OPS-7.5.1-10")
@pytest.mark.clause("OPS-10.3.1-3")
def test_bombers_and_guns_bombard_together_three_at_most():
    b, *_ = front()
    guns = [b.place("artillery", 1, bombardment=3) for _ in range(2)]
    bombers = [b.squadron("us_heavy_bombers") for _ in range(2)]
    shown = preview_bombardment(b.state, Bombard((guns[0], *bombers), 2))
    assert shown.points == 33 and shown.activation_points == 1
    assert code(why_not_bombard(b.state, Bombard((*guns, *bombers), 2))) == "too-many-units"
    refusal = why_not_bombard(b.state, Bombard((), 2))
    assert refusal.code == "no-units"


@pytest.mark.clause("OPS-10.3.1-4")
@pytest.mark.clause("OPS-9.2.2-2")
def test_hp_of_aircraft_are_points_for_the_enemy():
    from wab.systems.operations.sequence.victory import points_for_losses

    b, *_ = front()
    b.place("infantry", 5, "axis", anti_air=20)
    plane = b.squadron()
    b.happen(fly(b.state, {plane: 5}, 5, "allied"))
    assert b.state.squadrons[plane].hp == 1
    assert points_for_losses(b.state, "axis") == 3


@pytest.mark.clause("OPS-9.1-2")
def test_aircraft_alone_do_not_keep_a_side_in_the_game():
    b, unit, _ = front()
    b.squadron()
    assert destroyed_sides(b.state) == ()
    b.remove(unit)
    assert destroyed_sides(b.state) == ("allied",)


# ------------------------------------------------------------------------------------------------- orders on offer


@pytest.mark.clause("OPS-7.2-9")
def test_attacks_are_offered_bare_with_guns_and_with_aircraft():
    b, unit, _ = front()
    gun, weak = b.place("artillery", 1, bombardment=4), b.squadron("us_recon")
    strong = [b.squadron() for _ in range(2)]
    b.squadron(status="weather")
    offered = [order.supports for order in offered_attacks(b.state) if order.units == (unit,)]
    assert offered == [(), (gun,), (gun, *strong)]
    assert all(why_not_attack(b.state, order) is None for order in offered_attacks(b.state))
    assert available_supports(b.state, 2) == (gun,)
    assert available_squadrons(b.state, 2) == (weak, *strong)
    assert available_squadrons(b.state, 3) == ()
    assert {order.supports for order in offered_attacks(b.state, strong[0])} == {(gun, *strong)}


def test_bombardments_are_offered_by_gun_by_bomber_and_together():
    b, *_ = front()
    gun = b.place("artillery", 1)
    bombers = [b.squadron("us_heavy_bombers") for _ in range(2)]
    b.squadron()
    offered = [order.units for order in offered_bombardments(b.state)]
    assert offered == [(gun,), (bombers[0],), (bombers[1],), (gun, *bombers)]
    assert {order.units for order in offered_bombardments(b.state, bombers[1])} == {(bombers[1],), (gun, *bombers)}


# ------------------------------------------------------------------------------------------------- knowledge, records


@pytest.mark.parametrize("fog", [True, False])
def test_only_its_own_side_knows_which_aircraft_can_fly(fog):
    b, *_ = front(switches={"fog": fog})
    own, foreign = b.squadron(), b.squadron(side="axis")
    assert list(known_state(b.state, "allied").squadrons) == [own]
    assert list(known_state(b.state, "axis").squadrons) == [foreign]
    before = b.state.copy()
    events = new_turn(b, 2, "overcast", [(1, 70), FAILS])
    for event in events:
        side = event.side if isinstance(event, AirReadied) else event.stream.removeprefix("air_")
        assert witnessed(before, event, b.state, side) == event
        assert witnessed(before, event, b.state, "axis" if side == "allied" else "allied") is None


def test_the_defender_sees_who_attacks_it_from_the_air():
    b, unit, foe = front()
    b.change(foe, fatigue=1)
    plane = b.squadron()
    before = b.state.copy()
    events = b.happen(execute_attack(b.state, Attack((unit,), 2, 1, (plane,))))
    flew, joined = the(events, SquadronFlew), the(events, CombatJoined)
    assert witnessed(before, flew, b.state, "axis").squadron == plane
    assert witnessed(before, joined, b.state, "axis").supports == (plane,)


def test_the_attacker_does_not_learn_whose_guns_fired_where_it_sees_nobody():
    b = make_board([". . . . ."])
    unit = b.place("infantry", 1, sight=1)
    foe = b.place("infantry", 2, "axis", anti_air=1)
    flak = b.place("battalion", 3, "axis", anti_air=4, anti_air_range=1)
    plane = b.squadron()
    before = b.state.copy()
    flew = the(b.happen(execute_attack(b.state, Attack((unit,), 2, 1, (plane,)))), SquadronFlew)
    assert flew.guns == (foe, flak)
    assert witnessed(before, flew, b.state, "allied").guns == (foe,)
    assert witnessed(before, flew, b.state, "axis").guns == (foe, flak)


def test_flights_and_readiness_are_told_in_words():
    b, unit, _ = front()
    plane = b.squadron(name="366th Fighter Group")
    (readied,) = only(new_turn(b, 2, "overcast", [(1, 70), FAILS]), AirReadied)
    assert str(describe(b.state, readied)) == "Aircraft that can fly this turn: 366th Fighter Group."
    events = b.happen(execute_attack(b.state, Attack((unit,), 2, 1, (plane,))))
    assert "366th Fighter Group flies against" in str(describe(b.state, the(events, SquadronFlew)))
    assert "supported by 366th Fighter Group" in str(describe(b.state, the(events, CombatJoined)))
    (readied,) = only(new_turn(b, 3, "storm"), AirReadied)
    assert str(describe(b.state, readied)) == "No aircraft can fly this turn."


def test_air_units_survive_as_bytes_and_copies_are_independent():
    b, *_ = front()
    plane = b.squadron(hp=3, flown=True, out_to=7)
    packed = codec.pack(b.state)
    assert packed.squadrons == (b.state.squadrons[plane],)
    assert codec.unpack(packed, b.board).squadrons == b.state.squadrons
    twin = b.state.copy()
    del twin.squadrons[plane]
    assert plane in b.state.squadrons


def test_a_view_answers_as_the_truth_about_its_aircraft():
    b, unit, _ = front()
    plane = b.squadron()
    view = OperationsView("allied", known_state(b.state, "allied"))
    assert [squadron.id for squadron in view.own_squadrons()] == [plane]
    assert view.air_profile(plane).ground_attack == 5
    order = Attack((unit,), 2, 1, (plane,))
    assert view.why_not(order) is None
    assert view.preview(order) == preview(b.state, order)
    assert OperationsView("axis", known_state(b.state, "axis")).own_squadrons() == ()


@pytest.mark.parametrize(
    ("fares", "problem"),
    [({"hp": 9}, "OPS-10.3.1-4"), ({"hp": 0}, "OPS-10.3.1-9"), ({"status": "weather", "flown": True}, "OPS-10.3.1-12")],
)
def test_unsound_air_units_are_found(fares, problem):
    b, *_ = front()
    b.squadron(**fares)
    assert [problem in found for found in invariants(b.state)] == [True]
