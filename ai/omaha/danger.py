"""The price of the next German fire in every hex: a quick estimate over the cards of the pile, for a whole map.
`risk.py` works the chance out exactly for one unit in one hex. Here hits are shared out among the units that a position
reaches by their order alone.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wab.content.omaha.shapes import COLOURS, LEVELS, SYMBOLS
from wab.systems.omaha.combat.fields import Fields, fields_in
from wab.systems.omaha.combat.fire import Column, fit_forces, hit_limit, terms_of
from wab.systems.omaha.ground.control import Flags
from wab.systems.omaha.state.board import Board, Position
from wab.systems.omaha.state.state import State

Floats = NDArray[np.float64]
DENSE = len(SYMBOLS)
"""The row of units in a dense hex, after the rows of symbols."""
_OTHER_ICONS = ("P", "A", "R")
"""Icons by which a reinforcement position does something else than fire, from turn 17."""


class Danger(NamedTuple):
    """Chances in the next fire, float[4, N] by symbol (the last row in a dense hex) and hex: of a step lost by a unit
    without armour and with armour, and of disruption. `dots` float[P, N]: the share of its hits that each position has
    for a unit in a hex; `names` of these positions.
    """

    step: Floats
    armoured: Floats
    disrupted: Floats
    dots: Floats
    names: tuple[str, ...]


def cards_of_next_fire(state: State) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The cards among which the next fire card is, by number, and the number of the symbol of each: after a turn with a
    reshuffle all of them.
    """
    now, board = state.now, state.board
    over = now.phase in ("actions", "works", "second_event", "engineers", "end")
    if over and state.turn in board.tables.turns.reshuffled:
        names: tuple[str, ...] = board.cards
    else:
        names = now.pile if len(now.pile) >= len(board.sectors) else (*now.pile, *now.discards)
    symbols = board.once(
        "ai symbols", lambda: np.array([0, *(SYMBOLS.index(board.card(name).target) for name in board.cards)])
    )
    numbers = np.array([int(name) for name in names])
    return numbers, symbols[numbers]


def danger(state: State) -> Danger:
    """The danger of every hex as things stand."""
    board = state.board
    fields = fields_in(state)
    late = bool(board.tables.turns.late(min(state.turn + 1, board.last)))
    terms = terms_of(board.tables, state.turn)
    places = sorted({fields.at[hex_] for hex_, force in state.now.forces.items() if not force.disrupted})
    fit = {name: fit_forces(fields.positions[name].hexes, state.now.forces) for name in places}
    numbers, targets = cards_of_next_fire(state)
    single, double, acts = _signs(board)
    fires = np.zeros((len(numbers), len(fit)))
    size = board.grid.size
    shares = np.zeros((len(fit), size))
    effects = np.zeros((len(_KINDS) + 2, len(fit), size))
    for row, (name, forces) in enumerate(fit.items()):
        place = fields.positions[name]
        colour = COLOURS.index(place.colour)
        flags = single[numbers, colour]
        if place.mobile or any(force.marker is not None for force in forces):
            flags = flags | double[numbers, colour]
        if late and not place.wn:
            flags = flags & ~acts[numbers, colour]
        fires[:, row] = flags
        column: Column = "fit" if place.wn or forces[0].seen else "unrevealed"
        hexes, levels = _dots(board, place)
        shares[row, hexes] = _shares(state, fields, place, hit_limit(forces, terms))
        effects[:, row, hexes] = shares[row, hexes] * _effects(board, column)[:, levels]
    step, armoured, disrupted = (
        _over_cards(fires, targets, effects[first], effects[second]) for first, second in ((0, 1), (2, 3), (4, 5))
    )
    return Danger(step, armoured, disrupted, shares, tuple(fit))


_KINDS = ("match", "none", "armour_match", "armour_none")


def _signs(board: Board) -> tuple[Flags, Flags, Flags]:
    """bool[55, 6] by card and colour: shown once, shown twice, shown with the icon of another action than fire."""

    def found() -> tuple[Flags, Flags, Flags]:
        single, double, acts = (np.zeros((len(board.cards) + 1, len(COLOURS)), np.bool_) for _ in range(3))
        for name in board.cards:
            for colour, count, icon in board.card(name).fire:
                place = int(name), COLOURS.index(colour)
                (single if count == "single" else double)[place] = True
                acts[place] = icon in _OTHER_ICONS
        return single, double, acts

    return board.once("ai signs", found)


def _dots(board: Board, place: Position) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The hexes of a field, and the number of the level of each."""

    def found() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        return np.array(list(place.dots)), np.array([LEVELS.index(level) for level in place.dots.values()])

    return board.once(("ai dots", place.id), found)


def _effects(board: Board, column: Column) -> Floats:
    """float[6, 3] by level: 1 where a hit costs a step (match, none, the same for armour), where it disrupts."""

    def found() -> Floats:
        table = board.tables.fire
        cells = [table.rows[column][level] for level in LEVELS]
        steps = [[table.effects[getattr(cell, kind)].steps > 0 for cell in cells] for kind in _KINDS]
        shaken = [[table.effects[getattr(cell, kind)].disrupts for cell in cells] for kind in _KINDS[:2]]
        return np.array([*steps, *shaken], np.float64)

    return board.once(("ai effects", column), found)


def _shares(state: State, fields: Fields, place: Position, room: int) -> Floats:
    """By hex of its field the chance that a position which fires picks a unit there, among all that it reaches."""
    hexes, levels = _dots(state.board, place)
    ranks = state.board.once(
        ("ai ranks", place.id),
        lambda: levels * 100 + np.array([fields.distances[place.id][hex_] for hex_ in hexes.tolist()]),
    )
    count = np.bincount([unit.hex for unit in state.units.values() if unit.steps], minlength=state.board.grid.size)
    there = count[hexes]
    if int(there.sum()) - 1 < room:
        return np.ones(len(hexes))
    before = (there[None, :] * (ranks[None, :] < ranks[:, None])).sum(axis=1)
    beside = np.maximum(0, (there[None, :] * (ranks[None, :] == ranks[:, None])).sum(axis=1) - 1)
    reach = np.where(levels > 0, 0.5, 1.0)  # others on poorer dots are not always eligible
    found: Floats = np.minimum(1.0, room / (1 + reach * before + 0.5 * beside))
    return found


def _over_cards(fires: Floats, targets: NDArray[np.int64], match: Floats, none: Floats) -> Floats:
    """The chance by symbol and hex that at least one position has an effect, over all cards."""
    rows = np.zeros((DENSE + 1, match.shape[1]))
    swept = np.flatnonzero(match.any(axis=0) | none.any(axis=0))
    if not len(swept):
        return rows
    hit = 1.0 - np.exp(fires @ np.log1p(-np.minimum(match[:, swept], 0.999)))
    other = 1.0 - np.exp(fires @ np.log1p(-np.minimum(none[:, swept], 0.999)))
    for symbol in range(len(SYMBOLS)):
        rows[symbol, swept] = np.where((targets == symbol)[:, None], hit, other).mean(axis=0)
    rows[DENSE, swept] = hit.mean(axis=0)
    return rows


def future_water(board: Board, turn: int) -> Flags:
    """bool[N]: sand that is under water at the end of the next turns."""
    found = np.zeros(board.grid.size, np.bool_)
    for hex_ in np.flatnonzero(board.beach).tolist():
        kind = board.tide_of(hex_)
        for ahead in (turn, turn + 1):
            if ahead <= board.last and kind is not None:
                level = {"low": 0, "mid": 1, "high": 2}[board.tables.turns.tide(ahead)]
                found[hex_] |= kind < level
    return found
