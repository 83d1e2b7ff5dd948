"""Normandy '44: one-day turns, bonds of zones of control, main assault forces (`docs/rules/zocbonds.yaml`)."""
