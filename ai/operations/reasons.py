"""The reason for an order, in a sentence with its numbers."""

from __future__ import annotations

from collections.abc import Iterable

from ai.operations import names
from ai.operations.greedy.guns import Fire
from ai.operations.greedy.manoeuvre import Step
from ai.operations.greedy.packages import Package
from ai.operations.picture.picture import Picture
from ai.shell.reasons import Reason
from wab.engine.words.text import Argument, Text, chance, counted, listed
from wab.systems.operations.state.orders import Advance, Move


def attack(picture: Picture, package: Package) -> Reason:
    """Return why an attack is made."""
    values: dict[str, Argument] = {
        "hex": names.place(picture, package.order.target),
        "ratio": package.odds.final_ratio,
        "chance": chance(package.clears),
    }
    flying = sum(id_ in picture.position.squadrons for id_ in package.order.supports)
    text = Text("Attack {hex:the} at {ratio}: {chance} chance of clearing it", values)
    if flying:
        values["air"] = counted("{n} air unit", "{n} air units", flying)
        text = Text("Attack {hex:the} at {ratio} with {air}: {chance} chance of clearing it", values)
    return Reason(text, round(package.value, 2))


def move_up(picture: Picture, package: Package) -> Reason:
    """Return why a unit moves next to an enemy."""
    text = Text("Move up to attack {hex:the}", {"hex": names.place(picture, package.order.target)})
    return Reason(text, round(package.value, 2))


def move(picture: Picture, step: Step) -> Reason:
    """Return why a unit moves: the goal that it nears or stays at, if there is one."""
    path, away = step.order.path, picture.grid.distance
    if step.goal is None or away(path[-1], step.goal.hex) > away(path[0], step.goal.hex):
        return Reason(Text("Move to better terrain"), round(step.gain, 2))
    goal: dict[str, Argument] = {"goal": names.of_goal(picture, step.goal)}
    text = Text("Cover {goal:the}", goal) if step.goal.held else Text("Advance on {goal:the}", goal)
    return Reason(text, round(step.gain, 2))


def precaution(picture: Picture, target: int, points: float) -> Reason:
    """Return why units move because of what the enemy could do next."""
    values: dict[str, Argument] = {"hex": names.place(picture, target), "points": round(points, 1)}
    return Reason(
        Text("Prevent an attack on {hex:the} that would earn the enemy {points} {points:|point|points}", values)
    )


def barring(picture: Picture, goal: int, points: float) -> Reason:
    """Return why a unit bars the enemy's way to an open goal."""
    values: dict[str, Argument] = {"goal": names.place(picture, goal), "points": round(points, 1)}
    return Reason(Text("Bar the way to {goal:the}, worth {points} {points:|point|points} to the enemy", values))


NOTHING_LEFT = Reason(Text("Pass: nothing more to gain"))
"""The reason for the end of an impulse with which nothing is wrong."""


def nothing_left(attacks: Iterable[Text] = (), moves: Iterable[Text] = ()) -> Reason:
    """Return why the impulse ends. The enemy's reply forbade attacks on some places and moves of some units."""
    hexes, units = listed(list(attacks)), listed(list({unit.msgid: unit for unit in moves}.values()))
    if hexes and units:
        text = Text(
            "Pass: attacking {hexes:the} or moving {units:the} would expose us to more than it gains",
            {"hexes": hexes, "units": units},
        )
    elif hexes:
        text = Text("Pass: attacking {hexes:the} would expose us to more than it gains", {"hexes": hexes})
    elif units:
        text = Text("Pass: moving {units:the} would expose us to more than it gains", {"units": units})
    else:
        return NOTHING_LEFT
    return Reason(text)


def guns_move(picture: Picture, order: Move, gain: float) -> Reason:
    """Return why guns or ships move."""
    text = Text("Move the guns to {hex:the}", {"hex": names.place(picture, order.path[-1])})
    if picture.position.roster[order.units[0]].is_ship:
        text = Text("Move the ships into range")
    return Reason(text, round(gain, 2))


def fire(picture: Picture, chosen: Fire) -> Reason:
    """Return why a hex is bombarded."""
    values: dict[str, Argument] = {"hex": names.place(picture, chosen.order.target), "hp": round(chosen.hp, 1)}
    return Reason(Text("Bombard {hex:the}: {hp} HP lost on average", values), round(chosen.value, 2))


def pursuit(order: Advance, value: float) -> Reason:
    """Return why units advance after combat, or why not."""
    text = Text("Advance after combat") if order.units else Text("Stay in place")
    return Reason(text, round(value, 2))
