"""Numbers of judgement by which maps are drawn, the same for all systems."""

# ---- influence

HALF_POINTS_A_HEX = 4
"""Half movement points that a hex of mixed ground costs a marching unit."""
SHARES = (8, 4, 2)
"""Eighths of a unit's attack that count where it can strike this turn, next turn, the turn after."""

# ---- the line: prices of a hex in the cut that the line is

FIRM = 0.6
"""The share of the land round about that a side holds where it holds firmly."""
BAND = 5
"""Hexes from the enemy's ground within which a line runs, at most."""
DEAREST, COLUMN = 24, 6
"""The price of a hex without any defensive worth, and by how much each column makes it cheaper."""
DEEPER = 3
"""The price of each hex of ground that is given up."""
MANNED = 6
"""By how much a hex is cheaper where a unit stands already."""
PRESSED, MOST_PRESSED = 12, 3
"""The price of each time that the enemy is stronger there than the side, and the times that count at most."""
CHEAPEST, BARRED = 3, 1000
"""The price of any hex at least, and of one that belongs to the other side."""

# ---- posts

STAYS, STRONG = 0.9, 0.3
"""Hexes that another post would have to cover to be as good as one with a unit in it; the same for each column."""
OWN_HEX = 1.5
"""Hexes next to it that a post would have to cover to be as good as one that covers its own hex."""
