"""Attacks that the player puts together with their chances, landings, the end of a sector."""
