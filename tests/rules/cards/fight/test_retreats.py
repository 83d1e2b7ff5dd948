"""Retreats (ledger 4.4.9, A1.5-3 and -4, and what terrain and obstacles say about them)."""

import pytest

import wab
from tests.cards_field import Field, with_mountains
from wab.engine import Chance
from wab.systems.cards.fight.retreat import all_ways
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.orders import Retreat


def alone(kind="infantry", at="E5", side="axis", figures=None, **more):
    entry = (side, kind, at) if figures is None else (side, kind, at, figures)
    return Field({"x": entry}, **more)


@pytest.mark.clause("CRD-4.4.9-1")
@pytest.mark.clause("CRD-4.4.9-2")
@pytest.mark.parametrize("flags", [1, 2, 3])
def test_a_hex_a_flag_toward_the_own_base_line(flags):
    f = alone()
    f.flags("x", flags)
    ways = f.ways()
    assert {len(way) - 1 for way in ways} == {flags}
    assert all(int(way[-1][1]) == 5 - flags for way in ways)
    assert len(ways) == 2**flags
    south = alone(side="allies")
    south.flags("x", flags)
    assert all(int(way[-1][1]) == 5 + flags for way in south.ways())


@pytest.mark.clause("CRD-4.4.9-3")
@pytest.mark.parametrize("side", ["allies", "axis"])
def test_the_owner_chooses_the_way(side):
    enemy = "axis" if side == "allies" else "allies"
    behind = "E5" if side == "axis" else "E3"
    f = Field({"a": (enemy, "infantry", behind), "x": (side, "infantry", "E4")}).ordered("a")
    f.throw("flag", "star", "star")
    f.attack("a", "x")
    assert f.to_act == side
    assert len(f.ends()) == 2


@pytest.mark.clause("CRD-4.4.9-4")
@pytest.mark.parametrize("terrain", ["forest", "bocage", "town", "church", "hill", "beach"])
def test_terrain_does_not_slow_a_retreat(terrain):
    f = alone(terrain={"D4": terrain, "E4": terrain}, obstacles={"D4": "wire"})
    f.flags("x", 2)
    assert len(f.ways()) == 4
    assert {len(way) for way in f.ways()} == {3}


@pytest.mark.clause("CRD-4.4.9-5")
@pytest.mark.parametrize(
    "kind, terrain, obstacle",
    [
        ("infantry", "river", ""), ("infantry", "lake", ""), ("armour", "plain", "bunker"),
        ("artillery", "plain", "bunker"), ("armour", "plain", "hedgehog"), ("artillery", "plain", "hedgehog"),
    ],
)  # fmt: skip
def test_impassable_hexes_stay_closed(kind, terrain, obstacle):
    f = alone(kind, terrain={"D4": terrain}, obstacles={"D4": obstacle} if obstacle else {})
    f.flags("x", 1)
    assert f.at("x") == "E4"


@pytest.mark.clause("CRD-4.4.9-5")
@pytest.mark.clause("CRD-A2.11-5")
@pytest.mark.parametrize("height", ["bluff", "cliff", "steep_hill"])
def test_heights_are_not_closed_to_retreats(height):
    f = alone("armour", at="E5", side="allies", face="beach", terrain={"E5": height})
    f.flags("x", 1)
    assert f.ends() == {"D6", "E6"}


@pytest.mark.clause("CRD-4.4.9-6")
@pytest.mark.parametrize("side", ["allies", "axis"])
def test_units_block_a_retreat(side):
    f = Field({"x": ("axis", "infantry", "E5"), "y": (side, "infantry", "D4")})
    f.flags("x", 1)
    assert f.at("x") == "E4"
    f = Field({"x": ("axis", "infantry", "E5"), "y": (side, "infantry", "D4"), "z": (side, "infantry", "E4")})
    f.flags("x", 1)
    assert (f.at("x"), f.figures("x")) == ("E5", 3)


@pytest.mark.clause("CRD-4.4.9-7")
@pytest.mark.clause("CRD-4.4.9-12")
def test_what_cannot_be_carried_out_costs_figures():
    f = alone(at="E1")
    f.flags("x", 2)
    assert (f.at("x"), f.figures("x")) == ("E1", 2)
    assert [event.cause for event in f.happened(ev.FiguresLost)] == ["retreat"]


@pytest.mark.clause("CRD-4.4.9-8")
def test_no_figure_may_be_given_while_there_is_a_way():
    f = Field({"x": ("axis", "infantry", "F5"), "y": ("axis", "infantry", "E3"), "z": ("axis", "infantry", "F3")})
    f.flags("x", 2, ignorable=1)  # two ways to stand: with a flag ignored, or not
    refusals = {
        labels: f.why_not(Retreat(tuple(map(f.hex, labels)))) for labels in (("F5",), ("F5", "E4"), ("F5", "F4", "G3"))
    }
    assert refusals["F5",].code == "must-go"
    assert refusals["F5", "E4"].code == "no-way"
    assert refusals["F5", "F4", "G3"] is None


@pytest.mark.clause("CRD-4.4.9-9")
def test_without_a_whole_way_the_longest_must_be_gone():
    f = alone(at="E2")
    f.flags("x", 3)
    assert {len(way) - 1 for way in f.ways()} == {1}
    f.retreat("E1")
    assert (f.at("x"), f.figures("x")) == ("E1", 2)


@pytest.mark.clause("CRD-4.4.9-10")
@pytest.mark.clause("CRD-A2.1-5")
@pytest.mark.clause("CRD-A2.6-1")
@pytest.mark.clause("CRD-A2.17-5")
@pytest.mark.clause("CRD-A2.18-2")
@pytest.mark.clause("CRD-A2.20-4")
@pytest.mark.clause("CRD-A2.21-1")
@pytest.mark.parametrize("shelter", ["church", "bunker", "hedgehog", "sandbags", "dyke"])
def test_a_flag_may_be_ignored_and_need_not(shelter):
    terrain = {"E5": shelter} if shelter == "church" else {}
    for _ in range(2):  # of every attack, however many there are
        f = alone(terrain=terrain, obstacles={} if terrain else {"E5": shelter})
        f.flags("x", 1)
        assert {(order.ignore, len(order.path)) for order in f.offered()} == {(False, 2), (True, 1)}
        f.give_order(next(order for order in f.offered() if order.ignore))
        assert (f.at("x"), f.figures("x")) == ("E5", 4)


@pytest.mark.clause("CRD-4.4.9-10")
@pytest.mark.parametrize("terrain", ["plain", "forest", "bocage", "town", "hill"])
def test_elsewhere_no_flag_is_ignored(terrain):
    f = alone(terrain={"E5": terrain}, obstacles={"E5": "wire"})
    f.flags("x", 1)
    assert f.why_not(Retreat((f.hex("E5"),), ignore=True)).code == "not-ignored"


@pytest.mark.clause("CRD-A2.16-3")
def test_one_flag_at_most_is_ignored():
    f = alone(terrain={"E5": "church"}, obstacles={"E5": "sandbags"})
    f.flags("x", 2)
    assert f.state.retreat.ignorable == 1
    assert {len(order.path) - 1 for order in f.offered() if order.ignore} == {1}


@pytest.mark.clause("CRD-4.4.9-11")
def test_a_unit_that_dies_for_want_of_room_gives_its_medal_and_its_hex():
    f = Field({"a": ("allies", "infantry", "E2"), "x": ("axis", "infantry", "E1", 1)}).ordered("a")
    f.throw("flag", "star", "star")
    f.attack("a", "x")
    assert (f.figures("x"), f.medals("allies"), f.phase) == (0, 1, "ground")


@pytest.mark.clause("CRD-4.4.9-13")
def test_losses_for_flags_come_where_the_retreat_stops():
    f = alone(at="E2", obstacles={"E2": "sandbags"})
    f.flags("x", 2, ignorable=0)
    f.retreat("E1")
    names = [type(event).__name__ for event in f.events]
    assert names.index("Retreated") < names.index("ObstacleRemoved") < names.index("FiguresLost")
    assert f.obstacles("E2") == ()


# ---------------------------------------------------------------- Resistance


@pytest.mark.clause("CRD-A1.5-3")
def test_resistance_melts_away():
    f = alone("resistance")
    f.flags("x", 1)
    assert {len(way) - 1 for way in f.ways()} == {1, 2, 3}
    f = alone("resistance", at="E9", side="axis")
    f.flags("x", 2)
    assert {len(way) - 1 for way in f.ways()} == {2, 3, 4, 5, 6}


@pytest.mark.clause("CRD-A1.5-4")
def test_resistance_without_room_loses_figures():
    f = alone("resistance", at="E2", figures=3)
    f.flags("x", 3)
    assert {len(way) - 1 for way in f.ways()} == {1}
    f.retreat("F1") if "F1" in f.ends() else f.retreat("E1")
    assert f.figures("x") == 1


# ---------------------------------------------------------------- terrain and obstacles


@pytest.mark.clause("CRD-A2.10-3")
def test_nobody_retreats_into_the_ocean_but_out_of_it():
    f = alone(side="allies", at="G7", face="beach")
    f.flags("x", 2)
    assert (f.at("x"), f.figures("x")) == ("G7", 2)
    f = alone(side="axis", at="G8", face="beach")
    f.flags("x", 1)
    assert f.ends() == {"G7", "H7"}


@pytest.mark.clause("CRD-A2.8-3")
@pytest.mark.clause("CRD-A2.8-6")
def test_bridges_and_retreats():
    river = dict.fromkeys(("D4", "E4", "D5", "E5"), "river")
    f = alone(at="E5", terrain={**river, "D4": "plain"}, obstacles={"E5": "bridge"})
    f.flags("x", 1)
    assert f.at("x") == "D4"
    f = alone(at="E5", terrain=river, obstacles={"E5": "bridge", "E4": "bridge"})
    f.flags("x", 1)
    assert (f.at("x"), f.figures("x")) == ("E5", 3)
    f = alone(at="E6", terrain={**river, "E5": "river"}, obstacles={"E5": "bridge"})
    f.flags("x", 1)
    assert f.ends() == {"E5", "F5"}


@pytest.mark.clause("CRD-A2.17-2")
@pytest.mark.clause("CRD-A2.17-3")
@pytest.mark.parametrize("kind", ["armour", "artillery"])
def test_guns_and_tanks_set_up_in_a_bunker_stay(kind):
    f = alone(kind, obstacles={"E5": "bunker"})
    f.flags("x", 2)
    assert (f.at("x"), f.figures("x")) == ("E5", {"armour": 3, "artillery": 2}[kind] - 1)
    f = alone(kind, obstacles={"E5": "bunker"}).ordered("x", stage="move")
    assert f.reaches("x") == set()
    assert f.path("x", "E4").code == "fixed"
    f = alone(kind, obstacles={"E5": "bunker"})
    f.flags("x", 1, ignorable=0)  # as of Air Power and Barrage
    assert f.figures("x") == {"armour": 3, "artillery": 2}[kind] - 1


@pytest.mark.clause("CRD-4.4.9-10")
@pytest.mark.clause("CRD-A2.17-3")
@pytest.mark.parametrize("kind", ["armour", "artillery"])
def test_whether_a_gun_in_a_bunker_ignores_its_one_flag_is_no_question(kind):
    f = alone(kind, obstacles={"E5": "bunker"})
    f.flags("x", 1)
    assert (f.at("x"), f.figures("x")) == ("E5", {"armour": 3, "artillery": 2}[kind])
    assert f.state.retreat is None
    assert [event.ignored for event in f.happened(ev.Retreated)] == [1]


@pytest.mark.clause("CRD-4.4.9-10")
def test_a_unit_that_cannot_go_back_ignores_its_flag_unasked():
    f = alone(at="E1", obstacles={"E1": "sandbags"})
    f.flags("x", 2)
    assert (f.state.retreat, f.at("x"), f.figures("x")) == (None, "E1", 3)
    assert f.obstacles("E1") == ("sandbags",)


@pytest.mark.clause("CRD-4.4.9-10")
def test_where_two_flags_and_one_lead_to_the_same_hex_for_different_prices_the_dear_way_is_not_offered():
    """One row from the edge, two flags: one hex back costs nothing with a flag ignored, and a figure without."""
    f = alone(at="E2", obstacles={"E2": "bunker"})
    f.flags("x", 2)
    assert {(order.ignore, len(order.path)) for order in f.offered()} == {(True, 2)}
    dear = next(way for way in all_ways(f.state) if not way.ignore)
    assert f.why_not(Retreat(dear.path, ignore=False)) is None, "who insists may"


@pytest.mark.parametrize("scenario", ["cards/omaha-beach", "cards/pointe-du-hoc", "cards/vassieux-en-vercors"])
def test_a_retreat_is_asked_for_only_where_the_answers_differ_and_as_its_owner_sees_it(scenario):
    asked = 0
    for seed in range(3):
        for game in moments(scenario, seed):
            if game.phase == "retreat":
                answers = list(game.legal_orders())
                ends = [order.path[-1] for order in answers]
                assert len(ends) == len(set(ends)) > 1
                assert list(game.view(game.to_act).legal_orders()) == answers
                asked += 1
    assert asked > 1


def moments(scenario, seed, length=250):
    """A battle by random orders, at each of its decisions."""
    game, chance = wab.new_game(scenario, seed=seed), Chance(seed, "walk")
    for _ in range(length):
        if game.to_act is None:
            return
        yield game
        by_kind = {}
        for order in game.legal_orders():
            by_kind.setdefault(type(order).__name__, []).append(order)
        orders = by_kind[sorted(by_kind)[chance.below(len(by_kind))]]
        game.play(orders[chance.below(len(orders))])


@pytest.mark.clause("CRD-A2.19-6")
def test_armour_that_retreats_over_wire_leaves_it():
    f = alone("armour", obstacles={"D4": "wire", "E4": "wire"})
    f.flags("x", 2)
    f.retreat("E4", "E3")
    assert (f.obstacles("D4"), f.obstacles("E4")) == (("wire",), ("wire",))


def test_of_two_ways_to_one_hex_the_one_that_spares_sandbags_is_offered():
    for trampled in ("D4", "E4"):
        f = alone(obstacles={trampled: "sandbags"})
        f.flags("x", 2)
        way = next(order for order in f.offered() if order.path[-1] == f.hex("E3"))
        assert f.hex(trampled) not in way.path


def test_one_way_is_gone_at_once():
    f = Field({"x": ("axis", "infantry", "E5"), "y": ("axis", "infantry", "D4")})
    f.flags("x", 1)
    assert f.state.retreat is None
    assert f.at("x") == "E4"


@pytest.mark.clause("CRD-A2.15-3")
@pytest.mark.clause("CRD-4.4.9-7")
@pytest.mark.parametrize(("here", "there", "goes"), [
    ("plain", "mountain", False), ("mountain", "plain", False), ("hill", "mountain", True), ("mountain", "hill", True),
    ("plain", "hill", True), ("mountain", "mountain", True),
])  # fmt: skip
def test_nobody_goes_back_over_two_levels_at_once(here, there, goes):
    ground = {"E5": here, "E4": there, "D4": there}
    terrain = {label: name for label, name in ground.items() if name != "plain"}
    f = alone(terrain=terrain, tables=with_mountains())
    f.flags("x", 1)
    if goes:
        assert f.ends() == {"E4", "D4"}
    else:
        assert (f.at("x"), f.figures("x"), f.state.retreat) == ("E5", 3, None)


@pytest.mark.clause("CRD-4.4.9-8")
def test_half_of_one_of_several_ways_is_too_short_not_wrong():
    f = alone()
    f.flags("x", 2)
    codes = {label: f.why_not(Retreat((f.hex("E5"), f.hex(label)))).code for label in ("D4", "E4", "D5")}
    assert codes == {"D4": "must-go", "E4": "must-go", "D5": "no-way"}
