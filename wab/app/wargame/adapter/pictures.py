"""Plain values that an adapter gives the battle screen to show: layers, badges, odds, status, and past events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from wab.app.cardkit.face import Face
from wab.app.gfx.palettes import Palette
from wab.app.gfx.specs import BarSpec, CounterSpec, Nation, Sign
from wab.app.gfx.theme import Rgba
from wab.app.hud.kit import Box, Kit
from wab.engine.kernel.orders import Order, Refusal, Shift
from wab.hexes import HexId

Tone = Literal["text", "second", "action", "good", "warn", "bad"]
"""A colour of the HUD by what it says."""
Colours = NDArray[np.uint8]

PLAIN, LINES, CROSSES, DOTS = 0, 1, 2, 3
"""Patterns of an overlay, a second sign next to its colours."""


# ------------------------------------------------------------------------------------------------- sides and ground


class SideLook(NamedTuple):
    """The badge of a side in the top bar, from `top` to `bottom` colour with an icon, and its mark on the small map."""

    top: Rgba
    bottom: Rgba
    icon: str
    mark: Rgba


class Task(NamedTuple):
    """A phase for the player, as messages: an icon, what can be done now, and what else matters about it."""

    icon: str
    now: str
    more: str = ""


class Kind(NamedTuple):
    """A kind of order that a unit can have: its type, its words and effect as messages, its icon, and its phases."""

    type: type[Order]
    words: str
    effect: str
    icon: str
    phases: tuple[str, ...]


@dataclass(frozen=True)
class Guide:
    """The track of a turn and the present task in words. `place` is the step of now, -1 for none of the track."""

    steps: tuple[str, ...]
    place: int
    icon: str
    now: str
    more: str


class Layer(NamedTuple):
    """An overlay that can be laid over the map: its name for people as a message, its icon, its key."""

    words: str
    icon: str
    key: str = ""


class BarKey(NamedTuple):
    """A line of the key of an overlay that explains bars: the look of a bar, and its words. `side` is 1 or 2; `bolt`
    shows the bolt alone; `tone` is as in a `BarSpec`."""

    words: str
    side: int
    tone: str = ""
    bolt: bool = False


@dataclass(frozen=True)
class Tints:
    """An overlay of the whole map: colours uint8[N, 4], patterns uint8[N], and its key: colour, pattern, words.

    `line` draws a dashed line between the hexes of two sides, uint8[N]: 1 or 2 for the side, 0 for neither. `bars` lie
    over it from place to place, and `keys` explain them.
    """

    colours: Colours
    marks: Colours
    legend: tuple[tuple[Rgba, int, str], ...]
    line: Colours | None = None
    bars: tuple[BarSpec, ...] = ()
    keys: tuple[BarKey, ...] = ()

    def seen_in(self, palette: Palette) -> Tints:
        """The same in the colours of a palette."""
        colours = self.colours.copy()
        for tint, _pattern, _words in self.legend:
            colours[(self.colours == tint).all(axis=1)] = palette.shown(tint)
        legend = tuple((palette.shown(tint), pattern, words) for tint, pattern, words in self.legend)
        return replace(self, colours=colours, legend=legend)


def tints(size: int, parts: Sequence[tuple[NDArray[np.bool_], Rgba, int, str]]) -> Tints:
    """An overlay of N = `size` hexes out of its parts: hexes bool[N], colour, pattern, words of the key."""
    colours, marks = np.zeros((size, 4), np.uint8), np.zeros(size, np.uint8)
    for hexes, tint, pattern, _words in parts:
        colours[hexes], marks[hexes] = tint, pattern
    return Tints(colours, marks, tuple((tint, pattern, words) for _hexes, tint, pattern, words in parts))


class LayerNote(NamedTuple):
    """A sentence next to an overlay, with its hex, its clause, and the unit that it is about if any."""

    hex: HexId
    text: str
    clause: str
    unit: int | None = None


# ------------------------------------------------------------------------------------------------- before an order


class Reach(Protocol):
    """The hexes that the selected units can reach. `far` are hexes reached in a second way, at more effort.

    `rose` are hexes that warn. `teeth` are hexsides (hex, direction) with danger beyond them. `figures` are words on a
    hex, such as a cost.
    """

    @property
    def near(self) -> frozenset[HexId]:
        """Hexes in ordinary reach."""

    @property
    def far(self) -> frozenset[HexId]:
        """Hexes reached in the second way only."""

    @property
    def figures(self) -> Mapping[HexId, str]:
        """Words on hexes in reach."""

    @property
    def rose(self) -> frozenset[HexId]:
        """Hexes that warn."""

    @property
    def teeth(self) -> tuple[tuple[HexId, int], ...]:
        """Hexsides that warn."""

    def goes_to(self, hex_: HexId) -> bool:
        """Tell whether the units can get to a hex."""


class Path(Protocol):
    """A path under the pointer: its hexes, and sentences on what it means."""

    @property
    def path(self) -> tuple[HexId, ...]:
        """The hexes from start to goal."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences under the line about the hex."""


class Part(NamedTuple):
    """A piece of a badge on the map: icon, words, tone."""

    icon: str
    words: str
    tone: Tone = "text"


@dataclass(frozen=True)
class Result:
    """A result of the dice in the board of odds.

    `label` is the total or the row, `chance` 0 to 1; `ours` and `theirs` are losses of attacker and defender, `spread`
    the least and the most losses of the defender. `good`, 0 to 1, is how surely the attacker gets its aim. `words` is
    the result as the table calls it ("DR", "A1"), "" if losses say all. `title` and `notes` explain it.
    """

    label: str
    chance: float
    ours: float = 0.0
    theirs: float = 0.0
    spread: tuple[float, float] | None = None
    good: float = 0.0
    words: str = ""
    title: str = ""
    notes: tuple[str, ...] = ()

    @property
    def least_and_most(self) -> tuple[float, float]:
        """The least and the most that the defender loses by it."""
        return self.spread if self.spread is not None else (self.theirs, self.theirs)


@dataclass(frozen=True)
class Odds:
    """An attack weighed: the ratio with every shift, the columns of the table, and the possible results.

    `initial` and `final` are places in `columns`. `shifts` move the column, `lines` the dice; `modifier` is the sum of
    the lines. `final_words` name the column that counts. `note` stands next to the heading of the results, `good_words`
    over the good results, `measure` over the bars (the losses of the defender). `averages` are sentences below: us (0)
    or them (1), words. `clause` belongs to the table of results, `dice_clause` to the modifiers of the dice: "" if
    there never are any.
    """

    ratio: str
    columns: tuple[str, ...]
    initial: int
    final: int
    final_words: str
    shifts: tuple[Shift, ...] = ()
    lines: tuple[Shift, ...] = ()
    modifier: float = 0
    results: tuple[Result, ...] = ()
    heading: str = ""
    note: str = ""
    good_words: str = ""
    measure: str = ""
    averages: tuple[tuple[int, str], ...] = ()
    praise: str = ""
    clause: str = ""
    dice_clause: str = ""


@dataclass(frozen=True)
class EndQuestion:
    """The question before the turn or a part of it ends.

    The title, the sentence, the word on the button, the meaning of the other button, the meaning of ending it, and the
    clause.
    """

    title: str
    words: str
    deed: str
    not_yet: str = ""
    tip: str = ""
    clause: str = ""


# ------------------------------------------------------------------------------------------------- status


class Status(NamedTuple):
    """A figure of the top bar: its heading, its value, what stands small after it, and what explains it."""

    heading: str
    value: str
    of: str = ""
    tip: str = ""
    clause: str = ""
    icon: str = ""


class Fact(NamedTuple):
    """A line about a unit: what it is, its value, and the clause that says so."""

    label: str
    value: str
    clause: str = ""


class Known(NamedTuple):
    """The knowledge about a unit of the others: its name, its kind, and its condition, line by line."""

    unit: int
    name: str
    what: str
    lines: tuple[str, ...] = ()


class Echelon(NamedTuple):
    """A formation to which a unit belongs: its key among the formations of its level, and its name."""

    key: str
    name: str


class Arrival(NamedTuple):
    """A reinforcement on its way: turn and day, unit, side, formations, hex and name of the place; `late` ones wait."""

    turn: int
    day: str
    unit: int
    name: str
    side: str
    hex: HexId
    place: str
    late: bool = False
    echelons: tuple[Echelon, ...] = ()


class Lost(NamedTuple):
    """A unit that is gone for good: its name, its side, its formation."""

    unit: int
    name: str
    side: str
    formation: str = ""


class Record(NamedTuple):
    """A line of the records: its label, its value, the clause behind it. A heading has no value.

    A value on a track with `most` places fills `held` of them; 0 of 0 if it has no track.
    """

    label: str
    value: str = ""
    clause: str = ""
    held: int = 0
    most: int = 0


class KeyLine(NamedTuple):
    """A line of the key to the counters: its words and the clause behind them.

    It explains an army in its colours, a sign of a counter, or something short.
    """

    words: str
    clause: str = ""
    short: str = ""
    sign: Sign | None = None
    army: Nation | None = None


class KeyPart(NamedTuple):
    """A part of the key to the counters with its heading."""

    title: str
    lines: tuple[KeyLine, ...]


class Found(NamedTuple):
    """A hit of the search: name, what it is, its hex."""

    name: str
    what: str
    hex: HexId


@dataclass(frozen=True)
class Diagram:
    """A picture at the head of a section: its height, how it is drawn, and the sentence below it."""

    high: float
    draw: Callable[[Kit, Box], None]
    told: Callable[[], str]


# ------------------------------------------------------------------------------------------------- what happened


STEP_SECONDS = 0.26
"""A hex of a retreat or an advance, which is walked hex by hex."""


class Glide(NamedTuple):
    """Counters move along a path; `step` is the seconds for a hex, 0 for the pace of a march."""

    units: tuple[int, ...]
    path: tuple[HexId, ...]
    step: float = 0.0


class Follow(NamedTuple):
    """Counters move into a hex from where they are shown, one after the other."""

    units: tuple[int, ...]
    target: HexId
    step: float = 0.0


class Volley(NamedTuple):
    """Units fire at a hex from their shown places. Units that are not shown fire from `origin`, None for nowhere."""

    units: tuple[int, ...]
    target: HexId
    origin: HexId | None = None


class Throw(NamedTuple):
    """Dice with one to six points are thrown, next to the embattled hex."""

    faces: tuple[int, ...]


class Overfly(NamedTuple):
    """An aircraft, a miniature in the colour of a nation, passes over a hex; `strikes`: what it drops explodes."""

    figure: str
    body: Rgba
    target: HexId
    strikes: bool


class Appear(NamedTuple):
    """A counter comes onto the map."""

    unit: int
    hex: HexId


class Tell(NamedTuple):
    """A label over a hex for some seconds; `path` draws an arrow, () takes it away, None leaves it as it is."""

    hex: HexId
    words: str
    seconds: float
    flash: bool = True
    path: tuple[HexId, ...] | None = None


class Strength(NamedTuple):
    """The pips of a counter change; `seconds` is the time for a single pip, 0 for the usual time."""

    unit: int
    by: int
    seconds: float = 0.0


class Gone(NamedTuple):
    """A counter leaves the map."""

    unit: int


class Become(NamedTuple):
    """A counter looks like this from now on; it comes onto the map where it is not shown yet."""

    counter: CounterSpec


class Reveal(NamedTuple):
    """A card is turned over next to the map, and looked at for some seconds; None puts the open card away. An open card
    stays until the next one, or until the player closes it.
    """

    face: Face | None
    seconds: float = 0.0


class Remark(NamedTuple):
    """A sentence is written under the open card."""

    words: str
    seconds: float = 0.0


class Wipe(NamedTuple):
    """Labels and arrows of what happened before go."""


Act = Glide | Follow | Appear | Become | Tell | Strength | Gone | Wipe | Volley | Throw | Overfly | Reveal | Remark
"""The acts of a replay: each shows an event on the map."""


@dataclass
class Tally:
    """The record of a replay, for the line of report after it. Losses, units gone and points are by side."""

    moves: int = 0
    attacks: int = 0
    bombardments: int = 0
    lost: dict[str, int] = field(default_factory=dict)
    gone: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Offer:
    """An order on offer, in words: its short name, its value in the list, why it cannot be given (None: it can).

    `odds` are worked out only on request.
    """

    order: Order
    words: str
    refusal: Refusal | None = None
    odds: Callable[[], Odds | None] = field(default=lambda: None, compare=False)
