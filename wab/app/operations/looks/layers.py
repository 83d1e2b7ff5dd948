"""Overlays beyond the moment: the front in history, what the enemy could do, what the ground is worth."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wab.app.gfx.palettes import DANGERS, FRONT
from wab.app.gfx.theme import Rgba, colour
from wab.app.operations.looks.texts import day, movement, side_name
from wab.app.wargame.adapter.pictures import CROSSES, DOTS, LINES, PLAIN, LayerNote
from wab.app.wargame.adapter.typography import joined, typographic
from wab.content.normandy.ground import behind_the_front, snapshot_of
from wab.content.normandy.history import Snapshot
from wab.locale import _, ngettext
from wab.systems.operations.combat.modifiers import defence_columns
from wab.systems.operations.movement.threat import threats
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.board import SIDE_CODE
from wab.systems.operations.state.control import control_codes

Flags = NDArray[np.bool_]
Layers = list[tuple[Flags, Rgba, int, str]]
"""Parts of an overlay: hexes bool[N], colour, pattern, words."""

AHEAD, BEHIND, THEN = (colour(tint, opacity) for tint, opacity in zip(FRONT, (0.34, 0.34, 0.16), strict=True))
THREATS = tuple(colour(tint, opacity) for tint, opacity in zip(DANGERS, (0.36, 0.44, 0.50), strict=True))
SHELTER = (colour("F2E8C8", 0.05), colour("6E8F3A", 0.28), colour("2F6B4A", 0.40), colour("4A3B6B", 0.46))
CLASSES = ("inf", "arm", "art")
"""Classes of movement whose costs the overlay of the ground tells."""


# ------------------------------------------------------------------------------------------------- history


def snapshot(view: OperationsView) -> Snapshot | None:
    """The historical front of the day, the last one that is known before it."""
    dates = view.board.dates
    return snapshot_of(dates[min(max(1, view.turn), len(dates)) - 1])


def history_line(view: OperationsView) -> NDArray[np.uint8] | None:
    """uint8[N]: the holder of each hex on the day, 1 the Allies and 2 the Axis; None if nothing is known of it."""
    then, board = snapshot(view), view.board
    if then is None:
        return None
    held = behind_the_front(then, board.map)
    found: NDArray[np.uint8] = np.where(board.land & board.in_play, np.where(held, 1, 2), 0).astype(np.uint8)
    return found


def history(view: OperationsView) -> Layers:
    """Return the front of the Allies on the day, and the hexes that have changed hands since."""
    then = history_line(view)
    if then is None:
        return []
    now, ground = control_codes(view.position), view.board.land & view.board.in_play
    allied, axis = SIDE_CODE["allied"], SIDE_CODE["axis"]
    return [
        (ground & (then == 1) & (now == allied), THEN, PLAIN, _("Allied then and now")),
        (ground & (then == 2) & (now == allied), AHEAD, LINES, _("Allied now, Axis then")),
        (ground & (then == 1) & (now == axis), BEHIND, DOTS, _("Axis now, Allied then")),
    ]


def history_notes(view: OperationsView) -> list[LayerNote]:
    """Of which day the front is."""
    then = snapshot(view)
    middle = int(np.flatnonzero(view.board.in_play)[0])
    if then is None:
        return [LayerNote(middle, _("No front line is known for that day."), "")]
    return [LayerNote(middle, _("The dashed line is the front on the evening of {day}.").format(day=day(then.day)), "")]


# ------------------------------------------------------------------------------------------------- threat


def threat(view: OperationsView) -> Layers:
    """Own ground that the known enemy could attack next turn, by how many units."""
    counts = threats(view.position, view.side)
    own = (control_codes(view.position) == SIDE_CODE[view.side]) & view.board.in_play
    steps = ((counts == 1), (counts == 2), (counts > 2))
    words = (_("By one unit"), _("By two units"), _("By three or more"))
    looks = zip(steps, THREATS, (PLAIN, LINES, CROSSES), words, strict=True)
    return [(own & hexes, tint, pattern, text) for hexes, tint, pattern, text in looks]


def threat_words(view: OperationsView, hex_: int) -> str:
    """Return in words the number of known enemies that could attack a hex."""
    if not view.board.land[hex_]:
        return ""
    count = int(threats(view.position, view.side)[hex_])
    words = ngettext("{count} known enemy could attack it", "{count} known enemies could attack it", count)
    return words.format(count=count) if count else _("no known enemy could attack it")


# ------------------------------------------------------------------------------------------------- the ground


def ground(view: OperationsView) -> Layers:
    """Return the layers for the worth of the terrain to a defender."""
    worth, land = defence_columns(view.board), view.board.land & view.board.in_play
    steps = (worth <= 0, worth == 1, worth == 2, worth > 2)
    words = (
        _("No help to the defender"),
        *(_columns(count) for count in (1, 2)),
        _("3 columns or more for the defender"),
    )
    looks = zip(steps, SHELTER, (PLAIN, LINES, DOTS, CROSSES), words, strict=True)
    return [(land & hexes, tint, pattern, text) for hexes, tint, pattern, text in looks]


def ground_words(view: OperationsView, hex_: int) -> str:
    """Return the cost to enter a hex, by the best of its hexsides, and its benefit to a defender."""
    board = view.board
    if not (board.land[hex_] and board.in_play[hex_]):
        return ""
    names = {"inf": _("infantry"), "arm": _("armour"), "art": _("artillery")}
    parts = [f"{names[kind]} {_cost(view, kind, hex_)}" for kind in CLASSES if kind in board.leave_cost]
    columns = int(defence_columns(board)[hex_])
    return joined(", ".join(parts), _columns(columns) if columns else "")


def _columns(count: int) -> str:
    words = ngettext("{count} column for the defender", "{count} columns for the defender", count)
    return words.format(count=count)


def _cost(view: OperationsView, kind: str, hex_: int) -> str:
    grid, table = view.board.grid, view.board.leave_cost[kind]
    costs = [int(table[other, grid.direction(other, hex_)]) for other in grid.adjacent(hex_)]
    dearest = [cost for cost in costs if cost < 255]
    if not dearest:
        return _("closed")
    least, most = min(dearest), max(dearest)
    return movement(least) if least == most else f"{movement(least)}–{movement(most)}"


def owner_words(view: OperationsView, hex_: int) -> str:
    """Return the side that held a hex on the day."""
    then = history_line(view)
    if then is None or not then[hex_]:
        return ""
    return typographic(_("{side} in history").format(side=side_name("allied" if then[hex_] == 1 else "axis")))
