"""The staff's maps on boards small enough to work them out by hand."""

import numpy as np
import pytest

from ai.operations.analysis import COMPOSITES, TITLES, ground, outlook
from ai.operations.maps import influence, supply, ways
from tests.ai.operations.scenes import PLAIN, analysis_of, picture_of, scene
from wab.systems.operations.testing.boards import make_board

NECK = [
    ". . . ~ . . .",
    ". . . ~ . . .",
    ". . . . . . .",  # hexes 14 to 20; 17 and 18 are the only way from west to east
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


def test_regions_have_their_seeds():
    board = make_board(NECK).board
    regions = ground.regions_of(board, (14, 17, 20))
    assert regions.owner[14] == 0
    assert regions.owner[20] == 2
    assert regions.owner[17] == 1


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


# ------------------------------------------------------------------------------------------------- outlook


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
