"""The pages of units off the map: boxes with counters, and the places open to the chosen unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from imgui_bundle import imgui

from wab.app.gfx.theme import colour
from wab.app.hud.kit import Box, Tip
from wab.app.hud.widgets import key_name
from wab.app.wargame.adapter.typography import joined, reason, typographic
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import list_box
from wab.app.zocbonds.hand import muster
from wab.app.zocbonds.hand.hand import ZocBondsHand
from wab.app.zocbonds.hand.muster import Cell, Group, Place
from wab.app.zocbonds.looks import looks
from wab.app.zocbonds.looks.ui import UiState
from wab.app.zocbonds.panels import muster_drag, muster_heads
from wab.app.zocbonds.panels.muster_drag import Pick
from wab.engine.kernel.orders import Refusal
from wab.locale import _, ngettext
from wab.systems.zocbonds.movement import landings
from wab.systems.zocbonds.state.state import State

NAME, ICON = "muster", "ship"
WIDE, TAB, HEAD, EDGE = 596.0, 32.0, 26.0, 14.0
SIDE, STEP, HIGH = 46.0, 56.0, 68.0
"""Side of a counter, and what a unit takes of a row and of the height."""
ROW, MOST_ROWS, LOW = 26.0, 4, 34.0
"""A place in the foot, how many are in sight at once, and the foot with none."""
ZONES = {"green": colour("4F8A3C"), "blue": colour("3B6FB4"), "red": colour("B23A34"), "orange": colour("D08A2E")}
"""The colours of the zones of entry. Words stand next to them."""


class Spot(NamedTuple):
    """The position of a heading (`cell` is None) or of a unit, from the top of the list of boxes."""

    x: float
    y: float
    group: Group
    cell: Cell | None


def draw(desk: Desk, hand: ZocBondsHand, ui: UiState, pick: Pick) -> None:
    """Draw the page that is open; `pick` tells the hex under a point."""
    if ui.panel != NAME:
        ui.dragged = ()
        return
    kit = desk.kit
    page = page_of(desk, ui)
    boxes = boxes_of(desk, page)
    head = muster_heads.height(desk, page)
    spots, high = laid(boxes, WIDE)
    places = places_of(desk, ui, page)
    foot = _foot_high(desk, ui, page, places)
    box = list_box(desk, WIDE, 34 + TAB + head + max(HEAD, high) + foot + 12)
    with kit.panel(NAME, box, title=_("Reinforcements"), icon=ICON, closes=True) as panel:
        _tabs(desk, ui, page, Box(box.x + 10, panel.box.y + 4, box.w - 20, TAB - 4))
        top = panel.box.y + TAB
        muster_heads.draw(desk, hand, page, Box(box.x + EDGE, top, box.w - 2 * EDGE, head), places)
        part = Box(box.x, top + head, box.w, box.bottom - foot - top - head)
        if not boxes:
            kit.text(_("Nobody."), box.x + EDGE, part.y + 6, kit.colours.second, size=14.5)
        with kit.scroll(f"{NAME}-{page}", part, high) as shown:
            _reveal(desk, ui, spots, part)
            for place, spot in enumerate(spots):
                if shown.shows(shown.top + spot.y, HIGH):
                    _spot(desk, hand, ui, place, spot, shown.box.x, shown.top)
        _foot(desk, hand, ui, page, places, Box(box.x + EDGE, box.bottom - foot, box.w - 2 * EDGE, foot - 8))
        if panel.closed:
            ui.panel = ""
    muster_drag.follow(desk, hand, ui, page, places, pick)


# ------------------------------------------------------------------------------------------------- what is open


def page_of(desk: Desk, ui: UiState) -> str:
    """The page that is open."""
    return ui.page or desk.kept("muster-first", lambda: muster.first_tab(desk.view))


def boxes_of(desk: Desk, page: str) -> tuple[Group, ...]:
    """The boxes of a page."""
    return desk.kept("muster-boxes", lambda: muster.groups(desk.view, page), page)


def places_of(desk: Desk, ui: UiState, page: str) -> tuple[Place, ...]:
    """Return the places of the chosen unit, or the supply points for sale if no unit is chosen."""
    unit = chosen(boxes_of(desk, page), ui)

    def found() -> tuple[Place, ...]:
        if unit is not None:
            return muster.places(desk.view, unit, page) if is_own(desk.view.position, unit, desk.view.side) else ()
        return muster.purchases(desk.view) if page == "replacements" else ()

    return desk.kept("muster-places", found, page, unit)


def is_own(state: State, unit: int, side: str) -> bool:
    """Check if a unit belongs to a side, on the map or off it."""
    return state.side_of(unit) == side


def chosen(boxes: Sequence[Group], ui: UiState) -> int | None:
    """Return the chosen unit of a page, or None if no box holds it any more."""
    return ui.cell if any(cell.unit == ui.cell for group in boxes for cell in group.cells) else None


def laid(boxes: Sequence[Group], wide: float) -> tuple[list[Spot], float]:
    """Return the positions of headings and units, and the total height."""
    across = int((wide - 2 * EDGE - 8) // STEP)
    spots, y = [], 2.0
    for group in boxes:
        spots.append(Spot(0.0, y, group, None))
        y += HEAD
        for number, cell in enumerate(group.cells):
            spots.append(Spot(number % across * STEP, y + number // across * HIGH, group, cell))
        y += (len(group.cells) + across - 1) // across * HIGH + 4
    return spots, y


# ------------------------------------------------------------------------------------------------- tabs and boxes


def _tabs(desk: Desk, ui: UiState, page: str, box: Box) -> None:
    kit, names = desk.kit, muster.tabs(desk.view.position)
    wide = box.w / len(names)
    for place, name in enumerate(names):
        cell = Box(box.x + place * wide, box.y, wide - 4, box.h)
        hot, on = kit.hot(f"muster-tab-{name}", cell), page == name
        ink = kit.colours.action if on else kit.colours.text if hot.hovered else kit.colours.second
        words = _(muster.TABS[name])
        kit.text(words, cell.x + cell.w / 2, cell.y + 4, ink, size=14.5, font="strong", align=0.5, room=cell.w)
        if on:
            kit.plate(Box(cell.x + 8, cell.bottom - 2, cell.w - 16, 2), kit.colours.action)
        if hot.clicked:
            open_page(ui, name)


def open_page(ui: UiState, name: str) -> None:
    """Show one of the pages."""
    ui.page, ui.cell, ui.grouped, ui.dragged = name, None, frozenset(), ()


def _reveal(desk: Desk, ui: UiState, spots: Sequence[Spot], part: Box) -> None:
    """Bring the unit that keys have chosen into sight."""
    if not ui.reveal_cell:
        return
    ui.reveal_cell, scale = False, desk.kit.scale
    top = next((spot.y for spot in spots if spot.cell is not None and spot.cell.unit == ui.cell), 0.0) * scale
    now = imgui.get_scroll_y()
    if not now <= top - HEAD * scale <= now + (part.h - HIGH - HEAD) * scale:
        imgui.set_scroll_y(max(0.0, top - part.h * scale / 2))


def _spot(desk: Desk, hand: ZocBondsHand, ui: UiState, place: int, spot: Spot, left: float, top: float) -> None:
    kit, cell = desk.kit, spot.cell
    x, y = left + EDGE + spot.x, top + spot.y
    if cell is None:
        kit.heading(spot.group.title, Box(x, y + 5, WIDE - 2 * EDGE - 12, 18), note=spot.group.note)
        return
    state: State = desk.view.position
    box = Box(x, y, STEP, HIGH)
    hot = kit.hot(f"muster-{place}", box)
    picked = cell.unit == ui.cell
    if picked or hot.hovered:
        kit.plate(box.inset(1, 0), kit.colours.down if picked else kit.colours.hover.fade(0.5), 4)
    fares = muster.coming(state, cell.unit)
    spec = looks.counter(state, fares, stack=0, selected=picked, acted=False)
    kit.counter(spec, x + (STEP - SIDE) / 2, y + 4, SIDE)
    dim = not cell.ready and any(other.ready for group in boxes_of(desk, page_of(desk, ui)) for other in group.cells)
    if dim and not picked:
        kit.plate(Box(x + (STEP - SIDE) / 2 - 1, y + 3, SIDE + 2, SIDE + 3), kit.colours.panel.fade(0.55), 5)
    ink = kit.colours.action if cell.ready else kit.colours.second
    if cell.tint in ZONES:
        kit.plate(Box(x + 6, y + SIDE + 7, 4, 12), ZONES[cell.tint], 2)
    kit.text(cell.caption, x + STEP / 2 + (4 if cell.tint else 0), y + SIDE + 5, ink, size=12.5, align=0.5)
    if hot.hovered:
        kit.tip = Tip(looks.unit_name(state.profile(cell.unit)), (facts(state, cell.unit),))
    if cell.unit in ui.grouped:
        kit.outline(box.inset(2, 0), kit.colours.action, 4, 2)
    may = cell.ready and is_own(state, cell.unit, desk.view.side)
    if hot.held and may and muster_drag.grip(desk, ui, cell.unit):
        choose(desk, hand, ui, cell)
    elif hot.clicked and not ui.dragged:
        picked_with(desk, hand, ui, cell, more=kit.shift_held and may)


def picked_with(desk: Desk, hand: ZocBondsHand, ui: UiState, cell: Cell, *, more: bool) -> None:
    """Choose a unit. With `more`, mark it together with the chosen unit, or take its mark away."""
    if not more:
        ui.grouped = frozenset()
    else:
        if not ui.grouped and ui.cell is not None and hand.taken == ui.cell:
            muster_drag.mark(ui, ui.cell)
        if ui.cell != cell.unit or cell.unit not in ui.grouped:
            muster_drag.mark(ui, cell.unit)
    choose(desk, hand, ui, cell)


def facts(state: State, unit: int) -> str:
    """Strength, movement and quality of a unit as it would come, in a line."""
    fares = muster.coming(state, unit)
    quality = _("quality {quality}").format(quality=looks.quality_words(state.quality(fares)))
    profile = state.profile(unit)
    armour = _("armour {armour}").format(armour=looks.armour_words(profile)) if profile.armour else ""
    values = f"{looks.strength_words(state, fares)} – {state.values(fares)[1]}"
    return joined(values, quality, armour)


def choose(desk: Desk, hand: ZocBondsHand, ui: UiState, cell: Cell) -> None:
    """Choose a unit; one to which something is on offer is taken in hand, and the map lights up where it may come."""
    ui.cell = cell.unit
    hand.cancel() if hand.plan is not None else None
    if cell.ready and is_own(hand.position, cell.unit, hand.view.side):
        hand.take(cell.unit)
        if (hex_ := hand.adapter.where(cell.unit)) is not None:
            desk.commands.jump(hex_)
    else:
        hand.deselect()


# ------------------------------------------------------------------------------------------------- the foot


def _told_of(state: State, page: str, unit: int) -> str:
    """Return the values of the chosen unit, and for an arrival the zones that are open to it."""
    told = facts(state, unit)
    if page != "arrivals":
        return told
    zones = ", ".join(muster.colours_open(state, unit))
    return joined(told, _("enters in: {zones}").format(zones=zones)) if zones else told


def _foot_high(desk: Desk, ui: UiState, page: str, places: Sequence[Place]) -> float:
    """Return the height of the foot: at least two lines for a chosen unit, with its places or the refusal."""
    if chosen(boxes_of(desk, page), ui) is None and not places:
        return LOW
    rows = 2 if muster.why_not(places) is not None else min(MOST_ROWS, len(places))
    return LOW + 6 + ROW * rows


def _foot(desk: Desk, hand: ZocBondsHand, ui: UiState, page: str, places: Sequence[Place], box: Box) -> None:
    """The unit that is chosen, and where it may come: a click or a figure gives the order."""
    kit, state = desk.kit, desk.view.position
    kit.line(box.x, box.y, box.right, box.y, kit.colours.brass.fade(0.35))
    unit = chosen(boxes_of(desk, page), ui)
    y = box.y + 8
    if unit is None:
        kit.text(_hint(page, bool(places)), box.x, y, kit.colours.second, size=14, room=box.w)
    else:
        wide = kit.text(looks.unit_name(state.profile(unit)), box.x, y - 1, size=16, font="strong", room=box.w * 0.6)
        told, room = _told_of(state, page, unit), box.w - wide - 12
        if len(others := muster_drag.together(ui, unit)) > 1:
            told = _together(state, others)
        kit.text(told, box.x + wide + 12, y + 1, kit.colours.second, size=13.5, room=room)
    _places(desk, hand, ui, page, places, Box(box.x, y + 24, box.w, box.bottom - y - 24))


def _together(state: State, units: Sequence[int]) -> str:
    """Return how many more units go with the chosen unit, and the cost of all."""
    count, price = len(units) - 1, sum(landings.price(state, unit) for unit in units if landings.box_of(state, unit))
    more = ngettext("and {count} unit more", "and {count} units more", count).format(count=count)
    cost = ngettext("{count} reinforcement point", "{count} reinforcement points", price).format(count=price)
    return joined(more, cost) if price else more


def _hint(page: str, priced: bool) -> str:
    if priced:
        return _("Choose a unit, or buy supply points.")
    words = _("Drag a unit to its place, or choose it: arrows, {enter}, figures for the place. Shift marks several.")
    return words.format(enter=key_name("enter"))


def _places(desk: Desk, hand: ZocBondsHand, ui: UiState, page: str, places: Sequence[Place], box: Box) -> None:
    kit = desk.kit
    refusal = muster.why_not(places)
    if refusal is not None:
        y = box.y + 2
        for line in kit.lines(typographic(str(refusal.text)), box.w, "body", 14.5):
            kit.text(line, box.x, y, kit.colours.warn, size=14.5)
            y += 20
        told = Box(box.x, box.y, box.w, y - box.y)
        kit.explain("muster-why", told, typographic(str(refusal.text)), clause=clause_of(refusal))
        return
    with kit.scroll("muster-places", box, len(places) * ROW) as shown:
        for number, place in enumerate(places):
            cell = Box(box.x, shown.top + number * ROW, box.w - 14, ROW - 3)
            if shown.shows(cell.y, ROW):
                _place(desk, hand, ui, page, number, place, cell)


def clause_of(refusal: Refusal) -> str:
    """The first clause that a refusal cites, "" for none."""
    return refusal.clauses[0] if refusal.clauses else ""


def _place(desk: Desk, hand: ZocBondsHand, ui: UiState, page: str, number: int, place: Place, cell: Box) -> None:
    kit, refusal = desk.kit, place.refusal
    hot = kit.hot(muster_drag.row_name(number), cell)
    lit = hot.hovered or muster_drag.is_over(desk, ui, cell)
    kit.plate(cell, kit.colours.hover.fade(0.6) if lit else kit.colours.ground.fade(0.65), 3)
    ink = kit.colours.text if refusal is None else kit.colours.off_text
    figure = str(number + 1) if number < 9 else ""
    kit.text(figure, cell.x + 10, cell.y + 3, kit.colours.action.fade(0.8), size=13)
    note = kit.width(place.note, "body", 13.5) + 20
    kit.text(place.words, cell.x + 30, cell.y + 2, ink, size=14.5, font="medium", room=cell.w - 36 - note)
    kit.text(place.note, cell.right - 8, cell.y + 3, kit.colours.second, size=13.5, align=1.0)
    if hot.hovered:
        why = reason(refusal)
        clause = clause_of(refusal) if refusal is not None else ""
        kit.tip = Tip(place.words, tuple(words for words in (place.note, why) if words), clause, figure)
        if place.hex is not None:
            hand.hover(place.hex)
    if hot.clicked:
        give(hand, ui, page, place)


def give(hand: ZocBondsHand, ui: UiState, page: str, place: Place) -> None:
    """Give the order of a place, to all that are marked with the chosen unit, or say why not."""
    units = muster_drag.together(ui, ui.cell) if ui.cell is not None else (0,)  # points that are bought are nobody's
    muster_drag.give(hand, ui, page, place, units)


# ------------------------------------------------------------------------------------------------- keys


def deed_of(
    desk: Desk | None, hand: ZocBondsHand, ui: UiState, key: str, *, shift: bool
) -> Callable[[], object] | None:
    """Return the action of a key on an open page while no question waits for an answer."""
    if desk is None or ui.panel != NAME or hand.question is not None or hand.plan is not None:
        return None
    page = page_of(desk, ui)
    boxes = boxes_of(desk, page)
    if key.isdigit() and key != "0":
        places = places_of(desk, ui, page)
        found = places[int(key) - 1] if int(key) <= len(places) else None
        return (lambda: give(hand, ui, page, found)) if found is not None else None
    if key == "tab":
        names = muster.tabs(desk.view.position)
        return lambda: open_page(ui, names[(names.index(page) + (-1 if shift else 1)) % len(names)])
    steps = {"arrow_left": (-1, 0), "arrow_right": (1, 0), "arrow_up": (0, -1), "arrow_down": (0, 1)}
    if key in steps:
        return lambda: _go(desk, hand, ui, boxes, steps[key])
    if key == "enter" and shift:
        return lambda: _mark(desk, ui, boxes)
    if key == "enter":
        return _entered(desk, hand, ui, page)
    return None


def _go(desk: Desk, hand: ZocBondsHand, ui: UiState, boxes: Sequence[Group], by: tuple[int, int]) -> None:
    """Go to the unit next to the chosen unit, or to the nearest unit in the row above or below."""
    spots = [spot for spot in laid(boxes, WIDE)[0] if spot.cell is not None]
    here = next((number for number, spot in enumerate(spots) if spot.cell and spot.cell.unit == ui.cell), None)
    if not spots:
        return
    if here is None:
        there = spots[0]
    elif by[0]:
        there = spots[min(max(0, here + by[0]), len(spots) - 1)]
    else:
        there = _in_next_row(spots, spots[here], by[1])
    if there.cell is not None:
        choose(desk, hand, ui, there.cell)
        ui.reveal_cell = True


def _mark(desk: Desk, ui: UiState, boxes: Sequence[Group]) -> None:
    """Mark the chosen unit, or take its mark away."""
    ready = {cell.unit for group in boxes for cell in group.cells if cell.ready}
    if ui.cell in ready and ui.cell is not None and is_own(desk.view.position, ui.cell, desk.view.side):
        muster_drag.mark(ui, ui.cell)


def _in_next_row(spots: Sequence[Spot], here: Spot, down: int) -> Spot:
    rows = sorted({spot.y for spot in spots if (spot.y - here.y) * down > 0}, reverse=down < 0)
    if not rows:
        return here
    return min((spot for spot in spots if spot.y == rows[0]), key=lambda spot: abs(spot.x - here.x))


def _entered(desk: Desk, hand: ZocBondsHand, ui: UiState, page: str) -> Callable[[], object] | None:
    """The hex to which the pointer was moved, else the only place that is open, else a word on how to choose."""
    if hand.hovered is not None and hand.hovered in hand.goals:
        return hand.confirm
    open_ = [place for place in places_of(desk, ui, page) if place.refusal is None]
    if len(open_) == 1:
        return lambda: give(hand, ui, page, open_[0])
    return (lambda: hand.tell(_("Choose the place: a figure, or a click on the map."))) if open_ else None


def spoken_of(desk: Desk, hand: ZocBondsHand, ui: UiState) -> Iterator[int]:
    """The hexes of the places that are open to the chosen unit."""
    if ui.panel == NAME and hand.taken is not None:
        for place in places_of(desk, ui, page_of(desk, ui)):
            if place.hex is not None and place.refusal is None:
                yield place.hex
