"""The sequence of play: phases, decisions, victory."""
