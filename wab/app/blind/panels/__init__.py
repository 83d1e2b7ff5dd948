"""Panels over the map: the card of a call and the table."""
