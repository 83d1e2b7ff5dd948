"""The rule book in the window: contents at the left, text at the right, search with its hits marked, links, pictures.

A `Reading` holds the open part of it; a system gives its clauses and its pictures. No battle is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar, cast

from imgui_bundle import imgui

from wab.app.gfx.theme import Rgba
from wab.app.hud.kit import Box, Kit, Tip
from wab.app.hud.shown import shown
from wab.app.hud.widgets import Action, button, key_cap
from wab.app.play.desk import UiState
from wab.app.wargame.adapter.pictures import Diagram
from wab.app.wargame.rules.rule_sheet import rows_of
from wab.content.ledger import Clause
from wab.content.rulebook import Chapter, Link, Sheets, capital, chapters, examples_of, in_lines, section_of, titled
from wab.locale import _, current_language

WIDE, CONTENTS, HEAD, FOOT = 1120.0, 300.0, 54.0, 54.0
LEAD, ROW = 20.0, 23.0
PAGE = 360.0
"""Pixels that Page Down scrolls."""

T = TypeVar("T")
Find = Callable[[str], tuple[Clause, ...]]


@dataclass(frozen=True)
class Shelf:
    """The rule book of a system: how clauses are found, its pictures by section, and how it is written down."""

    system: str
    find: Find
    diagrams: Mapping[str, Diagram]
    print: Callable[[], None]
    clause: str = ""
    sheets: Sheets = field(default_factory=dict)
    """Its tables by id."""
    beside: Callable[[Kit], Box | None] = lambda _kit: None
    """The place of the book next to the battle; None if there is no room, so that it lies over the battle."""


Deed = Callable[[], object]


def deed_of(ui: UiState, find: Find, key: str, sheets: Sheets) -> Deed | None:
    """Return the deed of a key while the book is open; None if the key has no meaning in it."""
    reading = ui.reading

    def step(by: int) -> None:
        reading.step(by, list(_found(find, sheets, ui.rule_search)))

    deeds: dict[str, Deed] = {
        "arrow_down": partial(step, 1),
        "arrow_up": partial(step, -1),
        "arrow_left": reading.go_back,
        "arrow_right": reading.go_forward,
        "backspace": reading.go_back,
        "enter": partial(setattr, reading, "moved", True),
        "page_down": partial(setattr, reading, "scroll", PAGE),
        "page_up": partial(setattr, reading, "scroll", -PAGE),
        "home": partial(setattr, reading, "scroll", -1e6),
        "end": partial(setattr, reading, "scroll", 1e6),
        "/": partial(setattr, reading, "seek", True),
    }
    return deeds.get(key)


def _found(find: Find, sheets: Sheets, words: str) -> dict[str, str]:
    """The titles of the clauses that hold all the words, then of the tables with all of them in the title, by id."""
    wanted = words.casefold().split()
    titles = {id_: make().title for id_, make in sheets.items()}
    tables = {id_: title for id_, title in titles.items() if all(word in title.casefold() for word in wanted)}
    return {clause.id: clause.title for clause in find(words)} | tables


@dataclass(frozen=True)
class _Line:
    """A line on the right: words in a look, with what they lead to ("" for nothing)."""

    words: str
    ink: Rgba
    font: str = "body"
    size: float = 15.0
    high: float = LEAD
    indent: float = 0.0
    clause: str = ""
    number: str = ""
    link: str = ""
    links: tuple[Link, ...] = ()
    diagram: Diagram | None = None


class Browser:
    """Draws a rule book. It keeps the lines that it has broken for as long as they stay the same."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._kept: dict[str, tuple[object, object]] = {}

    def draw(self, kit: Kit, ui: UiState, top: float) -> bool:
        """Draw the open book below `top`. True when it was closed."""
        book = self._once("book", current_language(), lambda: self.shelf.find(""))
        if ui.reading.at not in {clause.id for clause in book} | self.shelf.sheets.keys() and book:
            ui.reading.at, ui.reading.moved = self._instead(ui, book), True
        wide = min(WIDE, kit.screen.w - 24)
        over = Box((kit.screen.w - wide) / 2, top, wide, kit.screen.h - top - 14)
        box = self.shelf.beside(kit) or over
        with kit.panel("rules", box, title=_("Rules"), icon="journal", closes=True, front=True, opacity=0.99) as panel:
            self._head(kit, ui, Box(box.x, panel.box.y, box.w, HEAD))
            facts = (ui.rule_search, current_language())
            found = self._once("found", facts, lambda: _found(self.shelf.find, self.shelf.sheets, ui.rule_search))
            body = Box(box.x, panel.box.y + HEAD, box.w, panel.box.h - HEAD - FOOT)
            left = Box(body.x, body.y, min(CONTENTS, body.w * 0.34), body.h)
            kit.line(left.right, body.y, left.right, body.bottom, kit.colours.brass.fade(0.25))
            if not found:
                kit.text(_("No rule holds all these words."), left.right + 24, body.y + 8, kit.colours.second, size=15)
            elif ui.rule_search.strip():
                self._hits(kit, ui, left, found)
            else:
                self._contents(kit, ui, left, book)
            if found:
                self._text(kit, ui, Box(left.right, body.y, body.w - left.w, body.h), book)
            self._foot(
                kit,
                ui,
                Box(box.x + 14, box.bottom - FOOT + 8, box.w - 28, 38),
                len(found.keys() - self.shelf.sheets.keys()),
            )
        return panel.closed

    # ---- head and foot

    def _head(self, kit: Kit, ui: UiState, box: Box) -> None:
        reading, x = ui.reading, box.x + 14
        for name, icon, way, deed, key, tip in (
            ("back", "undo", reading.back, reading.go_back, "", _("The rule that was open before")),
            ("forward", "redo", reading.forward, reading.go_forward, "", _("The rule that was open after it")),
        ):
            action = Action("", icon, key, tip=tip, off="" if way else _("There is none."))
            if button(kit, f"rules-{name}", Box(x, box.y + 10, 36, 34), action):
                deed()
            x += 42
        kit.icon("search", x + 8, box.y + 18, 18, kit.colours.action)
        place = Box(x + 34, box.y + 12, box.right - x - 34 - 60, 34)
        before = ui.rule_search
        ui.rule_search = _field(kit, place, ui.rule_search, seek=reading.seek)
        reading.seek = False
        if ui.rule_search != before and (hits := _found(self.shelf.find, self.shelf.sheets, ui.rule_search)):
            reading.open(next(iter(hits)))
        key_cap(kit, "/", box.right - 20, box.y + 19, kit.colours.second, kit.colours.raised)

    def _foot(self, kit: Kit, ui: UiState, box: Box, count: int) -> None:
        words = _("Rules shown: {count}").format(count=count)
        used = kit.text(words, box.x, box.y + 10, kit.colours.second, size=14)
        keys = _("Arrows: the next rule, back and forward · / searches · Page Up and Down scroll")
        room = box.w - used - 250
        kit.text(keys, box.x + used + 24, box.y + 10, kit.colours.second.fade(0.75), size=13.5, room=room)
        tip = _("Write all rules into a file that a browser opens and prints.")
        action = Action(_("As a document"), "save", tip=tip, clause=self.shelf.clause)
        if button(kit, "rules-print", Box(box.right - 210, box.y, 210, 38), action):
            self.shelf.print()

    # ---- the left side

    def _contents(self, kit: Kit, ui: UiState, box: Box, book: Sequence[Clause]) -> None:
        """Chapters, and the sections of each."""
        parts: tuple[Chapter, ...] = self._once("parts", current_language(), lambda: chapters(self.shelf.system, book))
        at = ui.reading.at
        open_ = at if at in self.shelf.sheets else section_of(self._clause(book, at))
        rows: list[tuple[str, str, str]] = []
        for chapter in parts:
            rows.append((chapter.title, "", ""))
            rows += [(section.title, section.id, section.clauses[0].id) for section in chapter.sections]
        if self.shelf.sheets:
            rows.append((_("Tables"), "", ""))
            rows += [(title, id_, id_) for id_, title in self._tables().items()]
        with kit.scroll("rules-contents", box, len(rows) * ROW + 10) as shown:
            for number, (title, section, clause) in enumerate(rows):
                y = shown.top + 6 + number * ROW
                if section == open_ and section and ui.reading.moved:
                    _into_sight(kit, y - shown.top, box.h)
                if shown.shows(y, ROW):
                    row = Box(box.x + 8, y, box.w - 26, ROW)
                    self._row(
                        kit, ui, row, f"section-{number}", title, clause, chosen=bool(section) and section == open_
                    )

    def _hits(self, kit: Kit, ui: UiState, box: Box, found: Mapping[str, str]) -> None:
        """The clauses and tables that were found, by id with their titles."""
        with kit.scroll("rules-hits", box, len(found) * ROW + 10) as shown:
            for number, (id_, title) in enumerate(found.items()):
                y = shown.top + 6 + number * ROW
                if id_ == ui.reading.at and ui.reading.moved:
                    _into_sight(kit, y - shown.top, box.h)
                if shown.shows(y, ROW):
                    row, chosen = Box(box.x + 8, y, box.w - 26, ROW), id_ == ui.reading.at
                    self._row(kit, ui, row, f"hit-{number}", capital(title), id_, chosen=chosen)

    def _row(self, kit: Kit, ui: UiState, row: Box, name: str, title: str, clause: str, *, chosen: bool) -> None:
        c = kit.colours
        if not clause:
            kit.text(title.upper(), row.x + 6, row.y + 3, c.brass, size=14, font="heading", room=row.w - 8)
            return
        hot = kit.hot(name, row)
        if chosen or hot.hovered:
            kit.plate(row, c.down if chosen else c.hover.fade(0.4), 3)
        kit.text(title, row.x + 16, row.y + 2, c.action if chosen else c.text, size=15, room=row.w - 22)
        if hot.clicked:
            ui.reading.open(clause)

    # ---- the right side

    def _text(self, kit: Kit, ui: UiState, box: Box, book: Sequence[Clause]) -> None:
        """The whole section of the clause that is open, with that clause in sight."""
        reading, inside = ui.reading, box.w - 60
        table = reading.at if reading.at in self.shelf.sheets else ""
        section = table or section_of(self._clause(book, reading.at))
        facts = (section, inside, kit.scale, current_language())
        if table:
            lines: list[_Line] = self._once("lines", facts, lambda: self._of_table(kit, table, inside))
        else:
            lines = self._once("lines", facts, lambda: self._lines(kit, section, book, inside))
        wanted = ui.rule_search.casefold().split()
        with kit.scroll("rules-text", box, sum(line.high for line in lines) + 40) as shown:
            y = shown.top + 8
            for number, line in enumerate(lines):
                if line.clause == reading.at and line.number and reading.moved:
                    first = next(one.clause for one in lines if one.number) == reading.at  # with title and picture
                    imgui.set_scroll_y(0.0 if first else max(0.0, y - shown.top - 8) * kit.scale)
                if shown.shows(y, line.high):
                    self._line(kit, ui, line, Box(box.x + 24, y, inside, line.high), wanted, number)
                y += line.high
            if table and reading.moved:
                imgui.set_scroll_y(0.0)
            if reading.scroll:
                imgui.set_scroll_y(max(0.0, imgui.get_scroll_y() + reading.scroll * kit.scale))
        reading.moved, reading.scroll = False, 0.0

    def _lines(self, kit: Kit, section: str, book: Sequence[Clause], room: float) -> list[_Line]:
        c, titles = kit.colours, self._titles(book)
        own = [clause for clause in book if section_of(clause) == section]
        heads = chapters(self.shelf.system, own)
        title = heads[0].sections[0].title if heads else section
        lines = [_Line(title, c.brass, "title", 30, 44)]
        if (picture := self.shelf.diagrams.get(section)) is not None:
            lines.append(_Line("", c.text, high=picture.high, diagram=picture))
            lines += [_Line(row, c.second, size=14, high=19) for row in kit.lines(picture.told(), room, "body", 14)]
            lines.append(_Line("", c.text, high=12))
        for clause in own:
            lines.append(_Line(capital(clause.title), c.action, "strong", 16, 25, clause=clause.id, number=clause.id))
            told, links = titled(shown(clause.text), titles)
            rows = kit.lines(told, room, "body", 15)
            for row, of_row in zip(rows, in_lines(told, rows, links), strict=True):
                lines.append(_Line(row, c.text, clause=clause.id, links=of_row))
            for words in examples_of(self.shelf.system, clause.id):
                told = _("Example: {words}").format(words=words)
                rows = kit.lines(told, room - 22, "body", 15)
                lines += [_Line(row, c.good, indent=18, clause=clause.id) for row in rows]
            linked = {link.to for link in links}
            for needed in (id_ for id_ in clause.needs if id_ in titles and id_ not in linked):
                lines.append(_Line(capital(titles[needed]), c.second, size=14, clause=clause.id, link=needed))
            lines.append(_Line("", c.text, high=12))
        return lines

    def _titles(self, book: Sequence[Clause]) -> dict[str, str]:
        """The titles of clauses and tables by id."""
        return {clause.id: clause.title for clause in book} | self._tables()

    def _tables(self) -> dict[str, str]:
        """The titles of the tables by id."""
        sheets = self.shelf.sheets
        return self._once("tables", current_language(), lambda: {id_: make().title for id_, make in sheets.items()})

    def _of_table(self, kit: Kit, id_: str, room: float) -> list[_Line]:
        """A table of the rules with its title, and the sentence below it."""
        c, sheet = kit.colours, self.shelf.sheets[id_]()
        title = _Line(sheet.title, c.brass, "title", 30, 44, clause=id_, number=id_)
        rows = rows_of(kit, sheet, room)
        lines = [_Line("", c.text, high=row.high, diagram=Diagram(row.high, row.draw, str)) for row in rows]
        note = [_Line(row, c.second, size=14, high=19) for row in kit.lines(sheet.note, room, "body", 14)]
        return [title, *lines, _Line("", c.text, high=10), *note]

    def _line(self, kit: Kit, ui: UiState, line: _Line, box: Box, wanted: Sequence[str], number: int) -> None:
        c = kit.colours
        if line.diagram is not None:
            line.diagram.draw(kit, box)
            return
        if line.clause == ui.reading.at:
            kit.plate(Box(box.x - 14, box.y, 3, line.high), c.action, 1)
        x = box.x + line.indent
        if line.indent:
            kit.plate(Box(box.x + 4, box.y, 2, line.high), c.good.fade(0.6))
        if line.number:
            used = kit.width(line.number, "report", 12.5)
            kit.text(line.number, box.right, box.y + 4, c.second.fade(0.7), size=12.5, font="report", align=1.0)
            box = Box(box.x, box.y, box.w - used - 12, box.h)
        if line.link:
            self._link(kit, ui, Box(x, box.y, box.w, line.high), line, f"see-{number}")
            return
        _mark(kit, line, x, box.y, wanted)
        last = 0
        for place, link in enumerate(line.links):
            x += kit.text(line.words[last : link.start], x, box.y, line.ink, size=line.size, font=line.font)
            last, piece = link.end, line.words[link.start : link.end]
            wide = kit.width(piece, line.font, line.size)
            hot = kit.hot(f"cited-{number}-{place}-{link.to}", Box(x, box.y, wide, line.high))
            kit.text(piece, x, box.y, c.action, size=line.size, font=line.font)
            under = box.y + line.high - 3
            kit.line(x, under, x + wide, under, c.action.fade(0.9 if hot.hovered else 0.4))
            if hot.hovered:
                kit.tip = Tip(_("See also: {ids}").format(ids=piece), (), link.to)
            if hot.clicked:
                self._go(ui, link.to)
            x += wide
        kit.text(line.words[last:], x, box.y, line.ink, size=line.size, font=line.font)

    def _link(self, kit: Kit, ui: UiState, box: Box, line: _Line, name: str) -> None:
        """A rule on which this one leans."""
        c = kit.colours
        wide = kit.width(line.words, line.font, line.size)
        hot = kit.hot(name, Box(box.x, box.y, wide + 24, line.high))
        kit.icon("arrow_right", box.x, box.y + 4, 12, c.action)
        kit.text(line.words, box.x + 20, box.y, c.action if hot.hovered else c.second, size=line.size, room=box.w - 24)
        small = c.second.fade(0.7)
        kit.text(line.link, box.x + 20 + wide + 10, box.y + 2, small, size=11.5, font="report")
        if hot.hovered:
            kit.tip = Tip(_("See also: {ids}").format(ids=line.words), (), line.link)
        if hot.clicked:
            self._go(ui, line.link)

    def _go(self, ui: UiState, clause: str) -> None:
        """Follow a link: the whole book is shown again, open at the clause."""
        ui.rule_search = ""
        ui.reading.open(clause)

    def _instead(self, ui: UiState, book: Sequence[Clause]) -> str:
        """Return the clause to read for a missing one: the first of its section, else of the hits, else of the book."""
        asked = ui.reading.at.rpartition("-")[0]
        near = [clause.id for clause in book if clause.id.rpartition("-")[0] == asked]
        return (near or [clause.id for clause in self.shelf.find(ui.rule_search) or book])[0]

    @staticmethod
    def _clause(book: Sequence[Clause], id_: str) -> Clause:
        return next((clause for clause in book if clause.id == id_), book[0])

    def _once(self, name: str, facts: object, make: Callable[[], T]) -> T:
        found = self._kept.get(name)
        if found is None or found[0] != facts:
            found = self._kept[name] = (facts, make())
        return cast(T, found[1])


def _field(kit: Kit, box: Box, words: str, *, seek: bool) -> str:
    """The field of the search; Enter leaves it, so that the arrows go through what was found."""
    imgui.set_cursor_screen_pos(kit.at(box.x, box.y))
    imgui.push_item_width(box.w * kit.scale)
    if seek:
        imgui.set_keyboard_focus_here()
    _changed, words = imgui.input_text("##rule-search", words)
    imgui.pop_item_width()
    return str(words)


def _mark(kit: Kit, line: _Line, x: float, y: float, wanted: Sequence[str]) -> None:
    """Lay a mark under each of the words that were searched."""
    told = line.words.casefold()
    for word in wanted:
        start = told.find(word)
        while start >= 0 and word and len(told) == len(line.words):
            left = kit.width(line.words[:start], line.font, line.size)
            wide = kit.width(line.words[start : start + len(word)], line.font, line.size)
            kit.plate(Box(x + left - 1, y, wide + 2, line.high - 1), kit.colours.action.fade(0.28), 2)
            start = told.find(word, start + len(word))


def _into_sight(kit: Kit, y: float, high: float) -> None:
    """Scroll a list so far that a row is in sight."""
    at = imgui.get_scroll_y() / kit.scale
    if not at <= y <= at + high - 2 * ROW:
        imgui.set_scroll_y(max(0.0, y - high / 2) * kit.scale)
