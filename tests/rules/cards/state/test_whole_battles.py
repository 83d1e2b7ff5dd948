"""Whole battles at every table: teams, younger players, the double board, played at random to the end."""

from __future__ import annotations

from random import Random

import pytest

from wab.systems.cards import Cards
from wab.systems.cards.state import orders as wish

SYSTEM = Cards()
TABLES = {
    "two against two": ("pegasus-bridge", {"allies_players": "2", "axis_players": "2"}),
    "one against two": ("liberation-of-paris", {"axis_players": "2"}),
    "younger players": ("vassieux-en-vercors", {"variant": "younger"}),
    "three against two with section cards": (
        "saint-lo",
        {"variant": "younger-plain", "allies_players": "3", "axis_players": "2"},
    ),
    "three against two with all cards": (
        "mortain",
        {"variant": "younger", "deck": "full", "allies_players": "2", "axis_players": "3"},
    ),
    "simple tactic cards": ("operation-cobra", {"deck": "simple"}),
    "eight on the double board": ("omaha-beach-double-board", {"allies_players": "4", "axis_players": "4"}),
    "five on the double board": ("omaha-beach-double-board", {"allies_players": "3", "axis_players": "2"}),
}
LOOKED_AT = 150
"""So many orders are also looked at as their seat sees them, which takes most of the time."""
MOST_ORDERS = 6000


@pytest.mark.clause("CRD-A5.1-22", "CRD-A5.2-4", "CRD-O-4", "CRD-O-16", "CRD-O-17")
@pytest.mark.parametrize("table", TABLES)
def test_a_battle_is_played_to_its_end_and_every_seat_has_its_say(table: str) -> None:
    scenario, options = TABLES[table]
    state, chance = SYSTEM.new_state(f"cards/{scenario}", 11, options), Random(11)
    for event in SYSTEM.open(state):
        SYSTEM.apply(state, event)
    acted: set[str] = set()
    for number in range(MOST_ORDERS):
        seat = SYSTEM.to_act(state)
        if seat is None:
            break
        acted.add(seat)
        offered = list(SYSTEM.offered(state))
        if number < LOOKED_AT:
            assert list(SYSTEM.view(state, seat).legal_orders()) == offered
        active = [order for order in offered if not isinstance(order, wish.Done)]
        order = chance.choice(active if active and chance.random() < 0.9 else offered)
        assert SYSTEM.why_not(state, order) is None, order
        for event in SYSTEM.execute(state, order):
            SYSTEM.apply(state, event)
            sentence = SYSTEM.describe(state, event)
            assert sentence is None or "{" not in str(sentence)
        assert SYSTEM.invariants(state) == []
    outcome = SYSTEM.outcome(state)
    assert outcome is not None and outcome.winner in ("allies", "axis")
    assert acted == set(SYSTEM.seats(state))
