"""The settings, tab by tab."""
