"""The card game in the window: its table, its board, its figures, and the screen on which it is played."""

from wab.engine.words.text import N_

NAME = N_("Command cards")
"""The name of the game."""
