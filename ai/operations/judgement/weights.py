"""Prices and thresholds of the greedy player, in victory points unless a comment says otherwise."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Prices and thresholds of one player; another character is another set of them."""

    hp_power: float = 0.35
    """The worth of a hit point beyond its points: it fights on, for a while at least."""
    ahead: float = 2.0
    """Turns before the end from which on that worth fades, to nothing in the last turn."""
    decisive: float = 60.0
    """The worth of the hexes of an immediate victory together."""
    delay: float = 0.8
    """The share that is left of a goal's worth for each turn of march to it."""
    ground: float = 0.5
    """The worth of pushing an enemy back from a hex of no importance."""
    push: float = 0.5
    """Share of the gain in nearness to goals that counts when an enemy hex is won."""
    shield: float = 0.25
    """Share of a held goal's worth that pushing an enemy off its approaches is worth."""
    attack_from: float = 0.4
    """The least value for which an attack is made."""
    carry_on: float = 0.0
    """The least value for which an attack already prepared is still made."""
    move_from: float = 0.2
    """The least gain for which a unit moves."""
    march: float = 0.12
    """The price of using a unit that has to move for an attack."""
    detour: float = 0.25
    """The share of a goal's draw that a unit forgoes for an attack that takes it away from there."""
    activation: float = 0.15
    """The price of an activation point when points are scarce."""
    rest: float = 0.012
    """The price of an activation for each percent of fatigue of the unit."""
    risk: float = 0.6
    """The share of the loss by the worst enemy attack on a hex that is expected."""
    rush: float = 0.5
    """The share of the enemies within a march of a held goal that counts, as if nothing barred their way."""
    fear: float = 0.7
    """The share that is expected to strike of the enemies that could strike a held goal."""
    too_late: float = 0.5
    """The share of the draw of a goal in danger that is left for units that cannot get there this impulse."""
    first: float = 0.6
    """The share of a held goal's worth that its first defender saves, however strong the enemy is."""
    zone_delay: int = 4
    """Half movement points by which an enemy zone of control makes a way longer."""
    wet_delay: int = 6
    """Half movement points by which the way to an attack over a river or a cliff counts as longer."""
    trapped: tuple[float, ...] = (0.6, 0.3, 0.12, 0.06)
    """The share of a stack that a retreat would cost, when the enemy leaves it no way out, one, two, more."""
    zone: float = 0.25
    """The price of standing in an enemy zone of control without need."""
    cut_off: float = 3.0
    """The price of standing where no supply comes."""
    interdiction: float = 0.0
    """The worth of an enemy hit point without supply for an impulse: nothing to a player without a plan."""
    fire_from: float = 0.12
    """The least value for which guns bombard."""
    tiring: float = 0.01
    """The worth of a percent of fatigue of an enemy unit."""
    loyalty: float = 1.25
    """By which factor the goal that a unit already has draws it more."""
    near_equal: float = 0.05
    """Points by which an option may be below the best to be as good; the seed chooses among those."""


GREEDY = Weights()

# The rest is the same for all characters. Things that tactics price in their own way have their numbers in `tactics`:
# the greedy player is a fixed yardstick and stays as it is when the staff changes.

# ---- attacks

MOST_ATTACKERS = 8
"""Units that are weighed for one attack, at most."""
RIVALS = 4
"""Attacks, the best ones, that are weighed against each other."""
FOLLOWERS = 3
"""Attackers that are taken to hold a hex when they have won it, at most."""
CONCERNED_WITHIN = 2
"""Hexes from a held goal within which an enemy stack threatens it."""
WET, MIXED, SHELTERED, STAYS = 0.4, 0.3, 0.1, 0.3
"""The loss of a hex to attack from by a river before it; the gain by another arm in it, by each column of shelter, and
if the unit is in it already.
"""
ONWARD = 0.1
"""The share of a goal's draw that an attack which brings a unit nearer to it is worth."""
SALVO = 0.1
"""The worth of keeping a gun for another attack or a bombardment."""
EFFORT, WORN = 0.1, 0.5
"""The cost of a combat to a unit besides HP, and the further cost where it brings the unit over the fatigue that its
quality bears.
"""
MOVED_UP = 0.5
"""The share of the loss feared in a hex that counts for units which move up there to attack."""

# ---- advance after combat

CLEARLY_BETTER = 0.05
"""Points by which one more unit must make an advance better."""
DESERTED = 0.6
"""The share of its worth that a goal is taken to lose when a unit of its garrison advances."""
ADVANCE_DRAW = 0.5
"""The share of a goal's draw that counts for the way that an advance brings a unit nearer to it."""

# ---- guns

IN_RANGE = 1.0
"""The worth to a gun of an enemy in range."""
EXPOSED = 2.0
"""The factor on losses feared for a gun; the cost to a gun of standing alone in an enemy zone of control."""
FOLLOWS_FRONT = 2.0
"""The worth to a gun of nearness to its goal."""
CROWDS = 0.3
"""The cost to a gun of standing in a goal without company."""
FIRE_NEAR_GOAL = 1.15
"""By which factor fire on enemies at a goal is worth more."""

# ---- moves

LOOK_AT = 12
"""Hexes nearest to its goal that are looked at closely for each unit."""
MARCH_FROM = 1.2
"""Turns of ordinary movement to its goal from which on a unit thinks of strategic movement."""
BESIDE_GOAL = 0.7
"""The chance that a goal is won from a hex next to it, where no enemy disputes it and the garrison of that hex holds.
"""
SHELTER = 0.05
"""The worth of a column of shelter to a unit in a hex."""
