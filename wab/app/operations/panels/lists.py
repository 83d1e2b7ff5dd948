"""Lists that open next to the tools: objectives and points, aircraft and ships."""

from __future__ import annotations

from wab.app.gfx.theme import colour
from wab.app.hud.kit import Box, Scrolled, Tip
from wab.app.hud.widgets import Action, button
from wab.app.operations.hand.assets import Asset, air_assets, ship_assets
from wab.app.operations.hand.ui import Desk
from wab.app.operations.looks import texts
from wab.app.operations.looks.status import (
    ObjectiveRow,
    forecast_picture,
    objective_rows,
    points_rows,
)
from wab.app.wargame.adapter.typography import joined, number
from wab.app.wargame.ui.places import list_box
from wab.locale import _


def draw(desk: Desk) -> None:
    """Draw the list that is open."""
    makers = {
        "objectives": _objectives,
        "forces": _forces,
    }
    if desk.ui.panel in makers:
        makers[desk.ui.panel](desk)


# ------------------------------------------------------------------------------------------------- objectives


def _objectives(desk: Desk) -> None:
    kit, view = desk.kit, desk.view
    rows = desk.kept("objectives", lambda: objective_rows(view))
    points = desk.kept("points", lambda: points_rows(view))
    foot = 38 + (len(points) + 1) * 21 + 58
    box = list_box(desk, 470, 34 + 32 + len(rows) * 25 + foot)
    with kit.panel("objectives", box, title=_("Objectives"), icon="flag", closes=True) as panel:
        x, y = box.x + 14, panel.box.y + 10
        for words, right in ((_("a turn"), 250), (_("at end"), 320), (_("earned"), 390), (_("to come"), 456)):
            kit.text(words, box.x + right, y, kit.colours.second, size=13, align=1.0)
        y += 22
        part = Box(box.x, y, box.w, box.bottom - foot - y)
        with kit.scroll("objectives-rows", part, len(rows) * 25) as shown:
            for place, row in enumerate(rows):
                _objective(desk, place, row, Box(box.x, shown.top + place * 25, box.w, 24))
        y = part.bottom
        kit.heading(_("Points"), Box(x, y + 12, box.w - 28, 18))
        y += 38
        y = _points(desk, points, box, y)
        picture = forecast_picture(desk.view)
        kit.text(picture.level, x, y + 6, kit.colours.action, size=16, font="strong")
        kit.text(joined(picture.points, picture.note), x, y + 28, kit.colours.second, size=13.5, room=box.w - 28)
        tip = _("Keep the markers on the map when this list is closed.")
        keep = Action(_("Keep on map"), "", "W", tip=tip, clause="OPS-9.2.1-7", down=desk.ui.marks_kept)
        if button(kit, "marks-kept", Box(box.right - 152, y - 2, 138, 28), keep):
            desk.commands.keep_marks()
        if panel.closed:
            desk.ui.panel = ""


def _objective(desk: Desk, place: int, row: ObjectiveRow, box: Box) -> None:
    kit = desk.kit
    hot = kit.hot(f"objective-{place}", box)
    if hot.hovered:
        kit.plate(box.inset(6, 0), kit.colours.hover.fade(0.4), 3)
    kit.icon("flag", box.x + 14, box.y + 4, 16, desk.ink_of(row.holder))
    kit.text(row.name, box.x + 38, box.y + 3, size=14.5, font="strong" if row.main else "body", room=150)
    for value, right in ((row.per_turn, 250), (row.at_end, 320)):
        kit.text(str(value) if value else "–", box.x + right, box.y + 3, size=14.5, align=1.0)
    earned = " : ".join(str(row.earned[side]) for side in desk.adapter.sides)
    kit.text(earned, box.x + 390, box.y + 3, size=14.5, align=1.0)
    kit.text(str(row.to_come), box.x + 456, box.y + 3, kit.colours.action, size=15, font="figures", align=1.0)
    if hot.hovered:
        whose = (
            _("held by {side}").format(side=texts.side_name(row.holder)) if row.holder else _("held by neither side")
        )
        notes = [whose]
        if row.scores_for != "both":
            notes.append(_("scores for {side} only").format(side=texts.side_name(row.scores_for)))
        kit.tip = Tip(row.name, (*notes, _("Click to go there.")), "OPS-9.2.2-5")
    if hot.clicked:
        desk.commands.jump(row.hex)


def _points(desk: Desk, rows: list[tuple[str, int, int]], box: Box, y: float) -> float:
    kit = desk.kit
    total = (_("If it ended now"), sum(row[1] for row in rows), sum(row[2] for row in rows))
    for row in (*rows, total):
        words, allied, axis = row
        last = row is total
        ink = kit.colours.text if last else kit.colours.second
        kit.text(words, box.x + 14, y, ink, size=14, font="strong" if last else "body")
        kit.text(number(allied), box.x + 390, y, kit.colours.side[0], size=14.5, font="strong", align=1.0)
        kit.text(number(axis), box.x + 456, y, kit.colours.side[1], size=14.5, font="strong", align=1.0)
        y += 21
    return y


# ------------------------------------------------------------------------------------------------- aircraft, ships


def _forces(desk: Desk) -> None:
    """Aircraft and ships of the side: who can be used this turn, and why not the others."""
    kit, view = desk.kit, desk.view
    aircraft, ships = desk.kept("aircraft", lambda: air_assets(view)), desk.kept("ships", lambda: ship_assets(view))
    groups = [(words, rows) for words, rows in ((_("Aircraft"), aircraft), (_("Ships"), ships)) if rows]
    high = 34 + 16 + sum(30 + len(rows) * 44 for _words, rows in groups) + (0 if groups else 30)
    box = list_box(desk, 440, high)
    with kit.panel("forces", box, title=_("Aircraft and ships"), icon="plane", closes=True) as panel:
        y = panel.box.y + 12
        if not groups:
            kit.text(_("There are none in this battle."), box.x + 14, y, kit.colours.second, size=14.5)
        part = Box(box.x, y, box.w, box.bottom - y - 4)
        with kit.scroll("forces-rows", part, high - 34 - 16) as shown:
            y = shown.top
            for words, rows in groups:
                y = _force_group(desk, words, rows, shown, y)
        if panel.closed:
            desk.ui.panel = ""


def _force_group(desk: Desk, words: str, rows: list[Asset], shown: Scrolled, y: float) -> float:
    """The aircraft or the ships under their heading; gives the y below them."""
    ready, box = sum(row.ready for row in rows), shown.box
    note = _("{ready} of {all} this turn").format(ready=ready, all=len(rows))
    desk.kit.heading(words, Box(box.x + 14, y, box.w - 32, 18), note=note)
    y += 24
    for row in rows:
        if shown.shows(y, 44):
            _force(desk, row, Box(box.x + 6, y, box.w - 18, 42))
        y += 44
    return y + 6


def _force(desk: Desk, row: Asset, box: Box) -> None:
    kit = desk.kit
    hot = kit.hot(f"force-{row.id}", box)
    if hot.hovered:
        kit.plate(box, kit.colours.hover.fade(0.4), 3)
        go = _("Click: everything about it.")
        kit.tip = Tip(
            row.name, (joined(row.facts, row.status), go), "OPS-10.1.1-15" if row.icon == "ship" else "OPS-10.3.1-12"
        )
    ink = kit.colours.text if row.ready else kit.colours.off_text
    kit.plate(Box(box.x, box.y + 3, 3, 36), kit.colours.good if row.ready else kit.colours.bad.fade(0.6), 1)
    kit.icon(row.icon, box.x + 14, box.y + 9, 24, ink)
    kit.text(row.name, box.x + 50, box.y + 3, ink, size=15, font="strong", room=box.w - 110)
    tint = kit.colours.good if row.ready else colour("E8A08E")
    kit.text(joined(row.status, row.facts), box.x + 50, box.y + 22, tint, size=13.5, room=box.w - 110)
    kit.text(str(row.points), box.right - 12, box.y + 8, ink, size=21, font="figures", align=1.0)
    if hot.clicked:
        desk.ui.sheet = row.id
        if row.hex is not None:
            desk.commands.jump(row.hex)
