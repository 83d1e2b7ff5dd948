"""Looks of this system: counters, fields of fire, words of the turn."""
