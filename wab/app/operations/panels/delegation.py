"""Delegated troops: who is with the staff, what it proposes for them, with reasons, and the buttons to approve it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ai.agents import Advice, Proposal, Reason
from wab.app.gfx.theme import colour
from wab.app.hud.kit import BLACK, Box, Scrolled, Tip
from wab.app.hud.widgets import Action, button, key_cap, key_name, tick
from wab.app.operations.hand.plans import name_of
from wab.app.operations.hand.ui import Desk
from wab.app.operations.looks.presenter import hex_title
from wab.app.wargame.adapter.adapter import units_of
from wab.app.wargame.adapter.typography import joined, reason, typographic
from wab.app.wargame.planning import staff
from wab.app.wargame.ui.places import ABOVE_MAP, is_tight, list_box
from wab.engine.kernel.orders import Order
from wab.engine.words.text import Text
from wab.hexes import HexId
from wab.locale import _, ngettext
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.names import place_noun
from wab.systems.operations.state.orders import Advance, Attack, Bombard, Move, Reconstitute

WIDE = 486.0
_MOST_NAMES = 4
_BADGE, _SMALLEST = 9.0, 22.0  # radius of the mark of delegated troops; pixels a hex below which there is none
_GOLD, _DARK = colour("E7B94A"), colour("2B2113")
_ICONS: dict[type[Order], str] = {
    Move: "move",
    Attack: "attack",
    Bombard: "bombard",
    Advance: "move",
    Reconstitute: "reform",
}
_GAP = 4.0
_HEAD, _FOOT, _BUTTONS = 132.0, 56.0, 66.0  # heights: the troops, the buttons below, the two buttons of a row


def is_open(desk: Desk) -> bool:
    """The panel is open."""
    return desk.ui.panel == "delegation"


def draw(desk: Desk) -> None:
    """The panel, while it is open; it asks the staff for its list."""
    if not is_open(desk):
        return
    lent, kit = desk.delegates, desk.kit
    if not lent.carrying_out:
        lent.ask()
    found = lent.latest or ()
    rows = desk.kept("proposal-rows", lambda: _rows_of(desk, found), found, kit.scale)
    deep = sum(row.high + _GAP for row in rows) + (24 if _doubtful(rows) is not None else 0)
    wanted = 34 + _HEAD + 42 + max(46.0, deep) + _FOOT
    box = list_box(desk, WIDE, wanted, 12 if is_tight(desk) else ABOVE_MAP)
    with kit.panel("delegation", box, title=_("Delegated troops"), icon="medal", closes=True) as panel:
        inside = panel.box.inset(14, 10)
        _whom(desk, inside)
        y = inside.y + _HEAD
        kit.heading(_("With the staff"), Box(inside.x, y, inside.w, 18), note=_count(desk))
        part = Box(box.x, y + 26, box.w, box.bottom - _FOOT - y - 26)
        with kit.scroll("delegation-rows", part, deep) as shown:
            _list(desk, rows, shown)
        _foot(desk, Box(inside.x, box.bottom - _FOOT + 6, inside.w, 40))
        if panel.closed:
            desk.ui.panel = ""


def _count(desk: Desk) -> str:
    """Return the number of units and air units with the staff, and for how long they stay there."""
    lent = desk.delegates
    on_map = len(lent.ground_units)
    flying = len(lent.units) - on_map
    words = ngettext("{count} unit", "{count} units", on_map).format(count=on_map)
    if flying:
        words = joined(words, ngettext("{count} air unit", "{count} air units", flying).format(count=flying))
    if not lent.units:
        return _("no unit")
    return joined(words, _("until taken back") if lent.charge.lasting else _("this impulse"))


# ------------------------------------------------------------------------------------------------- troops


def _whom(desk: Desk, box: Box) -> None:
    """The buttons that hand troops over."""
    kit, lent, half = desk.kit, desk.delegates, (box.w - 8) / 2
    off = lent.why_not_now()
    chosen = lent.selected()
    unpicked = off or ("" if chosen else _("Select a unit first."))
    back = bool(chosen) and chosen <= lent.units
    first = _("Take the selection back") if back else _("The selection")
    hand = _("Hand these units over to the staff; once more takes them back.")
    whole = _("Hand over all units of the same division.")
    near = _("Hand over the selected units and all within three hexes of them.")
    whoever = _("Hand over every unit on the map.")
    cells = [Box(box.x + column * (half + 8), box.y + row * 39, half, 34) for row in (0, 1) for column in (0, 1)]
    if button(kit, "lend-selection", cells[0], Action(first, "", "D", off=unpicked, tip=hand, down=back)):
        lent.hand_over_or_back()
    if button(kit, "lend-division", cells[1], Action(_("Its division"), "", "Ctrl D", off=unpicked, tip=whole)):
        lent.hand_over(lent.division())
    if button(kit, "lend-sector", cells[2], Action(_("Its sector"), "", _("Shift D"), off=unpicked, tip=near)):
        lent.hand_over(lent.sector())
    if button(kit, "lend-all", cells[3], Action(_("All units"), off=off, tip=whoever)):
        lent.hand_over(lent.everybody())
    y = box.y + 82
    flying = bool(desk.view.own_squadrons())
    if flying and _switch(desk, "lend-aircraft", Box(box.x, y, half, 30), _("Aircraft too"), lent.aircraft, "Q"):
        lent.lend_aircraft()
    place = Box(box.x + (half + 8 if flying else 0), y, half, 30)
    if _switch(desk, "lend-lasting", place, _("Until taken back"), lent.charge.lasting, "X"):
        lent.change_term()


def _switch(desk: Desk, name: str, box: Box, words: str, on: bool, key: str) -> bool:
    kit = desk.kit
    hot = kit.hot(name, box)
    if hot.hovered:
        kit.plate(box, kit.colours.hover.fade(0.4), 4)
        kit.tip = Tip(words, (), "", key)
    tick(kit, Box(box.x + 4, box.y + 5, 20, 20), on, True)
    kit.text(words, box.x + 34, box.y + 6, size=14.5, font="medium", room=box.w - 60)
    key_cap(kit, kit.caption(key), box.right - 7, box.y + 6, kit.colours.second, BLACK.fade(0.30))
    return hot.clicked


# ------------------------------------------------------------------------------------------------- what


def _said(proposal: Proposal) -> str:
    return typographic(str(proposal.reason.text))


@dataclass(frozen=True)
class _Row:
    """A proposal in lines that fit: who does what, and below it the mission that it serves."""

    proposal: Proposal
    title: list[str]
    why: list[str]

    @property
    def high(self) -> float:
        """The height of the row."""
        return 18.0 * len(self.title) + 16.0 * len(self.why) + 20.0


def _rows_of(desk: Desk, proposals: Sequence[Proposal]) -> list[_Row]:
    room, whys, rows = WIDE - 60 - _BUTTONS, missions_of(proposals), []
    for proposal, why in zip(proposals, whys, strict=True):
        why = why or _names(desk, proposal.order)
        title = desk.kit.lines(_title(desk, proposal), room, "medium", 14)
        rows.append(_Row(proposal, title, desk.kit.lines(why, room, "body", 13)))
    return rows


def missions_of(proposals: Sequence[Proposal]) -> list[str]:
    """The mission that each order serves, in full the first time, after that by the number of the order that has it."""
    first: dict[str, int] = {}
    words = []
    for number_, proposal in enumerate(proposals, 1):
        mission = str(proposal.reason.mission or "")
        earlier = first.setdefault(mission, number_)
        known = bool(mission) and earlier != number_
        words.append(_again(proposal.reason, earlier) if known else mission_of(proposal.reason))
    return words


def _again(reason: Reason, earlier: int) -> str:
    """A mission that has been told in full with an earlier order."""
    words = _("Mission of order {number}")
    if reason.helps:
        words = _("Helps others – mission of order {number}")
    elif reason.spared:
        words = _("Leaves the mission of order {number}")
    return typographic(words.format(number=earlier))


def mission_of(reason: Reason) -> str:
    """The mission that an order serves, empty if none; of others', and of one that has to wait, it says so."""
    if reason.mission is None:
        return ""
    words = "{mission}"
    if reason.helps:
        words = _("Helps others – {mission}")
    elif reason.spared:
        words = _("Leaves its mission for this – {mission}")
    return typographic(words.format(mission=reason.mission))


def _title(desk: Desk, proposal: Proposal) -> str:
    """Return the units that act, their action, and the end of a move."""
    view, order = desk.view, proposal.order
    units = [id_ for id_ in named(order) if id_ in view.position.units or id_ in view.position.squadrons]
    short = [_short(desk, id_) for id_ in units[:_MOST_NAMES]] + ["…"] * (len(units) > _MOST_NAMES)
    return joined(", ".join(short), _said(proposal), _where_to(view, order, _said(proposal)))


def _where_to(view: OperationsView, order: Order, said: str) -> str:
    """Return the end of a move; nothing if the words so far name the place."""
    if not isinstance(order, Move):
        return ""
    name = view.board.map.name(order.path[-1])
    if name and name.casefold() in said.casefold():
        return ""
    place = place_noun(view.board, order.path[-1])
    return str(Text("to {place:the}", {"place": place})) if name else hex_title(view, order.path[-1])


def _short(desk: Desk, id_: int) -> str:
    flying = id_ in desk.view.position.squadrons
    return desk.view.air_profile(id_).short if flying else desk.view.profile(id_).short


def _doubtful(rows: list[_Row]) -> int | None:
    """Return the place of the first order that rests on dice; None if there is none."""
    return next((place for place, row in enumerate(rows) if not row.proposal.sure), None)


def _list(desk: Desk, rows: list[_Row], shown: Scrolled) -> None:
    kit, y, box = desk.kit, shown.top, shown.box
    if not rows:
        kit.paragraph(_empty(desk), box.x + 14, y + 2, box.w - 28, kit.colours.second, size=14)
        return
    doubtful = _doubtful(rows)
    for place, row in enumerate(rows):
        if place == doubtful:
            kit.text(_("Then, if it goes as expected:"), box.x + 14, y + 2, kit.colours.second, size=13)
            y += 24
        if shown.shows(y, row.high):
            _draw_row(desk, place, row, Box(box.x + 6, y, box.w - 20, row.high))
        y += row.high + _GAP


def _empty(desk: Desk) -> str:
    lent = desk.delegates
    if desk.view.to_act != desk.view.side:
        return _("The staff speaks when it is your turn.")
    if not lent.units:
        return _("Hand units over: the staff proposes orders for these units alone, and you approve them.")
    if lent.thinking or lent.carrying_out:
        return _("The staff is at work…")
    return _("The staff has no order to propose for these units now.")


def _draw_row(desk: Desk, place: int, row: _Row, box: Box) -> None:
    """An order with its reason, who it is for, and two buttons: do it, or keep the units."""
    kit, proposal, order = desk.kit, row.proposal, row.proposal.order
    body = Box(box.x, box.y, box.w - _BUTTONS - 6, box.h)
    hot = kit.hot(f"proposal-{place}", body)
    kit.graded(box, kit.colours.hover if hot.hovered else kit.colours.raised, kit.colours.raised.shade(0.92), 5)
    kit.outline(box, kit.colours.brass.fade(0.3), 5)
    if hot.hovered:
        kit.tip = Tip(_said(proposal), _notes(desk, proposal), "", str(place + 1) if place < 9 else "")
    kit.text(str(place + 1), box.x + 14, box.y + 5, kit.colours.action, size=14, font="strong", align=0.5)
    kit.icon(_ICONS.get(type(order), "star"), box.x + 6, box.y + 24, 16, kit.colours.second)
    for line, words in enumerate(row.title):
        kit.text(words, box.x + 32, box.y + 5 + line * 18, size=14, font="medium")
    below = box.y + 8 + 18 * len(row.title)
    for line, words in enumerate(row.why):
        kit.text(words, box.x + 32, below + line * 16, kit.colours.second, size=13)
    if hot.clicked:
        desk.commands.jump(_ends(desk, order)[1])
    _verdict(desk, place, order, Box(box.right - _BUTTONS, box.y + (box.h - 30) / 2, 30, 30))


def _verdict(desk: Desk, place: int, order: Order, box: Box) -> None:
    lent = desk.delegates
    off = _("The staff is at work…") if lent.proposals is None or lent.carrying_out else ""
    if not off:
        refusal = desk.kept(f"proposal-{place}", lambda: lent.why_not(place), lent.proposals)
        off = reason(refusal)
    key = str(place + 1) if place < 9 else ""
    if button(desk.kit, f"approve-{place}", box, Action("", "check", key, "gold", off, _("Approve this order."))):
        lent.approve(place)
    keep = Action("", "close", tip=_("Refuse it: these units are yours again."))
    if button(desk.kit, f"refuse-{place}", Box(box.right + 4, box.y, 30, 30), keep):
        lent.take_back(named(order))


def named(order: Order) -> tuple[int, ...]:
    """The units and air units that an order uses."""
    return (*units_of(order), *getattr(order, "supports", ()))


def _names(desk: Desk, order: Order) -> str:
    """The full names of the units."""
    state = desk.view.position
    return ", ".join(name_of(desk.view, id_) for id_ in named(order) if id_ in state.units or id_ in state.squadrons)


def _notes(desk: Desk, proposal: Proposal) -> tuple[str, ...]:
    """Return the units that act, the mission that the order serves, and its worth."""
    reason = proposal.reason
    mission = mission_of(reason)
    value = Text("The staff values it at {points} {points:|point|points}.", {"points": round(reason.score, 1)})
    worth = str(value) if reason.score else ""
    return tuple(words for words in (_names(desk, proposal.order), mission, worth, _("Click to go there.")) if words)


# ------------------------------------------------------------------------------------------------- approval


def _foot(desk: Desk, box: Box) -> None:
    kit, lent, half = desk.kit, desk.delegates, (box.w - 8) / 2
    if lent.carrying_out:
        stop = Action(_("Stop"), "pause", key_name("escape"), tip=_("The staff gives no further order."))
        if button(kit, "delegation-stop", box, stop):
            lent.stop()
        return
    off = "" if lent.units else _("No troops are with the staff.")
    refuse = Action(_("Refuse all"), "close", _("Del"), off=off, tip=_("All units are yours again."))
    if button(kit, "delegation-refuse", Box(box.x, box.y, half, box.h), refuse):
        lent.refuse()
    off = off or ("" if lent.proposals else _empty(desk))
    tip = _("The staff carries out order by order and looks again after each; you can stop it at any time.")
    approve = Action(_("Approve all"), "check", key_name("enter"), "primary", off, tip)
    if button(kit, "delegation-approve", Box(box.x + half + 8, box.y, half, box.h), approve):
        lent.approve_all()


# ------------------------------------------------------------------------------------------------- on the map


def draw_marks(desk: Desk, scene: Any) -> None:
    """A badge on every stack with delegated troops, bright where all of the stack is; arrows of what is proposed.

    Nothing while something that happened is being shown.
    """
    if desk.showing:
        return
    if is_open(desk):
        with desk.kit.behind():
            for proposal in reversed(desk.delegates.latest or ()):
                start, goal = _ends(desk, proposal.order)
                if start != goal:
                    line = Advice(proposal.reason.text, (), start, goal, isinstance(proposal.order, Attack))
                    staff.arrow(desk, scene, line, 0.8 if proposal.sure else 0.45)
    lent = desk.delegates.ground_units
    if not lent or scene.camera.px_per_hex < _SMALLEST:
        return
    state = desk.view.position
    with desk.kit.behind():
        for hex_ in sorted({state.units[unit].hex for unit in lent}):
            _badge(desk, scene, hex_, all(unit.id in lent for unit in state.stack(hex_)))


def _badge(desk: Desk, scene: Any, hex_: int, whole: bool) -> None:
    kit, pixel = desk.kit, scene.project(hex_)
    if pixel is None:
        return
    away = scene.camera.px_per_hex / kit.scale * 0.36
    x, y = pixel[0] / kit.scale - away, pixel[1] / kit.scale - away * 0.8
    kit.disc(x, y, _BADGE + 1.5, BLACK.fade(0.85))
    kit.disc(x, y, _BADGE, _GOLD if whole else _DARK)
    kit.icon("medal", x - 6.5, y - 6.5, 13, _DARK if whole else _GOLD)


def places(desk: Desk) -> list[HexId]:
    """The hexes between which the orders of the list lead, and where those stand who are to carry them out."""
    units, orders = desk.view.position.units, [proposal.order for proposal in desk.delegates.latest or ()]
    ends = {hex_ for order in orders for hex_ in _ends(desk, order) if hex_ >= 0}
    return sorted(ends | {units[id_].hex for order in orders for id_ in named(order) if id_ in units})


def _ends(desk: Desk, order: Order) -> tuple[int, int]:
    """From where to where an order goes."""
    units = desk.view.position.units
    here = next((units[id_].hex for id_ in named(order) if id_ in units), -1)
    match order:
        case Move(path=path):
            return path[0], path[-1]
        case Attack(main=main, target=target):
            return main, target
        case Bombard(target=target):
            return (here if here >= 0 else target), target
        case Advance() if desk.view.position.offer is not None:
            return here, desk.view.position.offer.target
    return here, here
