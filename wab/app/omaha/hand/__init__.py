"""What the player puts together: attacks with their chances, landings, the end of a sector."""
