"""What the ground does: sight and weather."""
