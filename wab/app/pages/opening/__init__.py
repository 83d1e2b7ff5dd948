"""The way into a battle: title, scenarios, briefing."""
