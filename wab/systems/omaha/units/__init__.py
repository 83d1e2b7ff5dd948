"""Units: steps lost, losses of a division, heroes, leaders and their orders."""
