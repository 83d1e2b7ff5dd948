"""Players of omaha: exact chances of German fire and of attacks, from what the player knows."""

PLAYERS: dict[str, str] = {}
