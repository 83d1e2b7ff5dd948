"""Units that are due, and units on their way: each is dragged to a landing box, or chosen for one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wab.app.gfx.specs import CounterSpec
from wab.app.omaha.looks import looks
from wab.app.wargame.adapter.typography import joined
from wab.app.wargame.muster.pages import Cell, Group, Muster, Place
from wab.locale import _, ngettext
from wab.systems.omaha.movement.arrivals import boxes_of, due_now
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.state import US, State, turn_box

DUE, LATER = "due", "later"


class LandingPages(Muster):
    """Answers of Omaha to the panel of units off the map."""

    def tabs(self, view: Any) -> Mapping[str, str]:
        """Units that are due, and units of later turns."""
        return {DUE: _("Due now"), LATER: _("On their way")}

    def first(self, view: Any) -> str:
        """The page with something to do."""
        return DUE if due_now(view.position) else LATER

    def groups(self, view: Any, page: str) -> tuple[Group, ...]:
        """By beach, or by turn."""
        state: State = view.position
        return tuple(_due(state) if page == DUE else _later(state))

    def places(self, view: Any, page: str, unit: int | None) -> tuple[Place, ...]:
        """Return the boxes of a unit, with the reason against each that is closed, and the wait for a turn."""
        state: State = view.position
        if unit is None or unit not in {one.id for one in due_now(state)}:
            return ()
        found = [_place(view, unit, box.id) for box in boxes_of(state, unit)]
        wait = od.Delay(unit)
        if view.why_not(wait) is None:
            found.append(Place(_("Hold back for a turn"), "", wait))
        return tuple(found)

    def is_own(self, view: Any, unit: int) -> bool:
        """Check if a unit belongs to the side of the seat."""
        return bool(view.side == US)

    def counter(self, view: Any, unit: int, *, selected: bool = False) -> CounterSpec:
        """Return the counter of a unit as it would come."""
        state: State = view.position
        return looks.counter(state, state.unit(unit), looks.anchorage(state.board, state.board.row[0].id),
                             selected=selected)  # fmt: skip

    def name(self, view: Any, unit: int) -> str:
        """Return the name of a unit."""
        return str(view.position.profile(unit).key)

    def facts(self, view: Any, unit: int) -> str:
        """Strength and weapons of a unit."""
        state: State = view.position
        one, profile = state.unit(unit), state.profile(unit)
        weapons = ", ".join(sorted(profile.weapons(one.steps, 1))) if profile.full else ""
        return joined(_("strength {n}").format(n=state.strength(unit)) if profile.full else "", weapons)


def _due(state: State) -> Iterator[Group]:
    by_place: dict[str, list[int]] = {}
    for unit in due_now(state):
        by_place.setdefault(state.profile(unit.id).at, []).append(unit.id)
    for place, units in sorted(by_place.items()):
        note = ngettext("{count} unit", "{count} units", len(units)).format(count=len(units))
        yield Group(place, note, tuple(Cell(unit, state.profile(unit).key, ready=True) for unit in units))


def _later(state: State) -> Iterator[Group]:
    turns = state.board.tables.turns
    for turn in range(state.turn + 1, state.board.last + 1):
        units = state.boxed(turn_box(turn))
        if units:
            cells = tuple(Cell(unit.id, state.profile(unit.id).key) for unit in units)
            yield Group(_("Turn {turn}").format(turn=turn), turns.clock(turn), cells)


def _place(view: Any, unit: int, box: str) -> Place:
    state: State = view.position
    order = od.PlaceInBox(unit, box)
    sand = state.board.boxes[box].landing(state.tide)
    note = _("lands on {hex}").format(hex=state.board.grid.label(sand)) if sand is not None else _("no sand now")
    return Place(box, note, order, view.why_not(order), looks.anchorage(state.board, box))
