"""One line over the small map about the hex under the pointer: name, ground, who holds it, what is on its sides."""

from __future__ import annotations

from wab.app.gfx.theme import METRICS
from wab.app.hud.kit import Box
from wab.app.wargame.adapter.typography import joined
from wab.app.wargame.ui.desk import Desk

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
    tall = HIGH + (len(notes) * 17 + 4 if notes else 0)
    box = Box(12, kit.screen.h - high - 12 - tall - 8, wide, tall)
    with kit.slip("hex-line", box):  # a panel here would take the pointer from the hex that it speaks of
        label = desk.adapter.hexmap.grid.label(hex_)
        name = desk.adapter.hex_title(hex_)
        kit.text(label, box.right - 12, box.y + 6, kit.colours.second, size=13.5, align=1.0)
        kit.text(name, box.x + 12, box.y + 5, size=15, font="strong", room=box.w - 80)
        words = joined(desk.adapter.ground_title(hex_), desk.adapter.hex_facts(hex_))
        kit.text(words, box.x + 12, box.y + 25, kit.colours.second, size=13.5, room=box.w - 24)
        for place, line in enumerate(notes):
            kit.text(line, box.x + 12, box.y + HIGH + place * 17, kit.colours.action, size=13)
