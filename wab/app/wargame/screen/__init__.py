"""The battle screen of hex wars and the fronts that open it."""
