"""The track of a turn, the task of the player in each phase, words of the moment."""

from __future__ import annotations

from collections.abc import Mapping

from wab.app.wargame.adapter.pictures import Task
from wab.engine.words.text import N_

EARLY: tuple[str, ...] = ("landing", "event", "fire", "engineers", "actions", "end")
LATE: tuple[str, ...] = ("landing", "event", "fire", "second_event", "works", "actions", "end")
TASKS: Mapping[str, Task] = {
    "arrivals": Task(
        "ship",
        N_("Landing: place each unit that is due in a box of its beach, two a box. The cards say how it lands."),
        N_("Boxes in front of sand that few positions sweep are the better ones."),
    ),
    "engineers": Task("wrench", N_("Engineers: clear obstacles that no position sweeps with the cards of this turn.")),
    "works": Task("wrench", N_("Engineers and headquarters: set and extend bases and command posts.")),
    "actions": Task(
        "move",
        N_("Actions: everything that is free first, then the paid actions of the division."),
        N_("Keep each hex under five steps, and the low sand empty when the tide comes."),
    ),
}
