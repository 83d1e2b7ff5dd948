"""The rules of the card game, read and searched without leaving the battle."""

from __future__ import annotations

from functools import partial

from wab.app.cards.hand.ui import Desk
from wab.app.cards.pages.rule_tables import SHEETS
from wab.app.cards.panels.frame import book_panel
from wab.app.hud.kit import Box, Kit
from wab.app.wargame.rules.rule_book import write_rule_book
from wab.app.wargame.rules.rule_browser import Browser, Shelf
from wab.content.ledger import Clause, search_book
from wab.engine.words.errors import SaveError
from wab.locale import _

SYSTEM = "cards"
_TOP = 70.0


def found_rules(words: str) -> tuple[Clause, ...]:
    """The rules that hold all the words, rules with them in the title first; all of them for ""."""
    return search_book(SYSTEM, words)


def draw(desk: Desk) -> None:
    """Draw them while they are open."""
    if desk.ui.panel != "rules":
        return
    if desk.rule_browser is None:
        beside = partial(_beside, desk)
        shelf = Shelf(SYSTEM, found_rules, {}, partial(_print, desk), sheets=SHEETS, beside=beside)
        desk.rule_browser = Browser(shelf)
    if desk.rule_browser.draw(desk.kit, desk.ui, _TOP):
        desk.ui.panel = ""


def _beside(desk: Desk, kit: Kit) -> Box | None:
    return book_panel(kit.screen, desk.stage_top)


def _print(desk: Desk) -> None:
    try:
        path = write_rule_book(SYSTEM, found_rules(""), SHEETS)
        words = _("The rules are in {file}.").format(file=path)
    except SaveError as error:
        words = _("The rules could not be written: {why}.").format(why=error)
    desk.interaction.tell(words)
