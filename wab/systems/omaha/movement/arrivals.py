"""Units that are due (OMA-5.3): which landing boxes they may be placed in, and what is put off."""

from __future__ import annotations

from collections.abc import Iterator

from wab.content.omaha.shapes import HOME
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Text
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.board import Box
from wab.systems.omaha.state.setup import is_at_pointe
from wab.systems.omaha.state.state import State, Unit, turn_box

_NOT_DUE = Refusal(Text("This unit is not due in this turn."), ("OMA-5.3-1",), code="not-due")
_NO_BOX = Refusal(Text("This unit is not placed in that landing box."), ("OMA-5.3-1",), code="no-box")
_FULL = Refusal(Text("Two units wait in that landing box already."), ("OMA-5.31-1",), code="full")
_ALONE = Refusal(
    Text("A general does not land alone while other units can land with the general."), ("OMA-5.31-2",), code="alone"
)
_TOO_EARLY = Refusal(Text("No arrival is put off before turn 7."), ("OMA-5.34-1",), code="too-early")


def due_now(state: State) -> list[Unit]:
    """The units on the space of this turn (OMA-5.3-1), of the player that places its own (OMA-1-2)."""
    units = state.boxed(turn_box(state.turn))
    return [unit for unit in units if state.now.acting in ("", state.command(unit.id))]


def boxes_of(state: State, unit: int) -> list[Box]:
    """The boxes in which a unit may be placed, full or not: named ones (OMA-5.32-1), Charlie for rangers alone
    (OMA-5.33-1). A delayed unit goes anywhere after turn 10 (OMA-5.34-2, OMA-5.34-3).
    """
    profile, turns = state.profile(unit), state.board.tables.turns
    if is_at_pointe(state.board, profile.key, state.now.options):
        return []
    named = [box for box in state.board.row if box.beach and box.sector in state.board.sectors]
    free = [box for box in named if profile.ranger or box.beach != "CH"]
    if state.unit(unit).late and state.turn >= turns.delayed_free_from:
        return free
    if profile.at in HOME:
        return [box for box in free if box.sector == HOME[profile.at]]
    return [box for box in named if profile.at in (box.id, box.beach)]


def _waiting(state: State, box: str) -> list[Unit]:
    return [unit for unit in state.boxed(box) if not state.profile(unit.id).leader]


def _is_full(state: State, box: str) -> bool:
    """Two units a box; HQs and generals do not count (OMA-5.31-1)."""
    return len(_waiting(state, box)) >= state.board.tables.limits.box


def _why_not_box(state: State, unit: int, box: Box) -> Refusal | None:
    leader = state.profile(unit).leader
    if not leader:
        return _FULL if _is_full(state, box.id) else None
    if leader == "general" and not _waiting(state, box.id):  # OMA-5.31-2
        others = [one for one in due_now(state) if not state.profile(one.id).leader]
        options = boxes_of(state, unit)
        meets = {option.id for one in others for option in boxes_of(state, one.id) if not _is_full(state, option.id)}
        if any(_waiting(state, option.id) or option.id in meets for option in options):
            return _ALONE
    return None


def open_boxes(state: State, unit: int) -> list[Box]:
    """The boxes in which a unit may be placed now."""
    return [box for box in boxes_of(state, unit) if _why_not_box(state, unit, box) is None]


def why_not_place(state: State, order: od.PlaceInBox) -> Refusal | None:
    """A unit that is due goes to a box of its own (OMA-5.3-1) with room (OMA-5.31-1)."""
    if order.unit not in {unit.id for unit in due_now(state)}:
        return _NOT_DUE
    if order.box in state.board.exits:
        return _why_not_by_land(state, order)
    box = next((box for box in boxes_of(state, order.unit) if box.id == order.box), None)
    return _NO_BOX if box is None else _why_not_box(state, order.unit, box)


def _why_not_by_land(state: State, order: od.PlaceInBox) -> Refusal | None:
    """Rangers come from Pointe du Hoc by the exit of the coast road, one a turn, if no German is there (OMA-22.3-1)."""
    letter = state.board.tables.variants.pointe_du_hoc.exit
    if order.box != letter or not is_at_pointe(state.board, state.profile(order.unit).key, state.now.options):
        return _NO_BOX
    return _FULL if state.board.exits[letter] in state.now.forces or letter in state.now.worked else None


def execute_place(state: State, order: od.PlaceInBox) -> Iterator[Event]:
    """The unit waits in the box until the next turn."""
    yield ev.Placed(order.unit, order.box)


def why_not_delay(state: State, order: od.Delay) -> Refusal | None:
    """From turn 7 a unit may be put off (OMA-5.34-1); before, only one that finds no box."""
    if order.unit not in {unit.id for unit in due_now(state)}:
        return _NOT_DUE
    early = state.turn < max(state.board.tables.turns.delay_from, state.first)  # OMA-21.1-15
    return _TOO_EARLY if early and not _finds_none(state, order.unit) else None


def _finds_none(state: State, unit: int) -> bool:
    return all(_is_full(state, box.id) for box in boxes_of(state, unit)) and not state.profile(unit).leader


def execute_delay(state: State, order: od.Delay) -> Iterator[Event]:
    """The unit goes to the next space of the track."""
    yield ev.Placed(order.unit, "")


def place_by_itself(state: State) -> Iterator[Event]:
    """Units without a choice go to their boxes."""
    if state.turn < state.board.tables.turns.delay_from:
        for unit in due_now(state):
            profile = state.profile(unit.id)
            if profile.at in state.board.boxes and not profile.leader and not _is_full(state, profile.at):
                yield ev.Placed(unit.id, profile.at)


def offered_arrivals(state: State, unit: int | None) -> Iterator[Group]:
    """Each unit that is due, in each of its boxes, or later."""
    for one in due_now(state):
        if unit in (None, one.id):
            orders: list[od.PlaceInBox | od.Delay] = [
                od.PlaceInBox(one.id, box.id) for box in open_boxes(state, one.id)
            ]
            by_land = od.PlaceInBox(one.id, state.board.tables.variants.pointe_du_hoc.exit)
            orders += [by_land] if why_not_place(state, by_land) is None else []
            delay = od.Delay(one.id)
            yield [*orders, *([delay] if why_not_delay(state, delay) is None else [])]
