"""The double-blind campaign in the window: its map with reports, calls, the table, its pages."""

from wab.engine.words.text import N_

NAME = N_("Behind the Hedge")
"""The name of the game."""
