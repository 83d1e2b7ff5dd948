"""Numbers by which a look ahead appraises positions and compares courses; the numbers of foresight are in `caution`."""

# ---- what a position is worth

HP_POWER = 0.25
"""Points that a hit point is worth beyond its points while there are turns to come."""
HP_FADES = 2
"""Turns to come below which that fades."""
CUT_OFF = 0.6
"""The share of its HP that a unit without supply counts for."""
REACH, SHIELD = 0.75, 0.6
"""The share of an attacker's and of a defender's strength that is left for each hex of distance from an objective."""
COUNTS_WITHIN = 8
"""Hexes from an objective beyond which no unit counts for it."""
DECISIVE = 30.0
"""Points for which an immediate victory stands."""
EVEN_ODDS = 2.5
"""Attack points for each defence point at which an objective is as likely to fall as not."""
UNDEFENDED = 3.0
"""Defence points for which an objective stands that has no unit near it."""
FALLS_WITHIN = 3
"""Turns to come below which an objective is less and less likely to fall."""
DRAW_SCALE, LEAST_SCALE, TURN_SCALE = 0.5, 2.0, 1.5
"""Points of lead that make victory clearly likelier: a share of the margin of a draw, some more, some for each turn."""

# ---- courses

LEAD = 0.02
"""The share of victory by which another course must be better than the usual one,"""
DOUBT = 1.0
"""and by so many times the error of the difference: with less, one of many looks better by luck alone."""
SPREAD = 0.08
"""The share of victory by which single worlds are taken to differ at least, for that error."""
STRESSED = 4
"""Goals that are tried, one by one, as the decisive goal."""
STRESS, NEGLECT = 2.5, 0.1
"""Factors on the worth of such a goal, in a course for it and in one without it."""
FIRST_WORLDS = 4
"""Worlds in which every course is rehearsed before any is dropped."""
REHEARSALS_A_COURSE = 8
"""Rehearsals of the budget for each course that is compared, so that the best of them can be looked at closely."""
FEWEST_REHEARSALS = 16
"""Rehearsals below which none are made: fewer cannot tell courses apart."""

# ---- the spirit of a course: weights and the least value of an attack that replace the usual ones

CAREFUL_RISK, CAREFUL_FEAR, CAREFUL_THREAT = 0.9, 0.9, 1.0
"""Shares of `risk`, `fear` and `threat_share` in a careful course."""
CAREFUL_ATTACK, BOLD_ATTACK, HOLDING_ATTACK = 0.6, -0.3, 30.0
"""Points that are added to the least value of an attack: by a careful course, a bold one, one that only holds."""
BOLD_RISK, BOLD_FEAR, BOLD_ZONE, BOLD_HP_POWER = 0.35, 0.5, 0.1, 0.25
"""Shares of `risk` and `fear`, points of `zone` and `hp_power` in a bold course."""
HOLDING_RISK, HOLDING_FEAR = 0.8, 1.0
"""Shares of `risk` and `fear` in a course that only holds."""

# ---- openings

OPENING_NEAR_BEST = 0.05
"""The share of victory by which an opening may be below the best to be as good; the seed chooses among those."""
