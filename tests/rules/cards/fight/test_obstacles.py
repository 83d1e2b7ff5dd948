"""Rivers and bridges, obstacles and works (ledger A2.7, A2.8, A2.16 to A2.21)."""

import pytest

from tests.cards_field import Field, ledger_table
from wab.content.cards.loader import load_tables
from wab.content.cards.scenario import Specials
from wab.systems.cards.fight.obstacles import flags_ignored, is_dry, is_passable, protection
from wab.systems.cards.state.events import ObstacleRemoved
from wab.systems.cards.state.orders import RemoveWire
from wab.systems.cards.state.state import Unit

WATER = dict.fromkeys(("D4", "E4", "F4", "C4", "G4"), "river")


def mover(kind="infantry", at="E5", **more):
    return Field({"a": ("allies", kind, at)}, **more).ordered("a", stage="move")


@pytest.mark.clause("CRD-A2.8-1")
@pytest.mark.clause("CRD-A2.8-5")
@pytest.mark.parametrize("kind", ["infantry", "armour", "artillery"])
def test_a_bridge_makes_a_river_passable_and_hinders_nobody(kind):
    f = mover(kind, terrain=WATER, obstacles={"E4": "bridge"})
    assert "E4" in f.reaches("a")
    if kind == "armour":
        assert f.path("a", "E4", "E3", "E2") is None
        assert "E4" in f.may_attack_in("a")


@pytest.mark.clause("CRD-A2.8-2")
@pytest.mark.clause("CRD-A2.8-4")
def test_bridges_are_entered_and_left_by_dry_land():
    f = Field({}, terrain=WATER, obstacles={"E4": "bridge"}, special=Specials(fordable=("D4", "E4")))
    assert is_passable(f.state, "armour", f.hex("D4"))
    assert f.cost("armour", "D4", "E4") == f.cost("armour", "E4", "D4") == 0
    for dry in ("E3", "F3", "E5", "F5"):
        assert f.cost("armour", dry, "E4") == f.cost("armour", "E4", dry) == 1


@pytest.mark.clause("CRD-A2.8-4")
def test_from_bridge_to_bridge_only_where_they_are_joined():
    works = {"E4": "bridge", "D4": "bridge"}
    apart = Field({}, terrain=WATER, obstacles=works)
    assert apart.cost("infantry", "D4", "E4") == apart.cost("infantry", "E4", "D4") == 0
    joined = Field({}, terrain=WATER, obstacles=works, special=Specials(joined_bridges=(("E4", "D4"),)))
    assert joined.cost("infantry", "D4", "E4") == joined.cost("infantry", "E4", "D4") == 1


@pytest.mark.clause("CRD-A2.8-5")
@pytest.mark.clause("CRD-S-3")
def test_on_a_bridge_nobody_wades():
    waded = Specials(fordable=("D4", "E4"))
    f = mover("armour", terrain=WATER, obstacles={"E4": "bridge"}, special=waded)
    assert f.path("a", "E4", "E3") is None
    assert f.path("a", "D4", "D3").code == "stops"
    units = {"a": ("allies", "armour", "E4"), "b": ("allies", "armour", "D4"), "x": ("axis", "infantry", "E3")}
    there = Field(units, terrain=WATER, obstacles={"E4": "bridge"}, special=waded).ordered("a", "b")
    assert there.refused("a", "x") == ""
    assert there.refused("b", "x") == "water"


@pytest.mark.clause("CRD-A2.8-7")
def test_dry_land_is_all_that_is_not_water():
    f = Field({}, terrain={"E5": "town"})
    dry = set()
    for name in load_tables().terrain:
        there = Field({}, terrain={"E5": name})
        dry |= {name} if is_dry(there.state, f.hex("E5")) else set()
    assert set(load_tables().terrain) - dry == {"river", "lake", "ocean"}


@pytest.mark.clause("CRD-A2.16-1")
def test_the_terrain_below_an_obstacle_stays_in_force():
    f = mover("armour", terrain={"E4": "forest"}, obstacles={"E4": "sandbags"})
    assert "E4" in f.reaches("a") - f.may_attack_in("a")
    assert f.path("a", "E4", "E3").code == "stops"


@pytest.mark.clause("CRD-A2.16-2")
@pytest.mark.clause("CRD-A2.16-4")
@pytest.mark.clause("CRD-A2.16-5")
@pytest.mark.clause("CRD-A2.20-6")
@pytest.mark.clause("CRD-T-OBSTACLES")
def test_only_the_largest_protection_counts():
    terrains, works = ledger_table("CRD-T-TERRAIN"), ledger_table("CRD-T-OBSTACLES")
    for terrain in ("plain", "forest", "hill", "town", "church", "beach"):
        for work in ("bunker", "sandbags", "dyke", "hedgehog", "wire"):
            f = Field({"x": ("axis", "infantry", "E4")}, terrain={"E4": terrain}, obstacles={"E4": work})
            for type_ in ("infantry", "armour", "artillery"):
                most = max(terrains[terrain]["reduction"][type_], works[work]["reduction"][type_])
                assert protection(f.state, f.unit("x"), Unit(9, "allies", type_, 3, f.hex("E5"))) == most
    town = Field({"x": ("axis", "infantry", "E4")}, terrain={"E4": "town"}, obstacles={"E4": "sandbags"})
    assert flags_ignored(town.state, town.unit("x")) == 1


# ---------------------------------------------------------------- bunkers


@pytest.mark.clause("CRD-A2.17-1")
def test_infantry_enters_a_bunker_freely_and_nobody_else():
    f = mover(obstacles={"E4": "bunker"})
    assert "E4" in f.may_attack_in("a")
    assert f.path("a", "E4", "E3") is None
    for kind in ("armour", "artillery"):
        assert "E4" not in mover(kind, obstacles={"E4": "bunker"}).reaches("a")


@pytest.mark.clause("CRD-A2.17-6")
@pytest.mark.parametrize("owner, sheltered", [("axis", False), ("allies", True), (None, True)])
def test_a_scenario_may_keep_its_bunkers_to_one_side(owner, sheltered):
    f = Field({"a": ("axis", "armour", "E5"), "x": ("allies", "infantry", "E4")},
              obstacles={"E4": "bunker"}, special=Specials(bunkers=owner))  # fmt: skip
    assert (protection(f.state, f.unit("x"), f.unit("a")), flags_ignored(f.state, f.unit("x"))) == (
        (2, 1) if sheltered else (0, 0)
    )
    assert is_passable(f.state, "infantry", f.hex("E4"))


@pytest.mark.clause("CRD-A2.17-8")
def test_out_of_a_bunker_units_attack_every_way():
    for target in ("E3", "D4", "F4", "E5", "D5", "F5"):
        f = Field({"a": ("allies", "infantry", "E4"), "x": ("axis", "infantry", target)}, obstacles={"E4": "bunker"})
        if f.board.distance(f.hex("E4"), f.hex(target)) == 1:
            assert f.ordered("a").dice("a", "x") == 3


# ---------------------------------------------------------------- anti-tank obstacles


@pytest.mark.clause("CRD-A2.18-1")
@pytest.mark.clause("CRD-A2.18-2")
@pytest.mark.clause("CRD-A2.18-3")
def test_anti_tank_obstacles():
    f = mover(obstacles={"E4": "hedgehog"})
    assert "E4" in f.may_attack_in("a")
    assert f.path("a", "E4", "E3") is None
    f.move("a", "E4", "E3")
    assert f.obstacles("E4") == ("hedgehog",)
    for kind in ("armour", "elite_armour", "artillery"):
        assert "E4" not in mover(kind, obstacles={"E4": "hedgehog"}).reaches("a")
    there = Field({"x": ("axis", "infantry", "E4"), "a": ("allies", "armour", "E5")}, obstacles={"E4": "hedgehog"})
    assert flags_ignored(there.state, there.unit("x")) == 1
    assert there.ordered("a").dice("a", "x") == 3
    assert there.state.board.tables.obstacles["hedgehog"].removed_by == {}


# ---------------------------------------------------------------- wire


@pytest.mark.clause("CRD-A2.19-1")
@pytest.mark.parametrize("kind", ["infantry", "elite_infantry", "resistance", "armour"])
def test_wire_stops_and_lets_attack(kind):
    f = mover(kind, obstacles={"E4": "wire"})
    assert f.path("a", "E4", "E3").code == "stops"
    assert "E4" in f.may_attack_in("a")


@pytest.mark.clause("CRD-A2.19-1")
@pytest.mark.clause("CRD-A2.16-1")
def test_wire_among_other_works_stops_as_well():
    f = mover("infantry", "E6")
    for works in (("wire", "sandbags"), ("sandbags", "wire")):
        f.state.obstacles[f.hex("E5")] = works
        f.state.version += 1
        assert f.path("a", "E5", "E4").code == "stops"


@pytest.mark.clause("CRD-A2.19-2")
@pytest.mark.clause("CRD-A2.19-8")
def test_wire_costs_infantry_a_die():
    for kind, dice in (("infantry", 2), ("resistance", 2), ("armour", 3), ("artillery", 3)):
        f = Field({"a": ("allies", kind, "E5"), "x": ("axis", "infantry", "E4")}, obstacles={"E5": "wire"})
        assert f.ordered("a").dice("a", "x") == dice


@pytest.mark.clause("CRD-A2.19-3")
@pytest.mark.clause("CRD-A2.19-4")
def test_infantry_removes_wire_in_place_of_its_attack():
    f = Field({"a": ("allies", "infantry", "E5"), "x": ("axis", "infantry", "E4")}, obstacles={"E5": "wire"})
    f.ordered("a")
    f.give_order(RemoveWire(f.ids["a"]))
    assert f.obstacles("E5") == ()
    assert f.targets("a") == set()
    nobody = Field({"a": ("allies", "infantry", "E5")}, obstacles={"E5": "wire"}).ordered("a")
    assert nobody.remove_wire("a") == ""
    tired = Field({"a": ("allies", "infantry", "E5")}, obstacles={"E5": "wire"}).ordered("a", barred=True, spent=2)
    assert tired.remove_wire("a") == "barred"
    bare = Field({"a": ("allies", "infantry", "E5"), "x": ("axis", "infantry", "E4")}).ordered("a")
    assert bare.remove_wire("a") == "no-wire"


@pytest.mark.clause("CRD-A2.19-3")
def test_wire_is_removed_or_the_enemy_attacked_not_both():
    f = Field({"a": ("allies", "infantry", "E5"), "b": ("allies", "infantry", "H5"), "x": ("axis", "infantry", "E4"),
               "y": ("axis", "infantry", "H4")}, obstacles={"E5": "wire"}).ordered("a", "b")  # fmt: skip
    f.throw("star", "star")
    f.attack("a", "x")
    assert f.remove_wire("a") == "attacked"


@pytest.mark.clause("CRD-A2.19-5")
@pytest.mark.clause("CRD-A2.19-8")
def test_armour_crushes_wire_and_artillery_does_not():
    f = mover("armour", obstacles={"E4": "wire"})
    f.move("a", "E4")
    assert f.obstacles("E4") == ()
    assert not f.state.tokens[f.ids["a"]].barred
    assert f.state.tokens[f.ids["a"]].halted
    guns = mover("artillery", obstacles={"E4": "wire"})
    guns.move("a", "E4")
    assert guns.obstacles("E4") == ("wire",)
    there = Field({"a": ("allies", "artillery", "E5"), "x": ("axis", "infantry", "E4")}, obstacles={"E5": "wire"})
    assert there.ordered("a").remove_wire("a") == "no-wire"
    assert there.dice("a", "x") == 3


# ---------------------------------------------------------------- sandbags and dykes


@pytest.mark.clause("CRD-A2.20-1")
def test_sandbags_hinder_neither_movement_nor_attack():
    f = mover("armour", obstacles={"E4": "sandbags"})
    assert f.path("a", "E4", "E3", "E2") is None
    assert "E4" in f.may_attack_in("a")


@pytest.mark.clause("CRD-A2.20-2")
@pytest.mark.clause("CRD-A2.21-1")
@pytest.mark.parametrize("work, left", [("sandbags", ()), ("dyke", ("dyke",))])
def test_sandbags_go_with_their_unit_and_dykes_stay(work, left):
    moved = mover(obstacles={"E5": work})
    moved.move("a", "E4")
    assert moved.obstacles("E5") == left
    driven = Field({"x": ("axis", "infantry", "E5")}, obstacles={"E5": work})
    driven.flags("x", 1, ignorable=0)
    driven.retreat("E4")
    assert driven.obstacles("E5") == left
    taker = Field({"a": ("allies", "infantry", "E5"), "x": ("axis", "infantry", "E4", 1)}, obstacles={"E5": work})
    taker.ordered("a")
    taker.throw("grenade", "star", "star")
    taker.attack("a", "x")
    taker.ground()
    assert taker.obstacles("E5") == left


@pytest.mark.clause("CRD-A2.20-3")
def test_sandbags_go_when_their_unit_is_eliminated():
    f = Field({"a": ("allies", "infantry", "E5"), "x": ("axis", "infantry", "E4", 1)}, obstacles={"E4": "sandbags"})
    f.ordered("a")
    f.throw("grenade", "star")
    f.attack("a", "x")
    assert f.obstacles("E4") == ()


@pytest.mark.clause("CRD-A2.20-5")
def test_sandbags_protect_from_every_direction():
    f = Field({"x": ("axis", "infantry", "E5")}, obstacles={"E5": "sandbags"})
    for hex_ in f.board.adjacent[f.hex("E5")]:
        assert protection(f.state, f.unit("x"), Unit(9, "allies", "infantry", 4, hex_)) == 1


@pytest.mark.clause("CRD-A2.20-8")
def test_sandbags_stand_on_any_terrain_but_ocean():
    assert load_tables().obstacles["sandbags"].not_on == ("ocean",)


@pytest.mark.clause("CRD-A2.20-9")
def test_sandbags_in_an_empty_hex_wait_for_whoever_comes():
    f = mover("armour", obstacles={"E4": "sandbags"})
    f.move("a", "E4", "E3")
    assert f.obstacles("E4") == ()
    stays = mover("armour", obstacles={"E4": "sandbags"})
    stays.move("a", "E4")
    assert stays.obstacles("E4") == ("sandbags",)
    assert protection(stays.state, stays.unit("a"), Unit(9, "axis", "infantry", 4, stays.hex("E3"))) == 1


@pytest.mark.clause("CRD-A2.20-2")
@pytest.mark.clause("CRD-A2.20-9")
def test_a_retreat_takes_the_sandbags_that_are_left_and_no_others():
    """They go where the unit was and where it came through; not where it stops, and not where it stays."""
    f = Field({"x": ("axis", "infantry", "E5")}, obstacles={"E5": "sandbags", "E4": "sandbags", "E3": "sandbags"})
    f.flags("x", 2, ignorable=0)
    f.retreat("E4", "E3")
    assert [f.obstacles(label) for label in ("E5", "E4", "E3")] == [(), (), ("sandbags",)]
    stays = Field({"x": ("axis", "infantry", "E5")}, obstacles={"E5": "sandbags"})
    stays.flags("x", 1)
    stays.retreat(ignore=True)
    assert stays.obstacles("E5") == ("sandbags",)
    stuck = Field({"x": ("axis", "infantry", "E1")}, obstacles={"E1": "sandbags"})
    stuck.flags("x", 1, ignorable=0)
    assert (stuck.figures("x"), stuck.obstacles("E1")) == (3, ("sandbags",))


@pytest.mark.clause("CRD-A2.20-2")
def test_sandbags_are_gone_for_whoever_comes_after_a_unit_that_was_driven_off():
    units = {"a": ("allies", "infantry", "E6"), "b": ("allies", "armour", "F5"), "x": ("axis", "infantry", "E5")}
    f = Field(units, obstacles={"E5": "sandbags"}).ordered("a", "b")
    f.throw("flag", "flag")
    f.attack("a", "x")
    f.retreat("E4", ignore=True)
    assert f.obstacles("E5") == ()
    assert [event.hex for event in f.happened(ObstacleRemoved)] == [f.hex("E5")]


@pytest.mark.clause("CRD-A2.16-1")
@pytest.mark.clause("CRD-A2.8-2")
@pytest.mark.clause("CRD-A2.18-1")
def test_of_several_obstacles_in_a_hex_each_has_its_say():
    f = Field({}, terrain=WATER, obstacles={"E4": "bridge"})
    f.state.obstacles[f.hex("E4")] = ("bridge", "sandbags")
    assert f.cost("armour", "E5", "E4") == 1, "sandbags do not break the bridge"
    f.state.obstacles[f.hex("E7")] = ("sandbags", "hedgehog")
    assert (f.cost("armour", "E8", "E7"), f.cost("infantry", "E8", "E7")) == (0, 1)
