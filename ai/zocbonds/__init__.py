"""Players of zocbonds: the worth of hexes, marches towards it, attacks and answers weighed by their chances; above the
greedy player, players that plan a march as a whole.
"""

PLAYERS = {"greedy": "greedy", "easy": "planner", "normal": "planner", "hard": "planner"}
"""The players by name, each with the module of this package whose `make(name, seed)` makes it."""
