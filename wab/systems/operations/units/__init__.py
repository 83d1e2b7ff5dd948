"""Units outside combat: strength, fatigue, losses, supply, reinforcements."""
