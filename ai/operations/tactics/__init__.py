"""Tactics: which order to give now, given a picture of the situation and a plan."""
