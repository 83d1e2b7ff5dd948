"""The verdict on an attack: its word on a scale, the losses to expect, units at risk, and units to join."""

from __future__ import annotations

from dataclasses import replace

from wab.app.gfx.theme import Rgba, colour
from wab.app.hud.kit import Box, Kit
from wab.app.hud.widgets import Action, button
from wab.app.wargame.adapter.fights import in_hundred
from wab.app.wargame.adapter.pictures import Part, Tone
from wab.app.wargame.adapter.typography import typographic
from wab.app.wargame.attack.odds import THEM, US
from wab.app.wargame.attack.sheet import AttackSheet, Join, Verdict
from wab.app.wargame.ui.desk import Desk
from wab.content.verdicts import Word, load_verdicts
from wab.engine.words.text import Argument, Text
from wab.field.forecast import Forecast, is_doubtful, verdict
from wab.locale import _, pgettext

TONES: dict[Word, Tone] = {
    "hopeless": "bad",
    "poor": "warn",
    "even": "text",
    "good": "good",
    "crushing": "good",
}
STEPS: dict[Word, Rgba] = {
    "hopeless": colour("7C342A"),
    "poor": colour("7A5A22"),
    "even": colour("5B6054"),
    "good": colour("3F5F38"),
    "crushing": colour("2F6B3C"),
}
EDGE, TITLE, SCALE, LINE, FOOT = 14.0, 44.0, 40.0, 20.0, 8.0
MOST_RISKS = 3
JOIN_FOOT = 46.0


def word_of(word: Word) -> str:
    """The word in the reader's language."""
    words: dict[Word, str] = {
        "hopeless": pgettext("odds", "hopeless"),
        "poor": pgettext("odds", "poor"),
        "even": pgettext("odds", "even"),
        "good": pgettext("odds", "good"),
        "crushing": pgettext("odds", "crushing"),
    }
    return words[word]


def capital(words: str) -> str:
    """Words with a capital letter at the beginning."""
    return words[:1].upper() + words[1:]


def word_part(forecast: Forecast) -> Part:
    """The word as a piece of a badge on the map."""
    word = verdict(forecast)
    return Part("warning" if is_doubtful(word) else "", capital(word_of(word)), TONES[word])


# ------------------------------------------------------------------------------------------------- the word


def height(kit: Kit, found: Verdict, wide: float) -> float:
    """Return the height of the verdict without its heading."""
    lines = sum(len(words) for _icon, _ink, words, _end in _lines(kit, found, wide - 2 * EDGE - 28))
    return TITLE + SCALE + 12 + lines * LINE + 6 * bool(lines) + FOOT


def draw(kit: Kit, found: Verdict, box: Box) -> None:
    """Draw the word with its scale, then the sentences."""
    word = verdict(found.forecast)
    ink: Rgba = getattr(kit.colours, TONES[word])
    kit.plate(box, kit.colours.ground.fade(0.7), 4)
    kit.outline(box, kit.colours.brass.fade(0.25), 4)
    kit.text(found.won, box.right - EDGE, box.y + 17, size=14.5, font="strong", align=1.0)
    kit.text(capital(word_of(word)), box.x + EDGE, box.y + 8, ink, size=24, font="title")
    draw_scale(kit, word, Box(box.x + EDGE, box.y + TITLE, box.w - 2 * EDGE, SCALE))
    y = box.y + TITLE + SCALE + 4
    kit.line(box.x + EDGE, y, box.right - EDGE, y, kit.colours.brass.fade(0.25))
    y += 8
    for icon, tint, words, end in _lines(kit, found, box.w - 2 * EDGE - 28):
        kit.icon(icon, box.x + EDGE, y + 1, 15, tint)
        if end:
            kit.text(end, box.right - EDGE, y, kit.colours.bad, size=14, font="strong", align=1.0)
        for line in words:
            kit.text(line, box.x + EDGE + 28, y, size=14, font="medium")
            y += LINE
        y += 2


def draw_scale(kit: Kit, word: Word, box: Box, *, named: bool = True) -> None:
    """Draw the five words side by side, or only their colours; the present one is lit."""
    words = load_verdicts().words
    step = (box.w + 4) / len(words)
    for place, one in enumerate(words):
        part = Box(box.x + place * step, box.y, step - 4, 7)
        lit = one == word
        ink: Rgba = getattr(kit.colours, TONES[one])
        kit.plate(part, ink if lit else STEPS[one].fade(0.7), 3)
        if not named:
            continue
        kit.text(
            word_of(one), part.x + part.w / 2, part.bottom + 5, ink if lit else kit.colours.second,
            size=13, font="strong" if lit else "body", align=0.5, room=step,
        )  # fmt: skip


def _lines(kit: Kit, found: Verdict, wide: float) -> list[tuple[str, Rgba, list[str], str]]:
    """Icon, colour, sentence in lines, and words at the right end."""
    rows: list[tuple[str, Rgba, list[str], str]] = []
    if found.losses:
        rows.append(("heart", kit.palette.shown(US), kit.lines(found.losses, wide, "medium", 14), ""))
    for unit, share in found.forecast.at_risk[:MOST_RISKS]:
        end = in_hundred(share)
        words = typographic(str(Text("{unit:The} could be destroyed:", {"unit": found.names.get(unit, "")})))
        room = wide - kit.width(end, "strong", 14) - 12
        rows.append(("warning", kit.palette.shown(THEM), kit.lines(words, room, "medium", 14), end))
    if found.fails:
        rows.append(("shield", kit.colours.second, kit.lines(found.fails, wide, "medium", 14), ""))
    return rows


# ------------------------------------------------------------------------------------------------- units to join


def join_height(kit: Kit, found: Verdict | None, wide: float) -> float:
    """Return the height of the notice about a unit that could join, with the gap above it; 0 for none."""
    if found is None or not found.joins:
        return 0.0
    return 12 + 34 + LINE * len(_told(kit, found, found.joins[0], wide)) + JOIN_FOOT


def draw_join(desk: Desk, found: Verdict | None, box: Box) -> None:
    """Draw the notice about the unit that betters the word most, with a button that ticks it."""
    if found is None or not found.joins:
        return
    kit, best = desk.kit, found.joins[0]
    box = Box(box.x, box.y + 12, box.w, join_height(kit, found, box.w) - 12)
    kit.plate(box, colour("3A3320"), 4)
    kit.plate(Box(box.x, box.y, 4, box.h), kit.colours.action, 2)
    kit.outline(box, kit.colours.action.fade(0.5), 4)
    kit.icon("info", box.x + 16, box.y + 11, 20, kit.colours.action)
    count = len(found.joins)
    title = _("One more could join") if count == 1 else _("{count} more could join").format(count=count)
    kit.text(title, box.x + 46, box.y + 10, kit.colours.action, size=16, font="strong")
    y = box.y + 34
    for place, line in enumerate(_told(kit, found, best, box.w)):
        kit.text(line, box.x + 46, y, kit.colours.text if not place else kit.colours.second, size=14)
        y += LINE
    figure = str(best.place + 1) if best.place < 9 else ""
    add = Action(typographic(str(Text("Add {unit:the}", {"unit": best.name}))), "check", figure)
    if button(kit, "attack-join", Box(box.x + 46, y + 4, min(box.w - 62, 260.0), 32), add):
        desk.interaction.choose(best.place)


def told_with(name: Argument, ratio: str, then: Forecast) -> str:
    """The ratio and the chance with a unit that could join."""
    told = {"unit": name, "ratio": ratio, "chance": in_hundred(then.won)}
    return typographic(str(Text("With {unit:the}: {ratio}, hex won {chance}.", told)))


def _told(kit: Kit, found: Verdict, best: Join, wide: float) -> list[str]:
    now, then = verdict(found.forecast), verdict(best.forecast)
    change = _("From {now} to {then}.").format(now=word_of(now), then=word_of(then))
    return [line for words in (*best.told, change) for line in kit.lines(words, wide - 62, "body", 14)]


# ------------------------------------------------------------------------------------------------- the order


def order_of(desk: Desk, sheet: AttackSheet) -> Action:
    """The button that gives the order: golden from even odds on, plain below, red while it asks for a second Enter."""
    order, found = sheet.order, sheet.verdict
    if found is None or order.off or not is_doubtful(verdict(found.forecast)):
        return order
    kind = "danger" if desk.interaction.warned else "normal"
    return replace(order, label=_("Attack all the same"), kind=kind)


def warning_of(desk: Desk, sheet: AttackSheet) -> tuple[str, str]:
    """The words above and below each other next to the order: the odds with the price, and what is asked."""
    found, hand = sheet.verdict, desk.interaction
    if found is None or sheet.order.off or not is_doubtful(verdict(found.forecast)):
        return "", ""
    words = {"hopeless": _("Hopeless odds."), "poor": _("Poor odds.")}.get(verdict(found.forecast), "")
    asked = _("Once more, and the attack goes out.") if hand.warned else _("A second Enter confirms.")
    price = f"{sheet.price[0].upper()}{sheet.price[1:]}." if sheet.price else ""
    return f"{words} {price}".strip(), asked if hand.asks_twice else ""
