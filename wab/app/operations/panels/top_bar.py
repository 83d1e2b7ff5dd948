"""The top bar: who, when, in what weather, with how many points, how it stands, and the button that ends the turn."""

from __future__ import annotations

from wab.app.kit import BLACK, WHITE, Box, Kit, Tip
from wab.app.operations import texts
from wab.app.operations.plans import rebuilds
from wab.app.operations.status import ForecastPicture, Status, forecast_picture, status
from wab.app.operations.ui import Desk
from wab.app.theme import METRICS, Rgba, colour
from wab.app.widgets import Action, button, key_name
from wab.locale import _

HEIGHT = METRICS.top_bar
NARROW_DATE, NARROW_WEATHER, NARROW_EFFECTS = 860.0, 1040.0, 1400.0  # widths under which these parts are left out
EFFECTS = 190.0  # room for the effects of the weather
BADGES = {
    "allied": (colour("3B78B4"), colour("245084"), "star"),
    "axis": (colour("A84A3B"), colour("7C2A20"), "shield"),
}
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
    box = Box(0, 0, kit.screen.w, HEIGHT)
    kit.shadow(box)
    with kit.window("top-bar", box):
        kit.graded(box, kit.colours.panel.fade(0.97), kit.colours.ground.fade(0.97))
        kit.line(0, HEIGHT - 1, box.w, HEIGHT - 1, kit.colours.brass.fade(0.42))
        now = desk.kept("status", lambda: status(desk.view))
        x = _side(kit, now, 12)
        x = _turn(kit, now, x)
        if box.w >= NARROW_DATE:
            x = _date(kit, now, x)
        if box.w >= NARROW_WEATHER:
            x = _weather(kit, now, x)
        right = _buttons(desk, box.right - 12)
        x = _activation(kit, desk, now, x, right)
        _forecast(desk, desk.kept("forecast", lambda: forecast_picture(desk.view)), x, right)


def _divider(kit: Kit, x: float) -> float:
    kit.line(x, 12, x, HEIGHT - 12, kit.colours.brass.fade(0.25))
    return x + 16


def _side(kit: Kit, now: Status, x: float) -> float:
    top, bottom, icon = BADGES[now.side]
    badge = Box(x, 9, 38, 38)
    kit.explain("side", badge, texts.side_name(now.side), now.impulse, clause="OPS-5.1-2")
    kit.graded(badge, top, bottom, 5)
    kit.outline(badge, WHITE.fade(0.25), 5)
    kit.icon(icon, x + 9, 18, 20, colour("FFF6DD"))
    ink = kit.colours.side[0 if now.side == "allied" else 1]
    wide = kit.spaced(texts.side_name(now.side), x + 50, 10, ink, 15)
    wide = max(wide, kit.text(now.impulse, x + 50, 29, size=14, font="medium"))
    return _divider(kit, x + 50 + wide + 16)


def _turn(kit: Kit, now: Status, x: float) -> float:
    kit.spaced(_("Turn"), x, 10, kit.colours.second, 14)
    wide = kit.text(str(now.turn), x, 24, kit.colours.action, size=24, font="figures")
    wide += kit.text(f"/ {now.turns}", x + wide + 5, 31, kit.colours.second, size=15) + 5
    words = _("Turn {turn} of {turns}").format(turn=now.turn, turns=now.turns)
    kit.explain("turn", Box(x, 4, max(wide, 44), 48), words, now.impulse)
    return x + max(wide, 44) + 20


def _date(kit: Kit, now: Status, x: float) -> float:
    wide = kit.text(now.day, x, 5, size=22, font="title")
    wide = max(wide, kit.text(now.since, x, 32, kit.colours.second, size=14))
    kit.explain("date", Box(x, 4, wide, 48), now.day, now.since)
    return _divider(kit, x + wide + 16)


def _weather(kit: Kit, now: Status, x: float) -> float:
    kit.icon(now.weather_icon, x, 12, 26, colour("D8D3C4"))
    ink = kit.colours.warn if now.effects else kit.colours.second
    if kit.screen.w < NARROW_EFFECTS:
        wide = kit.text(now.weather, x + 36, 18, ink if now.effects else None, size=15, font="strong")
    else:
        words = texts.joined(*now.effects) or _("no effect")
        words = words if kit.width(words, "body", 13.5) <= EFFECTS else now.brief
        wide = kit.text(now.weather, x + 36, 9, size=15, font="strong")
        wide = max(wide, kit.text(words, x + 36, 30, ink, size=13.5, room=EFFECTS))
    tip = _("Weather of the turn: {weather}").format(weather=now.weather)
    kit.explain("weather", Box(x, 4, 36 + wide, 48), tip, *now.effects, clause="OPS-4.2.3-1")
    return _divider(kit, x + 36 + wide + 16)


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
    return _divider(kit, _rebuild_points(kit, desk, x + room + 18 + wide + 20))


def _rebuild_points(kit: Kit, desk: Desk, x: float) -> float:
    """Reconstitution points left, where the side has any."""
    if not rebuilds(desk.view):
        return x
    x = _divider(kit, x)
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
    ink = kit.colours.text if picture.winner is None else kit.colours.side[0 if picture.winner == "allied" else 1]
    level = kit.fitted(picture.level, room - label, "strong", 15)
    wide = kit.text(level, x + label, 8, ink, size=15, font="strong")
    told = (texts.joined(picture.points, picture.note), picture.points, picture.score)
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
        wide = box.w * zone
        kit.graded(Box(x, box.y, wide - 1, box.h), ink.shade(1.08), ink.shade(0.85))
        x += wide
    needle = box.x + box.w * min(max(picture.needle, 0.0), 1.0)
    kit.line(needle, box.y - 4, needle, box.bottom + 3, colour("FFF6DD"), 2)
    _pointer(kit, needle, box.y - 2, colour("FFF6DD"))


def _pointer(kit: Kit, x: float, y: float, ink: Rgba) -> None:
    kit.pen.add_triangle_filled(kit.at(x - 6, y - 6), kit.at(x + 6, y - 6), kit.at(x, y + 2), ink.packed)


def _buttons(desk: Desk, right: float) -> float:
    """The icons and the button at the right end; returns their left edge."""
    kit = desk.kit
    action = _main_action(desk)
    wide = kit.width(action.label, "strong", 15) + 96
    x = right - wide
    if button(kit, "end-turn", Box(x, 9, wide, 38), action):
        _main(desk)
    x -= 12
    icons = (
        ("menu", _("Leave the battle; it is kept"), "", False),
        ("gear", _("Settings"), "F10", False),
        ("search", _("Find a unit or a place"), "Ctrl F", desk.ui.panel == "search"),
        ("journal", _("Journal"), "J", desk.ui.journal_open),
    )
    for icon, tip, key, down in icons:
        x -= 40
        if button(kit, f"bar-{icon}", Box(x, 11, 34, 34), Action("", icon, key, tip=tip, down=down)):
            _icon(desk, icon)
    return x - 4


def _main_action(desk: Desk) -> Action:
    view = desk.view
    if view.phase == "over" and not desk.replaying:
        return Action(_("Outcome"), "medal", key_name("enter"), "primary", tip=_("Read how the battle ended."))
    if desk.replaying:
        return Action(_("Skip"), "end_turn", key_name("space"), tip=_("Go to the end of the enemy's moves."))
    if view.to_act != view.side:
        return Action(_("End turn"), "end_turn", "", off=_("The enemy is deciding."))
    if view.phase == "advance":
        return Action(_("End turn"), "end_turn", "", off=_("First decide who advances."), clause="OPS-7.3.1-1")
    words = _("End impulse") if view.board.scenario.impulses > view.position.impulse else _("End turn")
    return Action(words, "end_turn", "F5", "primary", tip=_("Pass: the other side moves."), clause="OPS-5.1-10")


def _main(desk: Desk) -> None:
    if desk.view.phase == "over" and not desk.replaying:
        desk.commands.outcome()
    elif desk.replaying:
        desk.commands.skip()
    else:
        desk.commands.end_turn()


def _icon(desk: Desk, icon: str) -> None:
    if icon == "gear":
        desk.commands.settings()
    elif icon == "menu":
        desk.commands.menu()
    elif icon == "search":
        desk.ui.panel = "" if desk.ui.panel == "search" else "search"
    else:
        desk.ui.journal_open, desk.ui.journal_by_itself = not desk.ui.journal_open, False
