"""The list next to the tools that explains counters, signs and short words."""

from __future__ import annotations

from collections.abc import Callable

from wab.app.gfx.specs import Sign
from wab.app.gfx.theme import colour
from wab.app.hud.kit import Box
from wab.app.wargame.ui.desk import Desk
from wab.app.wargame.ui.places import list_box
from wab.app.zocbonds.pages import legend
from wab.locale import _
from wab.systems.zocbonds.state.board import Board

NAME, ICON = "legend", "info"
WIDE, EDGE, HEAD, ROW, SIGN = 470.0, 14.0, 28.0, 24.0, 20.0
_EDGE = colour("FFFFFF")


def draw(desk: Desk) -> None:
    """Draw it while it is open."""
    if desk.ui.panel != NAME:
        return
    kit, board = desk.kit, desk.view.position.board
    parts = sections(board)
    high = sum(HEAD + ROW * len(rows) + 6 for _title, rows in parts)
    box = list_box(desk, WIDE, 34 + 12 + high)
    with kit.panel(NAME, box, title=_("Key to the counters"), icon=ICON, closes=True) as panel:
        inside = Box(box.x + EDGE, panel.box.y + 4, box.w - EDGE - 6, box.bottom - panel.box.y - 10)
        with kit.scroll(f"{NAME}-lines", inside, high) as moved:
            y = moved.top
            for number, (title, rows) in enumerate(parts):
                kit.heading(title, Box(inside.x, y + 6, inside.w - 16, 18))
                y += HEAD
                for place, row in enumerate(rows):
                    row(desk, f"legend-{number}-{place}", Box(inside.x, y, inside.w - 16, ROW - 2))
                    y += ROW
                y += 6
        if panel.closed:
            desk.ui.panel = ""


Drawn = Callable[[Desk, str, Box], None]


def sections(board: Board) -> list[tuple[str, list[Drawn]]]:
    """The headings of the key, each with what draws its rows."""
    armies = [_army(army) for army in legend.armies(board)]
    parts = [_words(_(where), _(words), clause) for where, words, clause in legend.PARTS]
    signs = [_sign(one.sign, one.words, one.clause) for one in legend.signs()]
    short = [_words(*line) for line in legend.short_words()]
    return [(_("Armies"), armies), (_("On a counter"), parts), (_("Signs"), signs), (_("Short words"), short)]


def _army(army: legend.Army) -> Drawn:
    def draw_army(desk: Desk, name: str, cell: Box) -> None:
        kit, nation = desk.kit, army.nation
        card = Box(cell.x + 2, cell.y + 1, 30, ROW - 5)
        kit.plate(card, nation.body, 3)
        kit.outline(card, nation.edge, 3)
        kit.text("6 – 5", card.x + 15, card.y + 2, nation.ink, size=12.5, font="figures", align=0.5)
        kit.text(army.name, cell.x + 44, cell.y + 2, size=14)
        kit.explain(name, cell, army.name)

    return draw_army


def _sign(sign: Sign, words: str, clause: str) -> Drawn:
    def draw_sign(desk: Desk, name: str, cell: Box) -> None:
        kit, radius = desk.kit, SIGN / 2
        x, y = cell.x + 17, cell.y + radius + 1
        kit.disc(x, y, radius, _EDGE)
        kit.disc(x, y, radius * 0.88, sign.ground)
        kit.icon(sign.icon, x - radius * 0.68, y - radius * 0.68, radius * 1.36, _EDGE)
        kit.text(words, cell.x + 44, cell.y + 2, size=14, room=cell.w - 48)
        kit.explain(name, cell, words, clause=clause)

    return draw_sign


def _words(short: str, words: str, clause: str) -> Drawn:
    def draw_words(desk: Desk, name: str, cell: Box) -> None:
        kit = desk.kit
        kit.text(short, cell.x + 2, cell.y + 2, kit.colours.action, size=14, font="medium", room=136)
        kit.text(words, cell.x + 146, cell.y + 2, size=14, room=cell.w - 150)
        kit.explain(name, cell, f"{short}: {words}", clause=clause)

    return draw_words
