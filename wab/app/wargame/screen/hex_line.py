"""One line over the small map about the hex under the pointer: name, ground, who holds it, what is on its sides."""

from __future__ import annotations

from wab.app.gfx.theme import METRICS
from wab.app.hud.kit import Box
from wab.app.wargame.adapter.typography import joined
from wab.app.wargame.ui.desk import Desk
from wab.hexes import HexId

HIGH = 46.0


def draw(desk: Desk) -> None:
    """Draw it while the pointer is on the map; under a path, with what the move would mean."""
    hex_, kit = desk.interaction.hovered, desk.kit
    if hex_ is None:
        return
    wide, high = METRICS.minimap
    path = desk.interaction.path
    overlay = desk.ui.overlay
    told = desk.kept("layer-words", lambda: desk.adapter.layer_words(overlay, hex_), overlay, hex_) if overlay else ""
    sentences = (*((told,) if told else ()), *(path.notes if path else ()))
    notes = [line for note in sentences for line in kit.lines(note, wide - 24, "body", 13)]
    label, name, words = _told(desk, hex_)
    facts = kit.lines(words, wide - 24, "body", 13.5)
    head = HIGH + 17 * (len(facts) - 1)
    tall = head + (len(notes) * 17 + 4 if notes else 0)
    box = Box(12, kit.screen.h - high - 12 - tall - 8, wide, tall)
    with kit.slip("hex-line", box):  # a panel here would take the pointer from the hex that it speaks of
        kit.text(label, box.right - 12, box.y + 6, kit.colours.second, size=13.5, align=1.0)
        kit.text(name, box.x + 12, box.y + 5, size=15, font="strong", room=box.w - 80)
        for place, line in enumerate(facts):
            kit.text(line, box.x + 12, box.y + 25 + place * 17, kit.colours.second, size=13.5)
        for place, line in enumerate(notes):
            kit.text(line, box.x + 12, box.y + head + place * 17, kit.colours.action, size=13)


def _told(desk: Desk, hex_: HexId) -> tuple[str, str, str]:
    """Return the number of a hex, its name, and what else is known; a hex without a name is called by its ground."""
    adapter = desk.adapter
    label, name = adapter.hexmap.grid.label(hex_), adapter.hex_title(hex_)
    ground, facts = adapter.ground_title(hex_), adapter.hex_facts(hex_)
    if name != label:
        return label, name.removesuffix(f" ({label})"), joined(ground, facts)
    return label, ground[:1].upper() + ground[1:], facts
