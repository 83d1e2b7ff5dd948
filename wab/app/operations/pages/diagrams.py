"""The pictures of the rule book: sight, the combat results table, stacking, zones of control, supply lines."""

from __future__ import annotations

from collections.abc import Mapping

from wab.app.gfx.specs import CounterSpec
from wab.app.gfx.theme import Rgba, colour
from wab.app.hud.kit import Box, Kit
from wab.app.operations.looks.nations import nation
from wab.app.wargame.adapter.pictures import Diagram
from wab.app.wargame.ui.hex_sketch import BESIDE, EDGE, GROUND, Axial, Sketch
from wab.content.operations.loader import load_tables
from wab.locale import _

_RED, _BLUE, _PALE, _GREY = colour("C98A72"), colour("2B6CA3"), colour("C9CFA0"), colour("8A8F77")
_INK, _CUT = colour("23281C"), colour("A32F24")
_RADIUS = 34.0
_ROWS, _COLUMNS = range(5, 10), ("1:1", "2:1", "3:1", "4:1", "5:1", "6:1")
"""The part of the combat results table that is shown."""


def _own(name: str, attack: int, defence: int) -> CounterSpec:
    return _counter("us", name, attack, defence, 1)


def _enemy(name: str = "12/SS", attack: int = 4, defence: int = 9) -> CounterSpec:
    return _counter("heer", name, attack, defence, 2)


def _counter(army: str, name: str, attack: int, defence: int, side: int) -> CounterSpec:
    return CounterSpec(
        0,
        0,
        nation(army),
        "infantry",
        name,
        left=str(attack),
        right=str(defence),
        pips=8,
        pips_max=8,
        size_mark="III",
        side=side,
    )


def _leader() -> CounterSpec:
    return CounterSpec(0, 0, nation("us"), "commander", "Collins", side=1)


def zones(kit: Kit, box: Box) -> None:
    """The six hexes around a unit, and another unit that has to stop in the first of them."""
    sketch = Sketch(kit, box.x + 250, box.y + 92, _RADIUS)
    sketch.hexes([(q - (r > 0), r) for r in (-1, 0, 1) for q in range(-3, 4)])
    sketch.hexes(BESIDE, _RED)
    sketch.counters((0, 0), [_enemy()])
    sketch.arrow([(-3, 0), (-2, 0), (-1, 0)], _BLUE, stopped=1.0)
    sketch.counters((-3, 0), [_own("502/101", 5, 14)])


def stacking(kit: Kit, box: Box) -> None:
    """Three units in a hex, with a commander who counts for nothing; a fourth unit has no room."""
    sketch = Sketch(kit, box.x + 70, box.y + 62, _RADIUS * 1.25)
    sketch.hexes([(0, 0), (1, 0), (2, 0)])
    full = [_own("501/101", 5, 14), _own("502/101", 5, 14), _own("506/101", 5, 14)]
    sketch.counters((0, 0), [*full, _leader()])
    sketch.arrow([(2, 0), (1, 0), (0, 0)], _CUT, stopped=0.42)
    sketch.counters((2, 0), [_own("327/101", 4, 12)])


def supply(kit: Kit, box: Box) -> None:
    """A supply line that reaches its unit, and one that the zone of control of an enemy cuts."""
    sketch = Sketch(kit, box.x + 50, box.y + 40, _RADIUS * 0.92)
    sketch.hexes([(q - r // 2, r) for r in range(3) for q in range(8)], _PALE)
    blocked: list[Axial] = [(4, 1), (5, 1), (6, 1), (4, 2), (5, 2), (5, 0), (6, 0)]
    sketch.hexes(blocked, _RED)
    sketch.arrow([(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)], _BLUE)
    sketch.counters((4, 0), [_own("16/1", 5, 12)])
    sketch.arrow([(-1, 2), (0, 2), (1, 2), (2, 2), (3, 2), (4, 2)], _CUT, stopped=0.5)
    sketch.counters((6, 2), [_own("18/1", 5, 12)])
    sketch.counters((5, 1), [_enemy("916", 3, 8)])
    sketch.icon((0, 0), "crate", _INK)
    sketch.icon((-1, 2), "crate", _INK)


def sight(kit: Kit, box: Box) -> None:
    """Draw what a unit with a sight of 6 knows of an enemy at each distance over open ground."""
    sketch = Sketch(kit, box.x + 60, box.y + 66, _RADIUS)
    tiers: tuple[tuple[range, Rgba, str], ...] = (
        (range(1, 3), _PALE, _("identified")),
        (range(3, 5), GROUND, _("recognised")),
        (range(5, 7), _GREY, _("detected")),
        (range(7, 8), EDGE, _("not in sight")),
    )
    sketch.hexes([(0, 0)], _PALE)
    sketch.counters((0, 0), [_own("4/4", 6, 12)])
    enemies = {
        2: _enemy("1058", 3, 8),
        4: CounterSpec(0, 0, nation("heer"), "infantry", "?", side=2, contact="recognised"),
        6: CounterSpec(0, 0, nation(""), "", "", side=2, contact="detected"),
    }
    for distances, tint, words in tiers:
        sketch.hexes([(q, 0) for q in distances], tint)
        (x0, y), (x1, _y) = sketch.centre((distances[0], 0)), sketch.centre((distances[-1], 0))
        kit.text(words, (x0 + x1) / 2, y + 54, kit.colours.text, size=14, font="medium", align=0.5, middle=True)
        for distance in distances:
            sketch.label((distance, 0), str(distance), _INK)
    for distance, spec in enemies.items():
        sketch.counters((distance, 0), [spec])


def combat_table(kit: Kit, box: Box) -> None:
    """Some rows of the table as it ships, with the cell of the worked example."""
    table, c = load_tables().combat, kit.colours
    wide, high, left = 84.0, 24.0, 70.0
    for number, column in enumerate(_COLUMNS):
        kit.text(column, box.x + left + wide * (number + 0.5), box.y + 4, c.brass, size=15, font="strong", align=0.5)
    for line, total in enumerate(_ROWS):
        y = box.y + 30 + line * high
        kit.text(str(total), box.x + left - 18, y + 3, c.brass, size=15, font="strong", align=1.0)
        row = table.rows[total - table.first_roll]
        for number, column in enumerate(_COLUMNS):
            place = table.columns.index(column)
            cell = Box(box.x + left + wide * number + 2, y, wide - 4, high - 3)
            kit.plate(cell, _CUT.fade(0.55) if row.retreat[place] else c.raised, 3)
            if (total, column) == (7, "6:1"):
                kit.outline(cell, c.action, 3, 2)
            words = f"{row.attacker[place]} / {row.defender[place]}"
            kit.text(words, cell.x + cell.w / 2, cell.y + 2, c.text, size=14.5, font="medium", align=0.5)


DIAGRAMS: Mapping[str, Diagram] = {
    "6.1": Diagram(136, sight, lambda: _("Sight 6, open ground, clear weather: what is known at each distance.")),
    "7.3.3": Diagram(
        158,
        combat_table,
        lambda: _(
            "Part of the table: HP lost by attacker and defender for the total of the dice at the left; in red cells"
            " the defender retreats. The marked cell: total 7 at 6:1."
        ),
    ),
    "8.1": Diagram(
        122,
        stacking,
        lambda: _("Three units and a commander: the hex is full for a fourth unit. The commander does not count."),
    ),
    "8.2": Diagram(
        184,
        zones,
        lambda: _("The red hexes are the zone of control of the enemy unit: whoever enters one of them stops there."),
    ),
    "8.5.1": Diagram(
        172,
        supply,
        lambda: _("The upper unit is in supply. The lower line is cut: it would run through an enemy zone of control."),
    ),
}
"""By section of the rules."""
