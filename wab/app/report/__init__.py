"""Reports of battles: the contents of a report on a saved game, and its writing. No Panda3D here."""
