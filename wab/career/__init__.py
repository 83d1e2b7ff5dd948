"""A player's achievements, beyond the game that is being played. It knows no window."""
