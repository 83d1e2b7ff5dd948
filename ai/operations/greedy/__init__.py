"""The greedy player, and its prices of attacks, moves, fire and advances, which the staff refines."""
