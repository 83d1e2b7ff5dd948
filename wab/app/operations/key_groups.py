"""The keys that only the flagship has."""

from __future__ import annotations

from wab.app.window.key_actions import KeyAction, KeyGroup
from wab.engine.text import N_

OWN = (
    KeyAction("operations.attack", N_("Attack; in its dialog: tick everybody who can join"), ("a",)),
    KeyAction("operations.bombard", N_("Bombard; with nothing selected, by heavy bombers"), ("b",)),
    KeyAction("operations.move", N_("Move, also onto friends (or Shift and click)"), ("m",)),
    KeyAction("operations.rebuild", N_("Reconstitute the unit"), ("k",)),
    KeyAction("operations.sheet", N_("Everything about the unit"), ("i",)),
    KeyAction("operations.objectives", N_("Objectives"), ("o",)),
    KeyAction("operations.arrivals", N_("Reinforcements"), ("r",)),
    KeyAction("operations.forces", N_("Aircraft and ships"), ("l",)),
    KeyAction("operations.marks", N_("Keep the markers of objectives on the map"), ("w",)),
    KeyAction("operations.briefing", N_("Briefing"), ("e",)),
    KeyAction("operations.lend", N_("Hand the selected units over to the staff, or take them back"), ("d",)),
    KeyAction("operations.lend_division", N_("The same for their division"), ("ctrl+d",)),
    KeyAction("operations.lend_sector", N_("The same for all within three hexes"), ("shift+d",)),
)
"""Overlays come after these, with the keys that their layers name."""

LENT = KeyGroup(
    "delegated troops",
    N_("Delegated troops, while their list is open"),
    (
        KeyAction("lent.refuse", N_("Refuse all"), ("delete",)),
        KeyAction("lent.aircraft", N_("Aircraft too"), ("q",)),
        KeyAction("lent.lasting", N_("Until taken back"), ("x",)),
    ),
    over=frozenset({"operations"}),
)
"""Keys of the list of orders that the staff proposes; they come before all others while it is open."""
