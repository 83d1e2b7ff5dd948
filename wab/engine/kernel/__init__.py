"""The rules of every game: orders, events, dice, states, views, and the game that holds them together."""
