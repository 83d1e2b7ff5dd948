"""What grows and stands on a painted map, for the window in three dimensions, at build time only (see
art/paint_map.py)."""
