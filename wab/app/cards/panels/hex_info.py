"""The things under the pointer: the unit with its figures and its possible actions, the ground and its effects."""

from __future__ import annotations

from wab.app.cardkit.face import PAPER
from wab.app.cards.hand.ui import Desk
from wab.app.cards.looks.texts import SIDE_CODE, kind_name, place_name, section_name, terrain_name
from wab.app.cards.pages.summary import obstacle_lines, terrain_lines, unit_lines
from wab.app.cards.panels.frame import LEFT, hex_panel, is_flat
from wab.app.gfx.theme import METRICS
from wab.app.hud.kit import BLACK, Box, Kit
from wab.content.cards.shapes import in_language
from wab.hexes import HexId
from wab.locale import _
from wab.locale.typography import headed
from wab.systems.cards.state.state import Unit

_PAD = 12.0


def token_words(face: str) -> str:
    """An activation token in words (CRD-5-1)."""
    words = {
        "move": _("Ordered: may still move."),
        "attack": _("Ordered: may still attack."),
        "none": _("Ordered: has done what it could."),
    }
    return words.get(face, "")


def described(desk: Desk) -> HexId | None:
    """Return the hex under the pointer, or else the hex of the selected unit.

    None if there is nothing to say, or an attack has the room.
    """
    hand, view = desk.interaction, desk.seen
    if is_flat(desk.kit.screen) and not desk.ui.wide and hand.aimed() is not None:
        return None
    hex_ = hand.hovered
    if hex_ is None and hand.unit is not None and hand.unit in view.position.units:
        hex_ = view.unit(hand.unit).hex
    return hex_ if hex_ is not None and view.board.field.is_playable(hex_) else None


def draw(desk: Desk) -> None:
    """Draw the panel for the hex that is described."""
    view, hex_ = desk.seen, described(desk)
    if hex_ is None:
        return
    kit, unit = desk.kit, view.position.unit_in(hex_)
    wide = desk.ui.wide  # there the panel has the strip above the board, and says no more than it must
    lines = [] if wide else desk.kept("hex lines", lambda: _lines(desk, hex_, unit), view, hex_, kit.scale)
    high = 50 + sum(size for _text, size, _strong in lines) + (44 if unit is not None else 0) + _PAD
    box = hex_panel(kit.screen, high, wide=wide)
    with kit.behind():  # it lies on the board and takes no pointer: what is below it can be clicked
        kit.plate(box, kit.colours.panel.fade(0.94), METRICS.radius_panel)
        kit.outline(box, kit.colours.brass.fade(0.42), METRICS.radius_panel)
        y = box.y + 10
        place = place_name(view.board, hex_)
        kit.text(place or terrain_name(view.board, hex_), box.x + _PAD, y, size=17, font="title", room=box.w - 70)
        kit.text(view.board.label(hex_), box.right - _PAD, y + 3, kit.colours.action, size=14, font="figures", align=1)
        sections = " / ".join(section_name(name) for name in view.board.sections(hex_, view.side))
        kit.text(sections, box.x + _PAD, y + 21, kit.colours.second, size=12.5)
        y += 40
        if unit is not None:
            _unit_row(desk, unit, Box(box.x + _PAD, y, box.w - 2 * _PAD, 40))
            y += 44
        for words, size, strong in lines:
            ink = kit.colours.text if strong else kit.colours.second
            kit.text(words, box.x + _PAD, y, ink, size=13, font="strong" if strong else "body")
            y += size


def _lines(desk: Desk, hex_: int, unit: Unit | None) -> list[tuple[str, float, bool]]:
    """The lines of the panel: words, height, whether they are a heading."""
    board, kit = desk.view.board, desk.kit
    found: list[tuple[str, float, bool]] = []

    def add(heading: str, sentences: list[str]) -> None:
        if not sentences:
            return
        found.append((heading, 20.0, True))
        for sentence in sentences:
            wrapped = kit.lines(sentence, LEFT - 2 * _PAD, "body", 13)
            found.extend((line, 16.5, False) for line in wrapped)

    if unit is not None:
        token = desk.seen.position.tokens.get(unit.id)
        words = [token_words(token.face)] if token is not None else []
        add(kind_name(board, unit.kind), [*words, *unit_lines(board.kind(unit.kind))])
    ground = board.ground[hex_]
    if ground is not None:
        add(in_language(ground.title), terrain_lines(ground))
    for name in desk.seen.position.obstacles_in(hex_):
        kind = board.tables.obstacles[name]
        add(in_language(kind.title), obstacle_lines(kind))
    for objective in board.objectives:
        if hex_ in objective.hexes:
            add(_("Medal"), [medal_words(desk, objective.number)])
    return found


def medal_words(desk: Desk, number: int) -> str:
    """Return what a medal on the board is: its name, how it is won, who has it."""
    types = {
        "temporary": _("held as long as a unit stands there"),
        "permanent": _("won for good"),
        "majority_temporary": _("held by the side with more of its hexes"),
        "sudden_death": _("wins the battle at once"),
        "exit": _("one for each unit that leaves the board here"),
        "clear": _("won for good, the work is blown up"),
    }
    objective = desk.view.board.objectives[number]
    return headed(in_language(objective.name), f"{types.get(objective.type, objective.type)}.")


def _unit_row(desk: Desk, unit: Unit, box: Box) -> None:
    """The unit's name and its figures: standing ones, and fallen ones."""
    kit, board = desk.kit, desk.view.board
    tint = kit.colours.side[SIDE_CODE[unit.side] - 1]
    kit.plate(Box(box.x - 4, box.y, 3, box.h), tint)
    kit.text(str(board.roster[unit.id].name), box.x + 4, box.y, size=14, font="strong", room=box.w - 4)
    size = max(board.roster[unit.id].figures, unit.figures)
    figures(kit, Box(box.x + 4, box.y + 20, box.w, 16), unit.figures, size, board.type_of(unit.kind))


def figures(kit: Kit, box: Box, standing: int, size: int, type_: str) -> None:
    """A mark for each figure: light for one that stands, dark for one that fell; its form says the type."""
    for number in range(size):
        ink = PAPER if number < standing else BLACK.fade(0.5)
        x = box.x + number * 19
        if type_ == "infantry":
            kit.disc(x + 6, box.y + 4, 3.5, ink)
            kit.plate(Box(x + 2.5, box.y + 8, 7, 7), ink, 2)
        elif type_ == "armour":
            kit.plate(Box(x, box.y + 7, 15, 7), ink, 3)
            kit.plate(Box(x + 4, box.y + 3, 7, 5), ink, 1)
            kit.line(x + 11, box.y + 5, x + 17, box.y + 5, ink, 1.6)
        else:
            kit.disc(x + 5, box.y + 11, 4, ink)
            kit.line(x + 4, box.y + 9, x + 16, box.y + 3, ink, 2.4)
