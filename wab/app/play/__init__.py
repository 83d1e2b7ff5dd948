"""A game that is being played here: who sits at the screen, the save, the computer, what was seen."""
