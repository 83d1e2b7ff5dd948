"""The painter of the maps: from map data to pictures and line work, at build time only (see tools/paint_map.py)."""
