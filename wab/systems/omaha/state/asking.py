"""Shared by all chapters: drawing a card, asking the player, ending a task."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from wab.engine.kernel.events import Event
from wab.engine.kernel.pile import draw, drawn
from wab.engine.words.text import N_, Text
from wab.hexes import OFF_MAP, HexId
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.state import State
from wab.systems.omaha.state.steps import Task, Tie

DECK_STREAM = "deck"
PURPOSES = {
    "landing": N_("landing card"), "event": N_("event card"), "fire": N_("fire card"),
    "infiltration": N_("infiltration card"), "barrage": N_("barrage card"),
    "bombardment": N_("bombardment card"),
}  # fmt: skip


def draw_card(state: State, purpose: str, sector: str = "") -> Generator[Event, None, str]:
    """Draw a card for a purpose (OMA-2.3-5) and return its name; an empty pile is made of the discards (OMA-4-8)."""
    if not state.now.pile:
        yield ev.Reshuffled()
    rolled = draw(state.dice, DECK_STREAM, state.now.pile, Text(PURPOSES[purpose]))
    card = drawn(state.now.pile, rolled)
    yield rolled
    yield ev.CardDrawn(card, purpose, sector)
    return card


def ask(kind: str, among: Iterable[int], unit: int = 0, hex_: HexId = OFF_MAP) -> Event:
    """A question to the player, before the task that needs the answer."""
    return ev.Due((Tie(kind, tuple(among), unit, hex_),))


def due(*tasks: Task) -> Event:
    """Tasks to be carried out next, in this order."""
    return ev.Due(tasks)
