"""The cards on the table: what is in force, what the enemy played last, discards open to both sides (CRD-4.5-4)."""

from __future__ import annotations

from wab.app.cards.cardface import RATIO, Look, draw_back, draw_card
from wab.app.cards.panels.frame import table_panel
from wab.app.cards.texts import card_text, card_title, section_name
from wab.app.cards.ui import Desk
from wab.app.kit import Box, Tip
from wab.locale import _

_SLOT = 84.0
_TITLE = 17.0


def draw(desk: Desk) -> None:
    """Three places side by side, with a title over each."""
    kit = desk.kit
    box = table_panel(kit.screen)
    view = desk.view
    with kit.window("table", box):
        count = 3 if box.w > 2 * _SLOT else 1
        gap = (box.w - 3 * _SLOT) / 2
        slots = [Box(box.x + n * (_SLOT + gap), box.y + _TITLE + 3, _SLOT, _SLOT * RATIO) for n in range(count)]
        plays = view.play
        in_force = plays[-1].card if plays else ""
        _slot(desk, slots[0], _("In force"), in_force, "in force")
        if count > 1:
            _slot(desk, slots[1], _("Enemy's last"), view.last_card, "last")
            _discards(desk, slots[2])
        if plays:
            words = [section_name(play.section) for play in plays if play.section]
            if len(plays) > 1:
                words.insert(0, f"+{len(plays) - 1}")
            note = kit.fitted(" · ".join(words), _SLOT, "medium", 12)
            x, y = slots[0].x + _SLOT / 2, slots[0].bottom + 5
            kit.text(note, x, y, kit.colours.action, size=12, font="medium", align=0.5)


def _title(desk: Desk, box: Box, words: str) -> None:
    kit = desk.kit
    words = kit.fitted(words, box.w, "heading", 13)
    kit.text(words, box.x, box.y - _TITLE - 2, kit.colours.second, size=13, font="heading")


def _slot(desk: Desk, box: Box, title: str, key: str, name: str) -> None:
    kit = desk.kit
    _title(desk, box, title)
    if not key:
        kit.plate(box, kit.colours.ground.fade(0.55), 5)
        kit.outline(box, kit.colours.brass.fade(0.25), 5)
        return
    hot = kit.hot(f"slot {name}", box)
    draw_card(kit, box, desk.view.board, key, Look(hot=hot.hovered))
    if hot.hovered:
        kit.tip = Tip(card_title(desk.view.board, key), (card_text(desk.view.board, key),))


def _discards(desk: Desk, box: Box) -> None:
    kit, view = desk.kit, desk.view
    _title(desk, box, _("Discards"))
    hot = kit.hot("discards", box)
    if view.discards:
        draw_card(kit, box, view.board, view.discards[-1], Look(hot=hot.hovered, mark=str(len(view.discards))))
    else:
        draw_back(kit, box, str(view.pile_size))
    if hot.hovered:
        told = _("{discards} cards discarded, {pile} in the pile.").format(
            discards=len(view.discards), pile=view.pile_size
        )
        kit.tip = Tip(told, (_("Discards lie open to both sides: click to look through them."),), "CRD-4.5-4", "D")
    if hot.clicked:
        desk.commands.toggle_panel("discards")
    words = _("Pile: {count}").format(count=view.pile_size)
    kit.text(words, box.x + box.w / 2, box.bottom + 5, kit.colours.second, size=12, font="medium", align=0.5)
