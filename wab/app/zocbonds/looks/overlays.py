"""Overlays of the map: bonds as they are and as an order would leave them, supply with its lines, points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from wab.app.gfx.specs import BarSpec
from wab.app.wargame.adapter.pictures import BarKey, LayerNote
from wab.app.wargame.adapter.typography import joined, signed
from wab.app.zocbonds.looks.bond_bars import bars_of, ring
from wab.app.zocbonds.looks.looks import place_title
from wab.engine.kernel.orders import Order
from wab.engine.kernel.trial import Trial
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.locale import _, ngettext
from wab.systems.zocbonds.combat.retreat import without_way_back
from wab.systems.zocbonds.ground.lines_of_supply import sources, supplied, way
from wab.systems.zocbonds.sequence import victory
from wab.systems.zocbonds.state import orders as od
from wab.systems.zocbonds.state.board import CODES, SIDES, enemy_of
from wab.systems.zocbonds.state.bonds import Bond
from wab.systems.zocbonds.state.state import ISOLATED, SUPPLIED, State

MARCHES = (od.Move, od.Enter, od.Land, od.RetreatTo, od.Advance)
"""Orders that change where units stand and so what bonds close."""
REASONS = {
    "city": N_("city"),
    "village": N_("village"),
    "drop": N_("drop zone"),
    "linked": N_("the beaches are linked"),
    "engineer": N_("beach without engineers"),
    "storms": N_("storms"),
    "carentan": "Carentan",
    "perimeter": N_("a unit in the Perimeter"),
    "cut_off": N_("the peninsula is cut off"),
    "goal": N_("a goal of the lesson"),
}
"""The reasons for points (`victory.Score.why`)."""


# ------------------------------------------------------------------------------------------------- bonds


def position_after(view: Any, order: Order) -> State | None:
    """The position that a march would lead to, as far as its side knows; None for an order of another kind."""
    if not isinstance(order, MARCHES) or view.why_not(order) is not None:
        return None
    trial: Trial[State] = Trial(view.rules, view.position)
    trial.play(order)
    return trial.position


def bond_bars(state: State, after: State | None = None) -> tuple[BarSpec, ...]:
    """Return the bars of both sides. With `after`, mark the bars that the order would close or open."""
    grid, found = state.board.grid, list[BarSpec]()
    for side in SIDES:
        now, code = state.bonds_of(side), CODES[side]
        bars = dict(zip(now.each, bars_of(grid, now, code), strict=True))
        if after is None:
            found += bars.values()
            continue
        later = after.bonds_of(side)
        for bond, bar in zip(later.each, bars_of(grid, later, code), strict=True):
            found.append(bar if bond in bars else replace(bar, tone="new"))
        found += [replace(bar, tone="gone") for bond, bar in bars.items() if bond not in later.each]
    return tuple(found)


def rings(state: State, after: State | None = None) -> tuple[BarSpec, ...]:
    """A ring around each stack that has no way back, as things stand or as they would stand after an order."""
    at = after or state
    return tuple(ring(at.board.grid, hex_, CODES[side]) for side in SIDES for hex_ in without_way_back(at, side))


def bond_keys(names: Mapping[str, str]) -> tuple[BarKey, ...]:
    """Return the meanings of the bars, with the names of the sides by id (ZOC-8.5.6-2)."""
    own = [BarKey(_("{side}: bonds").format(side=names[side]), CODES[side]) for side in SIDES]
    return (
        *own,
        BarKey(_("closed: hex or hexside"), CODES[SIDES[0]], bolt=True),
        BarKey(_("the move would close it"), CODES[SIDES[0]], "new"),
        BarKey(_("the move would open it"), CODES[SIDES[0]], "gone"),
        BarKey(_("no way back from here"), CODES[SIDES[0]], "ring"),
    )


def bond_words(state: State, hex_: HexId, names: Mapping[str, str]) -> str:
    """Tell which bonds close a hex and whether units there have no way back; "" for neither."""
    closed = [names[side] for side in SIDES if state.bonds_of(side).hexes[hex_]]
    told = [_("Closed by a bond of {side}.").format(side=", ".join(closed))] if closed else []
    side = state.side_in(hex_)
    if side is not None and hex_ in without_way_back(state, side):
        told.append(_("No way back from here."))
    return " ".join(told)


def ways_told(state: State, after: State) -> tuple[str, ...]:
    """Return sentences on units that a march would leave without a way back, enemy units first."""
    own, told = state.now.side, []
    for side in (enemy_of(own), own):
        lost = [hex_ for hex_ in without_way_back(after, side) if hex_ not in without_way_back(state, side)]
        places = ", ".join(_place(after, hex_) for hex_ in lost)
        if places:
            words = _("Your units would have no way back: {places}.") if side == own else _(
                "The enemy would have no way back: {places}."
            )  # fmt: skip
            told.append(words.format(places=places))
    return tuple(told)


def bonds_told(state: State, after: State) -> tuple[str, ...]:
    """Return sentences on the bonds that a march would close and open, for each side."""
    own = state.now.side
    told = []
    for side in SIDES:
        before, later = set[Bond](state.bonds_of(side).each), set[Bond](after.bonds_of(side).each)
        closed, opened = len(later - before), len(before - later)
        if closed:
            words = ngettext("Closes {count} bond.", "Closes {count} bonds.", closed) if side == own else ngettext(
                "Lets the enemy close {count} bond.", "Lets the enemy close {count} bonds.", closed
            )  # fmt: skip
            told.append(words.format(count=closed))
        if opened:
            words = ngettext("Opens {count} bond.", "Opens {count} bonds.", opened) if side == own else ngettext(
                "Breaks {count} enemy bond.", "Breaks {count} enemy bonds.", opened
            )  # fmt: skip
            told.append(words.format(count=opened))
    return tuple(told)


# ------------------------------------------------------------------------------------------------- supply


def supply_bars(state: State, hex_: HexId | None) -> tuple[BarSpec, ...]:
    """The supply line of the units in a hex, from hex to hex to its source; none where they have none (ZOC-UI-5)."""
    side = state.side_in(hex_) if hex_ is not None else None
    if hex_ is None or side is None:
        return ()
    line = way(state, side, hex_)
    if len(line) < 2:
        return ()
    centres = [state.board.grid.centres[one] for one in line]
    return (BarSpec(tuple((float(x), float(y)) for x, y in centres), CODES[side], tone="new"),)


def supply_words(state: State, hex_: HexId) -> str:
    """Of the units in a hex: where their supply comes from, or that they have none; of an empty one, "" for nothing."""
    side = state.side_in(hex_)
    if side is None:
        return ""
    line = way(state, side, hex_)
    if not line:
        return _("No supply line leads here.")
    if hex_ in sources(state, side):
        return _("A source of supply.")
    return _("Supply from {place}, {count} hexes away.").format(place=_place(state, line[-1]), count=len(line) - 1)


def _place(state: State, hex_: HexId) -> str:
    return place_title(state.board, hex_)


def last_judged(state: State, side: str) -> int:
    """The day on which the supply of a side was last judged, in the supply phase of its player turn (ZOC-3-9); 0 before
    the first one."""
    now = state.now
    over = now.phase == "end" or (side == "axis" and now.side == "allied")
    return now.turn if over else now.turn - 1


def supply_notes(state: State, side: str) -> Iterator[LayerNote]:
    """Yield notes on units judged out of supply or isolated, with the phase of that judgement. Add the units that will
    be out of supply as things stand (ZOC-UI-5)."""
    fed = supplied(state, side)
    cut = [unit for unit in state.units_of(side) if unit.supply != SUPPLIED]
    if cut:
        when = _("Judged in the supply phase of day {turn}:").format(turn=last_judged(state, side))
        yield LayerNote(cut[0].hex, when, "ZOC-3-9")
    for unit in state.units_of(side):
        name = state.profile(unit.id).label
        if unit.supply == ISOLATED:
            yield LayerNote(unit.hex, _("{unit}: isolated").format(unit=name), "ZOC-18.3-3", unit.id)
        elif unit.supply != SUPPLIED:
            yield LayerNote(unit.hex, _("{unit}: out of supply").format(unit=name), "ZOC-18.3-1", unit.id)
        elif not fed[unit.hex]:
            yield LayerNote(unit.hex, _("{unit}: no line any more").format(unit=name), "ZOC-18.2-1", unit.id)


# ------------------------------------------------------------------------------------------------- points


def points_notes(state: State) -> Iterator[LayerNote]:
    """Yield the total of points, then each hex that counts with its points."""
    found = victory.points(state)
    somewhere = next((score.hex for score in found if score.hex is not None), 0)
    least = victory.to_win(state.board)
    if least is not None:
        told = _("Net points {net}; the Allies win with {least}").format(net=victory.net(state), least=least)
        yield LayerNote(somewhere, told, "ZOC-24.3-1" if state.board.victory == "line" else "ZOC-25.2-1")
    for score in found:
        place = _place(state, score.hex) if score.hex is not None else ""
        value = score.points if score.side == "allied" else -score.points
        reason = REASONS.get(score.why, score.why)
        told = f"{signed(value)} {joined(place, _(reason))}"
        yield LayerNote(score.hex if score.hex is not None else somewhere, told, "ZOC-24.3-2")
