"""Omaha Beach in the window: companies, landing boxes, positions with their fields of fire, the cards."""

from wab.engine.words.text import N_

NAME = N_("The Card Turns Over")
"""The name of the game."""
