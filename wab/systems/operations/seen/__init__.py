"""A side's knowledge: views, witnessed events, samples."""
