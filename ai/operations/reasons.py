"""Why an order was given, in a sentence with its numbers."""

from __future__ import annotations

from collections.abc import Iterable

from ai.operations.greedy.guns import Fire
from ai.operations.greedy.manoeuvre import Step
from ai.operations.greedy.packages import Package
from ai.operations.picture.picture import Picture
from ai.shell.reasons import Reason
from wab.engine.text import Text
from wab.systems.operations.orders import Advance, Move


def name_of(picture: Picture, hex_: int) -> str:
    """The name of a hex: the place in it, or its label."""
    return picture.board.map.name(hex_) or picture.grid.label(hex_)


def attack(picture: Picture, package: Package) -> Reason:
    """Why an attack is made."""
    values: dict[str, str | int] = {
        "hex": name_of(picture, package.order.target),
        "ratio": package.odds.final_ratio,
        "percent": round(100 * package.clears),
    }
    flying = sum(id_ in picture.position.squadrons for id_ in package.order.supports)
    if flying > 1:
        text = Text(
            "Attack {hex} at {ratio} with {flying} air units: {percent} % to clear it", {**values, "flying": flying}
        )
    elif flying:
        text = Text("Attack {hex} at {ratio} with an air unit: {percent} % to clear it", {**values})
    else:
        text = Text("Attack {hex} at {ratio}: {percent} % to clear it", {**values})
    return Reason(text, round(package.value, 2))


def move_up(picture: Picture, package: Package) -> Reason:
    """Why a unit moves next to an enemy."""
    text = Text("Move up for an attack on {hex}", {"hex": name_of(picture, package.order.target)})
    return Reason(text, round(package.value, 2))


def move(picture: Picture, step: Step) -> Reason:
    """Why a unit moves."""
    if step.goal is None:
        return Reason(Text("Move to better ground"), round(step.gain, 2))
    goal = step.goal.name or name_of(picture, step.goal.hex)
    text = Text("Cover {goal}", {"goal": goal}) if step.goal.held else Text("Move on {goal}", {"goal": goal})
    return Reason(text, round(step.gain, 2))


def precaution(picture: Picture, target: int, points: float) -> Reason:
    """Why units move because of what the enemy could do next."""
    values: dict[str, str | float] = {"hex": name_of(picture, target), "points": round(points, 1)}
    return Reason(Text("Forestall an attack on {hex} that would be worth {points} points to the enemy", {**values}))


def barring(picture: Picture, goal: int, points: float) -> Reason:
    """Why a unit bars the enemy's way to an open goal."""
    values: dict[str, str | float] = {"goal": name_of(picture, goal), "points": round(points, 1)}
    return Reason(Text("Bar the way to {goal}, which would be worth {points} points to the enemy", {**values}))


def nothing_left(attacks: Iterable[str] = (), moves: Iterable[str] = ()) -> Reason:
    """Why the impulse ends. The enemy's reply forbade attacks on some places and moves of some units."""
    hexes, units = ", ".join(attacks), ", ".join(dict.fromkeys(moves))
    text = Text("Nothing left that is worth doing")
    if hexes and units:
        text = Text(
            "Nothing left that is worth doing: an attack on {hexes} or a move of {units} would give the enemy more "
            "than it brings",
            {"hexes": hexes, "units": units},
        )
    elif hexes:
        text = Text(
            "Nothing left that is worth doing: an attack on {hexes} would give the enemy more than it brings",
            {"hexes": hexes},
        )
    elif units:
        text = Text(
            "Nothing left that is worth doing: a move of {units} would give the enemy more than it brings",
            {"units": units},
        )
    return Reason(text)


def guns_move(picture: Picture, order: Move, gain: float) -> Reason:
    """Why guns or ships move."""
    text = Text("Bring the guns to {hex}", {"hex": name_of(picture, order.path[-1])})
    if picture.position.roster[order.units[0]].is_ship:
        text = Text("Bring the ships into range")
    return Reason(text, round(gain, 2))


def fire(picture: Picture, chosen: Fire) -> Reason:
    """Why a hex is bombarded."""
    values: dict[str, str | float] = {"hex": name_of(picture, chosen.order.target), "hp": round(chosen.hp, 1)}
    return Reason(Text("Bombard {hex}: {hp} HP expected", {**values}), round(chosen.value, 2))


def pursuit(order: Advance, value: float) -> Reason:
    """Why units advance after combat, or why not."""
    text = Text("Follow the enemy") if order.units else Text("Stay on the old ground")
    return Reason(text, round(value, 2))
