"""Hex wars that are played by the orders on offer: hand, adapter, list."""
