"""Reports of battles: what is told of a saved game, and how it is written down. No Panda3D here."""
