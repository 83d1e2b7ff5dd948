"""What `python -m tools.reliability` tries, a module for each kind of trouble."""
