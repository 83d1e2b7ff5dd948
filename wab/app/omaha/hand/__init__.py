"""The selection of the player, and the question before the turn ends."""
