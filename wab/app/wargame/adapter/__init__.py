"""The one thing that hex wars ask of a rule system, and the values in which it answers."""
