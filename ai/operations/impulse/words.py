"""Words of a whole impulse: what it leaves open, and the plan that promised less."""

from __future__ import annotations

from ai.operations import names
from ai.operations.impulse.master import Solution
from ai.operations.picture.picture import Picture
from ai.shell.reasons import Reason
from wab.engine.words.text import Argument, Text


def left_open(picture: Picture, solution: Solution) -> Reason | None:
    """Return why the impulse ends while a goal is left in danger; None if no goal is."""
    open_ = [(price, row.goal) for row, price in solution.open if row.goal is not None]
    if not open_:
        return None
    price, goal = max(open_, key=lambda one: (one[0], -one[1].hex))
    values: dict[str, Argument] = {"goal": names.of_goal(picture, goal), "points": round(price, 1)}
    return Reason(Text("Pass: {goal:the} stays in danger, at a price of {points} {points:|point|points}", values))


def other_attack(picture: Picture, hexes: tuple[int, ...]) -> Text:
    """The name of a plan that attacks other hexes, the first of them named."""
    return Text("an attack on {hex:the}", {"hex": names.place(picture, hexes[0])})
