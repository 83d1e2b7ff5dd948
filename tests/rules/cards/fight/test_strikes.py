"""Attacks from off the board (ledger CRD-C-5, CRD-C.air_power, CRD-C.barrage, CRD-S-8)."""

from __future__ import annotations

import pytest

from tests.cards_table import CardTable, ev
from wab.content.cards.scenario import OpeningBarrage, Specials
from wab.systems.cards import Cards
from wab.systems.cards.state import orders as wish

SYSTEM = Cards()
GROUP = {
    "a": ("axis", "infantry", "E5"),
    "b": ("axis", "infantry", "F5"),
    "c": ("axis", "infantry", "F4"),
    "d": ("axis", "infantry", "H5"),
    "e": ("axis", "infantry", "A1"),
    "m": ("allies", "infantry", "M9"),
}


def _air(units: dict[str, tuple[object, ...]] = GROUP, **more: object) -> CardTable:
    table = CardTable(units, hands={"allies": ["air_power"], "axis": ["dig_in"]}, **more)  # type: ignore[arg-type]
    table.play("air_power")
    return table


@pytest.mark.clause("CRD-C.air_power-2", "CRD-X-76")
def test_the_targets_of_air_power_form_one_connected_group() -> None:
    table = _air()

    def legal(*names: str) -> bool:
        return table.why_not(wish.Strike(tuple(table.ids[name] for name in names))) is None

    assert [legal("a", "b", "c"), legal("b", "d"), legal("e"), legal("a", "c")] == [True, False, True, False]
    assert not legal() and not legal("a", "a") and not legal("m")
    five = {**{f"u{n}": ("axis", "infantry", f"{column}5") for n, column in enumerate("CDEFG")}, "m": GROUP["m"]}
    many = _air(five)
    refusal = many.why_not(wish.Strike(tuple(many.ids[f"u{n}"] for n in range(5))))
    assert refusal is not None and (refusal.code, "1 to 4" in str(refusal)) == ("too-many", True)


@pytest.mark.clause("CRD-C.air_power-2")
def test_every_connected_group_is_on_offer_once() -> None:
    table = _air()
    groups = [frozenset(order.targets) for order in table.offered() if isinstance(order, wish.Strike)]
    a, b, c, d, e = (table.ids[name] for name in "abcde")
    pairs = (
        [{a, b}, {b, c}, {a, c}] if table.board.distance(table.hex("E5"), table.hex("F4")) == 1 else [{a, b}, {b, c}]
    )
    wanted = [{a}, {b}, {c}, {d}, {e}, *pairs, {a, b, c}]
    assert sorted(map(sorted, groups)) == sorted(map(sorted, wanted))


@pytest.mark.clause("CRD-C.air_power-1", "CRD-A4-1", "CRD-C.air_power-4", "CRD-C.air_power-5")
def test_each_target_is_rolled_for_by_itself_with_two_dice_and_stars_hit() -> None:
    table = _air()
    table.throw("star", "infantry")
    table.throw("grenade", "armour")
    table.strike("b", "a")
    assert (table.figures("b"), table.figures("a")) == (2, 3)
    assert [fired.target for fired in table.happened(ev.SalvoFired)] == [table.ids["b"], table.ids["a"]]
    assert table.happened(ev.RetreatDue) == []
    axis = CardTable(
        {"x": ("allies", "armour", "E5"), "y": ("axis", "infantry", "A1")},
        hands={"axis": ["air_power"]},
        to_play="axis",
    )
    axis.play("air_power")
    axis.throw("star")  # the other side rolls one die
    axis.strike("x")
    assert axis.figures("x") == 2


@pytest.mark.clause("CRD-C.air_power-2", "CRD-C.air_power-5")
def test_a_retreat_of_one_spares_no_other_and_nobody_is_hit_twice() -> None:
    table = _air()
    table.throw("flag", "armour")
    table.throw("infantry", "armour")
    table.strike("a", "b")
    table.retreat("E4")
    assert (table.at("a"), table.figures("b")) == ("E4", 3)
    assert len(table.happened(ev.SalvoFired)) == 2


@pytest.mark.clause("CRD-C.air_power-3", "CRD-C-5", "CRD-X-96")
def test_air_power_against_a_church_and_against_a_gun_in_a_bunker() -> None:
    units = {"x": ("axis", "infantry", "F5"), "g": ("axis", "artillery", "I5"), "m": GROUP["m"]}
    church = _air(units, terrain={"F5": "church"})
    church.throw("flag", "star")
    church.strike("x")
    church.retreat("F4")  # nothing to ignore here: only the way is free
    assert (church.figures("x"), church.at("x")) == (3, "F4")
    bunker = _air(units, obstacles={"I5": "bunker"})
    bunker.throw("flag", "infantry")
    bunker.strike("g")
    assert (bunker.figures("g"), bunker.at("g")) == (1, "I5")


@pytest.mark.clause("CRD-C.barrage-1", "CRD-C.barrage-2", "CRD-X-81")
def test_a_barrage_on_a_bunker() -> None:
    units = {"x": ("axis", "infantry", "F5"), "y": ("axis", "infantry", "F6"), "m": GROUP["m"]}
    hands = {"allies": ["barrage"], "axis": ["dig_in"]}
    table = CardTable(units, terrain={"F5": "hill"}, obstacles={"F5": "bunker"}, hands=hands)
    table.play("barrage")
    assert table.why_not(wish.Strike((table.ids["x"], table.ids["y"]))) is not None  # one unit
    table.throw("infantry", "grenade", "star", "flag")
    table.strike("x")
    assert table.why_not(wish.Retreat((table.hex("F5"),), ignore=True)) is not None
    table.retreat("F4")
    assert (table.figures("x"), table.at("x")) == (2, "F4")


@pytest.mark.clause("CRD-C-5")
def test_an_attack_from_off_the_board_kills_for_a_medal_and_nobody_ambushes_it() -> None:
    units = {"x": ("axis", "infantry", "F5", 1), "y": ("axis", "infantry", "A1"), "m": GROUP["m"]}
    table = CardTable(units, hands={"allies": ["barrage"], "axis": ["ambush"]})
    table.play("barrage")
    table.throw("infantry", "infantry", "flag", "flag")
    table.strike("x")
    assert table.at("x") == "" and table.state.kills == {"allies": 1}
    assert table.happened(ev.RetreatDue) == [] and (table.to_act, table.phase) == ("axis", "card")


@pytest.mark.clause("CRD-C-5")
def test_flags_that_cannot_be_obeyed_cost_figures() -> None:
    table = _air({"x": ("axis", "armour", "F1"), "m": GROUP["m"]})
    table.throw("flag", "flag")
    table.strike("x")
    assert table.figures("x") == 1


# ---------------------------------------------------------------------------------------------- the opening


def _opening(scenario: str) -> CardTable:
    """The first moments of a scenario, as a table without names."""
    table = CardTable({"a": ("allies", "infantry", "A9"), "x": ("axis", "infantry", "A1")})
    table.state = SYSTEM.new_state(scenario, 3, {})
    table.board = table.state.board
    for event in SYSTEM.open(table.state):
        SYSTEM.apply(table.state, event)
    return table


def _aim_at_will(table: CardTable) -> list[tuple[int, ...]]:
    """Carry the opening out, always with the first targets on offer."""
    aimed = []
    while table.state.stage == "opening":
        order = table.offered()[0]
        if isinstance(order, wish.Strike):
            aimed.append(order.targets)
        table.give_order(order)
    return aimed


@pytest.mark.clause("CRD-S-8")
def test_cobra_opens_with_an_air_attack_and_a_barrage() -> None:
    table = _opening("cards/operation-cobra")
    assert (table.to_act, table.phase) == ("allies", "opening")
    assert len(_aim_at_will(table)) == 2
    assert [(salvo.card, salvo.dice) for salvo in table.happened(ev.SalvoAimed)] == [("air_power", 2), ("barrage", 4)]
    assert (table.state.turn, table.to_act, table.phase) == (1, "allies", "card")


@pytest.mark.clause("CRD-S-8")
def test_the_destroyers_off_the_pointe_du_hoc_fire_at_two_different_units() -> None:
    table = _opening("cards/pointe-du-hoc")
    first = table.offered()[0]
    assert isinstance(first, wish.Strike)
    table.give_order(first)
    while table.phase == "retreat":
        table.give_order(table.offered()[0])
    refusal = table.why_not(first)
    assert refusal is not None and refusal.code == "no-target"


@pytest.mark.clause("CRD-S-8")
def test_the_fleet_off_omaha_fires_once_into_each_command_and_spares_bunkers() -> None:
    table = _opening("cards/omaha-beach-double-board")
    commands = []
    for _ in range(3):
        targets = [order.targets[0] for order in table.offered() if isinstance(order, wish.Strike)]
        units = [table.state.units[target] for target in targets]
        assert all("bunker" not in table.state.obstacles_in(unit.hex) for unit in units)
        commands.append({place for unit in units for place in table.board.commands(unit.hex, "allies")})
        table.give_order(wish.Strike((targets[0],)))
        while table.phase == "retreat":
            table.give_order(table.offered()[0])
    assert [name in places for name, places in zip(("left", "center", "right"), commands, strict=True)] == [True] * 3
    assert "right" not in commands[0] and "left" not in commands[2]
    assert table.phase == "give"


@pytest.mark.clause("CRD-S-8")
def test_without_a_target_left_the_battle_begins() -> None:
    units = {"a": ("allies", "infantry", "F9"), "x": ("axis", "infantry", "F1")}
    special = Specials(opening_barrage=OpeningBarrage("allies", ("barrage", "barrage"), distinct=True))
    table = CardTable(units, special=special)
    for event in SYSTEM.open(table.state):
        SYSTEM.apply(table.state, event)
    table.throw("star", "star", "star", "star")
    table.strike("x")
    assert (table.phase, table.state.turn) == ("card", 1)


@pytest.mark.clause("CRD-S-8", "CRD-C.barrage-1")
def test_what_the_opening_spares_a_card_may_hit_later() -> None:
    units = {"a": ("allies", "infantry", "F9"), "x": ("axis", "infantry", "F1"), "y": ("axis", "infantry", "A1")}
    special = Specials(opening_barrage=OpeningBarrage("allies", ("barrage",), not_in="bunker"))
    table = CardTable(units, obstacles={"F1": "bunker"}, hands={"allies": ["barrage"]}, special=special)
    table.play("barrage")
    assert table.why_not(wish.Strike((table.ids["x"],))) is None


@pytest.mark.clause("CRD-C.air_power-2")
def test_two_pairs_apart_are_no_group_though_nobody_in_them_is_alone() -> None:
    pairs = {
        "a": ("axis", "infantry", "C5"),
        "b": ("axis", "infantry", "D5"),
        "c": ("axis", "infantry", "G5"),
        "d": ("axis", "infantry", "H5"),
        "m": GROUP["m"],
    }
    table = _air(pairs)

    def code(*names: str) -> str:
        refusal = table.why_not(wish.Strike(tuple(table.ids[name] for name in names)))
        return "" if refusal is None else refusal.code

    assert (code("a", "b"), code("c", "d")) == ("", "")
    assert code("a", "b", "c", "d") == "apart"
    offered = [set(order.targets) for order in table.offered() if isinstance(order, wish.Strike)]
    assert sorted(map(len, offered)) == [1, 1, 1, 1, 2, 2]


@pytest.mark.clause("CRD-S-8")
def test_the_opening_is_no_turn_of_anybodys() -> None:
    table = _opening("cards/operation-cobra")
    assert (table.state.turn, sum(table.state.own_turns.values())) == (0, 0)
    _aim_at_will(table)
    assert (table.state.turn, table.state.own_turns["allies"]) == (1, 1)


@pytest.mark.clause("CRD-S-8")
def test_where_all_are_spared_there_is_no_opening() -> None:
    units = {"a": ("allies", "infantry", "F9"), "x": ("axis", "infantry", "F1")}
    special = Specials(opening_barrage=OpeningBarrage("allies", ("barrage",), not_in="bunker"))
    table = CardTable(units, special=special, obstacles={"F1": "bunker"})
    for event in SYSTEM.open(table.state):
        SYSTEM.apply(table.state, event)
    assert (table.phase, table.state.turn, table.to_act) == ("card", 1, "allies")
