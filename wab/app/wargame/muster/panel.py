"""The pages of units off the map: boxes with counters, and the places open to the chosen unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from imgui_bundle import imgui

from wab.app.hud.kit import Box, Tip
from wab.app.wargame.adapter.typography import reason, typographic
from wab.app.wargame.muster import drag
from wab.app.wargame.muster.drag import Pick
from wab.app.wargame.muster.pages import Cell, Group, Muster, Place, why_not
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import list_box
from wab.app.wargame.ui.ui import UiState
from wab.engine.kernel.orders import Refusal
from wab.hexes import HexId
from wab.locale import _

NAME, ICON = "muster", "ship"
WIDE, TAB, HEAD, EDGE = 596.0, 32.0, 26.0, 14.0
SIDE, STEP, HIGH = 46.0, 56.0, 68.0
"""Side of a counter, and what a unit takes of a row and of the height."""
ROW, MOST_ROWS, LOW = 26.0, 4, 34.0
"""A place in the foot, how many are in sight at once, and the foot with none."""


class Spot(NamedTuple):
    """The position of a heading (`cell` is None) or of a unit, from the top of the list of boxes."""

    x: float
    y: float
    group: Group
    cell: Cell | None


@dataclass(frozen=True)
class Page:
    """The page that is open at a desk."""

    desk: Desk
    muster: Muster

    @property
    def ui(self) -> UiState:
        """The state of the open panels."""
        return self.desk.ui

    @property
    def view(self) -> Any:
        """The view that may be shown now."""
        return self.desk.view

    @property
    def name(self) -> str:
        """The name of the page."""
        return self.ui.page or self.desk.kept("muster-first", lambda: self.muster.first(self.view))

    @property
    def boxes(self) -> tuple[Group, ...]:
        """The boxes of the page."""
        name = self.name
        return self.desk.kept("muster-boxes", lambda: self.muster.groups(self.view, name), name)

    @property
    def chosen(self) -> int | None:
        """The chosen unit, or None if no box holds it any more."""
        cell = self.ui.cell
        return cell if any(one.unit == cell for group in self.boxes for one in group.cells) else None

    @property
    def places(self) -> tuple[Place, ...]:
        """Return the places of the chosen unit, or the orders of the page if no unit is chosen."""
        name, unit = self.name, self.chosen

        def found() -> tuple[Place, ...]:
            shown = unit is None or self.muster.is_own(self.view, unit)
            return self.muster.places(self.view, name, unit) if shown else ()

        return self.desk.kept("muster-places", found, name, unit)

    def is_ready(self, cell: Cell) -> bool:
        """Tell whether something is on offer to a unit of the side."""
        return cell.ready and self.muster.is_own(self.view, cell.unit)

    def give(self, place: Place) -> None:
        """Give the order of a place, to all that are marked with the chosen unit, or say why not."""
        ui = self.ui
        units = drag.together(ui, ui.cell) if ui.cell is not None else (0,)  # an order of the page is of no unit
        drag.give(self.muster, ui, self.name, place, units)


def draw(desk: Desk, muster: Muster, pick: Pick) -> None:
    """Draw the page that is open; `pick` tells the hex under a point."""
    if desk.ui.panel != NAME:
        desk.ui.dragged = ()
        return
    kit, page = desk.kit, Page(desk, muster)
    head, foot = muster.head(desk, page.name), _foot_high(page)
    spots, high = laid(page.boxes, WIDE)
    box = list_box(desk, WIDE, 34 + TAB + head.height + max(HEAD, high) + foot + 12)
    with kit.panel(NAME, box, title=_("Reinforcements"), icon=ICON, closes=True) as panel:
        _tabs(page, Box(box.x + 10, panel.box.y + 4, box.w - 20, TAB - 4))
        top = panel.box.y + TAB
        if head.draw is not None:
            head.draw(Box(box.x + EDGE, top, box.w - 2 * EDGE, head.height), page.places)
        top += head.height
        part = Box(box.x, top, box.w, box.bottom - foot - top)
        if not page.boxes:
            kit.text(_("Nobody."), box.x + EDGE, part.y + 6, kit.colours.second, size=14.5)
        with kit.scroll(f"{NAME}-{page.name}", part, high) as shown:
            _reveal(desk, spots, part)
            for place, spot in enumerate(spots):
                if shown.shows(shown.top + spot.y, HIGH):
                    _spot(page, place, spot, shown.box.x, shown.top)
        _foot(page, Box(box.x + EDGE, box.bottom - foot, box.w - 2 * EDGE, foot - 8))
        if panel.closed:
            desk.ui.panel = ""
    drag.follow(desk, muster, page.name, page.places, pick)


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


def _tabs(page: Page, box: Box) -> None:
    kit, names = page.desk.kit, page.muster.tabs(page.view)
    wide = box.w / len(names)
    for place, (name, words) in enumerate(names.items()):
        cell = Box(box.x + place * wide, box.y, wide - 4, box.h)
        hot, on = kit.hot(f"muster-tab-{name}", cell), page.name == name
        ink = kit.colours.action if on else kit.colours.text if hot.hovered else kit.colours.second
        kit.text(words, cell.x + cell.w / 2, cell.y + 4, ink, size=14.5, font="strong", align=0.5, room=cell.w)
        if on:
            kit.plate(Box(cell.x + 8, cell.bottom - 2, cell.w - 16, 2), kit.colours.action)
        if hot.clicked:
            open_page(page.ui, name)


def open_page(ui: UiState, name: str) -> None:
    """Show one of the pages."""
    ui.page, ui.cell, ui.grouped, ui.dragged = name, None, frozenset(), ()


def _reveal(desk: Desk, spots: Sequence[Spot], part: Box) -> None:
    """Bring the unit that keys have chosen into sight."""
    ui, scale = desk.ui, desk.kit.scale
    if not ui.reveal_cell:
        return
    ui.reveal_cell = False
    top = next((spot.y for spot in spots if spot.cell is not None and spot.cell.unit == ui.cell), 0.0) * scale
    now = imgui.get_scroll_y()
    if not now <= top - HEAD * scale <= now + (part.h - HIGH - HEAD) * scale:
        imgui.set_scroll_y(max(0.0, top - part.h * scale / 2))


def _spot(page: Page, place: int, spot: Spot, left: float, top: float) -> None:
    kit, muster, ui, cell = page.desk.kit, page.muster, page.ui, spot.cell
    x, y = left + EDGE + spot.x, top + spot.y
    if cell is None:
        kit.heading(spot.group.title, Box(x, y + 5, WIDE - 2 * EDGE - 12, 18), note=spot.group.note)
        return
    box = Box(x, y, STEP, HIGH)
    hot, picked = kit.hot(f"muster-{place}", box), cell.unit == ui.cell
    if picked or hot.hovered:
        kit.plate(box.inset(1, 0), kit.colours.down if picked else kit.colours.hover.fade(0.5), 4)
    kit.counter(muster.counter(page.view, cell.unit, selected=picked), x + (STEP - SIDE) / 2, y + 4, SIDE)
    if not cell.ready and not picked and any(other.ready for group in page.boxes for other in group.cells):
        kit.plate(Box(x + (STEP - SIDE) / 2 - 1, y + 3, SIDE + 2, SIDE + 3), kit.colours.panel.fade(0.55), 5)
    ink = kit.colours.action if cell.ready else kit.colours.second
    if cell.tint in muster.tints:
        kit.plate(Box(x + 6, y + SIDE + 7, 4, 12), muster.tints[cell.tint], 2)
    kit.text(cell.caption, x + STEP / 2 + (4 if cell.tint else 0), y + SIDE + 5, ink, size=12.5, align=0.5)
    if hot.hovered:
        kit.tip = Tip(muster.name(page.view, cell.unit), (muster.facts(page.view, cell.unit),))
    if cell.unit in ui.grouped:
        kit.outline(box.inset(2, 0), kit.colours.action, 4, 2)
    may = page.is_ready(cell)
    if hot.held and may and drag.grip(page.desk, cell.unit):
        _choose(page, cell)
    elif hot.clicked and not ui.dragged:
        _pick(page, cell, more=kit.shift_held and may)


def _pick(page: Page, cell: Cell, *, more: bool) -> None:
    """Choose a unit. With `more`, mark it together with the chosen unit, or take its mark away."""
    ui = page.ui
    if not more:
        ui.grouped = frozenset()
    else:
        if not ui.grouped and ui.cell is not None and page.muster.hand.taken == ui.cell:
            drag.mark(ui, ui.cell)
        if ui.cell != cell.unit or cell.unit not in ui.grouped:
            drag.mark(ui, cell.unit)
    _choose(page, cell)


def _choose(page: Page, cell: Cell) -> None:
    """Choose a unit; one to which something is on offer is taken in hand, and the map lights up where it may come."""
    hand, page.ui.cell = page.muster.hand, cell.unit
    if hand.plan is not None:
        hand.cancel()
    if cell.ready and page.muster.is_own(hand.view, cell.unit):
        hand.take(cell.unit)
        if (hex_ := hand.adapter.where(cell.unit)) is not None:
            page.desk.commands.jump(hex_)
    else:
        hand.deselect()


# ------------------------------------------------------------------------------------------------- the foot


def _foot_high(page: Page) -> float:
    """Return the height of the foot: at least two lines for a chosen unit, with its places or the refusal."""
    if page.chosen is None and not page.places:
        return LOW
    rows = 2 if why_not(page.places) is not None else min(MOST_ROWS, len(page.places))
    return LOW + 6 + ROW * rows


def _foot(page: Page, box: Box) -> None:
    """The unit that is chosen, and where it may come: a click or a figure gives the order."""
    kit, muster, unit, y = page.desk.kit, page.muster, page.chosen, box.y + 8
    kit.line(box.x, box.y, box.right, box.y, kit.colours.brass.fade(0.35))
    if unit is None:
        kit.text(muster.hint(page.name, page.places), box.x, y, kit.colours.second, size=14, room=box.w)
    else:
        wide = kit.text(muster.name(page.view, unit), box.x, y - 1, size=16, font="strong", room=box.w * 0.6)
        told = muster.told(page.view, page.name, drag.together(page.ui, unit))
        kit.text(told, box.x + wide + 12, y + 1, kit.colours.second, size=13.5, room=box.w - wide - 12)
    _places(page, Box(box.x, y + 24, box.w, box.bottom - y - 24))


def _places(page: Page, box: Box) -> None:
    kit, refusal = page.desk.kit, why_not(page.places)
    if refusal is not None:
        why, y = typographic(str(refusal.text)), box.y + 2
        for line in kit.lines(why, box.w, "body", 14.5):
            kit.text(line, box.x, y, kit.colours.warn, size=14.5)
            y += 20
        kit.explain("muster-why", Box(box.x, box.y, box.w, y - box.y), why, clause=_clause(refusal))
        return
    with kit.scroll("muster-places", box, len(page.places) * ROW) as shown:
        for number, place in enumerate(page.places):
            cell = Box(box.x, shown.top + number * ROW, box.w - 14, ROW - 3)
            if shown.shows(cell.y, ROW):
                _place(page, number, place, cell)


def _clause(refusal: Refusal | None) -> str:
    """The first clause that a refusal cites, "" for none."""
    return refusal.clauses[0] if refusal is not None and refusal.clauses else ""


def _place(page: Page, number: int, place: Place, cell: Box) -> None:
    kit, refusal = page.desk.kit, place.refusal
    hot = kit.hot(drag.row_name(number), cell)
    lit = hot.hovered or drag.is_over(page.ui, cell)
    kit.plate(cell, kit.colours.hover.fade(0.6) if lit else kit.colours.ground.fade(0.65), 3)
    ink = kit.colours.text if refusal is None else kit.colours.off_text
    figure = str(number + 1) if number < 9 else ""
    kit.text(figure, cell.x + 10, cell.y + 3, kit.colours.action.fade(0.8), size=13)
    note = kit.width(place.note, "body", 13.5) + 20
    kit.text(place.words, cell.x + 30, cell.y + 2, ink, size=14.5, font="medium", room=cell.w - 36 - note)
    kit.text(place.note, cell.right - 8, cell.y + 3, kit.colours.second, size=13.5, align=1.0)
    if hot.hovered:
        told = tuple(words for words in (place.note, reason(refusal)) if words)
        kit.tip = Tip(place.words, told, _clause(refusal), figure)
        if place.hex is not None:
            page.muster.hand.hover(place.hex)
    if hot.clicked:
        page.give(place)


# ------------------------------------------------------------------------------------------------- keys


def deed_of(desk: Desk | None, muster: Muster, key: str, *, shift: bool) -> Callable[[], object] | None:
    """Return the action of a key on an open page while no question waits for an answer."""
    hand = muster.hand
    if desk is None or desk.ui.panel != NAME or hand.question is not None or hand.plan is not None:
        return None
    page, places = Page(desk, muster), Page(desk, muster).places
    if key.isdigit() and key != "0":
        found = places[int(key) - 1] if int(key) <= len(places) else None
        return (lambda: page.give(found)) if found is not None else None
    if key == "tab":
        names = list(muster.tabs(page.view))
        return lambda: open_page(page.ui, names[(names.index(page.name) + (-1 if shift else 1)) % len(names)])
    steps = {"arrow_left": (-1, 0), "arrow_right": (1, 0), "arrow_up": (0, -1), "arrow_down": (0, 1)}
    if key in steps:
        return lambda: _go(page, steps[key])
    if key == "enter":
        return (lambda: _mark(page)) if shift else _entered(page)
    return None


def _go(page: Page, by: tuple[int, int]) -> None:
    """Go to the unit next to the chosen unit, or to the nearest unit in the row above or below."""
    spots = [spot for spot in laid(page.boxes, WIDE)[0] if spot.cell is not None]
    here = next((number for number, spot in enumerate(spots) if spot.cell and spot.cell.unit == page.ui.cell), None)
    if not spots:
        return
    if here is None:
        there = spots[0]
    elif by[0]:
        there = spots[min(max(0, here + by[0]), len(spots) - 1)]
    else:
        there = _in_next_row(spots, spots[here], by[1])
    if there.cell is not None:
        _choose(page, there.cell)
        page.ui.reveal_cell = True


def _mark(page: Page) -> None:
    """Mark the chosen unit, or take its mark away."""
    cells = (cell for group in page.boxes for cell in group.cells)
    if any(cell.unit == page.ui.cell and page.is_ready(cell) for cell in cells) and page.ui.cell is not None:
        drag.mark(page.ui, page.ui.cell)


def _in_next_row(spots: Sequence[Spot], here: Spot, down: int) -> Spot:
    rows = sorted({spot.y for spot in spots if (spot.y - here.y) * down > 0}, reverse=down < 0)
    if not rows:
        return here
    return min((spot for spot in spots if spot.y == rows[0]), key=lambda spot: abs(spot.x - here.x))


def _entered(page: Page) -> Callable[[], object] | None:
    """The hex to which the pointer was moved, else the only place that is open, else a word on how to choose."""
    hand = page.muster.hand
    if hand.hovered is not None and hand.hovered in hand.goals:
        return hand.confirm
    open_ = [place for place in page.places if place.refusal is None]
    if len(open_) == 1:
        return lambda: page.give(open_[0])
    return (lambda: hand.tell(_("Choose the place: a figure, or a click on the map."))) if open_ else None


def spoken_of(desk: Desk, muster: Muster) -> Iterator[HexId]:
    """The hexes of the places that are open to the chosen unit."""
    if desk.ui.panel == NAME and muster.hand.taken is not None:
        for place in Page(desk, muster).places:
            if place.hex is not None and place.refusal is None:
                yield place.hex
