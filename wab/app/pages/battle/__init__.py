"""Pages over a battle, and after it."""
