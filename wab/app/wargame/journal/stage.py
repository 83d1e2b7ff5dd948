"""The stage: the bar above a show, its sentence, and the strip of its scenes below."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import atan2, cos, sin
from typing import Any, NamedTuple

from wab.app.gfx.theme import METRICS
from wab.app.hud.kit import Box, Tip
from wab.app.hud.widgets import Action, button, key_name
from wab.app.play.desk import SPEEDS
from wab.app.play.desk import Desk as AnyDesk
from wab.app.play.director import Director, Role
from wab.app.wargame.adapter import typography
from wab.app.wargame.attack.card import headline_of
from wab.app.wargame.journal.notices import room_of, small_button
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import BAR, STRIP, strip_high, strip_left
from wab.engine.history.scenes import Scene
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.locale import _, ngettext

CHIP, REST, GAP = 132.0, 150.0, 8.0
"""Widths of a scene and of the others; the gap between them."""
ARROW, FAR = 44.0, 1e4
"""Side of the arrow to a scene that is out of sight; pixels to a place behind the camera."""
LOOKS = {
    "news": ("journal", N_("News")),
    "march": ("move", N_("March")),
    "arrivals": ("arrow_right", N_("Arrivals")),
    "bombardment": ("bombard", N_("Bombardment")),
    "card": ("layers", N_("Card")),
    "combat": ("attack", N_("Attack")),
    "landing": ("front", N_("Landing")),
}
"""Icon and word of each kind of scene."""


def draw(desk: Desk, scene: Any, show: Director) -> None:
    """Draw the bar and the strip of a show, and an arrow to a place that is out of sight."""
    _arrow(desk, scene, show)
    _bar(desk, show)
    if show.role in (Role.OTHERS, Role.ANSWER) and desk.commands.asks_to_follow:
        _ask_to_follow(desk)
    _strip(desk, show)


def _ask_to_follow(desk: Desk) -> None:
    """Draw the question of the first turn of others, below the bar; the show goes on meanwhile."""
    kit, words = desk.kit, _("Should the view follow the enemy?")
    follow = Action(_("Follow the enemy"), "eye", "", "primary", tip=_("A switch in the bar changes it at any time."))
    stay = Action(_("Stay here"), "close", "", tip=_("An arrow at the edge then points to each scene out of sight."))
    parts = (room_of(desk, follow), room_of(desk, stay))
    wide = kit.width(words, "strong", 15) + sum(parts) + 60
    box = Box((kit.screen.w - wide) / 2, METRICS.top_bar + 20 + BAR, wide, BAR)
    with kit.panel("ask-follow", box, front=True):
        x = box.x + 16 + kit.text(words, box.x + 16, box.y + 13, size=15, font="strong") + 16
        if button(kit, "follow-yes", Box(x, box.y + 7, parts[0], 32), follow):
            desk.commands.choose_follow(True)
        if button(kit, "follow-no", Box(x + parts[0] + 8, box.y + 7, parts[1], 32), stay):
            desk.commands.choose_follow(False)


def heading(desk: Desk, show: Director) -> str:
    """Return words for the deeds that are shown: the side at the screen is never called the enemy."""
    match show.role:
        case Role.OWN:
            return _("Your side")
        case Role.ANSWER:
            return _("The enemy answers")
        case Role.OPENING:
            return _("The battle opens")
        case Role.PAST:
            return _("Turn {turn} again").format(turn=desk.shown_again)
    scene = show.scene
    return _("Your side") if scene is not None and scene.side == desk.view.side else _("The enemy’s turn")


class _Part(NamedTuple):
    """A button of the bar."""

    name: str
    action: Action
    deed: Callable[[], object]
    wide: float


def _parts(desk: AnyDesk[Any], show: Director) -> list[_Part]:
    """Return the buttons of the bar from left to right."""
    tip = _("Go on") if show.paused else _("Pause")
    pause = Action("", "play" if show.paused else "pause", key_name("escape"), tip=tip, down=show.paused)
    found = [_Part("show-pause", pause, show.pause, 34)]
    if show.role != Role.OWN:
        back = Action(_("Back"), "undo", key_name("backspace"), tip=_("The scene before, once more."))
        again = Action(_("Again"), "redo", "R", tip=_("Everything once more, from the first scene on."))
        found = [
            _Part("show-back", back, show.back, room_of(desk, back)),
            _Part("show-again", again, show.again, room_of(desk, again)),
            *found,
        ]
    return found


def _bar(desk: Desk, show: Director) -> None:
    skip = replace(desk.commands.main_action(), kind="normal")
    draw_bar(desk, show, heading(desk, show), skip, lambda box: _follow(desk, show, box), METRICS.top_bar + 14.0)


def draw_bar(
    desk: AnyDesk[Any], show: Director, words: str, skip: Action, lead: Callable[[Box], None], top: float
) -> None:
    """Draw the bar of a show: whose deeds (`words`), scene and seconds, the buttons. `lead` draws into its left end."""
    kit, told, count = desk.kit, "", len(show.programme.shown)
    if show.role != Role.OWN:
        told = _("scene {number} of {count}").format(number=min(show.place + 1, count), count=count)
        if not show.takes_its_time:
            told += " · " + _("{seconds} s left").format(seconds=round(show.seconds_left))
    speeds = [speed for speed in SPEEDS if speed >= 1]
    parts, last = _parts(desk, show), room_of(desk, skip)
    said = kit.width(words, "strong", 16) + (12 + kit.width(told, "body", 14) if told else 0)
    wide = 52 + said + 18 + sum(part.wide + 6 for part in parts) + len(speeds) * 46 + last + 16
    box = Box(max(8.0, (kit.screen.w - wide) / 2), top, wide, BAR)
    with kit.panel("replay", box):
        lead(box)
        x = box.x + 52 + kit.text(words, box.x + 52, box.y + 13, size=16, font="strong") + (12 if told else 0)
        x += kit.text(told, x, box.y + 15, kit.colours.second, size=14) + 18
        for part in parts:
            if button(kit, part.name, Box(x, box.y + 7, part.wide, 32), part.action):
                part.deed()
            x += part.wide + 6
        for speed in speeds:
            label = f"×{typography.number(speed)}"
            action = Action(label, "", str(SPEEDS.index(speed) + 1), tip=_("Speed"), down=desk.ui.speed == speed)
            if small_button(desk, f"speed-{SPEEDS.index(speed)}", Box(x, box.y + 8, 42, 30), action, label):
                desk.commands.set_speed(speed)
            x += 46
        if button(kit, "replay-skip", Box(x + 2, box.y + 7, last, 32), skip):
            desk.commands.skip()


def _follow(desk: Desk, show: Director, box: Box) -> None:
    """Draw the switch by which the view follows others, or stays; own fights and past turns are always followed."""
    if show.role in (Role.OWN, Role.PAST):
        desk.kit.icon("eye", box.x + 18, box.y + 13, 20, desk.kit.colours.action)
        return
    on = desk.commands.follows
    tip = _("The view follows the enemy; click to stay here.") if on else _("The view stays here; click to follow.")
    if button(desk.kit, "show-follow", Box(box.x + 10, box.y + 7, 34, 32), Action("", "eye", "V", tip=tip, down=on)):
        desk.commands.toggle_follow()


def _arrow(desk: Desk, scene: Any, show: Director) -> None:
    """Draw an arrow at the edge of the free part of the map to the present scene, where that is out of sight."""
    now, kit = show.scene, desk.kit
    if now is None or not now.hexes or scene.camera.flying:
        return
    goal = now.hexes[-1]
    left, top, right, bottom = (side / kit.scale for side in scene.camera.margins)
    free = Box(left, top, kit.screen.w - left - right, kit.screen.h - top - bottom)
    x, y = _direction(scene, goal, kit.scale, free)
    if free.x <= x <= free.right and free.y <= y <= free.bottom:
        return
    middle, half = (free.x + free.w / 2, free.y + free.h / 2), (free.w / 2 - ARROW / 2, free.h / 2 - ARROW / 2)
    off = x - middle[0], y - middle[1]
    share = min(half[0] / max(abs(off[0]), 1e-6), half[1] / max(abs(off[1]), 1e-6))
    cx, cy = middle[0] + off[0] * share, middle[1] + off[1] * share
    box, angle = Box(cx - ARROW / 2, cy - ARROW / 2, ARROW, ARROW), atan2(off[1], off[0])
    with kit.panel("show-arrow", box, opacity=0.97):
        hot = kit.hot("show-there", box)
        ink = kit.colours.text if hot.hovered else desk.ink_of(now.side)
        corners = ((15.0, 0.0), (13.0, 2.4), (13.0, -2.4))
        tip, side, rear = ((cx + far * cos(angle + turn), cy + far * sin(angle + turn)) for far, turn in corners)
        kit.triangle(tip, side, rear, ink)
        if hot.hovered:
            kit.tip = Tip(_("Go there: {what}").format(what=_(LOOKS[now.kind][1])))
        if hot.clicked:
            desk.commands.jump(goal)


def _direction(scene: Any, goal: HexId, scale: float, free: Box) -> tuple[float, float]:
    """Return the place of a hex in the window; for a hex behind the camera a place far off in its direction."""
    pixel = scene.project(goal)
    if pixel is not None:
        return pixel[0] / scale, pixel[1] / scale
    camera, (x, y) = scene.camera, scene.grid.centre(goal)
    aside, up = camera.on_screen(x - camera.x, y - camera.y)
    return free.x + free.w / 2 + aside * FAR, free.y + free.h / 2 - up * FAR


def strip_box(desk: Desk, show: Director) -> Box:
    """Return the place of the strip: at the foot, next to the small map."""
    kit, left = desk.kit, strip_left(desk)
    return Box(left, kit.screen.h - strip_high(show) - 12, kit.screen.w - left - 12, strip_high(show))


def _strip(desk: Desk, show: Director) -> None:
    kit, box, scene = desk.kit, strip_box(desk, show), show.scene
    with kit.panel("show-strip", box):
        ink = desk.ink_of(scene.side if scene is not None else None)
        kit.plate(Box(box.x, box.y, 5, box.h), ink, 2)
        if scene is not None:
            kit.icon(LOOKS[scene.kind][0], box.x + 20, box.y + 14, 20, ink)
            _words(desk, show, scene, Box(box.x + 54, box.y + 10, box.w - 70, 50))
        if strip_high(show) < STRIP:
            return
        _chips(desk, show, Box(box.x + 14, box.y + 70, box.w - 28, 54))
        kit.plate(Box(box.x + 14, box.bottom - 12, box.w - 28, 4), kit.colours.ground, 2)
        kit.plate(Box(box.x + 14, box.bottom - 12, (box.w - 28) * show.share, 4), kit.colours.action, 2)


def _words(desk: Desk, show: Director, scene: Scene, box: Box) -> None:
    """The sentence of a scene, and under it how it ended, once that has been shown."""
    kit = desk.kit
    if scene.sentence is not None:
        words = typography.typographic(str(scene.sentence))
        kit.text(kit.fitted(words, box.w, "strong", 16), box.x, box.y, size=16, font="strong")
    if (result := show.result) is not None:
        words = typography.typographic(str(result))
        kit.text(kit.fitted(words, box.w, "body", 14), box.x, box.y + 26, kit.colours.second, size=14)


def _chips(desk: Desk, show: Director, box: Box) -> None:
    """The shown scenes around the present one, and the number of the others."""
    shown, rest = show.programme.shown, len(show.programme.strip)
    room = int((box.w - (REST + GAP if rest else 0.0)) // (CHIP + GAP))
    first = max(0, min(show.place - room // 2, len(shown) - room))
    for place in range(first, min(len(shown), first + room)):
        at = Box(box.x + (place - first) * (CHIP + GAP), box.y, CHIP, box.h)
        if _chip(desk, show, place, at):
            show.go_to(place)
            return
    if rest:
        words = ngettext("{count} other move", "{count} other moves", rest).format(count=rest)
        action = Action(words, "eye", tip=_("Show also what is left out, in two seconds."))
        if button(desk.kit, "show-rest", Box(box.right - REST, box.y, REST, box.h), action):
            show.show_rest()


def _chip(desk: Desk, show: Director, place: int, box: Box) -> bool:
    kit, c = desk.kit, desk.kit.colours
    scene = show.scenes[show.programme.shown[place].number]
    icon, word = LOOKS[scene.kind]
    hot, now = kit.hot(f"show-{place}", box), place == show.place
    kit.plate(box, c.raised if now or hot.hovered else c.ground, 5)
    kit.outline(box, c.action if now else c.brass.fade(0.25), 5, 2.0 if now else 1.0)
    ink = c.action if now else c.second if place < show.place else c.text
    kit.icon("check" if place < show.place else icon, box.x + 9, box.y + 9, 16, c.good if place < show.place else ink)
    card = None
    if scene.is_fight and desk.results is not None and place <= show.place:
        card = desk.results.of(moment.event for moment in show.moments_of(scene))
    if card is not None:
        word, tone = headline_of(card)
        ink = getattr(c, tone)
    else:
        word = _(word)
    kit.text(word, box.x + 32, box.y + 7, ink, size=14.5, font="strong", room=box.w - 38)
    where = desk.adapter.short_title(scene.hexes[-1]) if scene.hexes else ""
    kit.text(where, box.x + 9, box.y + 31, c.second, size=12.5, room=box.w - 16)
    if hot.hovered and scene.sentence is not None:
        kit.tip = Tip(typography.typographic(str(scene.sentence)))
    return hot.clicked
