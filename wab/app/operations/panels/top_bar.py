"""The top bar: who, when, in what weather, with how many points, how it stands, and the button that ends the turn."""

from __future__ import annotations

from wab.app.gfx.theme import Rgba, colour
from wab.app.hud.kit import BLACK, Box, Kit, Tip
from wab.app.operations.hand.plans import rebuilds
from wab.app.operations.hand.ui import Desk
from wab.app.operations.looks.status import ForecastPicture, Status, forecast_picture, status
from wab.app.wargame.adapter import typography
from wab.app.wargame.screen.top_bar import bar, buttons, divider, side, turn
from wab.locale import _

NARROW_DATE, NARROW_WEATHER, NARROW_EFFECTS = 860.0, 1040.0, 1400.0  # widths under which these parts are left out
EFFECTS = 190.0  # room for the effects of the weather
ZONES = (
    colour("9A3526"),
    colour("B8523F"),
    colour("CF8470"),
    colour("8C8A78"),
    colour("7FA9CE"),
    colour("4E86BB"),
    colour("2C629B"),
)


def draw(desk: Desk) -> None:
    """Draw the bar."""
    kit = desk.kit
    with bar(kit) as box:
        now = desk.kept("status", lambda: status(desk.view))
        x = side(desk, now.side, now.impulse, 12)
        x = turn(kit, now.turn, now.turns, now.impulse, x)
        if box.w >= NARROW_DATE:
            x = _date(kit, now, x)
        if box.w >= NARROW_WEATHER:
            x = _weather(kit, now, x)
        right = buttons(desk, box.right - 12)
        x = _activation(kit, desk, now, x, right)
        _forecast(desk, desk.kept("forecast", lambda: forecast_picture(desk.view)), x, right)


def _date(kit: Kit, now: Status, x: float) -> float:
    wide = kit.text(now.day, x, 5, size=22, font="title")
    wide = max(wide, kit.text(now.since, x, 32, kit.colours.second, size=14))
    kit.explain("date", Box(x, 4, wide, 48), now.day, now.since)
    return divider(kit, x + wide + 16)


def _weather(kit: Kit, now: Status, x: float) -> float:
    kit.icon(now.weather_icon, x, 12, 26, colour("D8D3C4"))
    ink = kit.colours.warn if now.effects else kit.colours.second
    if kit.screen.w < NARROW_EFFECTS:
        wide = kit.text(now.weather, x + 36, 18, ink if now.effects else None, size=15, font="strong")
    else:
        words = typography.joined(*now.effects) or _("no effect")
        words = words if kit.width(words, "body", 13.5) <= EFFECTS else now.brief
        wide = kit.text(now.weather, x + 36, 9, size=15, font="strong")
        wide = max(wide, kit.text(words, x + 36, 30, ink, size=13.5, room=EFFECTS))
    tip = _("Weather of the turn: {weather}").format(weather=now.weather)
    kit.explain("weather", Box(x, 4, 36 + wide, 48), tip, *now.effects, clause="OPS-4.2.3-1")
    return divider(kit, x + 36 + wide + 16)


def _activation(kit: Kit, desk: Desk, now: Status, x: float, right: float) -> float:
    mine = desk.view.to_act == desk.view.side
    left = now.points if mine else 0
    room = 168.0 if right - x > 560 else 96.0
    kit.spaced(_("Activation points"), x, 9, kit.colours.second, 14, 1.2 if room > 120 else 0.2)
    parts = max(1, now.points_full)
    step = room / parts
    for part in range(parts):
        cell = Box(x + part * step, 31, max(2.0, step - 2), 13)
        kit.plate(cell, kit.colours.action if part < left else colour("3A4034"), 2)
    kit.text(str(left) if mine else "–", x + room + 12, 20, kit.colours.action, size=25, font="figures")
    wide = kit.width(str(left) if mine else "–", "figures", 25)
    wide += kit.text(f"/ {now.points_full}", x + room + 18 + wide, 29, kit.colours.second, size=15)
    tip = _("Each unit that acts takes one point, once an impulse.")
    kit.explain("activation", Box(x, 4, room + 22 + wide, 48), _("Activation points"), tip, clause="OPS-5.2-2")
    return divider(kit, _rebuild_points(kit, desk, x + room + 18 + wide + 20))


def _rebuild_points(kit: Kit, desk: Desk, x: float) -> float:
    """Reconstitution points left, where the side has any."""
    if not rebuilds(desk.view):
        return x
    x = divider(kit, x)
    label = kit.spaced(_("Rebuild"), x, 9, kit.colours.second, 14, 0.6)
    kit.icon("reform", x, 27, 20, kit.colours.action)
    kit.text(str(desk.view.position.rebuild_points), x + 28, 20, kit.colours.action, size=25, font="figures")
    tip = _("Points of this turn with which units regain HP; what is not used is lost.")
    kit.explain("rebuild-points", Box(x, 4, label, 48), _("Reconstitution points"), tip, clause="OPS-8.3.3-2", key="K")
    return x + label + 16


_LABEL = 110.0
"""Room that the heading of the forecast needs: without it the needle and the level say enough."""


def _forecast(desk: Desk, picture: ForecastPicture, x: float, right: float) -> None:
    kit, room = desk.kit, min(right - x - 16, 430.0)
    if room < 150:
        return
    level_wide = kit.width(picture.level, "strong", 15)
    label = kit.spaced(_("As it stands"), x, 10, kit.colours.second, 14) + 14 if room - level_wide > _LABEL else 0.0
    ink = kit.colours.text if picture.winner is None else desk.ink_of(picture.winner)
    level = kit.fitted(picture.level, room - label, "strong", 15)
    wide = kit.text(level, x + label, 8, ink, size=15, font="strong")
    told = (typography.joined(picture.points, picture.note), picture.points, picture.score)
    left = room - label - wide - 16
    note = next((words for words in told if kit.width(words, "body", 13.5) <= left), "")
    kit.text(note, x + room, 9, kit.colours.second, size=13.5, align=1.0)
    _scale(kit, picture, Box(x, 31, room, 13))
    tip = _("How the battle would end on points if it ended now.")
    hot = kit.hot("forecast", Box(x, 4, room, 48))
    if hot.hovered:
        notes = tuple(line for line in (picture.level, picture.points, picture.note, tip) if line)
        kit.tip = Tip(_("If it ended now"), notes, "OPS-9.2.3-1", "O")
    if hot.clicked:
        desk.ui.panel = "" if desk.ui.panel == "objectives" else "objectives"


def _scale(kit: Kit, picture: ForecastPicture, box: Box) -> None:
    kit.plate(box.inset(-1), BLACK.fade(0.5), 2)
    x = box.x
    for zone, ink in zip(picture.zones, ZONES, strict=True):
        wide, ink = box.w * zone, kit.palette.shown(ink)
        kit.graded(Box(x, box.y, wide - 1, box.h), ink.shade(1.08), ink.shade(0.85))
        x += wide
    needle = box.x + box.w * min(max(picture.needle, 0.0), 1.0)
    kit.line(needle, box.y - 4, needle, box.bottom + 3, colour("FFF6DD"), 2)
    _pointer(kit, needle, box.y - 2, colour("FFF6DD"))


def _pointer(kit: Kit, x: float, y: float, ink: Rgba) -> None:
    kit.pen.add_triangle_filled(kit.at(x - 6, y - 6), kit.at(x + 6, y - 6), kit.at(x, y + 2), ink.packed)
