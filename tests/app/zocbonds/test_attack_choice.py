"""An attack put together part by part, and how its panel answers clicks and figures."""

from types import SimpleNamespace

import pytest

from tests.rules.zocbonds.field import ids
from tests.rules.zocbonds.fighting import attack, find, offered, scene
from wab.app.wargame.attack import panel as attack_panel
from wab.app.zocbonds.hand import attack_choice
from wab.app.zocbonds.hand.hand import AttackPlan, ZocBondsHand
from wab.app.zocbonds.hand.odds_board import in_short, odds_of
from wab.app.zocbonds.screen.adapter import ZocBondsAdapter
from wab.locale import language
from wab.systems.zocbonds.combat.attack import why_not_attack
from wab.systems.zocbonds.combat.odds import preview
from wab.systems.zocbonds.state.orders import Attack
from wab.systems.zocbonds.telling.journal import RESULTS

pytestmark = pytest.mark.usefixtures("english")


def before_a_hex(**now):
    """Three US regiments of two divisions before a German one: the first two in one hex, the third across a river."""
    target, dry, wet = find("clear", (), ("river",))
    party = {"us_1id_16": (dry, {}), "us_4id_8": (dry, {}), "us_1id_18": (wet, {})}
    return scene(target, {"de_352id_914": {}}, party, air={"us": 2}, **now), target


def hand_on(state):
    """The hand of the attacker over a position."""
    view = SimpleNamespace(
        position=state, side="allied", seat="allied", to_act="allied", phase="combat",
        legal_orders=lambda unit=None: [order for order in offered(state) if unit is None or unit in order.units],
        why_not=lambda order: why_not_attack(state, order),
    )  # fmt: skip
    table = SimpleNamespace(view=view, played=[], in_flight=False)
    table.play = table.played.append
    return ZocBondsHand(table, ZocBondsAdapter(table)), table


def row(state, order, key):
    return next(row for row in attack_choice.rows(state, order) if row.key == key)


def test_the_panel_opens_with_the_most_promising_attack_that_costs_nothing():
    state, target = before_a_hex()
    orders = [order for order in offered(state) if order.target == state.board.hex(target)]
    first = attack_choice.best(state, orders)
    assert first in orders and not (first.guns or first.air or first.naval)
    free = [order for order in orders if not (order.guns or order.air or order.naval)]
    assert attack_choice.goes_back(state, preview(state, first)) == max(
        attack_choice.goes_back(state, preview(state, order)) for order in free
    )


def test_units_are_added_and_left_out_one_by_one_and_the_main_force_follows():
    state, target = before_a_hex()
    order = attack(state, target, "us_4id")
    left_out = row(state, order, f"unit-{state.board.ids['us_4id_8']}")
    assert left_out.ticked and left_out.after.units == ids(state, "us_1id_16", "us_1id_18")
    assert left_out.after.main == "us_1id", "the main force was among those left out"
    again = row(state, left_out.after, f"unit-{state.board.ids['us_4id_8']}")
    assert not again.ticked and again.after.units == order.units


def test_a_unit_says_why_it_is_halved_with_its_clauses():
    state, target = before_a_hex()
    order = attack(state, target, "us_1id")
    assert row(state, order, f"unit-{state.board.ids['us_1id_16']}").detail == "in full"
    assert row(state, order, f"unit-{state.board.ids['us_4id_8']}").detail == "half: not of the main force (10.3-1)"
    assert row(state, order, f"unit-{state.board.ids['us_1id_18']}").detail == "half: across a river (11.3-1)"


def test_main_force_attachment_and_aircraft_go_on_to_the_next_value_and_say_what_it_brings():
    state, target = before_a_hex()
    order = attack(state, target, "us_1id")
    assert row(state, order, "main").after.main == "us_4id"
    attached = row(state, order, "attached")
    assert attached.value == "none" and attached.after.attached == state.board.ids["us_4id_8"]
    assert attached.effect == attack_choice.effect(state, attached.after)
    assert row(state, attached.after, "attached").after.attached is None, "and round again"
    flown = row(state, order, "air")
    assert flown.after.air == 1 and preview(state, flown.after).column != preview(state, order).column


@pytest.mark.clause("ZOC-UI-3")
def test_before_an_attack_everything_that_counts_is_listed():
    state, target = before_a_hex()
    order = attack(state, target, "us_1id", air=1)
    seen, odds = preview(state, order), odds_of(state, order)
    assert odds.ratio == f"{seen.attack} : {seen.defence}", "strengths after halving, the ground, the limit of both"
    halved = [row.detail for row in attack_choice.rows(state, order) if row.detail.startswith("half")]
    assert len(halved) == 2
    assert attack_choice.defence_words(state, seen).startswith("914\N{NO-BREAK SPACE}(5)")
    assert f"= {seen.defence}" in attack_choice.defence_words(state, seen)
    assert odds.columns[odds.initial] != odds.columns[odds.final] == odds.final_words == seen.column
    assert odds.shifts == seen.shifts and all(str(shift.text) and shift.clause for shift in odds.shifts)
    assert odds.final - odds.initial == sum(shift.value for shift in odds.shifts)


def test_each_result_is_told_in_short_beside_its_name_and_finds_room_on_the_board(window):
    state, _target = before_a_hex()
    told = {name: in_short(state, name) for name in RESULTS}
    assert told["A1"] == "attacker −1" and told["NE"] == "no effect" and told["EX"] == "attacker −1 · defender −1"
    assert told["DR"] == "back 2 hexes", "also where a stand may follow"
    assert told["A1/D2"] == "attacker −1 · defender −2 · back 4 hexes" and told["DH"].endswith("back 4 hexes")
    window.kit.rescale()
    label = max(window.kit.width(name, "figures", 14) for name in RESULTS) + 22
    for code in ("en", "fr"):
        with language(code):
            wide = max(window.kit.width(in_short(state, name), "strong", 14) for name in RESULTS)
            assert wide <= attack_panel.BOARD - label - 90


@pytest.mark.clause("ZOC-UI-3")
def test_the_limit_and_the_ground_are_told():
    target, dry = find("bocage", ())
    crowd = {key: (dry, {}) for key in ("us_4id_8", "us_4id_12", "us_4id_22", "us_1id_16")}
    state = scene(target, {"de_352id_914": {}}, crowd)
    order = attack(state, target, "us_4id")
    seen, odds = preview(state, order), odds_of(state, order)
    assert seen.full_attack > seen.attack
    assert f"{seen.full_attack} attack, {seen.attack} of them count" in odds.note
    assert f"ground +{seen.bonus}" in odds.note and seen.bonus


def test_what_is_not_there_is_refused_with_its_clause():
    state, target = before_a_hex()
    state.changed(air={})
    flown = row(state, attack(state, target, "us_1id"), "air")
    assert flown.refusal is not None and flown.refusal.code == "no-air"
    fought = state.board.ids["us_1id_18"]
    state.change(fought, fought=True)
    tired = row(state, attack(state, target, "us_1id", units=["us_1id_16", "us_4id_8"]), f"unit-{fought}")
    assert tired.refusal is not None and tired.refusal.code == "has-attacked"


def test_every_row_leads_to_an_attack_that_the_rules_allow_or_says_why_not():
    state, target = before_a_hex()
    for found in attack_choice.rows(state, attack(state, target, "us_1id")):
        assert (why_not_attack(state, found.after) is None) == (found.refusal is None), found.key


def test_a_click_on_the_target_opens_the_panel_figures_change_it_and_enter_attacks():
    state, target = before_a_hex()
    hand, table = hand_on(state)
    hand.select(state.board.ids["us_1id_16"])
    hand.click(state.board.hex(target))
    assert isinstance(hand.plan, AttackPlan) and hand.rows_open
    rows = hand.rows
    place = next(place for place, row in enumerate(rows) if row.key == "air")
    assert hand.choose(place) and hand.plan.attack.air == 1
    assert not hand.choose(len(rows)), "there is no such row"
    chosen = hand.plan.attack
    assert hand.confirm()
    assert table.played == [chosen] and isinstance(chosen, Attack)


def test_a_click_chooses_the_store_that_pays_for_a_german_gun():
    target = "1432"
    guns = {"de_91id_1057": ("1433", {}), "de_lxxxiv": ("1433", {})}
    points = {"seventh_army": 2, "fortress": 1}
    state = scene(target, {"us_4id_8": {}}, guns, side="axis", supply=points)
    order = attack(state, target, "de_91id", units=["de_91id_1057"], guns=["de_lxxxiv"])
    assert row(state, order, "stores").value == "Seventh Army"
    first = row(state, order, "stores").after
    second = row(state, first, "stores").after
    assert (first.stores, second.stores) == (("seventh_army",), ("fortress",))
    assert row(state, second, "stores").value == "Fortress Cherbourg" and why_not_attack(state, second) is None
    assert row(state, second, f"gun-{order.guns[0]}").after.stores == (), "other guns, other stores"
    state.changed(supply={"seventh_army": 2, "fortress": 0})
    assert "stores" not in {one.key for one in attack_choice.rows(state, order)}
    without = attack(state, target, "de_91id", units=["de_91id_1057"])
    assert "stores" not in {one.key for one in attack_choice.rows(state, without)}


def test_arrows_go_through_the_parts_and_change_them_back_and_forth():
    state, target = before_a_hex()
    hand, _table = hand_on(state)
    hand.select(state.board.ids["us_1id_16"])
    hand.click(state.board.hex(target))
    keys = [row.key for row in hand.rows]
    assert hand.answers_open and hand.marked is None
    for _key in range(len(keys) + 2):
        assert hand.step(1)
    assert hand.marked == len(keys) - 1 and hand.part == keys[-1], "every part, however many there are"
    hand.part = "air"
    first = hand.plan.attack
    hand.turn(1)
    assert hand.plan.attack.air == 1 and hand.part == "air"
    hand.turn(-1)
    assert hand.plan.attack == first
    hand.turn(-1)
    assert hand.plan.attack.air, "and round again"


def test_guns_are_chosen_one_by_one_within_the_limit():
    target = "1432"
    guns = {"de_91id_1057": ("1433", {}), "de_lxxxiv": ("1433", {})}
    state = scene(target, {"us_4id_8": {}}, guns, side="axis", supply={"seventh_army": 2})
    order = attack(state, target, "de_91id", units=["de_91id_1057"])
    gun = state.board.ids["de_lxxxiv"]
    silent = row(state, order, f"gun-{gun}")
    assert (silent.words, silent.value) == ("Artillery, LXXXIV", "none") and silent.after.guns == (gun,)
    assert silent.effect == attack_choice.effect(state, silent.after)
    fires = row(state, silent.after, f"gun-{gun}")
    assert fires.value == "1 shift" and fires.after.guns == (), "a German headquarters gives one shift"
    state.changed(supply={"seventh_army": 0})
    assert f"gun-{gun}" not in {one.key for one in attack_choice.rows(state, order)}, "nobody pays for it"
