"""The battle screen of the flagship: what it shows, what a player can do, how it is drawn."""
