"""The sequence of play: turns, impulses, decisions, victory."""
