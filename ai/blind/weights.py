"""Prices and thresholds of the players, in victory points unless a comment says otherwise."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ai.shell.levels import Personality

FADE = 0.62
"""The share of a worth that is left with each hex of distance to it."""
SOURCE = 5.0
"""The worth of a beach apart from its points: supply comes over it."""
GROUND = 0.12
"""The worth of any hex of enemy ground."""
STEP = 0.45
"""The worth of a step, on either side."""
SUPPLY = 0.06
"""The worth of a point of attack supply that could be saved."""
GIVES = 0.35
"""The chance that a defender who is hit hard gives ground."""
MOST_STACKS = 12
"""Stacks that are thought through for one hex."""
RESERVE_SHARE = 0.3
"""The share of usual moves that is made in a reserve phase."""
CAUGHT_UP = 6
"""Movement phases that are made up for at most, when a belief begins in the middle of a game."""
RATIO = 1.5
"""Fire power against what is guessed there, from which the greedy player attacks."""
USUAL = 0.6
"""The chance that a hex of the line is occupied if nothing was heard of it."""
KEPT = 0.75
"""The share of a report that is left after a turn."""
STRENGTH, STEPS = 3, 2
"""The fire power and the steps of an unknown stack."""
MOST_PHASES = 6
"""Phases of marching that count at most."""
LINE_GAIN = 1.0
"""The gain of a march to the line: it goes before all other moves."""
AFTER = 0.6
"""The share of its worth in its hex that a unit has in a hex of the enemy that it enters."""
LATER = 0.4
"""The share of the cost of calling in vain that is paid in a phase without attacks."""
LIKELY = 0.4
"""The chance that a hex is occupied, from which an attack is announced: a vacant one is taken by a weaker unit."""
RESERVES_WITHIN = 5
"""Hexes behind the front within which units go into reserve."""
FARTHER_ON = 0.3
"""The share of the worth of places farther on that a hex has."""
NEARNESS = (1.0, 1.0, 0.3, 0.1)
"""The share of a fire power that threatens a hex at the same place, next to it, and two and three hexes off."""
REACH = 16
"""Movement points of the enemy within which own ground is at risk."""


@dataclass(frozen=True)
class Manner:
    """The prices of a side. `hold`: the need of a front hex; `guard`, the share of the worth behind it; `off`, the
    share of the worth of enemy ground before it; `rear`, the need of ground behind the front. `price` of own losses,
    `margin` of value from which an attack is made. `march`: the gain from which a unit moves, `bound` the cost of
    calling an occupied hex, `tired` the share of its strength that a unit keeps which moves.
    """

    hold: float
    guard: float
    off: float
    price: float
    margin: float
    march: float = 0.06
    bound: float = 0.08
    tired: float = 1.0


MANNERS = {
    "allied": Manner(hold=0.12, guard=0.3, off=1.0, price=0.8, margin=0.35, tired=0.9),
    "axis": Manner(hold=0.8, guard=0.6, off=0.8, price=1.2, margin=0.7, tired=0.6),
}
"""The prices of each side."""


def tempered(manner: Manner, personality: Personality) -> Manner:
    """The prices of a commander of some character: aggression lowers margins and the price of losses, patience makes
    marches dearer, boldness lowers the fear for ground behind the front.
    """
    return replace(
        manner,
        price=manner.price * (1.0 - 0.3 * personality.aggression),
        margin=manner.margin * (1.0 - 0.5 * personality.aggression),
        march=manner.march * (1.0 + 0.5 * personality.patience),
        guard=manner.guard * (1.0 - 0.3 * personality.boldness),
    )


def eager(manner: Manner, stock: int) -> Manner:
    """The prices of a side with so much attack supply: what lies unused wins nothing."""
    share = min(1.0, stock / PLENTY)
    return replace(manner, price=manner.price * (1.0 - 0.6 * share), margin=manner.margin * (1.0 - share))


PLENTY = 80
"""The points of attack supply from which a side shuns attacks least."""
WAY = 0.86
"""The share of the worth of a post that is left with each hex of the way to it."""
NEAR = 0.4
"""The share of its strength that a unit adds to a post, with each hex of distance."""
HALF = 4.0
"""The fire power that covers half of a need."""
EMPTY = 0.8
"""The share of a need that any unit meets where none stands."""
EXIT, EXIT_FADE, OUTWARD = 0.6, 0.86, 4
"""The worth of an entry hex by turn left, its share by hex of distance, the turns left from which it is sought."""
LEAST_HALF, THREAT = 3.0, 0.4
"""The fire power that covers half of a need without an enemy near. The rest: how much more it takes for each point of
fire power before the hex.
"""


@dataclass(frozen=True)
class LinePrices:
    """The prices of a line, a hundred for a unit.

    Of a hex: `cover` for each line of the terrain chart, `deeper` for each hex of ground given up, `manned` where a
    unit stands, `late` where none comes in time (two kinds are tried), `point` for a victory point in it. `foreign`
    and `occupied`: if it must be taken back first; `held`: the chance from which it counts as the enemy's.

    Of a whole line: `hole` for each, `place` for a point given up, `acre` for a hex given up, `exposed` for a place
    next behind it. `band`: places so near the enemy count; `bands`: hexes before the enemy where it runs.

    Of a unit: `moves` and `ride`, `fit` against `threat`. `town`, `garrison`: places with so many points, so near
    behind the line, have a garrison.
    """

    unit: float = 100.0
    cover: float = 10.0
    deeper: float = 7.0
    manned: float = 15.0
    late: tuple[float, ...] = (80.0, 400.0)
    hole: float = 400.0
    acre: float = 0.05
    exposed: float = 0.3
    point: float = 12.0
    place: float = 130.0
    foreign: float = 40.0
    occupied: float = 300.0
    held: float = 0.6
    band: int = 6
    bands: tuple[int, ...] = (3, 6, 9)
    moves: float = 120.0
    ride: float = 8.0
    fit: float = 25.0
    threat: float = 12.0
    town: float = 2.0
    garrison: int = 4


LINE = LinePrices()
"""The prices of the line."""
