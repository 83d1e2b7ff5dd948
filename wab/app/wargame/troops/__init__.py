"""Panels of troops: units, order of battle, what is known of the enemy."""
