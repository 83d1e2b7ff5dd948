"""A player of a side whose units or guns another one wants learns for what, where, and how likely it succeeds."""

import pytest

from tests.app.zocbonds.battles import frame, staged
from tests.rules.zocbonds.combat.test_consent import at_the_boundary, two_germans
from tests.rules.zocbonds.fighting import attack, fought
from wab.app.wargame.offers.offers import OfferPlan
from wab.app.zocbonds.hand import attack_choice, consents
from wab.systems.zocbonds.state.armies import SEVENTH, WEST
from wab.systems.zocbonds.state.orders import Attack, Consent

pytestmark = pytest.mark.usefixtures("english")


def asked_for():
    """An attack of Panzergruppe West that waits for a regiment of the Seventh Army."""
    state, target = two_germans()
    order = attack(state, target, "de_12ss", units=["de_12ss_25", "de_352id_914"])
    fought(state, order)
    return state, order


def test_a_yes_says_who_attacks_how_surely_and_with_which_units_of_ones_own():
    state, order = asked_for()
    told = consents.detail(state, Consent(True))
    assert told == f"12th SS Panzer Division · {attack_choice.effect(state, order)} · with your 914"
    board = consents.odds(state, Consent(True))
    assert board is not None and board.results, "and is weighed as an attack is"
    assert consents.odds(state, Consent(False)) is None
    assert "again" in consents.detail(state, Consent(False))
    target, origins = consents.where(state)
    assert target == order.target and set(origins) == {state.units[unit].hex for unit in order.units}


@pytest.mark.clause("ZOC-UI-4")
def test_the_screen_of_who_is_asked_names_the_hex_shows_it_and_weighs_a_yes(window, shown, words):
    target, west, east = at_the_boundary()
    line = {"us_101ab_506": target, "de_352id_914": west, "de_12ss_25": east, "us_4id_8": "2814"}
    game = staged(line, WEST, "combat", options={"players": "4"})
    hex_ = game.state.board.hex(target)
    units = tuple(sorted(unit.id for unit in game.state.beside(hex_, "axis")))
    game.play(Attack(hex_, units, "de_12ss", None, (), 0, 0))
    assert game.to_act == SEVENTH
    screen = shown(game, SEVENTH)
    hand = screen.interaction
    assert hand.adapter.question() == f"{hand.adapter.hex_title(hex_)} · Do you agree?"
    window.step(2.0)
    assert window.scene.project(hex_) is not None, "the hex comes into sight"
    told = frame(window, words)
    assert {"Agree", "Decline"} <= told and any(text.endswith("with your 914") for text in told)
    assert screen.on_key("1", False, False)
    assert isinstance(hand.plan, OfferPlan) and hand.plan.order == Consent(True)
    assert "Do it" in frame(window, words) and game.to_act == SEVENTH, "weighed, not given yet"
    assert screen.on_key("enter", False, False) and game.to_act != SEVENTH
