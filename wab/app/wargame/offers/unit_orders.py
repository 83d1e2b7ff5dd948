"""The panel of orders of the selected units, under the panel of the unit: what they can do, then what they cannot."""

from __future__ import annotations

from wab.app.gfx.theme import METRICS
from wab.app.hud.kit import Box, Tip
from wab.app.hud.widgets import key_cap
from wab.app.wargame.attack.rows import REASON
from wab.app.wargame.offers.offers import OfferHand
from wab.app.wargame.offers.options import Option, options
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import corner_box
from wab.locale import _

LINE, PAD, GAP = 17.0, 25.0, 4.0
"""Height of a line of a row's second part, of the rest of a row, and the gap between rows."""
LEAST = 130.0
"""So much room under the panel of the unit makes the panel worth while."""


def draw(desk: Desk, hand: OfferHand) -> bool:
    """Draw the panel; False if there is no room for it, or the system has no such rows."""
    unit = desk.kit.covered.get("unit-panel")
    if unit is None or not hand.adapter.unit_orders or not hand.own_selection():
        return False
    top, foot = unit.bottom + 8, corner_box(desk).y - 6
    if foot - top < LEAST:
        return False
    found = desk.kept("options", lambda: options(hand), hand.units)
    if not found:
        return True
    kit, wide = desk.kit, METRICS.side_panel
    told = [kit.lines(option.told, wide - 84, "body", 13)[:3] for option in found]
    heights = [PAD + LINE * len(lines) + 4 for lines in told]
    needed = sum(heights) + GAP * len(heights)
    box = Box(unit.x, top, unit.w, min(METRICS.title_strip + 14 + needed, foot - top))
    with kit.panel("unit-orders", box, title=_("Orders"), icon="flag") as panel:
        inside = Box(box.x + 8, panel.box.y + 6, box.w - 16, panel.box.h - 10)
        with kit.scroll("unit-order-rows", inside, needed) as shown:
            y = shown.top
            for number, (option, lines, high) in enumerate(zip(found, told, heights, strict=True)):
                if shown.shows(y, high):
                    room = 12 if needed > inside.h else 0
                    _row(desk, hand, option, lines, Box(inside.x, y, inside.w - room, high), number)
                y += high + GAP
    return True


def _row(desk: Desk, hand: OfferHand, option: Option, lines: list[str], cell: Box, number: int) -> None:
    kit, colours = desk.kit, desk.kit.colours
    marked = option.place is not None and option.place == hand.marked
    hot = kit.hot(f"unit-order-{option.name}-{number}", cell)
    if option.closed:
        kit.plate(cell, colours.ground.fade(0.5), 4)
    else:
        kit.plate(cell, colours.hover if hot.hovered else colours.raised, 4)
        kit.outline(cell, colours.action if marked else colours.brass.fade(0.35), 4, 2.0 if marked else 1.0)
    ink = colours.second.fade(0.8) if option.closed else colours.action if hot.hovered or marked else colours.text
    kit.icon(option.icon, cell.x + 10, cell.y + cell.h / 2 - 9, 18, ink)
    kit.text(option.words, cell.x + 40, cell.y + 4, ink, size=14.5, font="strong", room=cell.w - 78)
    y = cell.y + PAD - 2
    for words in lines:
        kit.text(words, cell.x + 40, y, REASON if option.closed else colours.second, size=13, room=cell.w - 50)
        y += LINE
    key = str(option.place + 1) if option.place is not None and option.place < 9 else ""
    if key:
        key_cap(kit, key, cell.right - 8, cell.y + 6, ink, colours.ground)
    if hot.hovered:
        _explain(desk, hand, option, key)
    if hot.clicked and not option.closed:
        _take(hand, option)


def _explain(desk: Desk, hand: OfferHand, option: Option, key: str) -> None:
    notes: tuple[str, ...] = (option.told,) if option.told else ()
    if option.place is not None:
        hand.row = hand.loose[option.place]
        notes = (*notes, *hand.adapter.notes_of(hand.row))
    desk.kit.tip = Tip(option.words, notes, ", ".join(option.clauses), key)


def _take(hand: OfferHand, option: Option) -> None:
    """Give an order without a hex; of an attack, open the next target; else say where to click."""
    if option.place is not None:
        hand.choose(option.place)
        return
    enemies = [hex_ for hex_ in option.hexes if hand.adapter.side_in(hex_) not in (None, hand.view.side)]
    if enemies:
        hand.open(hand.goals[enemies[0]])
    else:
        hand.tell(_("Click on one of the lit hexes."))
