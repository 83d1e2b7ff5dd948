"""The battle screen of the flagship: what it shows (presenter), what a player can do (interaction), how it is drawn (hud)."""
