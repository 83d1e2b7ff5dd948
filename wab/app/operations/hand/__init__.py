"""The player's choices: plans, clicks, the meaning of keys, and the answers that they ask of the game."""
