"""Fuzzing: what is fed to the loaders, and how it is damaged."""
