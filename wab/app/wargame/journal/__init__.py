"""Messages to the player: journal, notices, briefing."""
