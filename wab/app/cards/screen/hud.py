"""The whole HUD of the card game's battle screen, drawn in one order every frame."""

from __future__ import annotations

from typing import Any

from wab.app.cards.hand.ui import Desk
from wab.app.cards.panels import attack, hand, hex_info, hint, rules, showing, side, stage, table_cards, top_bar
from wab.app.hud.widgets import tooltip


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
    rules.draw(desk)
    showing.draw_told(desk)
    x, y = desk.ui.pointer
    tooltip(desk.kit, x, y)


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
