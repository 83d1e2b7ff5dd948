"""What the player selects, and what is asked before the turn ends."""
