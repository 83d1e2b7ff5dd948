"""Growth and houses of a painted map, for the window in three dimensions, at build time only (see art/paint_map.py)."""
