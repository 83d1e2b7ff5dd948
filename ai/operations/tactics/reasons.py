"""The reason why enemies are cut off, commanders move and units are refitted, in a sentence with its numbers."""

from __future__ import annotations

from ai.operations import names
from ai.operations.picture.picture import Picture
from ai.operations.tactics.command import Ride
from ai.operations.tactics.interdiction import Raid
from ai.operations.tactics.rebuild import Refit
from ai.shell.reasons import Reason
from wab.engine.words.text import Argument, Text


def raid_reason(picture: Picture, chosen: Raid) -> Reason:
    """Return why a unit goes where it cuts enemies off."""
    values: dict[str, Argument] = {"hex": names.place(picture, chosen.step.order.path[-1]), "hp": chosen.hp}
    text = Text("Cut the enemy’s supply line at {hex:the}: {hp} HP of their troops go without", values)
    return Reason(text, round(chosen.step.gain, 2))


def ride_reason(picture: Picture, chosen: Ride) -> Reason:
    """Return why a commander moves."""
    text = Text("Move the commander to {hex:the}", {"hex": names.place(picture, chosen.order.path[-1])})
    return Reason(text, round(chosen.gain, 2))


def refit_reason(picture: Picture, chosen: Refit) -> Reason:
    """Return why a unit is given reconstitution points."""
    unit = picture.position.roster[chosen.order.unit].noun
    text = Text("Rebuild {unit:the}: {points} HP", {"points": chosen.order.points, "unit": unit})
    return Reason(text, round(chosen.gain, 2))
