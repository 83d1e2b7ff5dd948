"""A game as a line of a list, of saves or of the library: picture, title, who and when, how it stands."""

from __future__ import annotations

from typing import NamedTuple

from wab.app.hud.box import Box
from wab.app.pages.fronts import Front, get_front, has_front
from wab.app.pages.parts.paper import Page
from wab.app.pages.parts.standing import figures
from wab.app.pages.parts.thumbnails import Thumbnails
from wab.app.pages.parts.titles import title_of
from wab.app.play.library import Item
from wab.app.play.seating import OPPONENTS
from wab.engine.words.dates import moment_of
from wab.engine.words.text import N_
from wab.locale import _

ROW = 70.0
STATES = {"running": N_("In progress"), "won": N_("Won"), "drawn": N_("Drawn"), "lost": N_("Lost")}
_PICTURE = 104.0, 58.5
_NARROW = 420.0  # a line so narrow has no picture


class Line(NamedTuple):
    """The contents of a line: a title, two lines below it, and whether something is wrong with the game."""

    title: str
    told: str
    more: str = ""
    bad: bool = False


def line_of(item: Item, front: Front) -> Line:
    """A game in words. `front` is the one at hand, for systems that are not installed any more."""
    own = front_of(item, front)
    side = own.side_name(item.side)
    against = ", ".join(_(OPPONENTS.get(name, name)) for name in item.opponents.split(", ") if name)
    if item.mode == "multiplayer":
        against = _("people")
    versus = _("against {opponent}").format(opponent=against) if against else ""
    turn = _("turn {turn}").format(turn=item.turn) if item.turn else ""
    title = title_of(item.scenario)
    who = ", ".join(filter(None, (side, versus)))
    told = " · ".join(filter(None, (item.name and title, who, moment_of(item.when))))
    return Line(item.name or title, told, " · ".join(filter(None, (turn, item.told))))


def front_of(item: Item, front: Front) -> Front:
    """The front of the system of a game; the one at hand where that has none."""
    return get_front(item.system) if has_front(item.system) else front


def draw_row(
    page: Page, pictures: Thumbnails, item: Item | None, line: Line, name: str, width: float, *, first: bool = False
) -> bool:
    """A line of the list; True when it was pressed."""
    at, kit, c = page.flow.place, page.kit, page.kit.colours
    pressed, hovered, focused = page.area(name, width, ROW, first=first)
    if hovered or focused:
        kit.row(Box(at.x, at.y, width, ROW), c.raised, c.raised.shade(0.85), c.brass.fade(0.5))
    left = at.x + 8
    if width >= _NARROW:
        wide, high = _PICTURE
        pictures.draw(kit, item.picture if item is not None else None, Box(left, at.y + (ROW - high) / 2, wide, high))
        left += wide + 14
    right = at.x + width - 10
    end = _end(page, item, right, at.y) if item is not None else 0.0
    room = right - left - end - 12
    ink = c.bad if line.bad else c.text
    kit.text(kit.fitted(line.title, room, "title", 24), left, at.y + 16, ink, size=24, font="title", middle=True)
    for number, words in enumerate(filter(None, (line.told, line.more))):
        tint = c.bad if line.bad else c.text.fade(0.85) if number == 0 else c.second
        y = at.y + 38 + 19 * number
        kit.text(kit.fitted(words, room, "body", 16), left, y, tint, size=16, middle=True)
    page.ring(focused, at.x, at.y, width, ROW)
    return pressed


def _end(page: Page, item: Item, right: float, top: float) -> float:
    """Return how it stands or ended, with the score, at the right end; the room that it takes."""
    kit, c = page.kit, page.kit.colours
    tint = {"won": c.good, "lost": c.bad, "running": c.warn}.get(item.status, c.text)
    level = front_of(item, page.front).level_name(item.level) if item.level else ""
    words = _(STATES[item.status]) if item.status in ("running", "lost") or not level else level
    wide = kit.text(words, right, top + 16, tint, size=17, font="medium", align=1.0, middle=True)
    if item.score is not None:
        told = _("score {score}").format(score=item.score)
        told = f"{told}  ·  +{figures(item.added)}" if item.added else told
        ink = c.brass if item.added else c.second
        wide = max(wide, kit.text(told, right, top + 38, ink, size=15, align=1.0, middle=True))
    return wide
