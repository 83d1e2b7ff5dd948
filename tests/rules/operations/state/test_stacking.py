"""Stacking (ledger section 8.1)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from wab.content.operations.checks import catalogue_problems
from wab.content.operations.loader import load_catalogues, load_tables
from wab.systems.operations.movement.movement import reach, why_not_move
from wab.systems.operations.state.orders import Move
from wab.systems.operations.state.stacking import fits, fits_profile, full_for, room, weight
from wab.systems.operations.testing.boards import ledger_examples


@pytest.mark.clause("OPS-8.1-2")
def test_a_hex_holds_three_points(board):
    b = board([". . ."])
    for points_left in (2, 1, 0):
        b.place("infantry", 0)
        assert room(b.state, "allied", 0) == points_left


@pytest.mark.clause("OPS-8.1-2")
def test_the_limit_is_data(board):
    b = board([". ."])
    b.place("infantry", 0)
    assert room(b.state, "allied", 0) == b.board.tables.conduct.stacking - 1


@pytest.mark.clause("OPS-8.1-1")
def test_an_enemy_leaves_no_room_even_for_who_weighs_nothing(board):
    b = board([". ."])
    b.place("company", 0, side="axis")
    commander = b.place("commander", 1)
    assert room(b.state, "allied", 0) == 0
    assert not fits(b.state, (commander,), 0)


@pytest.mark.clause("OPS-8.1-3")
@pytest.mark.clause("OPS-10.1.1-19")
@pytest.mark.parametrize(
    ("kind", "side", "points"),
    [
        ("infantry", "allied", 1),
        ("battalion", "axis", 1),
        ("company", "axis", 0),
        ("company", "allied", 1),
        ("commander", "allied", 0),
        ("commander", "axis", 0),
    ],
)
def test_stacking_points_of_a_unit(board, kind, side, points):
    b = board([". ."])
    assert weight(b.state, (b.place(kind, 0, side),)) == points


@pytest.mark.clause("OPS-X-22")
@pytest.mark.clause("OPS-8.1-3")
@pytest.mark.parametrize(
    ("words", "kind", "side"),
    [
        ("commander", "commander", "axis"),
        ("german_company", "company", "axis"),
        ("german_battalion", "battalion", "axis"),
    ],
)
def test_worked_example_of_a_full_stack(board, words, kind, side):
    example = ledger_examples()["OPS-X-22"]
    b = board([". . ."], active=side)
    for _ in example["given"]["stack"]:
        b.place("infantry", 0, side)
    comer = b.place(kind, 1, side)
    assert fits(b.state, (comer,), 0) == (example["expect"][words] == "allowed")


@pytest.mark.clause("OPS-10.1.1-19")
def test_units_below_a_battalion_weigh_nothing_in_the_german_tables_only(board):
    units = board([". ."]).board.tables.units
    weightless = {name for name, kind in units.items() if kind.weight == 0}
    assert weightless == {name for name, kind in units.items() if kind.size in ("company", "battery", "commander")}


@pytest.mark.clause("OPS-10.1.1-19")
@pytest.mark.clause("OPS-8.1-3")
def test_a_battery_stands_in_a_stack_of_three_others(board):
    b = board([". ."], active="axis")
    for _ in range(3):
        b.place("infantry", 0, "axis")
    battery = b.place("de_coastal", 1, "axis")
    assert weight(b.state, (battery,)) == 0 and fits(b.state, (battery,), 0)


@pytest.mark.clause("OPS-10.1.1-19")
@pytest.mark.parametrize(
    ("side", "kind", "weight_", "expected"),
    [
        ("axis", "de_coastal", 1, 0),
        ("axis", "de_gren_vet", 0, 1),
        ("allied", "us_ranger", 0, 1),
        ("axis", "commander", 1, 0),
    ],
)
def test_a_catalogue_with_other_weights_is_refused(side, kind, weight_, expected):
    catalogue, tables = load_catalogues()[side], load_tables()
    kinds = dict(tables.units) | {kind: replace(tables.units[kind], weight=weight_)}
    assert list(catalogue_problems(catalogue, side, tables.units, tables.derivation)) == []
    problems = list(catalogue_problems(catalogue, side, kinds, tables.derivation))
    assert problems
    assert all(str(text) == f'"{kind}" weighs {weight_} in units.yaml (expected {expected})' for _, text in problems)


@pytest.mark.clause("OPS-8.1-5")
def test_a_stack_needs_room_for_all_its_members(board):
    b = board([". . ."])
    b.place("infantry", 0)
    b.place("infantry", 0)
    pair = (b.place("infantry", 1), b.place("infantry", 1))
    assert fits(b.state, pair[:1], 0)
    assert not fits(b.state, pair, 0)


def test_who_stands_there_already_counts_once(board):
    b = board([". ."])
    trio = tuple(b.place("infantry", 0) for _ in range(3))
    assert fits(b.state, trio, 0)


@pytest.mark.clause("OPS-8.1-5")
def test_room_for_a_unit_not_yet_on_the_map(board):
    b = board([". ."])
    profile = b.state.profile(b.place("infantry", 1))
    for _ in range(3):
        assert fits_profile(b.state, profile, 0)
        b.place("infantry", 0)
    assert not fits_profile(b.state, profile, 0)


@pytest.mark.clause("OPS-8.1-4")
@pytest.mark.clause("OPS-6.2-4")
def test_a_full_stack_is_gone_round(board):
    b = board([". . .", ". . .", ". . ."])
    mover = b.place("infantry", b.at(1, 0))
    for _ in range(3):
        b.place("infantry", b.at(1, 1))
    far = b.at(1, 2)
    reached = reach(b.state, (mover,))
    assert b.at(1, 1) not in reached
    assert reached.spent_at(far) == 6  # three hexes round instead of two straight on
    refusal = why_not_move(b.state, Move((mover,), (b.at(1, 0), b.at(1, 1), far)))
    assert refusal is not None and refusal.code == "no-room" and refusal.where == (b.at(1, 1),)


@pytest.mark.clause("OPS-8.1-4")
def test_who_weighs_nothing_passes_through_a_full_stack(board):
    b = board([". . . ."], active="axis", weather="rain")
    for _ in range(3):
        b.place("infantry", 1, "axis")
    company, regiment = b.place("company", 0, "axis"), b.place("infantry", 0, "axis")
    assert list(reach(b.state, (company,))) == [0, 1, 2, 3]
    assert list(reach(b.state, (regiment,))) == [0]


@pytest.mark.clause("OPS-6.2-4")
def test_a_stack_that_is_not_full_is_passed_through(board):
    b = board([". . ."])
    mover = b.place("infantry", 0)
    b.place("infantry", 1)
    b.place("infantry", 1)
    assert 2 in reach(b.state, (mover,))
    pair = (mover, b.place("infantry", 0))
    assert list(reach(b.state, pair)) == [0]


def test_full_hexes_count_one_side_only(board):
    b = board([". . ."])
    for _ in range(3):
        b.place("infantry", 0, "axis")
        b.place("infantry", 2)
    assert full_for(b.state, "allied", 1).tolist() == [False, False, True]
    assert full_for(b.state, "axis", 1).tolist() == [True, False, False]
    assert not full_for(b.state, "axis", 0).any()
