"""The player's choices: attacks, answers, units that come onto the map."""
