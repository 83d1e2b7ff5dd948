"""The journal strip at the bottom: the last three lines, or, open, the verdict on the last turn and many lines.

It never stands in the way: it takes a third of the map at most, and the map next to it goes on working.
"""

from __future__ import annotations

from collections.abc import Sequence

from imgui_bundle import imgui

from wab.app.gfx.theme import METRICS
from wab.app.hud.kit import Box, Tip
from wab.app.hud.widgets import Action, button
from wab.app.play.verdicts import headline
from wab.app.wargame.adapter import typography
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import strip_left
from wab.engine.history.journal import Line
from wab.engine.history.verdict import Verdict
from wab.engine.kernel.events import Event
from wab.locale import _

ROW = 20.0
HEAD, VERDICT, CAUSE = 34.0, 28.0, 22.0
"""Heights of the title, of the headline of a verdict, of each of its causes."""
SHOW = 22.0  # the button that shows an event again
PLAIN, NAMED = 32.0, 164.0  # where the words of a line begin, without and with a place before them
TITLE = 122.0  # room for the place before them


def shown_lines(desk: Desk) -> list[Line]:
    """The lines under the chosen filter."""
    wanted = desk.ui.journal_filter
    return [line for line in desk.journal if wanted == "all" or desk.adapter.kind_of(line.event) == wanted]


def draw(desk: Desk) -> None:
    """Draw the strip next to the small map; a click on its title or its arrow opens it, as in the bar (OPS-9.2.1-2)."""
    kit, ui = desk.kit, desk.ui
    left = strip_left(desk)
    wide = kit.screen.w - left - METRICS.side_panel - 26
    if wide < 260:
        return
    lines = shown_lines(desk)
    rows = Rows(desk, lines, wide - 12)
    verdict = desk.verdict if ui.journal_open else None
    above = HEAD + (VERDICT + CAUSE * len(verdict.causes) if verdict is not None else 0.0)
    high = float(METRICS.journal)
    if ui.journal_open:
        most = highest(kit.screen.h)
        high = max(high, min(most, above + 10 + ROW * rows.count(range(len(lines)), most)))
    ui.journal_high = high
    box = Box(left, kit.screen.h - high - 12, wide, high)
    with kit.panel("journal", box):
        _head(desk, box, lines)
        if verdict is not None:
            _verdict(desk, Box(box.x + 6, box.y + HEAD, box.w - 12, above - HEAD), verdict)
        room = Box(box.x + 6, box.y + above, box.w - 12, box.h - above - 6)
        _begin_at(desk, lines, rows, room.h)
        _scroll(desk, box, len(lines), rows.fitting(range(len(lines)), room.h))
        last = len(lines) - round(ui.scroll)
        y = room.y
        for place in range(last - rows.fitting(range(last - 1, -1, -1), room.h), last):
            tall = ROW * len(rows.of(place))
            _line(desk, Box(room.x, y, room.w, tall), lines[place], rows.of(place), place)
            y += tall
        if not last:
            kit.text(_("Nothing has been reported yet."), room.x + 8, room.y + 2, kit.colours.second, size=14)
    if ui.journal_open or not desk.replaying:
        ui.journal_read = max(ui.journal_read, len(desk.journal) if ui.journal_open else ui.journal_read)


def highest(screen: float) -> float:
    """The most that the journal may take of a window of this height: a third of the map."""
    return (screen - METRICS.top_bar) / 3


def _begin_at(desk: Desk, lines: Sequence[Line], rows: Rows, room: float) -> None:
    """Begin at the lines of the past turn if the journal has opened by itself."""
    ui = desk.ui
    if ui.journal_from and ui.journal_open:
        first = next((place for place, line in enumerate(lines) if line.turn >= ui.journal_from), len(lines))
        ui.scroll = float(len(lines) - first - rows.fitting(range(first, len(lines)), room))
        ui.journal_from = 0


def _verdict(desk: Desk, box: Box, verdict: Verdict) -> None:
    """Draw each side's gains in the last turn and their causes; a cause that speaks of an event can be shown again."""
    kit = desk.kit
    kit.plate(box, kit.colours.raised.fade(0.55), 4)
    words = typography.typographic(headline(verdict, desk.battle.seat))
    kit.text(words, box.x + 10, box.y + 4, kit.colours.text, size=16, font="strong", room=box.w - 20)
    for number, cause in enumerate(verdict.causes):
        row = Box(box.x, box.y + VERDICT - 2 + CAUSE * number, box.w, CAUSE)
        place = desk.adapter.place_of(cause.event) if cause.event is not None else None
        hot = kit.hot(f"cause-{number}", Box(row.x, row.y, row.w - SHOW - 8, row.h))
        if hot.hovered and place is not None:
            kit.plate(row, kit.colours.hover.fade(0.35), 3)
            kit.tip = Tip(_("Click to go there."))
        kit.icon(desk.adapter.icon_of(cause.event), row.x + 10, row.y + 3, 15, kit.colours.action)
        told = typography.typographic(str(cause.words))
        kit.text(told, row.x + 34, row.y + 1, size=15, room=row.w - SHOW - 56)
        if hot.clicked and place is not None:
            desk.commands.jump(place)
        if cause.event is not None:
            _show(desk, f"show-cause-{number}", row, cause.event)


def _show(desk: Desk, name: str, row: Box, event: Event) -> None:
    """A button at the right end of a row that shows an event again, where that can be done now."""
    kit = desk.kit
    if not desk.commands.can_show(event):
        return
    box = Box(row.right - SHOW - 4, row.y, SHOW, min(row.h, ROW))
    hot = kit.hot(name, box)
    kit.icon("play", box.x + 5, box.y + 4, 12, kit.colours.action if hot.hovered else kit.colours.second)
    if hot.hovered:
        kit.tip = Tip(_("Show the turn again from here"))
    if hot.clicked:
        desk.commands.show_again(event)


class Rows:
    """The lines broken into rows, each when it is asked for: one in the small journal, in the open one as it takes."""

    def __init__(self, desk: Desk, lines: Sequence[Line], wide: float) -> None:
        self._desk, self._lines, self._wide = desk, lines, wide
        facts = (desk.ui.journal_open, desk.ui.journal_filter, wide)
        self._known: dict[int, list[str]] = desk.kept("journal-rows", dict, *facts)

    def of(self, place: int) -> list[str]:
        """The rows of a line."""
        if place not in self._known:
            self._known[place] = self._broken(self._lines[place])
        return self._known[place]

    def _broken(self, line: Line) -> list[str]:
        desk, words = self._desk, typography.typographic(str(line.text))
        if not desk.ui.journal_open:
            return [words]
        note = desk.kit.width(_("turn {turn}").format(turn=line.turn), "body", 13) + SHOW
        before = NAMED if desk.adapter.place_of(line.event) is not None else PLAIN
        return desk.kit.lines(words, self._wide - before - note - 26, "body", 14)

    def count(self, places: range, most: float) -> int:
        """Return the number of rows that some lines fill together; the count stops when they are higher than `most`."""
        rows = 0
        for place in places:
            rows += len(self.of(place))
            if rows * ROW > most:
                break
        return rows

    def fitting(self, places: range, room: float) -> int:
        """Return the number of lines, one after the other, that find room; at least one if there are any lines."""
        left = int(room // ROW)
        for count, place in enumerate(places):
            left -= len(self.of(place))
            if left < 0:
                return max(1, count)
        return len(places)


def _scroll(desk: Desk, box: Box, count: int, fit: int) -> None:
    ui = desk.ui
    most = max(0, count - fit)
    x, y = (part / desk.kit.scale for part in imgui.get_io().mouse_pos)
    if box.holds(x, y) and imgui.is_window_hovered():
        ui.scroll += imgui.get_io().mouse_wheel * 3
    ui.scroll = min(max(ui.scroll, 0.0), float(most))


def _head(desk: Desk, box: Box, lines: list[Line]) -> None:
    kit, ui = desk.kit, desk.ui
    title = Box(box.x + 8, box.y + 2, 40 + kit.width(_("Journal").upper(), "heading", 15) * 1.3, 28)
    hot = kit.hot("journal-title", title)
    kit.icon("journal", box.x + 14, box.y + 7, 18, kit.colours.action)
    ink = kit.colours.action if hot.hovered else kit.colours.text
    x = box.x + 42 + kit.spaced(_("Journal"), box.x + 40, box.y + 8, ink, 15) + 24
    if hot.hovered:
        kit.tip = Tip(_("Open or close the journal"), (), desk.adapter.clauses.get("journal", ""), "J")
    if hot.clicked:
        _toggle(desk)
    labels = {name: _(words) for name, words in desk.adapter.filters.items()}
    room = box.right - 44 - x - sum(kit.width(label, "medium", 14) for label in labels.values())
    apart = min(26.0, max(8.0, room / max(1, len(labels))))  # closer together in a narrow window
    for name, label in labels.items():
        chosen = ui.journal_filter == name
        wide = kit.width(label, "medium", 14)
        hot = kit.hot(f"journal-{name}", Box(x - apart / 4, box.y + 3, wide + apart / 2, 28))
        ink = kit.colours.action if chosen else kit.colours.text if hot.hovered else kit.colours.second
        kit.text(label, x, box.y + 8, ink, size=14, font="medium")
        if chosen:
            kit.line(x, box.y + 28, x + wide, box.y + 28, kit.colours.action, 2)
        if hot.hovered:
            kit.tip = Tip(_("Only lines of this kind: {kind}").format(kind=label) if name != "all" else _("Every line"))
        if hot.clicked:
            ui.journal_filter, ui.scroll = name, 0.0
        x += wide + apart
    kit.line(box.x + 1, box.y + 31, box.right - 1, box.y + 31, kit.colours.brass.fade(0.18))
    arrow = Action("", "arrow_down" if ui.journal_open else "arrow_up", "J", tip=_("Open or close the journal"))
    if button(kit, "journal-open", Box(box.right - 38, box.y + 4, 28, 24), arrow):
        _toggle(desk)
    wide = kit.width(_("Briefing"), "strong", 15) + 20 if desk.adapter.has_briefing else 0.0
    left = box.right - 48 - wide
    if wide and left > x:
        tip = _("What the battle is about, and how it is won.")
        clause = desk.adapter.clauses.get("briefing", "")
        read = Action(_("Briefing"), tip=tip, clause=clause, down=ui.panel == "briefing")
        if button(kit, "journal-briefing", Box(left, box.y + 4, wide, 24), read):
            ui.panel = "" if ui.panel == "briefing" else "briefing"
    unread = max(0, len(desk.journal) - ui.journal_read)
    words = _("{count} unread").format(count=unread)
    if unread and not ui.journal_open and left - 12 - kit.width(words, "body", 13.5) > x:
        kit.text(words, left - 12, box.y + 8, kit.colours.second, size=13.5, align=1.0)


def _toggle(desk: Desk) -> None:
    desk.ui.toggle_journal()
    desk.ui.scroll = 0.0


def _line(desk: Desk, box: Box, line: Line, rows: list[str], number: int) -> None:
    kit, place = desk.kit, desk.adapter.place_of(line.event)
    showing = SHOW if desk.ui.journal_open else 0.0
    hot = kit.hot(f"line-{number}", Box(box.x, box.y, box.w - showing, box.h))
    if hot.hovered:
        kit.plate(box, kit.colours.hover.fade(0.35), 3)
    kit.icon(desk.adapter.icon_of(line.event), box.x + 8, box.y + 3, 14, desk.ink_of(line.side))
    x = box.x + 32
    if place is not None:
        title = desk.adapter.hex_title(place)
        if kit.width(title, "strong", 14) > TITLE:
            title = desk.adapter.short_title(place)
        name = kit.fitted(title, TITLE, "strong", 14)
        kit.text(name, x, box.y + 1, kit.colours.action, size=14, font="strong")
        x += 132
    words = typography.typographic(str(line.text))
    when = _("turn {turn}").format(turn=line.turn)
    note = kit.width(when, "body", 13)
    for place_of_row, row in enumerate(rows):
        kit.text(row, x, box.y + 1 + ROW * place_of_row, size=14, room=box.right - x - note - showing - 18)
    kit.text(when, box.right - 8 - showing, box.y + 2, kit.colours.second, size=13, align=1.0)
    if showing:
        _show(desk, f"show-{number}", box, line.event)
    if hot.hovered:
        notes = (_("Click to go there."),) if place is not None else ()
        kit.tip = Tip(words, notes)
    if hot.clicked and place is not None:
        desk.commands.jump(place)
