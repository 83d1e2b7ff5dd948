"""Numbers of judgement that planning has for all systems; each system keeps the others in its data."""

POOR = 0.3
"""The chance below which a goal is contested rather than seized."""
HOPELESS = 0.06
"""The chance below which an enemy goal is left alone, and an own one is fought for by delay only."""
GIVEN_UP_BELOW = 0.5
"""The chance below which assaults that failed often enough are given up."""
SHARED_EFFORT, MISSED_EFFORT = 0.5, 0.5
"""The power of the main effort's factor by which the other goals get less, and the share of their loss that counts."""
DEFENCE_WITHIN = 2
"""Hexes from a held goal within which an attack is part of its defence."""
