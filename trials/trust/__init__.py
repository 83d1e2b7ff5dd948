"""What `python -m trials.reliability` tries, a module for each kind of trouble."""
