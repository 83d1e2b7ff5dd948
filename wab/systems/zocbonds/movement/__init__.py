"""Marches, entries from the edge, landings and gliders."""
