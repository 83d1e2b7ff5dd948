"""Marches, and the threat that stops them."""
