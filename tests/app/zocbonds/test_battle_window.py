"""The battle of bonds in a window: an attack put together by mouse and by figures, answers, overlays, records."""

import pytest

import wab
from ai.agents import make_agents
from tests.app.operations.table import Exits
from wab.app.hud.kit import Kit
from wab.app.play.archive import Seats
from wab.app.play.session import Session
from wab.app.wargame.offers import OfferPlan
from wab.app.window.bindings import Bindings
from wab.app.window.key_actions import CAMERA, WINDOW
from wab.app.window.screens import Screen
from wab.app.zocbonds.front import FRONT
from wab.app.zocbonds.hand import AttackPlan
from wab.locale import language
from wab.systems.zocbonds.orders import Attack, Stand

SCENARIO = "zocbonds/the-first-week"


def played_until(seat, question):
    """A game that computers have played until a seat is asked a question to which there is more than one answer."""
    game = wab.new_game(SCENARIO, seed=1944)
    players = make_agents(dict.fromkeys(game.system.sides, "greedy"), "zocbonds", 1944, game.seats)
    while game.to_act is not None:
        view = game.view(game.to_act)
        if game.to_act == seat and any(isinstance(order, question) for order in view.legal_orders()):
            return game
        game.play(players[game.to_act].decide(view))
    raise LookupError(question)


@pytest.fixture(scope="module")
def games():
    """One game at an attack of the Allies, one at a stand of the Germans."""
    return {Attack: played_until("allied", Attack), Stand: played_until("axis", Stand)}


@pytest.fixture
def opened(window, games):
    """Opens the battle screen of a game at its question, for the seat that is asked."""
    bindings = window.bindings
    window.bindings = Bindings((*FRONT.key_groups(), CAMERA, WINDOW))

    def open_(question, side):
        game = games[question]
        other = "axis" if side == "allied" else "allied"
        session = Session(game, Seats(side, {other: "greedy"}), start_worker=lambda: None)
        FRONT.show_map(window, SCENARIO)
        screen = FRONT.battle_screen(session, Exits())
        window.scene.set_speed(0.0)
        window.show_screen(screen)
        screen.set_speed(0.0)
        window.step(0.05)
        return screen

    with language("en"):
        yield open_
    window.bindings = bindings
    window.show_screen(Screen())
    window.step(0.0)


@pytest.fixture
def words(monkeypatch):
    """Every text that is drawn."""
    seen, draw = [], Kit.text
    monkeypatch.setattr(
        Kit, "text", lambda kit, text, *rest, **more: (seen.append(text), draw(kit, text, *rest, **more))[1]
    )
    return seen


def frame(window, words):
    words.clear()
    window.step(0.05)
    return set(words)


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
