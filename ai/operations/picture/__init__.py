"""Picture: everything that is read off a view before a decision, and the worth of each hex."""
