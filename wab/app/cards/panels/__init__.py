"""The panels of the card game's battle screen, one file each."""
