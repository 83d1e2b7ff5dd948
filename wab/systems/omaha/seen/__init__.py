"""The knowledge of the player: its position, events as it sees them, games that it cannot tell from the true one."""
