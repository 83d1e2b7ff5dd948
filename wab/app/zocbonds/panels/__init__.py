"""The panels of the battle screen, one file each."""
