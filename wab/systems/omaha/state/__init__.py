"""The state of a game: what is true, the unchanging board, orders, events, and what an event changes."""
