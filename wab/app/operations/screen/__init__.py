"""The battle screen of the flagship."""
