"""The judgement of the greedy player: what things are worth to it, in steps."""

from __future__ import annotations

ENOUGH = 0.3
"""What an attack must promise, and what a march must better, to be worth an order."""
COVER, CONTACT, CROWD = 0.12, 0.35, 0.25
"""Worth of a point of bonus in the ground next to the enemy, of standing next to him, of a hex that stays uncrowded."""
CLEARS = 3.0
"""Worth of making room on a beach for those that are still to land."""
CITY, VILLAGE, BEACH = 2.0, 1.0, 3.0
"""Worth of holding a hex with a city, with a village, and of a landing beach."""
DECISIVE = 8.0
"""What the last objective but one that the Allies need for an outright victory is worth beyond a city."""
FADE = 0.12
"""What a hex of distance takes from the pull of a goal."""
MARCH = 4
"""Hexes within which an enemy may come and attack."""
FIRM = 4
"""Strength with which a stack holds what it stands on: the goal draws nobody else."""
STEP, GROUND = 1.0, 0.4
"""Worth of a step, and of an enemy who has to give ground."""
MEANS = 0.12
"""What a supply point, an aircraft or a ship is worth that an attack uses."""
