"""The double-blind campaign in the window: its map with reports, calls, the table, its pages."""
