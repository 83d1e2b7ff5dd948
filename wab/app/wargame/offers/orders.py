"""Orders on offer: orders to choose from with their odds, and orders that belong to no hex."""

from __future__ import annotations

from wab.app.gfx.theme import METRICS
from wab.app.hud.kit import Box, Tip
from wab.app.hud.widgets import Action, button, key_name
from wab.app.wargame.adapter.pictures import Odds
from wab.app.wargame.attack import odds as board
from wab.app.wargame.attack import panel as attack_panel
from wab.app.wargame.attack.sheet import AttackSheet, Entry, Group, Told
from wab.app.wargame.offers import unit_orders
from wab.app.wargame.offers.offers import OfferAdapter, OfferHand, OfferPlan
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import corner_box
from wab.engine.kernel.orders import Order
from wab.locale import _, pgettext

WIDE, LEAST, ROW, MOST_ROWS = 470.0, 360.0, 30.0, 8
DETAIL = 18.0
"""The height that a second line adds to a row."""


def draw(desk: Desk) -> None:
    """Draw the orders of the clicked hex, else the orders without a hex; nothing while something is being shown."""
    hand = desk.interaction
    if not isinstance(hand, OfferHand):
        return
    hand.row = None
    if desk.replaying or desk.showing:
        return
    if hand.plan is not None:
        _plan(desk, hand, hand.plan)
    elif not hand.answers_open and unit_orders.draw(desk, hand):
        return
    elif hand.loose:
        _loose(desk, hand)


def _beside(desk: Desk, high: float) -> Box:
    """Return the place left of the panel of the unit, with or without the panel, above the buttons in the corner. It
    is narrower next to an open list."""
    screen, top = desk.kit.screen, METRICS.top_bar + 16.0
    right = METRICS.side_panel + 24 if desk.interaction.shown_unit is not None else 12
    free = screen.w - right - desk.ui.list_before - 8
    wide = free if LEAST <= free < WIDE else WIDE
    bottom = screen.h - 20 if desk.interaction.shown_unit is not None else corner_box(desk).y - 8
    return Box(screen.w - right - wide, top, wide, min(high, bottom - top))


def _plan(desk: Desk, hand: OfferHand, plan: OfferPlan) -> None:
    kit, adapter = desk.kit, hand.adapter
    odds = desk.kept("plan-odds", lambda: adapter.odds_of(plan.order), plan.order)
    if odds is not None and hand.target is not None:
        attack_panel.draw(desk, desk.kept("attack-sheet", lambda: sheet_of(hand, plan, odds), plan))
        return
    told = () if odds is not None and odds.lines else adapter.notes_of(plan.order)  # the board says why
    wide = _beside(desk, 0.0).w
    notes = [line for words in told for line in kit.lines(words, wide - 32, "body", 14)]
    row = _row(desk, hand, plan.orders)
    rows = min(len(plan.orders), MOST_ROWS) * row if len(plan.orders) > 1 else 0.0
    rest = 34 + 12 + (board.height(desk, odds) if odds is not None else 0) + len(notes) * 18 + 62
    box = _beside(desk, rest + rows)
    rows = max(min(rows, row), min(rows, box.h - rest))  # in a low window fewer are in sight, the rest is whole
    goal = adapter.goal_of(plan.order)
    title = adapter.hex_title(goal) if goal is not None else adapter.words_of(plan.order)
    with kit.panel("orders", box, title=title, icon=adapter.icon_for(plan.order), front=True, closes=True) as panel:
        y = _rows(desk, hand, plan.orders, Box(box.x + 8, panel.box.y + 8, box.w - 16, rows)) + 4
        for line in notes:
            kit.text(line, box.x + 16, y, kit.colours.second, size=14)
            y += 18
        if odds is not None:
            board.draw(desk, odds, Box(box.x + 16, y, box.w - 32, box.bottom - 58 - y))
        half = (box.w - 40) / 2
        no = Action(_("Cancel"), "close", key_name("escape"), tip=_("Close without spending anything."))
        if button(kit, "order-no", Box(box.x + 16, box.bottom - 50, half, 38), no) or panel.closed:
            hand.cancel()
            return
        yes = Action(_("Do it"), adapter.icon_for(plan.order), key_name("enter"), "primary")
        if button(kit, "order-yes", Box(box.x + 24 + half, box.bottom - 50, half, 38), yes):
            hand.confirm()


def sheet_of(hand: OfferHand, plan: OfferPlan, odds: Odds) -> AttackSheet:
    """Return the sheet of an attack on offer: the attacks to choose from, the attackers and the defenders."""
    adapter, order, target = hand.adapter, plan.order, hand.target
    attacks = tuple(
        Entry(
            key=f"order-{place}",
            name=adapter.list_words(one, hand.units),
            ticked=place == plan.chosen,
            detail=adapter.detail_of(one),
            icon=adapter.icon_for(one),
        )
        for place, one in enumerate(plan.orders)
    )
    groups = [Group(_("Orders"), attacks)] if len(attacks) > 1 else []
    attackers = tuple(_entry(adapter, unit) for unit in adapter.attackers(order))
    defenders = adapter.stack(target) if target is not None else ()
    return AttackSheet(
        title=adapter.hex_title(target) if target is not None else "",
        icon=adapter.icon_for(order),
        groups=(*groups, Group(_("Attackers"), attackers)) if attackers else tuple(groups),
        odds=odds,
        foes=Group(_("Defenders"), tuple(_entry(adapter, unit) for unit in defenders)),
        told=(Told(_("Defenders"), adapter.notes_of(order)),) if not odds.lines else (),  # else the board says why
        order=Action(pgettext("order", "Attack"), adapter.icon_for(order), key_name("enter"), "primary"),
    )


def _entry(adapter: OfferAdapter, unit: int) -> Entry:
    return Entry(key=f"unit-{unit}", name=adapter.unit_name(unit), counter=adapter.counter(unit))


def _loose(desk: Desk, hand: OfferHand) -> None:
    """Draw the orders without a hex. The title holds the question and its place; a place without room goes below."""
    kit, adapter = desk.kit, hand.adapter
    asked = not hand.units or hand.answers_open
    title, where = (adapter.question(), adapter.asked_where()) if asked else (_("Orders"), "")
    wide = _beside(desk, 0.0).w
    own_line = bool(where) and kit.width(title.upper(), "heading", 15) + len(title) > wide - 50
    title, above = (adapter.moment(), DETAIL + 4) if own_line else (title, 0.0)
    box = _beside(desk, 34 + 16 + above + min(len(hand.loose), MOST_ROWS) * _row(desk, hand, hand.loose))
    with kit.panel("orders", box, title=title, icon="star", front=True) as panel:
        if own_line:
            kit.text(where, box.x + 16, panel.box.y + 8, kit.colours.action, size=14.5, font="strong", room=box.w - 32)
        _rows(desk, hand, hand.loose, Box(box.x + 8, panel.box.y + 8 + above, box.w - 16, box.h - 50 - above))


def _row(desk: Desk, hand: OfferHand, orders: tuple[Order, ...]) -> float:
    """Return the height of a row: two lines if an order has something to say under its words."""
    told = desk.kept("order-details", lambda: any(map(hand.adapter.detail_of, orders)), orders)
    return ROW + DETAIL if told else ROW


def _rows(desk: Desk, hand: OfferHand, orders: tuple[Order, ...], box: Box) -> float:
    """Orders one below the other; a click, a figure or arrows choose one. Gives the y below them."""
    kit, adapter, chosen = desk.kit, hand.adapter, hand.marked
    if box.h <= 0:
        return box.y
    high = _row(desk, hand, orders)
    with kit.scroll("order-rows", box, len(orders) * high) as shown:
        if chosen is not None and hand.reveal:
            hand.reveal = False
            kit.reveal(shown, shown.top + chosen * high, high)
        if chosen is not None and hand.plan is None:
            hand.row = orders[chosen]
        for place, order in enumerate(orders):
            cell = Box(box.x, shown.top + place * high, box.w - 12, high - 4)
            if not shown.shows(cell.y, high):
                continue
            hot = kit.hot(f"order-{place}", cell)
            if hot.hovered or place == chosen:
                kit.plate(cell, kit.colours.down if place == chosen else kit.colours.hover.fade(0.5), 4)
            ink = kit.colours.action if place == chosen else kit.colours.text
            kit.icon(adapter.icon_for(order), cell.x + 8, cell.y + 5, 16, ink)
            words = adapter.list_words(order, hand.units)
            kit.text(words, cell.x + 34, cell.y + 4, ink, size=14.5, font="medium", room=cell.w - 80)
            if place < 9:
                kit.text(str(place + 1), cell.right - 10, cell.y + 5, kit.colours.second, size=13, align=1.0)
            if high > ROW:
                kit.text(
                    adapter.detail_of(order), cell.x + 34, cell.y + 23, kit.colours.second, size=13.5, room=cell.w - 44
                )
            if hot.hovered:
                hand.row = order
                notes = adapter.notes_of(order)
                if notes or kit.width(words, "medium", 14.5) > cell.w - 80:  # else the row says it all
                    kit.tip = Tip(words, notes, "", str(place + 1) if place < 9 else "")
            if hot.clicked:
                hand.choose(place)
    return box.bottom
