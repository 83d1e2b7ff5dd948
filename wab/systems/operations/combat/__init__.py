"""Combat, bombardment, air and naval support, retreat."""
