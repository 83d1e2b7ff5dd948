"""One player for each division (OMA-1-2, OMA-7.22-2): seats, boundary, turns of the players within a phase."""

from __future__ import annotations

import pytest

from tests.rules.omaha.playing import acting, at, give, why
from tests.rules.omaha.printed import BOARD, of, run
from wab.systems.omaha import SYSTEM
from wab.systems.omaha.movement.actions import may_act_in
from wab.systems.omaha.movement.arrivals import due_now
from wab.systems.omaha.sequence import flow
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.steps import Tie
from wab.systems.omaha.units import players

FIRST, SECOND = "us/1st", "us/29th"


def shared(state):
    state.changed(options={"players": "2"})
    return state


@pytest.mark.clause("OMA-1-2")
def test_two_seats_of_one_side():
    state = SYSTEM.new_state(BOARD.id, 1, {"players": "2"})
    assert SYSTEM.seats(state) == (FIRST, SECOND) and SYSTEM.setup_of(state).options == {"players": "2"}
    assert SYSTEM.seats(SYSTEM.new_state(BOARD.id, 1, {})) == ("us",)


@pytest.mark.clause("OMA-7.22-2")
def test_a_unit_far_across_the_boundary_passes_to_the_other_player():
    west = next(col for col in range(1, 37) if BOARD.west[at(f"10{col:02}")])
    near, far = f"10{west:02}", f"10{west + 1:02}"
    assert BOARD.sector(at(near)) == BOARD.sector(at(far)) == "west"
    state = shared(acting("east", G_2_16=near, F_2_16=far))
    assert players.leads(state, of("G_2_16")) == "east" and players.leads(state, of("F_2_16")) == "west"
    assert may_act_in(state, of("G_2_16"), "east") and not may_act_in(state, of("G_2_16"), "west")
    assert not may_act_in(state, of("F_2_16"), "east") and may_act_in(state, of("F_2_16"), "west")
    assert why(state, od.Recover(of("F_2_16"))) == "other-sector"


@pytest.mark.clause("OMA-1-2", "OMA-7.22-2")
def test_the_player_of_the_sector_acts_and_answers_for_its_units():
    state = shared(acting("west", A_1_116="0522", E_2_16="0513"))
    assert SYSTEM.to_act(state) == SECOND
    give(state, od.Done())
    assert SYSTEM.to_act(state) == FIRST
    state.changed(agenda=(Tie("sacrifice", (0, 1), of("A_1_116")),))
    assert SYSTEM.to_act(state) == SECOND
    state.changed(agenda=(Tie("victim", (of("E_2_16"), of("A_1_116"))),))
    assert SYSTEM.to_act(state) == FIRST
    state.changed(agenda=(Tie("smoke", (at("1030"),)),))
    assert SYSTEM.to_act(state) == SECOND


@pytest.mark.clause("OMA-1-2")
def test_each_player_places_its_own_arrivals_and_clears_its_own_beach():
    state = SYSTEM.new_state(BOARD.id, 1, {"players": "2"})
    run(state, SYSTEM.open(state))
    seen = set()
    for _ in range(2000):
        if state.turn == 6:
            break
        seat = SYSTEM.to_act(state)
        stage = state.now.stage
        if stage in ("arrivals", "engineers"):
            seen.add((stage, seat))
            sector = state.now.acting
            assert players.seat_of(state, sector) == seat
            assert all(state.command(unit.id) == sector for unit in due_now(state)) or stage != "arrivals"
            other = next(one for one in sorted(BOARD.obstacles) if BOARD.sector(one) != sector)
            assert why(state, od.Clear(other)) in ("no-obstacles", "not-now")
        group = next(iter(SYSTEM.groups(state, None)))
        give(state, group[0])
    assert ("engineers", FIRST) in seen and ("engineers", SECOND) in seen and ("arrivals", SECOND) in seen


@pytest.mark.clause("OMA-1-2")
def test_posts_and_bases_belong_to_a_division():
    state = shared(acting(turn=18, G_2_16="1313"))
    state.changed(phase="works", acting="west")
    assert SYSTEM.to_act(state) == SECOND
    sand = next(hex_ for hex_ in range(BOARD.grid.size) if BOARD.terrain[hex_] == "high_beach" and not BOARD.west[hex_])
    assert why(state, od.PlaceBase("east", sand)) == "other-player"
    run(state, flow.next_phase(state, "works"))
    assert state.now.phase == "actions" and state.now.acting == ""


@pytest.mark.clause("OMA-1-2")
def test_the_player_of_the_east_decides_where_no_sector_acts():
    state = shared(acting("west", A_1_116="0522"))
    assert SYSTEM.to_act(state) == SECOND
    state.changed(acting="")
    assert SYSTEM.to_act(state) == FIRST
