"""What happened, shown on the map."""
