"""Everything that the value of an attack on a hex depends on, so that a stale value is recognized.

A player weighs the same attacks again with every decision, and little changes between two decisions. Listed here is
everything that `packages.assess` reads besides attackers, guns and goals: equal lists mean equal values.
"""

from __future__ import annotations

from ai.operations.picture.picture import Picture
from wab.systems.operations.combat.modifiers import members_on_map

LOOK = 3
"""Hexes from the target within which units matter: for retreats, zones of control, stacking."""


def surroundings(picture: Picture, target: int) -> tuple[object, ...]:
    """Situation and neighbourhood of a target, to be compared."""
    if "situation" not in picture.notes:
        position = picture.position
        sources = [hex_ for hex_, _ in picture.board.supply_hexes.get(picture.foe, ())]
        picture.notes["situation"] = (
            (position.turn, picture.gain, picture.loss, picture.foe_support),
            tuple([position.control[hex_] for hex_ in sources]),
            position.deployed(picture.side).ids,
        )
    situation: tuple[object, ...] = picture.notes["situation"]
    return *situation, *_neighbourhood(picture, target)


def _neighbourhood(picture: Picture, target: int) -> tuple[object, ...]:
    """The units around a target, what is left of the defenders' divisions, and the enemy's threat there."""
    position, board, threat = picture.position, picture.board, picture.threat
    about = board.once(("disk", target, LOOK), lambda: picture.grid.disk(target, LOOK))
    near = board.once(("close", target), lambda: [target, *picture.grid.adjacent(target)])
    units = [position.units[id_] for hex_ in about for id_ in position.stacks.get(hex_, ())]
    divisions = sorted({position.roster[id_].division for id_ in position.stacks.get(target, ())})
    return (
        tuple(units),
        tuple([position.roster[unit.id] for unit in units]),
        tuple([members_on_map(position, division, picture.foe) for division in divisions]),
        threat.points[near].tobytes(),
        *(arms[near].tobytes() for arms in (threat.tanks, threat.half_tracks, threat.foot)),
    )
