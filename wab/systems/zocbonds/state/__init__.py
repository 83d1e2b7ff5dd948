"""The position and what changes it: board, units, orders, events, zones of control and bonds."""
