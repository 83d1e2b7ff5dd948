"""The card game in the window: its table, its board, its figures, and the screen on which it is played."""
