"""Ambush (ledger CRD-C.ambush): when it may be played, what it does, what the question gives away."""

from __future__ import annotations

import pytest

from tests.cards_table import CardTable, discarded, ev
from wab.systems.cards.state import orders as wish

PAIR = {"a": ("axis", "infantry", "F5"), "x": ("allies", "infantry", "F6"), "far": ("allies", "infantry", "A9")}


def _attacked(
    units: dict[str, tuple[object, ...]] = PAIR, *, attacker: str = "a", target: str = "x", **more: object
) -> CardTable:
    hands = more.pop("hands", {"axis": ["direct_from_hq"], "allies": ["ambush", "probe_left"]})
    table = CardTable(units, hands=hands, to_play="axis", **more)  # type: ignore[arg-type]
    table.in_force("direct_from_hq", attacker)
    table.done()
    table.attack(attacker, target, ask=True)
    return table


@pytest.mark.clause("CRD-C.ambush-1")
def test_ambush_is_played_after_the_attack_is_declared_and_before_it_is_rolled() -> None:
    table = _attacked()
    assert (table.to_act, table.phase) == ("allies", "ambush")
    assert table.happened(ev.AttackResolved) == []
    table.give_order(wish.Ambush(play=False))
    assert len(table.happened(ev.AttackResolved)) == 1


@pytest.mark.clause("CRD-C.ambush-2", "CRD-C.ambush-3", "CRD-C.ambush-4", "CRD-C.ambush-6", "CRD-X-77")
def test_an_ambush_drives_the_attacker_back() -> None:
    table = _attacked()
    table.throw("infantry", "flag", "star")
    table.give_order(wish.Ambush(play=True))
    assert table.figures("a") == 3 and table.ways_back() == {"E4", "F4"} and table.to_act == "axis"
    assert discarded(table) == ("ambush",)
    table.retreat("F4")
    assert [fight.lost for fight in table.happened(ev.FightEnded)] == [True]
    assert table.phase == "card"  # no unit took ground, and the attacker has used its attack
    assert len(table.hand("allies")) == 2  # the ambusher drew at the end of that turn
    assert table.state.owed == ()
    assert (table.at("x"), table.figures("x")) == ("F6", 4)


@pytest.mark.clause("CRD-C.ambush-3")
def test_an_attacker_that_stands_its_ground_attacks_as_declared() -> None:
    table = _attacked()
    table.throw("infantry", "star", "star")
    table.throw("infantry", "infantry", "star")
    table.give_order(wish.Ambush(play=True))
    assert (table.figures("a"), table.figures("x")) == (3, 2)


@pytest.mark.clause("CRD-C.ambush-3")
def test_an_attacker_that_falls_gives_a_medal_and_loses_its_attack() -> None:
    table = _attacked({**PAIR, "a": ("axis", "infantry", "F5", 1), "b": ("axis", "infantry", "A1")})
    table.throw("infantry", "star", "star")
    table.give_order(wish.Ambush(play=True))
    assert table.at("a") == "" and table.state.kills == {"allies": 1} and table.figures("x") == 4


@pytest.mark.clause("CRD-C.ambush-2")
def test_its_dice_are_those_of_the_ambushers_type_hex_and_the_attackers_cover() -> None:
    table = _attacked({**PAIR, "x": ("allies", "armour", "F6")}, terrain={"F6": "town", "F5": "forest"})
    assert table.phase != "ambush"  # 3 dice - 2 from the town - 2 for the forest: it cannot
    wired = _attacked(obstacles={"F6": "wire", "F5": "sandbags"})
    wired.throw("star")  # 3 - 1 - 1
    wired.give_order(wish.Ambush(play=True))
    assert len(wired.happened(ev.AmbushPlayed)[0].causes) == 3


@pytest.mark.clause("CRD-C.ambush-5")
def test_a_unit_in_the_sea_cannot_ambush_and_nobody_asks() -> None:
    units = {"a": ("axis", "infantry", "F7"), "x": ("allies", "infantry", "F8"), "far": PAIR["far"]}
    table = _attacked(units, face="beach")
    assert table.happened(ev.AmbushDeclined) == [] and len(table.happened(ev.AttackResolved)) == 1


@pytest.mark.clause("CRD-C.ambush-5")
def test_an_overrun_may_be_ambushed_and_one_card_is_for_one_attack() -> None:
    units = {
        "t": ("axis", "armour", "F4"),
        "x": ("allies", "infantry", "F5", 1),
        "y": ("allies", "infantry", "F6"),
        "far": PAIR["far"],
    }
    table = CardTable(units, hands={"axis": ["direct_from_hq"], "allies": ["ambush"]}, to_play="axis")
    table.in_force("direct_from_hq", "t")
    table.done()
    table.throw("infantry", "star", "star")
    table.attack("t", "x")
    table.give_order(wish.TakeGround(take=True))
    table.attack("t", "y", ask=True)
    assert table.phase == "ambush"
    table.throw("star", "star", "star")
    table.give_order(wish.Ambush(play=True))
    assert len(table.happened(ev.AmbushPlayed)) == 1


@pytest.mark.clause("CRD-C.ambush-1")
def test_fire_from_further_away_is_not_ambushed() -> None:
    table = _attacked({**PAIR, "x": ("allies", "infantry", "F7")})
    assert table.happened(ev.AmbushDeclined) == [] and len(table.happened(ev.AttackResolved)) == 1


@pytest.mark.clause("CRD-C.ambush-6", "CRD-X-94")
def test_the_ambusher_draws_first() -> None:
    table = _attacked(hands={"axis": ["direct_from_hq"], "allies": ["ambush"]}, pile=["attack_center", "probe_left"])
    table.draw_next("probe_left", "attack_center")
    table.throw("star", "star", "star")
    table.give_order(wish.Ambush(play=True))
    table.end_turn_of("axis")
    assert [(drawn.holder, drawn.cards) for drawn in table.happened(ev.CardsDrawn)] == [
        ("allies", ("probe_left",)),
        ("axis", ("attack_center",)),
    ]


@pytest.mark.clause("CRD-C.ambush-7")
def test_whoever_might_hold_it_is_asked_whether_he_does_or_not() -> None:
    without = _attacked(hands={"axis": ["direct_from_hq"], "allies": ["probe_left", "probe_left"]})
    assert (without.to_act, without.phase) == ("allies", "ambush")
    assert without.offered() == [wish.Ambush(play=False)]
    assert without.why_not(wish.Ambush(play=True)) is not None


@pytest.mark.clause("CRD-C.ambush-7")
@pytest.mark.parametrize(
    ("hands", "more"),
    [
        ({"axis": ["direct_from_hq"], "allies": ["probe_left"]}, {"discards": ["ambush"]}),  # it lies open
        ({"axis": ["direct_from_hq"], "allies": []}, {}),  # no card at all
        ({"axis": ["direct_from_hq"], "allies": ["probe_left"]}, {"options": {"deck": "simple"}}),  # not in this deck
    ],
)
def test_who_cannot_hold_it_as_all_know_is_not_asked(hands: dict[str, list[str]], more: dict[str, object]) -> None:
    table = _attacked(hands=hands, **more)
    assert table.happened(ev.AmbushDeclined) == [] and len(table.happened(ev.AttackResolved)) == 1


@pytest.mark.clause("CRD-C.ambush-8")
def test_ambush_is_the_card_of_a_turn_only_when_no_card_can_do_anything() -> None:
    units = {"a": ("allies", "infantry", "B5"), "x": ("axis", "infantry", "G1")}
    useful = CardTable(units, hands={"allies": ["ambush", "probe_left"]})
    assert useful.playable() == {"probe_left"}
    drawing = CardTable(units, hands={"allies": ["ambush", "recon_right"]})
    assert drawing.playable() == {"recon_right"}  # it finds no unit, but it draws two cards
    stuck = CardTable(units, hands={"allies": ["ambush", "probe_right"], "axis": ["dig_in"]})
    assert stuck.playable() == {"ambush", "probe_right"}
    stuck.play("ambush")
    assert stuck.happened(ev.UnitOrdered) == [] and len(stuck.hand("allies")) == 2
    assert stuck.to_act == "axis"
