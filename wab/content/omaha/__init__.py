"""The data of the landing at Omaha Beach: their shapes, their checks, and how they are read."""
