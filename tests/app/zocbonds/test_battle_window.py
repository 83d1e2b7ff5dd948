"""The battle of bonds in a window: an attack put together by mouse and by figures, answers, overlays, records."""

import pytest

from tests.app.key_lists import check_key_list
from tests.app.zocbonds.battles import asked, frame, played_until
from wab.app.wargame.offers import OfferPlan
from wab.app.zocbonds.front import FRONT
from wab.app.zocbonds.hand import AttackPlan
from wab.systems.zocbonds.orders import Attack, Stand


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
    assert {"Main force", "Attack", "Cancel"} <= told and any("in full" in text or "half:" in text for text in told)
    place, row = next((place, row) for place, row in enumerate(hand.rows) if row.refusal is None)
    assert screen.on_key(str(place + 1), False, False)
    assert hand.plan.attack == row.after
    assert screen.on_key("escape", False, False) and hand.plan is None, "nothing has been spent"


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
