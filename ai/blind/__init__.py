"""Players of the double-blind campaign: they know their own units and the border, and guess the rest from what was
heard and seen. `greedy` goes by reports alone; the levels above it keep a belief, and plan.
"""

PLAYERS = {"greedy": "greedy", "easy": "planner", "normal": "planner", "hard": "planner"}
"""The players by name, each with the module of this package whose `make(name, seed)` makes it."""
