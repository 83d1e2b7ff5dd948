"""The cards on the table: in force, the enemy's last, the pile, the discards open to both sides (CRD-4.5-4)."""

from __future__ import annotations

from collections.abc import Sequence

from wab.app.cardkit.face import RATIO, Look, draw_back
from wab.app.cards.hand.ui import Desk
from wab.app.cards.looks.cardface import draw_card
from wab.app.cards.looks.texts import card_text, card_title, section_name, where
from wab.app.cards.panels.frame import table_panel
from wab.app.hud.kit import Box, Tip
from wab.locale import _, ngettext
from wab.systems.cards.state.board import Board
from wab.systems.cards.state.state import Play

_SLOT = 79.0
_TITLE = 17.0
_BAND = 20.0  # of a card, with its title on it


def draw(desk: Desk) -> None:
    """Four places side by side, with a title over each; the first alone where there is little room."""
    kit = desk.kit
    box = table_panel(kit.screen)
    view = desk.seen
    with kit.window("table", box):
        count = 4 if box.w > 2 * _SLOT else 1
        gap = (box.w - 4 * _SLOT) / 3
        high = min(_SLOT * RATIO, box.h - _TITLE - 3)
        slots = [Box(box.x + n * (_SLOT + gap), box.y + _TITLE + 3, _SLOT, high) for n in range(count)]
        _slot(desk, slots[0], _("In force"), view.play, "in force")
        if count > 1:
            _slot(desk, slots[1], _("Enemy's last"), view.last_plays, "last")
            _pile(desk, slots[2])
            _discards(desk, slots[3])


def _title(desk: Desk, box: Box, words: str) -> None:
    kit = desk.kit
    words = kit.fitted(words, box.w, "heading", 13)
    kit.text(words, box.x, box.y - _TITLE - 2, kit.colours.second, size=13, font="heading")


def _slot(desk: Desk, box: Box, title: str, plays: Sequence[Play], name: str) -> None:
    """The cards of a turn: one, or in Overlord several laid over one another with all their titles in sight."""
    kit, board = desk.kit, desk.view.board
    _title(desk, box, title)
    if not plays:
        _empty(desk, box)
        return
    hot = kit.hot(f"slot {name}", box)
    for place, play in zip(fan(box, len(plays)), plays, strict=True):
        draw_card(kit, place, board, play.card, Look(hot=hot.hovered))
    if hot.hovered:
        kit.tip = played(board, plays)
    sections = dict.fromkeys(section_name(play.section) for play in plays if play.section)
    note = kit.fitted(" · ".join(sections), _SLOT, "medium", 12)
    kit.text(note, box.x + _SLOT / 2, box.bottom + 5, kit.colours.action, size=12, font="medium", align=0.5)


def fan(box: Box, count: int) -> list[Box]:
    """The places of so many cards in the room of one, from left to right, each a band lower than the one before."""
    high = box.h - _BAND * (count - 1)
    wide = min(box.w, max(high / RATIO, box.w * 0.55))
    step = (box.w - wide) / max(1, count - 1)
    return [Box(box.x + step * number, box.y + _BAND * number, wide, high) for number in range(count)]


def played(board: Board, plays: Sequence[Play]) -> Tip:
    """Return what the cards of a turn say."""
    if len(plays) == 1:
        return Tip(card_title(board, plays[0].card), (card_text(board, plays[0].card),))
    titles = ((card_title(board, play.card), where(play)) for play in plays)
    lines = (f"{title} · {place}" if place else title for title, place in titles)
    return Tip(ngettext("{count} card", "{count} cards", len(plays)).format(count=len(plays)), tuple(lines))


def _pile(desk: Desk, box: Box) -> None:
    """The cards still to be drawn, face down."""
    kit, count = desk.kit, desk.seen.pile_size
    _title(desk, box, _("Pile"))
    if count:
        draw_back(kit, box, str(count))
    else:
        _empty(desk, box)
    if kit.hot("pile", box).hovered:
        words = ngettext("{count} card to be drawn", "{count} cards to be drawn", count).format(count=count)
        kit.tip = Tip(words, (_("When the pile is empty, the discards are shuffled into it."),), "CRD-4.5-2")


def _empty(desk: Desk, box: Box) -> None:
    """A place where no card lies."""
    desk.kit.plate(box, desk.kit.colours.ground.fade(0.55), 5)
    desk.kit.outline(box, desk.kit.colours.brass.fade(0.25), 5)


def _discards(desk: Desk, box: Box) -> None:
    kit, view = desk.kit, desk.seen
    _title(desk, box, _("Discards"))
    hot = kit.hot("discards", box)
    if view.discards:
        draw_card(kit, box, view.board, view.discards[-1], Look(hot=hot.hovered, mark=str(len(view.discards))))
    else:
        _empty(desk, box)
    if hot.hovered:
        told = _("{discards} cards discarded, {pile} in the pile.").format(
            discards=len(view.discards), pile=view.pile_size
        )
        kit.tip = Tip(told, (_("Discards lie open to both sides: click to look through them."),), "CRD-4.5-4", "D")
    if hot.clicked:
        desk.commands.toggle_panel("discards")
