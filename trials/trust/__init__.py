"""What `python -m trials` does to saves, careers, views and commands, a module for each kind of trouble."""
