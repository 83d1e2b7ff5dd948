"""Supply (ledger section 8.5)."""

from __future__ import annotations

import pytest

from wab.content.operations.loader import scenario_paths
from wab.systems.operations.movement.movement import allowance
from wab.systems.operations.seen.codec import decode, encode
from wab.systems.operations.seen.knowledge import known_state
from wab.systems.operations.sequence.soundness import check_file
from wab.systems.operations.state.apply import apply
from wab.systems.operations.state.events import ImpulseEnded, LostHp, Removed, SupplyJudged, Tired
from wab.systems.operations.state.setup import build_board, starting_state
from wab.systems.operations.state.zoc import in_enemy_zoc
from wab.systems.operations.testing.boards import ledger_examples
from wab.systems.operations.units.supply import (
    attrition,
    held_sources,
    sources,
    supplied,
    supplied_hexes,
    why_unsupplied,
    within_supply,
)

ROW = [". . . . . ."]
DEPOT = {"allied": {0: 1}}


def is_supplied(b, unit):
    return unit in supplied(b.state, b.state.side_of(unit))


@pytest.mark.clause("OPS-8.5.1-1")
@pytest.mark.clause("OPS-8.5.1-2")
def test_a_line_of_hexes_to_a_source_supplies(board):
    b = board(ROW, supply=DEPOT)
    unit = b.place("infantry", 5)
    assert supplied(b.state, "allied") == {unit}
    assert supplied_hexes(b.state, "allied").all()


@pytest.mark.clause("OPS-8.5.1-2")
def test_a_line_with_a_gap_supplies_nobody_beyond_it(board):
    """The far hexes let a line pass and are the Allies' own, but no unbroken path leads to the source."""
    b = board([". . ~ . . ."], supply=DEPOT)
    near, far = b.place("infantry", 1), b.place("infantry", 4)
    assert is_supplied(b, near) and not is_supplied(b, far)
    assert supplied_hexes(b.state, "allied").tolist() == [True, True, False, False, False, False]


@pytest.mark.clause("OPS-8.5.1-1")
def test_without_a_source_nobody_is_supplied(board):
    b = board(ROW)
    unit = b.place("infantry", 5)
    assert not is_supplied(b, unit)
    cut = why_unsupplied(b.state, unit)
    assert cut is not None and cut.hexes == () and "source" in str(cut.text)


@pytest.mark.clause("OPS-8.5.1-5")
def test_lines_run_through_controlled_hexes_only(board):
    b = board(ROW, supply=DEPOT)
    unit = b.place("infantry", 5)
    b.control("axis", 3)
    assert not is_supplied(b, unit)
    cut = why_unsupplied(b.state, unit)
    assert cut is not None and cut.hexes == (3,) and cut.clauses == ("OPS-8.5.1-5",)


@pytest.mark.clause("OPS-8.5.1-6")
def test_length_does_not_matter(board):
    b = board([" ".join(["."] * 60)], supply=DEPOT)
    assert is_supplied(b, b.place("infantry", 59))


@pytest.mark.clause("OPS-8.5.1-3")
def test_an_enemy_unit_cuts_the_line(board):
    b = board(ROW, supply=DEPOT)
    unit = b.place("infantry", 5)
    b.place("commander", 3, "axis")
    assert not is_supplied(b, unit)
    cut = why_unsupplied(b.state, unit)
    assert cut is not None and cut.hexes == (3,) and "stands" in str(cut.text)


@pytest.mark.clause("OPS-X-33")
@pytest.mark.clause("OPS-8.5.1-3")
@pytest.mark.clause("OPS-8.2.2-2")
def test_worked_example_of_a_hex_next_to_an_enemy(board):
    expect = ledger_examples()["OPS-X-33"]["expect"]
    b = board([". . . . . .", ". . . . . ."], control="axis", supply=DEPOT)
    b.control("allied", *range(6))
    unit = b.place("infantry", 5)
    b.place("infantry", b.at(1, 2), "axis")  # its zone covers hexes 2 and 3
    assert (expect["hex_empty"], is_supplied(b, unit)) == ("line cut", False)
    cut = why_unsupplied(b.state, unit)
    assert cut is not None and cut.hexes == (3, 2) and "zone" in str(cut.text)
    b.place("infantry", 2)
    assert not is_supplied(b, unit)
    b.place("infantry", 3)
    assert (expect["friendly_unit_in_hex"], is_supplied(b, unit)) == ("line passes", True)
    assert why_unsupplied(b.state, unit) is None


@pytest.mark.clause("OPS-8.5.1-4")
@pytest.mark.parametrize(("kind", "traits"), [("commander", {}), ("infantry", {"supplied": False})])
def test_enemies_without_a_zone_cut_only_their_own_hex(board, kind, traits):
    b = board([". . . . . .", ". . . . . ."], supply=DEPOT)
    unit = b.place("infantry", 5)
    b.place(kind, 3, "axis", **traits)
    assert is_supplied(b, unit)  # round it, through hexes next to it
    b.control("axis", *range(6, 12))
    assert not is_supplied(b, unit)


@pytest.mark.clause("OPS-8.5.1-7")
def test_a_zone_on_the_units_own_hex_does_not_matter(board):
    b = board(ROW, supply=DEPOT)
    unit = b.place("infantry", 4)
    b.place("infantry", 5, "axis")
    assert in_enemy_zoc(b.state, "allied", 4)
    assert is_supplied(b, unit)


@pytest.mark.clause("OPS-8.5.1-7")
def test_a_source_must_be_controlled_and_free_of_enemies(board):
    b = board(ROW, supply=DEPOT)
    unit = b.place("infantry", 3)
    assert sources(b.state, "allied") == (0,)
    b.place("commander", 0, "axis")
    assert sources(b.state, "allied") == () and not is_supplied(b, unit)
    b.remove(2)
    b.control("axis", 0)
    assert sources(b.state, "allied") == () and not is_supplied(b, unit)


@pytest.mark.clause("OPS-8.5.1-7")
def test_a_source_in_an_enemy_zone_still_works(board):
    b = board([". . . .", ". . . ."], supply=DEPOT)
    unit = b.place("infantry", 1)
    b.place("infantry", b.at(1, 0), "axis")
    assert in_enemy_zoc(b.state, "allied", 0)
    assert is_supplied(b, unit)


@pytest.mark.clause("OPS-8.5.1-7")
@pytest.mark.parametrize("barrier", ["~", "="])
def test_lines_do_not_cross_the_sea(board, barrier):
    b = board([f". . {barrier} . ."], supply=DEPOT)
    unit = b.place("infantry", 4)
    assert not is_supplied(b, unit)
    cut = why_unsupplied(b.state, unit)
    assert cut is not None and cut.hexes == () and "no way" in str(cut.text)


@pytest.mark.clause("OPS-8.5.1-7")
def test_lines_do_not_cross_a_wide_estuary(board):
    b = board([". . . ."], closed=[(1, 2)], supply=DEPOT)
    assert not is_supplied(b, b.place("infantry", 3))
    assert is_supplied(b, b.place("infantry", 1))


@pytest.mark.clause("OPS-8.5.1-7")
def test_ground_open_to_some_lets_supply_pass_to_all(board):
    b = board([". m . ."], supply=DEPOT)
    assert is_supplied(b, b.place("armour", 3))


@pytest.mark.clause("OPS-T-SUPPLY-SOURCES")
def test_a_source_may_open_later(board):
    b = board(ROW, supply={"allied": {0: 5}})
    unit = b.place("infantry", 3)
    for turn, works in ((4, False), (5, True)):
        b.set(turn=turn)
        assert is_supplied(b, unit) == works


def test_the_line_named_is_the_one_that_needs_least_to_open(board):
    b = board([". . . . .", ". . . . ."], supply=DEPOT)
    unit = b.place("infantry", 3)
    b.control("axis", 1, 2, b.at(1, 1))  # two hexes on the short way, one on the long
    cut = why_unsupplied(b.state, unit)
    assert cut is not None and cut.hexes == (b.at(1, 1),)


@pytest.mark.clause("OPS-8.5.1-7")
def test_the_end_of_a_line_does_not_cross_water_either(board):
    b = board([". . . ."], closed=[(1, 2)], supply=DEPOT)
    b.control("axis", 2)
    assert not is_supplied(b, b.place("commander", 2))


def test_a_commander_in_an_enemy_hex_is_supplied_from_next_door(board):
    b = board(ROW, control="axis", supply=DEPOT)
    b.control("allied", 0, 1)
    near, far = b.place("commander", 2), b.place("commander", 3)
    assert is_supplied(b, near)
    assert not is_supplied(b, far)


@pytest.mark.clause("OPS-8.5.2-1")
def test_ships_are_always_in_supply(board):
    b = board(["~ ~ ."])
    assert is_supplied(b, b.place("ship", 0))


@pytest.mark.clause("OPS-T-SUPPLY-SOURCES")
def test_some_units_live_on_their_own_stores_at_first(board):
    b = board(ROW, supplied_to={1: 3})
    paratroops, others = b.place("infantry", 4), b.place("infantry", 4)
    b.set(turn=3)
    assert supplied(b.state, "allied") == {paratroops}
    b.set(turn=4)
    assert supplied(b.state, "allied") == frozenset()
    assert others not in supplied(b.state, "allied")


def test_with_supply_switched_off_everybody_is_supplied(board):
    b = board(ROW, switches={"supply": False})
    unit = b.place("infantry", 4)
    assert is_supplied(b, unit)
    assert why_unsupplied(b.state, unit) is None


def test_each_side_has_its_own_sources(board):
    b = board(ROW, supply={"allied": {0: 1}, "axis": {5: 1}})
    ally, german = b.place("infantry", 1), b.place("infantry", 4, "axis")
    b.control("axis", 5)
    assert supplied(b.state, "allied") == {ally}
    assert supplied(b.state, "axis") == {german}
    b.set(control=bytearray([1] * 4 + [2, 1]))
    assert supplied(b.state, "axis") == frozenset()


@pytest.mark.clause("OPS-X-32")
@pytest.mark.clause("OPS-8.5.2-2")
@pytest.mark.clause("OPS-8.5.2-3")
@pytest.mark.clause("OPS-8.5.2-4")
def test_worked_example_of_an_unsupplied_unit(board):
    example = ledger_examples()["OPS-X-32"]
    b = board(ROW)
    unit = b.place("infantry", 1)
    full = allowance(b.state, unit)
    lost = []
    for turn in example["given"]["turns_without_supply"]:
        b.happen([SupplyJudged(unsupplied=(unit,), supplied=())])
        assert b.state.units[unit].turns_unsupplied == turn
        lost.append(sum(event.hp for event in b.happen(attrition(b.state)) if isinstance(event, LostHp)))
    assert lost == example["expect"]["hp_lost"]
    assert allowance(b.state, unit) == full // 2
    assert not in_enemy_zoc(b.state, "axis", 2)


@pytest.mark.clause("OPS-8.5.2-4")
def test_attrition_tires_and_may_destroy(board):
    b = board(ROW)
    strong = b.place("infantry", 1, supplied=False, turns_unsupplied=2)
    weak = b.place("infantry", 1, supplied=False, turns_unsupplied=2, hp=1)
    events = b.happen(attrition(b.state))
    assert LostHp(strong, 1, "attrition") in events
    assert any(isinstance(event, Tired) and event.unit == strong for event in events)
    assert Removed(weak, "destroyed", 0) in events
    assert weak not in b.state.units


@pytest.mark.clause("OPS-8.5.2-5")
def test_back_in_supply_everything_ends(board):
    b = board(ROW)
    unit = b.place("infantry", 1, supplied=False, turns_unsupplied=4, hp=5)
    b.happen([SupplyJudged(unsupplied=(), supplied=(unit,))])
    assert b.happen(attrition(b.state)) == []
    back = b.state.units[unit]
    assert (back.turns_unsupplied, back.hp, back.supplied) == (0, 5, True)
    assert in_enemy_zoc(b.state, "axis", 2)


@pytest.mark.clause("OPS-8.4.3-6")
@pytest.mark.clause("OPS-8.5.2-4")
def test_attrition_can_be_the_last_straw(board):
    """The HP lost tires a unit of the lowest level beyond what its quality bears: it gives up."""
    b = board(ROW)
    bears = b.state.board.tables.state.quality["veteran"].fatigue_threshold
    unit = b.place("infantry", 1, hp=2, fatigue=bears, supplied=False, turns_unsupplied=2)
    events = b.happen(attrition(b.state))
    assert LostHp(unit, 1, "attrition") in events
    assert events[-1] == Removed(unit, "exhausted", 1)


# ------------------------------------------------------------------------------------------------- the ends of a line


@pytest.mark.clause("OPS-8.5.1-2")
def test_a_line_ends_next_door_in_any_hex_of_the_map(board):
    """Hex 0 is as good as any; the hexes beyond the edge are none."""
    b = board(["~ ~ ~ ~", ". . . ."], supply={"allied": {0: 1, 7: 1}})
    b.control("axis", 1, 2, 3)
    commander = b.place("commander", 1)
    assert is_supplied(b, commander)
    b.control("axis", 0)
    assert not is_supplied(b, commander)


@pytest.mark.clause("OPS-8.5.1-2")
def test_supply_reaches_one_hex_beyond_the_ground_of_a_side_and_no_further(board):
    """Nor does it reach on from an own unit there."""
    reached = [True, True, True, True, False, False]
    b = board(ROW, supply=DEPOT)
    b.control("axis", 3, 4, 5)
    b.place("commander", 3)
    assert within_supply(b.state, "allied").tolist() == reached
    assert [is_supplied(b, b.place("commander", hex_)) for hex_ in range(6)] == reached


@pytest.mark.clause("OPS-8.5.1-7")
def test_supply_does_not_reach_over_a_side_that_no_land_unit_crosses(board):
    b = board(ROW, supply=DEPOT, closed=[(1, 2)])
    assert within_supply(b.state, "allied").tolist() == [True, True, False, False, False, False]


@pytest.mark.clause("OPS-8.5.1-2")
def test_the_edge_of_the_map_does_not_lead_to_its_other_end(board):
    b = board(ROW, supply={"allied": {5: 1}})
    b.control("axis", 0, 1, 2, 3, 4)
    commander = b.place("commander", 0)
    assert supplied_hexes(b.state, "allied").tolist() == [False, False, False, False, False, True]
    assert not is_supplied(b, commander)


# ------------------------------------------------------------------------------------------------- what cuts it


@pytest.mark.clause("OPS-8.5.1-3")
@pytest.mark.clause("OPS-8.5.1-5")
def test_of_several_cuts_the_nearest_is_named_and_all_are_listed(board):
    b = board(ROW, supply=DEPOT)
    unit = b.place("infantry", 5)
    b.place("company", 2, "axis", zoc=0)
    b.control("axis", 4)
    cut = why_unsupplied(b.state, unit)
    assert cut is not None and cut.hexes == (4, 2)
    assert cut.clauses == ("OPS-8.5.1-5",) and "0004" in str(cut.text)


@pytest.mark.clause("OPS-8.5.1-5")
def test_the_hex_where_a_unit_stands_cuts_nothing(board):
    b = board(ROW, supply=DEPOT)
    b.control("axis", 3, 4, 5)
    commander = b.place("commander", 5)
    cut = why_unsupplied(b.state, commander)
    assert cut is not None and cut.hexes == (4, 3)


@pytest.mark.clause("OPS-8.5.1-7")
def test_of_two_sources_the_line_is_named_that_has_the_fewest_cuts(board):
    """Two hexes to clear towards the west, one towards the east: lower numbers do not decide."""
    b = board([". . . . . . . ."], supply={"allied": {0: 1, 7: 1}})
    unit = b.place("infantry", 3)
    b.control("axis", 1, 2, 5)
    cut = why_unsupplied(b.state, unit)
    assert cut is not None and cut.hexes == (5,)


# ------------------------------------------------------------------------------------------------- ports


def port(b, hex_, turns):
    """A source of the Allies' that opens so many turns after they took its hex."""
    object.__setattr__(b.board, "ports", {"allied": {hex_: turns}})


def take(b, side, hex_):
    b.happen([ImpulseEnded(side, (hex_,))])


@pytest.mark.clause("OPS-T-SUPPLY-SOURCES")
@pytest.mark.clause("OPS-8.5.1-1")
def test_a_port_supplies_some_turns_after_its_capture(board):
    b = board(ROW, supply=DEPOT)
    port(b, 0, 3)
    unit = b.place("infantry", 5)
    b.control("axis", 0)
    b.set(turn=2)
    take(b, "allied", 0)
    assert sources(b.state, "allied") == ()
    b.set(turn=4)
    assert sources(b.state, "allied") == () and not is_supplied(b, unit)
    b.set(turn=5)
    assert sources(b.state, "allied") == (0,) and is_supplied(b, unit)


@pytest.mark.clause("OPS-T-SUPPLY-SOURCES")
def test_a_port_lost_and_retaken_is_in_ruins_again(board):
    b = board(ROW, supply=DEPOT)
    port(b, 0, 3)
    b.control("axis", 0)
    b.set(turn=2)
    take(b, "allied", 0)
    take(b, "allied", 0)
    take(b, "axis", 0)
    b.set(turn=5)
    assert sources(b.state, "allied") == ()
    take(b, "allied", 0)
    b.set(turn=7)
    assert sources(b.state, "allied") == ()
    b.set(turn=8)
    assert sources(b.state, "allied") == (0,)


@pytest.mark.clause("OPS-T-SUPPLY-SOURCES")
def test_a_port_that_nobody_has_taken_supplies_nobody(board):
    b = board(ROW, supply=DEPOT)
    port(b, 0, 3)
    b.set(turn=50)
    assert sources(b.state, "allied") == ()


@pytest.mark.clause("OPS-T-SUPPLY-SOURCES")
def test_a_side_knows_when_a_port_was_taken_and_a_copy_keeps_its_own(board):
    b = board(ROW, supply=DEPOT)
    port(b, 0, 3)
    b.place("infantry", 5)
    b.control("axis", 0)
    before = b.state.copy()
    take(b, "allied", 0)
    b.set(turn=4)
    before.turn = 4
    assert sources(known_state(b.state, "allied"), "allied") == (0,)
    assert sources(known_state(b.state, "axis"), "allied") == (0,)
    assert sources(before, "allied") == ()


@pytest.mark.clause("OPS-T-SUPPLY-SOURCES")
def test_cherbourg_opens_ten_turns_after_its_fall():
    board = build_board("operations/the-battle-of-normandy")
    state, cherbourg = starting_state(board, 1), board.grid.parse("6113")
    state.turn = 13
    apply(state, ImpulseEnded("allied", (cherbourg,)))
    state.stacks.pop(cherbourg)  # its garrison is taken
    read = decode(encode(state))
    for turn, open_ in ((13, False), (22, False), (23, True), (42, True)):
        read.turn = turn
        read.version += 1
        assert (cherbourg in held_sources(read, "allied")) == open_, turn
    assert cherbourg not in held_sources(read, "axis")


def test_the_wait_for_a_port_is_scenario_data_and_checked(tmp_path):
    path = tmp_path / "trial.yaml"
    text = next(path for path in scenario_paths() if path.stem == "five-beaches").read_text(encoding="utf-8")

    def errors(hexes, turns):
        line = f"\nsupply:\n  - {{side: allied, name: Port, hexes: [{hexes}], turns_after_capture: {turns}}}\n"
        path.write_text(text.replace("\nsupply:\n", line, 1), encoding="utf-8")
        return [str(error) for error in check_file(path)]

    assert errors("4722", 3) == []
    (own,) = errors("5120", 3)
    assert "supply[0].hexes[0]" in own and "cannot be captured" in own
    (late,) = errors("4722", 8)
    assert "supply[0].turns_after_capture" in late and "never" in late
