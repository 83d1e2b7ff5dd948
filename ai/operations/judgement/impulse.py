"""Numbers by which whole impulses are chosen, in victory points unless a comment says otherwise."""

# ---- the master problem

SCALE = 1000.0
"""Parts of a point in which the solver counts, so that no rounding of a machine decides."""
MARK = 1e-3
"""Such parts by which the marks of columns break ties."""
NODES = 400
"""Nodes of the search of the solver, at most."""

# ---- columns

PARTIES = 6
"""Attacks on one hex by different parties, at most."""
WALKERS = 5
"""Units that are weighed for one goal or one demand, at most."""
LEAST_FIRE = 0.5
"""HP that a bombardment by itself is expected to take, at least."""
LEADER_PAYS = 0.3
"""Points by which a commander makes an attack better, at least, next to the price of the activation point."""

# ---- demands

CONFIRMED = 0.9
"""The chance that an empty goal is lost into which the enemy's reply walks."""
CUT, CUTS = 0.15, 3
"""The share of their worth that HP lose by a cut, as a demand prices it; cuts that are priced in one look, at most."""
FIRST = 0.35
"""The share of that loss which the first fighter in a goal saves, however strong the enemy is."""
SLACK = 0.01
"""Defence points by which a demand may be missed."""
AGAIN = 1.0
"""Points for which a unit that has moved moves again in the same impulse, at least."""
LEAST_DEMAND = 0.3
"""Points from which on a demand is made."""
REPLIES = 3
"""Looks at the enemy's reply to a plan, at most."""
