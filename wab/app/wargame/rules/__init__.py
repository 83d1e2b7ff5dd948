"""The rule book in the window and on paper."""
