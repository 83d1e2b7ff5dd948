"""The pages around a battle: title, scenarios, briefing, outcome, saves, settings, and the way between them."""
