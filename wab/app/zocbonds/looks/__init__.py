"""Looks of units, days, and overlays of the map."""
