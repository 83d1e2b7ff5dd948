"""Heads of the pages of units off the map: replacements left, beaches with their use, the turn track."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from wab.app.hud.kit import Box, Tip
from wab.app.wargame.adapter.typography import joined, typographic
from wab.app.wargame.muster.pages import Head, Place
from wab.app.wargame.offers.offers import OfferHand
from wab.app.wargame.ui.desk import Desk
from wab.app.zocbonds.hand import muster
from wab.app.zocbonds.looks.days import day_of_turn
from wab.hexes import HexId
from wab.locale import _, ngettext
from wab.locale.typography import headed
from wab.systems.zocbonds.ground import beaches
from wab.systems.zocbonds.movement import entries
from wab.systems.zocbonds.state.board import ARMIES
from wab.systems.zocbonds.state.state import Mulberry, State
from wab.systems.zocbonds.telling.journal import TRACKS
from wab.systems.zocbonds.telling.measures import date_of_turn

CHIP, LINE = 24.0, 28.0
SHORE, TRACK, RULE = 92.0, 62.0, 26.0
MOST_WIDE = 84.0
"""A beach, where there are few."""


def head(desk: Desk, hand: OfferHand, page: str) -> Head:
    """Return the head of a page."""
    lines = (len(muster.stocks(desk.view.position, desk.view.side)) + 1) // 2
    return {
        "replacements": Head(LINE * max(1, lines) + 4, lambda box, places: _stocks(desk, box)),
        "landings": Head(SHORE, lambda box, places: _shores(desk, hand, box, places)),
        "arrivals": Head(TRACK, lambda box, places: _track(desk, box)),
        "mobilisation": Head(RULE, lambda box, places: _mobilisation(desk, box)),
    }[page]


# ------------------------------------------------------------------------------------------------- replacements


def _stocks(desk: Desk, box: Box) -> None:
    """Each kind of replacement with how many there are, in two columns (ZOC-UI-1)."""
    kit = desk.kit
    found = muster.stocks(desk.view.position, desk.view.side)
    if not found:
        kit.text(_("No replacements are left."), box.x, box.y + 5, kit.colours.second, size=14.5)
    wide = box.w / 2
    for number, (name, count) in enumerate(found):
        cell = Box(box.x + number % 2 * wide, box.y + number // 2 * LINE + 2, wide - 6, CHIP)
        kit.plate(cell, kit.colours.ground.fade(0.7), 3)
        kit.icon("heart", cell.x + 8, cell.y + 5, 14, kit.colours.good)
        kit.text(name, cell.x + 30, cell.y + 3, size=14, room=cell.w - 66)
        kit.text(str(count), cell.right - 10, cell.y + 2, kit.colours.action, size=16, font="figures", align=1.0)
        kit.explain(f"stock-{number}", cell, headed(name, f"{count}"), clause="ZOC-6.2-1")


# ------------------------------------------------------------------------------------------------- beaches


class Shore(NamedTuple):
    """A beach or a Mulberry: its name short and whole, its hex, points landed there of how many, and how it stands."""

    short: str
    name: str
    hex: HexId
    used: int
    most: int
    open: bool
    note: str


def shores(state: State) -> dict[str, list[Shore]]:
    """The beaches and the Mulberry of each army from west to east (ZOC-6.5.2-1, ZOC-21.1)."""
    board, most = state.board, state.board.tables.landing.most_a_beach
    opened, found = beaches.open_beaches(state), {army: list[Shore]() for army in ARMIES}
    for beach in beaches.beaches_of(board):
        named, is_open = beaches.named(board, beach), beach in opened
        note = _("open: beach engineers are there") if is_open else _("closed: no beach engineers")
        name = muster.landing_name(state, beach)
        used = state.now.beached.get(named, 0)
        found[beaches.army_of(board, beach)].append(
            Shore(named.capitalize(), name, board.beaches[beach], used, most, is_open, note)
        )
    for army in ARMIES if board.special is None else ():
        here = beaches.mulberry(state, army)
        site = beaches.site(board, army)
        shared, name = beaches.shared_beach(army), muster.shore_name(state, site)
        used, limit = (state.now.beached.get(shared, 0), most) if shared else (0, 0)
        found[army].append(Shore("Mulberry", name, site, used, limit, here.done, harbour(here)))
    return {army: there for army, there in found.items() if there}


def harbour(here: Mulberry) -> str:
    """Return the state of a Mulberry in words."""
    if here.destroyed:
        return _("destroyed")
    if here.done:
        return _("finished")
    return _("finished on turn {turn}").format(turn=here.ready) if here.ready else _("not begun")


def _shores(desk: Desk, hand: OfferHand, box: Box, places: Sequence[Place]) -> None:
    """A cell a beach, with what was landed there today; one that is open to the chosen unit takes a click."""
    kit, state = desk.kit, desk.view.position
    found = desk.kept("shores", lambda: shores(state))
    count = sum(map(len, found.values()))
    gap = 10.0
    wide = min(MOST_WIDE, (box.w - gap * (len(found) - 1)) / max(1, count))
    x, number = box.x, 0
    for army, there in found.items():
        points = state.now.points.get(army, 0)
        left = ngettext("{count} point left", "{count} points left", points).format(count=points)
        kit.text(joined(_(TRACKS[army]), left), x, box.y, kit.colours.text, size=13.5, font="medium",
                 room=max(len(there) * wide - 4, box.w / len(found)))  # fmt: skip
        for shore in there:
            _shore(desk, hand, number, shore, Box(x, box.y + 22, wide - 4, SHORE - 30), places)
            x, number = x + wide, number + 1
        x += gap


def _shore(desk: Desk, hand: OfferHand, number: int, shore: Shore, cell: Box, places: Sequence[Place]) -> None:
    kit, c = desk.kit, desk.kit.colours
    found = (one for one in places if one.hex == shore.hex and one.refusal is None)
    place = next(found, None) if shore.open or shore.most else None
    hot = kit.hot(f"shore-{number}", cell)
    kit.plate(cell, c.hover.fade(0.6) if hot.hovered else c.ground.fade(0.75), 4)
    if place is not None:
        kit.outline(cell, c.action, 4, 2)
    ink = c.text if shore.open else c.off_text
    kit.text(shore.short, cell.x + cell.w / 2, cell.y + 3, ink, size=13, font="medium", align=0.5, room=cell.w - 4)
    label = desk.view.position.board.grid.label(shore.hex)
    kit.text(label, cell.x + cell.w / 2, cell.y + 19, c.second, size=12, align=0.5)
    _pips(desk, shore, Box(cell.x + 6, cell.bottom - 19, cell.w - 12, 12))
    if hot.hovered:
        use = _("{used} of {most} points landed today").format(used=shore.used, most=shore.most) if shore.most else ""
        click = joined(_("Click: it lands here."), place.note) if place is not None else ""
        clause = "ZOC-21.1-1" if not shore.open else "ZOC-6.5.2-5"
        kit.tip = Tip(shore.name, tuple(words for words in (shore.note, use, click) if words), clause)
        hand.hover(shore.hex)
    if hot.clicked:
        if place is not None:
            hand.give(place.order)
        else:
            desk.commands.jump(shore.hex)


def _pips(desk: Desk, shore: Shore, box: Box) -> None:
    """Draw the points that a beach takes in a turn. Points already landed are filled."""
    kit, c = desk.kit, desk.kit.colours
    if not shore.open:
        kit.icon("lock", box.x + box.w / 2 - 6, box.y, 12, c.off_text)
        return
    if not shore.most:
        kit.icon("check", box.x + box.w / 2 - 6, box.y, 12, c.good)
        return
    step = min(11.0, box.w / shore.most)
    left = box.x + (box.w - step * shore.most) / 2
    for number in range(shore.most):
        pip = Box(left + number * step, box.y + 2, step - 2, 8)
        kit.plate(pip, c.action if number < shore.used else c.second.fade(0.35), 1)


# ------------------------------------------------------------------------------------------------- the turn track


class Day(NamedTuple):
    """A day of the turn track: its turn, date, how many Germans are due, and the armies whose Mulberry is done then."""

    turn: int
    number: int
    due: int
    harbours: tuple[str, ...]


def track(state: State) -> tuple[Day, ...]:
    """The days of the battle with due reinforcements and the completion of Mulberries (ZOC-UI-2)."""
    board, coming = state.board, entries.schedule(state.board)
    due = Counter(coming[unit].turn for unit in state.box("arrivals"))
    ready = {army: here.ready for army, here in state.now.mulberries.items() if here.ready and not here.destroyed}
    return tuple(
        Day(turn, date_of_turn(board, turn).day, due[turn], tuple(army for army in ready if ready[army] == turn))
        for turn in range(1, board.turns + 1)
    )


def _track(desk: Desk, box: Box) -> None:
    kit, c, state = desk.kit, desk.kit.colours, desk.view.position
    days = desk.kept("track", lambda: track(state))
    wide = min(26.0, box.w / len(days))
    for day in days:
        cell = Box(box.x + (day.turn - 1) * wide, box.y + 2, wide - 2, TRACK - 22)
        now, over = day.turn == state.now.turn, day.turn < state.now.turn
        kit.plate(cell, c.action.fade(0.9) if now else c.ground.fade(0.4 if over else 0.8), 3)
        ink = c.ground if now else c.off_text if over else c.text
        kit.text(str(day.number), cell.x + cell.w / 2, cell.y + 2, ink, size=13.5, font="figures", align=0.5)
        if day.due:
            kit.text(f"+{day.due}", cell.x + cell.w / 2, cell.y + 20, ink if now else c.second, size=12, align=0.5)
        if day.harbours:
            kit.icon("ship", cell.x + cell.w / 2 - 6, cell.bottom + 1, 12, c.good)
        told = []
        if day.due:
            told.append(ngettext("{count} reinforcement", "{count} reinforcements", day.due).format(count=day.due))
        told += [_("Mulberry of {army} finished").format(army=_(TRACKS[army])) for army in day.harbours]
        kit.explain(f"day-{day.turn}", cell, day_of_turn(state.board, day.turn), *told, clause="ZOC-6.6-1")


# ------------------------------------------------------------------------------------------------- mobilisation


def _mobilisation(desk: Desk, box: Box) -> None:
    first = desk.view.position.board.tables.turns.mobilisation
    told = _("From day {turn} on, one unit of each division a turn.").format(turn=first)
    desk.kit.text(typographic(told), box.x, box.y + 3, desk.kit.colours.second, size=14, room=box.w)
