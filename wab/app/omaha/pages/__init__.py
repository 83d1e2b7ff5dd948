"""Pages and lists: the end of the game, records, the key to the counters."""
