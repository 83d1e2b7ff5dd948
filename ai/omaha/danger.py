"""What the next German fire may cost in every hex: a quick estimate over the cards of the pile, for a whole map.

`risk.py` works the chance out exactly for one unit in one hex; here hits are shared out among the units that a position
reaches by their order alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wab.content.omaha.shapes import LEVELS, SYMBOLS, CardRow
from wab.systems.omaha.combat.fields import Fields, fields_of
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


def cards_of_next_fire(state: State) -> list[CardRow]:
    """The cards among which the next fire card is: after a turn with a reshuffle all of them."""
    now, board = state.now, state.board
    over = now.phase in ("actions", "works", "second_event", "engineers", "end")
    if over and state.turn in board.tables.turns.reshuffled:
        names: tuple[str, ...] = board.cards
    else:
        names = now.pile if len(now.pile) >= len(board.sectors) else (*now.pile, *now.discards)
    return [board.card(name) for name in names]


def danger(state: State) -> Danger:
    """The danger of every hex as things stand."""
    board = state.board
    fields = fields_of(board)
    late = bool(board.tables.turns.late(min(state.turn + 1, board.last)))
    terms = terms_of(board.tables, state.turn)
    fit = {name: fit_forces(place.hexes, state.now.forces) for name, place in fields.positions.items()}
    names = tuple(name for name, forces in fit.items() if forces)
    cards = cards_of_next_fire(state)
    fires = np.zeros((len(cards), len(names)), np.bool_)
    size = board.grid.size
    loses = {kind: np.zeros((len(names), size)) for kind in ("match", "none", "armour_match", "armour_none")}
    shaken = {kind: np.zeros((len(names), size)) for kind in ("match", "none")}
    shares = np.zeros((len(names), size))
    table = board.tables.fire
    for row, name in enumerate(names):
        place, forces = fields.positions[name], fit[name]
        marked = any(force.marker is not None for force in forces)
        column: Column = "fit" if place.wn or forces[0].seen else "unrevealed"
        for number, card in enumerate(cards):
            sign = card.sign(place.colour)
            acts = late and not place.wn and sign is not None and sign[2] in _OTHER_ICONS
            fires[number, row] = sign is not None and (marked or sign[1] == "single") and not acts
        share = _shares(state, fields, place, hit_limit(forces, terms))
        for hex_, level in place.dots.items():
            cells = table.rows[column][level]
            part = share[hex_]
            shares[row, hex_] = part
            for kind, found in loses.items():
                found[row, hex_] = part * (table.effects[getattr(cells, kind)].steps > 0)
            for kind, found in shaken.items():
                found[row, hex_] = part * table.effects[getattr(cells, kind)].disrupts
    targets = np.array([SYMBOLS.index(card.target) for card in cards])
    return Danger(
        step=_over_cards(fires, targets, loses["match"], loses["none"]),
        armoured=_over_cards(fires, targets, loses["armour_match"], loses["armour_none"]),
        disrupted=_over_cards(fires, targets, shaken["match"], shaken["none"]),
        dots=shares,
        names=names,
    )


def _shares(state: State, fields: Fields, place: Position, room: int) -> Mapping[int, float]:
    """By hex of its field the chance that a position which fires picks a unit there, among all that it reaches."""
    ranks = {hex_: (LEVELS.index(level), fields.distances[place.id][hex_]) for hex_, level in place.dots.items()}
    there = [ranks[unit.hex] for unit in state.units.values() if unit.hex in ranks and unit.steps]
    others = len(there) - 1
    if others < room:
        return dict.fromkeys(ranks, 1.0)
    found = {}
    for hex_, rank in ranks.items():
        before = sum(other < rank for other in there)
        beside = max(0, sum(other == rank for other in there) - 1)
        reach = 0.5 if rank[0] else 1.0  # others on poorer dots are not always eligible
        found[hex_] = min(1.0, room / (1 + reach * before + 0.5 * beside))
    return found


def _over_cards(fires: Flags, targets: NDArray[np.int64], match: Floats, none: Floats) -> Floats:
    """The chance by symbol and hex that at least one position has an effect, over all cards."""
    flags = fires.astype(np.float64)
    hit = 1.0 - np.exp(flags @ np.log1p(-np.minimum(match, 0.999)))
    other = 1.0 - np.exp(flags @ np.log1p(-np.minimum(none, 0.999)))
    rows = [np.where((targets == symbol)[:, None], hit, other).mean(axis=0) for symbol in range(len(SYMBOLS))]
    return np.stack([*rows, hit.mean(axis=0)])


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
