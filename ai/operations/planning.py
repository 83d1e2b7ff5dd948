"""What the planner holds dear: the numbers of its judgement, read from data."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path

import msgspec

from wab.content.reader import read_yaml

FILE = Path(__file__).with_name("data") / "planning.yaml"


class Curve(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chance of a task by force over need: one half at `even`, `slope` says how fast it changes."""

    even: float
    slope: float

    def chance(self, force: float, need: float) -> float:
        """0 to 1; 1 where nothing is needed."""
        if need <= 0:
            return 1.0
        if force <= 0:
            return 0.0
        return 1.0 / (1.0 + math.exp(-self.slope * math.log(force / need / self.even)))


class Planning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The planner's numbers; the comments in `data/planning.yaml` say what each means."""

    chance: Curve
    main_effort: float
    cohesion: float
    loyalty: float
    margin: float
    near_best: float
    active: float
    distant_draw: float
    in_the_way: float
    detour: int
    cheap: float
    economy: float
    garrison: float
    horizon: int
    lifelines: int
    expected_share: float
    hidden_share: float
    supply_worth: float
    pocket_worth: float
    counter_worth: float
    counter_most: float
    fear: float
    rush: float
    rush_turns: float
    safety: float
    guard_from: float
    relief_draw: float
    outmatched: float
    closing: float
    raid_least: int
    raids_weighed: int
    line_from: int
    line_turns: int
    line_until: int
    line_share: float
    line_least: float
    line_most: float
    line_worth: float
    line_draw: float
    bearable_odds: float
    line_spare: float
    suspected: float
    posted: int
    leash: int
    short_leash: int
    patience: float
    beaten: float
    beaten_soon: int
    broken: float
    occupied: float
    occupied_draw: float
    occupied_from: float
    reserve: float
    reserve_from: int
    reserve_least: float
    reserve_most: float
    rest_margin: int
    rebuild_below: float
    stop_after: int
    stop_draw: float


@cache
def planning(file: Path = FILE) -> Planning:
    """The numbers as shipped, or those of another file; DataError when it is wrong."""
    return read_yaml(file, Planning)
