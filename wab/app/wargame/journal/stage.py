"""The stage: the bar above a show, its sentence, and the strip of its scenes below."""

from __future__ import annotations

from wab.app.gfx.theme import METRICS
from wab.app.hud.kit import Box, Tip
from wab.app.hud.widgets import Action, button, key_name
from wab.app.play.desk import SPEEDS
from wab.app.play.director import Director
from wab.app.wargame.adapter import typography
from wab.app.wargame.journal.notices import room_of, small_button
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import strip_left
from wab.engine.history.scenes import Scene
from wab.engine.words.text import N_
from wab.locale import _, ngettext

BAR, STRIP, CHIP, REST, GAP = 46.0, 146.0, 132.0, 150.0, 8.0
"""Heights of the bar and the strip; widths of a scene in it and of the others; the gap between them."""
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


def draw(desk: Desk, show: Director) -> None:
    """Draw the bar and the strip of a show."""
    _bar(desk, show)
    _strip(desk, show)


def heading(desk: Desk, show: Director) -> str:
    """Return words for the side that acts: the side at the screen is never called the enemy."""
    scene = show.scene
    return _("Your side") if scene is not None and scene.side == desk.view.side else _("The enemy’s turn")


def _bar(desk: Desk, show: Director) -> None:
    kit = desk.kit
    words, count = heading(desk, show), len(show.programme.shown)
    left = _("scene {number} of {count} · {seconds} s left").format(
        number=min(show.place + 1, count), count=count, seconds=round(show.seconds_left)
    )
    speeds = [speed for speed in SPEEDS if speed >= 1]
    back = Action(_("Back"), "undo", key_name("backspace"), tip=_("The scene before, once more."))
    again = Action(_("Again"), "reform", "R", tip=_("Everything once more, from the first scene on."))
    skip = Action(_("Skip"), "end_turn", key_name("space"), tip=_("Go to the end of the enemy's moves."))
    rooms = [room_of(desk, action) for action in (back, again, skip)]
    told = kit.width(words, "strong", 16) + 12 + kit.width(left, "body", 14)
    wide = 44 + told + 18 + sum(rooms) + 38 + len(speeds) * 46 + 30
    box = Box(max(8.0, (kit.screen.w - wide) / 2), METRICS.top_bar + 14, wide, BAR)
    with kit.panel("replay", box):
        kit.icon("eye", box.x + 14, box.y + 13, 20, kit.colours.action)
        x = box.x + 44 + kit.text(words, box.x + 44, box.y + 13, size=16, font="strong") + 12
        x += kit.text(left, x, box.y + 15, kit.colours.second, size=14) + 18
        for name, action, room, deed in (("back", back, rooms[0], show.back), ("again", again, rooms[1], show.again)):
            if button(kit, f"show-{name}", Box(x, box.y + 7, room, 32), action):
                deed()
            x += room + 6
        tip = _("Go on") if show.paused else _("Pause")
        pause = Action("", "play" if show.paused else "pause", key_name("escape"), tip=tip, down=show.paused)
        if button(kit, "show-pause", Box(x, box.y + 7, 34, 32), pause):
            show.pause()
        x += 40
        for speed in speeds:
            label = f"×{typography.number(speed)}"
            action = Action(label, "", str(SPEEDS.index(speed) + 1), tip=_("Speed"), down=desk.ui.speed == speed)
            if small_button(desk, f"speed-{SPEEDS.index(speed)}", Box(x, box.y + 8, 42, 30), action, label):
                desk.commands.set_speed(speed)
            x += 46
        if button(kit, "replay-skip", Box(x + 2, box.y + 7, rooms[2], 32), skip):
            desk.commands.skip()


def strip_box(desk: Desk) -> Box:
    """Return the place of the strip: at the foot, next to the small map."""
    kit, left = desk.kit, strip_left(desk)
    return Box(left, kit.screen.h - STRIP - 12, kit.screen.w - left - 12, STRIP)


def _strip(desk: Desk, show: Director) -> None:
    kit, box, scene = desk.kit, strip_box(desk), show.scene
    with kit.panel("show-strip", box):
        ink = desk.ink_of(scene.side if scene is not None else None)
        kit.plate(Box(box.x, box.y, 5, box.h), ink, 2)
        if scene is not None:
            kit.icon(LOOKS[scene.kind][0], box.x + 20, box.y + 14, 20, ink)
            _words(desk, scene, Box(box.x + 54, box.y + 10, box.w - 70, 50))
        _chips(desk, show, Box(box.x + 14, box.y + 70, box.w - 28, 54))
        kit.plate(Box(box.x + 14, box.bottom - 12, box.w - 28, 4), kit.colours.ground, 2)
        kit.plate(Box(box.x + 14, box.bottom - 12, (box.w - 28) * show.share, 4), kit.colours.action, 2)


def _words(desk: Desk, scene: Scene, box: Box) -> None:
    """The sentence of a scene, and under it how it ended, once that has been shown."""
    kit = desk.kit
    if scene.sentence is not None:
        words = typography.typographic(str(scene.sentence))
        kit.text(kit.fitted(words, box.w, "strong", 16), box.x, box.y, size=16, font="strong")
    coming = {id(event) for event in desk.show.to_come} if desk.show is not None else set[int]()
    lines = [line for line in desk.journal if line.text == scene.result and id(line.event) not in coming]
    if scene.result is not None and lines:
        words = typography.typographic(str(scene.result))
        kit.text(kit.fitted(words, box.w, "body", 14), box.x, box.y + 26, kit.colours.second, size=14)


def _chips(desk: Desk, show: Director, box: Box) -> None:
    """The shown scenes around the present one, and what is not shown."""
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
    kit.text(_(word), box.x + 32, box.y + 7, ink, size=14.5, font="strong", room=box.w - 38)
    where = desk.adapter.short_title(scene.hexes[-1]) if scene.hexes else ""
    kit.text(where, box.x + 9, box.y + 31, c.second, size=12.5, room=box.w - 16)
    if hot.hovered and scene.sentence is not None:
        kit.tip = Tip(typography.typographic(str(scene.sentence)))
    return hot.clicked
