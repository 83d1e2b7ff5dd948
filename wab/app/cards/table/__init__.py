"""The table in three dimensions: ground, scenery, figures, medals, dice."""
