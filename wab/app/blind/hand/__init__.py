"""The hand of the player: calls along a way, the switches of the table, orders of a phase by their hex."""
