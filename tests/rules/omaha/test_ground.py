"""Facts that follow from the printed map alone, worked out again on a fresh board (OMA-2.1, OMA-6.2, OMA-12)."""

from __future__ import annotations

import numpy as np
import pytest

from tests.rules.omaha.playing import acting, tasks
from tests.rules.omaha.printed import ALONE, BOARD, at, game, label, of, run
from wab.systems.omaha.combat.fields import Dot, Fields
from wab.systems.omaha.ground import control
from wab.systems.omaha.sequence import flow
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.setup import build_board, starting_state
from wab.systems.omaha.state.steps import Task


@pytest.mark.clause("OMA-6.21-1", "OMA-6.2-1")
def test_a_field_of_two_hexes_is_measured_from_the_nearer_one():
    fields, distance = Fields(BOARD.positions, BOARD.grid.distance), BOARD.grid.distance
    north, south = at("0812"), at("0912")
    assert fields.at[north] == fields.at[south] == "WN62"
    assert fields.positions["WN62"].hexes == (north, south)
    far = fields.distances["WN62"]
    differ = [hex_ for hex_ in far if distance(hex_, north) != distance(hex_, south)]
    assert differ
    for hex_ in differ:
        assert far[hex_] == min(distance(hex_, north), distance(hex_, south))
        assert Dot("WN62", fields.positions["WN62"].dots[hex_], far[hex_]) in fields.over[hex_]


@pytest.mark.clause("OMA-12.3-2")
def test_american_lines_cross_no_bluff_even_if_no_other_way_is_left():
    kinds = BOARD.content.map.side_overlays
    steep = [kinds[kind] for kind in ("bluff", "cliff", "sheer_cliff")]
    assert np.array_equal(control._shut_sides(BOARD), np.logical_or.reduce(steep))
    lines, tried = control.us_lines(game()), 0
    for hex_, side in np.argwhere(kinds["bluff"]).tolist():
        below = int(BOARD.grid.neighbours[hex_, side])
        others = [one for one in BOARD.grid.adjacent(hex_) if one != below]
        if lines[hex_] and lines[below] and not BOARD.beach[hex_] and not BOARD.position_at.keys() & others:
            state = game()
            state.changed(forces=dict.fromkeys(others, ALONE))
            assert not control.us_lines(state)[hex_], label(hex_)
            tried += 1
    assert tried


@pytest.mark.clause("OMA-12.2-2", "OMA-12.2-3")
def test_german_ground_has_no_beach_sea_rough_or_pavilion_beside_a_beach():
    ground = control._german_ground(BOARD)
    for hex_ in range(BOARD.grid.size):
        kind = BOARD.terrain[hex_]
        beside = any(BOARD.beach[one] for one in BOARD.grid.adjacent(hex_))
        barred = BOARD.beach[hex_] or kind in ("sea", "rough") or (kind == "pavilion" and beside)
        assert ground[hex_] == (not barred), label(hex_)


@pytest.mark.clause("OMA-7.2-1")
def test_the_only_sector_of_a_scenario_begins_its_actions_by_itself():
    state = starting_state(build_board("omaha/easy-fox"), 1)
    (sector,) = state.board.sectors
    run(state, [ev.PhaseBegan("actions")])
    run(state, flow._begin_actions(state))
    assert state.now.acting == sector


@pytest.mark.clause("OMA-4-5", "OMA-10.12-1")
def test_engineers_come_up_at_mid_tide_too():
    comes_up = next(phase.comes_up for phase in flow.TURN.phases if phase.id == "engineers")
    assert [comes_up(game(turn)) for turn in (1, 2, 7, 15, 16)] == [False, True, True, True, False]


@pytest.mark.clause("OMA-4-7")
def test_units_can_act_again_as_a_turn_ends():
    state = acting(A_1_16="0815")
    run(state, [ev.Acted((of("A_1_16"),), "move", "east", 1)])
    state.change_all([of("A_1_16")], hit=True)
    assert (state.units[of("A_1_16")].acted, state.paid_actions("east")) == (True, 1)
    run(state, [ev.TurnEnded()])
    unit = state.units[of("A_1_16")]
    assert (unit.acted, unit.hit, state.paid_actions("east")) == (False, False, 2)


@pytest.mark.clause("OMA-7.6-1")
def test_a_turn_ends_in_its_order():
    state = game(6, A_1_16="0815")
    run(state, flow._begin_end(state))
    assert [step.name for step in state.agenda if isinstance(step, Task)] == ["overstack", "end_turn"]
    assert tasks(state)[1] == [] and state.turn == 7
