"""Taking ground and armour overrun (ledger 4.4.10, 4.4.11, and what terrain says about them)."""

import pytest

from tests.cards_field import Field
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.orders import TakeGround


def decisive(kind="infantry", origin="E5", hex_="E4", *, roll=("grenade", "star", "star"), card=None, extra=(), **more):
    """A close combat attack that eliminates its target; the attacker stands in `origin`."""
    marks = more.pop("marks", {})
    units = {"a": ("allies", kind, origin), "x": ("axis", "infantry", hex_, 1), **dict(extra)}
    f = Field(units, **more)
    f.ordered("a", **({"card": card} if card else {}), **marks)
    f.throw(*roll[: f.dice("a", "x")])
    f.attack("a", "x")
    return f


@pytest.mark.clause("CRD-4.4.10-1")
@pytest.mark.clause("CRD-4.4.10-2")
@pytest.mark.clause("CRD-4.4.10-3")
def test_after_a_decisive_close_combat_the_hex_may_be_taken_or_not():
    f = decisive()
    assert f.phase == "ground"
    assert set(f.offered()) == {TakeGround(True), TakeGround(False)}
    f.ground(take=False)
    assert f.at("a") == "E5"
    f = decisive()
    f.ground()
    assert f.at("a") == "E4"
    driven = Field({"a": ("allies", "infantry", "E5"), "x": ("axis", "infantry", "E4")}).ordered("a")
    driven.throw("flag", "star", "star")
    driven.attack("a", "x")
    driven.retreat("E3")
    driven.ground()
    assert (driven.at("a"), driven.at("x")) == ("E4", "E3")


@pytest.mark.clause("CRD-4.4.10-4")
def test_artillery_takes_no_ground():
    assert decisive("artillery").phase != "ground"


@pytest.mark.clause("CRD-4.4.10-7")
def test_fire_from_further_away_takes_no_ground():
    f = Field({"a": ("allies", "infantry", "E5"), "x": ("axis", "infantry", "E3", 1)}).ordered("a")
    f.throw("grenade", "star")
    f.attack("a", "x")
    assert f.figures("x") == 0
    assert f.phase != "ground"


@pytest.mark.clause("CRD-4.4.10-9")
def test_a_target_that_stays_leaves_no_room():
    f = Field({"a": ("allies", "infantry", "E2"), "x": ("axis", "infantry", "E1")}).ordered("a")
    f.throw("flag", "infantry", "star")
    f.attack("a", "x")
    assert f.figures("x") == 2
    assert f.phase != "ground"
    f = Field({"a": ("allies", "infantry", "E5"), "x": ("axis", "infantry", "E4")}, obstacles={"E4": "bunker"})
    f.ordered("a")
    f.throw("flag", "star")
    f.attack("a", "x")
    f.retreat(ignore=True)
    assert f.phase != "ground"


@pytest.mark.clause("CRD-4.4.10-5")
@pytest.mark.clause("CRD-A2.1-2")
@pytest.mark.clause("CRD-A2.19-5")
def test_a_unit_that_was_stopped_this_turn_takes_no_ground():
    assert decisive(marks={"halted": True}).phase != "ground"
    f = Field({"a": ("allies", "armour", "E6"), "x": ("axis", "infantry", "E4", 1)}, obstacles={"E5": "wire"})
    f.ordered("a", stage="move")
    f.move("a", "E5")
    f.done()
    f.throw("grenade", "star", "star")
    f.attack("a", "x")
    assert f.figures("x") == 0
    assert f.phase != "ground"


@pytest.mark.clause("CRD-4.4.10-5")
@pytest.mark.parametrize("kind, obstacle", [("armour", "bunker"), ("armour", "hedgehog")])
def test_closed_hexes_are_not_taken(kind, obstacle):
    assert decisive(kind, obstacles={"E4": obstacle}).phase != "ground"
    assert decisive("infantry", obstacles={"E4": obstacle}).phase == "ground"


@pytest.mark.clause("CRD-4.4.10-6")
@pytest.mark.clause("CRD-A2.13-2")
@pytest.mark.clause("CRD-A2.11-3")
def test_ground_needs_no_movement():
    assert decisive(marks={"spent": 1, "moved": True}).phase == "ground"
    for high in ("steep_hill", "hill"):
        assert decisive("armour", terrain={"E4": high}).phase == "ground"
    tired = decisive("armour", "G6", "G5", face="beach", marks={"spent": 2, "moved": True})
    assert tired.phase == "ground"


@pytest.mark.clause("CRD-A2.11-3")
@pytest.mark.clause("CRD-A2.11-4")
@pytest.mark.clause("CRD-A2.12-1")
@pytest.mark.parametrize(
    "kind, high, up, down",
    [("infantry", "bluff", True, True), ("infantry", "cliff", False, True), ("armour", "bluff", False, False),
     ("armour", "cliff", False, False)],
)  # fmt: skip
def test_ground_between_beach_and_height(kind, high, up, down):
    terrain = {"G5": high}
    assert (decisive(kind, "G6", "G5", face="beach", terrain=terrain).phase == "ground") == up
    assert (decisive(kind, "G5", "G6", face="beach", terrain=terrain).phase == "ground") == down


@pytest.mark.clause("CRD-A2.11-5")
@pytest.mark.parametrize("high", ["bluff", "cliff", "hill"])
def test_from_inland_anybody_takes_a_height(high):
    assert decisive("armour", "G4", "G5", face="beach", terrain={"G5": high}, marks={"barred": False}).phase == "ground"
    assert decisive("armour", "G6", "G5", face="beach", terrain={"G5": "hill"}).phase == "ground"


@pytest.mark.clause("CRD-A2.3-1")
@pytest.mark.clause("CRD-A2.3-8")
def test_bocage_is_taken_only_by_who_began_next_to_it():
    near = decisive(terrain={"E4": "bocage"})
    assert near.phase == "ground"
    f = decisive(terrain={"E4": "bocage"}, marks={"start": Field({}).hex("E7"), "moved": True})
    assert f.phase != "ground"


@pytest.mark.clause("CRD-A2.8-6")
@pytest.mark.clause("CRD-A2.8-2")
def test_ground_on_a_bridge_is_taken_from_dry_land():
    water = {"E4": "river", "E5": "river"}
    assert decisive(terrain={"E4": "river"}, obstacles={"E4": "bridge"}).phase == "ground"
    assert decisive(terrain=water, obstacles={"E4": "bridge", "E5": "bridge"}).phase != "ground"


@pytest.mark.clause("CRD-4.4.10-10")
def test_entering_has_its_effects():
    f = decisive("armour", obstacles={"E4": "wire", "E5": "sandbags"})
    f.ground()
    assert (f.obstacles("E4"), f.obstacles("E5")) == ((), ())
    assert f.happened(ev.GroundTaken)[0].token.halted


@pytest.mark.clause("CRD-A5.2-3")
def test_the_simplest_game_takes_no_ground():
    assert decisive(options={"variant": "younger-plain"}).phase != "ground"


# ---------------------------------------------------------------- overrun

FURTHER = {"y": ("axis", "infantry", "E2")}


@pytest.mark.clause("CRD-4.4.10-8")
@pytest.mark.clause("CRD-4.4.11-1")
@pytest.mark.clause("CRD-4.4.11-2")
def test_armour_that_took_ground_attacks_again():
    f = decisive("armour", extra=FURTHER)
    f.ground()
    assert f.phase == "overrun"
    assert f.targets("a") == {"y"}
    f = decisive("armour", extra=FURTHER)
    f.ground(take=False)
    assert f.phase != "overrun"
    f = decisive("infantry", extra=FURTHER)
    f.ground()
    assert f.phase != "overrun"


@pytest.mark.clause("CRD-4.4.11-3")
def test_an_overrun_obeys_the_usual_rules():
    f = decisive("armour", extra={**FURTHER, "z": ("axis", "infantry", "E3")})
    f.ground()
    assert f.targets("a") == {"z"}
    assert f.refused("a", "y") == "close_combat_duty"


@pytest.mark.clause("CRD-4.4.11-4")
@pytest.mark.clause("CRD-4.4.11-5")
def test_ground_once_more_and_no_third_attack():
    f = decisive("armour", extra={"z": ("axis", "infantry", "E3", 1), **FURTHER})
    f.ground()
    f.throw("grenade", "star", "star")
    f.attack("a", "z")
    assert f.phase == "ground"
    f.ground()
    assert f.at("a") == "E3"
    assert f.phase != "overrun"


@pytest.mark.clause("CRD-4.4.11-6")
def test_both_attacks_come_before_the_next_unit():
    units = {"b": ("allies", "infantry", "H5"), "z": ("axis", "infantry", "H4"), **FURTHER}
    f = Field({"a": ("allies", "armour", "E5"), "x": ("axis", "infantry", "E4", 1), **units}).ordered("a", "b")
    f.throw("grenade", "star", "star")
    f.attack("a", "x")
    f.ground()
    assert f.refused("b", "z") == "overrun"
    f.done()
    assert f.refused("b", "z") == ""
    assert f.refused("a", "y") == "attacked"


@pytest.mark.clause("CRD-4.4.11-7")
@pytest.mark.clause("CRD-A2.10-4")
@pytest.mark.parametrize("terrain", ["forest", "bocage", "town", "church", "ocean"])
def test_terrain_can_forbid_an_overrun(terrain):
    roll = ("grenade", "grenade", "grenade")
    f = decisive("armour", "E5", "E4", roll=roll, terrain={"E4": terrain}, extra=FURTHER)
    assert f.phase == "ground"
    f.ground()
    assert f.at("a") == "E4"
    assert f.phase != "overrun"
    assert f.happened(ev.GroundTaken)[0].token.barred


@pytest.mark.clause("CRD-A2.19-9")
def test_wire_lets_armour_overrun_and_take_no_more():
    f = decisive("armour", obstacles={"E4": "wire"}, extra={"z": ("axis", "infantry", "E3", 1)})
    f.ground()
    assert f.phase == "overrun"
    f.throw("grenade", "star", "star")
    f.attack("a", "z")
    assert f.figures("z") == 0
    assert f.phase != "ground"


@pytest.mark.clause("CRD-4.4.11-8")
def test_the_bonus_of_a_card_holds_for_a_close_overrun():
    near = {"z": ("axis", "infantry", "E3")}
    roll = ("grenade", "star", "star", "star")
    f = decisive("armour", roll=roll, card="armor_assault", extra=near)
    f.ground()
    assert f.dice("a", "z") == 4
    far = decisive("armour", roll=roll, card="armor_assault", extra=FURTHER)
    far.ground()
    assert far.dice("a", "y") == 3


@pytest.mark.clause("CRD-4.3-2")
@pytest.mark.clause("CRD-4.4.10-1")
def test_who_takes_ground_has_made_its_move():
    f = Field({"a": ("allies", "infantry", "E5"), "x": ("axis", "infantry", "E4", 1)}).ordered("a")
    f.throw("grenade", "star", "star")
    f.attack("a", "x")
    f.ground()
    assert [event.token.moved for event in f.happened(ev.GroundTaken)] == [True]
