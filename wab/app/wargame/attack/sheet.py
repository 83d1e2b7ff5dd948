"""An attack before it is ordered, in plain values: a system fills the sheet, and one panel draws it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from wab.app.gfx.specs import CounterSpec
from wab.app.hud.widgets import Action
from wab.app.wargame.adapter.pictures import Odds
from wab.engine.words.text import Argument
from wab.field.forecast import Forecast


class Strength(NamedTuple):
    """The points that are left of the full number. `energy` is a percentage, None if units never tire."""

    left: int
    full: int
    energy: int | None = None


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A unit, a gun or another means of either side. An own entry has the place of its row in the hand.

    `ticked` is None for a part of the attack that has a value to choose. The line under the name shows `why_not`, the
    reason against a tick, else the `facts`, else the `effect` of a click. `detail` takes its place over
    several lines. `more` is the unit whose sheet opens. `notes` and `clause` explain the entry under the pointer.
    """

    key: str
    name: str
    ticked: bool | None = None
    value: str = ""
    label: str = ""
    facts: tuple[str, ...] = ()
    detail: str = ""
    effect: str = ""
    why_not: str = ""
    counter: CounterSpec | None = None
    icon: str = ""
    strength: Strength | None = None
    more: int | None = None
    notes: tuple[str, ...] = ()
    clause: str = ""

    @property
    def is_choice(self) -> bool:
        """Tell whether the entry is a part with a value, without a picture."""
        return self.counter is None and not self.icon

    @property
    def is_on(self) -> bool:
        """Tell whether the entry takes part, or could."""
        return bool(self.ticked) or not self.why_not


@dataclass(frozen=True)
class Group:
    """Entries under a heading, with a note at its right end. `rest` is a line about entries that are not shown."""

    heading: str
    entries: tuple[Entry, ...] = ()
    note: str = ""
    rest: str = ""
    all: Action | None = None
    """The button that ticks all entries that can take part."""


class Told(NamedTuple):
    """Sentences under a heading."""

    heading: str
    lines: tuple[str, ...]


class Change(NamedTuple):
    """A change of the odds: its value on the table or the dice, its cause, and its effect in words."""

    value: float
    words: str
    effect: str


class Join(NamedTuple):
    """A unit that would raise the word of an attack: its place among the rows of the hand, its name, the forecast with
    it, and its sentences."""

    place: int
    name: Argument
    forecast: Forecast
    told: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """An attack in a word: its forecast, and sentences of the system on the ground, losses, and what follows a failure.

    `names` are the names of own units at risk. `joins`: units that could still join, the best first.
    """

    forecast: Forecast
    won: str
    losses: str = ""
    fails: str = ""
    names: Mapping[int, Argument] = field(default_factory=dict)
    joins: tuple[Join, ...] = ()


@dataclass(frozen=True, kw_only=True)
class AttackSheet:
    """An attack or a bombardment as it stands.

    `order` is the button that gives it; without `odds` the panel shows why it cannot be given yet. `others` are further
    buttons, by name. `price` is what the order uses up. `verdict` is None if nothing is weighed in a word. A sheet
    that `covers` the map has three columns, any other has two at the right edge. `has_ratio`: its odds have columns.
    """

    title: str
    icon: str
    place: str = ""
    moment: str = ""
    groups: tuple[Group, ...]
    odds: Odds | None
    has_ratio: bool = True
    foes: Group
    told: tuple[Told, ...] = ()
    changes: tuple[Change, ...] = ()
    price: str = ""
    verdict: Verdict | None = None
    order: Action
    others: Mapping[str, Action] = field(default_factory=dict)
    covers: bool = False
