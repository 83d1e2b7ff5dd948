"""The staff's maps on boards small enough to work them out by hand."""

import numpy as np
import pytest

from ai.operations.analysis import COMPOSITES, TITLES, front, ground, influence, outlook, supply, ways
from tests.ai.operations.scenes import PLAIN, analysis_of, picture_of, scene
from tests.boards import make_board

NECK = [
    ". . . ~ . . .",
    ". . . ~ . . .",
    ". . . . . . .",  # hexes 14 to 20, of which 17 and 18 are the only way from west to east
    ". . . ~ . . .",
    ". . . ~ . . .",
]


# ------------------------------------------------------------------------------------------------- ground


def test_a_river_on_three_sides_is_worth_half_a_column():
    builder = scene(rivers=[(17, 18), (17, 24), (17, 25)])
    assert analysis_of(builder).defensibility[17] == pytest.approx(0.5)


def test_a_bridge_is_no_obstacle_and_ground_counts_as_in_the_table():
    builder = scene([". . . . .", ". . t . .", ". . . . ."], rivers=[(7, 8)], roads=[(7, 8)])
    columns = builder.board.tables.terrain.terrain["town"].defence
    assert analysis_of(builder).defensibility[7] == columns
    assert columns > 0


def test_ways_out_of_a_neck_of_land():
    sides = ground.ways_out(make_board(NECK).board)
    assert sides[17] == 4  # sea to the north-east and to the south-east
    assert sides[15] == 6


def test_regions_have_their_seeds_and_the_neck_is_a_gate():
    board = make_board(NECK).board
    regions = ground.regions_of(board, (14, 17, 20))
    assert regions.owner[14] == 0
    assert regions.owner[20] == 2
    assert ground.gates(regions) == (1,)


def test_places_for_regions_lie_apart():
    builder = scene(goals=[(0, "axis", 1, 1), (1, "axis", 1, 1), (7, "axis", 1, 1)])
    assert ground.region_seeds(builder.board) == (0, 7)


# ------------------------------------------------------------------------------------------------- influence


def test_falloff_is_full_within_a_turn_half_in_the_next_a_quarter_in_the_third():
    assert influence.falloff(12) == (8, 8, 8, 8, 8, 4, 4, 4, 2, 2, 2)


def test_influence_of_one_regiment():
    builder = scene([". . . . . . . . . . . . ."])
    builder.place("infantry", hex=0)
    own = analysis_of(builder).own_influence
    assert own.tolist() == [6.0] * 5 + [3.0] * 3 + [1.5] * 3 + [0.0] * 2


def test_tension_and_vulnerability():
    own, enemy = np.array([6.0, 3.0, 0.0], np.float32), np.array([0.0, 2.0, 4.0], np.float32)
    assert influence.tension(own, enemy).tolist() == [6, 5, 4]
    assert influence.vulnerability(own, enemy).tolist() == [0, 4, 0]


def test_guns_radiate_nothing():
    builder = scene()
    builder.place("artillery", hex=0)
    assert not analysis_of(builder).own_influence.any()


# ------------------------------------------------------------------------------------------------- front


def test_the_frontier_is_where_control_meets():
    builder = scene([". . . ."] * 2)
    builder.control("axis", 2, 3, 6, 7)
    assert np.flatnonzero(analysis_of(builder).frontier).tolist() == [1, 5]
    assert np.flatnonzero(analysis_of(builder, "axis").frontier).tolist() == [2, 6]


def test_a_closed_hexside_is_no_frontier():
    builder = scene([". . . ."], closed=[(1, 2)])
    builder.control("axis", 2, 3)
    assert not analysis_of(builder).frontier.any()


def test_a_long_frontier_is_cut_into_sectors():
    grid = make_board(PLAIN).board.grid
    line = np.zeros(grid.size, np.bool_)
    line[8:16] = True
    assert front.sectors(grid, line) == ((8, 9, 10, 11, 12, 13), (14, 15))


def test_the_spine_of_a_battle_line_runs_from_flank_to_flank():
    board = make_board([". " * 9] * 5).board
    line = front.battle_lines(board, (19, 22, 25, 40))  # row 2: columns 1, 4, 7; row 4: column 4
    assert [(found.spine, found.wings) for found in line] == [((19, 22, 25), (40,))]
    assert line[0].anchored == (False, False)


def test_a_line_that_rests_on_the_edge_is_anchored_and_far_stacks_are_another():
    board = make_board([". " * 12] * 5).board
    lines = front.battle_lines(board, (24, 27, 35))  # row 2: columns 0 and 3, then 8 hexes on
    assert [found.spine for found in lines] == [(24, 27), (35,)]
    assert lines[0].anchored == (True, False)


# ------------------------------------------------------------------------------------------------- supply


def test_a_group_behind_a_neck_hangs_on_one_hex():
    builder = scene(NECK, supply=True, sources={"allied": {14: 1}})
    builder.place("infantry", hex=20)
    line = analysis_of(builder).lifeline((20,))
    assert (line.fragility, line.hexes) == (1, (18,))


def test_units_on_the_neck_hold_it_open():
    builder = scene(NECK, supply=True, sources={"allied": {14: 1}})
    builder.place("infantry", hex=20)
    for hex_ in (17, 18):
        builder.place("infantry", hex=hex_)
    line = analysis_of(builder).lifeline((20,))
    assert (line.fragility, line.hexes) == (3, (11, 19, 25))


def test_a_group_without_a_source_is_cut_off_and_one_on_its_source_is_safe():
    builder = scene(NECK, supply=True, sources={"allied": {14: 1}})
    builder.place("infantry", hex=14)
    builder.place("infantry", hex=20)
    builder.place("infantry", hex=17, side="axis")
    analysis = analysis_of(builder)
    assert [analysis.lifeline((hex_,)).fragility for hex_ in (14, 20)] == [supply.SAFE, 0]


def test_an_enemy_behind_a_neck_is_a_pocket_candidate_closed_from_there():
    builder = scene(NECK, supply=True, sources={"axis": {14: 1}}, control="axis")
    builder.place("infantry", hex=20, side="axis", hp=7)
    builder.place("infantry", hex=6)
    (pocket,) = analysis_of(builder).pockets
    assert (pocket.group, pocket.hp, pocket.fragility, pocket.hexes) == ((20,), 7, 1, (18,))
    assert len(pocket.manned) == 1


def test_without_supply_rules_there_are_no_pockets():
    builder = scene(NECK, control="axis")
    builder.place("infantry", hex=20, side="axis")
    builder.place("infantry", hex=12)
    assert analysis_of(builder).pockets == ()


def test_posts_cover_hexes_with_zones_of_control():
    grid = make_board(PLAIN).board.grid
    free = np.zeros(grid.size, np.bool_)
    assert supply.posts(grid, (17, 18, 19), free) == (18,)
    barred = np.ones(grid.size, np.bool_)
    assert supply.posts(grid, (17,), barred) == ()


def test_clusters_by_distance():
    grid = make_board(PLAIN).board.grid
    assert supply.clusters(grid, [23, 16, 17, 19]) == ((16, 17), (19,), (23,))
    assert supply.clusters(grid, [23, 16, 17, 19], apart=2) == ((16, 17, 19), (23,))


# ------------------------------------------------------------------------------------------------- ways


def test_the_line_to_fall_back_on_is_the_neck():
    builder = scene(NECK)
    builder.place("infantry", hex=20, side="axis")
    analysis = analysis_of(builder)
    assert analysis.fall_back_line(14, (20,), analysis.closed_to_us) == (17,)


def test_strong_ground_is_preferred_for_a_line():
    builder = scene([". . f . . .", ". . . . . ."])
    builder.place("infantry", hex=5, side="axis")
    analysis = analysis_of(builder)
    line = analysis.fall_back_line(0, (5,), analysis.closed_to_us)
    assert 8 in line  # the woods, in the northern row


def test_no_line_against_an_enemy_next_to_the_goal():
    builder = scene([". . . ."])
    builder.place("infantry", hex=2, side="axis")
    analysis = analysis_of(builder)
    assert analysis.fall_back_line(1, (2,), analysis.closed_to_us) == ()


def test_posts_on_a_line_are_evenly_spaced_from_end_to_end():
    grid = make_board(PLAIN).board.grid
    assert ways.in_order(grid, (10, 8, 9, 11)) == (8, 9, 10, 11)
    assert ways.posts_on(grid, (8, 9, 10, 11, 12, 13), 3) == (9, 12)
    assert ways.posts_on(grid, (8,), 3) == (8,)


def test_an_axis_of_advance_goes_round_the_enemy():
    builder = scene([". . . . . . . ."] * 7)
    for _ in range(3):
        builder.place("armour", hex=28, side="axis")
    axis = analysis_of(builder).axis_to(24, 31)
    assert axis.hexes[0] == 24
    assert axis.hexes[-1] == 31
    assert 28 not in axis.hexes


def test_axes_lead_through_different_regions():
    builder = scene(NECK)
    analysis = analysis_of(builder)
    regions = ground.regions_of(builder.board, (14, 17, 20))
    found = ways.axes(analysis.picture, regions, 14, 20, analysis.resistance)
    assert [axis.hexes for axis in found] == [(14, 15, 16, 17, 18, 19, 20)]
    assert found[0].length == 12  # six hexes of open ground at one movement point


def test_what_lies_open_behind_an_enemy():
    builder = scene([". . . . . . . . ."])
    builder.place("infantry", hex=2, side="axis")
    builder.place("infantry", hex=7, side="axis")
    field = ways.exploitation(picture_of(builder), 2, 20, "arm")
    assert field[[3, 4, 5]].all()
    assert not field[[7, 8]].any()  # behind the second enemy


# ------------------------------------------------------------------------------------------------- outlook


def test_energy_falls_with_attacks_and_rises_with_rest():
    builder = scene(fatigue=True)
    builder.place("infantry", hex=0, fatigue=40)
    picture = picture_of(builder)
    assert outlook.energy_outlook(picture, outlook.REST).tolist() == [[60, 90, 100]]
    assert outlook.energy_outlook(picture, outlook.ATTACK).tolist() == [[60, 49, 38]]  # 15 + 1 + 5 - 10 a turn


def test_a_veteran_needs_rest_beyond_half_its_energy():
    builder = scene(fatigue=True)
    builder.place("infantry", hex=0, fatigue=50)
    picture = picture_of(builder)
    assert not outlook.needs_rest(picture, picture.own[0])
    assert outlook.needs_rest(picture, picture.own[0], margin=1)


# ------------------------------------------------------------------------------------------------- overlays


def test_every_named_map_is_an_overlay_of_the_whole_map():
    builder = scene(fog=True, supply=True, sources={"allied": {0: 1}, "axis": {39: 1}})
    builder.place("infantry", hex=0)
    builder.place("infantry", hex=39, side="axis")
    maps = analysis_of(builder).maps()
    assert sorted(maps) == sorted(TITLES)
    assert {overlay.values.shape for overlay in maps.values()} == {(40,)}
    assert all(str(overlay.title) and str(overlay.unit) for overlay in maps.values())


def test_a_composite_is_the_sum_of_its_layers():
    builder = scene()
    builder.place("infantry", hex=0)
    builder.place("infantry", hex=20, side="axis")
    analysis = analysis_of(builder)
    weights = {layer.map: layer.weight for layer in COMPOSITES["resistance"]}
    assert weights == {"influence enemy": 1.0, "influence own": -0.5, "unseen enemies": 4.0}
    expected = analysis.enemy_influence - 0.5 * analysis.own_influence
    assert np.allclose(analysis.composite("resistance"), expected)
