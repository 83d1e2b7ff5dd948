"""Numbers by which an analysis draws its maps: pockets, beliefs, ground."""

# ---- pockets and ways

POCKETS = 8
"""Enemy groups that are looked at as pockets, at most: the groups with the most HP within reach."""
POCKET_CUT = 3
"""Hexes that may have to be closed to cut off a group that counts as a pocket, at most."""
POCKET_WITHIN = 7
"""Hexes from our own units within which an enemy group can be pocketed in two turns."""
MOST_SLOWED = 40
"""Half movement points for which an enemy stack in the way stands, and the enemies near it at most."""
OWN_RESISTS, UNSEEN_RESISTS = -0.5, 4.0
"""Half movement points of resistance for each point of own influence, and for each unseen enemy expected in a hex."""

# ---- belief

REMEMBERED = 4
"""Turns for which a sighting that is not renewed counts."""
JUST_NOW = 1
"""Turns after its arrival in which an unseen reinforcement is still believed near its entry."""
CONTACT_SPEED = 12
"""Half movement points that a contact of unknown kind is believed to march in a turn."""
GUARDED = 4.0
"""The factor by which an unseen unit is likelier next to an objective or a source of its supply than anywhere else."""

# ---- ground

RIVER = 1.0
"""Columns that an attack loses when it must cross a river or climb a cliff from everywhere; a share for each side."""
REGION_SPACING = 6
"""Hexes between the places for which the map is divided into regions, at least."""
