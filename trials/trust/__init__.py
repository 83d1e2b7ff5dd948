"""The trials of `python -m trials.reliability`, a module for each kind of trouble."""
