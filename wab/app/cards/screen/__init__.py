"""The battle screen, and what it plays: events one after the other, with their sounds."""
