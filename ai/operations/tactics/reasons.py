"""Why commanders ride and units are refitted, in a sentence with its numbers."""

from __future__ import annotations

from ai.agents import Reason
from ai.operations.picture import Picture
from ai.operations.reasons import name_of
from ai.operations.tactics.command import Ride
from ai.operations.tactics.rebuild import Refit
from wab.engine.text import Text


def ride_reason(picture: Picture, chosen: Ride) -> Reason:
    """Why a commander moves."""
    text = Text("The commander goes to {hex}", {"hex": name_of(picture, chosen.order.path[-1])})
    return Reason(text, round(chosen.gain, 2))


def refit_reason(picture: Picture, chosen: Refit) -> Reason:
    """Why a unit is given reconstitution points."""
    unit = picture.position.roster[chosen.order.unit].name
    text = Text("{points} HP for {unit}", {"points": chosen.order.points, "unit": unit})
    return Reason(text, round(chosen.gain, 2))
