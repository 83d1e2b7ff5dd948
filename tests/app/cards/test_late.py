"""The table of cards in a game whose orders take their time: one order after the other, each shown as it lands."""

import pytest

from tests.app.cards.games import battle
from tests.app.cards.test_battle_of_cards import Player
from tests.app.late import Late
from wab.app.window.screens import Screen
from wab.locale import language
from wab.systems.cards.state.orders import OrderUnit, PlayCard


@pytest.fixture
def player(window):
    with language("en"):
        yield Player(window, battle("attack_center", "probe_left", kind=Late))
    window.show_screen(Screen())
    window.close_scene()


def test_an_order_is_shown_when_it_lands_and_until_then_no_other_is_on_offer(player):
    session, hand = player.session, player.screen.interaction
    assert hand.give(PlayCard("attack_center"))
    player.frame(4)
    assert session.in_flight and not hand.active and not hand.orders and not player.screen.showing
    assert session.view.phase == "card"
    session.land()
    player.frame(4)
    assert hand.active and session.view.phase == "order"
    unit = next(iter(hand.selectable().values()))
    assert hand.give(OrderUnit(unit))
    assert not hand.selectable() and unit not in session.view.tokens
    session.land()
    player.frame(4)
    assert unit in session.view.tokens and hand.active
