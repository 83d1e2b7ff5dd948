"""What the player is told: journal, messages, briefing."""
