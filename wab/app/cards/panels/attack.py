"""An attack before it is made: how many dice and why, and the exact chances (CRD-4.4.2-1, CRD-4.4.2-5)."""

from __future__ import annotations

from wab.app.cards.hand.ui import Desk
from wab.app.cards.panels.frame import MARGIN, is_flat, side_panel
from wab.app.gfx.theme import Rgba, colour
from wab.app.hud.kit import BLACK, Box
from wab.app.wargame.adapter.fights import in_hundred
from wab.app.wargame.attack.verdict import TONES, capital, draw_scale, word_of
from wab.field.forecast import Forecast, verdict
from wab.locale import _, ngettext
from wab.systems.cards.fight.odds import Preview, forecast_of
from wab.systems.cards.state.orders import Attack

MINUS = "\u2212"
DIE, DIE_LOW, DIE_INK = colour("F4ECD4"), colour("D8C9A0"), colour("2B2113")
_PAD, WORD, BAR = 12.0, 66.0, 16.0
FAR, BELOW = 0.6, 112.0  # of a wide board's width; below the text about the hex under the pointer


def draw(desk: Desk, stage_top: float) -> bool:
    """Draw the panel for the attack that is aimed, or that the pointer would aim; False if there is none."""
    attack = desk.interaction.aimed()
    if attack is None:
        return False
    preview = desk.kept("preview", lambda: desk.view.preview(attack), attack)
    kit, box = desk.kit, place(desk, attack, stage_top)
    wide = box.w - 2 * _PAD - (BAR if is_flat(kit.screen) else 0.0)
    lines = [kit.lines(str(cause.text), wide - 40, "body", 13.5) for cause in preview.causes]
    rows = sum(17.0 * len(line) for line in lines)
    rows += sum(
        6.0 if _beside(desk, line[-1], cause.clause, wide) else 17.0
        for cause, line in zip(preview.causes, lines, strict=True)
    )
    told = sentences(preview, desk.view.unit(attack.target).figures)
    below = sum(len(kit.lines(line, wide, "body", 13.5)) for line in told)
    high = 34 + WORD + 64 + 60 + rows + 30 + 22 * len(preview.hits) + 20 * below + 30
    box = Box(box.x, box.y, box.w, min(box.h, high))
    with kit.panel("attack", box, title=_("Attack"), icon="attack") as panel:
        room = panel.box.inset(_PAD, 8)
        with kit.scroll("attack", room, high - (box.h - room.h)) as part:
            _body(desk, attack, preview, lines, Box(room.x, part.top, wide, high))
    return True


def _body(desk: Desk, attack: Attack, preview: Preview, lines: list[list[str]], inner: Box) -> None:
    """Names, verdict, dice with their causes, chances: in a window of little height the wheel brings the rest."""
    y = _names(desk, attack, inner)
    y = _verdict(desk, forecast_of(preview, desk.view.unit(attack.target).figures), Box(inner.x, y, inner.w, WORD))
    y = _dice(desk, preview, Box(inner.x, y, inner.w, 46))
    for cause, words in zip(preview.causes, lines, strict=True):
        y = _cause(desk, inner, y, cause.value, words, cause.clause)
    _chances(desk, attack, preview, Box(inner.x, y + 6, inner.w, inner.bottom - y))


def place(desk: Desk, attack: Attack, stage_top: float) -> Box:
    """On the right; where a wide board lies below it, on the left if the target stands on the right."""
    usual, board = side_panel(desk.kit.screen, stage_top), desk.view.board
    share = board.field.grid.centre(desk.view.unit(attack.target).hex)[0] / board.field.grid.cols
    if desk.view.side == board.edges.north:
        share = 1 - share
    if not desk.ui.wide or share < FAR:
        return usual
    return Box(MARGIN, usual.y + BELOW, usual.w, usual.h - BELOW)


def _names(desk: Desk, attack: Attack, box: Box) -> float:
    kit, roster = desk.kit, desk.view.board.roster
    kit.text(str(roster[attack.unit].name), box.x, box.y, size=14, font="strong", room=box.w)
    target = str(roster[attack.target].name)
    kit.icon("attack", box.x, box.y + 20, 14, kit.colours.bad)
    kit.text(target, box.x + 20, box.y + 19, kit.colours.text, size=14, room=box.w - 20)
    return box.y + 44


def _verdict(desk: Desk, forecast: Forecast, box: Box) -> float:
    """The attack in a word on its scale, and the chance that the target is destroyed or driven back."""
    kit, word = desk.kit, verdict(forecast)
    kit.text(capital(word_of(word)), box.x, box.y, getattr(kit.colours, TONES[word]), size=21, font="title")
    kit.text(in_hundred(forecast.won), box.right, box.y + 6, size=14, font="strong", align=1.0)
    draw_scale(kit, word, Box(box.x, box.y + 30, box.w, 0), named=False)
    kit.text(_("driven back or destroyed"), box.right, box.y + 40, kit.colours.second, size=13, align=1.0, room=box.w)
    return box.bottom


def _dice(desk: Desk, preview: Preview, box: Box) -> float:
    """So many dice, drawn (CRD-2.12-1: there is no limit to them)."""
    kit = desk.kit
    size = min(30.0, (box.w - 60) / max(1, preview.dice) - 5)
    for number in range(preview.dice):
        die(desk, Box(box.x + number * (size + 5), box.y + (36 - size) / 2, size, size), "")
    kit.text(str(preview.dice), box.right, box.y - 2, kit.colours.action, size=30, font="figures", align=1.0)
    return box.y + 44


def die(desk: Desk, box: Box, face: str) -> None:
    """A die, with a face up or blank."""
    kit = desk.kit
    kit.plate(Box(box.x + 1, box.y + 2, box.w, box.h), BLACK.fade(0.35), box.w * 0.18)
    kit.graded(box, DIE, DIE_LOW, box.w * 0.18)
    if face:
        symbol(desk, box.inset(box.w * 0.16), face)


def symbol(desk: Desk, box: Box, face: str, ink: Rgba = DIE_INK) -> None:
    """The symbol on the face of a die, in forms that need no colour to be told apart."""
    kit, w, h = desk.kit, box.w, box.h
    if face == "infantry":
        kit.disc(box.x + w / 2, box.y + h * 0.24, w * 0.19, ink)
        kit.plate(Box(box.x + w * 0.26, box.y + h * 0.46, w * 0.48, h * 0.5), ink, w * 0.12)
    elif face == "armour":
        kit.plate(Box(box.x, box.y + h * 0.5, w, h * 0.36), ink, w * 0.16)
        kit.plate(Box(box.x + w * 0.26, box.y + h * 0.2, w * 0.42, h * 0.36), ink, w * 0.08)
        kit.line(box.x + w * 0.6, box.y + h * 0.33, box.x + w * 1.05, box.y + h * 0.33, ink, max(1.5, w * 0.1))
    elif face == "grenade":
        kit.disc(box.x + w * 0.5, box.y + h * 0.6, w * 0.32, ink)
        kit.plate(Box(box.x + w * 0.38, box.y, w * 0.24, h * 0.3), ink, 1)
        kit.line(box.x + w * 0.6, box.y + h * 0.08, box.x + w * 0.9, box.y + h * 0.34, ink, max(1.5, w * 0.09))
    elif face == "flag":
        kit.line(box.x + w * 0.2, box.y, box.x + w * 0.2, box.y + h, ink, max(1.5, w * 0.1))
        top = (box.x + w * 0.22, box.y + h * 0.04)
        kit.triangle(top, (box.x + w * 0.22, box.y + h * 0.56), (box.x + w, box.y + h * 0.3), ink)
    else:
        kit.icon("star", box.x, box.y, w, ink)


def _cause(desk: Desk, box: Box, y: float, value: float, words: list[str], clause: str) -> float:
    """A cause of the number of dice: how many, why, and the clause that says so."""
    kit, c = desk.kit, desk.kit.colours
    ink = c.good if value > 0 else c.bad
    figure = f"+{value:g}" if value > 0 else f"{MINUS}{-value:g}"
    kit.text(figure, box.x + 26, y, ink, size=15, font="figures", align=1.0)
    for line in words:
        kit.text(line, box.x + 36, y, size=13.5)
        y += 17
    wide = kit.width(clause, "report", 12) + 4
    if _beside(desk, words[-1], clause, box.w):
        place = Box(box.right - wide, y - 16, wide, 16)
        y -= 10
    else:
        place = Box(box.x + 36, y - 1, wide, 16)
    hot = kit.hot(f"clause {clause} {y:.0f}", place)
    kit.text(clause, place.x, place.y + 1, c.action if hot.hovered else c.action.fade(0.8), size=12, font="report")
    if hot.clicked:
        desk.ui.rule_search, desk.ui.panel = "", "rules"
        desk.ui.reading.open(clause)
        desk.interaction.aim = desk.interaction.hovered = None
    return y + 16


def _beside(desk: Desk, words: str, clause: str, wide: float) -> bool:
    """Tell whether a clause has room next to the last line of a cause."""
    kit = desk.kit
    return 36 + kit.width(words, "body", 13.5) + 12 + kit.width(clause, "report", 12) + 4 <= wide


def _chances(desk: Desk, attack: Attack, preview: Preview, box: Box) -> None:
    """Hits by their chance as bars, then what matters most in words."""
    kit, c = desk.kit, desk.kit.colours
    target = desk.view.unit(attack.target)
    kit.heading(_("Figures hit"), Box(box.x, box.y, box.w, 18))
    y = box.y + 22
    for count, chance in enumerate(preview.hits):
        fatal = count >= target.figures
        kit.text(str(count), box.x + 12, y, size=14, font="figures", align=0.5)
        track = Box(box.x + 28, y + 4, box.w - 86, 10)
        kit.plate(track, c.ground, 2)
        kit.plate(Box(track.x, track.y, track.w * chance, track.h), c.bad if fatal else c.action, 2)
        kit.text(percent(chance), box.right, y, c.second, size=13.5, align=1.0)
        y += 22
    for words in sentences(preview, target.figures):
        y = kit.paragraph(words, box.x, y, box.w, c.text, size=13.5)


def sentences(preview: Preview, figures: int) -> list[str]:
    """The chances of the two things that matter: the unit destroyed, the unit driven back."""
    found = [_("Destroyed by hits: {chance}.").format(chance=percent(preview.eliminated))]
    if preview.trapped:
        found.append(_("By flags that it cannot carry out: {chance} more.").format(chance=percent(preview.trapped)))
    back = sum(
        chance for (hits, flags), chance in preview.joint.items() if hits < figures and flags > preview.ignorable
    )
    if preview.back:
        found.append(_("Must go back: {chance}.").format(chance=percent(back)))
    if not preview.back:
        found.append(_("It cannot go back: each flag against it costs a figure."))
    elif preview.back < preview.dice - preview.ignorable:
        words = ngettext(
            "It can go back for {count} flag only: each further one costs a figure.",
            "It can go back for {count} flags only: each further one costs a figure.",
            preview.back,
        )
        found.append(words.format(count=preview.back))
    if preview.ignorable:
        words = ngettext("It may ignore {count} flag.", "It may ignore {count} flags.", preview.ignorable)
        found.append(words.format(count=preview.ignorable))
    return found


def percent(chance: float) -> str:
    """A chance in per cent."""
    return _("{number} %").format(number=round(100 * chance))
