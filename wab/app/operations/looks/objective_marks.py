"""The words on the markers of objectives on the map (OPS-9.2.1-4 to OPS-9.2.1-6)."""

from __future__ import annotations

from dataclasses import dataclass

from wab.app.operations.looks.presenter import hex_title, worth_to_the_end
from wab.app.operations.looks.texts import side_name
from wab.app.wargame.adapter.typography import number, typographic
from wab.hexes import HexId
from wab.locale import _
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.sequence.victory import holder
from wab.systems.operations.state.board import SIDES


@dataclass(frozen=True)
class ObjectiveMark:
    """A marker: its hex, its holder ("" for none), what it brings, what each side has had of it.

    `main`: a main objective, with a figure 1 (OPS-9.2.1-4). `decisive`: alone or with others it gives immediate
    victory as soon as it is occupied, with a toothed circle (OPS-9.2.1-5). `lines` are the words, the most important
    first.
    """

    hex: HexId
    name: str
    holder: str
    main: bool
    decisive: bool
    lines: tuple[str, ...]


def objective_marks(view: OperationsView) -> list[ObjectiveMark]:
    """A marker for each objective, and for each hex of an immediate victory that is no objective."""
    decisive = decisive_hexes(view)
    marks = [
        ObjectiveMark(
            objective.hex,
            typographic(objective.name),
            holder(view.position, place) or "",
            objective.main,
            objective.hex in decisive,
            tuple(_lines(view, place, decisive.get(objective.hex, ()))),
        )
        for place, objective in enumerate(view.board.objectives)
    ]
    known = {mark.hex for mark in marks}
    for hex_, sides in decisive.items():
        if hex_ not in known:
            side = next((side for side in SIDES if view.position.controls(side, hex_)), "")
            lines = tuple(_wins(sides))
            marks.append(ObjectiveMark(hex_, hex_title(view, hex_), side, main=False, decisive=True, lines=lines))
    return marks


def decisive_hexes(view: OperationsView) -> dict[HexId, tuple[str, ...]]:
    """The hexes whose occupation gives an immediate victory that can still be won, with the sides that win by it."""
    found: dict[HexId, tuple[str, ...]] = {}
    for victory in view.board.victory.immediate:
        if view.turn <= victory.last_turn:
            for hex_ in victory.hexes:
                found[hex_] = (*found.get(hex_, ()), victory.side)
    return found


def _lines(view: OperationsView, place: int, winners: tuple[str, ...]) -> list[str]:
    """Points a turn and at the end, points earned there already (OPS-9.2.1-6), and who wins at once by it."""
    objective, lines = view.board.objectives[place], []
    parts = []
    if objective.per_turn:
        parts.append(_("{points} a turn").format(points=number(objective.per_turn)))
    if objective.at_end:
        parts.append(_("{points} at the end").format(points=number(objective.at_end)))
    if parts:
        lines.append(" + ".join(parts))
    if worth_to_the_end(view, objective) or view.position.objective_points.get(place):
        earned = view.position.objective_points.get(place, {})
        allied, axis = (number(earned.get(side, 0)) for side in SIDES)
        lines.append(_("earned {allied} : {axis}").format(allied=allied, axis=axis))
    if objective.scores_for != "both" and parts:
        lines.append(_("scores for {side} only").format(side=side_name(objective.scores_for)))
    return lines + _wins(winners)


def _wins(sides: tuple[str, ...]) -> list[str]:
    return [_("immediate victory: {side}").format(side=side_name(side)) for side in dict.fromkeys(sides)]
