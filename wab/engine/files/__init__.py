"""Files of any kind: names, locks, limits, frames, and writing so that nothing is lost."""
