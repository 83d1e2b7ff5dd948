"""Makes the 3 km hex map of Normandy from the geographic sources in geodata/ (see art/build_map.py)."""
