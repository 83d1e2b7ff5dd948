"""The battle screen of the flagship: what it shows, what a player can do, how it is drawn."""

from wab.engine.words.text import N_

NAME = N_("Normandy 1944")
"""The name of the game."""
