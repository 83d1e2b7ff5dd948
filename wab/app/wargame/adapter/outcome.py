"""A fight after it was fought, in plain values: a system fills an outcome, and one card shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from wab.app.gfx.specs import CounterSpec
from wab.app.wargame.adapter.pictures import Tone
from wab.engine.kernel.events import Event
from wab.field.forecast import Headline
from wab.hexes import HexId


class Link(NamedTuple):
    """A link of the chain from the dice to the result: its heading, its value or dice, and what stands below it.

    A die shows points, or the symbol of a system's own dice.
    """

    heading: str
    value: str = ""
    note: str = ""
    dice: tuple[int | str, ...] = ()
    tone: Tone = "text"


class Chain(NamedTuple):
    """A roll from dice to result, with its heading."""

    heading: str
    links: tuple[Link, ...]


class Toll(NamedTuple):
    """The strength of a unit before and after a fight; `full` is 0 if that is not known. `words` say the change."""

    name: str
    words: str
    ours: bool
    before: int = 0
    after: int = 0
    full: int = 0
    counter: CounterSpec | None = None
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """A fight as the card shows it.

    `attacked`: the viewer made the attack. `headline` is the result as the attacker sees it; `unit_lost`: the viewer
    lost a unit. `hexes`: the target, then where the attackers stood. `first` is the event from which on it is shown
    again.
    """

    place: str
    hexes: tuple[HexId, ...]
    attacked: bool
    headline: Headline
    unit_lost: bool
    sentence: str
    chains: tuple[Chain, ...]
    tolls: tuple[Toll, ...]
    ground: tuple[str, ...]
    luck: str = ""
    first: Event | None = None


def totals(lost: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Losses by unit, added up."""
    found: dict[int, int] = {}
    for unit, count in lost:
        found[unit] = found.get(unit, 0) + count
    return found
