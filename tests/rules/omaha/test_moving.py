"""Moves in small (OMA-7.2, OMA-7.3, OMA-17.1): who goes together, and which hexes end a march."""

from __future__ import annotations

import pytest

from tests.rules.omaha.playing import acting, at, tasks, why
from tests.rules.omaha.printed import BOARD, label, of
from wab.systems.omaha.ground.terrain import way
from wab.systems.omaha.movement import moving
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.steps import Task


def pair(*names):
    return tuple(sorted(map(of, names)))


@pytest.mark.clause("OMA-7.21-1")
def test_units_move_together_in_one_way_of_writing_it():
    state = acting(A_1_16="0815", B_1_16="0815")
    both, there = pair("A_1_16", "B_1_16"), (at("0816"),)
    assert why(state, od.Move(both, there)) == ""
    for order in (od.Move(both[::-1], there), od.Move((both[0], *both), there), od.Move(both, ()), od.Move((), there)):
        assert why(state, order) == "together", order


@pytest.mark.clause("OMA-7.21-1", "OMA-7.32-5")
def test_a_leader_is_offered_along_with_a_company_and_free_companies_go_alone():
    state = acting(A_1_16="0815", B_1_16="0815", Cota="0815", Wyman="0815")
    parties = {order.units for group in moving.offered_moves(state, None) for order in group}
    assert {pair("A_1_16", "Cota"), pair("B_1_16", "Wyman")} <= parties
    assert pair("A_1_16", "B_1_16") not in parties and pair("Cota", "Wyman") not in parties


@pytest.mark.clause("OMA-17.11-1")
def test_a_march_of_two_hexes_crosses_no_bluff():
    state = acting(turn=18, A_1_16="0715", Cota="0715")
    path = (at("0814"), at("0914"))
    assert [way(state, "foot", *step) for step in ((at("0715"), path[0]), path)] == ["yes", "climb"]
    assert moving.most_hexes(state, of("A_1_16"), path) == 1
    assert moving.most_hexes(state, of("Cota"), path) == 2


@pytest.mark.clause("OMA-7.32-3", "OMA-17.1-4")
def test_a_unit_that_stayed_behind_does_not_go_on_with_the_others():
    state = acting(turn=18, A_1_16="1014", B_1_16="1114")
    march = Task("walk", units=pair("A_1_16", "B_1_16"), hexes=(at("1014"), at("1013")))
    tasks(state, march)
    assert [label(state.units[of(name)].hex) for name in ("A_1_16", "B_1_16")] == ["1013", "1114"]
    assert BOARD.grid.are_adjacent(at("1114"), at("1013"))
