"""Things on the map, as plain values: counters, flags, names, badges. No game in them, only looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, Protocol

from wab.app.gfx.theme import Rgba, colour
from wab.hexes import HexId

ContactLevel = Literal["own", "identified", "recognised", "detected"]


SYMBOL_INK = colour("1E2019")


class Cardboard(Protocol):
    """The colours of an army as data has them, written "RRGGBB"."""

    @property
    def body(self) -> str:
        """The cardboard."""

    @property
    def edge(self) -> str:
        """Its dark edge."""

    @property
    def ink(self) -> str:
        """Ink on it."""

    @property
    def field(self) -> str:
        """The field of the symbol."""

    @property
    def symbol(self) -> str:
        """The ink of the symbol."""


@dataclass(frozen=True)
class Nation:
    """Colours of the counters of one army: cardboard, its dark edge, ink on it, field and ink of the symbol."""

    body: Rgba
    edge: Rgba
    ink: Rgba
    field: Rgba
    symbol_ink: Rgba = SYMBOL_INK

    @classmethod
    def of(cls, body: str, edge: str, ink: str, field: str, symbol_ink: str = "1E2019") -> Nation:
        """From colours written "RRGGBB"."""
        return cls(colour(body), colour(edge), colour(ink), colour(field), colour(symbol_ink))

    @classmethod
    def table(cls, entries: Mapping[str, Cardboard]) -> dict[str, Nation]:
        """From the colours of armies by key."""
        return {key: cls.of(one.body, one.edge, one.ink, one.field, one.symbol) for key, one in entries.items()}


class Sign(NamedTuple):
    """A marker on a counter: an icon of the atlas on a disc of a colour."""

    icon: str
    ground: Rgba


@dataclass(frozen=True)
class CounterSpec:
    """One counter. `key` is the caller's own number for it (it comes back from picking and moves animations).

    `stack` is its place in the stack of its hex, 0 on top. `left`, `right` are the figures as text; `mark` is an icon
    of the atlas in place of the right one. `pips` and
    `pips_max` is strength; `energy` 0 to 1, or None for no bar. `quality` 0 to 3 chevrons. `size_mark` such as "X",
    "III" is shown on large counters. `side` (0 none, 1, 2) parts the formations seen from far away. A `detected`
    counter shows "?" and `seen`, a `recognised` one its symbol and "? - ?". `figure` is the shape that stands for it in
    three dimensions (a miniature of `models/`), "" for none; it looks along `heading`, in degrees counter-clockwise
    from the north of the map, or half to the viewer. `group` is the key of the formation it belongs to and `group_name`
    what stands next to the symbol of that formation, which is shown from far away in place of its units.
    `signs` are markers that lie on it, the worst first; there is room for three. A `ghost` is a counter that will stand
    there if a plan is carried out: it is drawn half transparent.
    """

    key: int
    hex: HexId
    nation: Nation
    symbol: str
    name: str = ""
    band: Rgba | None = None
    band_ink: Rgba | None = None
    left: str = ""
    right: str = ""
    mark: str = ""
    pips: int = 0
    pips_max: int = 0
    energy: float | None = None
    quality: int = 0
    size_mark: str = ""
    stack: int = 0
    side: int = 0
    group: str = ""
    group_name: str = ""
    selected: bool = False
    acted: bool = False
    locked: bool = False
    star: bool = False
    contact: ContactLevel = "own"
    seen: str = ""
    figure: str = ""
    heading: float | None = None
    ghost: bool = False
    signs: tuple[Sign, ...] = ()

    def at(self, hex_id: HexId, stack: int = 0) -> CounterSpec:
        """The same counter in another place."""
        return replace(self, hex=hex_id, stack=stack)


Point = tuple[float, float]
"""A place on the map in hex widths."""


@dataclass(frozen=True)
class BarSpec:
    """A bar between two ends through `ends` (two points or more), of side 1 or 2; `bolt` lies across what it closes.

    `tone`: "new" for one that would come about and "gone" for one that would end, by what the player considers; "ring"
    for a ring that warns, around a hex.
    """

    ends: tuple[Point, ...]
    side: int
    bolt: tuple[Point, ...] = ()
    tone: Literal["", "new", "gone", "ring"] = ""


@dataclass(frozen=True)
class FormationSpec:
    """A formation as it is seen from far away: one symbol in the middle of its units, with its name and strength.

    `keys` are the counters that it stands for, (`x`, `y`) the middle of them in hex widths. `strength` is 0 to 1, None
    if it is not known; `selected`: one of its units is.
    """

    keys: tuple[int, ...]
    x: float
    y: float
    nation: Nation
    symbol: str
    name: str = ""
    side: int = 0
    strength: float | None = None
    contact: ContactLevel = "own"
    selected: bool = False
    acted: bool = False


@dataclass(frozen=True)
class FlagSpec:
    """An objective: hex, holder (0 neither, 1, 2), its value, and whether it is a main one."""

    hex: HexId
    side: int
    value: str
    main: bool = False


NameKind = Literal["city", "town", "village", "hill", "beach", "water", "region", "sea"]


@dataclass(frozen=True)
class NameSpec:
    """A name at a point (hex widths). `priority`: higher is laid out first. `turn` degrees and `spacing` are for waters
    and regions, which stand centred on their point; places stand next to it. `size` 1 is normal.
    """

    text: str
    x: float
    y: float
    kind: NameKind
    priority: float = 0.0
    turn: float = 0.0
    size: float = 1.0


@dataclass(frozen=True)
class PillSpec:
    """A small text on a hex, below its middle: movement costs and the like. Tones: light, dark, rose."""

    hex: HexId
    text: str
    tone: Literal["light", "dark", "rose"] = "light"


WorkKind = Literal["obstacles", "sunken", "cleared", "mines", "base", "post", "garrison"]


class WorkSpec(NamedTuple):
    """A work on the ground of a hex: obstacles, also sunken or cleared ones, a minefield, a base, a post."""

    hex: HexId
    kind: WorkKind
