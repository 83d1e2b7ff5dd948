"""The card of a call: after a moment of quiet, VACANT or OCCUPIED, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator

from imgui_bundle import imgui

from wab.app.blind.looks.looks import place_title, unit_name
from wab.app.gfx.theme import METRICS, colour
from wab.app.hud.kit import Box
from wab.app.wargame.ui.desk import Desk
from wab.locale import _
from wab.systems.blind.state import events as ev
from wab.systems.blind.state.state import State

QUIET, SHOWN = 0.5, 5.0
"""Seconds before the answer, and for which it is shown."""
WIDE, LINE = 430.0, 20.0
_VACANT, _OCCUPIED = colour("3C7A3A"), colour("8E1B14")


def told(state: State, event: ev.Called) -> Iterator[str]:
    """The consequences of an answer, as the caller knows them."""
    if event.unit not in state.units:
        return
    name = unit_name(state.profile(event.unit))
    if not event.occupied:
        yield _("{unit}: in the hex, {count} movement points left.").format(unit=name, count=event.left)
        if event.hex in state.board.places and event.hex not in state.now.spoilt:
            yield _("{points} victory points.").format(points=state.board.places[event.hex].vp)
        return
    yield _("{unit}: stopped in front of it.").format(unit=name)
    if event.attack:
        yield _("An attack is announced, and its supply is paid.")
    else:
        yield _("It was only a look: no attack by this unit in this turn.")
    if state.units[event.unit].bound >= 0:
        yield _("Its second movement can only lead into that hex.")


def draw(desk: Desk, event: ev.Called, since: float) -> bool:
    """Draw the card of the player's own call, `since` seconds after it. False once it has been shown long enough."""
    quiet = QUIET if desk.ui.speed else 0.0
    if since > quiet + SHOWN:
        return False
    state: State = desk.view.position
    lines = desk.kept("call-card", lambda: tuple(told(state, event)), event)
    kit, high = desk.kit, 78.0 + LINE * len(lines) if since >= quiet else 48.0
    bottom = kit.screen.h - max(METRICS.journal, desk.ui.journal_high) - 30
    box = Box((kit.screen.w - WIDE) / 2, bottom - high, WIDE, high)
    with kit.over():
        kit.plate(Box(box.x + 2, box.y + 3, box.w, box.h), kit.colours.ground.fade(0.4), 8)
        kit.plate(box, kit.colours.panel.fade(0.97), 8)
        kit.outline(box, kit.colours.brass.fade(0.7), 8)
        middle, label = box.x + box.w / 2, state.board.grid.label(event.hex)
        if since < quiet:
            kit.text(f"{label}?", middle, box.y + 10, kit.colours.action, size=22, font="figures", align=0.5)
            return True
        word, tint = (_("OCCUPIED"), _OCCUPIED) if event.occupied else (_("VACANT"), _VACANT)
        kit.plate(Box(box.x, box.y, box.w, 40), tint, 8)
        kit.text(word, middle, box.y + 5, colour("FFF6DD"), size=26, font="title", align=0.5)
        kit.text(place_title(state.board, event.hex), middle, box.y + 45, size=16, font="strong", align=0.5)
        for place, line in enumerate(lines):
            kit.text(line, middle, box.y + 69 + LINE * place, kit.colours.second, size=14, align=0.5)
    return True


def now() -> float:
    """The clock of the frames."""
    return float(imgui.get_time())
