"""Lists next to the tools that a system fills with values: its records, and the key to its counters."""
