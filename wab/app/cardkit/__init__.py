"""Cards as they lie on the table: face and back, for the deck of any game."""
