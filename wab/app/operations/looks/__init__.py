"""Looks and words of what is on the map."""
