"""The rules, read and searched without leaving the battle (OPS-0-1)."""

from __future__ import annotations

from wab.app.hud.kit import Box, Kit
from wab.app.hud.widgets import Action, button, field
from wab.app.wargame.panels.tools import TOP
from wab.app.wargame.rule_book import write_rule_book
from wab.app.wargame.ui import Desk
from wab.content.ledger import Clause
from wab.engine.errors import SaveError
from wab.locale import _

WIDE, HEAD, FOOT, LEAD = 620.0, 52.0, 56.0, 19.0


def draw(desk: Desk) -> None:
    """Draw them while they are open."""
    ui, kit = desk.ui, desk.kit
    if ui.panel != "rules":
        return
    wide = min(WIDE, kit.screen.w - 40)
    box = Box((kit.screen.w - wide) / 2, TOP, wide, kit.screen.h - TOP - 20)
    with kit.panel("rules", box, title=_("Rules"), icon="journal", closes=True, front=True, opacity=0.985) as panel:
        kit.icon("search", box.x + 14, panel.box.y + 15, 18, kit.colours.action)
        place = Box(box.x + 42, panel.box.y + 10, box.w - 56, 34)
        ui.rule_search = field(kit, "rule-search", place, ui.rule_search, focus=True)
        entries = desk.kept(
            "rules", lambda: _entries(kit, desk.adapter.rules(ui.rule_search), wide - 52), ui.rule_search, wide
        )
        part = Box(box.x, panel.box.y + HEAD, box.w, panel.box.h - HEAD - FOOT)
        _list(kit, entries, part)
        _foot(desk, Box(box.x + 14, box.bottom - FOOT + 8, box.w - 28, 40), len(entries))
        if panel.closed:
            ui.panel = ""


def _entries(kit: Kit, clauses: tuple[Clause, ...], room: float) -> list[tuple[Clause, list[str], float]]:
    """Each rule with its lines and how high it is."""
    found = []
    for clause in clauses:
        lines = kit.lines(" ".join(clause.rule.split()), room, "body", 14)
        found.append((clause, lines, 24 + LEAD * len(lines) + 10))
    return found


def _list(kit: Kit, entries: list[tuple[Clause, list[str], float]], part: Box) -> None:
    if not entries:
        kit.text(_("No rule holds all these words."), part.x + 20, part.y + 8, kit.colours.second, size=14.5)
        return
    with kit.scroll("rules-text", part, sum(high for _clause, _lines, high in entries) + 8) as shown:
        y = shown.top + 4
        for clause, lines, high in entries:
            if shown.shows(y, high):
                _rule(kit, clause, lines, Box(part.x + 20, y, part.w - 52, high))
            y += high


def _rule(kit: Kit, clause: Clause, lines: list[str], box: Box) -> None:
    number = kit.width(clause.id, "report", 12.5)
    title = clause.title[:1].upper() + clause.title[1:]
    kit.text(title, box.x, box.y, kit.colours.action, size=15, font="strong", room=box.w - number - 14)
    kit.text(clause.id, box.right, box.y + 3, kit.colours.second, size=12.5, font="report", align=1.0)
    for place, line in enumerate(lines):
        kit.text(line, box.x, box.y + 22 + LEAD * place, size=14)


def _foot(desk: Desk, box: Box, count: int) -> None:
    kit = desk.kit
    kit.text(_("Rules shown: {count}").format(count=count), box.x, box.y + 11, kit.colours.second, size=14)
    tip = _("Write all rules into a file that a browser opens and prints.")
    action = Action(_("As a document"), "save", tip=tip, clause=desk.adapter.clauses.get("rules", ""))
    if button(kit, "rules-print", Box(box.right - 210, box.y, 210, 38), action):
        try:
            words = _("The rules are in {file}.").format(
                file=write_rule_book(desk.adapter.system, desk.adapter.rules(""))
            )
        except SaveError as error:
            words = _("The rules could not be written: {why}.").format(why=error)
        desk.interaction.tell(words)
