"""The effects of the ground: sight and weather."""
