"""The panel on the right: journal, summary cards, discards, advice, keys; one at a time, with a tab for each."""

from __future__ import annotations

from collections.abc import Callable

from wab.app.cardkit.face import Look, card_box
from wab.app.cards.hand.ui import Desk
from wab.app.cards.looks.cardface import draw_card
from wab.app.cards.looks.texts import SIDE_CODE, card_title, side_name
from wab.app.cards.pages.summary import Entry, summary
from wab.app.cards.panels import hex_info
from wab.app.cards.panels.commands import FIXED_ROWS, LISTED
from wab.app.cards.panels.frame import TABS, is_flat, side_panel
from wab.app.hud.kit import Box, Scrolled, Tip
from wab.app.hud.lines import Line, draw_lines, wrapped
from wab.app.hud.widgets import Action, button
from wab.app.play.verdicts import headline
from wab.app.wargame.ui.key_list import key_sections
from wab.locale import _, ngettext
from wab.systems.cards.state.events import TurnBegan

_PAD = 12.0


def tabs() -> dict[str, tuple[str, str, str]]:
    """The tabs: title, icon and key."""
    return {
        "journal": (_("Journal"), "journal", "J"),
        "summary": (_("On this board"), "layers", "T"),
        "discards": (_("Discards"), "folder", "D"),
        "advice": (_("Advice"), "radio", "P"),
        "rules": (_("Rules"), "search", "R"),
        "keys": (_("Keys"), "question", "F1"),
    }


def draw(desk: Desk, stage_top: float) -> None:
    """Draw the row of tabs, and below it what is open; in a flat window the hex under the pointer has that place."""
    kit, box = desk.kit, side_panel(desk.kit.screen, stage_top)
    with kit.window("side tabs", Box(box.x, box.y, box.w, TABS)):
        each = (box.w - 4 * (len(tabs()) - 1)) / len(tabs())
        for number, (name, (title, icon, key)) in enumerate(tabs().items()):
            place = Box(box.x + number * (each + 4), box.y, each, TABS)
            action = Action("", icon, key, tip=title, down=desk.ui.panel == name)
            if button(kit, f"tab {name}", place, action):
                desk.commands.toggle_panel(name)
    if desk.ui.panel not in _BODIES:  # the rules have a book of their own
        return
    if is_flat(desk.kit.screen) and not desk.ui.wide and hex_info.described(desk) is not None:
        return
    title, icon, _key = tabs()[desk.ui.panel]
    body = Box(box.x, box.y + TABS + 6, box.w, box.h - TABS - 6)
    with kit.panel(f"side {desk.ui.panel}", body, title=title, icon=icon, closes=True) as panel:
        _BODIES[desk.ui.panel](desk, panel.box.inset(_PAD, 8))
        if panel.closed:
            desk.ui.panel = ""


def _list(desk: Desk, name: str, box: Box, lines: list[Line]) -> None:
    draw_lines(desk.kit, f"list {name}", box, lines)


# ------------------------------------------------------------------------------------------------- journal


def journal_lines(desk: Desk, room: float) -> list[Line]:
    """Return what the seat has seen happen, turn by turn, the last at the end."""
    c, found = desk.kit.colours, []
    verdicts = {played.turn + 1: played.verdict for played in desk.battle.turns}
    for line in desk.journal:
        if isinstance(line.event, TurnBegan):
            if (verdict := verdicts.get(line.turn)) is not None and verdict.causes:
                found += wrapped(desk.kit, headline(verdict, desk.battle.seat, medals_won), room, c.text, "strong", 14)
            words = _("Turn {number}").format(number=line.turn), side_name(line.event.side)
            found.append(Line(" · ".join(words).upper(), c.action, "heading", 14))
            continue
        tint = c.side[SIDE_CODE[line.side] - 1] if line.side in SIDE_CODE else c.second
        rows = desk.kit.lines(str(line.text), room - 26, "body", 13.5)
        found += [Line(("· " if not number else "  ") + words, tint.shade(1.25)) for number, words in enumerate(rows)]
    return found


def medals_won(count: int) -> str:
    """A number of medals in words."""
    return ngettext("{count} medal", "{count} medals", count).format(count=count)


def _journal(desk: Desk, box: Box) -> None:
    lines = desk.kept("journal", lambda: journal_lines(desk, box.w), len(desk.journal), box.w)
    _newest_first(desk, "journal", box, lines)


def _newest_first(desk: Desk, name: str, box: Box, lines: list[Line]) -> None:
    """A list whose end is in sight whenever it has grown; the wheel goes back."""
    grown = desk.kept(f"{name} seen", lambda: [True], len(lines))
    draw_lines(desk.kit, f"list {name}", box, lines, to_the_end=grown[0])
    grown[0] = False


# ------------------------------------------------------------------------------------------------- summary


def summary_lines(desk: Desk, room: float) -> list[Line]:
    """The summary cards of what is on this board and in these forces, and of nothing else (CRD-2.7-1)."""
    c, found = desk.kit.colours, []
    titles = {"terrain": _("Terrain"), "obstacles": _("Obstacles"), "units": _("Units")}
    for group, entries in summary(desk.view).items():
        if entries:
            found.append(Line(titles[group].upper(), c.action, "heading", 14))
        for entry in entries:
            found += _entry(desk, entry, room)
    return found


def _entry(desk: Desk, entry: Entry, room: float) -> list[Line]:
    c = desk.kit.colours
    found = [Line(entry.name, c.text, "strong", 14)]
    for words in entry.lines:
        found += wrapped(desk.kit, words, room - 6, c.second)
    found.append(Line("", c.second, size=5))
    return found


def _summary(desk: Desk, box: Box) -> None:
    _list(desk, "summary", box, desk.kept("summary", lambda: summary_lines(desk, box.w - 8), box.w))


# ------------------------------------------------------------------------------------------------- discards


def _discards(desk: Desk, box: Box) -> None:
    """The discards, the last one first; both sides may look at them (CRD-4.5-4)."""
    kit, cards = desk.kit, tuple(reversed(desk.view.discards))
    if not cards:
        kit.paragraph(_("Nothing has been discarded yet."), box.x, box.y, box.w, kit.colours.second)
        return
    across = 2
    wide = (box.w - 10 - 8 * (across - 1)) / across
    high = card_box(0, 0, wide).h + 8
    rows = (len(cards) + across - 1) // across
    with kit.scroll("discards", box, rows * high) as part:
        for number, key in enumerate(cards):
            place = card_box(box.x + (number % across) * (wide + 8), part.top + (number // across) * high, wide)
            _discard(desk, part, place, key, number)


def _discard(desk: Desk, part: Scrolled, place: Box, key: str, number: int) -> None:
    if not part.shows(place.y, place.h):
        return
    hot = desk.kit.hot(f"discard {number}", place)
    draw_card(desk.kit, place, desk.view.board, key, Look(hot=hot.hovered))
    if hot.hovered:
        desk.kit.tip = Tip(card_title(desk.view.board, key))


# ------------------------------------------------------------------------------------------------- advice, keys


def _advice(desk: Desk, box: Box) -> None:
    """Draw the advice of a good player to the seat."""
    kit, battle = desk.kit, desk.battle
    if not desk.interaction.active:
        kit.paragraph(_("The staff speaks when it is your turn."), box.x, box.y, box.w, kit.colours.second)
        return
    battle.ask_advice()
    if battle.advice is None:
        kit.paragraph(_("The staff is at work…"), box.x, box.y, box.w, kit.colours.second)
    elif not battle.advice:
        kit.paragraph(_("The staff has nothing to propose."), box.x, box.y, box.w, kit.colours.second)
    else:
        lines: list[Line] = []
        for line in battle.advice:
            ink = kit.colours.text if line.main else kit.colours.second
            lines += wrapped(desk.kit, str(line.text), box.w - 8, ink, "strong" if line.main else "body")
            lines.append(Line("", ink, size=6))
        _list(desk, "advice", box, lines)


def _keys(desk: Desk, box: Box) -> None:
    c, lines = desk.kit.colours, []
    for section in key_sections(desk.bindings, LISTED, FIXED_ROWS):
        lines.append(Line(section.title.upper(), c.text, "heading", 14))
        for key, words in section.rows:
            lines.append(Line(key, c.action, "medium", 13.5))
            lines += wrapped(desk.kit, words, box.w - 8, c.second)
        lines.append(Line("", c.second, size=8))
    _list(desk, "keys", box, lines)


_BODIES: dict[str, Callable[[Desk, Box], None]] = {
    "journal": _journal,
    "summary": _summary,
    "discards": _discards,
    "advice": _advice,
    "keys": _keys,
}
