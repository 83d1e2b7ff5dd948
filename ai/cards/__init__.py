"""Players of the card game: the worth of attacks and places, the card that does most, a search over turns.

They play any seat of any scenario, alone, in teams and on the double board, from the view of the seat.
"""

PLAYERS = {"greedy": "greedy", "easy": "searcher", "normal": "searcher"}
"""The players by name, each with the module of this package whose `make(name, seed)` makes it."""
