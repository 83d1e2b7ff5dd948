"""Units that are due, box by box of the row, and units on their way: the page of the landing (OMA-5.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from wab.app.gfx.specs import CounterSpec
from wab.app.omaha.looks import looks, overlays
from wab.app.wargame.adapter.typography import joined, typographic, words
from wab.app.wargame.muster.pages import Cell, Group, Muster, Place
from wab.hexes import HexId
from wab.locale import _
from wab.systems.omaha.combat.fields import fields_in
from wab.systems.omaha.ground.control import is_occupied
from wab.systems.omaha.movement.arrivals import boxes_of, due_now
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.board import Box
from wab.systems.omaha.state.state import State

LANDING, COMING = "landing", "coming"


class OmahaMuster(Muster):
    """Answers of Omaha to the panel of units off the map."""

    def tabs(self, view: Any) -> Mapping[str, str]:
        """Units that are due now, and units that follow."""
        return {LANDING: _("Due now"), COMING: _("On their way")}

    def first(self, view: Any) -> str:
        """The units that are due, while there are any."""
        return LANDING if due_now(view.position) and view.phase == "arrivals" else COMING

    def groups(self, view: Any, page: str) -> tuple[Group, ...]:
        """Units that are due by their beach, units in boxes by box; units to come by turn."""
        state: State = view.position
        return tuple(group for group in (_due if page == LANDING else _later)(state) if group.cells)

    def places(self, view: Any, page: str, unit: int | None) -> tuple[Place, ...]:
        """Return the boxes of a unit with the hex where each leads, then to wait for a turn."""
        state: State = view.position
        if unit is None or page != LANDING or unit not in {one.id for one in due_now(state)}:
            return ()
        boxes = [_place(view, state, unit, box) for box in boxes_of(state, unit)]
        delay = od.Delay(unit)
        return (*boxes, Place(_("Wait for a turn"), "", delay, view.why_not(delay)))

    def is_own(self, view: Any, unit: int) -> bool:
        """All units are the player’s."""
        return True

    def counter(self, view: Any, unit: int, *, selected: bool = False) -> CounterSpec:
        """The counter of a unit in its box."""
        state: State = view.position
        return looks.counter(state, state.unit(unit), 0, selected=selected)

    def name(self, view: Any, unit: int) -> str:
        """The designation of a unit and its kind."""
        profile = view.position.profile(unit)
        return joined(profile.key, typographic(words(profile.row.name)))

    def facts(self, view: Any, unit: int) -> str:
        """The beach of a unit, its strength and its steps."""
        state: State = view.position
        profile = state.profile(unit)
        if not profile.full:
            return profile.at
        told = _("strength {strength}, {steps} steps").format(
            strength=state.strength(unit), steps=state.unit(unit).steps
        )
        return joined(profile.at, told)


def _due(state: State) -> Sequence[Group]:
    beaches = dict.fromkeys(state.profile(unit.id).at for unit in due_now(state))
    found = [
        Group(_("Due, for {beach}").format(beach=beach), "", tuple(
            Cell(unit.id, ready=state.now.phase == "arrivals") for unit in due_now(state)
            if state.profile(unit.id).at == beach
        ))
        for beach in beaches
    ]  # fmt: skip
    for box in state.board.row:
        cells = tuple(Cell(unit.id) for unit in state.boxed(box.id))
        found.append(Group(_("Landing box {box}").format(box=box.id), "", cells))
    return found


def _later(state: State) -> Sequence[Group]:
    clock = state.board.tables.turns.clock
    return [
        Group(_("Turn {turn}").format(turn=turn), clock(turn), tuple(
            Cell(unit.id, state.profile(unit.id).at) for unit in state.boxed(f"turn/{turn}")
        ))
        for turn in range(state.turn + (state.now.phase != "landing"), state.board.last + 1)
    ]  # fmt: skip


def _place(view: Any, state: State, unit: int, box: Box) -> Place:
    """A box: where it leads at this tide, and how many positions cover that hex."""
    order, there = od.PlaceInBox(unit, box.id), box.landing(state.board.tables.turns.tide(state.turn + 1))
    lands = _("lands on {hex}").format(hex=state.board.grid.label(there)) if there is not None else _("no beach")
    swept = _swept(state, there) if there is not None else ""
    return Place(box.id, joined(lands, swept), order, view.why_not(order), looks.anchorage(state.board, box.id))


def _swept(state: State, hex_: HexId) -> str:
    """The number of manned positions by the level of their fire at a hex, the worst first."""
    places, names = state.positions, overlays.level_words()
    dots = fields_in(state).over.get(hex_, ())
    counts: Counter[str] = Counter(dot.level for dot in dots if is_occupied(state, places[dot.position], fit=True))
    return ", ".join(f"{counts[level]} × {names[level]}" for level in reversed(overlays.LEVELS) if counts[level])
