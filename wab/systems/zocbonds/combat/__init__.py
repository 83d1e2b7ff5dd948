"""Combat from the declared attack to the advance."""
