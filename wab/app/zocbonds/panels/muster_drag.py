"""Units off the map in the grip of the pointer: marked together, dragged to a place of the list or to a hex."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wab.app.hud.kit import Box
from wab.app.wargame.ui.desk import Desk
from wab.app.zocbonds.hand import muster
from wab.app.zocbonds.hand.hand import ZocBondsHand
from wab.app.zocbonds.hand.muster import Place
from wab.app.zocbonds.looks import looks
from wab.app.zocbonds.looks.ui import UiState
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


def grip(desk: Desk, ui: UiState, unit: int) -> bool:
    """The button is down on the counter of a unit: once the pointer has moved, it is dragged. True when it begins."""
    if ui.dragged or not desk.kit.drags:
        return False
    if unit not in ui.grouped:
        ui.grouped = frozenset()
    ui.dragged = together(ui, unit)
    return True


def follow(desk: Desk, hand: ZocBondsHand, ui: UiState, page: str, places: Sequence[Place], pick: Pick) -> None:
    """Draw what is dragged at the pointer, let the hex under it light up, and let go of it with the button."""
    if not ui.dragged:
        return
    x, y = ui.pointer
    over = any(box.holds(x, y) for box in desk.kit.covered.values())
    hand.hover(None if over else pick(x, y))
    if desk.kit.button_down:
        _draw(desk, ui, x, y)
        return
    units, ui.dragged = ui.dragged, ()
    row = next((number for number, _place in enumerate(places) if _under(desk, number, x, y)), None)
    if row is not None:
        give(hand, ui, page, places[row], units)
    elif not over:
        _drop(hand, ui, page, places, units)


def _under(desk: Desk, number: int, x: float, y: float) -> bool:
    box = desk.kit.places.get(row_name(number))
    return box is not None and box.holds(x, y)


def is_over(desk: Desk, ui: UiState, cell: Box) -> bool:
    """Tell whether something is dragged over a row."""
    return bool(ui.dragged) and cell.holds(*ui.pointer)


def _drop(hand: ZocBondsHand, ui: UiState, page: str, places: Sequence[Place], units: Sequence[int]) -> None:
    """On the map: the place in that hex, else why none is there."""
    found = next((place for place in places if place.hex is not None and place.hex == hand.hovered), None)
    if found is not None:
        give(hand, ui, page, found, units)
    elif (refusal := muster.why_not(places)) is not None:
        hand.say_no(refusal)
    else:
        hand.tell(_("The unit cannot come there: the hexes that are open to it are lit."))


def give(hand: ZocBondsHand, ui: UiState, page: str, place: Place, units: Sequence[int]) -> None:
    """Give the order of a place to the first of some units, and the like to the others, until the rules refuse one."""
    ui.grouped = frozenset()
    for number, unit in enumerate(units):
        order = place.order if not number else like(hand, page, place, unit)
        if order is None:
            name = looks.unit_name(hand.position.profile(unit))
            hand.tell(_("{unit} cannot come there.").format(unit=name))
            return
        if not hand.give(order):
            return


def like(hand: ZocBondsHand, page: str, place: Place, unit: int) -> Order | None:
    """Return the order that brings another unit to the same place, or None if that place is closed to it."""
    for other in muster.places(hand.view, unit, page):
        if (other.hex, other.words) == (place.hex, place.words):
            return other.order
    return None


def _draw(desk: Desk, ui: UiState, x: float, y: float) -> None:
    kit, state = desk.kit, desk.view.position
    with kit.over():
        for number, unit in reversed(list(enumerate(ui.dragged[:MOST]))):
            spec = looks.counter(state, muster.coming(state, unit), stack=0, selected=number == 0, acted=False)
            kit.counter(spec, x - SIDE / 2 + number * SHIFT, y - SIDE / 2 - number * SHIFT, SIDE)
        if len(ui.dragged) > 1:
            place = Box(x + SIDE / 2 - 6, y + SIDE / 2 - 12, 22, 20)
            kit.plate(place, kit.colours.ground, 10)
            kit.text(str(len(ui.dragged)), place.x + 11, place.y + 1, kit.colours.action, size=15, align=0.5)
