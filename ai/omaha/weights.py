"""Prices of the players, read from data."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from wab.content.reader import read_yaml
from wab.home import home

FILE = home() / "ai" / "omaha" / "data" / "weights.yaml"


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the players weigh, in steps of infantry: see the file."""

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
    worn: float = 0.6
    box: float = 2.5
    focus: float = 0.0
    exits_from: int = 99
    exits_more: float = 0.0
    candidates: int = 8
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
