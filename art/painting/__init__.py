"""The painter of the maps: from map data to pictures and line work, at build time only (see art/paint_map.py)."""
