"""What panels read and do, where they lie, and what they share."""
