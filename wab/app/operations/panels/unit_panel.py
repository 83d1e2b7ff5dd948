"""The panel on the right: the card of the selected unit, its stack, and what it can do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from wab.app.gfx.theme import METRICS, colour
from wab.app.hud.kit import BLACK, Box, Kit, Tip
from wab.app.hud.widgets import (
    ENERGY_GOOD,
    PAPER,
    PAPER_INK,
    PAPER_SECOND,
    Action,
    bar,
    button,
    energy_ink,
    key_name,
)
from wab.app.operations.hand.commands import ATTACK, BOMBARD, LEND, MOVE, REBUILD
from wab.app.operations.hand.plans import rebuilds
from wab.app.operations.hand.ui import Desk
from wab.app.operations.looks.card import FULL_STATE, Figure, UnitCard, stack_words, unit_card
from wab.app.operations.looks.presenter import hex_title, terrain_title
from wab.app.operations.looks.texts import movement, points
from wab.app.wargame.adapter.typography import joined
from wab.app.wargame.attack.rows import REASON
from wab.app.wargame.troops.units import stack, title_of
from wab.app.wargame.ui.commands import Command
from wab.app.wargame.ui.places import corner_box, is_tight
from wab.locale import _
from wab.locale.numbers import percent
from wab.locale.typography import headed
from wab.systems.operations.movement.movement import movement_left
from wab.systems.operations.units.strength import attack_value, defence_value

WIDTH = METRICS.side_panel
TOP = METRICS.top_bar + 16
RED_INK = colour("8E2B22")
TOGETHER, WHY = 22.0, 42.0  # heights of the line on all that are selected, and of one reason under the buttons
REASON_LINE, REASON_GAP, MOST_LINES = 17.0, 3.0, 2
MIDDLE = 96.0  # so much of the part in the middle is seen at least
ACTION_STEP, GAP = 44.0, 6.0


class Spacing(NamedTuple):
    """Heights of the parts of the panel: paper, bar, row of figures."""

    paper: float
    bar: float
    row: float


WIDE, NARROW = Spacing(118, 36, 34), Spacing(82, 27, 28)


def spacing(desk: Desk) -> Spacing:
    """Roomy, or close together in a low window."""
    return NARROW if is_tight(desk) else WIDE


def draw(desk: Desk) -> None:
    """Draw the panel when something is selected or looked at: between the bar and the buttons in the corner, and
    smaller than these where a large HUD leaves it too little room."""
    kit = desk.kit
    top, foot = TOP * kit.scale, (corner_box(desk).y - GAP) * kit.scale
    needed = _needed(desk)
    with kit.fitting(1.0, needed * kit.hud.height / (foot - top)):
        _draw(desk, top / kit.scale, foot / kit.scale)


def _needed(desk: Desk) -> float:
    """The height that the panel takes at least: all of it but the part in the middle that the wheel moves."""
    unit = desk.interaction.shown_unit
    if unit is None or unit not in desk.view.position.units:
        return 1.0
    card = desk.kept("card", lambda: unit_card(desk.view, unit), unit)
    own = desk.view.profile(unit).side == desk.view.side
    return _height(desk, card, own) + min(MIDDLE, _middle_height(desk, card))


def _draw(desk: Desk, top: float, foot: float) -> None:
    picked = desk.interaction
    unit, kit = picked.shown_unit, desk.kit
    if unit is None or unit not in desk.view.position.units:
        return
    card = desk.kept("card", lambda: unit_card(desk.view, unit), unit)
    own = desk.view.profile(unit).side == desk.view.side
    middle, rest = _middle_height(desk, card), _height(desk, card, own)
    shown = middle - max(0.0, middle + rest - (foot - top))
    box = Box(kit.screen.w - WIDTH - 12, top, WIDTH, rest + shown)
    with kit.panel("unit-panel", box, title=title_of(desk, unit), icon="shield", closes=True) as panel:
        inside = panel.box.inset(12, 10)
        y = _paper(kit, card, Box(inside.x, inside.y, inside.w, spacing(desk).paper))
        _sheet_button(desk, Box(box.right - 58, box.y + 5, 24, 24), unit)
        part = Box(inside.x, y, inside.w, shown)
        if shown < middle:  # no room for all of it: the wheel moves what tells of the unit, never its buttons
            with kit.scroll("unit-middle", Box(part.x, part.y, part.w + 10, part.h), middle) as moved:
                _middle(desk, card, Box(part.x, moved.top, part.w - 10, middle))
        else:
            _middle(desk, card, part)
        y = _stack(desk, unit, Box(inside.x, part.bottom + 8, inside.w, 0), own)
        if own:
            y = _together(desk, Box(inside.x, y + 2, inside.w, TOGETHER))
            _actions(desk, Box(inside.x, y + 8, inside.w, 0))
        if panel.closed:
            picked.deselect()


def _middle(desk: Desk, card: UnitCard, box: Box) -> None:
    """Draw the unit's bars, figures and troubles."""
    room, y = spacing(desk), box.y
    if card.known:
        y = _bars(desk.kit, card, Box(box.x, y + 12, box.w, room.bar))
        y = _figures(desk.kit, card.figures, Box(box.x, y + 4, box.w, room.row))
    _troubles(desk.kit, card, Box(box.x, y + 6, box.w, 0))


def _middle_height(desk: Desk, card: UnitCard) -> float:
    room, rows = spacing(desk), (len(card.figures) + 1) // 2
    bars = (3 if card.energy is not None else 2) * room.bar + 12 if card.known else 0
    figures = rows * room.row + 4 if card.known else 0
    lines = (desk.kit.lines(words, WIDTH - 24, "body", 13) for words in _trouble_lines(card))
    return bars + figures + sum(len(part) * 17 + 2 for part in lines) + 6


def _height(desk: Desk, card: UnitCard, own: bool) -> float:
    """Height of all but the middle."""
    together = TOGETHER if len(desk.interaction.units) > 1 else 2
    buttons = len(_offered(desk)) + (0 if is_tight(desk) else 1)
    actions = together + ACTION_STEP * ((buttons + 1) // 2) + _reasons_height(desk) if own else 0
    return METRICS.title_strip + 10 + spacing(desk).paper + 8 + _stack_height(desk) + actions + 8


def _stack_height(desk: Desk) -> float:
    return 84.0 if is_tight(desk) else 88.0


def _paper(kit: Kit, card: UnitCard, box: Box) -> float:
    """The upper part on paper: counter, name, formation, quality."""
    side = box.h - 26
    kit.plate(Box(box.x + 1, box.y + 2, box.w, box.h), BLACK.fade(0.4), 4)
    kit.graded(box, PAPER.shade(1.04), PAPER.shade(0.95), 4)
    kit.counter(card.spec, box.x + 12, box.y + 13, side)
    left, room = box.x + side + 26, box.w - side - 34
    size = 19 if side > 80 else 16.5
    line = box.y + 8
    for words in kit.lines(card.name, room, "title", size)[:2]:
        kit.text(words, left, line, PAPER_INK, size=size, font="title", room=room)
        line += size + 4
    for words in (card.formation, card.corps):
        if words and line < box.bottom - 42:
            kit.text(words, left, line + 1, PAPER_SECOND, size=13.5, room=room)
            line += 18
    kit.text(card.kind, left, box.bottom - 22, RED_INK, size=13.5, font="report", room=room)
    return box.bottom


def _bars(kit: Kit, card: UnitCard, box: Box) -> float:
    y = box.y
    share = card.hp / max(1, card.hp_full)
    tip = _("Hit points: at none left the unit is destroyed.")
    _bar(kit, Box(box.x, y, box.w, 30), "heart", _("Strength"), f"{card.hp} / {card.hp_full}", tip, "OPS-3.2-5")
    bar(kit, Box(box.x, y + 22, box.w, 8), share, ENERGY_GOOD if share > 0.5 else energy_ink(share), parts=card.hp_full)
    y += box.h
    if card.energy is not None and card.threshold is not None:
        words = joined(
            percent(card.energy / 100), _("threshold {percent}").format(percent=percent(card.threshold / 100))
        )
        tip = _("Energy: below the threshold the unit fights one state worse; every move and fight costs some.")
        _bar(kit, Box(box.x, y, box.w, 30), "bolt", _("Energy"), words, tip, "OPS-8.4.3-8")
        ink = energy_ink(0.9 if card.energy >= card.threshold + 15 else 0.5 if card.energy >= card.threshold else 0.1)
        bar(kit, Box(box.x, y + 22, box.w, 8), card.energy / 100, ink, mark=card.threshold / 100)
        y += box.h
    tip = _("State by losses and fatigue: 4 is fresh; attack and defence fall with it.")
    _bar(kit, Box(box.x, y, box.w, 30), "star", _("State"), f"{card.level} / {FULL_STATE}", tip, "OPS-3.2-11")
    bar(
        kit,
        Box(box.x, y + 22, box.w, 8),
        card.level / FULL_STATE,
        energy_ink(card.level / FULL_STATE),
        parts=FULL_STATE,
    )
    return y + box.h


def _bar(kit: Kit, box: Box, icon: str, label: str, value: str, tip: str, clause: str) -> None:
    kit.icon(icon, box.x, box.y + 2, 15, kit.colours.second)
    kit.text(label, box.x + 24, box.y, size=14.5, font="medium")
    kit.text(value, box.right, box.y, size=14.5, font="strong", align=1.0)
    kit.explain(f"bar-{icon}", box, label, tip, clause=clause)


def _figures(kit: Kit, figures: tuple[Figure, ...], box: Box) -> float:
    wide = (box.w - 8) / 2
    for place, figure in enumerate(figures):
        cell = Box(box.x + (place % 2) * (wide + 8), box.y + (place // 2) * box.h, wide, box.h - 4)
        kit.plate(cell, kit.colours.ground.fade(0.75), 3)
        kit.icon(figure.icon, cell.x + 7, cell.y + cell.h / 2 - 8, 16, kit.colours.action)
        value = figure.value + (f" / {figure.full}" if figure.full else "")
        ink = {True: kit.colours.good, False: kit.colours.bad, None: kit.colours.text}[figure.good]
        used = kit.text(
            figure.value,
            cell.right - 7 - (kit.width(f"/{figure.full}", "body", 13) + 1 if figure.full else 0),
            cell.y + cell.h / 2 - 10,
            ink,
            size=15,
            font="figures",
            align=1.0,
        )
        if figure.full:
            kit.text(f"/{figure.full}", cell.right - 7, cell.y + cell.h / 2 - 8, kit.colours.second, size=13, align=1.0)
            used = kit.width(value, "body", 14)
        kit.text(figure.label, cell.x + 29, cell.y + cell.h / 2 - 9, size=13.5, room=cell.w - 40 - used)
        kit.explain(f"figure-{place}", cell, headed(figure.label, value), figure.tip, clause=figure.clause)
    return box.y + (len(figures) + 1) // 2 * box.h


def _trouble_lines(card: UnitCard) -> tuple[str, ...]:
    return (*card.troubles, *((card.mood,) if card.mood else ()))


def _troubles(kit: Kit, card: UnitCard, box: Box) -> float:
    y = box.y
    for words in card.troubles:
        y = kit.paragraph(words, box.x, y, box.w, colour("F0A08C"), size=13) + 2
    if card.mood:
        y = kit.paragraph(card.mood, box.x, y, box.w, kit.colours.second, size=13) + 2
    return y


def _stack(desk: Desk, unit: int, box: Box, own: bool) -> float:
    """The stack with what it weighs and where it stands; a button selects the whole of it."""
    kit, picked, view = desk.kit, desk.interaction, desk.view
    hex_ = view.unit(unit).hex
    there = view.position.stack(hex_)
    note = joined(stack_words(view.position, tuple(there)), hex_title(view, hex_))
    several = own and len(there) > 1
    notes = (_("Click: this unit alone. Shift and click: add or leave it."),) if own else ()
    stack(desk, unit, box, note=note, right=74.0 if several else 0.0, notes=notes)
    kit.explain("stack-place", Box(box.x, box.y - 2, box.w, 20), hex_title(view, hex_), terrain_title(view, hex_))
    place = Box(box.right - 66, box.y + 40, 66, 28)
    if several and button(kit, "stack-all", place, Action(_("All"), tip=_("Select the whole stack."))):
        picked.select_all()
    return box.y + _stack_height(desk)


def _sheet_button(desk: Desk, box: Box, unit: int) -> None:
    """The plus in the title: everything about the unit."""
    kit = desk.kit
    hot = kit.hot("unit-sheet", box)
    ink = kit.colours.text if hot.hovered else kit.colours.second
    x, y = box.x + 12, box.y + 12
    kit.line(x - 6, y, x + 6, y, ink, 2)
    kit.line(x, y - 6, x, y + 6, ink, 2)
    if hot.hovered:
        kit.tip = Tip(_("Everything about it"), (), "OPS-10.1.1-1", "I")
    if hot.clicked:
        desk.ui.sheet = unit


def _together(desk: Desk, box: Box) -> float:
    """Draw the sums for all selected units: attack, defence, how far they go together."""
    kit, view, picked = desk.kit, desk.view, desk.interaction
    if len(picked.units) < 2:
        return box.y
    state, units = view.position, [view.unit(unit) for unit in sorted(picked.units)]
    attack, defence = (sum(value(state, unit) for unit in units) for value in (attack_value, defence_value))
    left = min(movement_left(state, unit.id, strategic=unit.marched) for unit in units)
    words = _("Together: attack {attack}, defence {defence}, movement {movement}").format(
        attack=points(attack), defence=points(defence), movement=movement(left)
    )
    kit.text(words, box.x, box.y, size=13.5, font="medium", room=box.w)
    tip = _("The slowest sets the pace of a stack that moves together.")
    kit.explain("together", box, words, tip, clause="OPS-6.2-1")
    return box.bottom


def _offered(desk: Desk) -> list[Command[Any]]:
    """Return the commands of the selection, as far as there is room for their buttons."""
    found = [ATTACK, MOVE, BOMBARD]
    if rebuilds(desk.view):
        found.append(REBUILD)
        if is_tight(desk):  # no room for a third row: the key and the list of delegated troops have to do
            return found
    return [*found, LEND]


def _actions(desk: Desk, box: Box) -> None:
    """The buttons, and under them why those are greyed that cannot be pressed."""
    kit, picked, ui = desk.kit, desk.interaction, desk.ui
    half, offered = (box.w - 8) / 2, _offered(desk)
    whys = {command.name: _why_off(desk, command) for command in offered}
    for place, command in enumerate(offered):
        cell = Box(box.x + (place % 2) * (half + 8), box.y + (place // 2) * ACTION_STEP, half, 37)
        off = whys[command.name]
        action = replace(command.action(desk.commands, off), kind="gold" if command is ATTACK else "normal")
        if button(kit, f"do-{command.name}", cell, action):
            command.do(desk.commands)
        if off and cell.holds(*ui.pointer):
            ui.why = command.name
    if not is_tight(desk):  # there, the cross in the title has to do
        place = len(offered)
        cell = Box(box.x + (place % 2) * (half + 8), box.y + (place // 2) * ACTION_STEP, half, 37)
        release = Action(_("Deselect"), "", key_name("escape"), tip=_("Clear the selection."))
        if button(kit, "do-release", cell, release):
            picked.deselect()
    y = cell.bottom + 5
    for words in _reasons(desk):
        y = kit.paragraph(words, box.x, y, box.w, REASON, size=13, most=MOST_LINES) + REASON_GAP


def _reasons(desk: Desk) -> list[str]:
    """Each reason with the buttons that it greys; a low window has room for a single reason, of the button last pointed
    at.
    """
    shut: dict[str, list[Command[Any]]] = {}
    for command in _offered(desk):
        if why := _why_off(desk, command):
            shut.setdefault(why, []).append(command)
    if is_tight(desk) and shut:
        pointed = (why for why, found in shut.items() if any(one.name == desk.ui.why for one in found))
        asked = next(pointed, next(iter(shut)))
        shut = {asked: shut[asked]}
    labels = {why: ", ".join(one.action(desk.commands, "").label for one in found) for why, found in shut.items()}
    return [headed(label, why) for why, label in labels.items()]


def _reasons_height(desk: Desk) -> float:
    if is_tight(desk):
        return WHY
    lines = [min(MOST_LINES, len(desk.kit.lines(words, WIDTH - 24, "body", 13))) for words in _reasons(desk)]
    return 5 + sum(count * REASON_LINE + REASON_GAP for count in lines)


def _why_off(desk: Desk, command: Command[Any]) -> str:
    """Return why a button is greyed; "" if it is not."""
    picked = desk.interaction
    facts = picked.units, picked.shown_unit, picked.mode
    return desk.kept(f"why-{command.name}", lambda: command.why_not(desk.commands), *facts)
