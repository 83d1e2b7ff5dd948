"""All that the worth of an attack on a hex follows from, so that an answer found before can be told from a stale one.

A player judges the same attacks again with every decision, and between two of them little changes. What is listed here
is whatever `packages.assess` reads, but for the attackers themselves: two equal lists mean equal answers.
"""

from __future__ import annotations

from ai.operations.goals import Goal
from ai.operations.picture import Picture

MOST_ATTACKERS = 8
LOOK = 3
"""Units so many hexes from the target can matter: to retreats, to zones of control, to the room that is left."""


def surroundings(picture: Picture, goals: tuple[Goal, ...], target: int) -> tuple[object, ...]:
    """Situation and neighbourhood of a target, to be compared."""
    return *_situation(picture, goals), *_neighbourhood(picture, target)


def _situation(picture: Picture, goals: tuple[Goal, ...]) -> tuple[object, ...]:
    """What matters to every attack: time, points, goals, where the enemies are, which divisions are complete."""
    if picture.notes.get("situation", (None,))[0] is not goals:
        position, tables = picture.position, picture.board.tables
        enough = MOST_ATTACKERS + tables.support.most_supports
        sources = tuple([hex_ for hex_, _ in picture.board.supply_hexes.get(picture.foe, ())])
        picture.notes["situation"] = (
            goals,
            (position.turn, position.impulse, position.weather, picture.gain, picture.loss, picture.foe_support),
            (min(position.activation_points, enough), picture.points_are_scarce),
            tuple([position.control[hex_] for hex_ in sources]),
            tuple([position.deployed(side).ids for side in (picture.side, picture.foe)]),
            picture.whereabouts,
        )
    situation: tuple[object, ...] = picture.notes["situation"]
    return situation


def _neighbourhood(picture: Picture, target: int) -> tuple[object, ...]:
    """Who stands about a target, and what the enemy threatens there."""
    position, board, threat = picture.position, picture.board, picture.threat
    about = board.once(("disk", target, LOOK), lambda: picture.grid.disk(target, LOOK))
    near = board.once(("close", target), lambda: [target, *picture.grid.adjacent(target)])
    units = [position.units[id_] for hex_ in about for id_ in position.stacks.get(hex_, ())]
    return (
        tuple(units),
        tuple([position.roster[unit.id] for unit in units]),
        threat.points[near].tobytes(),
        *(arms[near].tobytes() for arms in (threat.tanks, threat.half_tracks, threat.foot)),
    )
