"""Numbers by which a picture reads a position: what goals ask for, what is feared, how far anything counts."""

DESPAIR = 0.05
"""The share of its worth that a goal keeps if it is reached too late to score."""
WAY_ROUND = 3.0
"""Turns of march to a hex up to which the way round the enemy counts; farther off the way over open ground does."""
ODDS_WANTED, SHELTER_WANTED = 3.0, 0.7
"""Attack points that an enemy goal asks for, for each defence point in it: on open ground, and more for each column of
shelter."""
LEAST_NEED = 0.1
"""Points that a goal asks for at least: one unit that goes there."""
LEAST_ATTACK = 0.1
"""Attack points that any fighter brings to an empty goal."""
UNKNOWN_WITHIN = 4
"""Hexes from a held goal within which enemy ground may hide enemies, in a battle with fog."""
TEMPTED, TEMPTING_HP = 0.5, 4.0
"""The chance that the enemy makes an attack which costs both sides alike; the HP of difference between an attack that
is never made and one that always is."""
