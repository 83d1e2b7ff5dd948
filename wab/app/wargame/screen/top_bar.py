"""The top bar: the side, the turn, figures of the system, and the button that ends the turn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from wab.app.gfx.theme import METRICS, colour
from wab.app.hud.kit import WHITE, Box, Kit
from wab.app.hud.widgets import Action, button
from wab.app.wargame.adapter.pictures import Status
from wab.app.wargame.ui.desk import Desk
from wab.locale import _

HEIGHT = METRICS.top_bar


@contextmanager
def bar(kit: Kit) -> Iterator[Box]:
    """Draw the ground of the bar; drawing inside the context stands on it."""
    box = Box(0, 0, kit.screen.w, HEIGHT)
    kit.shadow(box)
    with kit.window("top-bar", box):
        kit.graded(box, kit.colours.panel.fade(0.97), kit.colours.ground.fade(0.97))
        kit.line(0, HEIGHT - 1, box.w, HEIGHT - 1, kit.colours.brass.fade(0.42))
        yield box


def draw(desk: Desk) -> None:
    """The bar of a system without parts of its own: side, turn, its figures, buttons."""
    kit, adapter = desk.kit, desk.adapter
    with bar(kit) as box:
        moment = desk.kept("moment", adapter.moment)
        x = side(desk, desk.view.seat, moment, 12)
        x = divider(kit, turn(kit, max(1, desk.view.turn), adapter.last_turn, moment, x) - 4)
        right = buttons(desk, box.right - 12)
        for place, item in enumerate(desk.kept("status", adapter.status)):
            x = _status(kit, place, item, x, right)


def divider(kit: Kit, x: float) -> float:
    """A line between two parts; gives where the next one begins."""
    kit.line(x, 12, x, HEIGHT - 12, kit.colours.brass.fade(0.25))
    return x + 16


def side(desk: Desk, seat: str, moment: str, x: float) -> float:
    """The badge and the name of the side at the screen, under it what is being decided."""
    kit, adapter = desk.kit, desk.adapter
    look, name = adapter.look(seat), adapter.side_name(seat)
    badge = Box(x, 9, 38, 38)
    kit.explain("side", badge, name, moment, clause=adapter.clauses.get("side", ""))
    kit.graded(badge, look.top, look.bottom, 5)
    kit.outline(badge, WHITE.fade(0.25), 5)
    kit.icon(look.icon, x + 9, 18, 20, colour("FFF6DD"))
    wide = kit.spaced(name, x + 50, 10, desk.ink_of(seat), 15)
    wide = max(wide, kit.text(moment, x + 50, 29, size=14, font="medium"))
    return divider(kit, x + 50 + wide + 16)


def turn(kit: Kit, number: int, last: int, moment: str, x: float) -> float:
    """The turn, and of how many where one is the last."""
    kit.spaced(_("Turn"), x, 10, kit.colours.second, 14)
    wide = kit.text(str(number), x, 24, kit.colours.action, size=24, font="figures")
    if last:
        wide += kit.text(f"/ {last}", x + wide + 5, 31, kit.colours.second, size=15) + 5
    words = (
        _("Turn {turn} of {turns}").format(turn=number, turns=last) if last else _("Turn {turn}").format(turn=number)
    )
    kit.explain("turn", Box(x, 4, max(wide, 44), 48), words, moment)
    return x + max(wide, 44) + 20


def _status(kit: Kit, place: int, item: Status, x: float, right: float) -> float:
    """A figure of the system, where there is room for it."""
    wide = max(kit.width(item.heading.upper(), "heading", 14) * 1.3, kit.width(item.value, "figures", 22) + 60, 60.0)
    if x + wide > right:
        return x
    kit.spaced(item.heading, x, 9, kit.colours.second, 14)
    left = x
    if item.icon:
        kit.icon(item.icon, x, 28, 18, kit.colours.action)
        left += 26
    used = kit.text(item.value, left, 24, kit.colours.action, size=22, font="figures")
    if item.of:
        kit.text(f"/ {item.of}", left + used + 5, 31, kit.colours.second, size=15)
    kit.explain(f"status-{place}", Box(x, 4, wide, 48), item.heading, item.tip, clause=item.clause)
    return divider(kit, x + wide + 8)


def buttons(desk: Desk, right: float) -> float:
    """The icons and the button at the right end; gives their left edge."""
    kit = desk.kit
    action = desk.commands.main_action()
    wide = kit.width(action.label, "strong", 15) + 96
    x = right - wide
    if button(kit, "end-turn", Box(x, 9, wide, 38), action):
        _main(desk)
    x -= 12
    icons = (
        ("menu", _("Menu"), "F9", False),
        ("gear", _("Settings"), "F10", False),
        ("search", _("Find a unit or a place"), "Ctrl F", desk.ui.panel == "search"),
        ("journal", _("Journal"), "J", desk.ui.journal_open),
    )
    for icon, tip, key, down in icons:
        x -= 40
        if button(kit, f"bar-{icon}", Box(x, 11, 34, 34), Action("", icon, key, tip=tip, down=down)):
            _icon(desk, icon)
    return x - 4


def _main(desk: Desk) -> None:
    if desk.replaying or desk.show is not None:
        desk.commands.skip()
    elif desk.interaction.over:
        desk.commands.outcome()
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
        desk.ui.toggle_journal()
