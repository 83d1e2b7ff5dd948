"""The rules of the card game, read and searched without leaving the battle."""

from __future__ import annotations

from functools import partial

from wab.app.cards.ui import Desk
from wab.app.wargame.rule_book import write_rule_book
from wab.app.wargame.rule_browser import Browser, Shelf
from wab.content.ledger import Clause, search_book
from wab.engine.errors import SaveError
from wab.locale import _

SYSTEM = "cards"
_TOP = 70.0


def found_rules(words: str) -> tuple[Clause, ...]:
    """The rules that hold all the words, those with them in the title first; all of them for ""."""
    return search_book(SYSTEM, words)


def draw(desk: Desk) -> None:
    """Draw them while they are open."""
    if desk.ui.panel != "rules":
        return
    if desk.rule_browser is None:
        desk.rule_browser = Browser(Shelf(SYSTEM, found_rules, {}, partial(_print, desk)))
    if desk.rule_browser.draw(desk.kit, desk.ui, _TOP):
        desk.ui.panel = ""


def _print(desk: Desk) -> None:
    try:
        path = write_rule_book(SYSTEM, found_rules(""))
        words = _("The rules are in {file}.").format(file=path)
    except SaveError as error:
        words = _("The rules could not be written: {why}.").format(why=error)
    desk.interaction.tell(words)
