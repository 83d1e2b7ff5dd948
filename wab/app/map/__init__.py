"""The hex map: ground, names, counters, marks, lines, figures, and the scene that holds them."""
