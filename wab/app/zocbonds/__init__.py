"""The window of zocbonds: its map, its counters and its odds, on the battle screen that hex systems share."""
