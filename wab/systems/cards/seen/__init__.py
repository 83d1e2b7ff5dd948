"""A seat's knowledge: views, witnessed events, samples."""
