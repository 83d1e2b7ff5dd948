"""Maps in letters, for people who write scenarios: what lies where, who held it, what a scenario puts on it."""
