"""The keys of hex-war battle screens as the list of keys shows them."""

from __future__ import annotations

from wab.engine.text import N_

KEYS = (
    ("Esc", N_("Put away what is open, then the selection; then the menu")),
    ("N, Tab", N_("Next unit that has not acted")),
    ("U", N_("The units of the stack one by one")),
    ("Shift Y U G J B N", N_("The pointer to the six sides of a hex")),
    ("1 – 9", N_("In a list of orders: choose one")),
    ("Enter", N_("Confirm what is open, go where the pointer is")),
    ("Ctrl A, Ctrl Z", N_("Select the whole stack, undo")),
    ("Space", N_("Skip what is being replayed")),
    ("F5", N_("End the turn")),
    ("P", N_("Staff plan")),
    ("G, T, H", N_("Fog, names, grid")),
    ("F3", N_("Two or three dimensions")),
    ("J, Ctrl F", N_("Journal, find a unit or a place")),
    ("1 – 5", N_("Speed of the replay")),
    ("F2, F9, F10", N_("Rules, menu, settings")),
    ("F11", N_("Full screen, or a window")),
    ("F7", N_("Sound on or off")),
    ("F8", N_("Report a problem")),
)
"""The keys that every such screen has, as the list of keys shows them; those of overlays are on their tools."""
