"""Overlays of the map: reports, chances that hexes are held, supply with isolation, army groups, the air."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ai.blind.belief import Belief
from ai.blind.levels import beliefs
from wab.app.blind.looks import reports
from wab.app.blind.looks.looks import SUPPLY, place_title, unit_name
from wab.app.gfx.specs import BarSpec
from wab.app.gfx.theme import Rgba, colour
from wab.app.wargame.adapter.pictures import CROSSES, DOTS, LINES, PLAIN, BarKey, LayerNote, Tints, tints
from wab.app.wargame.adapter.typography import joined, words
from wab.content.blind.loader import load_boundaries
from wab.hexes import HexId
from wab.locale import _
from wab.systems.blind.ground.costs import interdicted_area
from wab.systems.blind.state.areas import areas, zone
from wab.systems.blind.state.board import CODES, Board, Boundary, Flags, enemy_of
from wab.systems.blind.state.state import FULL, State
from wab.systems.blind.units.support import attacking_forces

FRESH, OLD, ANCIENT = (colour(*look) for look in (("D9B44A", 0.5), ("A8752F", 0.4), ("5E4630", 0.4)))
EMPTY = colour("CFE3C8", 0.5)
FED, HALF, CUT = colour("3E7F4E", 0.34), colour("C98A2B", 0.4), colour("8E1B14", 0.46)
FIRST, SECOND = colour("4F6B2C", 0.34), colour("B58A3C", 0.34)
PERHAPS, LIKELY, SURE = colour("D9B44A", 0.4), colour("C9702B", 0.45), colour("8E1B14", 0.5)
GUESSES, LISTED = 64, 8
"""Guesses at the places of the enemy behind the overlay of chances, and the hexes that stand next to it."""
AIRED = colour("3F6FA8", 0.4)
_RINGS, _RADIUS = 24, 0.3


def _hexes(state: State, found: Sequence[HexId]) -> Flags:
    flags: Flags = np.zeros(state.board.grid.size, np.bool_)
    flags[list(found)] = True
    return flags


# ---------------------------------------------------------------- belief


def belief_tints(state: State, side: str) -> Tints:
    """Enemy ground by the chance that the staff gives it of being held, from the reports alone."""
    found = _believed(state, side)
    kinds = [
        ((found >= low) & (found < high), tint, pattern, told)
        for low, high, tint, pattern, told in (
            (0.2, 0.5, PERHAPS, DOTS, _("20 % and more")),
            (0.5, 0.8, LIKELY, LINES, _("50 % and more")),
            (0.8, 2.0, SURE, PLAIN, _("80 % and more")),
        )
    ]
    return tints(state.board.grid.size, kinds)


def belief_notes(state: State, side: str) -> Iterator[LayerNote]:
    """The hexes along the border with the chance of each, the least likely to be held first."""
    found = _believed(state, side)
    grid = state.board.grid
    own = [hex_ for hex_ in range(grid.size) if state.holds(side, hex_)]
    edge = {
        there
        for hex_ in own
        for there in map(int, grid.neighbours[hex_])
        if there >= 0 and state.holds(enemy_of(side), there)
    }
    for hex_ in sorted(edge, key=lambda hex_: (found[hex_], hex_))[:LISTED]:
        told = _("{place}: {percent} % held").format(
            place=place_title(state.board, hex_), percent=round(float(found[hex_]) * 100)
        )
        yield LayerNote(hex_, told, "BLD-3-4")


def _believed(state: State, side: str) -> NDArray[np.float64]:
    numbers = beliefs()
    belief = Belief(side, GUESSES, 1, numbers.scales[side], numbers.habits[enemy_of(side)])
    occupied: NDArray[np.float64] = belief.follow(state).occupied
    return occupied


# ---------------------------------------------------------------- reports


def report_tints(state: State, side: str) -> Tints:
    """Enemy ground by the age of what was heard of it."""
    found = reports.marks(state, side)
    kinds: list[tuple[Flags, Rgba, int, str]] = []
    for low, high, tint, pattern, told in (
        (0, 0, FRESH, LINES, _("heard since the enemy moved")),
        (1, 2, OLD, DOTS, _("one or two enemy movements old")),
        (3, 999, ANCIENT, CROSSES, _("older")),
    ):
        hexes = [mark.hex for mark in found if low <= mark.age <= high and mark.kind != reports.EMPTY]
        kinds.append((_hexes(state, hexes), tint, pattern, told))
    empty = [mark.hex for mark in found if mark.kind == reports.EMPTY]
    kinds.append((_hexes(state, empty), EMPTY, PLAIN, _("found empty")))
    return tints(state.board.grid.size, kinds)


def report_notes(state: State, side: str) -> Iterator[LayerNote]:
    """Each report, the newest first."""
    for mark in sorted(reports.marks(state, side), key=lambda mark: (mark.age, mark.hex)):
        told = joined(reports.title(state, mark), place_title(state.board, mark.hex), reports.age_words(mark))
        yield LayerNote(mark.hex, told, "BLD-7-9" if mark.unit else "BLD-4-17")


def rings(state: State, side: str) -> tuple[BarSpec, ...]:
    """A ring on each enemy hex that was found empty."""
    empty = [mark.hex for mark in reports.marks(state, side) if mark.kind == reports.EMPTY]
    turns = np.linspace(0.0, 2 * np.pi, _RINGS + 1)
    circle = _RADIUS * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    centres = (state.board.grid.centres[hex_] + circle for hex_ in empty)
    return tuple(BarSpec(tuple(map(tuple, ring.tolist())), CODES[side], tone="ring") for ring in centres)


# ---------------------------------------------------------------- supply


def accounts(side: str) -> tuple[str, ...]:
    """The accounts of a side."""
    return ("us", "br") if side == "allied" else ("ge",)


def supply_tints(state: State, side: str) -> Tints:
    """Own ground by the supply that units there would have: full, partial, isolated (BLD-9-3 to BLD-9-6)."""
    board = state.board
    own = np.frombuffer(bytes(state.control), np.uint8) == CODES[side]
    full, any_ = np.zeros(board.grid.size, np.bool_), np.zeros(board.grid.size, np.bool_)
    for account in accounts(side):
        primary, reached = areas(state, account)
        inside = zone(board, state.now.boundary, account) if account != "ge" else own  # type: ignore[arg-type]
        full |= primary & inside
        any_ |= reached & inside
    parts = [
        (own & full, FED, PLAIN, _("full supply")),
        (own & any_ & ~full, HALF, LINES, _("partial supply")),
        (own & ~any_ & ~full, CUT, CROSSES, _("isolated")),
    ]
    return tints(board.grid.size, parts)


def supply_notes(state: State, side: str) -> Iterator[LayerNote]:
    """Units that have not full supply."""
    for unit in state.units_of(side):
        if unit.supply != FULL:
            told = joined(unit_name(state.profile(unit.id)), _(SUPPLY[unit.supply]))
            yield LayerNote(unit.hex, told, "BLD-9-4" if unit.supply == 1 else "BLD-9-6", unit.id)


# ---------------------------------------------------------------- boundary


def boundary_tints(state: State, considered: Boundary = ()) -> Tints:
    """The zones of the army groups, the boundary between them, or the boundary of an order."""
    board, now = state.board, considered or state.now.boundary
    parts = [
        (zone(board, now, "us"), FIRST, LINES, _("12th Army Group")),
        (zone(board, now, "br"), SECOND, DOTS, _("21st Army Group")),
    ]
    bars = tuple(_side_bar(board, *pair) for pair in now)
    keys = (BarKey(_("boundary of the army groups"), 1),)
    found = tints(board.grid.size, parts)
    return Tints(found.colours, found.marks, found.legend, None, bars, keys)


def _side_bar(board: Board, here: HexId, there: HexId) -> BarSpec:
    """A bar along the hexside between two hexes."""
    grid = board.grid
    number = grid.direction(here, there)
    corners = [grid.centres[here] + grid.corner_offsets[(number + step) % 6] for step in (0, 1)]
    return BarSpec(tuple((float(x), float(y)) for x, y in corners), CODES["allied"])


def boundary_name(board: Board, sides: Boundary) -> str:
    """The name of a line: from the data, or from the place of its inland end."""
    name = next((key for key, line in board.boundaries.items() if line == sides), "")
    if name:
        return words(load_boundaries()[name].name)
    ends = [here for here, there in sides if any(n < 0 for n in board.grid.neighbours[here])]
    return _("Inland end at {hex}").format(hex=place_title(board, ends[-1] if ends else sides[-1][0]))


# ---------------------------------------------------------------- air


def air_tints(state: State) -> Tints:
    """Interdicted ground, bombed hexes, and hexes of forces to which an air unit is promised."""
    area = interdicted_area(state.board, state.now.interdicted) & state.board.land
    promised = _hexes(state, [origin for _target, origin in state.now.offered])
    parts = [
        (area, AIRED, CROSSES, _("interdicted")),
        (_hexes(state, state.now.bombed), CUT, DOTS, _("bombed")),
        (promised, FED, LINES, _("an air unit is promised")),
    ]
    return tints(state.board.grid.size, parts)


def air_notes(state: State) -> Iterator[LayerNote]:
    """Interdicted hexes, then attacks with and without an air unit."""
    for hex_ in state.now.interdicted:
        told = _("{hex} and all around it cost Germans more").format(hex=place_title(state.board, hex_))
        yield LayerNote(hex_, told, "BLD-12-4")
    for target, origin in attacking_forces(state):
        message = _("{hex}: attack on {target} with an air unit")
        if (target, origin) not in state.now.offered:
            message = _("{hex}: attack on {target} without an air unit")
        told = message.format(hex=place_title(state.board, origin), target=place_title(state.board, target))
        yield LayerNote(origin, told, "BLD-12-12")
