"""The things on the table of the card game, as plain values. No rule in them, only looks.

Hexes are ids of the board's grid. Sides are numbers: 1 the Allies, 2 the Axis, 0 neither.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from wab.hexes import HexId

Face = Literal["country", "beach"]
TokenFace = Literal["move", "attack"]
MedalKind = Literal["objective", "figure"]
DieFace = Literal["infantry", "armour", "grenade", "star", "flag"]


@dataclass(frozen=True)
class PlaceSpec:
    """A name on the board, below the middle of its hex."""

    hex: HexId
    text: str


@dataclass(frozen=True)
class BoardSpec:
    """The ground of a battle: what never changes while it is played.

    `playable` are the hexes of the board. `terrain` is the kind of each of them that is no plain, by the words of the
    tables ("forest", "bocage", "hill", "town", "church", "river", "lake", "beach", "ocean", "bluff", "cliff",
    "steep_hill"). `section_lines` are the places of the dotted lines, in hex widths from the western edge of the board;
    `south` and `north` the sides whose base lines the edges are. `miniatures` is what stands for the figures: side,
    kind of figure, name of the miniature.
    """

    rows: int
    cols: int
    face: Face
    playable: tuple[HexId, ...]
    terrain: tuple[tuple[HexId, str], ...]
    section_lines: tuple[float, ...]
    places: tuple[PlaceSpec, ...] = ()
    south: int = 1
    north: int = 2
    seed: int = 0
    miniatures: tuple[tuple[int, str, str], ...] = ()

    def miniature(self, side: int, kind: str) -> str:
        """The miniature of a kind of figure of a side; KeyError if the board has none."""
        return {(of, figure): name for of, figure, name in self.miniatures}[side, kind]


@dataclass(frozen=True)
class ObstacleSpec:
    """A piece on a hex: "bunker", "bridge", "hedgehog", "wire", "sandbags", "dyke". It faces the enemy's edge: `faces`
    is the side of whose enemies it is a defence, 0 for any."""

    hex: HexId
    kind: str
    faces: int = 0


@dataclass(frozen=True)
class UnitSpec:
    """A unit: `figures` stand now, it began with `size`, its kind begins with `standard`.

    `kind` is the figure that stands for it, by type and badge: "infantry", "elite_armour", "resistance"... `token` is
    the activation token next to it, "" for none. `veiled`: it has done what it could.
    """

    key: int
    side: int
    kind: str
    figures: int
    hex: HexId
    size: int
    standard: int
    token: TokenFace | Literal[""] = ""
    selected: bool = False
    veiled: bool = False

    @property
    def badge(self) -> str:
        """The badge of special forces, "" for none."""
        return "elite" if self.kind.startswith("elite") else "resistance" if self.kind == "resistance" else ""

    @property
    def odd_size(self) -> bool:
        """It began with more or fewer figures than its kind: the number is shown in a yellow dot."""
        return self.size != self.standard


@dataclass(frozen=True)
class ObjectiveSpec:
    """A medal that lies on a hex. `side` could win it; `permanent`: for good once won, others lie in a ring to
    which they come back. `held`: that side has it now, and it stands on the side's track."""

    hex: HexId
    side: int
    permanent: bool = False
    held: bool = False


@dataclass(frozen=True)
class MedalSpec:
    """A place taken on a medal track: a medal of an objective, or the last figure of a destroyed unit (`unit` says of
    what kind and side it was)."""

    what: MedalKind
    unit: str = ""
    unit_side: int = 0


@dataclass(frozen=True)
class TrackSpec:
    """The medal track of a side: how many medals win, and those it has, in the order in which they came."""

    side: int
    goal: int
    medals: tuple[MedalSpec, ...] = ()


@dataclass(frozen=True)
class TargetSpec:
    """A hex that can be attacked, and with how many dice."""

    hex: HexId
    dice: int


@dataclass(frozen=True)
class Highlights:
    """The things that the player can click now: units to select or order, hexes to reach, targets, hexes of a retreat.

    `no_attack` are hexes to reach without a further attack; they are dotted. `ground` can be taken, and `choice` are
    hexes to choose for another purpose. `active` is the hex that the decision is about. `path` is the way of the
    considered move or retreat, from the hex of the unit. `aim` is the considered shot: from a hex to another.
    """

    units: frozenset[HexId] = frozenset()
    reach: frozenset[HexId] = frozenset()
    no_attack: frozenset[HexId] = frozenset()
    targets: tuple[TargetSpec, ...] = ()
    retreat: frozenset[HexId] = frozenset()
    ground: frozenset[HexId] = frozenset()
    choice: frozenset[HexId] = frozenset()
    active: HexId | None = None
    path: tuple[HexId, ...] = ()
    aim: tuple[HexId, HexId] | None = None


@dataclass(frozen=True)
class DiceThrow:
    """Dice that are rolled: the faces that came, in order, and for each whether it struck (a hit or a flag that tells).

    They are thrown from a hex (None: from the edge of the table) at the hex that they are rolled for.
    """

    faces: tuple[DieFace, ...]
    struck: tuple[bool, ...]
    target: HexId
    origin: HexId | None = None


@dataclass(frozen=True)
class TableSpec:
    """Everything that stands on the table at one moment, but for the highlights and the dice."""

    board: BoardSpec
    units: tuple[UnitSpec, ...] = ()
    obstacles: tuple[ObstacleSpec, ...] = ()
    objectives: tuple[ObjectiveSpec, ...] = ()
    tracks: tuple[TrackSpec, ...] = ()
