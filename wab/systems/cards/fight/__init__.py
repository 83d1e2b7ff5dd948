"""Movement and combat of units, ground and obstacles."""
