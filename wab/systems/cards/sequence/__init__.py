"""The sequence of play: turns, decisions, medals, the Overlord match."""
