"""The table, out of a seat's knowledge: board, units with their tokens, obstacles, medals."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from wab.app.cards.looks.specs import (
    BoardSpec,
    MedalSpec,
    ObjectiveSpec,
    ObstacleSpec,
    PlaceSpec,
    TableSpec,
    TokenFace,
    TrackSpec,
    UnitSpec,
)
from wab.app.cards.looks.texts import SIDE_CODE
from wab.content.cards.miniatures import miniatures_of
from wab.content.cards.shapes import UnitKind, in_language
from wab.locale import current_language
from wab.systems.cards.seen.view import CardsView
from wab.systems.cards.state.board import SIDES, Board
from wab.systems.cards.state.state import Unit


def table(view: CardsView, selected: int | None = None) -> TableSpec:
    """Everything that stands on the table, as a seat sees it."""
    return TableSpec(
        board_spec(view.board, current_language()),
        tuple(unit_spec(view, unit, selected=unit.id == selected) for unit in view.position.units.values()),
        obstacles(view),
        objectives(view),
        tuple(track(view, side) for side in SIDES),
    )


@lru_cache(maxsize=8)
def board_spec(board: Board, language: str) -> BoardSpec:
    """The ground of a battle, with its names in a language."""
    field = board.field
    bare = {"plain", ""}
    return BoardSpec(
        rows=field.grid.rows,
        cols=field.grid.cols,
        face=board.face,
        playable=field.hexes,
        terrain=tuple((hex_, board.terrain[hex_]) for hex_ in field.hexes if board.terrain[hex_] not in bare),
        section_lines=tuple(x / 2 + 0.5 for x in field.size.section_lines),  # a hex is two wide in doubled coordinates
        places=tuple(PlaceSpec(hex_, in_language(words)) for hex_, words in board.places.items()),
        south=SIDE_CODE[board.edges.south],
        north=SIDE_CODE[board.edges.north],
        seed=sum(map(ord, board.scenario_id)),
        miniatures=tuple(
            (SIDE_CODE[side], figure, name)
            for side, rows in miniatures_of(board.scenario_id.rpartition("/")[2]).items()
            for figure, name in rows.items()
        ),
    )


def figure_of(kind: UnitKind) -> str:
    """The figure that stands for a kind of unit: the figure of its type, with the rim of its badge (CRD-A1.3-1)."""
    if kind.badge == "resistance" and kind.type == "infantry":
        return kind.badge
    return f"elite_{kind.type}" if kind.badge == "elite" else kind.type


def unit_spec(view: CardsView, unit: Unit, *, selected: bool = False) -> UnitSpec:
    """A unit as it stands: its token is what it may still do (CRD-5-1); badge and odd size are seen (CRD-A1.2-2)."""
    token = view.position.tokens.get(unit.id)
    face = token.face if token is not None else ""
    return UnitSpec(
        key=unit.id,
        side=SIDE_CODE[unit.side],
        kind=figure_of(view.board.kind(unit.kind)),
        figures=unit.figures,
        hex=unit.hex,
        size=view.board.roster[unit.id].figures,
        standard=view.board.kind(unit.kind).figures,
        token=cast(TokenFace, face) if face in ("move", "attack") else "",
        selected=selected,
        veiled=face == "none",
    )


def obstacles(view: CardsView) -> tuple[ObstacleSpec, ...]:
    """The pieces on the board; works face the enemies of the side that may use them."""
    owner = {"bunker": SIDE_CODE.get(view.board.bunkers or "", 0)}
    return tuple(
        ObstacleSpec(hex_, kind, owner.get(kind, 0))
        for hex_, kinds in sorted(view.position.obstacles.items())
        for kind in kinds
    )


def objectives(view: CardsView) -> tuple[ObjectiveSpec, ...]:
    """The medals on the board: each hex of an objective, and whether a side has it now."""
    lasting = ("permanent", "clear")
    return tuple(
        ObjectiveSpec(
            hex_,
            SIDE_CODE.get(objective.side, 0),
            permanent=objective.type in lasting,
            held=bool(view.position.held.get(objective.number)),
        )
        for objective in view.board.objectives
        for hex_ in objective.hexes
    )


def track(view: CardsView, side: str) -> TrackSpec:
    """A side's medal track: kills and objectives together (CRD-3-3)."""
    medals = view.medals[side]
    enemy = SIDE_CODE[next(other for other in SIDES if other != side)]
    gone = (view.board.roster[unit] for unit in view.position.removed)
    fallen = [figure_of(view.board.kind(profile.kind)) for profile in gone if SIDE_CODE[profile.side] == enemy]
    kills = [MedalSpec("figure", kind, enemy) for kind in fallen[: medals.kills]]
    won = [MedalSpec("objective")] * (len(medals.objectives) + medals.exits)
    return TrackSpec(SIDE_CODE[side], view.goals[side], (*kills, *won))
