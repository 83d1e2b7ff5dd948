"""Beliefs about pieces that a player cannot see: many guessed places of every piece, on flat arrays. No game in it."""
