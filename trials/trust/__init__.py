"""Trials of saves, views and processes, a module for each kind of trouble."""
