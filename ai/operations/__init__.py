"""Players of the flagship: what they read off a view, how they price it, and the agents by name.

They play either side of every scenario (OPS-1.5-1). How strong one is follows from its name, a setting; all work from
what the view tells of map, rules and objectives, none from a script for one scenario (OPS-1.5-2).
"""
