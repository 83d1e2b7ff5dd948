"""Tactic cards that order units (ledger section C): whom, how far they move, what dice they add."""

from __future__ import annotations

import msgspec
import pytest

from tests.cards_table import CardTable, ev
from wab.systems.cards.fight.combat import dice_of
from wab.systems.cards.state import orders as wish
from wab.systems.cards.state.deck import bonus, second_move

FAR = ("axis", "infantry", "G1")


def _dice(table: CardTable, attacker: str, target: str) -> int:
    return dice_of(table.state, table.unit(attacker), table.unit(target)).dice


# ---------------------------------------------------------------------------------------------- who is ordered

MIXED = {
    **{f"i{number}": ("allies", "infantry", f"{column}8") for number, column in enumerate("ABCEFG")},
    "elite": ("allies", "elite_infantry", "H8"),
    "maquis": ("allies", "resistance", "I8"),
    **{f"t{number}": ("allies", "armour", f"{column}9") for number, column in enumerate("ABCDE")},
    "gun": ("allies", "artillery", "M9"),
    "gun2": ("allies", "artillery", "L9"),
    "foe": FAR,
}


def _most(table: CardTable) -> list[str]:
    """Order as many units as the card allows; return them."""
    found = []
    while names := table.orderable():
        found.append(min(names))
        table.order(found[-1])
    return found


@pytest.mark.parametrize(
    ("card", "number", "kinds"),
    [
        pytest.param("armor_assault", 4, {"armour"}, marks=pytest.mark.clause("CRD-C.armor_assault-1")),
        pytest.param("artillery_bombard", 2, {"artillery"}, marks=pytest.mark.clause("CRD-C.artillery_bombard-1")),
        pytest.param("behind_enemy_lines", 1, {"infantry"}, marks=pytest.mark.clause("CRD-C.behind_enemy_lines-1")),
        pytest.param("dig_in", 4, {"infantry"}, marks=pytest.mark.clause("CRD-C.dig_in-1")),
        pytest.param("move_out", 4, {"infantry"}, marks=pytest.mark.clause("CRD-C.move_out-1")),
        pytest.param(
            "direct_from_hq",
            4,
            {"infantry", "armour", "artillery"},
            marks=pytest.mark.clause("CRD-C.direct_from_hq-1"),
        ),
        pytest.param(
            "firefight", 4, {"infantry", "armour", "artillery"}, marks=pytest.mark.clause("CRD-C.firefight-1")
        ),
        pytest.param("close_assault", 0, set(), marks=pytest.mark.clause("CRD-C.close_assault-4")),
    ],
)
@pytest.mark.clause("CRD-4.1-5")
def test_a_tactic_card_orders_so_many_units_of_its_kinds(card: str, number: int, kinds: set[str]) -> None:
    table = CardTable(MIXED, hands={"allies": [card], "axis": ["dig_in"]})
    table.play(card)
    able = {table.board.type_of(table.unit(name).kind) for name in table.orderable()}
    assert able == kinds
    assert len(_most(table)) == number


def _normal_goals(kind: str) -> set[str]:
    """Return where a unit of a kind goes from E7 by the normal rules, on the same board."""
    units = {"a": ("allies", kind, "E7"), "b": ("allies", kind, "G7"), "foe": ("axis", "infantry", "E5")}
    table = CardTable(units, hands={"allies": ["probe_center"]})
    table.play("probe_center")
    table.order("a")
    table.done()
    return table.goals("a")


@pytest.mark.parametrize(
    ("card", "other"),
    [
        pytest.param("armor_assault", "artillery", marks=pytest.mark.clause("CRD-C.armor_assault-2")),
        pytest.param("artillery_bombard", "armour", marks=pytest.mark.clause("CRD-C.artillery_bombard-3")),
        pytest.param("behind_enemy_lines", "armour", marks=pytest.mark.clause("CRD-C.behind_enemy_lines-5")),
        pytest.param("dig_in", "armour", marks=pytest.mark.clause("CRD-C.dig_in-3")),
        pytest.param("infantry_assault", "armour", marks=pytest.mark.clause("CRD-C.infantry_assault-3")),
        pytest.param("move_out", "armour", marks=pytest.mark.clause("CRD-C.move_out-2")),
    ],
)
@pytest.mark.clause("CRD-C-3")
def test_without_the_kind_a_card_is_for_it_orders_one_unit_of_choice_by_the_normal_rules(card: str, other: str) -> None:
    units = {"a": ("allies", other, "E7"), "b": ("allies", other, "G7"), "foe": ("axis", "infantry", "E5")}
    table = CardTable(units, hands={"allies": [card]})
    table.play(card)
    assert table.orderable() == {"a", "b"}
    table.order("a")
    assert table.orderable() == set() and table.state.tokens[table.ids["a"]].start == table.hex("E7")
    table.done()
    assert table.phase == "move"
    assert table.goals("a") == _normal_goals(other)
    table.done()
    assert table.targets("a") == {"foe"}
    assert _dice(table, "a", "foe") == 3  # no die of the card
    assert second_move(table.state, table.ids["a"]) == 0


@pytest.mark.clause("CRD-C-3", "CRD-C.close_assault-4", "CRD-C.firefight-3")
def test_no_other_card_falls_back() -> None:
    touching = {"a": ("allies", "infantry", "E7"), "foe": ("axis", "infantry", "E6")}
    apart = {"a": ("allies", "artillery", "E9"), "foe": ("axis", "infantry", "E6")}
    for card, units in (("firefight", touching), ("close_assault", apart), ("medics_mechanics", apart)):
        table = CardTable(units, hands={"allies": [card], "axis": ["dig_in"]})
        table.play(card)
        assert table.happened(ev.UnitOrdered) == [] and table.to_act == "axis"


@pytest.mark.clause("CRD-C.dig_in-3", "CRD-C.infantry_assault-3")
def test_a_fall_back_is_for_having_none_on_the_board_not_for_having_none_that_can() -> None:
    units = {"a": ("allies", "infantry", "E7"), "b": ("allies", "armour", "G7"), "foe": FAR}
    table = CardTable(units, obstacles={"E7": "sandbags"}, hands={"allies": ["dig_in"], "axis": ["dig_in"]})
    table.play("dig_in")
    assert table.happened(ev.UnitOrdered) == [] and table.to_act == "axis"
    assault = CardTable(units, hands={"allies": ["infantry_assault"]})
    sections = {order.section for order in assault.offered() if isinstance(order, wish.PlayCard)}
    assert sections == {"center"}  # only sections with infantry are on offer
    assert assault.why_not(wish.PlayCard("infantry_assault", "left")) is not None


# ---------------------------------------------------------------------------------------------- armour, artillery


@pytest.mark.clause("CRD-C.armor_assault-1", "CRD-C-2", "CRD-4.4.11-8")
def test_armor_assault_adds_a_die_in_close_combat_only_overrun_included() -> None:
    units = {
        "a": ("allies", "armour", "F6"),
        "x": ("axis", "infantry", "F5", 1),
        "y": ("axis", "infantry", "F4"),
        "z": ("axis", "infantry", "F2"),
    }
    table = CardTable(units, hands={"allies": ["armor_assault"]})
    table.in_force("armor_assault", "a")
    table.done()
    assert _dice(table, "a", "x") == 4 and _dice(table, "a", "y") == 3
    [cause] = bonus(table.state, table.ids["a"], 1)
    assert (cause.value, str(cause.text), cause.clause) == (1, "Armor Assault", "CRD-C.armor_assault-1")
    table.throw("grenade", "star", "star", "star")
    table.attack("a", "x")
    table.give_order(wish.TakeGround(take=True))
    assert table.phase == "overrun" and _dice(table, "a", "y") == 4
    table.throw("infantry", "infantry", "grenade", "infantry")
    table.attack("a", "y")
    assert table.at("y") == ""


@pytest.mark.clause("CRD-C.artillery_bombard-1", "CRD-X-84")
def test_artillery_bombard_moves_three_hexes_or_attacks_twice() -> None:
    units = {"g": ("axis", "artillery", "F3"), "x": ("allies", "infantry", "F6"), "y": ("allies", "infantry", "H6")}
    moving = CardTable(units, hands={"axis": ["artillery_bombard"], "allies": ["dig_in"]}, to_play="axis")
    moving.in_force("artillery_bombard", "g")
    assert max(moving.board.distance(moving.hex("F3"), moving.hex(goal)) for goal in moving.goals("g")) == 3
    moving.move("g", "G3")
    moving.done()
    assert (moving.phase, moving.to_act) == ("card", "allies")  # it does not attack
    staying = CardTable(units, hands={"axis": ["artillery_bombard"], "allies": ["dig_in"]}, to_play="axis")
    staying.in_force("artillery_bombard", "g")
    staying.done()
    staying.throw("star", "star")
    staying.attack("g", "x")
    assert staying.targets("g") == {"x", "y"}
    staying.throw("grenade", "star")
    staying.attack("g", "y")
    assert staying.figures("y") == 3
    assert staying.to_act == "allies"  # there is no third attack


@pytest.mark.clause("CRD-C.artillery_bombard-2", "CRD-C-4")
def test_both_attacks_come_before_the_next_unit_and_terrain_still_stops_a_gun() -> None:
    units = {
        "g": ("axis", "artillery", "F3"),
        "h": ("axis", "artillery", "J3"),
        "x": ("allies", "infantry", "F6"),
        "n": ("allies", "infantry", "J4"),
    }
    table = CardTable(units, terrain={"F4": "forest"}, hands={"axis": ["artillery_bombard"]}, to_play="axis")
    table.in_force("artillery_bombard", "g", "h")
    through = wish.Move(table.ids["g"], tuple(map(table.hex, ("F3", "F4", "F5"))))
    assert table.why_not(through) is not None
    table.done()
    assert table.targets("h") == {"n"}  # the close combat duty is judged for each attack
    table.throw("star", "star", "star")
    table.attack("h", "n")
    table.throw("star", "star")
    table.attack("g", "x")
    assert table.targets("h") == set()  # it gave its second attack up


# ------------------------------------------------------------------------------------------- close assault, firefight


@pytest.mark.clause("CRD-C.close_assault-1", "CRD-C.close_assault-3", "CRD-X-93")
def test_close_assault_takes_every_infantry_and_armour_unit_next_to_an_enemy() -> None:
    units = {
        "a": ("allies", "infantry", "C6"),
        "b": ("allies", "armour", "E6"),
        "c": ("allies", "infantry", "G6"),
        "d": ("allies", "infantry", "I6"),
        "e": ("allies", "infantry", "K6"),
        "f": ("allies", "artillery", "J6"),
        "g": ("allies", "infantry", "A9"),
        **{name: ("axis", "infantry", f"{column}5") for name, column in zip("vwxyz", "CEGIK", strict=True)},
    }
    table = CardTable(units, hands={"allies": ["close_assault"]})
    table.play("close_assault")
    assert table.orderable() == set("abcde")
    table.order(*"abcde")
    table.done()
    assert table.phase == "attack"  # no unit moves
    assert [_dice(table, *pair) for pair in ("av", "bw", "cx", "dy", "ez")] == [4] * 5
    alone = CardTable({"g": units["g"], "v": units["v"]}, hands={"allies": ["close_assault"]})
    alone.play("close_assault")
    assert alone.orderable() == set()


@pytest.mark.clause("CRD-C.close_assault-2")
def test_its_armour_may_overrun_at_range_without_the_die() -> None:
    units = {
        "a": ("allies", "armour", "F6"),
        "x": ("axis", "infantry", "F5", 1),
        "y": ("axis", "infantry", "F3"),
    }
    table = CardTable(units, hands={"allies": ["close_assault"]})
    table.in_force("close_assault", "a")
    table.throw("grenade", "star", "star", "star")
    table.attack("a", "x")
    table.give_order(wish.TakeGround(take=True))
    assert table.targets("a") == {"y"} and _dice(table, "a", "y") == 3


@pytest.mark.clause("CRD-C.close_assault-5")
def test_a_unit_that_lost_its_neighbour_does_not_fire() -> None:
    units = {
        "a": ("allies", "infantry", "F6"),
        "b": ("allies", "infantry", "E6"),
        "x": ("axis", "infantry", "F5", 1),
        "y": ("axis", "infantry", "F3"),
    }
    table = CardTable(units, hands={"allies": ["close_assault"], "axis": ["dig_in"]})
    table.in_force("close_assault", "a", "b")
    table.throw("grenade", "star", "star", "star")
    table.attack("a", "x")
    table.give_order(wish.TakeGround(take=False))
    assert table.to_act == "axis"  # no unit has an enemy next to it, so none attacks: the turn is over


@pytest.mark.clause("CRD-C.firefight-1", "CRD-C.firefight-2", "CRD-X-85")
def test_firefight_is_for_units_away_from_the_enemy_and_lengthens_no_range() -> None:
    units = {
        "a": ("allies", "infantry", "E6"),
        "x": ("axis", "infantry", "F4"),
        "b": ("allies", "infantry", "I6"),
        "y": ("axis", "infantry", "I5"),
        "z": ("axis", "infantry", "E3"),
        "w": ("axis", "infantry", "E2"),
    }
    table = CardTable(units, hands={"allies": ["firefight"]})
    table.play("firefight")
    assert table.orderable() == {"a"}
    table.order("a")
    table.done()
    assert table.phase == "attack"
    assert [_dice(table, "a", name) for name in "xzw"] == [3, 2, 0]
    assert "w" not in table.targets("a")


@pytest.mark.clause("CRD-C.firefight-4")
def test_a_unit_next_to_which_an_enemy_retreated_may_not_fire() -> None:
    units = {
        "a": ("allies", "infantry", "F6"),
        "b": ("allies", "infantry", "C3"),
        "x": ("axis", "infantry", "F4"),
        "y": ("axis", "infantry", "C5"),
    }
    table = CardTable(units, terrain={"E3": "river", "F3": "river", "E4": "river"}, hands={"allies": ["firefight"]})
    table.in_force("firefight", "a", "b")
    table.throw("flag", "star", "star")
    table.attack("b", "y")  # it goes back one hex, next to b
    table.retreat("C4")
    assert table.targets("b") == set()


# ---------------------------------------------------------------------------------------------- infantry


@pytest.mark.clause("CRD-C.infantry_assault-1", "CRD-C.infantry_assault-2")
@pytest.mark.parametrize("kind", ["infantry", "elite_infantry", "resistance"])
def test_infantry_assault_moves_two_hexes_and_attacks_or_three(kind: str) -> None:
    units = {
        "a": ("allies", kind, "F8"),
        "b": ("allies", kind, "G8"),
        "t": ("allies", "armour", "H8"),
        "l": ("allies", kind, "B8"),
        "x": ("axis", "infantry", "F5"),
    }
    table = CardTable(units, hands={"allies": ["infantry_assault"]})
    table.play("infantry_assault", "center")
    assert table.orderable() == {"a", "b"}
    table.order("a", "b")
    table.done()
    table.move("a", "F7", "F6")
    table.move("b", "G7", "G6", "G5")
    assert table.state.tokens[table.ids["a"]].face == "attack"
    assert table.state.tokens[table.ids["b"]].face == "none"


@pytest.mark.clause("CRD-C-4")
def test_a_card_lifts_no_terrain_rule() -> None:
    units = {"a": ("allies", "infantry", "F8"), "x": ("axis", "infantry", "F5")}
    table = CardTable(units, terrain={"F7": "forest"}, hands={"allies": ["infantry_assault"]})
    table.in_force("infantry_assault", "a", section="center")
    assert table.why_not(wish.Move(table.ids["a"], tuple(map(table.hex, ("F8", "F7", "F6"))))) is not None
    table.move("a", "F7")
    assert table.state.tokens[table.ids["a"]].face == "none"


@pytest.mark.clause("CRD-C.behind_enemy_lines-1", "CRD-C.behind_enemy_lines-2", "CRD-X-82")
def test_behind_enemy_lines_goes_through_a_forest_attacks_and_comes_back() -> None:
    units = {"a": ("allies", "infantry", "F7"), "x": ("axis", "artillery", "F3", 2)}
    table = CardTable(units, terrain={"F6": "forest", "F5": "forest"}, hands={"allies": ["behind_enemy_lines"]})
    table.in_force("behind_enemy_lines", "a")
    table.move("a", "F6", "F5", "F4")
    table.done()
    assert _dice(table, "a", "x") == 4
    table.throw("grenade", "star", "star", "star")
    table.attack("a", "x")
    assert table.phase == "second_move"
    table.move("a", "F5", "F6", "F7")
    assert table.at("a") == "F7"
    ending = CardTable(units, terrain={"F6": "forest", "F5": "forest"}, hands={"allies": ["behind_enemy_lines"]})
    ending.in_force("behind_enemy_lines", "a")
    ending.move("a", "F6", "F5")
    ending.done()
    assert ending.phase == "second_move"  # it ended in a forest that it entered: no attack


@pytest.mark.clause("CRD-C.behind_enemy_lines-2")
def test_it_ignores_prices_and_bocage_but_neither_water_nor_units() -> None:
    units = {"a": ("allies", "infantry", "F8"), "b": ("allies", "infantry", "E7"), "x": FAR}
    terrain = {"F7": "bocage", "F6": "bocage", "G7": "river"}
    table = CardTable(units, terrain=terrain, hands={"allies": ["behind_enemy_lines"]})
    table.in_force("behind_enemy_lines", "a")
    goals = table.goals("a")
    assert {"F6", "F5", "G5"} <= goals | {"G5"} and not {"E7", "G7"} & goals
    beach = CardTable(
        {"a": ("allies", "infantry", "F8"), "x": FAR},
        terrain={"F5": "bluff", "G5": "bluff"},
        face="beach",
        hands={"allies": ["behind_enemy_lines"]},
    )
    beach.in_force("behind_enemy_lines", "a")
    assert "F5" in beach.goals("a")  # three hexes, over the beach and up the bluff


@pytest.mark.clause("CRD-C.behind_enemy_lines-3")
def test_each_of_its_three_parts_may_be_left_out() -> None:
    units = {"a": ("allies", "infantry", "F6"), "x": ("axis", "infantry", "F5", 1)}
    table = CardTable(units, hands={"allies": ["behind_enemy_lines"]})
    table.in_force("behind_enemy_lines", "a")
    table.done()  # no first move
    table.throw("infantry", "star", "star", "star")
    table.attack("a", "x")
    table.give_order(wish.TakeGround(take=True))
    assert (table.phase, table.at("a")) == ("second_move", "F5")
    table.move("a", "F4")
    still = CardTable(units, hands={"allies": ["behind_enemy_lines"], "axis": ["dig_in"]})
    still.in_force("behind_enemy_lines", "a")
    still.done()
    still.done()  # no attack
    assert still.phase == "second_move" and "F7" in still.goals("a")
    still.done()
    assert still.to_act == "axis"


@pytest.mark.clause("CRD-C.behind_enemy_lines-4")
def test_an_ambushed_infiltrator_still_makes_its_second_move() -> None:
    units = {"a": ("allies", "infantry", "F6"), "x": ("axis", "infantry", "F5")}
    table = CardTable(units, hands={"allies": ["behind_enemy_lines"], "axis": ["ambush"]})
    table.in_force("behind_enemy_lines", "a")
    table.done()
    table.attack("a", "x", ask=True)
    table.throw("flag", "star", "star")
    table.give_order(wish.Ambush(play=True))
    table.retreat("F7")
    assert table.phase == "second_move" and "F6" in table.goals("a")


@pytest.mark.clause("CRD-C.dig_in-1", "CRD-C.dig_in-2", "CRD-X-83", "CRD-A2.20-8")
def test_digging_in_puts_sandbags_where_there_is_no_cover_of_the_kind_yet() -> None:
    units = {
        "a": ("axis", "infantry", "F3"),
        "b": ("axis", "infantry", "G3"),
        "c": ("axis", "armour", "H3"),
        "d": ("axis", "infantry", "I3"),
        "e": ("axis", "infantry", "J3"),
        "x": ("allies", "infantry", "F4"),
    }
    obstacles = {"G3": "sandbags", "I3": "dyke", "J3": "bunker"}
    table = CardTable(units, obstacles=obstacles, hands={"axis": ["dig_in"], "allies": ["dig_in"]}, to_play="axis")
    table.play("dig_in")
    assert table.orderable() == {"a"}
    table.order("a")
    table.done()
    assert [table.state.obstacles_in(table.hex(label)) for label in ("F3", "G3")] == [("sandbags",), ("sandbags",)]
    assert table.to_act == "allies"  # it neither moved nor attacked


@pytest.mark.clause("CRD-C.dig_in-2", "CRD-C.dig_in-4")
def test_wire_does_not_prevent_digging_in_the_sea_does_and_sandbags_never_run_out() -> None:
    units = {
        "a": ("allies", "infantry", "F7"),
        "b": ("allies", "infantry", "G8"),
        "c": ("allies", "infantry", "H7"),
        **{f"s{n}": ("axis", "infantry", f"{column}1") for n, column in enumerate("ABCDEFGHIJKLM")},
    }
    full = {f"{column}1": "sandbags" for column in "ABCDEFGHIJKLM"}
    table = CardTable(
        units, obstacles={"F7": "wire", "H7": "hedgehog", **full}, face="beach", hands={"allies": ["dig_in"]}
    )
    table.play("dig_in")
    assert table.orderable() == {"a", "c"}
    table.order("a", "c")
    assert table.state.obstacles_in(table.hex("F7")) == ("wire", "sandbags")


# ---------------------------------------------------------------------------------------------- medics, finest hour

HAND = ["medics_mechanics", "dig_in", "probe_left", "probe_left", "probe_left"]


@pytest.mark.clause("CRD-C.medics_mechanics-1", "CRD-C.medics_mechanics-2", "CRD-C.medics_mechanics-3", "CRD-X-79")
@pytest.mark.parametrize(
    ("roll", "figures", "may_act"),
    [
        (("infantry", "star", "infantry", "grenade", "flag"), 4, True),
        (("armour", "grenade", "flag", "armour", "flag"), 2, False),
    ],
)
def test_recovery_is_capped_and_gates_the_order(roll: tuple[str, ...], figures: int, may_act: bool) -> None:
    units = {"a": ("allies", "infantry", "F7", 2), "b": ("allies", "infantry", "G7"), "x": FAR}
    table = CardTable(units, hands={"allies": HAND})
    table.play("medics_mechanics")
    assert table.orderable() == {"a"}  # a full unit recovers nothing
    table.throw(*roll)
    table.order("a")
    assert table.figures("a") == figures
    assert [token.start for token in table.state.tokens.values()] == ([table.hex("F7")] if may_act else [])
    assert table.orderable() == set()  # one unit, be the dice good or bad


@pytest.mark.clause("CRD-C.medics_mechanics-4", "CRD-C.medics_mechanics-5")
def test_guns_recover_on_stars_only_and_nobody_beyond_its_own_size() -> None:
    for kind, roll, figures in (
        ("artillery", ("infantry", "armour", "grenade", "star", "flag"), 2),
        ("artillery", ("infantry", "armour", "grenade", "armour", "flag"), 1),
        ("resistance", ("infantry", "infantry", "star", "star", "flag"), 3),
        ("elite_armour", ("armour", "armour", "star", "star", "armour"), 4),
    ):
        table = CardTable({"a": ("allies", kind, "F7", 1), "x": FAR}, hands={"allies": HAND})
        table.play("medics_mechanics")
        table.throw(*roll)
        table.order("a")
        assert table.figures("a") == figures


FINEST = ["their_finest_hour", "dig_in", "probe_left", "probe_left", "probe_left", "probe_left"]


@pytest.mark.clause(
    "CRD-C.their_finest_hour-1",
    "CRD-C.their_finest_hour-2",
    "CRD-C.their_finest_hour-3",
    "CRD-C.their_finest_hour-4",
    "CRD-C.their_finest_hour-5",
    "CRD-X-80",
)
def test_their_finest_hour_orders_by_symbols_adds_a_die_and_reshuffles() -> None:
    units = {
        "i": ("allies", "infantry", "F7"),
        "t": ("allies", "armour", "G7"),
        "u": ("allies", "armour", "H7"),
        "g": ("allies", "artillery", "B9"),
        "x": ("axis", "infantry", "F6"),
        "y": ("axis", "infantry", "H5"),
    }
    pile, thrown_away = ["move_out"] * 20, ["assault_left"] * 30
    hands = {"allies": FINEST, "axis": ["dig_in"]}
    table = CardTable(units, hands=hands, pile=pile, discards=thrown_away)
    table.throw("infantry", "infantry", "armour", "star", "grenade", "flag")
    table.play("their_finest_hour")
    assert table.orderable() == set("itug")
    table.order("i")
    assert table.orderable() == set("tug")  # the second infantry symbol finds no unit
    table.order("t")
    assert table.orderable() == set("ug")  # the star is left for one unit of any type
    table.order("u")
    assert table.orderable() == set()
    table.to_stage("attack")
    assert (_dice(table, "i", "x"), _dice(table, "u", "y")) == (4, 4)  # near and far
    assert bonus(table.state, table.ids["u"], 2)[0].clause == "CRD-C.their_finest_hour-3"
    table.end_turn()
    assert (len(table.state.pile[""]), table.state.discards[""]) == (50, ())
    assert "their_finest_hour" in (*table.state.pile[""], *table.hand("allies"))


@pytest.mark.clause("CRD-C.their_finest_hour-2")
def test_a_star_is_the_only_way_to_artillery() -> None:
    units = {"g": ("allies", "artillery", "B9"), "x": FAR}
    table = CardTable(units, hands={"allies": ["their_finest_hour", "dig_in"], "axis": ["dig_in"]})
    table.throw("infantry", "armour")
    table.play("their_finest_hour")
    assert table.to_act == "axis"  # no unit to order, no fall-back
    starred = CardTable(units, hands={"allies": ["their_finest_hour", "dig_in"]})
    starred.throw("infantry", "star")
    starred.play("their_finest_hour")
    assert starred.orderable() == {"g"}


@pytest.mark.clause("CRD-C.medics_mechanics-2", "CRD-C.medics_mechanics-5")
@pytest.mark.parametrize(("size", "left", "after"), [(3, 2, 3), (6, 2, 6), (6, 1, 6), (5, 4, 5)])
def test_medics_heal_up_to_the_size_at_set_up_whatever_the_kind_has(size: int, left: int, after: int) -> None:
    table = CardTable({"a": ("allies", "infantry", "F7", left), "x": FAR}, hands={"allies": HAND})
    table.board.roster[table.ids["a"]] = msgspec.structs.replace(table.board.roster[table.ids["a"]], figures=size)
    table.play("medics_mechanics")
    table.throw("infantry", "star", "infantry", "star", "star")
    table.order("a")
    assert table.figures("a") == after
    assert [event.figures for event in table.happened(ev.Recovered)] == [after - left]
