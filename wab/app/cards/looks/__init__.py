"""Colours, signs, cards and words."""
