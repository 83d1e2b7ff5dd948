"""An attack weighed: the board of odds."""
