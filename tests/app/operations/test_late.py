"""The battle screen of a game whose orders take their time: nothing is done twice, and plan and staff wait."""

import pytest

import wab
from tests.app.late import Late
from tests.app.operations.table import shown
from tests.app.operations.test_delegates import AtOnce, own, step
from wab.app.play.archive import Seats
from wab.systems.operations.state.orders import Move

SCENARIO = "operations/hedgerow-by-hedgerow"


@pytest.fixture
def battle(window, scene):
    game = wab.new_game(SCENARIO, seed=7)
    session = Late(game, Seats(game.to_act, {}), start_worker=AtOnce)
    with shown(window, session) as screen:
        yield window, screen, session


def moves(session, units=2):
    """Moves of different units, each legal now."""
    found = {}
    for order in session.view.legal_orders():
        if isinstance(order, Move) and order.units not in found and len(order.units) == 1:
            found[order.units] = order
        if len(found) == units:
            break
    return list(found.values())


def test_an_order_is_shown_as_the_players_own_when_it_lands(battle):
    window, screen, session = battle
    (order,) = moves(session, 1)
    unit = order.units[0]
    screen.interaction.select(unit)
    assert screen.interaction.give(order)
    step(window)
    assert session.in_flight and screen.interaction.stopped
    assert screen.adapter.where(unit) == order.path[0], "nothing is shown that is not known"
    session.land()
    window.step(0.05)
    assert not screen.replaying, "it is not shown as the doing of others"
    step(window)
    assert screen.adapter.where(unit) == order.path[-1] and not screen.interaction.stopped
    assert screen.interaction.units == frozenset({unit}) and screen.interaction.hex == order.path[-1]


def test_the_next_planned_order_goes_out_when_the_last_has_landed(battle):
    window, screen, session = battle
    orders = moves(session)
    assert screen.on_key("p", False, True)
    for order in orders:
        screen.planning.drafts.add(order)
    screen.planning.give_all()
    step(window, 6)
    assert session.sent == orders[0] and len(screen.planning.drafts) == 2
    session.land()
    step(window, 6)
    assert session.sent == orders[1] and len(screen.planning.drafts) == 1
    session.land()
    step(window, 6)
    assert not session.in_flight and not len(screen.planning.drafts) and not screen.planning.giving
    assert "All planned orders have been given." in screen.messages._waiting


def test_a_single_planned_order_is_looked_at_when_it_has_landed(battle):
    window, screen, session = battle
    (order,) = moves(session, 1)
    assert screen.on_key("p", False, True)
    screen.planning.drafts.add(order)
    screen.give_next()
    screen.give_next()
    step(window)
    assert session.sent == order and len(screen.planning.drafts) == 1
    session.land()
    step(window)
    assert not len(screen.planning.drafts)


def test_the_staff_gives_its_next_order_when_the_last_has_landed(battle):
    window, screen, session = battle
    records = len(session.game.journal)
    screen.hand_over(own(screen))
    step(window)
    screen.delegates.approve_all()
    step(window, 6)
    assert session.in_flight and screen.delegates.given == 1 and screen.delegates.carrying_out
    session.land()
    assert len(session.game.journal) == records + 1
    step(window, 9)
    assert screen.delegates.given == 2 and session.in_flight
