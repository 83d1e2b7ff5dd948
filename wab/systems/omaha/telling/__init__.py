"""The game in words and numbers: journal, measures, scenes."""
