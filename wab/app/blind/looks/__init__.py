"""Looks and names: counters, reports of the enemy, the ground."""
