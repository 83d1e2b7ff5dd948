"""The whole HUD of the card game's battle screen, drawn in one order every frame."""

from __future__ import annotations

from typing import Any

from wab.app.cards.hand.ui import Desk
from wab.app.cards.panels import attack, hand, hex_info, hint, rules, showing, side, stage, table_cards, top_bar
from wab.app.cards.panels.frame import MARGIN, TOP, strip
from wab.app.hud.kit import Box
from wab.app.hud.widgets import Action, key_name, tooltip
from wab.app.play.director import Director
from wab.app.wargame.attack import card
from wab.app.wargame.journal import offer
from wab.app.wargame.journal import stage as stage_bar
from wab.app.wargame.ui.badge import hex_box
from wab.app.wargame.ui.places import BAR
from wab.locale import _


def draw(desk: Desk, scene: Any) -> None:
    """Draw everything over the table."""
    desk.kit.begin_frame()
    top_bar.draw(desk)
    table_cards.draw(desk)
    box = stage.draw(desk)
    desk.stage_top = hint.draw(desk, box.y)
    if not attack.draw(desk, desk.stage_top):
        side.draw(desk, desk.stage_top)
    hex_info.draw(desk)
    hand.draw(desk)
    showing.draw(desk)
    if desk.show is not None:
        _show_bar(desk, desk.show)
    _result(desk, scene)
    rules.draw(desk)
    offer.draw(desk, TOP + MARGIN)
    showing.draw_told(desk)
    x, y = desk.ui.pointer
    tooltip(desk.kit, x, y)


def _result(desk: Desk, scene: Any) -> None:
    """Draw the card of the last attack, over the panels at the sides."""
    kit, results = desk.kit, desk.results
    if results is None or (told := results.card) is None:
        return
    top = TOP + MARGIN
    low = min(desk.stage_top - MARGIN, kit.screen.h - strip(kit.screen))
    room = Box(MARGIN, top, kit.screen.w - 2 * MARGIN, low - top)
    places = [hex_box(kit, scene, hex_) for hex_ in told.hexes]
    box = card.fitted(kit, told, room, places, waits=results.waits)
    card.draw_in(kit, results, box, die=lambda place, face: attack.die(desk, place, face))


def _show_bar(desk: Desk, show: Director) -> None:
    """Draw the bar of a show: the side that acts, its scenes, and the buttons."""
    kit = desk.kit
    scene = show.scene
    words = _("Your side") if scene is not None and scene.side == desk.view.side else _("The enemy’s turn")
    skip = Action(_("Skip"), "end_turn", key_name("space"), tip=_("Go to the end of the enemy's moves."))
    eye = kit.colours.action
    top = kit.screen.h - MARGIN - BAR  # over the hand, of which no card is played meanwhile: the board stays free
    stage_bar.draw_bar(desk, show, words, skip, lambda box: kit.icon("eye", box.x + 18, box.y + 13, 20, eye), top)


def press(desk: Desk, number: int) -> None:
    """A digit was pressed: the choice of that number, or the card of that place."""
    found = [] if desk.interaction.phase == "card" else stage.choices(desk)
    if 0 < number <= len(found):
        found[number - 1].do()
        return
    cards = desk.interaction.hand()
    if 0 < number <= len(cards):
        hand.take(desk, cards[number - 1])


def press_primary(desk: Desk) -> bool:
    """Enter: the choice that is meant for it; False if there is none."""
    meant = [choice for choice in stage.choices(desk) if choice.primary]
    if not meant:
        return False
    meant[0].do()
    return True
