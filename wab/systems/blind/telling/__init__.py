"""Sentences for people about a game of the double-blind campaign."""
