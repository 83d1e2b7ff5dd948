"""The rules, read and searched without leaving the battle (OPS-0-1)."""

from __future__ import annotations

from wab.app.wargame.rules.rule_book import write_rule_book
from wab.app.wargame.rules.rule_browser import Browser, Shelf
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import TOP
from wab.engine.words.errors import SaveError
from wab.locale import _


def draw(desk: Desk) -> None:
    """Draw them while they are open."""
    if desk.ui.panel == "rules" and desk.browser(lambda: Browser(_shelf(desk))).draw(desk.kit, desk.ui, TOP):
        desk.ui.panel = ""


def _shelf(desk: Desk) -> Shelf:
    adapter = desk.adapter
    clause = adapter.clauses.get("rules", "")
    return Shelf(adapter.system, adapter.rules, adapter.diagrams, lambda: _print(desk), clause, adapter.sheets)


def _print(desk: Desk) -> None:
    try:
        path = write_rule_book(desk.adapter.system, desk.adapter.rules(""), desk.adapter.sheets)
        words = _("The rules are in {file}.").format(file=path)
    except SaveError as error:
        words = _("The rules could not be written: {why}.").format(why=error)
    desk.interaction.tell(words)
