"""The rooms of keys of hex-war battle screens, the pointer that keys move from hex to hex, and keys that stay."""

from __future__ import annotations

from wab.app.window.key_actions import KeyAction, KeyGroup
from wab.engine.words.text import N_

HEX_ROOM, PLAN_ROOM = "hex", "plan of orders"
POINTER = KeyGroup(
    "pointer",
    N_("Pointer to the six sides of a hex (with Shift, or while a move is aimed)"),
    (
        KeyAction("pointer.upper_left", N_("To the upper left"), ("y",), positional=True),
        KeyAction("pointer.upper_right", N_("To the upper right"), ("u",), positional=True),
        KeyAction("pointer.left", N_("To the left"), ("g",), positional=True),
        KeyAction("pointer.right", N_("To the right"), ("j",), positional=True),
        KeyAction("pointer.lower_left", N_("To the lower left"), ("b",), positional=True),
        KeyAction("pointer.lower_right", N_("To the lower right"), ("n",), positional=True),
    ),
    shifted=frozenset({"hex", "cards"}),
)
"""Six keys around H, as the neighbours of a hex lie around it."""
FIXED_ROWS = (
    ("escape", N_("Close what is open, then the selection; then the menu")),
    ("1 \u2013 9", N_("In a list or a dialog: choose or tick a row")),
    ("1 \u2013 5", N_("Speed of the replay")),
)
"""Keys of a battle that cannot be changed: the key and, as a message, what it does."""
