"""Tactics: the order to give now, by a picture of the situation and a plan."""
