"""Movement (ledger 4.3, annex 1, and the movement rules of terrain in annex 2)."""

import pytest

from tests.cards_field import Field, ledger_table, with_mountains
from wab.content.cards.loader import load_tables
from wab.content.cards.scenario import Specials
from wab.systems.cards.fight.movement import reach
from wab.systems.cards.state.orders import Attack, Move

KINDS = ("infantry", "elite_infantry", "resistance", "armour", "elite_armour", "artillery")


def mover(kind, at="E5", **more):
    """One unit of a kind that is ordered and about to move."""
    return Field({"a": ("allies", kind, at)}, **more).ordered("a", stage="move")


def farthest(labels, f, start="E5"):
    return max((f.board.distance(f.hex(start), f.hex(label)) for label in labels), default=0)


@pytest.mark.clause("CRD-4.3-3")
@pytest.mark.clause("CRD-4.3-4")
@pytest.mark.clause("CRD-4.3-5")
@pytest.mark.clause("CRD-4.3-6")
@pytest.mark.clause("CRD-A1.4-1")
@pytest.mark.clause("CRD-A1.5-6")
@pytest.mark.clause("CRD-A1.6-1")
@pytest.mark.clause("CRD-A1.2-1")
@pytest.mark.clause("CRD-T-ATTACK")
@pytest.mark.parametrize("kind", KINDS)
def test_how_far_units_move_and_move_and_attack(kind):
    wanted = ledger_table("CRD-T-ATTACK")[kind]
    f = mover(kind)
    assert farthest(f.reaches("a"), f) == wanted["move"]
    assert farthest(f.may_attack_in("a"), f) == wanted["move_and_attack"]


@pytest.mark.clause("CRD-4.3-1")
@pytest.mark.clause("CRD-4.3-2")
def test_each_unit_moves_once_in_any_order_or_not_at_all():
    units = {"a": ("allies", "armour", "E5"), "b": ("allies", "infantry", "H5"), "c": ("allies", "infantry", "K5")}
    f = Field(units).ordered("a", "b", "c", stage="move")
    f.move("b", "H4")
    f.move("a", "E4")
    assert f.path("b", "H3").code == "moved"
    assert f.reaches("b") == set()
    assert f.path("c", "K4") is None
    assert f.may_be_done()


@pytest.mark.clause("CRD-4.3-7")
def test_a_unit_moves_from_one_section_into_another():
    f = mover("armour", "C5")
    assert f.board.sections(f.hex("C5"), "allies") == ("left",)
    assert f.board.sections(f.hex("F5"), "allies") == ("center",)
    assert f.path("a", "D5", "E5", "F5") is None


@pytest.mark.clause("CRD-4.3-8")
@pytest.mark.clause("CRD-4.3-9")
@pytest.mark.parametrize("side", ["allies", "axis"])
def test_no_stacking_and_no_passing_through(side):
    wall = {label: (side, "infantry", label) for label in ("D4", "E4", "D6", "E6", "D5")}
    f = Field({"a": ("allies", "armour", "E5"), **wall}).ordered("a", stage="move")
    assert not set(wall) & f.reaches("a")
    assert "E3" not in f.reaches("a")
    assert f.path("a", "E4").code == f.path("a", "E4", "E3").code == "occupied"
    assert "F5" in f.reaches("a")


@pytest.mark.clause("CRD-4.3-9")
def test_a_hex_left_earlier_in_the_phase_is_free():
    f = Field({"a": ("allies", "armour", "E9"), "b": ("allies", "infantry", "E8"), "c": ("allies", "infantry", "D8")})
    f.ordered("a", "b", stage="move")
    assert "E8" not in f.reaches("a")
    f.move("b", "E7")
    assert "E8" in f.reaches("a")


@pytest.mark.clause("CRD-4.3-10")
@pytest.mark.clause("CRD-4.3-11")
def test_the_figures_of_a_unit_stay_together_and_never_join_others():
    f = Field({"a": ("allies", "infantry", "E5", 2), "b": ("allies", "infantry", "F5", 1)})
    f.ordered("a", "b", stage="move")
    f.move("a", "E4")
    assert (f.figures("a"), f.figures("b"), len(f.state.units)) == (2, 1, 2)
    assert set(Move.__struct_fields__) == {"unit", "path", "leave"}


@pytest.mark.clause("CRD-4.3-12")
@pytest.mark.clause("CRD-A2.1-1")
def test_terrain_shortens_ends_and_costs_the_attack():
    f = mover("armour", terrain={"E4": "forest", "D4": "river", "D6": "bocage"})
    assert f.path("a", "E4", "E3").code == "stops"
    assert f.path("a", "D4").code == "impassable"
    assert "E4" not in f.may_attack_in("a")


@pytest.mark.clause("CRD-4.3-15")
@pytest.mark.clause("CRD-4.0-6")
def test_all_moves_come_before_all_attacks():
    units = {"a": ("allies", "infantry", "E5"), "b": ("allies", "infantry", "H5"), "x": ("axis", "infantry", "E4")}
    f = Field(units).ordered("a", "b", stage="move")
    assert f.why_not(Attack(f.ids["a"], f.ids["x"])).code == "not-now"
    f.done()
    assert f.phase == "attack"
    assert f.path("b", "H4").code == "not-now"


@pytest.mark.clause("CRD-4.3-16")
def test_nobody_leaves_the_board():
    f = mover("armour", "A9")
    assert f.why_not(Move(f.ids["a"], (f.hex("A9"),), leave=True)).code == "exit"
    assert all(f.board.field.is_playable(hex_) for hex_ in reach(f.state, f.ids["a"]))


@pytest.mark.clause("CRD-4.3-17")
def test_steps_count_not_displacement():
    f = mover("infantry")
    assert f.path("a", "F5", "E4") is None
    f.move("a", "F5", "E4")
    token = f.state.tokens[f.ids["a"]]
    assert (token.spent, token.barred) == (2, True)
    home = mover("infantry")
    home.move("a", "F5", "E5")
    assert home.at("a") == "E5"
    assert home.state.tokens[home.ids["a"]].barred
    assert mover("infantry").path("a", "E4", "E3", "E2").code == "too-far"


@pytest.mark.clause("CRD-4.3-18")
def test_enemies_near_by_do_not_hold_anybody():
    f = Field({"a": ("allies", "armour", "E5"), "x": ("axis", "infantry", "F4"), "y": ("axis", "armour", "D3")})
    f.ordered("a", stage="move")
    assert f.path("a", "E4", "E3", "E2") is None


@pytest.mark.clause("CRD-4.0-7")
def test_only_ordered_units_move_and_attack():
    f = Field({"a": ("allies", "infantry", "E5"), "b": ("allies", "infantry", "H5"), "x": ("axis", "infantry", "H4")})
    f.ordered("a", stage="move")
    assert f.path("b", "H6").code == "not-ordered"
    f.mark("a", face="attack")
    f.state.stage = "attack"
    assert f.refused("b", "x") == "not-ordered"


@pytest.mark.clause("CRD-4.3-14")
@pytest.mark.clause("CRD-A2.15-3")
def test_heights_that_differ_by_two_cannot_be_climbed():
    f = mover("infantry", terrain={"E5": "hill", "E4": "mountain", "F5": "plain"}, tables=with_mountains())
    assert {"E4", "F5"} <= f.reaches("a")
    plain = mover("infantry", terrain={"E4": "mountain"}, tables=with_mountains())
    assert "E4" not in plain.reaches("a")


# ---------------------------------------------------------------- terrain


STOPPING = ("forest", "bocage", "town", "church", "ocean")


@pytest.mark.clause("CRD-A2.1-2")
@pytest.mark.clause("CRD-A2.2-1")
@pytest.mark.clause("CRD-A2.3-2")
@pytest.mark.clause("CRD-A2.5-1")
@pytest.mark.clause("CRD-A2.6-1")
@pytest.mark.clause("CRD-A2.10-1")
@pytest.mark.parametrize("terrain", STOPPING)
def test_terrain_that_stops(terrain):
    f = mover("armour", terrain={"E4": terrain})
    assert f.path("a", "E4") is None
    assert f.path("a", "E4", "E3").code == "stops"
    f.move("a", "E4")
    assert f.state.tokens[f.ids["a"]].halted


@pytest.mark.clause("CRD-A2.1-2")
@pytest.mark.clause("CRD-T-TERRAIN")
def test_no_other_terrain_stops():
    wanted = {name for name, row in ledger_table("CRD-T-TERRAIN").items() if row["move"] == "must_stop"}
    assert {name for name, kind in load_tables().terrain.items() if kind.stops} == wanted == set(STOPPING)


@pytest.mark.clause("CRD-A2.1-3")
@pytest.mark.clause("CRD-A2.2-2")
@pytest.mark.clause("CRD-A2.3-4")
@pytest.mark.clause("CRD-A2.5-2")
@pytest.mark.clause("CRD-A1.4-2")
@pytest.mark.parametrize("kind", ["infantry", "elite_infantry", "armour"])
@pytest.mark.parametrize("terrain", ["forest", "bocage", "town", "church"])
def test_terrain_that_costs_the_attack(terrain, kind):
    f = mover(kind, terrain={"E4": terrain})
    assert "E4" in f.reaches("a") - f.may_attack_in("a")


@pytest.mark.clause("CRD-A1.5-1")
@pytest.mark.parametrize("terrain", ["forest", "bocage", "town", "church"])
def test_resistance_attacks_after_entering_it_and_still_stops(terrain):
    f = mover("resistance", terrain={"E4": terrain})
    assert "E4" in f.may_attack_in("a")
    assert f.path("a", "E4", "E3").code == "stops"


WATERS = {
    "ocean": {"terrain": {"E4": "ocean"}},
    "ford": {"terrain": {"E4": "river"}, "special": Specials(fordable=("E4",))},
}


@pytest.mark.clause("CRD-A2.10-4")
@pytest.mark.clause("CRD-S-3")
@pytest.mark.clause("CRD-A1.5-2")
@pytest.mark.clause("CRD-5-5")
@pytest.mark.parametrize("water", WATERS)
@pytest.mark.parametrize("kind", ["infantry", "elite_infantry", "resistance", "armour"])
def test_a_move_into_the_water_costs_the_attack(kind, water):
    units = {"a": ("allies", kind, "E5"), "x": ("axis", "infantry", "E2")}
    f = Field(units, **WATERS[water]).ordered("a", stage="move")
    assert "E4" in f.reaches("a") - f.may_attack_in("a")
    assert "D4" in f.may_attack_in("a")
    f.move("a", "E4")
    token = f.state.tokens[f.ids["a"]]
    assert (token.face, token.barred) == ("none", True)
    assert f.refused("a", "x") in ("water", "not-now")


@pytest.mark.clause("CRD-A2.8-5")
def test_a_bridge_over_a_ford_costs_no_attack():
    f = mover("armour", obstacles={"E4": "bridge"}, **WATERS["ford"])
    assert "E4" in f.may_attack_in("a")


@pytest.mark.clause("CRD-5-1")
@pytest.mark.clause("CRD-A2.10-4")
@pytest.mark.clause("CRD-S-3")
@pytest.mark.parametrize("water", WATERS)
def test_the_token_of_a_unit_that_stays_in_the_water_promises_no_attack(water):
    units = {"a": ("allies", "armour", "E4"), "b": ("allies", "armour", "H4"), "x": ("axis", "infantry", "H3")}
    f = Field(units, **WATERS[water]).ordered("a", "b", stage="move")
    assert f.state.tokens[f.ids["a"]].face == "move", "it may leave the water"
    f.done()
    assert f.phase == "attack"
    assert {name: f.state.tokens[f.ids[name]].face for name in ("a", "b")} == {"a": "none", "b": "attack"}


@pytest.mark.clause("CRD-A1.5-2")
def test_resistance_has_no_other_privilege():
    units = {"r": ("allies", "resistance", "E8"), "x": ("axis", "infantry", "E7")}
    f = Field(units, face="beach", terrain={"E7": "beach"}).ordered("r")
    assert f.refused("r", "x") == "water"
    wire = Field({"r": ("allies", "resistance", "E5"), "x": ("axis", "infantry", "E4")}, obstacles={"E5": "wire"})
    assert wire.ordered("r").dice("r", "x") == 2


@pytest.mark.clause("CRD-A2.1-8")
def test_a_unit_that_was_there_attacks_and_leaves_as_usual():
    for terrain in ("forest", "town", "church"):
        units = {"a": ("allies", "infantry", "E5"), "x": ("axis", "infantry", "E4")}
        f = Field(units, terrain={"E5": terrain}).ordered("a", stage="move")
        assert f.path("a", "F5", "G5") is None
        f.done()
        assert f.dice("a", "x") == 3
        assert f.refused("a", "x") == ""


@pytest.mark.clause("CRD-A2.1-7")
@pytest.mark.clause("CRD-A2.4-2")
def test_plains_and_hills_limit_nothing():
    plain, hills = mover("armour"), mover("armour", terrain={"E4": "hill", "E3": "hill", "F5": "hill"})
    assert hills.reaches("a") == plain.reaches("a") == hills.may_attack_in("a")


@pytest.mark.clause("CRD-A2.3-1")
def test_bocage_is_entered_only_from_next_door():
    f = mover("armour", "E8", terrain={"E5": "bocage"})
    assert "E6" in f.reaches("a")
    assert "E5" not in f.reaches("a")
    assert f.path("a", "E7", "E6", "E5").code == "bocage"
    near = mover("armour", "E6", terrain={"E5": "bocage"})
    assert "E5" in near.reaches("a")
    assert near.path("a", "F5", "E5") is None


@pytest.mark.clause("CRD-A2.3-3")
def test_out_of_bocage_the_first_hex_is_the_last():
    f = mover("armour", terrain={"E5": "bocage"})
    assert farthest(f.reaches("a"), f) == 1
    assert f.path("a", "E4", "E3").code == "stops"


@pytest.mark.clause("CRD-A2.3-7")
def test_from_bocage_straight_into_bocage():
    f = mover("armour", terrain={"E5": "bocage", "E4": "bocage"})
    assert "E4" in f.reaches("a")


@pytest.mark.clause("CRD-A2.3-8")
def test_leaving_bocage_ends_the_move_and_nothing_else():
    f = Field({"a": ("allies", "infantry", "E5"), "x": ("axis", "infantry", "E3", 1)}, terrain={"E5": "bocage"})
    f.ordered("a", stage="move")
    f.move("a", "E4")
    f.done()
    assert f.refused("a", "x") == ""
    f.throw("grenade", "star", "star")
    f.attack("a", "x")
    assert f.phase == "ground"


@pytest.mark.clause("CRD-A2.7-1")
@pytest.mark.clause("CRD-A2.14-1")
@pytest.mark.parametrize("water", ["river", "lake"])
@pytest.mark.parametrize("kind", KINDS)
def test_rivers_and_lakes_are_closed_to_all(kind, water):
    f = mover(kind, terrain={"E4": water})
    assert "E4" not in f.reaches("a")


@pytest.mark.clause("CRD-A2.9-1")
@pytest.mark.clause("CRD-A2.9-3")
def test_a_move_that_enters_a_beach_is_two_hexes_long():
    f = mover("armour", "G3", face="beach")
    assert farthest(f.reaches("a") & {f"{column}5" for column in "ABCDEFGHIJKLM"}, f, "G3") == 2
    assert f.path("a", "G4", "G5") is None
    assert f.path("a", "G4", "G5", "G6").code == "beach"
    assert mover("armour", "G2", face="beach").path("a", "G3", "G4", "G5").code == "beach"


@pytest.mark.clause("CRD-A2.9-2")
def test_starting_on_a_beach_limits_nothing():
    f = mover("armour", "G5", face="beach")
    assert f.path("a", "G4", "G3", "G2") is None
    assert f.path("a", "G6", "G7", "G8").code == "beach"


@pytest.mark.clause("CRD-A2.9-4")
def test_beaches_do_not_hinder_an_attack():
    f = Field({"a": ("allies", "armour", "G7"), "x": ("axis", "infantry", "G4")}, face="beach").ordered(
        "a", stage="move"
    )
    f.move("a", "G6")
    f.done()
    assert f.refused("a", "x") == ""
    assert f.dice("a", "x") == 3


@pytest.mark.clause("CRD-A2.10-1")
@pytest.mark.clause("CRD-A2.10-2")
def test_in_the_ocean_a_unit_goes_one_hex_any_way():
    f = mover("armour", "G9", face="beach")
    assert f.reaches("a") == {"F9", "H9", "F8", "G8"}
    inland = mover("armour", "G8", face="beach")
    assert {"F8", "H8", "G9", "H9", "G7", "H7"} <= inland.reaches("a")
    assert inland.path("a", "F8", "E8").code == "stops"


@pytest.mark.clause("CRD-A2.10-6")
def test_from_the_ocean_two_hexes_onto_the_beach():
    armour, infantry = mover("armour", "G8", face="beach"), mover("infantry", "G8", face="beach")
    assert "G6" in armour.may_attack_in("a")
    assert armour.path("a", "G7", "G6", "G5").code == "beach"
    assert "G6" in infantry.reaches("a") - infantry.may_attack_in("a")


@pytest.mark.clause("CRD-A2.11-2")
@pytest.mark.clause("CRD-A2.11-4")
@pytest.mark.clause("CRD-A2.12-1")
@pytest.mark.parametrize("high", ["bluff", "cliff"])
def test_between_beach_and_height_only_infantry_climbs_for_two(high):
    f = Field({}, face="beach", terrain={"G5": high})
    for one, other in (("G6", "G5"), ("G5", "G6")):
        assert f.cost("infantry", one, other) == 2
        assert f.cost("armour", one, other) == f.cost("artillery", one, other) == 0


@pytest.mark.clause("CRD-A2.11-5")
@pytest.mark.clause("CRD-A2.12-1")
@pytest.mark.parametrize("high", ["bluff", "cliff"])
def test_from_inland_they_are_ordinary_hills(high):
    f = Field({}, face="beach", terrain={"G5": high, "H5": high})
    for type_ in ("infantry", "armour", "artillery"):
        assert [f.cost(type_, "G4", "G5"), f.cost(type_, "G5", "G4"), f.cost(type_, "G5", "H5")] == [1, 1, 1]


@pytest.mark.clause("CRD-A2.13-1")
@pytest.mark.clause("CRD-A2.13-3")
def test_steep_hills_cost_two_upward():
    f = Field({}, terrain={"E5": "steep_hill", "E4": "hill", "F5": "steep_hill"})
    for type_ in ("infantry", "armour", "artillery"):
        assert f.cost(type_, "E6", "E5") == 2
        assert f.cost(type_, "E4", "E5") == f.cost(type_, "F5", "E5") == f.cost(type_, "E5", "E6") == 1
    guns = mover("artillery", "E6", terrain={"E5": "steep_hill"})
    assert "E5" not in guns.reaches("a")
    assert "E5" in mover("artillery", "F5", terrain={"E5": "steep_hill", "F5": "steep_hill"}).reaches("a")
    assert "E5" in Field({"a": ("allies", "artillery", "E6"), "x": ("axis", "infantry", "A1")},
        terrain={"E5": "steep_hill"}).ordered("a", stage="move", card="artillery_bombard").reaches("a")  # fmt: skip
    foot = mover("infantry", "E6", terrain={"E5": "steep_hill"})
    assert "E5" in foot.reaches("a") - foot.may_attack_in("a")
    assert "E5" in mover("elite_infantry", "E6", terrain={"E5": "steep_hill"}).may_attack_in("a")


@pytest.mark.clause("CRD-A2.4-2")
def test_an_ordinary_hill_beside_a_beach_is_a_hill():
    f = Field({}, face="beach", terrain={"G5": "hill", "E5": "steep_hill"})
    assert [f.cost(type_, "G6", "G5") for type_ in ("infantry", "armour", "artillery")] == [1, 1, 1]
    assert [f.cost(type_, "E6", "E5") for type_ in ("infantry", "armour", "artillery")] == [2, 2, 2]


@pytest.mark.clause("CRD-C.behind_enemy_lines-1")
def test_a_second_move_is_made_once_and_only_by_its_card():
    f = Field({"a": ("allies", "infantry", "E5"), "x": ("axis", "infantry", "A1")})
    f.ordered("a", stage="second_move", card="behind_enemy_lines", moved=True)
    f.move("a", "E4", "E3", "E2")
    assert f.path("a", "E1").code == "moved"
    plain = Field({"a": ("allies", "infantry", "E5")}).ordered("a", stage="second_move", moved=True)
    assert plain.path("a", "E4").code == "moved"


@pytest.mark.clause("CRD-4.3-13")
def test_a_retreat_is_no_move():
    f = Field({"a": ("allies", "infantry", "E6"), "x": ("axis", "infantry", "E5")}).ordered("a")
    f.throw("flag", "star", "star")
    f.attack("a", "x")
    f.retreat("E4")
    assert f.ids["x"] not in f.state.tokens
    assert [type(event).__name__ for event in f.events].count("UnitMoved") == 0


def test_the_way_that_is_offered_spares_sandbags():
    """Passing through sandbags removes them: of two ways of equal length the other one is offered."""
    f = mover("armour", obstacles={"E4": "sandbags"})
    way = reach(f.state, f.ids["a"])[f.hex("E3")].path
    assert f.hex("E4") not in way
    assert f.path("a", "E4", "E3") is None


@pytest.mark.clause("CRD-A2.20-9")
@pytest.mark.parametrize("sandbags, way", [("D4", "E4"), ("E4", "D4")])
def test_whichever_of_two_ways_has_sandbags_the_other_one_is_offered(sandbags, way):
    f = mover("armour", obstacles={sandbags: "sandbags"})
    assert reach(f.state, f.ids["a"])[f.hex("E3")].path == (f.hex("E5"), f.hex(way), f.hex("E3"))


@pytest.mark.clause("CRD-A2.3-1")
def test_the_reason_names_the_bocage_that_is_too_far():
    refusal = mover("armour", "E8", terrain={"E5": "bocage"}).path("a", "E7", "E6", "E5")
    assert (refusal.code, refusal.where) == ("bocage", (Field({}).hex("E5"),))
