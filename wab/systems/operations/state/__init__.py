"""The position and what changes it: board, units, orders, events, control and zones of control."""
