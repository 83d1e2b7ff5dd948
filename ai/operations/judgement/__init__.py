"""Judgement: all prices and thresholds of the players of operations, in code here or read from `data/`."""
