"""Search in imagined games: sampled worlds, even dice, halving."""
