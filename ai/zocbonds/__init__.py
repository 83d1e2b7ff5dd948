"""Players of zocbonds: the worth of hexes, marches towards it, attacks and answers weighed by their chances."""

PLAYERS = {"greedy": "greedy", "normal": "normal"}
"""The players by name, each with the module of this package whose `make(name, seed)` makes it."""
