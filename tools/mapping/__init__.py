"""Makes the 3 km hex map of Normandy from the geographic sources in geodata/ (see tools/build_map.py)."""
