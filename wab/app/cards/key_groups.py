"""The keys of the card game's battle screen."""

from __future__ import annotations

from wab.app.wargame.ui.key_groups import POINTER
from wab.app.window.key_actions import CAMERA, WINDOW, KeyAction, KeyGroup
from wab.engine.text import N_

CARDS = KeyGroup(
    "cards",
    N_("Card game"),
    (
        KeyAction("cards.next", N_("Next unit that can do something, next target"), ("tab", "n")),
        KeyAction("cards.confirm", N_("Play the card, roll the dice, go on; end the step"), ("enter",)),
        KeyAction("cards.end", N_("End the step of the turn"), ("f5",)),
        KeyAction("cards.order_all", N_("Order every unit that may be ordered"), ("a",)),
        KeyAction("cards.undo", N_("Take back the last order"), ("ctrl+z",)),
        KeyAction("cards.skip", N_("Go on at once with what is shown"), ("space",)),
        KeyAction("cards.journal", N_("Journal"), ("j",)),
        KeyAction("cards.summary", N_("On this board"), ("t",)),
        KeyAction("cards.discards", N_("Discards"), ("d",)),
        KeyAction("cards.staff", N_("Staff plan"), ("p",)),
        KeyAction("cards.rules", N_("Rules"), ("r",)),
        KeyAction("cards.labels", N_("Labels of the hexes"), ("h",)),
        KeyAction("cards.whole", N_("The whole board"), ("w",)),
        KeyAction("cards.keys", N_("All keys"), ("f1",)),
        KeyAction("cards.menu", N_("Menu"), ("f9",)),
        KeyAction("cards.settings", N_("Settings"), ("f10",)),
    ),
    beside=frozenset({CAMERA.room}),
)
ROOMS = (CARDS.room, CAMERA.room)
LISTED = (CARDS.room, CAMERA.room, POINTER.room, WINDOW.room)
FIXED_ROWS = (
    ("escape", N_("Close what is open; then the menu")),
    ("1 \u2013 9", N_("Take up a card, or choose among the buttons of a decision")),
    ("ctrl 1 \u2013 5", N_("How fast things are shown")),
)
"""Keys of a battle that cannot be changed: the key and, as a message, what it does."""
