"""Pictures over the board during an event: the card that was played, the result of the dice, notices."""

from __future__ import annotations

from wab.app.cardkit.face import Look, card_box
from wab.app.cards.hand.ui import Desk
from wab.app.cards.looks.cardface import draw_card
from wab.app.cards.looks.texts import SIDE_CODE, seat_name
from wab.app.cards.panels.attack import die
from wab.app.cards.panels.frame import strip
from wab.app.gfx.theme import METRICS
from wab.app.hud.kit import Box
from wab.engine.kernel.values import side_of
from wab.systems.cards.state.orders import Keep

_CARD = 232.0
_DIE, _HEAD = 34.0, 26.0


def draw(desk: Desk) -> None:
    """The card in the middle, or the dice and their result below the top bar."""
    shown = desk.showing
    keeps = desk.interaction.of(Keep) if desk.interaction.phase == "keep" else []
    if keeps:
        _keep(desk, keeps)
    elif shown.card:
        _card(desk)
    elif shown.dice or shown.caption:
        _dice(desk)


def _card(desk: Desk) -> None:
    """The card that was played, face up, read out to both sides (CRD-4.1-1)."""
    kit, shown = desk.kit, desk.showing
    screen = kit.screen
    box = card_box(0, 0, _CARD)
    free = screen.h - METRICS.top_bar - strip(screen)
    box = Box((screen.w - box.w) / 2, METRICS.top_bar + (free - box.h) / 2 + 14, box.w, box.h)
    who = seat_name(shown.seat) if shown.seat else ""
    title = " · ".join(part for part in (who, shown.where) if part)
    with kit.over():
        tint = kit.colours.side[SIDE_CODE[side_of(shown.seat)] - 1] if side_of(shown.seat) in SIDE_CODE else None
        band = Box(box.x - 8, box.y - 36, box.w + 16, 30)
        kit.plate(band, kit.colours.ground.fade(0.92), 6)
        kit.text(title, box.x + box.w / 2, band.y + 6, tint, size=16, font="strong", align=0.5)
        draw_card(kit, box, desk.view.board, shown.card, Look(hot=True))


def _keep(desk: Desk, keeps: list[Keep]) -> None:
    """Draw the cards to choose from, side by side; a click keeps one (CRD-C.recon-2)."""
    kit, wide, gap = desk.kit, 190.0, 24.0
    high = card_box(0, 0, wide).h
    whole = len(keeps) * (wide + gap) - gap
    free = kit.screen.h - METRICS.top_bar - strip(kit.screen)
    room = Box((kit.screen.w - whole) / 2, METRICS.top_bar + (free - high) / 2, whole, high)
    with kit.window("keep", room):
        for number, order in enumerate(keeps):
            box = card_box(room.x + number * (wide + gap), room.y, wide)
            hot = kit.hot(f"keep {number}", box)
            look = Look(chosen=hot.hovered, hot=hot.hovered, mark=str(number + 1))
            draw_card(kit, box, desk.view.board, order.card, look)
            if hot.clicked:
                desk.interaction.give(order)
                return


def _dice(desk: Desk) -> None:
    """Draw attacker and target, the dice that were rolled, and their result."""
    kit, shown = desk.kit, desk.showing
    dice = len(shown.dice) * (_DIE + 8) if shown.dice else 0.0
    words = kit.width(shown.words, "strong", 17) + 16 if shown.words else 0.0
    head, foot = (_HEAD if shown.caption else 0.0), (_DIE + 20 if shown.dice or shown.words else 8.0)
    caption = kit.fitted(shown.caption, kit.screen.w * 0.6, "medium", 15)
    wide = 28 + max(dice + words, kit.width(caption, "medium", 15))
    box = Box((kit.screen.w - wide) / 2, METRICS.top_bar + 12, wide, head + foot)
    with kit.over():
        kit.plate(box, kit.colours.ground.fade(0.92), 8)
        kit.outline(box, kit.colours.brass.fade(0.5), 8)
        kit.text(caption, box.x + wide / 2, box.y + 8, kit.colours.text, size=15, font="medium", align=0.5)
        x, y = box.x + (wide - dice - words) / 2, box.y + head + 10
        for number, face in enumerate(shown.dice):
            die(desk, Box(x + 4 + number * (_DIE + 8), y, _DIE, _DIE), face)
        if shown.words:
            kit.text(shown.words, x + dice + 12, y + 6, kit.colours.text, size=17, font="strong")


def draw_told(desk: Desk) -> None:
    """Draw a message to the player for a moment, above the hand."""
    words = desk.interaction.told or desk.messages.now
    if not words:
        return
    kit = desk.kit
    lines = kit.lines(words, 560, "medium", 14.5)
    wide = max(kit.width(line, "medium", 14.5) for line in lines) + 60
    high = 18.0 + 19 * len(lines)
    box = Box((kit.screen.w - wide) / 2, kit.screen.h - strip(kit.screen) - high - 26, wide, high)
    with kit.over():
        kit.plate(box, kit.colours.ground.fade(0.95), 6)
        kit.outline(box, kit.colours.warn.fade(0.8), 6)
        kit.icon("info", box.x + 12, box.y + (high - 20) / 2, 20, kit.colours.warn)
        for number, line in enumerate(lines):
            kit.text(line, box.x + 42, box.y + 8 + 19 * number, size=14.5, font="medium")
