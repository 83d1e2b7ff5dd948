"""The judgement of the greedy player: what things are worth to it, in steps."""

from __future__ import annotations

ENOUGH = 0.3
"""The least gain from an attack, and from a march, that is worth an order."""
COVER, CONTACT, CROWD = 0.12, 0.35, 0.25
"""Worth of a point of bonus in the ground next to the enemy, of standing next to it, of a hex that stays uncrowded."""
CLEARS = 3.0
"""Worth of making room on a beach for units that are still to land."""
CITY, VILLAGE, BEACH = 2.0, 1.0, 3.0
"""Worth of holding a hex with a city, with a village, and of a landing beach."""
DECISIVE = 8.0
"""The worth, beyond a city, of the last objective but one that the Allies need for an outright victory."""
LAST_HEX = (10.0, 50.0)
"""The cost of the fall of the last German hex of Saint-Lô or of Caen: while the Allies have no other objective, and if
they need no more than this one."""
FADE = 0.12
"""The loss in pull of a goal with each hex of distance."""
MARCH = 4
"""Hexes within which an enemy may come and attack."""
FIRM, FIRM_CITY, DRIVE = 4, 12, 24
"""Strength with which a stack holds its ground: the goal draws no other unit; the same in a city that decides the
game, which draws them before the enemy comes; within how many hexes of the enemy it is kept and never left empty."""
STEP, GROUND = 1.0, 0.4
"""Worth of a step, and of an enemy who has to give ground."""
MEANS = 0.12
"""The worth of a supply point, an aircraft or a ship that an attack uses."""
