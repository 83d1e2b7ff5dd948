"""The hand: the seat's cards at the foot of the window, the one under the pointer large above them (CRD-2.8-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from wab.app.cardkit.face import Look, card_box, draw_back, says_it_all
from wab.app.cards.hand.interaction import Held
from wab.app.cards.hand.ui import Desk
from wab.app.cards.looks.cardface import draw_card
from wab.app.cards.looks.texts import card_text
from wab.app.cards.panels.frame import hand_boxes, hand_room
from wab.app.hud.kit import Box, Tip
from wab.locale import _
from wab.systems.cards.state.orders import Keep

LARGE = 216.0
LIFT = 16.0


def draw(desk: Desk) -> None:
    """Draw the hand; a click takes a card, a second one plays it."""
    kit, screen = desk.kit, desk.kit.screen
    held = so_far(desk.interaction.hand(), desk.before.hand if desk.before is not None else None)
    boxes = hand_boxes(screen, len(held))
    room = hand_room(screen)
    desk.ui.hot_card = -1
    if not boxes:
        return
    around = Box(boxes[0].x - 4, room.y - LIFT, boxes[-1].right - boxes[0].x + 8, room.h + LIFT)
    with kit.window("hand", around):
        if desk.battle.covered:
            for box in boxes:
                draw_back(kit, box)
            return
        clicked = _feel(desk, held, boxes)
        over = next((card.place for card in held if desk.interaction.held == card), desk.ui.hot_card)
        for card in sorted(held, key=lambda card: (card.place == desk.ui.hot_card, card.place == over, card.place)):
            _draw(desk, card, boxes[card.place])
    if desk.ui.hot_card >= 0:
        _read(desk, held[desk.ui.hot_card], boxes[desk.ui.hot_card])
    if clicked is not None:
        take(desk, clicked)


def so_far(held: Sequence[Held], before: Sequence[str] | None) -> list[Held]:
    """The cards without the cards drawn in events that are still being shown (`before`: the hand before them)."""
    if before is None:
        return list(held)
    known, kept = Counter(before), list[Held]()
    for card in held:
        if card.shared or known[card.key] > 0:
            known[card.key] -= 1
            kept.append(Held(card.key, len(kept), card.shared))
    return kept


def _feel(desk: Desk, held: list[Held], boxes: list[Box]) -> Held | None:
    """The card that is clicked; where cards lie over one another, only the left part of each feels the pointer."""
    clicked = None
    step = boxes[1].x - boxes[0].x if len(boxes) > 1 else boxes[0].w
    for card, box in zip(held, boxes, strict=True):
        last = card.place == len(boxes) - 1
        lift = LIFT if desk.interaction.held == card else 0.0
        felt = Box(box.x, box.y - lift, box.w if last else min(box.w, step), box.h + lift)
        hot = desk.kit.hot(f"card {card.place}", felt)
        if hot.hovered:
            desk.ui.hot_card = card.place
        clicked = card if hot.clicked else clicked
    return clicked


def _draw(desk: Desk, card: Held, box: Box) -> None:
    hand = desk.interaction
    chosen = hand.held == card
    place = Box(box.x, box.y - (LIFT if chosen else 0), box.w, box.h)
    off = hand.phase in ("card", "give") and not hand.is_playable(card)
    look = Look(chosen, off, desk.ui.hot_card == card.place, _mark(card))
    draw_card(desk.kit, place, desk.view.board, card.key, look)


def _mark(card: Held) -> str:
    """The open card of a team says so, the others show the number of their key."""
    return _("open") if card.shared else str(card.place + 1) if card.place < 9 else ""


def take(desk: Desk, card: Held) -> None:
    """A card is clicked or its number pressed: taken up, played, or kept of two."""
    hand = desk.interaction
    keeps = [order for order in hand.of(Keep) if order.card == card.key]
    if keeps and hand.phase == "keep":
        hand.give(keeps[0])
    elif hand.phase in ("card", "give"):
        hand.choose(card)


def _read(desk: Desk, card: Held, box: Box) -> None:
    """The card under the pointer, large enough to be read over everything, if it has more to say than it has room."""
    kit = desk.kit
    if not says_it_all(kit, box, card_text(desk.view.board, card.key), _mark(card)):
        _large(desk, card, box)
    hand = desk.interaction
    if hand.phase == "card":
        words = _("Click to play it.") if hand.held == card else _("Click to take it up.")
        kit.tip = Tip(words, key=str(card.place + 1))


def _large(desk: Desk, card: Held, box: Box) -> None:
    kit, screen = desk.kit, desk.kit.screen
    large = card_box(0, 0, LARGE)
    x = min(max(8.0, box.x + (box.w - large.w) / 2), screen.w - large.w - 8)
    large = card_box(x, box.y - LIFT - large.h - 6, LARGE)
    with kit.over():
        draw_card(kit, large, desk.view.board, card.key, Look(hot=True))
