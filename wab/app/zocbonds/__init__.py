"""The window of zocbonds: its map, its counters and its odds, on the battle screen that hex systems share."""

from wab.engine.words.text import N_

NAME = N_("Three Weeks in June")
"""The name of the game."""
