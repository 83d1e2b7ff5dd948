"""The track of a turn, and the task of the player in each phase, in words."""

from __future__ import annotations

from collections.abc import Mapping

from wab.app.wargame.adapter.pictures import Task
from wab.engine.words.text import N_

TRACK = (
    *("interdiction", "axis_first", "axis_combat", "allied_reserve", "axis_second"),
    *("allied_first", "allied_air", "allied_combat", "axis_reserve", "allied_second"),
)
_FIRST = Task(
    "radio",
    N_("First movement: call a hex beyond the border, or march on your own ground. Attacks are announced now."),
    N_("A unit that moves fights at half strength."),
)
_COMBAT = Task("attack", N_("Combat: open each hex under attack. Both sides see the table; then it is dark again."))
_SECOND = Task(
    "move",
    N_("Second movement: units that stood still can move now, or go into reserve."),
    N_("Units in reserve march after the enemy’s attacks."),
)
_RESERVE = Task("clock", N_("Reserve movement: units in reserve can march, into a hole for example."))
TASKS: Mapping[str, Task] = {
    "port": Task("wrench", N_("The port: repair it by a step, or leave it. Interdiction comes next.")),
    "interdiction": Task(
        "plane",
        N_("Interdiction: click on enemy ground to stop marches there. The enemy moves next."),
        N_("Air units that are left can support attacks."),
    ),
    "allied_air": Task("plane", N_("Air support: offer aircraft to announced attacks. Combat comes next.")),
    **dict.fromkeys(("axis_first", "allied_first"), _FIRST),
    **dict.fromkeys(("axis_combat", "allied_combat"), _COMBAT),
    **dict.fromkeys(("axis_second", "allied_second"), _SECOND),
    **dict.fromkeys(("axis_reserve", "allied_reserve"), _RESERVE),
}
