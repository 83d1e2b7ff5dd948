"""Overlays on the map for a moment: reach, path and its price, supply, control, sight, zones of control."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from wab.app.gfx.palettes import BARRED_LINE
from wab.app.gfx.theme import colour
from wab.app.operations.looks import layers
from wab.app.operations.looks.layers import Layers
from wab.app.operations.looks.presenter import hex_title
from wab.app.operations.looks.texts import movement, side_name
from wab.app.wargame.adapter.pictures import CROSSES, DOTS, LINES, PLAIN, Layer, LayerNote, Tints, tints
from wab.app.wargame.adapter.typography import joined, typographic
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.hexes.paths import Reach
from wab.locale import _
from wab.systems.operations.ground.sight import hex_levels
from wab.systems.operations.movement.movement import (
    is_held,
    movement_left,
    path_cost,
    reach,
    why_not_set_off,
)
from wab.systems.operations.seen.reveal import Showing, foreseen
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.board import SIDE_CODE, SIDES, enemy_of
from wab.systems.operations.state.control import control_codes
from wab.systems.operations.state.orders import Move
from wab.systems.operations.state.zoc import exerts_zoc, in_enemy_zoc, zone_of_control
from wab.systems.operations.units.activation import cost
from wab.systems.operations.units.supply import SupplyCut, opening, supplied_hexes, why_unsupplied

Flags = NDArray[np.bool_]

SUPPLIED, CUT, BARRED = colour("1F9E89", 0.34), colour("7B2D8B", 0.40), colour(BARRED_LINE, 0.58)
SIDE_TINTS = (colour("1F5F96", 0.22), colour("A32F24", 0.22))
SEEN = (colour("FFF3B8", 0.10), colour("FFE08A", 0.20), colour("FFCB52", 0.30))
ZONES = (colour("1F5F96", 0.30), colour("A32F24", 0.30), colour("6B3B8F", 0.40))

OVERLAYS = {
    "supply": Layer(N_("Supply"), "crate", "S"),
    "control": Layer(N_("Control"), "front", "C"),
    "zones": Layer(N_("Zones of control"), "zone", "Z"),
    "sight": Layer(N_("Sight"), "eye", "V"),
    "threat": Layer(N_("Threat"), "warning", "Y"),
    "ground": Layer(N_("Terrain effects"), "bridge", "F4"),
    "history": Layer(N_("Front in history"), "journal", "F6"),
}
MOST_FIGURES = 110
MOST_CUT = 5
"""Units out of supply that the notes on the overlay name."""


# ------------------------------------------------------------------------------------------------- reach


@dataclass(frozen=True)
class ReachPicture:
    """The hexes that the selected units can reach: by ordinary movement, farther by strategic movement, at what price.

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

    @property
    def figures(self) -> dict[HexId, str]:
        """Movement points to each hex; only of ordinary movement where there would be too many to be read."""
        costs = {hex_: movement(cost) for hex_, cost in self.costs.items()}
        return costs if len(costs) <= MOST_FIGURES else {hex_: costs[hex_] for hex_ in self.near}

    def goes_to(self, hex_: HexId) -> bool:
        """Check if the units can get to a hex."""
        return hex_ in self.near or hex_ in self.far

    def order(self, hex_: HexId) -> Move:
        """The cheapest move to a hex in reach: ordinary where that is enough, else strategic."""
        march = hex_ not in self.near
        way = self.marches if march else self.ways
        if way is None:
            raise ValueError(f"hex number {hex_} is not within reach")
        return Move(self.units, way.path_to(hex_), march)


def reach_of(view: OperationsView, units: Sequence[int]) -> ReachPicture:
    """Return the hexes that units of one hex can reach now; none if it is not their turn, or they may not set off."""
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


# ------------------------------------------------------------------------------------------------- path


@dataclass(frozen=True)
class PathPicture:
    """A path under the pointer and what it means.

    `supplied` at its end, as things stand; None if supply does not matter. `shows`: what the side sees by it.
    `final`: the move cannot be taken back for that reason, no matter which enemy it finds. `badge` is the short form in
    one line, `undo` what it says of taking back, `notes` are sentences.
    """

    path: tuple[HexId, ...]
    strategic: bool
    cost: int
    left: int
    activation_points: int
    halts: bool
    shows: Showing
    final: bool
    supplied: bool | None
    undo: str
    badge: str
    notes: tuple[str, ...]


def path_of(view: OperationsView, order: Move, *, lenient: bool = False) -> PathPicture:
    """Price and consequences of a legal move: what is left, what it activates, what stops it, can it be undone.

    `lenient`: in this game what shows new ground can be taken back, as long as it shows no enemy.
    """
    state = view.position
    price = path_cost(state, order)
    left = max(0, min(movement_left(state, unit, strategic=order.strategic) for unit in order.units) - price)
    points = cost(state, order.units)
    halts = in_enemy_zoc(state, view.side, order.path[-1]) or any(is_held(state, unit) for unit in order.units)
    shows = foreseen(state, view.side, order.units, order.path)
    final = shows == "enemy" or (shows == "ground" and not lenient)
    undo = undo_words(shows, final=final)
    supplied = not _would_be_cut(view, order) if view.board.rules.supply else None
    notes = (*_notes(view, order, halts), undo_note(shows, final=final))
    badge = joined(
        _("{cost} MP").format(cost=movement(price)),
        _("stops") if halts else _("{left} left").format(left=movement(left)),
        _("{points} AP").format(points=points) if points else "",
        _("strategic") if order.strategic else "",
        supply_words(supplied),
        undo if shows else "",
    )
    path = order.path
    return PathPicture(path, order.strategic, price, left, points, halts, shows, final, supplied, undo, badge, notes)


def supply_words(supplied: bool | None) -> str:
    """Return how a unit would be supplied at the end of a move; "" if that does not matter."""
    return "" if supplied is None else _("in supply") if supplied else _("cut off")


def undo_words(shows: Showing, *, final: bool) -> str:
    """Return whether a move can be taken back and why not, in a few words: said before it is made."""
    if not final:
        return _("may not be undone") if shows else _("can be undone")
    return _("shows new ground: final") if shows == "ground" else _("shows more of an enemy: final")


def undo_note(shows: Showing, *, final: bool) -> str:
    """The same in a sentence."""
    if not final:
        return _("Cannot be undone if it discovers an enemy.") if shows else _("Can be undone.")
    if shows == "ground":
        return _("Shows ground that you do not see now: the move is final.")
    return _("Shows more of an enemy than you see now: the move is final.")


def _notes(view: OperationsView, order: Move, halts: bool) -> list[str]:
    state, notes = view.position, []
    if order.strategic:
        notes.append(_("Strategic movement: no attack this turn."))
    if any(is_held(state, unit) for unit in order.units):
        notes.append(_("Began the turn in an enemy zone of control: one hex only."))
    elif halts:
        notes.append(_("Stops in an enemy zone of control."))
    if _would_be_cut(view, order):
        notes.append(_("No supply line leads there as things stand."))
    return notes


def _would_be_cut(view: OperationsView, order: Move) -> bool:
    """No supply line reaches the hex at the end of the path, nor a hex that the move itself would win."""
    if not view.board.rules.supply:
        return False
    joined_hexes = supplied_hexes(view.position, view.side)
    return not any(bool(joined_hexes[hex_]) for hex_ in order.path[-2:])


# ------------------------------------------------------------------------------------------------- tints


def overlay(view: OperationsView, name: str) -> Tints | None:
    """The overlay of a name of OVERLAYS; None for any other."""
    makers = {
        "supply": _supply,
        "control": _control,
        "sight": _sight,
        "zones": _zones,
        "threat": layers.threat,
        "ground": layers.ground,
        "history": layers.history,
    }
    if name not in makers:
        return None
    found = tints(view.board.grid.size, makers[name](view))
    return replace(found, line=layers.history_line(view)) if name == "history" else found


def words(view: OperationsView, name: str, hex_: HexId) -> str:
    """Return the words of an overlay on one hex."""
    makers = {"threat": layers.threat_words, "ground": layers.ground_words, "history": layers.owner_words}
    return makers[name](view, hex_) if name in makers else ""


def notes(view: OperationsView, name: str) -> list[LayerNote]:
    """Return sentences for an overlay: the units cut off and the causes; the date of the historical front."""
    makers = {"supply": supply_notes, "history": layers.history_notes}
    return makers[name](view) if name in makers else []


def _supply(view: OperationsView) -> Layers:
    """Return the hexes with supply and the hexes cut off (OPS-8.5.1-8)."""
    own = (control_codes(view.position) == SIDE_CODE[view.side]) & view.board.in_play
    fed = supplied_hexes(view.position, view.side)
    cut = own & ~fed & view.board.land
    barred = np.zeros(fed.size, np.bool_)
    barred[[hex_ for _unit, why in cut_units(view) for hex_ in why.hexes]] = True
    parts = [(fed, SUPPLIED, DOTS, _("In supply")), (cut, CUT, CROSSES, _("Out of supply"))]
    return [*parts, (barred, BARRED, LINES, _("A supply line is cut here"))] if barred.any() else parts


def _control(view: OperationsView) -> Layers:
    codes, ground = control_codes(view.position), view.board.land & view.board.in_play
    return [
        ((codes == SIDE_CODE[side]) & ground, tint, pattern, side_name(side))
        for side, tint, pattern in zip(SIDES, SIDE_TINTS, (LINES, DOTS), strict=True)
    ]


def _sight(view: OperationsView) -> Layers:
    levels = hex_levels(view.position, view.side)
    labels = (_("Detected there"), _("Recognised there"), _("Identified there"))
    looks = zip(SEEN, (LINES, PLAIN, PLAIN), labels, strict=True)
    return [((levels == level) & view.board.in_play, *look) for level, look in enumerate(looks, 1)]


def _zones(view: OperationsView) -> Layers:
    first, second = (zone_of_control(view.position, side) > 0 for side in SIDES)
    names = [side_name(side) for side in SIDES]
    kinds = (
        (first & ~second, LINES, names[0]),
        (second & ~first, DOTS, names[1]),
        (first & second, CROSSES, _("Both")),
    )
    return [(hexes, tint, pattern, words) for (hexes, pattern, words), tint in zip(kinds, ZONES, strict=True)]


def cut_units(view: OperationsView) -> list[tuple[int, SupplyCut]]:
    """The side's units that have no supply line now, and what cuts it."""
    if not view.board.rules.supply:
        return []
    found = ((unit.id, why_unsupplied(view.position, unit.id)) for unit in view.own_units())
    return [(unit, cut) for unit, cut in found if cut is not None]


def ruined_ports(view: OperationsView) -> list[tuple[HexId, int]]:
    """Ports that the side holds and that do not supply it yet, with the turn from which they will."""
    position, side = view.position, view.side
    held = [hex_ for hex_ in sorted(position.board.ports.get(side, {})) if position.controls(side, hex_)]
    turns = [(hex_, opening(position, side, hex_, 1)) for hex_ in held]
    return [(hex_, turn) for hex_, turn in turns if turn > position.turn]


def supply_notes(view: OperationsView) -> list[LayerNote]:
    """Ports in ruins with the turn of their opening, then who is cut off and by what."""
    ports = [
        LayerNote(
            hex_,
            _("{place}: the port is in ruins and supplies you from turn {turn} on.").format(
                place=hex_title(view, hex_), turn=turn
            ),
            "OPS-8.5.1-1",
        )
        for hex_, turn in ruined_ports(view)
    ]
    cut = [
        LayerNote(why.hexes[0] if why.hexes else view.unit(unit).hex, cut_words(view, unit, why), "OPS-8.5.2-1", unit)
        for unit, why in cut_units(view)[:MOST_CUT]
    ]
    return ports + cut


def cut_words(view: OperationsView, unit: int, why: SupplyCut) -> str:
    """Return the unit out of supply, the place where its line is cut, and the enemy that cuts it, by their names."""
    if not why.hexes:
        return typographic(str(why.text))
    place, name = hex_title(view, why.hexes[0]), view.profile(unit).name
    whose = list(dict.fromkeys(view.profile(foe).name or _("an unidentified enemy") for foe in why.by))
    if whose:
        return typographic(
            _("{unit}: supply cut by {enemies}, {place}.").format(unit=name, place=place, enemies=", ".join(whose[:2]))
        )
    return typographic(_("{unit}: supply cut, {place}: that hex is not ours.").format(unit=name, place=place))
