"""Players of omaha: they know all but unrevealed Germans, weigh exact chances, and command against the cards."""

PLAYERS: dict[str, str] = {"greedy": "greedy", "easy": "planner", "normal": "planner", "hard": "searcher"}
"""The players by name, each with the module of this package whose `make(name, seed)` makes it."""
