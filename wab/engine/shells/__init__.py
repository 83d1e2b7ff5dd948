"""Rule systems half made: positions, open and closed games, and a game told as one seat lived it."""
