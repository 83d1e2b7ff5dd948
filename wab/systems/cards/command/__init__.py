"""Command cards and what they order."""
