"""Past events, shown on the map."""
