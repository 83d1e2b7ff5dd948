"""What a player has come to, beyond the game that is being played. It knows no window."""
