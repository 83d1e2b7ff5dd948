"""What battle screens share: the pointer, the keys, and the commands that every HUD has."""
