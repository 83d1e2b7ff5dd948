"""Line of sight (ledger 4.4.6, A2.14, A2.15 and the sight rules of every terrain and obstacle)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cards_field import Field, with_mountains
from wab.content.cards.loader import load_tables
from wab.systems.cards.fight import sight

BLOCKING = ("forest", "bocage", "town", "church")
OPEN = ("plain", "river", "beach", "ocean", "lake")
HEIGHTS = ("hill", "bluff", "cliff", "steep_hill")


def through(terrain="plain", obstacle="", *, ends=("plain", "plain"), unit=False, tables=None):
    """Return whether E5 sees G5 with something in F5 between."""
    ground = {"E5": ends[0], "F5": terrain, "G5": ends[1]}
    units = {"u": ("axis", "infantry", "F5")} if unit else {}
    return Field(units, terrain=ground, obstacles={"F5": obstacle} if obstacle else {}, tables=tables).sees("E5", "G5")


@pytest.mark.clause("CRD-4.4.6-1")
def test_only_artillery_needs_no_line_of_sight():
    units = {"x": ("axis", "infantry", "E3")}
    for kind, code in (("infantry", "no_sight"), ("armour", "no_sight"), ("artillery", "")):
        f = Field({**units, "a": ("allies", kind, "E5")}, terrain={"D4": "forest", "E4": "forest"}).ordered("a")
        assert f.refused("a", "x") == code


@pytest.mark.clause("CRD-4.4.6-2")
@pytest.mark.clause("CRD-4.4.6-3")
@pytest.mark.clause("CRD-A2.1-4")
def test_a_line_is_blocked_by_what_it_passes_through():
    assert through()
    assert not through(unit=True)
    assert not through("forest")
    assert not through(obstacle="bunker")


@pytest.mark.clause("CRD-4.4.6-3")
@pytest.mark.parametrize("side", ["allies", "axis"])
def test_any_unit_obstructs_friend_or_foe(side):
    assert not Field({"u": (side, "infantry", "F5")}).sees("E5", "G5")


@pytest.mark.clause("CRD-A2.2-4")
@pytest.mark.clause("CRD-A2.3-6")
@pytest.mark.clause("CRD-A2.5-5")
@pytest.mark.clause("CRD-A2.6-1")
@pytest.mark.parametrize("terrain", BLOCKING)
def test_terrain_that_blocks_sight(terrain):
    assert not through(terrain)


@pytest.mark.clause("CRD-A2.7-2")
@pytest.mark.clause("CRD-A2.9-4")
@pytest.mark.clause("CRD-A2.10-5")
@pytest.mark.clause("CRD-A2.1-7")
@pytest.mark.clause("CRD-A2.14-2")
@pytest.mark.parametrize("terrain", OPEN)
def test_terrain_that_does_not(terrain):
    assert through(terrain)


@pytest.mark.clause("CRD-A2.17-7")
@pytest.mark.clause("CRD-A2.8-5")
@pytest.mark.clause("CRD-A2.18-3")
@pytest.mark.clause("CRD-A2.19-7")
@pytest.mark.clause("CRD-A2.20-7")
def test_of_the_obstacles_only_bunkers_block():
    free = {name: through(obstacle=name) for name in load_tables().obstacles}
    assert [name for name, open_ in free.items() if not open_] == ["bunker"]


@pytest.mark.clause("CRD-4.4.6-4")
def test_what_stands_in_the_end_hexes_never_blocks():
    for ends in (("forest", "plain"), ("plain", "town"), ("bocage", "church")):
        assert through(ends=ends)
    assert Field({"u": ("axis", "infantry", "G5"), "v": ("axis", "infantry", "E5")}).sees("E5", "G5")


@pytest.mark.clause("CRD-4.4.6-5")
def test_along_hex_sides_one_side_is_not_enough():
    assert Field({}, terrain={"G6": "forest"}).sees("G5", "H6")
    assert Field({}, terrain={"H5": "forest"}).sees("G5", "H6")
    assert not Field({}, terrain={"G6": "forest", "H5": "town"}).sees("G5", "H6")


@pytest.mark.clause("CRD-4.4.6-6")
def test_the_two_sides_may_be_at_different_places():
    assert not Field({}, terrain={"F6": "forest", "G8": "town"}).sees("G5", "G9")
    assert Field({}, terrain={"F6": "forest", "F8": "town"}).sees("G5", "G9")


@pytest.mark.clause("CRD-4.4.6-7")
@pytest.mark.clause("CRD-B-3")
def test_the_edge_of_the_board_is_one_side():
    for terrain, ends in (({"A2": "forest"}, ("A1", "A3")), ({"L4": "town"}, ("M3", "M5"))):
        assert Field({}).sees(*ends)
        assert not Field({}, terrain=terrain).sees(*ends)


@pytest.mark.clause("CRD-4.4.6-8")
def test_neighbours_always_see_each_other():
    board = Field({}, terrain={"E5": "forest", "F5": "town"})
    for hex_ in board.board.field.hexes:
        assert all(sight.sees(board.state, hex_, other) for other in board.board.adjacent[hex_])


@pytest.mark.clause("CRD-4.4.6-11")
def test_sight_has_no_range():
    assert Field({}).sees("A5", "M5")
    assert not Field({}, terrain={"G5": "forest"}).sees("A5", "M5")


# ---------------------------------------------------------------- heights


@pytest.mark.clause("CRD-A2.4-4")
@pytest.mark.clause("CRD-4.4.6-9")
@pytest.mark.parametrize("high", HEIGHTS)
def test_high_ground_blocks_unless_both_stand_high(high):
    assert not through(high)
    assert not through(high, ends=("hill", "plain"))
    assert not through(high, ends=("plain", "bluff"))
    assert through(high, ends=("hill", "cliff"))


@pytest.mark.clause("CRD-A2.15-4")
@pytest.mark.clause("CRD-A2.4-4")
@pytest.mark.parametrize("low", BLOCKING)
def test_what_is_lower_than_both_never_blocks(low):
    assert through(low, ends=("hill", "hill"))
    assert not through(low, ends=("hill", "plain"))
    assert through(unit=True, ends=("hill", "hill"))


@pytest.mark.clause("CRD-A2.15-5")
@pytest.mark.clause("CRD-A2.15-6")
def test_what_stands_on_the_hill_between_two_hills_blocks():
    assert through("hill", ends=("hill", "hill"))
    assert not through("hill", unit=True, ends=("hill", "hill"))
    assert not through("hill", "bunker", ends=("hill", "hill"))
    assert through("hill", "sandbags", ends=("hill", "hill"))


@pytest.mark.clause("CRD-A2.15-2")
@pytest.mark.clause("CRD-A2.15-4")
def test_mountains_of_expansions_overlook_hills():
    tables = with_mountains()
    assert through("hill", ends=("mountain", "mountain"), tables=tables)
    assert through("hill", unit=True, ends=("mountain", "mountain"), tables=tables)
    assert not through("mountain", ends=("hill", "mountain"), tables=tables)
    assert not through("hill", unit=True, ends=("mountain", "hill"), tables=tables)


@pytest.mark.clause("CRD-A2.14-2")
def test_a_lake_of_two_hexes_blocks():
    both, one = {"F5": "lake", "G5": "lake"}, {"F5": "lake"}
    assert not Field({}, terrain=both).sees("E5", "H5")
    assert Field({}, terrain=one).sees("E5", "H5")
    assert Field({}, terrain={"F5": "lake", "I5": "lake"}).sees("E5", "K5")
    assert Field({}, terrain={**both, "E5": "hill", "H5": "hill"}).sees("E5", "H5")


@pytest.mark.clause("CRD-A2.14-2")
def test_beside_a_line_a_lake_counts_only_with_two_hexes():
    """G5 to G9 runs along sides: F6 and F8 on the left, G6 and G8 on the right; the hexes of a side do not touch."""
    assert Field({}, terrain={"F6": "lake", "G6": "forest"}).sees("G5", "G9")
    assert Field({}, terrain={"F6": "lake", "F8": "lake", "G6": "forest"}).sees("G5", "G9")


@pytest.mark.clause("CRD-A2.15-1")
@pytest.mark.clause("CRD-A2.4-1")
@pytest.mark.clause("CRD-A2.11-1")
def test_only_hills_and_their_kind_are_high():
    heights = {name: kind.height for name, kind in load_tables().terrain.items()}
    assert {name for name, height in heights.items() if height} == set(HEIGHTS)
    assert {heights[name] for name in HEIGHTS} == {1}


GROUNDS = st.dictionaries(
    st.sampled_from([Field({}).board.label(hex_) for hex_ in Field({}).board.field.hexes]),
    st.sampled_from([*BLOCKING, *HEIGHTS, "lake"]),
    max_size=40,
)
STANDING = st.sets(st.sampled_from(Field({}).board.field.hexes), max_size=12)
ENDS = st.sampled_from(Field({}).board.field.hexes)


@pytest.mark.clause("CRD-4.4.6-10")
@settings(deadline=None)
@given(GROUNDS, STANDING, ENDS, ENDS)
def test_sight_is_mutual_everywhere(terrain, standing, one, other):
    f = Field({}, terrain=terrain)
    f.state.at = dict.fromkeys(standing, 1)
    if one != other:
        assert sight.sees(f.state, one, other) == sight.sees(f.state, other, one)


@pytest.mark.clause("CRD-A2.16-1")
@pytest.mark.clause("CRD-A2.17-7")
def test_of_several_obstacles_in_a_hex_one_that_blocks_is_enough():
    f = Field({}, obstacles={"F5": "wire"})
    f.state.obstacles[f.hex("F5")] = ("wire", "bunker", "sandbags")
    assert not f.sees("E5", "G5")
