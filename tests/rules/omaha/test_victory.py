"""Points of the evening, source by source (OMA-20.3): what is held, what is open, what stands inland or has left."""

from __future__ import annotations

import pytest

from tests.rules.omaha.playing import at
from tests.rules.omaha.printed import ALONE, BOARD, game, of
from wab.systems.omaha.ground import control
from wab.systems.omaha.ground.terrain import is_worked
from wab.systems.omaha.sequence import victory
from wab.systems.omaha.state.steps import Base, Exit


def source(state, name):
    return victory.late_points_by_source(state)[name]


@pytest.mark.clause("OMA-20.3-1", "OMA-20.3-2")
def test_a_position_with_a_star_counts_while_it_is_held():
    state = game(32)
    place = next(one for one in BOARD.positions.values() if one.vp)
    assert source(state, "positions") == 0
    state.changed(garrisons=place.hexes[:1])
    assert source(state, "positions") == BOARD.tables.victory.late.vp
    plain = next(one for one in BOARD.positions.values() if not one.vp)
    state.changed(garrisons=plain.hexes[:1])
    assert source(state, "positions") == 0


@pytest.mark.clause("OMA-20.3-3")
def test_a_draw_is_closed_while_a_mined_hex_in_it_is_not_cleared():
    state = game(32)
    mined = [hex_ for hex_ in BOARD.draws["E-3"] if BOARD.is_mined(hex_)]
    assert mined == [at("0910"), at("1010")]
    state.changed(bases=(Base("east", at("0810"), 1),))
    assert [is_worked(state, hex_) for hex_ in mined] == [True, False]
    assert not victory.is_open(state, "E-3")
    state.changed(bases=(Base("east", at("0810"), 3),))
    assert all(is_worked(state, hex_) for hex_ in mined) and victory.is_open(state, "E-3")


@pytest.mark.clause("OMA-20.3-4")
def test_tanks_and_guns_count_inland_and_companies_and_leaders_do_not():
    for names, worth in ((("1_B_741",), 1), (("7FA", "58FA"), 2), (("A_1_16",), 0), (("Cota", "16__HQ"), 0)):
        found = source(game(32, **dict.fromkeys(names, "0914")), "inland")
        assert found == worth * BOARD.tables.victory.late.heavy, names


@pytest.mark.clause("OMA-20.3-5", "OMA-20.3-6")
def test_steps_that_left_count_by_their_kind_and_the_line_to_their_exit(monkeypatch):
    def exited(name, letter, steps=2):
        state = game(32)
        state.changed(exits=(Exit(of(name), letter, steps),))
        return source(state, "exits")

    linked = {letter: bool(control.us_lines(game(32))[hex_]) for letter, hex_ in BOARD.exits.items()}
    assert linked["A"] and BOARD.tables.victory.ranger_exits == ("F", "G")
    assert [exited(name, "A") for name in ("A_1_16", "1_B_741", "7FA", "AB_2R", "Cota")] == [2, 2, 0, 0, 0]
    assert [exited("AB_2R", letter) for letter in "FG"] == [2, 2]
    assert exited("A_1_16", "A", 0) == 0
    monkeypatch.setattr(victory, "us_lines", lambda state: [False] * BOARD.grid.size)
    assert [exited("A_1_16", "A"), exited("AB_2R", "G")] == [0, 2]


@pytest.mark.clause("OMA-20.3-7")
def test_each_strongpoint_hex_that_is_not_held_costs_a_point():
    state, hexes = game(32), [hex_ for hex_ in BOARD.position_at if BOARD.position_at[hex_].wn]
    before = source(state, "uncontrolled")
    state.changed(garrisons=(hexes[0],))
    assert source(state, "uncontrolled") == before - BOARD.tables.victory.late.wn
    state.changed(garrisons=(), forces={hexes[0]: ALONE})
    assert source(state, "uncontrolled") == before
