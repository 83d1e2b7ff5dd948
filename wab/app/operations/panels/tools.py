"""The column of tools on the left, the key of the overlay on the map, and the buttons in the lower corner."""

from __future__ import annotations

from typing import NamedTuple

from wab.app.kit import BLACK, Box, Tip
from wab.app.operations.assets import has_forces_list
from wab.app.operations.modes import Aim, Mode
from wab.app.operations.overlays import OVERLAYS, cut_units, overlay, ruined_ports
from wab.app.operations.plans import bombers
from wab.app.operations.presenter import hex_title
from wab.app.operations.texts import typographic
from wab.app.operations.ui import Desk
from wab.app.theme import METRICS
from wab.app.widgets import Action, button
from wab.hexes import HexId
from wab.locale import _
from wab.systems.operations.air import why_not_bomb
from wab.systems.operations.view import OperationsView

LEFT, TOP, STEP = 12.0, METRICS.top_bar + 16, METRICS.tool + 6.0
LEGEND = 270.0
ABOVE_MAP = 270.0  # pixels above the bottom that small map and hex line take
MOST_CUT = 5  # units out of supply that are told of beside the overlay
TIGHT = 800.0  # height under which panels are drawn closer
_OVERLAY_ICONS = {"supply": "crate", "control": "front", "zones": "zone", "sight": "eye"}
_OVERLAY_KEYS = {"supply": "S", "control": "C", "zones": "Z", "sight": "V"}


def draw(desk: Desk) -> None:
    """Draw the column."""
    tools, rows = _tools(desk), tool_rows(desk)
    box = Box(LEFT, TOP, tool_columns(desk) * STEP, min(rows, len(tools)) * STEP)
    with desk.kit.window("tools", box):
        for place, (name, action) in enumerate(tools):
            column, row = divmod(place, rows)
            cell = Box(box.x + column * STEP, box.y + row * STEP, METRICS.tool, METRICS.tool)
            if button(desk.kit, f"tool-{name}", cell, action):
                _use(desk, name)
    _legend(desk)


def tool_rows(desk: Desk) -> int:
    """How many tools find room above the small map; the others stand in a further column."""
    return max(3, int((desk.kit.screen.h - TOP - METRICS.minimap[1] - 96) // STEP))


def tool_columns(desk: Desk) -> int:
    """In how many columns the tools stand."""
    return -(-len(_tools(desk)) // tool_rows(desk))


def list_left(desk: Desk) -> float:
    """Where the lists beside the tools begin."""
    return LEFT + tool_columns(desk) * STEP + 2


def list_box(desk: Desk, wide: float, high: float, below: float = ABOVE_MAP) -> Box:
    """Where a list beside the tools lies, at most down to so many pixels above the bottom; the map is told of it."""
    left = list_left(desk) + (LEGEND + 8 if desk.ui.overlay else 0)
    box = Box(left, TOP, wide, min(high, desk.kit.screen.h - TOP - below))
    desk.ui.list_right = box.right
    return box


def is_tight(desk: Desk) -> bool:
    """A low window: panels are drawn closer."""
    return desk.kit.screen.h < TIGHT


def _tools(desk: Desk) -> list[tuple[str, Action]]:
    ui = desk.ui
    found = [
        ("objectives", Action("", "flag", "O", tip=_("Objectives"), down=ui.panel == "objectives")),
        ("arrivals", Action("", "clock", "R", tip=_("Reinforcements"), down=ui.panel == "arrivals")),
    ]
    advice = Action("", "star", "P", tip=_("What the staff would do"), down=ui.panel == "staff")
    found.append(("staff", advice))
    delegated = Action("", "medal", "D", tip=_("Delegated troops"), down=ui.panel == "delegation")
    found.append(("delegation", delegated))
    if has_forces_list(desk.view):
        found.append(("forces", Action("", "plane", "L", tip=_("Aircraft and ships"), down=ui.panel == "forces")))
    if bombers(desk.view):
        found.append(("bombers", _bombers_action(desk)))
    for name, words in OVERLAYS.items():
        if name == "supply" and not desk.view.board.scenario.rules.supply:
            continue
        action = Action("", _OVERLAY_ICONS[name], _OVERLAY_KEYS[name], tip=_(words), down=ui.overlay == name)
        found.append((name, action))
    off = "" if desk.view.board.scenario.rules.fog else _("There is no fog of war in this scenario.")
    found.append(("fog", Action("", "overcast", "G", tip=_("Fog of war"), down=ui.fog and not off, off=off)))
    found.append(("names", Action("", "map", "T", tip=_("Names"), down=ui.names)))
    found.append(("grid", Action("", "hex", "H", tip=_("Hex grid"), down=ui.grid)))
    picture = "2d" if ui.three_d else "3d"
    found.append(("3d", Action("", picture, "F3", tip=_("Two or three dimensions"))))
    return found


def _bombers_action(desk: Desk) -> Action:
    """Heavy bombers stand nowhere on the map: their bombardment begins here (OPS-7.5.1-9)."""
    view, picked = desk.view, desk.interaction
    off = ""
    if picked.mode not in (Mode.IDLE, Mode.SELECTED):
        off = _("Not now: something else has to be decided first.")
    elif not any(why_not_bomb(view.position, id_) is None for id_ in bombers(view)):
        refusal = why_not_bomb(view.position, bombers(view)[0])
        off = typographic(str(refusal.text)) if refusal is not None else ""
    tip = _("Bombardment by heavy bombers: choose the enemy.")
    down = picked.aim is Aim.BOMBARD and not picked.units
    return Action("", "fire", "B", tip=tip, off=off, clause="OPS-7.5.1-9", down=down)


def _use(desk: Desk, name: str) -> None:
    if name == "bombers":
        if desk.interaction.units:
            desk.interaction.deselect()
        desk.commands.aim(Aim.BOMBARD)
    elif name in ("objectives", "arrivals", "forces", "staff", "delegation"):
        desk.ui.panel = "" if desk.ui.panel == name else name
    elif name in OVERLAYS:
        desk.commands.set_overlay(name)
    else:
        desk.commands.switch(name)


class SupplyNote(NamedTuple):
    """A sentence beside the supply overlay, with its hex, the unit that it is about if any, and its clause."""

    hex: HexId
    text: str
    clause: str
    unit: int | None = None


def supply_notes(view: OperationsView) -> list[SupplyNote]:
    """Ports in ruins with the turn of their opening, then who is cut off and by what."""
    ports = [
        SupplyNote(
            hex_,
            _("{place}: the port is in ruins and supplies you from turn {turn} on.").format(
                place=hex_title(view, hex_), turn=turn
            ),
            "OPS-8.5.1-1",
        )
        for hex_, turn in ruined_ports(view)
    ]
    cut = [
        SupplyNote(view.unit(unit).hex, typographic(str(why.text)), "OPS-8.5.2-1", unit)
        for unit, why in cut_units(view)[:MOST_CUT]
    ]
    return ports + cut


def _legend(desk: Desk) -> None:
    """What the colours of the overlay mean; for supply also who is cut off, and by what."""
    name = desk.ui.overlay
    tints = desk.kept("tints", lambda: overlay(desk.view, name), name) if name else None
    if tints is None:
        return
    kit = desk.kit
    told = desk.kept("supply-notes", lambda: supply_notes(desk.view)) if name == "supply" else []
    lines = [(note, line) for note in told for line in kit.lines(note.text, 246, "body", 13)]
    high = 34 + len(tints.legend) * 20 + (len(lines) * 17 + 12 if lines else 0) + 8
    box = Box(list_left(desk), TOP, LEGEND, high)
    with kit.panel(
        "legend", box, title=_(OVERLAYS[desk.ui.overlay]), icon=_OVERLAY_ICONS[desk.ui.overlay], closes=True
    ) as panel:
        y = panel.box.y + 8
        for tint, pattern, words in tints.legend:
            cell = Box(box.x + 12, y + 2, 22, 14)
            kit.plate(cell, tint.fade(2.2) if tint.alpha < 116 else tint, 2)
            kit.outline(cell, BLACK.fade(0.5), 2)
            _pattern(desk, cell, pattern)
            kit.text(words, box.x + 44, y, size=14)
            y += 20
        y += 6
        for note, line in lines:
            kit.text(line, box.x + 12, y, kit.colours.warn, size=13)
            hot = kit.hot(f"cut-{note.hex}-{y}", Box(box.x, y, box.w, 17))
            if hot.hovered:
                kit.tip = Tip(note.text, (_("Click to go there."),), note.clause)
            if hot.clicked:
                desk.commands.jump(note.hex)
                if note.unit is not None:
                    desk.interaction.select(note.unit)
            y += 17
        if panel.closed:
            desk.commands.set_overlay(desk.ui.overlay)


def _pattern(desk: Desk, cell: Box, pattern: int) -> None:
    kit, ink = desk.kit, BLACK.fade(0.55)
    if pattern == 1:
        for step in (4, 10, 16):
            kit.line(cell.x + step, cell.bottom - 2, cell.x + step + 4, cell.y + 2, ink)
    elif pattern == 2:
        kit.line(cell.x + 8, cell.y + 3, cell.x + 14, cell.bottom - 3, ink)
        kit.line(cell.x + 14, cell.y + 3, cell.x + 8, cell.bottom - 3, ink)
    elif pattern == 3:
        for step in (5, 11, 17):
            kit.disc(cell.x + step, cell.y + 7, 1.5, ink)


def draw_corner(desk: Desk) -> None:
    """The buttons in the lower right corner: undo, next unit, speed while something is replayed."""
    kit, commands = desk.kit, desk.commands
    tight = is_tight(desk)
    high = 46 if tight else 102
    box = Box(kit.screen.w - METRICS.side_panel - 12, kit.screen.h - high - 12, METRICS.side_panel, high)
    half = (box.w - 8) / 2
    with kit.window("corner", box):
        refusal = desk.battle.why_not_undo()
        off = typographic(str(refusal.text)) if refusal is not None else ""
        undo = Action(_("Undo"), "" if tight else "undo", "Ctrl Z", off=off, tip=_("Take back the last order."))
        if button(kit, "undo", Box(box.x, box.y, half if tight else box.w, 46), undo):
            commands.undo()
        waiting = desk.interaction.waiting_hexes()
        off = "" if waiting else _("Every unit has been activated, or no activation points are left.")
        following = Action(_("Next unit"), "", "N", off=off, tip=_("Select the next unit that has not acted."))
        place = Box(box.x + half + 8, box.y, half, 46) if tight else Box(box.x, box.y + 56, half, 46)
        if button(kit, "next-unit", place, following):
            commands.next_unit()
        if tight:
            return
        keys = Action(_("Keys"), "", "F1", tip=_("All keys"), down=desk.ui.panel == "keys")
        if button(kit, "keys", Box(box.x + half + 8, box.y + 56, half, 46), keys):
            desk.ui.panel = "" if desk.ui.panel == "keys" else "keys"
