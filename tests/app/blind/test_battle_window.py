"""The battle on the screen: the table with its switches, the card of a call, curtains between two persons."""

import pytest

from ai.agents import RandomAgent
from tests.app.blind.bench import attacked, begun, hex_of, staged, unit_of
from wab.app.blind.hand.table_rows import SHARED
from wab.app.blind.screen.battle import BlindBattle
from wab.systems.blind.state import orders as od


def frame(window, words):
    """The texts of one frame."""
    words.clear()
    window.step(0.05)
    return set(words)


@pytest.fixture
def roomy(window):
    window.hud.resize(1280, 900)
    yield window
    window.hud.resize(520, 320)


def test_a_call_is_answered_on_a_card(roomy, shown, words):
    game = staged()
    screen = shown(game, "allied")
    assert isinstance(screen, BlindBattle)
    screen.interaction.give(od.Call(unit_of(game, "us_1_inf"), hex_of(game, "1006"), True))
    screen._after_order()
    told = frame(roomy, words)
    assert "OCCUPIED" in told and "An attack is announced, and its supply is paid." in told
    screen.interaction.give(od.Call(unit_of(game, "us_rangers"), hex_of(game, "0906")))
    screen._after_order()
    told = frame(roomy, words)
    assert "VACANT" in told and any("movement points left" in line for line in told)


def test_the_table_shows_forces_and_asks_with_the_dice_ahead(roomy, shown, words):
    game = attacked("us_1_inf", "us_rangers", defenders={"ge_6_para_regt": "1006"})
    screen = shown(game, "axis")
    told = frame(roomy, words)
    assert {"from Omaha (1005)", "all units in the hex", "No shot has been fired.", "steps of the attacker"} <= told
    assert screen.on_key("2", False, False) and screen.interaction.rows[1].ticked
    assert screen.on_key("enter", False, False)
    assert game.state.now.stage != "forces"


def test_a_table_stays_until_it_was_read(roomy, shown, words):
    game = attacked("us_1_inf")
    screen = shown(game, "allied")
    while game.to_act == "axis":
        screen.session._play(next(iter(game.view("axis").legal_orders())))
    screen.update(0.05)
    while game.state.now.table is not None:
        if game.to_act == "allied":
            screen.interaction.refresh()
            screen.interaction.confirm()
            screen._after_order()
        else:
            screen.session._play(next(iter(game.view("axis").legal_orders())))
            screen.update(0.05)
    screen.update(0.05)
    assert screen.ui.closed and "Back to the maps" in frame(roomy, words)
    screen.on_key("enter", False, False)
    assert not screen.ui.closed and "Back to the maps" not in frame(roomy, words)


@pytest.mark.slow("two persons through three turns on the screen")
def test_two_persons_play_three_turns_with_curtains(roomy, shown, words):
    """Six curtains a turn, and two for each retreat; no frame names a unit that only the other side knows."""
    game = begun(3)
    screen, agent, curtains, retreats, asked = shown(game, "allied", ("allied", "axis")), RandomAgent(5), 0, 0, set()
    session = screen.session
    while game.outcome is None and game.turn < 4:
        if session.waiting:
            retreats += game.phase == "retreat"
            session.take_seat()
            screen.enter(roomy)
            curtains += 1
        screen.update(0.1)
        view = session.view
        asked.add(view.phase)
        if view.phase in SHARED:
            hidden = {unit for unit in view.position.units if screen.adapter.where(unit) is None}
            table = game.state.table
            assert hidden.isdisjoint(one.unit for one in (*table.attackers, *table.defenders))
            assert screen.interaction.covered and screen.adapter.covered
        else:
            assert view.seat == session.seat and not screen.interaction.covered
        orders = list(view.legal_orders())
        wanted = [one for one in orders if isinstance(one, od.Fight) or (isinstance(one, od.Call) and one.attack)]
        screen.interaction.give(wanted[0] if wanted else agent.decide(view))
        screen._after_order()
    assert {"forces", "conduct", "answer", "retreat", "advance", "allied_reserve", "axis_reserve"} <= asked
    assert curtains <= 3 * 6 + 2 * retreats + 1
