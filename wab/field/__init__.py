"""Shared parts of the rules of hex-and-counter games: stacks, zones of control, stacking, costs, supply areas, chances.

Functions and small values over flat arrays indexed by hex. No rule of any game stands here: a system says what weighs,
what closes a hexside and who has a zone of control, in chapters of its own that cite the clause.
"""
