"""The orders of a selected unit: what it can do, and why not what it cannot. With the reasons of the rules."""

import pytest

from tests.app.zocbonds.battles import phase, played_until
from wab.app.wargame.offers.options import options
from wab.app.zocbonds.hand.unit_orders import UNIT_ORDERS
from wab.app.zocbonds.looks import marches
from wab.systems.zocbonds.state.orders import Attack, Move

pytestmark = pytest.mark.usefixtures("english")


@pytest.fixture(scope="module")
def movement():
    return played_until(phase("axis", "movement", 2))


@pytest.fixture(scope="module")
def combat():
    return played_until(phase("axis", "combat"))


def able(hand, kind):
    """The first own unit with an order of a kind on offer."""
    units = hand.adapter.own_units()
    return next(unit for unit in units if any(isinstance(order, kind) for order in hand.view.legal_orders(unit)))


def rows_of(hand, unit):
    hand.select(unit)
    return {option.name: option for option in options(hand)}


def test_marches_are_open_in_movement_and_attacks_say_when_they_come(shown, movement):
    hand = shown(movement, "axis").interaction
    unit = next(
        unit for unit in hand.adapter.own_units() if any(isinstance(o, Move) for o in hand.view.legal_orders(unit))
    )
    rows = rows_of(hand, unit)
    assert not rows["move"].closed and "points" in rows["move"].told
    assert rows["attack"].closed and rows["attack"].told == "In the next phase: Combat."


def test_in_combat_marches_are_over_and_a_unit_far_off_hears_why_it_cannot_attack(shown, combat):
    hand = shown(combat, "axis").interaction
    units = hand.adapter.own_units()
    fighter = able(hand, Attack)
    rows = rows_of(hand, fighter)
    assert not rows["attack"].closed and rows["move"].closed
    idle = next(unit for unit in units if not any(isinstance(o, Attack) for o in hand.view.legal_orders(unit)))
    told = rows_of(hand, idle)["attack"]
    assert told.closed and told.told and told.clauses


def test_every_reason_is_one_of_the_rules(shown, movement, combat):
    tags = {kind.type.__struct_config__.tag for kind in UNIT_ORDERS}
    for game in (movement, combat):
        hand = shown(game, "axis").interaction
        for unit in hand.adapter.own_units()[::9]:
            hand.select(unit)
            for option in options(hand):
                assert option.words and (not option.closed or option.told), option
                assert option.name in tags or option.place is not None


def test_a_click_on_any_hex_gives_a_reason_with_a_clause(shown, movement):
    hand = shown(movement, "axis").interaction
    grid = hand.adapter.hexmap.grid
    unit = next(
        unit for unit in hand.adapter.own_units() if any(isinstance(o, Move) for o in hand.view.legal_orders(unit))
    )
    hand.select(unit)
    goals = set(hand.goals)
    codes = set()
    for hex_ in range(0, grid.size, 7):
        if hex_ in goals or hex_ == hand.hex:
            continue
        refusal = marches.why_not_there(hand.view, (unit,), hex_)
        assert refusal is not None and refusal.clauses, grid.label(hex_)
        codes.add(refusal.code)
    assert {"too-far", "closed"} <= codes


def test_the_panel_lies_under_that_of_the_unit(shown, movement, monkeypatch):
    screen = shown(movement, "axis")
    window = screen._window
    monkeypatch.setattr(window.hud, "scale", 0.35)
    screen.next_unit()
    for _frame in range(2):
        window.step(0.05)
    covered = window.kit.covered
    assert covered["unit-orders"].y >= covered["unit-panel"].bottom and "orders" not in covered
