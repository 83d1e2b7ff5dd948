"""Units off the map in the grip of the pointer: marked together, dragged to a place of the list or to a hex."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wab.app.hud.kit import Box
from wab.app.wargame.muster.pages import Muster, Place, why_not
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.ui import UiState
from wab.engine.kernel.orders import Order
from wab.hexes import HexId
from wab.locale import _

Pick = Callable[[float, float], HexId | None]
"""Return the hex under a point of the HUD, or None."""
SIDE, SHIFT, MOST = 46.0, 7.0, 5
"""Side of a dragged counter, how far they lie over each other, and how many are drawn."""


def row_name(number: int) -> str:
    """Return the name by which the row of a place takes clicks."""
    return f"muster-place-{number}"


def mark(ui: UiState, unit: int) -> None:
    """Mark a unit to move as part of a group, or remove the mark."""
    ui.grouped ^= {unit}


def together(ui: UiState, unit: int) -> tuple[int, ...]:
    """Return the units that move with a unit, itself first: all marked units if it is marked."""
    others = sorted(ui.grouped - {unit}) if unit in ui.grouped else []
    return (unit, *others)


def grip(desk: Desk, unit: int) -> bool:
    """The button is down on the counter of a unit: once the pointer has moved, it is dragged. True when it begins."""
    ui = desk.ui
    if ui.dragged or not desk.kit.drags:
        return False
    if unit not in ui.grouped:
        ui.grouped = frozenset()
    ui.dragged = together(ui, unit)
    return True


def follow(desk: Desk, muster: Muster, page: str, places: Sequence[Place], pick: Pick) -> None:
    """Draw what is dragged at the pointer, let the hex under it light up, and let go of it with the button."""
    ui, hand = desk.ui, muster.hand
    if not ui.dragged:
        return
    x, y = ui.pointer
    over = any(box.holds(x, y) for box in desk.kit.covered.values())
    hand.hover(None if over else pick(x, y))
    if desk.kit.button_down:
        _draw(desk, muster, x, y)
        return
    units, ui.dragged = ui.dragged, ()
    row = next((number for number, _place in enumerate(places) if _under(desk, number, x, y)), None)
    if row is not None:
        give(muster, ui, page, places[row], units)
    elif not over:
        _drop(muster, ui, page, places, units)


def _under(desk: Desk, number: int, x: float, y: float) -> bool:
    box = desk.kit.places.get(row_name(number))
    return box is not None and box.holds(x, y)


def is_over(ui: UiState, cell: Box) -> bool:
    """Tell whether something is dragged over a row."""
    return bool(ui.dragged) and cell.holds(*ui.pointer)


def _drop(muster: Muster, ui: UiState, page: str, places: Sequence[Place], units: Sequence[int]) -> None:
    """On the map: the place in that hex, else why none is there."""
    hand = muster.hand
    found = next((place for place in places if place.hex is not None and place.hex == hand.hovered), None)
    if found is not None:
        give(muster, ui, page, found, units)
    elif (refusal := why_not(places)) is not None:
        hand.say_no(refusal)
    else:
        hand.tell(_("The unit cannot come there: the hexes that are open to it are lit."))


def give(muster: Muster, ui: UiState, page: str, place: Place, units: Sequence[int]) -> None:
    """Give the order of a place to the first of some units, and the like to the others, until the rules refuse one."""
    hand, ui.grouped = muster.hand, frozenset()
    for number, unit in enumerate(units):
        order = place.order if not number else _like(muster, page, place, unit)
        if order is None:
            hand.tell(_("{unit} cannot come there.").format(unit=muster.name(hand.view, unit)))
            return
        if not hand.give(order):
            return


def _like(muster: Muster, page: str, place: Place, unit: int) -> Order | None:
    """Return the order that brings another unit to the same place, or None if that place is closed to it."""
    found = muster.places(muster.hand.view, page, unit)
    return next((one.order for one in found if (one.hex, one.words) == (place.hex, place.words)), None)


def _draw(desk: Desk, muster: Muster, x: float, y: float) -> None:
    kit, dragged = desk.kit, desk.ui.dragged
    with kit.over():
        for number, unit in reversed(list(enumerate(dragged[:MOST]))):
            spec = muster.counter(desk.view, unit, selected=number == 0)
            kit.counter(spec, x - SIDE / 2 + number * SHIFT, y - SIDE / 2 - number * SHIFT, SIDE)
        if len(dragged) > 1:
            place = Box(x + SIDE / 2 - 6, y + SIDE / 2 - 12, 22, 20)
            kit.plate(place, kit.colours.ground, 10)
            kit.text(str(len(dragged)), place.x + 11, place.y + 1, kit.colours.action, size=15, align=0.5)
