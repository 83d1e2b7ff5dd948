"""The player's choices: cards, units and hexes become orders."""
