"""Sounds: recordings, the recordings that an event calls for, and their player."""
