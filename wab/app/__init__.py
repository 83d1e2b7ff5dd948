"""The window: map, counters, overlays, panels and input. It knows hexes and pictures of things, never a rule."""
