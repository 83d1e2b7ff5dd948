"""Numbers by which tactics price orders, in victory points unless a comment says otherwise."""

# ---- attacks

LEAST_RATIO = 0.9
"""Attack points for each defence point below which a quick search does not weigh an attack."""
FRESH_LOOKS = 6
"""Attacks that are weighed again, one after the other, before none is made."""
EFFORT = 0.1
"""The cost of a combat to a unit besides HP: the strength of the turns to come."""
WORN = 0.5
"""The additional cost of bringing a unit over the fatigue that its quality bears."""
MOST_FOR_A_WAY = 3.0
"""The greatest worth of a hex beyond the goal in it, for what it leads to and what is threatened from it."""
ONWARD = 0.1
"""The share of a goal's draw that an attack which brings a unit nearer to it is worth."""
LEAVES_POST = 1.0
"""The cost of a unit's leaving its post in the line for an attack."""
EMPTY = 0.25
"""The share of a goal's worth that it costs at least to leave it without the garrison that the plan wants there."""
RESTING, WAITING = 0.6, 0.4
"""The cost of using a unit that the plan lets rest, and one that it keeps in reserve."""

# ---- supports and fire

SORTIE = 0.12
"""The worth of keeping an air unit for another attack of the turn."""
SALVO = 0.1
"""The worth of keeping a gun for another attack or a bombardment."""
FIRE_NEAR_GOAL = 1.15
"""By which factor fire on enemies at a goal is worth more."""
MISSION = 1.2
"""The worth of a mission of heavy bombers elsewhere or later: they rest for turns after it."""
LIGHT_MISSION = 0.1
"""The worth of a mission elsewhere to bombers that need no rest."""

# ---- guns and ships

IN_CONTACT = 2
"""Hexes from one's own fighters within which fire on enemies is wanted in full."""
OUT_OF_CONTACT = 0.4
"""The share that is left of the wish for fire on enemies farther off."""
FULL_TARGET = 12
"""HP from which on a stack is a full target."""
TARGET_AT_GOAL = 0.5
"""By which share fire on a stack at a goal is wanted more."""
SECOND_TARGET = 0.25
"""The share that a second target in range is worth of the first."""
SHIP_MOVES = 0.3
"""The least gain for which a ship moves."""
SHIP_NEARER = 0.1
"""The worth of a hex nearer to the nearest target to a ship that has none in range."""

# ---- commanders

COMMANDER = 3.0
"""The worth of a commander besides the HP: the columns in all battles to come."""
COMMANDER_FADES = 3
"""Turns to come below which that fades."""
COMMANDER_ALONE = 4.0
"""The cost to a commander of standing alone: any enemy that comes along makes a capture."""
CAPTURED = 0.7
"""The chance that the enemy comes for commanders that stand alone."""
COMMANDER_HELPS = 0.5
"""The worth of a commander's column in defence where the enemy can strike."""
SECOND_COMMANDER = 0.5
"""The cost to a commander of standing with another one."""
COMPANY = 0.04
"""The worth to a commander of an attack point of the units in the same hex."""
GOAL_AHEAD, GOAL_AHEAD_MOST = 0.1, 10.0
"""The share that a goal near by is worth to a commander of what it draws, and the draw that counts at most."""
COMMANDER_MOVES = 0.25
"""The least gain for which a commander moves."""
COMMANDER_LEAVES = 0.15
"""The cost of a commander's leaving a stack to take part in an attack."""

# ---- moves

REBUILT = 0.45
"""The worth of a hit point that a unit regains out of contact."""
REBUILT_FADES = 3
"""Turns to come below which that fades."""
CLOSES_POCKET = 1.5
"""The worth of standing in a hex that closes a pocket."""
MANS_POST = 1.5
"""The worth of standing at one's post in the line."""
HP_REFITTED = 0.3
"""The worth of a hit point given to a unit by hand, by itself: one more to lose before the next state level."""
STRENGTH_REFITTED = 0.002
"""The worth of a hundredth of a point of attack or defence that such hit points bring back."""

# ---- what is thought about again after a change

NEAR_OWN = 3
"""Hexes from an own unit that moves within which everything is weighed again."""
NEAR_ENEMY = 6
"""Hexes from an enemy unit that moves, weakens or comes into sight within which everything is weighed again."""
