"""The bar at the top: battle and turn, whose turn it is, the medals of both sides, buttons of the screen (CRD-3-3)."""

from __future__ import annotations

from wab.app.cards.hand.ui import Desk
from wab.app.cards.looks.texts import SIDE_CODE, phase_name, seat_name, side_name
from wab.app.gfx.theme import METRICS
from wab.app.hud.kit import BLACK, Box, Tip
from wab.app.hud.widgets import Action, button
from wab.app.play.desk import SPEEDS
from wab.content.cards.shapes import in_language
from wab.engine.kernel.values import side_of
from wab.locale import _, ngettext
from wab.systems.cards.seen.view import CardsView
from wab.systems.cards.state.board import SIDES

_BUTTON = 38.0
_PLACE = 22.0
_HEAD = 124.0  # of a side: its name, its medals, its cards; the places for the medals follow


def draw(desk: Desk) -> None:
    """Draw the bar."""
    kit = desk.kit
    box = Box(0, 0, kit.screen.w, METRICS.top_bar)
    kit.shadow(box)
    with kit.window("top", box):
        kit.graded(box, kit.colours.raised, kit.colours.panel)
        kit.line(0, box.h, box.w, box.h, kit.colours.brass.fade(0.5))
        left = _title(desk)
        right = _buttons(desk, box)
        _medals(desk, Box(left, 0, right - left, box.h))


def _title(desk: Desk) -> float:
    """The battle, the turn, and who does what; returns where it ends."""
    kit, view = desk.kit, desk.seen
    title = in_language(view.board.title)
    wide = kit.text(title, 16, 6, size=19, font="title")
    turn = _("Turn {number}").format(number=view.turn)
    actor = seat_name(view.to_act) if view.to_act else ""
    tint = kit.colours.side[SIDE_CODE[view.position.active] - 1] if view.position.active else kit.colours.second
    kit.text(turn, 16, 32, kit.colours.second, size=13.5)
    x = 16 + kit.width(turn, "body", 13.5) + 12
    told = " · ".join(part for part in (actor, phase_name(view.phase)) if part)
    used = kit.text(told, x, 31, tint, size=14, font="strong")
    return max(16 + wide, x + used) + 24


def _buttons(desk: Desk, box: Box) -> float:
    """Buttons from the right; returns where they begin."""
    ui, commands, x = desk.ui, desk.commands, box.right - 10
    y = (box.h - _BUTTON) / 2
    actions = (
        ("menu", Action("", "menu", "F9", tip=_("Menu")), commands.menu),
        ("gear", Action("", "gear", "F10", tip=_("Settings")), commands.settings),
        (
            "3d",
            Action("", "2d" if ui.three_d else "3d", "F3", tip=_("Two or three dimensions")),
            lambda: commands.switch("3d"),
        ),
        (
            "labels",
            Action("", "hex", "H", tip=_("Labels of the hexes"), down=ui.labels),
            lambda: commands.switch("labels"),
        ),
    )
    for name, action, do in actions:
        x -= _BUTTON
        if button(desk.kit, f"top {name}", Box(x, y, _BUTTON, _BUTTON), action):
            do()
        x -= 6
    return _speed(desk, x, y)


def _speed(desk: Desk, x: float, y: float) -> float:
    kit = desk.kit
    box = Box(x - 54, y, 54, _BUTTON)
    words = "»" if desk.ui.speed == 0 else f"×{desk.ui.speed:g}"
    tip = _("How fast things are shown; » without movement, cards and dice only")
    if button(kit, "speed", box, Action(words, tip=tip)):
        place = SPEEDS.index(desk.ui.speed) if desk.ui.speed in SPEEDS else 1
        desk.commands.set_speed(SPEEDS[(place + 1) % len(SPEEDS)])
    return box.x - 16


def _medals(desk: Desk, box: Box) -> None:
    """A track for each side: places to be filled, those won, and the number that wins."""
    kit, view = desk.kit, desk.view
    longest = max(view.goals.values())
    place = min(_PLACE, max(12.0, (box.w - 2 * (_HEAD + 12) - 60) / (2 * longest)))
    tracks = [_HEAD + 12 + place * view.goals[side] for side in SIDES]
    x = box.x + max(0.0, (box.w - sum(tracks) - 40) / 2)
    for side, wide in zip(SIDES, tracks, strict=True):
        _track(desk, side, Box(x, 0, wide, box.h), place)
        x += wide + 40
    kit.line(x - wide - 60, 12, x - wide - 60, box.h - 12, kit.colours.brass.fade(0.3))


def _track(desk: Desk, side: str, box: Box, place: float) -> None:
    kit, view = desk.kit, desk.view
    tint = kit.colours.side[SIDE_CODE[side] - 1]
    medals, goal = view.medals[side], view.goals[side]
    shown = desk.tracks.get(SIDE_CODE[side])
    total = medals.total if shown is None else min(len(shown), goal)
    kills = medals.kills if shown is None else sum(medal.what == "figure" for medal in shown)
    kit.spaced(side_name(side), box.x, 10, tint, 14)
    used = kit.text(f"{total} / {goal}", box.x, 28, kit.colours.text, size=17, font="figures")
    held = hand_words(desk.seen, side)
    kit.text(held, box.x + used + 8, 31, kit.colours.second, size=13, room=_HEAD - used - 14)
    for number in range(goal):
        x, y = box.x + _HEAD + 4 + number * place, box.h / 2
        kit.disc(x, y, place * 0.40, BLACK.fade(0.45))
        if number < total:
            kit.disc(x, y, place * 0.38, tint)
            icon = "attack" if number < kills else "medal"
            size = place * 0.5
            kit.icon(icon, x - size / 2, y - size / 2, size, kit.colours.text)
    if kit.hot(f"medals {side}", box).hovered:
        told = _("{kills} for units destroyed, {held} held on the board, {exits} for units that left.")
        words = told.format(kills=medals.kills, held=len(medals.objectives), exits=medals.exits)
        title = _("{side}: {total} of {goal} medals").format(side=side_name(side), total=medals.total, goal=goal)
        hands = _("In hand: {cards}.").format(cards=held)
        kit.tip = Tip(title, (words, hands), "CRD-3-1")


def hand_words(view: CardsView, side: str) -> str:
    """Return how many cards a side holds: the number of an enemy hand is no secret, its cards are (CRD-2.10-2)."""
    count = sum(size for holder, size in view.hand_sizes.items() if side_of(holder) == side)
    return ngettext("{count} card", "{count} cards", count).format(count=count)
