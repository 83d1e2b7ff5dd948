"""Prices of the players, read from data."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from wab.content.reader import read_yaml
from wab.home import home

FILE = home() / "ai" / "omaha" / "data" / "weights.yaml"


MOST_SUPPORT = 2
"""Tanks and guns that join one attack."""
SILENCED = {"intense": 0.25, "sustained": 0.17, "sporadic": 0.03}
"""The steps that a position which is disrupted does not cost in the next fire, for each unit that it would pick."""
UNLINKED = 3.0
"""Turns of way that a line of communication to an exit is worth."""
SEEN_AHEAD = 6
"""Turns for which the tide is foreseen."""
VEHICLE = 0.6
"""The share of the price of infantry at which vehicles and guns are kept from fire."""
UNSURE = 0.35
"""The chance that infiltration costs a step."""
LAST = 25.0
"""The price of the step that ends the game."""
UNDER_FIRE = 3.0
"""Hexes of range by which an obstacle under fire is worse: engineers do nothing there."""
FIRST = 2.0
"""The weight of the first way of a sector to the heights, next to the weight of a draw opened."""
DONE = 20.0
"""The worth lost by a base whose draw is clear."""
DEEP = 4
"""Hexes from low ground beyond which vehicles need not go."""
POST_REACH = 3
"""Hexes that the range of a post is likely to reach."""
POST_TROOPS = 3
"""Units of infantry for which an HQ becomes a post, or stays one."""
POST_TURNS = 4
"""The turns that must be left for a new post."""
GATE = 5.0
"""The turns that an obstacle costs which engineers have not cleared."""


class Breach(NamedTuple):
    """The prices of a breach. A German unit costs 1, and more with a `marker`, `hidden`, and for each hex of distance
    (`far`) beyond the `reach` of infantry. A hex of a line costs its `pace`, and a share of the units that cover it:
    `path` hexes of a way lie in one field. `line`: the most points that a line lets count. `kept`: the share of the
    best ratio from which a breach is kept.
    """

    marker: float = 0.6
    hidden: float = 0.2
    far: float = 0.12
    reach: int = 2
    pace: float = 0.04
    path: float = 3.0
    line: float = 10.0
    kept: float = 0.7


BREACH = Breach()
"""The prices of breaches."""


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of the players, in steps of infantry: see the file. `late`, `last`: what differs from turn 17, and in
    the last turn. Ways are counted in turns. `exits_from`, `rangers_from`: the turns from which infantry and rangers go
    to exits, infantry if that is no more than `exits_more` longer than its other ways. `haul`: a turn of the way of a
    vehicle; `deep`: a move from low ground that it has still to go; `leave_way`: the way that an exit is worth to
    armour. `site`: a unit that an HQ would reach from a place for a command post.
    """

    step: float
    risk: float
    disrupted: float
    dense: float
    way: float
    way_risk: float
    way_water: float
    post: float
    drown: float
    tide: tuple[float, ...]
    vehicle_sinks: float
    paid: float
    least: float
    nest: float
    other: float
    threat: dict[str, float]
    blocks: float
    marker: float
    shaken: float
    reveal: float
    failure: float
    naval: float
    silence: float
    led: float
    climb: float
    point: float
    spread_from: int
    spread: float
    spread_way: float
    shared: float = 1.0
    last: dict[str, float] = {}
    late: dict[str, float] = {}
    worn: float = 0.6
    box: float = 2.5
    focus: float = 0.0
    exits_from: int = 99
    exits_more: float = 0.0
    candidates: int = 8
    haul: float = 0.35
    deep: float = 1.6
    leave_way: float = 6.0
    site: float = 0.0
    rangers_from: int = 99
    held: tuple[float, ...] = ()


class Players(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The prices of the greedy player and of the planning ones."""

    greedy: Weights
    normal: Weights
    outlines: dict[str, dict[str, float]]


@cache
def weights(file: Path = FILE) -> Players:
    """The prices; DataError when their file is wrong."""
    return read_yaml(file, Players)


def outlines(usual: Weights) -> dict[str, Weights]:
    """The manners between which a search chooses: the usual one, bolder, more careful, and bent on its breaches."""
    changes = weights().outlines
    return {"usual": usual, **{name: msgspec.structs.replace(usual, **change) for name, change in changes.items()}}
