"""The journal strip at the bottom: the last three lines, or many when it is open. It never stands in the way."""

from __future__ import annotations

from collections.abc import Sequence

from imgui_bundle import imgui

from wab.app.kit import Box, Tip
from wab.app.operations import texts
from wab.app.operations.presenter import hex_title
from wab.app.operations.ui import Desk
from wab.app.theme import METRICS, Rgba
from wab.app.widgets import Action, button
from wab.engine.events import Rolled
from wab.engine.journal import Line
from wab.engine.text import N_
from wab.hexes import HexId
from wab.locale import _
from wab.systems.operations import events as ev
from wab.systems.operations.view import OperationsView

FILTERS = {
    "all": N_("All"),
    "combat": N_("Combat"),
    "moves": N_("Moves"),
    "points": N_("Points"),
}
_COMBAT = (
    ev.SquadronFlew,
    ev.CombatJoined,
    ev.CombatResolved,
    ev.Bombarded,
    ev.LostHp,
    ev.Retreated,
    ev.Removed,
    ev.Advanced,
    Rolled,
)
_MOVES = (ev.Moved, ev.Arrived, ev.Sighted, ev.SupplyJudged, ev.Reconstituted, ev.QualityChanged)
_POINTS = (ev.Scored, ev.GameEnded, ev.TurnBegan, ev.ImpulseBegan, ev.ImpulseEnded)
_ICONS: tuple[tuple[type, str], ...] = (
    (ev.AirReadied, "plane"),
    (ev.FleetReadied, "ship"),
    (ev.SquadronFlew, "plane"),
    (ev.CombatJoined, "attack"),
    (ev.CombatResolved, "attack"),
    (ev.Bombarded, "bombard"),
    (ev.LostHp, "heart"),
    (ev.Retreated, "retreat"),
    (ev.Removed, "close"),
    (ev.Advanced, "move"),
    (ev.Moved, "move"),
    (ev.Arrived, "arrow_right"),
    (ev.Sighted, "eye"),
    (ev.SupplyJudged, "crate"),
    (ev.Scored, "flag"),
    (ev.GameEnded, "medal"),
    (ev.TurnBegan, "clock"),
    (ev.ImpulseBegan, "play"),
    (ev.ImpulseEnded, "front"),
    (Rolled, "die_6"),
    (ev.Reconstituted, "reform"),
    (ev.QualityChanged, "star"),
)
ROW = 20.0
PLAIN, NAMED = 32.0, 164.0  # where the words of a line begin, without and with a place before them


def kind_of(line: Line) -> str:
    """Under which filter a line comes."""
    event = line.event
    if isinstance(event, Rolled):
        return "points" if event.stream == "weather" else "combat"
    if isinstance(event, _COMBAT):
        return "combat"
    return "moves" if isinstance(event, _MOVES) else "points"


def place_of(line: Line, view: OperationsView) -> HexId | None:
    """The hex that a line speaks of, or in which its unit stands now; None where it speaks of none."""
    event = line.event
    if isinstance(event, ev.Moved):
        return event.path[-1]
    for name in ("target", "hex"):
        found = getattr(event, name, None)
        if found is not None:
            return int(found)
    unit = view.position.units.get(getattr(event, "unit", -1))
    return unit.hex if unit is not None else None


def shown_lines(desk: Desk) -> list[Line]:
    """The lines under the chosen filter."""
    wanted = desk.ui.journal_filter
    return [line for line in desk.battle.journal if wanted == "all" or kind_of(line) == wanted]


def draw(desk: Desk) -> None:
    """Draw the strip beside the small map; a click on its title or its arrow opens it, as in the bar (OPS-9.2.1-2)."""
    kit, ui = desk.kit, desk.ui
    left = 12 + METRICS.minimap[0] + 14
    wide = kit.screen.w - left - METRICS.side_panel - 26
    if wide < 260:
        return
    lines = shown_lines(desk)
    rows = Rows(desk, lines, wide - 12)
    high = float(METRICS.journal)
    if ui.journal_open:
        most = min(460.0, kit.screen.h * 0.5)
        high = max(high, min(most, 44 + ROW * rows.count(range(len(lines)), most)))
    box = Box(left, kit.screen.h - high - 12, wide, high)
    with kit.panel("journal", box):
        _head(desk, box, lines)
        room = Box(box.x + 6, box.y + 34, box.w - 12, box.h - 40)
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
        ui.journal_read = max(ui.journal_read, len(desk.battle.journal) if ui.journal_open else ui.journal_read)


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
        desk, words = self._desk, texts.typographic(str(line.text))
        if not desk.ui.journal_open:
            return [words]
        note = desk.kit.width(_("turn {turn}").format(turn=line.turn), "body", 13)
        before = NAMED if place_of(line, desk.view) is not None else PLAIN
        return desk.kit.lines(words, self._wide - before - note - 26, "body", 14)

    def count(self, places: range, most: float) -> int:
        """How many rows lines have together; not counted on when they are higher than `most`."""
        rows = 0
        for place in places:
            rows += len(self.of(place))
            if rows * ROW > most:
                break
        return rows

    def fitting(self, places: range, room: float) -> int:
        """How many lines, one after the other, find room; one at least where there is any."""
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
        kit.tip = Tip(_("Open or close the journal"), (), "OPS-9.2.1-2", "J")
    if hot.clicked:
        _toggle(desk)
    for name, words in FILTERS.items():
        chosen = ui.journal_filter == name
        label = _(words)
        wide = kit.width(label, "medium", 14)
        hot = kit.hot(f"journal-{name}", Box(x - 6, box.y + 3, wide + 12, 28))
        ink = kit.colours.action if chosen else kit.colours.text if hot.hovered else kit.colours.second
        kit.text(label, x, box.y + 8, ink, size=14, font="medium")
        if chosen:
            kit.line(x, box.y + 28, x + wide, box.y + 28, kit.colours.action, 2)
        if hot.hovered:
            kit.tip = Tip(_("Only lines of this kind: {kind}").format(kind=label) if name != "all" else _("Every line"))
        if hot.clicked:
            ui.journal_filter, ui.scroll = name, 0.0
        x += wide + 26
    kit.line(box.x + 1, box.y + 31, box.right - 1, box.y + 31, kit.colours.brass.fade(0.18))
    arrow = Action("", "arrow_down" if ui.journal_open else "arrow_up", "J", tip=_("Open or close the journal"))
    if button(kit, "journal-open", Box(box.right - 38, box.y + 4, 28, 24), arrow):
        _toggle(desk)
    wide = kit.width(_("Briefing"), "strong", 15) + 20
    left = box.right - 48 - wide
    if left > x:
        tip = _("What the battle is about, and how it is won.")
        read = Action(_("Briefing"), tip=tip, clause="OPS-9.2.1-1", down=ui.panel == "briefing")
        if button(kit, "journal-briefing", Box(left, box.y + 4, wide, 24), read):
            ui.panel = "" if ui.panel == "briefing" else "briefing"
    unread = max(0, len(desk.battle.journal) - ui.journal_read)
    words = _("{count} unread").format(count=unread)
    if unread and not ui.journal_open and left - 12 - kit.width(words, "body", 13.5) > x:
        kit.text(words, left - 12, box.y + 8, kit.colours.second, size=13.5, align=1.0)


def _toggle(desk: Desk) -> None:
    ui = desk.ui
    ui.journal_open, ui.journal_by_itself, ui.scroll = not ui.journal_open, False, 0.0


def _line(desk: Desk, box: Box, line: Line, rows: list[str], number: int) -> None:
    kit, place = desk.kit, place_of(line, desk.view)
    hot = kit.hot(f"line-{number}", box)
    if hot.hovered:
        kit.plate(box, kit.colours.hover.fade(0.35), 3)
    icon = next((icon for kind, icon in _ICONS if isinstance(line.event, kind)), "info")
    kit.icon(icon, box.x + 8, box.y + 3, 14, _tint(desk, line))
    x = box.x + 32
    if place is not None:
        name = kit.fitted(hex_title(desk.view, place), 122, "strong", 14)
        kit.text(name, x, box.y + 1, kit.colours.action, size=14, font="strong")
        x += 132
    words = texts.typographic(str(line.text))
    when = _("turn {turn}").format(turn=line.turn)
    note = kit.width(when, "body", 13)
    for place_of_row, row in enumerate(rows):
        kit.text(row, x, box.y + 1 + ROW * place_of_row, size=14, room=box.right - x - note - 18)
    kit.text(when, box.right - 8, box.y + 2, kit.colours.second, size=13, align=1.0)
    if hot.hovered:
        notes = (_("Click to go there."),) if place is not None else ()
        kit.tip = Tip(words, notes)
    if hot.clicked and place is not None:
        desk.commands.jump(place)


def _tint(desk: Desk, line: Line) -> Rgba:
    colours = desk.kit.colours
    if line.side is None:
        return colours.second
    return colours.side[0 if line.side == "allied" else 1]
