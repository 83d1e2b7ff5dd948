"""The phases of a day and the questions within them, in words: their names, and the task of the player in each."""

from __future__ import annotations

from collections.abc import Mapping

from wab.app.wargame.adapter.pictures import Task
from wab.engine.words.text import N_

PHASES: Mapping[str, str] = {
    "replacement": N_("Replacements"),
    "movement": N_("Movement"),
    "combat": N_("Combat"),
    "reserve_movement": N_("Reserve movement"),
    "reserve_combat": N_("Reserve combat"),
    "end": N_("End of the day"),
    "losses": N_("Who loses a step?"),
    "ignore_retreat": N_("Retreat all the same?"),
    "defence": N_("Stand or give ground?"),
    "desperate": N_("A desperate defence?"),
    "retreat": N_("Retreat"),
    "advance": N_("Advance after combat"),
    "excess": N_("Too many units in a hex"),
    "assign_supply": N_("Supply for whom?"),
    "choose_replacement": N_("British or Canadian?"),
    "glider": N_("Where do the gliders land?"),
    "assault": N_("The assault goes on"),
    "battery": N_("Keep the battery down?"),
    "consent": N_("Do you agree?"),
    "strafing": N_("Which hexes are strafed?"),
}
TRACK = ("replacement", "movement", "combat", "reserve_movement", "reserve_combat", "end")
TASKS: Mapping[str, Task] = {
    "replacement": Task(
        "heart",
        N_("Replacements: give units back the steps that they have lost. Movement comes next."),
        N_("Nothing has to be spent."),
    ),
    "movement": Task(
        "move",
        N_("Movement: march with every unit you want, one at a time. Attacks come in the next phase."),
        N_("A stack may go into reserve instead, and strike later today. Nothing has to move."),
    ),
    "combat": Task(
        "attack",
        N_("Combat: attack with units next to the enemy, one fight after another. Then the reserves move."),
        N_("No unit has to attack."),
    ),
    "reserve_movement": Task(
        "clock", N_("Reserve movement: march with units in reserve. They may attack in the next phase.")
    ),
    "reserve_combat": Task("attack", N_("Reserve combat: attack with the units from reserve. Then your day ends.")),
    "end": Task("flag", N_("End of the day: units may leave Normandy. Then the next day begins.")),
    "losses": Task("heart", N_("A step is lost: choose the unit that loses it.")),
    "defence": Task(
        "shield",
        N_("The defender has to go back, or stands and rolls a die."),
        N_("A stand that succeeds keeps the hex. One that fails costs more."),
    ),
    "retreat": Task("retreat", N_("Retreat: choose where the units go. The lit hexes are the ways.")),
    "advance": Task(
        "move",
        N_("Advance: choose the units that enter the hex, or let them stay."),
        N_("An advance costs no movement."),
    ),
    "assault": Task(
        "front",
        N_("The assault goes on: advance a hex inland, or end the assault."),
        N_("Units that stay on the beach can move later today."),
    ),
}
