"""Panels of what is to come: the player's plan, the staff's, the copy that counts for nothing."""
