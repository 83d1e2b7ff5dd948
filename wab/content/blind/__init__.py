"""The data of the double-blind campaign: their shapes, their checks, and how they are read."""
