"""Drawing cards gives this away (CRD-2.10-2): how many, and nothing else."""

from __future__ import annotations

import pytest

from tests.cards_table import CardTable, ev
from wab.engine.kernel.events import Rolled
from wab.systems.cards import Cards
from wab.systems.cards.state import orders as wish

SYSTEM = Cards()
UNITS = {"a": ("allies", "infantry", "B7"), "x": ("axis", "infantry", "F1")}


def _seen(order: wish.PlayCard, hands: dict[str, list[str]], **more: object) -> dict[str, list[object]]:
    """Return what each seat sees of a turn in which a card is played and no unit is ordered."""
    table = CardTable(UNITS, hands=hands, **more)  # type: ignore[arg-type]
    seen: dict[str, list[object]] = {seat: [] for seat in SYSTEM.seats(table.state)}
    todo: list[object] = [order]
    turn = table.state.turn
    while table.state.turn == turn:
        now = todo.pop() if todo else next(o for o in table.offered() if isinstance(o, (wish.Done, wish.Keep)))
        for event in SYSTEM.execute(table.state, now):  # type: ignore[arg-type]
            before = table.state.copy()
            SYSTEM.apply(table.state, event)
            for seat, events in seen.items():
                events.append(SYSTEM.witnessed(before, event, table.state, seat))
    return seen


@pytest.mark.clause("CRD-2.10-2")
@pytest.mark.parametrize("card", ["probe_left", "recon_left"])
def test_the_other_side_sees_that_cards_are_drawn_and_not_which(card: str) -> None:
    seen = _seen(wish.PlayCard(card), {"allies": [card, "dig_in"], "axis": ["dig_in"]})
    for seat, events in seen.items():
        drawn = [event for event in events if isinstance(event, ev.CardsDrawn | ev.ChoiceDrawn | ev.CardKept)]
        named = [c for event in drawn for c in (event.cards if hasattr(event, "cards") else (event.card,))]
        assert named and (all(named) == (seat == "allies")) and any(named) == (seat == "allies")
        assert not [event for event in events if isinstance(event, Rolled) and event.stream == "deck"]


@pytest.mark.clause("CRD-C.recon-2", "CRD-4.5-4")
def test_the_card_that_recon_rejects_is_seen_by_all() -> None:
    seen = _seen(wish.PlayCard("recon_left"), {"allies": ["recon_left"], "axis": ["dig_in"]})
    kept = [next(event for event in events if isinstance(event, ev.CardKept)) for events in seen.values()]
    assert kept[0].rejected == kept[1].rejected and all(kept[1].rejected)


@pytest.mark.clause("CRD-A5.1-5")
def test_a_new_open_card_is_seen_by_all() -> None:
    hands = {"allies/1": ["dig_in"], "allies/2": ["dig_in"], "axis": ["dig_in"]}
    seen = _seen(
        wish.PlayCard("probe_left", shared=True),
        hands,
        shared={"allies": "probe_left"},
        options={"allies_players": "2"},
    )
    for events in seen.values():
        assert all(next(event for event in events if isinstance(event, ev.CardsDrawn)).cards)
