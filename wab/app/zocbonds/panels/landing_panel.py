"""The page of the invasion: drops and assaults one by one, with the rows of the tables and the dice that fell."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wab.app.hud.kit import Box
from wab.app.hud.widgets import Action, button, key_name
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import list_box
from wab.app.zocbonds.hand import landing_day
from wab.app.zocbonds.hand.landing_day import Landing, TableRow
from wab.app.zocbonds.looks import looks
from wab.app.zocbonds.looks.ui import UiState
from wab.engine.kernel.events import Event
from wab.hexes import HexId
from wab.locale import _
from wab.systems.zocbonds.state.room import to_come
from wab.systems.zocbonds.state.state import State

NAME, ICON = "invasion", "plane"
WIDE, LIST, EDGE, ROW, HEAD = 672.0, 296.0, 14.0, 21.0, 24.0
SIDE, STEP = 46.0, 54.0
CELL, CELLS, LINE, FOOT = 52.0, 6, 18.0, 50.0
DIE = 15.0
LEAST = 340.0
"""The height that one landing with its units and dice needs."""


def draw(desk: Desk, ui: UiState, events: Sequence[Event]) -> None:
    """Draw the page. `events` are the events of the first turn, as far as the replay has shown them."""
    kit = desk.kit
    found = landings_of(desk, events)
    _all_known(ui, desk.view.position, found)
    high = 2 * HEAD + ROW * len(found) + 8
    box = list_box(desk, WIDE, max(LEAST, 34 + 10 + high + 26))
    with kit.panel(NAME, box, title=_("The landing"), icon=ICON, closes=True) as panel:
        told = _sum_of(desk, ui, found)
        part = Box(box.x, panel.box.y + 6, LIST, box.bottom - panel.box.y - 14 - LINE * len(told))
        with kit.scroll(f"{NAME}-list", part, high) as shown:
            _list(desk, ui, found, shown.top)
        for place, line in enumerate(told):
            kit.text(line, box.x + EDGE, part.bottom + 3 + LINE * place, kit.colours.second, size=13, font="medium")
        kit.line(box.x + LIST + 4, panel.box.y + 10, box.x + LIST + 4, box.bottom - 10, kit.colours.brass.fade(0.3))
        inside = Box(part.right + EDGE, panel.box.y + 10, box.w - LIST - 2 * EDGE, box.bottom - panel.box.y - 14)
        if found:
            _landing(desk, ui, found, inside)
        if panel.closed:
            ui.panel = ""


def _all_known(ui: UiState, state: State, found: Sequence[Landing]) -> None:
    """If the landings are over when the page opens, show all dice and begin with the first assault."""
    if ui.heard < 0 and not ui.one_by_one and state.now.phase != "invasion":
        ui.heard = len(found) - 1
        ui.landing = next((place for place, one in enumerate(found) if not one.key.startswith("drop-")), 0)


def landings_of(desk: Desk, events: Sequence[Event]) -> tuple[Landing, ...]:
    """The landings, as far as they have been shown."""
    return desk.kept("landings", lambda: landing_day.landings(desk.view.position, events), len(events))


# ------------------------------------------------------------------------------------------------- the list


def _list(desk: Desk, ui: UiState, found: Sequence[Landing], top: float) -> None:
    """Draw all landings with their results. Landings that the player has not reached hide their results."""
    kit, y = desk.kit, top
    drops = sum(landing.key.startswith("drop-") for landing in found)
    x = list_x(desk)
    for place, landing in enumerate(found):
        if place in (0, drops):
            title = _("Drops") if place < drops else _("Assaults")
            kit.heading(title, Box(x + EDGE, y + 3, LIST - EDGE - 14, 18))
            y += HEAD
        _line(desk, ui, place, landing, Box(x + 8, y, LIST - 18, ROW - 1))
        y += ROW


def _sum_of(desk: Desk, ui: UiState, found: Sequence[Landing]) -> list[str]:
    """Return the losses of all landings in lines, once the player has reached the last landing."""
    if not all(landing.done for landing in found) or ui.heard < len(found) - 1:
        return []
    return desk.kit.lines(landing_day.losses(desk.view.position, found), LIST - 2 * EDGE, "medium", 13)


def list_x(desk: Desk) -> float:
    """Return the left edge of the list."""
    return desk.kit.covered[NAME].x


def _line(desk: Desk, ui: UiState, place: int, landing: Landing, cell: Box) -> None:
    kit, c = desk.kit, desk.kit.colours
    hot = kit.hot(f"landing-{place}", cell)
    chosen = place == ui.landing
    if chosen or hot.hovered:
        kit.plate(cell, c.down if chosen else c.hover.fade(0.5), 3)
    known = landing.done and place <= ui.heard
    ink = c.action if chosen else c.text if known else c.second
    kit.text(landing.title, cell.x + 6, cell.y + 1, ink, size=13.5, room=cell.w - (80 if known else 12))
    if known:
        lost = f"−{landing.lost}" if landing.lost else ""
        words = landing.result if not landing.key.startswith("drop-") else ""
        kit.text(words, cell.right - 30, cell.y + 1, c.second, size=13, align=1.0, room=80)
        kit.text(lost, cell.right - 4, cell.y + 1, c.bad, size=13.5, font="strong", align=1.0)
    if hot.clicked:
        turn_to(desk, ui, place, landing)


def turn_to(desk: Desk, ui: UiState, place: int, landing: Landing) -> None:
    """Tell of a landing, and bring its hex into view."""
    ui.landing = place
    if landing.done:
        ui.heard = max(ui.heard, place)
    desk.commands.jump(landing.hex)


# ------------------------------------------------------------------------------------------------- one landing


def _landing(desk: Desk, ui: UiState, found: Sequence[Landing], box: Box) -> None:
    landing = found[min(ui.landing, len(found) - 1)]
    kit, c, state = desk.kit, desk.kit.colours, desk.view.position
    kit.text(landing.title, box.x, box.y - 2, size=16.5, font="strong", room=box.w - 50)
    kit.text(state.board.grid.label(landing.hex), box.right, box.y, c.second, size=13.5, align=1.0)
    _units(desk, state, landing, box.x, box.y + 26)
    known = landing.done and ui.landing <= ui.heard
    part = Box(box.x, box.y + 34 + SIDE, box.w, box.h - 34 - SIDE - FOOT)
    told = [line for words in (landing.told if known else ()) for line in kit.lines(words, part.w - 12, "body", 13.5)]
    high = sum(map(_row_high, landing.rows)) + LINE * len(told) + 6
    with kit.scroll(f"{NAME}-told", part, high) as shown:
        y = shown.top
        for number, row in enumerate(landing.rows):
            _row(desk, number, row, known, Box(part.x, y, part.w - 8, _row_high(row)))
            y += _row_high(row)
        if not landing.done:
            kit.text(_("It is still to come."), part.x, y + 2, c.second, size=13.5)
        for line in told:
            kit.text(line, part.x, y + 2, size=13.5)
            y += LINE
    _buttons(desk, ui, found, Box(box.x, box.bottom - FOOT + 8, box.w, 36))


def _units(desk: Desk, state: State, landing: Landing, x: float, y: float) -> None:
    """Draw the counters of a landing as they stand now. Counters of lost units stay grey."""
    kit = desk.kit
    for number, unit in enumerate(landing.units):
        left = x + number * STEP
        fares = to_come(state, unit)
        kit.counter(looks.counter(state, fares, stack=0, selected=False, acted=False), left, y, SIDE)
        if unit not in state.units and landing.done:
            kit.plate(Box(left, y, SIDE, SIDE), kit.colours.panel.fade(0.6), 4)
        kit.explain(f"landing-unit-{number}", Box(left, y, SIDE, SIDE), looks.unit_name(state.profile(unit)))


def _row_high(row: TableRow) -> float:
    return 24.0 + (54.0 if row.below else 38.0) + 6


def _row(desk: Desk, number: int, row: TableRow, known: bool, box: Box) -> None:
    """The six cells of a table by die, with those lit that the dice hit."""
    kit, c = desk.kit, desk.kit.colours
    kit.text(row.title, box.x, box.y, c.second, size=13.5, font="medium", room=box.w)
    wide = min(CELL, box.w / CELLS)
    for die, words in enumerate(row.cells, 1):
        cell = Box(box.x + (die - 1) * wide, box.y + 20, wide - 3, box.h - 28)
        hit = known and die in row.fallen
        kit.plate(cell, c.action if hit else c.ground.fade(0.7), 3)
        ink = c.ground if hit else c.text
        kit.icon(f"die_{die}", cell.x + (cell.w - DIE) / 2, cell.y + 3, DIE, ink if hit else c.second)
        kit.text(words, cell.x + cell.w / 2, cell.y + 19, ink, size=13, font="medium", align=0.5, room=cell.w - 2)
        if row.below:
            below = c.ground.fade(0.85) if hit else c.second
            kit.text(row.below[die - 1], cell.x + cell.w / 2, cell.y + 34, below, size=12, align=0.5, room=cell.w - 2)
    kit.explain(f"landing-row-{number}", Box(box.x, box.y, wide * CELLS, box.h - 8), row.title, clause=row.clause)


def _buttons(desk: Desk, ui: UiState, found: Sequence[Landing], box: Box) -> None:
    """On to the next landing, or past all of them."""
    kit, half = desk.kit, (box.w - 8) / 2
    skip = Action(_("Skip"), "end_turn", tip=_("All dice at once."))
    last = ui.landing >= len(found) - 1 and ui.heard >= ui.landing
    if last or all(place <= ui.heard for place, landing in enumerate(found) if landing.done):
        skip = Action(_("Close"), "close", key_name("escape"))
    if button(kit, "landing-skip", Box(box.x, box.y, half, box.h), skip):
        past(ui, found)
    off = "" if _following(ui, found) is not None else _("No more dice have fallen yet.")
    forth = Action(_("Next"), "next", key_name("enter"), "primary", off)
    if button(kit, "landing-next", Box(box.x + half + 8, box.y, half, box.h), forth):
        go_on(desk, ui, found)


def _following(ui: UiState, found: Sequence[Landing]) -> int | None:
    """Return the next landing: the current landing while its dice are covered, else its successor."""
    here = min(ui.landing, len(found) - 1)
    if found and found[here].done and ui.heard < here:
        return here
    return here + 1 if here + 1 < len(found) and found[here + 1].done else None


def go_on(desk: Desk, ui: UiState, found: Sequence[Landing]) -> None:
    """Show the dice of the landing in sight, or go on to the next with its dice."""
    if (place := _following(ui, found)) is not None:
        turn_to(desk, ui, place, found[place])


def past(ui: UiState, found: Sequence[Landing]) -> None:
    """Show all dice at once; once all are shown, close."""
    fallen = max((place for place, landing in enumerate(found) if landing.done), default=-1)
    if ui.heard >= fallen:
        ui.panel = ""
    ui.heard = max(ui.heard, fallen)


# ------------------------------------------------------------------------------------------------- keys


def deed_of(desk: Desk | None, ui: UiState, events: Sequence[Event], key: str) -> Callable[[], object] | None:
    """Return the action of a key on the open page: Enter and the arrows go through the landings."""
    if desk is None or ui.panel != NAME or desk.interaction.plan is not None or desk.interaction.question is not None:
        return None
    found = landings_of(desk, events)
    if key in ("enter", "arrow_right") and _following(ui, found) is not None:
        return lambda: go_on(desk, ui, found)
    steps = {"arrow_up": -1, "arrow_left": -1, "arrow_down": 1}
    if key in steps and found:
        place = min(max(0, ui.landing + steps[key]), len(found) - 1)
        return lambda: turn_to(desk, ui, place, found[place])
    return None


def spoken_of(ui: UiState, found: Sequence[Landing]) -> tuple[HexId, ...]:
    """The hex of the landing in sight."""
    return (found[min(ui.landing, len(found) - 1)].hex,) if found else ()
