"""Attacks (ledger 4.4.1 to 4.4.5, 4.4.7, 4.4.8): who may attack whom, with how many dice, and what they do."""

import itertools

import pytest

from tests.cards_field import Field, ledger_table
from wab.content.cards.loader import load_tables
from wab.systems.cards.fight.combat import read_dice
from wab.systems.cards.fight.obstacles import protection
from wab.systems.cards.fight.odds import chances, preview
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.orders import Ambush, Attack
from wab.systems.cards.state.state import Unit

PAIR = {"a": ("allies", "infantry", "E5"), "x": ("axis", "infantry", "E4")}


@pytest.mark.clause("CRD-4.4.1-1")
def test_an_attack_is_finished_before_the_next():
    f = Field({**PAIR, "b": ("allies", "infantry", "H5"), "y": ("axis", "infantry", "H4")}).ordered("a", "b")
    f.throw("flag", "star", "star")
    f.attack("a", "x")
    assert f.phase == "retreat"
    assert f.why_not(Attack(f.ids["b"], f.ids["y"])).code == "not-now"
    f.retreat("E3")
    assert f.phase == "ground"
    f.ground(take=False)
    assert f.refused("b", "y") == ""


@pytest.mark.clause("CRD-4.4.1-2")
@pytest.mark.clause("CRD-4.4.2-5")
@pytest.mark.clause("CRD-4.4.7-1")
@pytest.mark.clause("CRD-4.4.7-2")
def test_dice_are_base_and_card_less_handicap_less_protection():
    f = Field(
        {"a": ("allies", "infantry", "E5"), "x": ("axis", "infantry", "E4")},
        terrain={"E4": "forest"}, obstacles={"E5": "wire"},
    )  # fmt: skip
    f.ordered("a", card="close_assault")
    assert f.causes("a", "x") == {"CRD-4.4.3-1": 3, "CRD-C.close_assault-1": 1, "CRD-4.4.7-2": -1, "CRD-4.4.7-1": -1}
    assert f.dice("a", "x") == 2


@pytest.mark.clause("CRD-4.4.2-5")
def test_only_the_sum_is_held_at_none():
    """Armour out of a town at a forest: 3 - 2 - 2 is none; with a die of the card's it is still none, not one."""
    units = {"a": ("allies", "armour", "E5"), "x": ("axis", "infantry", "E4")}
    f = Field(units, terrain={"E5": "town", "E4": "forest"}).ordered("a")
    assert f.dice("a", "x") == 0
    assert Field(units, terrain={"E5": "town", "E4": "forest"}).ordered("a", card="close_assault").dice("a", "x") == 0


@pytest.mark.clause("CRD-4.4.1-3")
@pytest.mark.clause("CRD-4.4.1-6")
def test_one_target_is_named_and_gets_all_dice():
    f = Field({**PAIR, "y": ("axis", "infantry", "D4")}).ordered("a")
    f.throw("infantry", "infantry", "star")
    f.attack("a", "x")
    names = [type(event).__name__ for event in f.events]
    assert names.index("AttackDeclared") < names.index("Rolled")
    assert f.happened(ev.AttackDeclared)[0].fight.target == f.ids["x"]
    assert (f.figures("x"), f.figures("y")) == (2, 4)


@pytest.mark.clause("CRD-4.4.1-4")
@pytest.mark.clause("CRD-4.4.1-5")
def test_a_unit_attacks_once_or_not_at_all():
    f = Field({**PAIR, "y": ("axis", "infantry", "D4"), "b": ("allies", "infantry", "H5")}).ordered("a", "b")
    assert f.may_be_done()
    f.throw("star", "star", "star")
    f.attack("a", "x")
    f.ordered("a", face="none", attacks=1)
    assert f.refused("a", "y") == "attacked"
    assert f.targets("a") == set()


@pytest.mark.clause("CRD-4.4.1-3")
def test_nobody_and_friends_are_no_targets():
    f = Field({**PAIR, "b": ("allies", "infantry", "F5")}).ordered("a")
    assert f.refused("a", "b") == "no-target"
    assert f.why_not(Attack(f.ids["a"], 99)).code == "no-target"


@pytest.mark.clause("CRD-4.4.1-7")
@pytest.mark.parametrize("kind", ["infantry", "armour", "artillery"])
def test_losses_do_not_weaken_fire(kind):
    whole, weak = Field({**PAIR, "a": ("allies", kind, "E5")}), Field({**PAIR, "a": ("allies", kind, "E5", 1)})
    assert whole.dice("a", "x") == weak.ordered("a").dice("a", "x") == 3


@pytest.mark.clause("CRD-4.4.1-8")
@pytest.mark.clause("CRD-4.4.1-9")
@pytest.mark.clause("CRD-4.4.5-3")
@pytest.mark.parametrize("kind", ["infantry", "armour", "artillery", "resistance"])
def test_next_to_enemies_only_one_of_them_is_attacked(kind):
    f = Field({**PAIR, "a": ("allies", kind, "E5"), "y": ("axis", "armour", "D4"), "z": ("axis", "infantry", "G5")})
    f.ordered("a")
    assert f.targets("a") == {"x", "y"}
    assert f.refused("a", "z") == "close_combat_duty"


@pytest.mark.clause("CRD-4.4.1-8")
def test_the_duty_holds_even_where_the_neighbour_cannot_be_hurt():
    f = Field({"a": ("allies", "armour", "E5"), "x": ("axis", "infantry", "E4"), "z": ("axis", "infantry", "G5")},
              terrain={"E5": "town", "E4": "forest"}).ordered("a")  # fmt: skip
    assert f.refused("a", "x") == "no_dice"
    assert f.refused("a", "z") == "close_combat_duty"
    assert f.targets("a") == set()


@pytest.mark.clause("CRD-4.4.1-10")
def test_everything_is_judged_when_the_attack_is_announced():
    units = {"a": ("allies", "infantry", "E5"), "b": ("allies", "infantry", "F5"), "x": ("axis", "infantry", "E4", 1)}
    f = Field({**units, "z": ("axis", "infantry", "F3")}).ordered("a", "b")
    assert f.refused("b", "z") == "close_combat_duty"
    f.throw("grenade", "star", "star")
    f.attack("a", "x")
    f.ground(take=False)
    assert f.refused("b", "z") == ""


@pytest.mark.clause("CRD-4.4.2-1")
@pytest.mark.clause("CRD-4.4.3-2")
@pytest.mark.clause("CRD-4.4.4-1")
@pytest.mark.clause("CRD-4.4.3-1")
@pytest.mark.clause("CRD-4.4.5-1")
@pytest.mark.clause("CRD-T-ATTACK")
def test_range():
    for kind, row in ledger_table("CRD-T-ATTACK").items():
        for distance in range(1, 9):
            goal = f"{'ABCDEFGHIJ'[distance]}5"
            f = Field({"a": ("allies", kind, "A5"), "x": ("axis", "infantry", goal)}).ordered("a")
            dice = row["dice"][distance - 1] if distance <= len(row["dice"]) else 0
            assert f.dice("a", "x") == dice
            assert f.refused("a", "x") == ("" if dice else "out_of_range")


@pytest.mark.clause("CRD-4.4.2-2")
@pytest.mark.clause("CRD-4.4.2-3")
def test_range_is_the_shortest_way_whatever_lies_between():
    f = Field({"a": ("allies", "artillery", "E5"), "x": ("axis", "infantry", "H5")},
              terrain={"F5": "lake", "G5": "town", "F4": "river"}).ordered("a")  # fmt: skip
    assert f.board.distance(f.hex("E5"), f.hex("H5")) == 3
    assert f.dice("a", "x") == 2


@pytest.mark.clause("CRD-4.4.2-4")
@pytest.mark.clause("CRD-4.4.7-3")
def test_no_dice_no_attack():
    f = Field({"a": ("allies", "armour", "E5"), "x": ("axis", "infantry", "E4")},
              terrain={"E5": "town", "E4": "hill"}).ordered("a")  # fmt: skip
    assert f.dice("a", "x") == 0
    assert f.refused("a", "x") == "no_dice"


@pytest.mark.clause("CRD-4.4.5-2")
@pytest.mark.parametrize("terrain", sorted(set(load_tables().terrain) - {"river", "lake"}))
def test_artillery_heeds_no_protection(terrain):
    f = Field({"a": ("allies", "artillery", "E5"), "x": ("axis", "infantry", "E4")},
              terrain={"E4": terrain}, obstacles={"E4": "bunker"})  # fmt: skip
    assert f.ordered("a").dice("a", "x") == 3


@pytest.mark.clause("CRD-4.4.5-2")
def test_flags_of_artillery_are_ignored_like_others():
    f = Field({"a": ("allies", "artillery", "E5"), "x": ("axis", "infantry", "E4")}, obstacles={"E4": "bunker"})
    f.ordered("a")
    f.throw("flag", "star", "star")
    f.attack("a", "x")
    assert f.state.retreat.ignorable == 1


@pytest.mark.clause("CRD-4.4.7-1")
@pytest.mark.clause("CRD-A2.1-6")
@pytest.mark.clause("CRD-A2.2-3")
@pytest.mark.clause("CRD-A2.3-5")
@pytest.mark.clause("CRD-A2.4-3")
@pytest.mark.clause("CRD-A2.5-3")
@pytest.mark.clause("CRD-A2.8-5")
@pytest.mark.clause("CRD-A2.9-4")
@pytest.mark.clause("CRD-A2.10-5")
@pytest.mark.clause("CRD-T-TERRAIN")
@pytest.mark.parametrize("terrain", sorted(load_tables().terrain))
def test_the_protection_of_every_terrain(terrain):
    wanted = ledger_table("CRD-T-TERRAIN")[terrain]["reduction"]
    f = Field({"x": ("axis", "infantry", "E4")}, terrain={"E4": terrain})
    for type_, dice in wanted.items():
        assert protection(f.state, f.unit("x"), Unit(9, "allies", type_, 3, f.hex("E5"))) == dice


@pytest.mark.clause("CRD-A2.17-4")
@pytest.mark.clause("CRD-A2.18-2")
@pytest.mark.clause("CRD-A2.19-7")
@pytest.mark.clause("CRD-A2.20-4")
@pytest.mark.clause("CRD-A2.21-1")
@pytest.mark.clause("CRD-T-OBSTACLES")
@pytest.mark.parametrize("obstacle", sorted(load_tables().obstacles))
def test_the_protection_of_every_obstacle(obstacle):
    wanted = ledger_table("CRD-T-OBSTACLES")[obstacle]["reduction"]
    f = Field({"x": ("axis", "infantry", "E4")}, obstacles={"E4": obstacle})
    for type_, dice in wanted.items():
        for side in ("E5", "D4", "E3"):  # CRD-A2.20-5: from every direction
            assert protection(f.state, f.unit("x"), Unit(9, "allies", type_, 3, f.hex(side))) == dice


@pytest.mark.clause("CRD-A2.4-3")
@pytest.mark.clause("CRD-A2.4-5")
@pytest.mark.parametrize("own", ["hill", "bluff", "cliff", "steep_hill"])
@pytest.mark.parametrize("his", ["hill", "bluff", "cliff", "steep_hill"])
def test_from_any_hill_a_hill_protects_nobody(own, his):
    f = Field({"a": ("allies", "armour", "C5"), "x": ("axis", "infantry", "E5")}, terrain={"C5": own, "E5": his})
    assert f.ordered("a").dice("a", "x") == 3
    low = Field({"a": ("allies", "armour", "C5"), "x": ("axis", "infantry", "D5")}, terrain={"D5": his}).ordered("a")
    assert low.dice("a", "x") == 2


@pytest.mark.clause("CRD-A2.5-4")
@pytest.mark.clause("CRD-A2.6-1")
@pytest.mark.parametrize("town", ["town", "church"])
def test_armour_fights_badly_out_of_a_town(town):
    for kind, dice in (("armour", 1), ("elite_armour", 1), ("infantry", 3), ("artillery", 3)):
        f = Field({"a": ("allies", kind, "E5"), "x": ("axis", "infantry", "E4")}, terrain={"E5": town}).ordered("a")
        assert f.dice("a", "x") == dice


# ---------------------------------------------------------------- losses


@pytest.mark.clause("CRD-4.4.8-1")
def test_losses_come_before_retreats():
    f = Field(PAIR).ordered("a")
    f.throw("flag", "infantry", "grenade")
    f.attack("a", "x")
    names = [type(event).__name__ for event in f.events]
    assert names.index("FiguresLost") < names.index("RetreatDue")
    assert (f.figures("x"), f.state.retreat.flags) == (2, 1)


@pytest.mark.clause("CRD-4.4.8-2")
@pytest.mark.clause("CRD-4.4.8-3")
@pytest.mark.clause("CRD-4.4.8-7")
@pytest.mark.clause("CRD-4.4.8-8")
@pytest.mark.clause("CRD-T-DICE")
@pytest.mark.parametrize("type_", ["infantry", "armour", "artillery"])
def test_what_each_symbol_does(type_):
    state = Field({}).state
    table = state.board.tables.dice.faces
    hits = {symbol: read_dice(state, [table.index(symbol) + 1], type_).hits for symbol in table}
    assert hits == {s: int(s in (type_, "grenade")) for s in ("infantry", "armour", "grenade", "star", "flag")}
    starred = read_dice(state, [table.index("star") + 1], type_, stars_hit=True)
    assert starred.hits == 1
    wanted = ledger_table("CRD-T-DICE")
    assert {symbol: table.count(symbol) for symbol in table} == wanted["faces"]
    share = sum(hits[symbol] for symbol in table)
    assert f"{share}/6" == wanted["hit_chance"][type_]
    with_stars = sum(read_dice(state, [face], type_, stars_hit=True).hits for face in range(1, 7))
    assert f"{with_stars}/6" == wanted["hit_chance_when_star_hits"][type_]


@pytest.mark.clause("CRD-4.4.8-4")
def test_the_target_does_not_fire_back():
    f = Field(PAIR).ordered("a")
    f.throw("star", "star", "star")
    f.attack("a", "x")
    assert f.figures("a") == f.figures("x") == 4
    assert [type(event).__name__ for event in f.events].count("Rolled") - len(f.happened(ev.CardsDrawn)) == 1


@pytest.mark.clause("CRD-4.4.8-5")
@pytest.mark.clause("CRD-4.4.8-6")
@pytest.mark.clause("CRD-3-2")
def test_the_last_figure_gives_a_medal_and_surplus_hits_are_lost():
    f = Field({**PAIR, "x": ("axis", "infantry", "E4", 1), "y": ("axis", "infantry", "D4")}).ordered("a")
    f.throw("infantry", "grenade", "infantry")
    f.attack("a", "x")
    assert f.figures("x") == 0
    assert f.figures("y") == 4
    assert f.happened(ev.FiguresLost)[0].figures == 1
    assert (f.medals("allies"), f.medals("axis")) == (1, 0)


@pytest.mark.clause("CRD-4.4.8-9")
def test_flags_against_a_unit_that_is_no_more_do_nothing():
    f = Field({**PAIR, "x": ("axis", "infantry", "E4", 1)}).ordered("a")
    f.throw("infantry", "flag", "flag")
    f.attack("a", "x")
    assert f.happened(ev.RetreatDue) == []
    assert f.phase == "ground"


# ---------------------------------------------------------------- chances


@pytest.mark.parametrize("dice", range(6))
def test_chances_are_those_of_counting_all_rolls(dice):
    faces = load_tables().dice.faces
    counted = {}
    for roll in itertools.product(faces, repeat=dice):
        outcome = (sum(s in ("armour", "grenade") for s in roll), roll.count("flag"))
        counted[outcome] = counted.get(outcome, 0) + 1 / 6**dice
    assert chances(dice, 2, 1, 6) == pytest.approx(counted)


def test_a_preview_is_what_the_attack_then_is():
    """Preview and resolution agree: the dice rolled are those announced, losses and flags as the dice are read."""
    for kind, target, terrain in itertools.product(
        ("infantry", "armour", "artillery"), ("infantry", "armour", "artillery"), ("plain", "forest", "hill", "town")
    ):
        f = Field({"a": ("allies", kind, "E5"), "x": ("axis", target, "E4")}, terrain={"E4": terrain}).ordered("a")
        before = preview(f.state, Attack(f.ids["a"], f.ids["x"]))
        assert (before.refusal is None) == (f.refused("a", "x") == "")
        assert sum(before.joint.values()) == pytest.approx(1)
        assert sum(before.hits) == pytest.approx(sum(before.flags)) == pytest.approx(1)
        if before.refusal is None:
            f.attack("a", "x")
            declared = f.happened(ev.AttackDeclared)[0]
            rolled = next(event for event in f.events if type(event).__name__ == "Rolled")
            assert declared.fight.dice == before.dice == len(rolled.results)
            assert declared.causes == before.causes
            resolved = f.happened(ev.AttackResolved)[0]
            assert before.joint[resolved.hits, resolved.flags] > 0


# ---------------------------------------------------------------- two attacks of a unit


def bombarding(**more):
    units = {"a": ("allies", "artillery", "E5"), "b": ("allies", "artillery", "K5"), "x": ("axis", "infantry", "E4"),
             "z": ("axis", "infantry", "H3")}  # fmt: skip
    return Field(units, **more).ordered("a", "b", card="artillery_bombard")


@pytest.mark.clause("CRD-4.4.1-1")
@pytest.mark.clause("CRD-C.artillery_bombard-2")
def test_both_attacks_of_a_gun_come_before_the_next_guns():
    f = bombarding()
    f.throw("star", "star", "star")
    f.attack("a", "x")
    assert f.refused("a", "x") == ""
    f.throw("star", "star")
    f.attack("b", "z")
    assert f.refused("a", "x") == "attacked"
    assert f.refused("b", "z") == ""


@pytest.mark.clause("CRD-C.ambush-3")
def test_a_gun_that_an_ambush_drove_off_fires_no_more():
    f = bombarding(hands={"allies": ["recon_left"], "axis": ["ambush"]})
    f.attack("a", "x", ask=True)
    f.throw("flag", "star", "star")
    f.give_order(Ambush(play=True))
    f.give_order(f.offered()[0])
    assert f.at("a") != "E5"
    assert f.refused("a", "x") == "attacked"
    assert f.targets("b") == {"x", "z"}


@pytest.mark.clause("CRD-4.4.6-1")
def test_the_reason_names_the_hex_that_is_out_of_sight():
    f = Field({"a": ("allies", "infantry", "E5"), "x": ("axis", "infantry", "E3")},
              terrain={"D4": "forest", "E4": "forest"}).ordered("a")  # fmt: skip
    refusal = f.why_not(Attack(f.ids["a"], f.ids["x"]))
    assert (refusal.code, refusal.where) == ("no_sight", (f.hex("E3"),))


@pytest.mark.clause("CRD-4.2-1")
@pytest.mark.clause("CRD-C.ambush-3")
def test_a_unit_that_is_no_more_is_not_ordered_any_more():
    units = {**PAIR, "a": ("allies", "infantry", "E5", 1), "b": ("allies", "infantry", "H5")}
    f = Field(units, hands={"axis": ["ambush"]}).ordered("a", "b")
    f.attack("a", "x", ask=True)
    f.throw("grenade", "star", "star")
    f.give_order(Ambush(play=True))
    assert f.figures("a") == 0
    assert f.ids["a"] not in f.state.tokens


@pytest.mark.clause("CRD-C.firefight-4")
def test_in_a_firefight_nobody_shoots_at_a_neighbour():
    units = {"a": ("allies", "infantry", "E5"), "x": ("axis", "infantry", "E4"), "y": ("axis", "infantry", "G4")}
    f = Field(units).ordered("a", card="firefight")
    assert (f.refused("a", "x"), f.targets("a")) == ("card-far", set())
