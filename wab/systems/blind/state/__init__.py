"""The state of the double-blind campaign: its board, its orders and events, and what events change."""
