"""Players of operations: what they read off a view, how they price it, and the agents by name.

They play either side of every scenario (OPS-1.5-1). The strength of a player follows from its name, a setting. All work
from what the view tells of map, rules and objectives, none from a script for one scenario (OPS-1.5-2).
"""

PLAYERS = {
    "greedy": "greedy.player",
    "easy": "staff",
    "normal": "staff",
    "hard": "staff",
    "deputy": "delegation",
}
"""The players by name, each with the module of this package whose `make(name, seed)` makes it."""
