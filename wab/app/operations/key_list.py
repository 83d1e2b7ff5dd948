"""The keys of the battle screen as the list of keys shows them."""

from __future__ import annotations

from wab.engine.text import N_

KEYS = (
    ("Esc", N_("Put away what is open, then the selection; then the menu")),
    ("N, Tab", N_("Next unit that has not acted, next enemy to aim at")),
    ("U", N_("The units of the stack one by one")),
    ("A", N_("Attack; in its dialog: tick everybody who can join")),
    ("B", N_("Bombard; with nothing selected, by heavy bombers")),
    ("M", N_("Move, also onto friends (or Shift and click)")),
    ("Y U G J B N", N_("While a move is aimed: the pointer to the six sides")),
    ("1 – 9", N_("In a dialog: tick or untick a row")),
    ("K", N_("Reconstitute the unit")),
    ("Enter", N_("Confirm what is open, go where the pointer is")),
    ("Ctrl A, Ctrl Z", N_("Select the whole stack, undo")),
    ("Space", N_("Skip what is being replayed")),
    ("F5", N_("End the turn")),
    ("O, R, L", N_("Objectives, reinforcements, aircraft and ships")),
    ("W", N_("Keep the markers of objectives on the map")),
    ("P", N_("Staff plan")),
    ("D", N_("Hand the selected units over to the staff, or take them back")),
    ("Ctrl D, Shift D", N_("The same for their division, for all within three hexes")),
    ("1 – 9, Enter", N_("With delegated troops: approve an order, approve all")),
    ("Del, Q, X", N_("With them: refuse all, aircraft too, until taken back")),
    ("I", N_("Everything about the unit")),
    ("S, C, Z, V", N_("Supply, control, zones, sight on the map")),
    ("G, T, H", N_("Fog, names, grid")),
    ("F3", N_("Two or three dimensions")),
    ("J, E, Ctrl F", N_("Journal, briefing, find a unit or a place")),
    ("1 – 5", N_("Speed of the replay")),
    ("F2, F9, F10", N_("Rules, menu, settings")),
    ("F11", N_("Full screen, or a window")),
)
"""The keys as the list of keys shows them."""
