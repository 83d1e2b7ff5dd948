"""The keys of hex-war battle screens: what all of them have, and the pointer that is moved from hex to hex."""

from __future__ import annotations

from wab.app.window.key_actions import CAMERA, KeyAction, KeyGroup
from wab.engine.text import N_

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

HEX = KeyGroup(
    "hex",
    N_("Battle"),
    (
        KeyAction("hex.next", N_("Next unit, next target"), ("tab", "n")),
        KeyAction("hex.of_stack", N_("The units of the stack one by one"), ("u",)),
        KeyAction("hex.confirm", N_("Confirm what is open, go where the pointer is"), ("enter",)),
        KeyAction("hex.select_all", N_("Select the whole stack"), ("ctrl+a",)),
        KeyAction("hex.undo", N_("Take back the last order"), ("ctrl+z",)),
        KeyAction("hex.skip", N_("Skip what is being replayed"), ("space",)),
        KeyAction("hex.end", N_("End the turn"), ("f5",)),
        KeyAction("hex.order_of_battle", N_("Order of battle; in it arrows, Enter, Tab"), ("f",)),
        KeyAction("hex.staff", N_("Staff plan"), ("p",)),
        KeyAction("hex.plan", N_("Plan orders, and give them later"), ("shift+p",)),
        KeyAction("hex.what_if", N_("What if: try your turn on a copy, and back"), ("shift+f5",)),
        KeyAction("hex.fog", N_("Fog of war"), ("g",)),
        KeyAction("hex.names", N_("Names"), ("t",)),
        KeyAction("hex.north", N_("North at the top, or as the map is printed"), ("insert",)),
        KeyAction("hex.tool_words", N_("Tools with words, or without"), ("f12",)),
        KeyAction("hex.grid", N_("Hex grid"), ("h",)),
        KeyAction("hex.journal", N_("Journal"), ("j",)),
        KeyAction("hex.find", N_("Find a unit or a place"), ("ctrl+f",)),
        KeyAction("hex.rules", N_("Rules"), ("f2",)),
        KeyAction("hex.keys", N_("All keys"), ("f1",)),
        KeyAction("hex.menu", N_("Menu"), ("f9",)),
        KeyAction("hex.settings", N_("Settings"), ("f10",)),
    ),
    beside=frozenset({CAMERA.room}),
)
"""What every such screen has; overlays and what a system has of its own come beside it."""

PLAN = KeyGroup(
    "plan of orders",
    N_("Plan of orders, while it is open"),
    (
        KeyAction("plan.remove", N_("Take an order off"), ("delete",)),
        KeyAction("plan.clear", N_("Clear the plan"), ("ctrl+delete",)),
        KeyAction("plan.earlier", N_("An order earlier"), ("ctrl+arrow_up",)),
        KeyAction("plan.later", N_("An order later"), ("ctrl+arrow_down",)),
        KeyAction("plan.next", N_("Give the next order"), ("ctrl+n",)),
        KeyAction("plan.all", N_("Give all orders"), ("ctrl+enter",)),
    ),
    beside=frozenset({HEX.room, CAMERA.room}),
)
"""Keys of the plan; while it is open all others hold as well."""

ROOMS = (HEX.room, CAMERA.room)
FIXED_ROWS = (
    ("escape", N_("Close what is open, then the selection; then the menu")),
    ("1 \u2013 9", N_("In a list or a dialog: choose or tick a row")),
    ("1 \u2013 5", N_("Speed of the replay")),
)
"""Keys of a battle that cannot be changed: the key and, as a message, what it does."""
