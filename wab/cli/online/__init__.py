"""Commands for games over a network."""
