"""Impulses planned whole: what each unit could do, and the choice of all that is worth most together."""
