"""The battle screen, and the answers that it asks of this game."""
