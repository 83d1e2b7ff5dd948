"""What is laid over the map for a moment: reach, path and its price, supply, control, sight, zones of control."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from wab.app.operations.texts import joined, movement
from wab.app.theme import Rgba, colour
from wab.engine.text import N_
from wab.hexes import HexId
from wab.hexes.paths import Reach, cheapest_path
from wab.locale import _
from wab.systems.operations.activation import cost
from wab.systems.operations.board import SIDE_CODE, enemy_of
from wab.systems.operations.control import control_codes
from wab.systems.operations.movement import (
    costs_for,
    movement_left,
    path_cost,
    reach,
    why_not_set_off,
)
from wab.systems.operations.orders import Move
from wab.systems.operations.sight import hex_levels, seen_from, sight_distance
from wab.systems.operations.supply import SupplyCut, opening, supplied_hexes, why_unsupplied
from wab.systems.operations.view import OperationsView
from wab.systems.operations.zoc import exerts_zoc, in_enemy_zoc, zone_of_control

Colours = NDArray[np.uint8]

PLAIN, LINES, CROSSES, DOTS = 0, 1, 2, 3
SUPPLIED, CUT = colour("1F9E89", 0.34), colour("7B2D8B", 0.40)
SIDE_TINTS = (colour("1F5F96", 0.26), colour("A32F24", 0.26))
SEEN = (colour("FFF3B8", 0.10), colour("FFE08A", 0.20), colour("FFCB52", 0.30))
ZONES = (colour("1F5F96", 0.30), colour("A32F24", 0.30), colour("6B3B8F", 0.40))

OVERLAYS = {
    "supply": N_("Supply"),
    "control": N_("Control"),
    "zones": N_("Zones of control"),
    "sight": N_("Sight"),
}


# ------------------------------------------------------------------------------------------------- reach


@dataclass(frozen=True)
class ReachPicture:
    """Where the selected units can go: by ordinary movement, farther by strategic movement, at what price.

    `rose` are hexes in an enemy zone of control, `teeth` the hexsides (hex, direction) beyond which the enemy stands.
    """

    units: tuple[int, ...]
    near: frozenset[HexId] = frozenset()
    far: frozenset[HexId] = frozenset()
    costs: dict[HexId, int] = field(default_factory=dict)
    rose: frozenset[HexId] = frozenset()
    teeth: tuple[tuple[HexId, int], ...] = ()
    ways: Reach | None = None
    marches: Reach | None = None

    def goes_to(self, hex_: HexId) -> bool:
        """Tell whether the units can get to a hex."""
        return hex_ in self.near or hex_ in self.far

    def order(self, hex_: HexId) -> Move:
        """The cheapest move to a hex in reach: ordinary where that is enough, else strategic."""
        march = hex_ not in self.near
        way = self.marches if march else self.ways
        if way is None:
            raise ValueError(f"hex number {hex_} is not within reach")
        return Move(self.units, way.path_to(hex_), march)


def reach_of(view: OperationsView, units: Sequence[int]) -> ReachPicture:
    """Where units of one hex can go now; nowhere when it is not their turn, or they may not set off."""
    ids = tuple(sorted(units))
    state = view.position
    if not ids or view.to_act != view.side or view.phase != "action":
        return ReachPicture(ids)
    start = state.units[ids[0]].hex
    ways = reach(state, ids) if why_not_set_off(state, ids, strategic=False) is None else None
    marches = reach(state, ids, strategic=True) if why_not_set_off(state, ids, strategic=True) is None else None
    near = frozenset(ways or ()) - {start}
    far = frozenset(marches or ()) - near - {start}
    costs = {hex_: ways.spent_at(hex_) for hex_ in near} if ways is not None else {}
    costs |= {hex_: marches.spent_at(hex_) for hex_ in far} if marches is not None else {}
    everywhere = near | far
    rose = frozenset(hex_ for hex_ in everywhere if in_enemy_zoc(state, view.side, hex_))
    return ReachPicture(ids, near, far, costs, rose, _teeth(view, everywhere | {start}), ways, marches)


def _teeth(view: OperationsView, hexes: frozenset[HexId]) -> tuple[tuple[HexId, int], ...]:
    state, grid = view.position, view.board.grid
    enemy = enemy_of(view.side)
    sides = ((hex_, other) for hex_ in sorted(hexes) for other in grid.adjacent(hex_))
    return tuple((hex_, grid.direction(hex_, other)) for hex_, other in sides if exerts_zoc(state, enemy, other, hex_))


def wished_path(view: OperationsView, units: Sequence[int], goal: HexId) -> tuple[HexId, ...]:
    """The way that units would take to a hex out of reach, to ask the rules why not; straight where there is none."""
    state = view.position
    start = state.units[units[0]].hex
    found = cheapest_path(view.board.workspace, start, goal, costs_for(state, units))
    return found or view.board.grid.line(start, goal)


# ------------------------------------------------------------------------------------------------- path


@dataclass(frozen=True)
class PathPicture:
    """A path under the pointer and what it means.

    `supplied` at its end, as things stand; None where supply does not matter. `badge` is the short form in one line,
    `notes` are sentences.
    """

    path: tuple[HexId, ...]
    strategic: bool
    cost: int
    left: int
    activation_points: int
    halts: bool
    reveals: bool
    supplied: bool | None
    badge: str
    notes: tuple[str, ...]


def path_of(view: OperationsView, order: Move) -> PathPicture:
    """Price and consequences of a legal move: what is left, what it activates, what stops it, can it be undone."""
    state = view.position
    price = path_cost(state, order)
    left = max(0, min(movement_left(state, unit, strategic=order.strategic) for unit in order.units) - price)
    points = cost(state, order.units)
    halts = in_enemy_zoc(state, view.side, order.path[-1]) or in_enemy_zoc(state, view.side, order.path[0])
    reveals = may_reveal(view, order)
    supplied = not _would_be_cut(view, order) if view.board.scenario.rules.supply else None
    notes = tuple(_notes(view, order, halts, reveals))
    badge = joined(
        _("{cost} MP").format(cost=movement(price)),
        _("stops") if halts else _("{left} left").format(left=movement(left)),
        _("{points} AP").format(points=points) if points else "",
        _("strategic") if order.strategic else "",
        supply_words(supplied),
        _("may not be undone") if reveals else "",
    )
    return PathPicture(order.path, order.strategic, price, left, points, halts, reveals, supplied, badge, notes)


def supply_words(supplied: bool | None) -> str:
    """How a unit would be supplied at the end of a move, "" where that does not matter."""
    return "" if supplied is None else _("in supply") if supplied else _("cut off")


def _notes(view: OperationsView, order: Move, halts: bool, reveals: bool) -> list[str]:
    state, notes = view.position, []
    if order.strategic:
        notes.append(_("Strategic movement: no attack this turn."))
    if in_enemy_zoc(state, view.side, order.path[0]):
        notes.append(_("Starts in an enemy zone of control: one hex only."))
    elif halts:
        notes.append(_("Stops in an enemy zone of control."))
    if _would_be_cut(view, order):
        notes.append(_("No supply line leads there as things stand."))
    notes.append(_("Cannot be undone if it discovers an enemy.") if reveals else _("Can be undone."))
    return notes


def _would_be_cut(view: OperationsView, order: Move) -> bool:
    """No supply line reaches the hex at the end of the path, nor a hex that the move itself would win."""
    if not view.board.scenario.rules.supply:
        return False
    joined_hexes = supplied_hexes(view.position, view.side)
    return not any(bool(joined_hexes[hex_]) for hex_ in order.path[-2:])


def may_reveal(view: OperationsView, order: Move) -> bool:
    """Tell whether the units would see better into hexes where an enemy may stand, so that undo may be lost.

    Ground of one's own is left out: nobody but a stray commander could be hidden there.
    """
    state = view.position
    if not view.board.scenario.rules.fog or len(order.path) < 2:
        return False
    now = hex_levels(state, view.side)
    way = order.path[1:]
    eyes = [max(sight_distance(state, state.profile(unit), hex_) for unit in order.units) for hex_ in way]
    then = seen_from(view.board, list(way), eyes)
    return bool(((then > now) & view.board.in_play & (control_codes(state) != SIDE_CODE[view.side])).any())


# ------------------------------------------------------------------------------------------------- tints


@dataclass(frozen=True)
class Tints:
    """An overlay of the whole map: colours uint8[N, 4], patterns uint8[N], and its key: colour, pattern, words."""

    colours: Colours
    marks: Colours
    legend: tuple[tuple[Rgba, int, str], ...]


def overlay(view: OperationsView, name: str) -> Tints | None:
    """The overlay of a name of OVERLAYS; None for any other."""
    makers = {"supply": _supply, "control": _control, "sight": _sight, "zones": _zones}
    return makers[name](view) if name in makers else None


def _blank(view: OperationsView) -> tuple[Colours, Colours]:
    size = view.board.grid.size
    return np.zeros((size, 4), np.uint8), np.zeros(size, np.uint8)


def _supply(view: OperationsView) -> Tints:
    """What is fed and what is cut off (OPS-8.5.1-8)."""
    colours, marks = _blank(view)
    own = (control_codes(view.position) == SIDE_CODE[view.side]) & view.board.in_play
    fed = supplied_hexes(view.position, view.side)
    colours[fed], marks[fed] = SUPPLIED, DOTS
    cut = own & ~fed & view.board.land
    colours[cut], marks[cut] = CUT, CROSSES
    return Tints(colours, marks, ((SUPPLIED, DOTS, _("In supply")), (CUT, CROSSES, _("Out of supply"))))


def _control(view: OperationsView) -> Tints:
    colours, marks = _blank(view)
    codes = control_codes(view.position)
    legend = []
    for code, tint, pattern, words in ((1, SIDE_TINTS[0], LINES, _("Allies")), (2, SIDE_TINTS[1], DOTS, _("Axis"))):
        held = (codes == code) & view.board.land & view.board.in_play
        colours[held], marks[held] = tint, pattern
        legend.append((tint, pattern, words))
    return Tints(colours, marks, tuple(legend))


def _sight(view: OperationsView) -> Tints:
    colours, marks = _blank(view)
    levels = hex_levels(view.position, view.side)
    labels = (_("Detected there"), _("Recognised there"), _("Identified there"))
    for level, tint in enumerate(SEEN, 1):
        seen = (levels == level) & view.board.in_play
        colours[seen], marks[seen] = tint, LINES if level == 1 else PLAIN
    return Tints(colours, marks, tuple(zip(SEEN, (LINES, PLAIN, PLAIN), labels, strict=True)))


def _zones(view: OperationsView) -> Tints:
    colours, marks = _blank(view)
    allied, axis = (zone_of_control(view.position, side) > 0 for side in ("allied", "axis"))
    kinds = (
        (allied & ~axis, LINES, _("Allies")),
        (axis & ~allied, DOTS, _("Axis")),
        (allied & axis, CROSSES, _("Both")),
    )
    for (hexes, pattern, _words), tint in zip(kinds, ZONES, strict=True):
        colours[hexes], marks[hexes] = tint, pattern
    return Tints(colours, marks, tuple((tint, kind[1], kind[2]) for kind, tint in zip(kinds, ZONES, strict=True)))


def cut_units(view: OperationsView) -> list[tuple[int, SupplyCut]]:
    """The side's units that have no supply line now, and what cuts it."""
    if not view.board.scenario.rules.supply:
        return []
    found = ((unit.id, why_unsupplied(view.position, unit.id)) for unit in view.own_units())
    return [(unit, cut) for unit, cut in found if cut is not None]


def ruined_ports(view: OperationsView) -> list[tuple[HexId, int]]:
    """Ports that the side holds and that do not supply it yet, with the turn from which they will."""
    position, side = view.position, view.side
    held = [hex_ for hex_ in sorted(position.board.ports.get(side, {})) if position.controls(side, hex_)]
    turns = [(hex_, opening(position, side, hex_, 1)) for hex_ in held]
    return [(hex_, turn) for hex_, turn in turns if turn > position.turn]
