"""Shared parts of the thinking players of all rule systems: choices, reasons, levels, deputies, layers that may
fail.
"""
