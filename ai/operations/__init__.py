"""Players of the flagship: what they read off a view, how they price it, and the agents by name."""
