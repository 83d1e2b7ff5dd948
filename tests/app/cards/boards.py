"""Boards, units and tables for the tests of the table: plain values, no rules."""

from __future__ import annotations

from wab.app.cards.looks.specs import BoardSpec, ObstacleSpec, TableSpec, UnitSpec
from wab.content.cards.miniatures import miniatures_of

ROWS, COLS = 9, 13
KINDS = ("infantry", "elite_infantry", "resistance", "armour", "elite_armour", "artillery")
MINIATURES = tuple(
    (number, kind, name)
    for number, side in ((1, "allies"), (2, "axis"))
    for kind, name in miniatures_of("omaha-beach")[side].items()
)
FIGURES = {"infantry": 4, "elite_infantry": 4, "resistance": 3, "armour": 3, "elite_armour": 4, "artillery": 2}
TERRAIN = {
    "river": "D1 C2 D3 C4 C5 C6 C7 B8 C9", "lake": "E7 E8", "town": "B3 B5", "church": "G5", "forest": "H1 G2 L3 A4",
    "bocage": "F2 J7", "hill": "I4 J4", "steep_hill": "K6", "bluff": "L8", "cliff": "M9", "beach": "L9 K8",
    "ocean": "K9 J8",
}  # fmt: skip


def hex_of(label: str, cols: int = COLS) -> int:
    """The hex of a label such as "E7"."""
    return (ROWS - int(label[1:])) * cols + ord(label[0]) - ord("A")


def playable(cols: int = COLS) -> tuple[int, ...]:
    """The hexes of a board: every second row is one shorter."""
    return tuple(row * cols + col for row in range(ROWS) for col in range(cols - row % 2))


def board(terrain: dict[str, str] | None = None, **rest: object) -> BoardSpec:
    """A board with everything on it, or with the given things."""
    kinds = TERRAIN if terrain is None else terrain
    pairs = tuple((hex_of(label), kind) for kind, labels in kinds.items() for label in labels.split())
    facts: dict[str, object] = {"face": "country", "section_lines": (4.0, 9.0)}
    return BoardSpec(ROWS, COLS, playable=playable(), terrain=pairs, miniatures=MINIATURES, **(facts | rest))  # type: ignore[arg-type]


def unit(key: int, label: str, kind: str = "infantry", side: int = 1, **changes: object) -> UnitSpec:
    """A unit of full strength."""
    count = FIGURES[kind]
    facts: dict[str, object] = {"figures": count, "size": count, "standard": count}
    return UnitSpec(key, side, kind, hex=hex_of(label), **(facts | changes))  # type: ignore[arg-type]


def table(*units: UnitSpec, ground: BoardSpec | None = None, **rest: object) -> TableSpec:
    """A table with units."""
    return TableSpec(ground or board(), tuple(units), **rest)  # type: ignore[arg-type]


def obstacles() -> tuple[ObstacleSpec, ...]:
    """One of each kind."""
    at = {"bunker": "F5", "bridge": "C5", "hedgehog": "G7", "wire": "H5", "sandbags": "D5", "dyke": "I6"}
    return tuple(ObstacleSpec(hex_of(label), kind, 2) for kind, label in at.items())
