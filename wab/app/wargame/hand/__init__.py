"""The hand of the player on a hex map: selection, orders, orders that are planned."""
