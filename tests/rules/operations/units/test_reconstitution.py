"""Reconstitution (ledger 8.3.2, 8.3.3, and 3.3-2)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import wab
from tests.fights import dice_showing, only, the
from wab.systems.operations import SYSTEM
from wab.systems.operations.sequence import flow, turn
from wab.systems.operations.state.events import Activated, ImpulseBegan, LostHp, Reconstituted, TurnBegan
from wab.systems.operations.state.orders import Attack, Bombard, Move, Pass, Reconstitute
from wab.systems.operations.testing.boards import ledger_examples
from wab.systems.operations.units.reconstitution import automatic_reconstitution, points_of_turn

ROW = [". . . . . . . ."]
BOTH = {"reconstitution_allied": True, "reconstitution_axis": True}


def resting(board, hp=5, **traits):
    """An Allied unit far from the enemy, which rebuilds itself unless told otherwise."""
    b = board(ROW, switches=BOTH)
    unit = b.place("infantry", 0, hp=hp, **{"rebuild": "automatic"} | traits)
    b.place("infantry", 7, "axis")
    return b, unit


def gains(b):
    return {event.unit: event.hp for event in b.happen(automatic_reconstitution(b.state))}


def axis_unit(board, points=3, **traits):
    """A worn Axis unit in contact with an Allied one, and points to rebuild it."""
    b = board(ROW, switches=BOTH, active="axis", activation_points=5)
    b.place("infantry", 3)
    unit = b.place("infantry", 4, "axis", **{"rebuild": "manual", "hp": 4} | traits)
    b.set(rebuild_points=points)
    return b, unit


def code(b, order):
    refusal = SYSTEM.why_not(b.state, order)
    return refusal and refusal.code


# ------------------------------------------------------------------------------------------------- automatic


@pytest.mark.clause("OPS-8.3.2-1")
def test_allied_units_recover_by_themselves_where_the_scenario_says_so(board):
    b, unit = resting(board)
    assert gains(b) == {unit: 2}
    off = board(ROW, switches={})
    off.place("infantry", 0, hp=5, rebuild="automatic")
    assert gains(off) == {}


@pytest.mark.clause("OPS-8.3.2-1")
def test_it_never_happens_to_the_axis_by_itself(board):
    b = board(ROW, switches=BOTH)
    b.place("infantry", 7, "axis", hp=3, rebuild="automatic")
    assert gains(b) == {}


@pytest.mark.clause("OPS-8.3.2-1")
def test_it_needs_no_order_and_no_points(board):
    b, unit = resting(board)
    b.set(active="allied", rebuild_points=5)
    (event,) = b.happen(automatic_reconstitution(b.state))
    assert event == Reconstituted(unit, 2, 0)
    assert b.state.rebuild_points == 5
    assert code(b, Reconstitute(unit, 1)) == "no-reconstitution"


@pytest.mark.clause("OPS-8.3.2-2")
def test_a_unit_in_contact_does_not_recover(board):
    b, unit = resting(board)
    foe = b.place("infantry", 1, "axis")
    assert gains(b) == {}
    b.remove(foe)
    b.place("infantry", 2, "axis")
    assert gains(b) == {unit: 2}


@pytest.mark.clause("OPS-8.3.2-2")
@pytest.mark.parametrize(("place", "gain"), [(3, 0), (5, 0), (6, 2)])
def test_one_enemy_on_one_side_is_contact(board, place, gain):
    b = board(ROW, switches=BOTH)
    unit = b.place("infantry", 4, hp=5, rebuild="automatic")
    b.place("infantry", place, "axis")
    assert gains(b) == ({unit: gain} if gain else {})


@pytest.mark.clause("OPS-8.3.2-3")
@pytest.mark.parametrize(("full", "hp", "gain"), [(8, 7, 0), (8, 6, 2), (4, 4, 0), (4, 3, 1), (12, 10, 0), (12, 9, 2)])
def test_a_quarter_of_the_hp_must_be_lost(board, full, hp, gain):
    b, unit = resting(board, hp=hp, full_hp=full)
    assert gains(b) == ({unit: gain} if gain else {})


@pytest.mark.clause("OPS-8.3.2-4")
@pytest.mark.parametrize(("full", "gain"), [(8, 2), (4, 1), (12, 2), (13, 3), (3, 1), (2, 0)])
def test_a_fifth_of_the_hp_to_the_nearest_whole_comes_back(board, full, gain):
    b, unit = resting(board, hp=1, full_hp=full)
    assert gains(b) == ({unit: gain} if gain else {})


@pytest.mark.clause("OPS-8.3.2-4")
def test_never_more_than_was_lost_comes_back(board):
    b, unit = resting(board, hp=4, full_hp=5)
    tables = replace(
        b.board.tables,
        conduct=replace(b.board.tables.conduct, reconstitution_rate_percent=60, reconstitution_threshold_percent=10),
    )
    object.__setattr__(b.board, "tables", tables)
    assert gains(b) == {unit: 1}


@pytest.mark.clause("OPS-8.3.2-5")
@pytest.mark.parametrize(
    "traits",
    [{"supplied": False}, {"attacked": True}, {"supported": True}, {"rebuild": "none"}, {"rebuild": "manual"}],
)
def test_unsupplied_units_attackers_guns_that_fired_and_those_unable_to_do_not_recover(board, traits):
    b, _ = resting(board, **traits)
    assert gains(b) == {}


@pytest.mark.clause("OPS-8.3.2-5")
def test_a_unit_that_only_moved_or_defended_recovers(board):
    b, unit = resting(board, activated=1, moved=True, spent=4)
    assert gains(b) == {unit: 2}


@pytest.mark.clause("OPS-8.3.2-5")
@pytest.mark.clause("OPS-8.3.3-7")
def test_ships_and_commanders_of_the_campaign_have_no_reconstitution(board):
    b = board(ROW)
    for name, kind in sorted(b.board.tables.units.items()):
        if kind.size in ("ship", "commander"):
            assert kind.rebuild == "none", name


@pytest.mark.clause("OPS-8.3.2-5")
@pytest.mark.clause("OPS-5.1-12")
def test_it_happens_at_the_end_of_the_turn_after_attrition(board):
    b, unit = resting(board, hp=5)
    object.__setattr__(b.board, "supply_hexes", {"allied": ((0, 1),), "axis": ((7, 1),)})
    b.control("axis", 2, 3, 4, 5, 6, 7)
    starving = b.place("infantry", 4, hp=5, rebuild="automatic", turns_unsupplied=1)
    b.control("axis", 1, 2, 3)
    b.happen(flow.execute(b.state, Pass()))
    assert b.state.units[unit].hp == 5  # not before the end of the turn
    events = b.happen(flow.execute(b.state, Pass()))
    lost = next(event for event in only(events, LostHp) if event.unit == starving)
    rebuilt = the(events, Reconstituted)
    assert (rebuilt.unit, lost.cause) == (unit, "attrition")
    assert events.index(lost) < events.index(rebuilt) < events.index(the(events, TurnBegan))
    assert b.state.units[unit].hp == 7


@pytest.mark.clause("OPS-8.3.2-5")
@pytest.mark.clause("OPS-X-23")
def test_the_threshold_is_tested_anew_each_turn(board):
    example = ledger_examples()["OPS-X-23"]
    given, expect = example["given"], example["expect"]
    b, unit = resting(board, hp=given["max_hp"] - given["hp_lost"], full_hp=given["max_hp"])
    first = gains(b)
    assert first == {unit: expect["gain_per_turn"]}
    hps = [b.state.units[unit].hp]
    for _ in range(2):
        gains(b)
        hps.append(b.state.units[unit].hp)
    assert hps == expect["hp_after"]


@pytest.mark.clause("OPS-8.3.2-3")
@pytest.mark.clause("OPS-8.3.2-4")
@pytest.mark.parametrize("example_id", ["OPS-X-24", "OPS-X-25"])
@pytest.mark.clause("OPS-X-24")
@pytest.mark.clause("OPS-X-25")
def test_the_worked_examples_of_one_hp_lost(board, example_id):
    example = ledger_examples()[example_id]
    full = example["given"]["max_hp"]
    b, unit = resting(board, hp=full - example["given"]["hp_lost"], full_hp=full)
    assert gains(b).get(unit, 0) == example["expect"]["gain_per_turn"]


# ------------------------------------------------------------------------------------------------- by hand


@pytest.mark.clause("OPS-8.3.3-1")
def test_the_axis_rebuilds_where_the_scenario_has_it_switched_on(board):
    b, unit = axis_unit(board)
    assert code(b, Reconstitute(unit, 1)) is None
    rules = replace(b.board.rules, reconstitution_axis=False)
    object.__setattr__(b.board, "rules", rules)
    assert code(b, Reconstitute(unit, 1)) == "no-reconstitution"
    assert not [order for order in SYSTEM.offered(b.state) if isinstance(order, Reconstitute)]


@pytest.mark.clause("OPS-8.3.3-1")
def test_it_is_on_for_the_allies_wherever_it_is_on_for_the_axis(tmp_path):
    from wab.content.operations.loader import load_scenario, scenario_path
    from wab.engine.words.errors import DataError

    original = scenario_path("operations/cliffs-and-shingle")
    text, turns = original.read_text(encoding="utf-8"), len(load_scenario(original).weather_by_turn)
    points = f"reconstitution_points: [{', '.join(['3'] * turns)}]\n"
    path = tmp_path / "trial.yaml"
    for switches, sound in (
        ("reconstitution_allied: true, reconstitution_axis: true, ", True),
        ("reconstitution_axis: true, ", False),
    ):
        path.write_text(points + text.replace("rules: {", "rules: {" + switches), encoding="utf-8")
        if sound:
            assert load_scenario(path).rules.reconstitution_axis
        else:
            with pytest.raises(DataError, match=r"rules\.reconstitution_allied"):
                load_scenario(path)


@pytest.mark.clause("OPS-8.3.3-2")
def test_a_point_is_one_hp_and_points_run_out(board):
    b, unit = axis_unit(board, points=3)
    events = b.happen(flow.execute(b.state, Reconstitute(unit, 2)))
    assert the(events, Reconstituted) == Reconstituted(unit, 2, 2)
    assert (b.state.units[unit].hp, b.state.rebuild_points) == (6, 1)
    assert code(b, Reconstitute(unit, 2)) == "rebuild-points"
    assert code(b, Reconstitute(unit, 0)) == "rebuild-points"
    assert code(b, Reconstitute(unit, -1)) == "rebuild-points"
    assert code(b, Reconstitute(unit, 1)) is None


@pytest.mark.clause("OPS-8.3.3-2")
def test_the_points_are_those_of_the_turn_and_not_of_the_impulse(board):
    b = board(ROW, switches=BOTH, impulses=2)
    b.place("infantry", 0)
    b.place("infantry", 7, "axis")
    object.__setattr__(b.board, "reconstitution_points", (1, 4, *[0] * 8))
    assert [points_of_turn(b.board, turn) for turn in (1, 2, 3)] == [1, 4, 0]
    b.happen(turn.begin(b.state, 2))
    assert b.state.rebuild_points == 4
    b.set(rebuild_points=3)
    for _ in range(3):
        began = the(b.happen(flow.execute(b.state, Pass())), ImpulseBegan)
        assert b.state.rebuild_points == 3
    assert (began.side, began.impulse) == ("axis", 2)


@pytest.mark.clause("OPS-8.3.3-3")
def test_first_rebuild_then_attack(board):
    b, unit = axis_unit(board, attack=50)
    b.happen(flow.execute(b.state, Reconstitute(unit, 1)))
    attack = Attack((unit,), 3, 4)
    assert SYSTEM.why_not(b.state, attack) is None
    b.place("infantry", 0)  # so that a victory does not end the game
    b.set(dice=dice_showing(5))  # at 4:1 neither side is destroyed
    b.happen(flow.execute(b.state, attack))
    assert b.state.offer is None
    assert 0 < b.state.units[unit].hp < 8
    assert code(b, Reconstitute(unit, 1)) == "attacked"


@pytest.mark.clause("OPS-8.3.3-3")
@pytest.mark.parametrize("fires", ["bombards", "supports"])
def test_a_gun_that_has_fired_is_not_rebuilt_any_more(board, fires):
    """The rulebook calls the guns of a bombardment attackers: rebuild them first, then let them fire."""
    b = board(ROW, switches=BOTH, active="axis", activation_points=5)
    b.place("infantry", 3, full_hp=40, hp=40)
    foot = b.place("infantry", 4, "axis")
    gun = b.place("artillery", 5, "axis", rebuild="manual", hp=2)
    b.set(rebuild_points=3)
    b.happen(flow.execute(b.state, Reconstitute(gun, 1)))
    shot = Bombard((gun,), 3) if fires == "bombards" else Attack((foot,), 3, 4, (gun,))
    assert SYSTEM.why_not(b.state, shot) is None
    b.happen(flow.execute(b.state, shot))
    b.set(agenda=())
    assert b.state.units[gun].hp < b.state.profile(gun).hp
    assert code(b, Reconstitute(gun, 1)) == "fired"
    assert not [order for order in SYSTEM.offered(b.state, gun) if isinstance(order, Reconstitute)]


@pytest.mark.clause("OPS-8.3.3-4")
def test_contact_is_no_obstacle_and_all_hp_may_come_back(board):
    b, unit = axis_unit(board, points=9)
    assert b.board.grid.are_adjacent(b.state.units[unit].hex, 3) and b.state.side_in(3) == "allied"
    assert code(b, Reconstitute(unit, 4)) is None
    assert code(b, Reconstitute(unit, 5)) == "full-strength"
    b.happen(flow.execute(b.state, Reconstitute(unit, 4)))
    assert b.state.units[unit].hp == 8
    assert code(b, Reconstitute(unit, 1)) == "full-strength"


@pytest.mark.clause("OPS-8.3.3-5")
def test_points_not_used_are_lost_at_the_end_of_the_turn(board):
    b = board(ROW, switches=BOTH)
    b.place("infantry", 0)
    b.place("infantry", 7, "axis")
    object.__setattr__(b.board, "reconstitution_points", (3,) * 10)
    b.happen(turn.begin(b.state, 1))
    b.happen(flow.execute(b.state, Pass()))
    events = b.happen(flow.execute(b.state, Pass()))
    assert the(events, TurnBegan).rebuild_points == 3
    assert b.state.rebuild_points == 3


@pytest.mark.clause("OPS-8.3.3-6")
def test_it_activates_the_unit(board):
    b, unit = axis_unit(board)
    b.set(activation_points=1)
    events = b.happen(flow.execute(b.state, Reconstitute(unit, 1)))
    assert [event.unit for event in only(events, Activated)] == [unit]
    assert b.state.activation_points == 0
    assert code(b, Reconstitute(unit, 1)) is None  # already activated: free
    other = b.place("infantry", 6, "axis", rebuild="manual", hp=3)
    assert code(b, Reconstitute(other, 1)) == "activation-points"


@pytest.mark.clause("OPS-8.3.3-6")
@pytest.mark.clause("OPS-5.1-9")
def test_a_unit_used_in_the_first_impulse_is_not_rebuilt_in_the_second(board):
    b, unit = axis_unit(board, activated=1)
    b.set(impulse=2)
    assert code(b, Reconstitute(unit, 1)) == "locked"


@pytest.mark.clause("OPS-8.3.3-7")
@pytest.mark.clause("OPS-10.1.1-17")
@pytest.mark.parametrize(
    ("rebuild", "expected"), [("manual", None), ("automatic", "not-rebuilt"), ("none", "not-rebuilt")]
)
def test_the_unit_s_data_say_whether_it_can_be_rebuilt(board, rebuild, expected):
    b, unit = axis_unit(board, rebuild=rebuild)
    assert code(b, Reconstitute(unit, 1)) == expected
    assert bool([order for order in SYSTEM.offered(b.state, unit) if isinstance(order, Reconstitute)]) == (
        expected is None
    )


@pytest.mark.clause("OPS-8.3.3-8")
def test_only_supplied_units_are_given_points(board):
    b, unit = axis_unit(board, supplied=False)
    assert code(b, Reconstitute(unit, 1)) == "unsupplied"


@pytest.mark.clause("OPS-8.3.3-8")
@pytest.mark.clause("OPS-3.3-2")
def test_the_destroyed_do_not_come_back(board):
    b, unit = axis_unit(board)
    b.remove(unit)
    b.set(removed=(unit,))
    assert code(b, Reconstitute(unit, 1)) == "no-such-unit"
    assert unit not in gains(b)
    b.set(active="axis")
    b.happen(flow.execute(b.state, Pass()))
    assert unit not in b.state.units


@pytest.mark.clause("OPS-8.3.3-8")
def test_several_points_may_go_to_one_unit_and_every_number_is_on_offer(board):
    b, unit = axis_unit(board, points=3, hp=6)
    worse = b.place("infantry", 6, "axis", rebuild="manual", hp=1)
    on_offer = [order for order in SYSTEM.offered(b.state) if isinstance(order, Reconstitute)]
    assert on_offer == [*(Reconstitute(unit, n) for n in (1, 2)), *(Reconstitute(worse, n) for n in (1, 2, 3))]
    assert [order for order in SYSTEM.offered(b.state, worse) if isinstance(order, Reconstitute)] == on_offer[2:]


@pytest.mark.clause("OPS-8.3.3-1")
@pytest.mark.clause("OPS-8.3.3-2")
def test_the_allies_have_no_points(board):
    b, _ = axis_unit(board)
    own = b.place("infantry", 0, hp=3, rebuild="manual")
    b.set(active="allied")
    assert code(b, Reconstitute(own, 1)) == "no-reconstitution"


@pytest.mark.clause("OPS-8.3.3-3")
@pytest.mark.clause("OPS-8.3.3-4")
@pytest.mark.clause("OPS-X-26")
def test_the_worked_example_of_axis_points(board):
    example = ledger_examples()["OPS-X-26"]
    points = example["given"]["axis_points"]
    b, unit = axis_unit(board, points=points)
    assert example["expect"]["before_attack"] == f"allowed up to {points} HP, even in contact"
    assert code(b, Reconstitute(unit, points)) is None
    assert code(b, Reconstitute(unit, points + 1)) is not None
    b.change(unit, attacked=example["given"]["unit_has_attacked"])
    assert example["expect"]["reconstitution"] == "refused"
    assert code(b, Reconstitute(unit, 1)) is not None


@pytest.mark.clause("OPS-3.3-2")
def test_eliminated_land_units_stay_out_of_the_game(board):
    """A lost unit is neither awaited again nor brought back by anything at the turn of a turn."""
    game = wab.new_game("operations/cliffs-and-shingle", seed=4)
    state = game.state.copy()
    lost = next(state.units_of("axis")).id
    from wab.systems.operations.state.apply import apply
    from wab.systems.operations.state.events import Removed

    apply(state, Removed(lost, "destroyed", 0))
    for _ in range(4):
        for event in flow.execute(state, Pass()):
            apply(state, event)
    assert state.turn == 3
    assert lost not in state.units
    assert lost in state.removed


@pytest.mark.clause("OPS-8.3.3-6")
def test_a_rebuilt_unit_may_still_move(board):
    b, unit = axis_unit(board)
    b.happen(flow.execute(b.state, Reconstitute(unit, 1)))
    b.set(activation_points=0)
    assert SYSTEM.why_not(b.state, Move((unit,), (4, 5))) is None
