"""Panels of this system, and what it draws over the map."""
