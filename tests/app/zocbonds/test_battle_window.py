"""The battle of bonds in a window: an attack put together by mouse and by figures, answers, overlays, records."""

import pytest

from ai.agents import make_agent
from tests.app.key_lists import check_key_list
from tests.app.zocbonds.battles import SCENARIO, asked, frame, phase, played_until
from wab.app.hud.box import Hot
from wab.app.hud.kit import Kit
from wab.app.play.session import Session
from wab.app.wargame.offers import orders
from wab.app.wargame.offers.offers import OfferPlan
from wab.app.wargame.planning import staff
from wab.app.zocbonds.front import FRONT
from wab.app.zocbonds.hand.hand import AttackPlan
from wab.locale import language
from wab.systems.zocbonds import SYSTEM
from wab.systems.zocbonds.combat.odds import preview
from wab.systems.zocbonds.state.orders import Attack, RetreatTo, Stand

DOG = SYSTEM.new_state(SCENARIO, 1, {}).board.hex("2719")
"""The western half of Omaha Beach, whose name is the longest of all."""


@pytest.fixture(scope="module")
def games():
    """One game at an attack of the Allies, one at a stand of the Germans."""
    return {Attack: played_until(asked("allied", Attack)), Stand: played_until(asked("axis", Stand))}


@pytest.fixture
def opened(shown, games):
    """Opens the battle screen of a game at its question, for the seat that is asked."""
    return lambda question, side: shown(games[question], side)


def test_the_panel_of_an_attack_shows_its_parts_and_figures_change_them(window, opened, words):
    screen = opened(Attack, "allied")
    hand = screen.interaction
    order = next(order for order in hand.view.legal_orders() if isinstance(order, Attack))
    hand.select(order.units[0])
    hand.click(order.target)
    assert isinstance(hand.plan, AttackPlan)
    told = frame(window, words)
    order = "Attack all the same" if hand.doubtful else "Attack"
    assert {"Main force", order, "Cancel"} <= told and any("in full" in text or "half:" in text for text in told)
    place, row = next((place, row) for place, row in enumerate(hand.rows) if row.refusal is None)
    assert screen.on_key(str(place + 1), False, False)
    assert hand.plan.attack == row.after
    assert screen.on_key("escape", False, False) and hand.plan is None, "nothing has been spent"


@pytest.mark.parametrize("size", [(1280, 720), (1024, 600)])
def test_the_panel_of_an_attack_shows_the_counters_of_both_sides(window, opened, monkeypatch, size):
    before = window.hud.width, window.hud.height
    screen = opened(Attack, "allied")
    hand = screen.interaction
    order = next(order for order in hand.view.legal_orders() if isinstance(order, Attack))
    hand.select(order.units[0])
    hand.click(order.target)
    drawn, counter = {}, Kit.counter
    monkeypatch.setattr(
        Kit, "counter", lambda kit, spec, x, y, side: (drawn.update({spec.key: x}), counter(kit, spec, x, y, side))
    )
    try:
        window.hud.resize(*size)
        window.step(0.05)
        window.step(0.05)
        drawn.clear()
        window.step(0.05)
        assert {row.unit for row in hand.rows if row.unit is not None} >= set(hand.plan.attack.units)
        defenders = set(hand.position.stacks[order.target])
        assert drawn.keys() >= {row.unit for row in hand.rows if row.unit is not None} | defenders
        beside = max(drawn[unit] for unit in hand.plan.attack.units) + 100 < min(drawn[unit] for unit in defenders)
        assert beside, "the defenders stand under the board of odds"
    finally:
        window.hud.resize(*before)
        window.step(0.05)


def test_a_shift_is_told_to_its_end(window, shown, words, monkeypatch):
    drawn = {}

    def attacks_over_water(view):
        attacks = [order for order in view.legal_orders() if isinstance(order, Attack)]
        return [
            (order, shift.text)
            for order in attacks
            for shift in preview(view.position, order).shifts
            if shift.clause == "ZOC-11.3-4"
        ]

    game = played_until(lambda game, view: bool(attacks_over_water(view)))
    screen = shown(game, game.to_act)
    order, text = attacks_over_water(screen.interaction.view)[0]
    screen.interaction.plan = AttackPlan((order,))
    size = window.hud.width, window.hud.height
    window.hud.resize(1280, 720)
    fitted = Kit.fitted
    monkeypatch.setattr(
        Kit,
        "fitted",
        lambda kit, told, *rest: (shortened := fitted(kit, told, *rest), drawn.update({told: shortened}))[0],
    )
    try:
        assert str(text) in frame(window, words)
        assert drawn[str(text)] == str(text), "not cut"
    finally:
        window.hud.resize(*size)


def test_an_answer_that_says_it_all_has_no_tip_over_the_title(window, opened, monkeypatch):
    hand = opened(Stand, "axis").interaction
    tips, tip = [], orders.Tip
    monkeypatch.setattr(orders, "Tip", lambda *told: (tips.append(told[0]), tip(*told))[1])
    rests = Hot(clicked=False, hovered=True, held=False)
    hot = Kit.hot
    monkeypatch.setattr(Kit, "hot", lambda kit, name, box: rests if name.startswith("order-") else hot(kit, name, box))
    window.step(0.05)
    explained = {hand.adapter.list_words(order, hand.units) for order in hand.loose if hand.adapter.notes_of(order)}
    assert explained and set(tips) == explained and len(explained) < len(hand.loose)


def test_card_and_journal_call_a_beach_by_its_short_name_where_the_whole_one_is_too_long(window, shown, words):
    game = played_until(lambda game, view: phase("allied", "combat")(game, view) and DOG in view.position.stacks)
    screen = shown(game, "allied")
    screen.interaction.select(game.state.stacks[DOG][0])
    lines = screen.session.journal
    last = max(number for number, line in enumerate(lines) if screen.adapter.place_of(line.event) == DOG)
    screen.ui.journal_open, screen.ui.scroll = True, float(len(lines) - 1 - last)
    size = window.hud.width, window.hud.height
    window.hud.resize(1280, 720)
    try:
        told = frame(window, words)
    finally:
        window.hud.resize(*size)
    assert "Allies · Omaha, Dog" in told, "the card"
    assert "Omaha, Dog" in told, "the journal"
    assert not any(text.startswith("Omaha Beach, Dog") and text.endswith("…") for text in told)


def test_a_stand_is_weighed_before_it_is_made_and_the_hex_comes_into_sight(window, opened, words):
    screen = opened(Stand, "axis")
    hand = screen.interaction
    target = hand.position.fight.target
    window.step(2.0)
    assert window.scene.project(target) is not None
    assert any(text.startswith("holds ") for text in frame(window, words)), "what each answer comes to"
    place = next(place for place, order in enumerate(hand.loose) if isinstance(order, Stand))
    assert screen.on_key(str(place + 1), False, False)
    assert isinstance(hand.plan, OfferPlan) and isinstance(hand.plan.order, Stand)
    assert "Do it" in frame(window, words)
    assert hand.view.phase == "defence", "nothing has been answered yet"


def test_records_and_overlays_open_by_their_keys(window, opened, words):
    screen = opened(Attack, "allied")
    assert screen.on_key("k", False, False)
    assert {"Next weather die", "Net points, and to win"} <= frame(window, words)
    assert screen.on_key("k", False, False) and screen.ui.panel == ""
    for key, layer in (("b", "bonds"), ("l", "supply"), ("o", "points")):
        assert screen.on_key(key, False, False) and screen.ui.overlay == layer
        window.step(0.05)


@pytest.mark.parametrize("code", ["en", "fr"])
def test_every_key_of_the_battle_finds_room_in_the_list(window, opened, monkeypatch, code):
    check_key_list(window, opened(Attack, "allied"), FRONT.key_groups(), monkeypatch, code)


def test_arrows_go_through_the_answers_and_enter_takes_one(window, opened, words):
    screen = opened(Stand, "axis")
    hand = screen.interaction
    place = screen.adapter.hex_title(hand.position.fight.target)
    assert screen.adapter.question() == f"{place} · Stand or give ground?", "where it is asked"
    number = next(number for number, order in enumerate(hand.loose) if isinstance(order, Stand))
    for _step in range(number + 1):
        assert screen.on_key("arrow_down", False, False)
    window.step(0.05)
    assert hand.marked == number and hand.row == hand.loose[number]
    assert screen.on_key("enter", False, False)
    assert isinstance(hand.plan, OfferPlan) and hand.plan.chosen == number
    assert screen.on_key("arrow_up", False, False) and hand.plan.chosen == max(0, number - 1)
    assert screen.on_key("arrow_up", False, False) and hand.marked == max(0, number - 2)


def test_the_next_unit_is_where_keys_point_from(window, opened):
    screen = opened(Attack, "allied")
    hand = screen.interaction
    hand.hover(0)
    assert screen.on_key("n", False, False) and hand.hovered is None
    assert screen.on_key("j", False, True)
    assert hand.hovered == screen.adapter.hexmap.grid.neighbour(hand.hex, 0)


@pytest.mark.parametrize(("code", "first"), [("en", "Attack "), ("fr", "Attaquer ")])
def test_the_staff_advises_attacks_with_arrows_in_both_languages(window, shown, words, monkeypatch, code, first):
    game = played_until(phase("axis", "movement"))
    screen = shown(game, "axis")
    advice = make_agent("normal", "zocbonds", 7).advise(game.view("axis"))
    assert advice and all(line.start != line.goal >= 0 for line in advice) and advice[0].main
    monkeypatch.setattr(Session, "ask_advice", lambda session: None)
    monkeypatch.setattr(Session, "advice", property(lambda session: advice))
    drawn = []
    monkeypatch.setattr(staff, "arrow", lambda desk, scene, line, light: drawn.append(line.goal))
    with language(code):
        assert screen.on_key("p", False, False)
        frame(window, words)
        told = frame(window, words)
    assert sum(text.startswith(first) for text in told) == len(advice)
    assert set(drawn) == {line.goal for line in advice}


def test_in_a_low_window_ways_back_lie_above_the_buttons_in_the_corner(window, shown):
    game = played_until(lambda game, view: sum(isinstance(order, RetreatTo) for order in view.legal_orders()) > 7)
    screen = shown(game, game.to_act)
    size = window.hud.width, window.hud.height
    window.hud.resize(1024, 600)
    try:
        window.step(0.05)
        screen.interaction.choose(1)
        window.step(0.05)
        window.step(0.05)
        boxes = window.kit.covered
        assert boxes["orders"].bottom <= boxes["corner"].y, "no button lies under another"
        places = window.kit.places
        shown_rows = [box for name, box in places.items() if name.startswith("order-") and name[6:].isdigit()]
        assert places["order-1"] in shown_rows and places["order-yes"].bottom <= boxes["orders"].bottom
    finally:
        window.hud.resize(*size)


def several_ways(game, view):
    """The Germans choose among ways back to several hexes."""
    ways = [order for order in view.legal_orders() if isinstance(order, RetreatTo) and len(order.path) > 1]
    return game.to_act == "axis" and len({order.path[-1] for order in ways}) > 2


def test_ways_back_lie_open_on_the_map_and_two_clicks_on_an_end_go_there(window, shown, words):
    screen = shown(played_until(several_ways), "axis")
    hand = screen.interaction
    ends = frozenset(hand.ways)
    assert hand.units == frozenset() and hand.reach.near == ends
    hex_ = max(ends, key=lambda end: (len(hand.adapter.stack(end)), end))
    order = hand.ways[hex_][0]
    screen.interaction.hover(hex_)
    assert hand.path.path == order.path and hand.considered == order
    told = frame(window, words)
    assert hand.adapter.question() and any(hand.adapter.hex_title(hex_) in text for text in told)
    hand.click(hex_)
    assert isinstance(hand.plan, OfferPlan) and hand.plan.order == order, "also where a friendly stack stands"
    assert set(hand.plan.orders) == set(hand.view.legal_orders())
    other = next(end for end in sorted(ends) if end != hex_)
    hand.click(other)
    assert hand.plan.order == hand.ways[other][0], "another end is another way"
    hand.click(hex_)
    units = order.units
    hand.click(hex_)
    assert {hand.adapter.where(unit) for unit in units} == {hex_}


def test_who_selects_a_beaten_unit_still_reads_what_is_asked(window, shown, monkeypatch):
    screen = shown(played_until(several_ways), "axis")
    hand, titles, spaced = screen.interaction, [], Kit.spaced
    hand.select(next(iter(hand.ways.values()))[0].units[0])
    monkeypatch.setattr(
        Kit, "spaced", lambda kit, text, *rest, **more: (titles.append(text), spaced(kit, text, *rest, **more))[1]
    )
    window.step(0.05)
    asked = (hand.adapter.question().upper(), hand.adapter.moment().upper())
    assert set(asked) & set(titles) and "ORDERS" not in titles
