"""Belief about unseen enemies: last sightings, where the units may be now, which reinforcements come.

Everything comes from views: order of battle and timetable are in the briefing, contacts are what was seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec
import numpy as np
from numpy.typing import NDArray

from ai.operations.judgement.analysis import CONTACT_SPEED, GUARDED, JUST_NOW, REMEMBERED
from ai.operations.picture.picture import FAR, Picture, leave_cost
from wab.hexes.paths import UNREACHED, field
from wab.systems.operations.ground.sight import visible_hexes
from wab.systems.operations.movement.movement import allowance
from wab.systems.operations.seen.knowledge import FIRST_CONTACT
from wab.systems.operations.state.board import SIDE_CODE, Entry, Profile
from wab.systems.operations.state.control import control_codes
from wab.systems.operations.state.state import Unit

Mass = NDArray[np.float32]


class Sighting(msgspec.Struct, frozen=True):
    """An enemy unit as it was last seen. `attack` and `defence` in points, `speed` in half movement points a turn."""

    unit: int
    hex: int
    first_seen: int
    last_seen: int
    attack: float
    defence: float
    speed: int
    move_class: str

    @property
    def is_contact(self) -> bool:
        """Tell whether the unit is not identified: the number tells the hex and not the unit."""
        return self.unit >= FIRST_CONTACT


@dataclass(frozen=True, slots=True)
class Belief:
    """The beliefs at the start of an impulse.

    `sightings` by unit, of this turn and earlier ones. `occupancy`: float32[N], unseen enemy fighters expected in each
    hex; its sum is their number. `hidden_attack`, `hidden_defence`: points of one of them. `expected`: enemy
    reinforcements still to come by the timetable, the soonest first. `arrived`: unseen ones that have just come.
    """

    turn: int
    sightings: tuple[Sighting, ...]
    occupancy: Mass
    hidden_attack: float
    hidden_defence: float
    expected: tuple[Entry, ...]
    arrived: tuple[Entry, ...] = ()

    def expected_by(self, turn: int) -> tuple[Entry, ...]:
        """Enemy reinforcements due up to and including a turn."""
        return tuple(entry for entry in self.expected if entry.turn <= turn)


def updated(belief: Belief | None, picture: Picture) -> Belief:
    """The belief after a look at the map: sightings are renewed, forgotten, or refuted by empty hexes."""
    turn, visible = picture.position.turn, visible_hexes(picture.position, picture.side)
    older = {sighting.unit: sighting for sighting in (belief.sightings if belief is not None else ())}
    seen = {unit.id: _sighting(picture, unit, older.get(unit.id)) for unit in _known_fighters(picture)}
    kept = {
        id_: sighting
        for id_, sighting in older.items()
        if id_ not in seen and _still_believed(picture, sighting, bool(visible[sighting.hex]))
    }
    sightings = tuple(sighting for _, sighting in sorted({**seen, **kept}.items()))
    unseen = _unseen_roster(picture, seen)
    count = max(1, len(unseen))
    attack, defence = (sum(one.attack for one in unseen.values()), sum(one.defence for one in unseen.values()))
    lost = tuple(sighting for _, sighting in sorted(kept.items()))
    occupancy = _occupancy(picture, lost, len(unseen), ~visible)
    arrived = _just_arrived(picture, unseen)
    return Belief(turn, sightings, occupancy, attack / count, defence / count, _timetable(picture), arrived)


def _known_fighters(picture: Picture) -> Iterator[Unit]:
    return (unit for stack in picture.foes.values() for unit in stack if picture.is_fighter(unit))


def _sighting(picture: Picture, unit: Unit, before: Sighting | None) -> Sighting:
    turn = picture.position.turn
    first = before.first_seen if before is not None else turn
    speed = allowance(picture.position, unit.id)
    move_class = picture.profile(unit).move_class
    return Sighting(unit.id, unit.hex, first, turn, picture.attack(unit), picture.defence(unit), speed, move_class)


def _still_believed(picture: Picture, sighting: Sighting, seen_now: bool) -> bool:
    """A unit out of sight may still be near; a contact in a hex that is seen empty has gone or is identified now."""
    if sighting.unit in picture.position.removed or picture.position.turn - sighting.last_seen > REMEMBERED:
        return False
    return not (sighting.is_contact and (seen_now or sighting.last_seen < picture.position.turn))


def _unseen_roster(picture: Picture, seen: dict[int, Sighting]) -> dict[int, Profile]:
    """By unit the enemy fighters in play that are not seen; each contact stands for one of them."""
    awaited = {picture.board.entries[number].unit for number in picture.position.awaited}
    gone = {*picture.position.removed, *awaited, *seen}
    candidates = [
        (id_, profile)
        for id_, profile in sorted(picture.board.roster.items())
        if id_ < FIRST_CONTACT and profile.side == picture.foe and id_ not in gone and _fights(profile)
    ]
    contacts = sum(sighting.is_contact for sighting in seen.values())
    return dict(candidates[: max(0, len(candidates) - contacts)])


def _fights(profile: Profile) -> bool:
    return not (profile.is_gun or profile.is_commander or profile.is_ship)


def _timetable(picture: Picture) -> tuple[Entry, ...]:
    entries = (picture.board.entries[number] for number in picture.position.awaited)
    theirs = [entry for entry in entries if picture.board.roster[entry.unit].side == picture.foe]
    return tuple(sorted(theirs, key=lambda entry: (entry.turn, entry.unit)))


def _just_arrived(picture: Picture, unseen: dict[int, Profile]) -> tuple[Entry, ...]:
    """Unseen enemy reinforcements of this turn and the turn before: they are still near their entry."""
    turn, awaited = picture.position.turn, set(picture.position.awaited)
    come = (entry for number, entry in enumerate(picture.board.entries) if number not in awaited)
    return tuple(entry for entry in come if entry.unit in unseen and turn - JUST_NOW <= entry.turn <= turn)


# ------------------------------------------------------------------------------------------------- where they may be


def _occupancy(picture: Picture, lost: tuple[Sighting, ...], count: int, dark: NDArray[np.bool_]) -> Mass:
    """A lost unit is spread over the hexes that it can have reached, the others over all ground that can hide them."""
    theirs = control_codes(picture.position) == SIDE_CODE[picture.foe]
    hiding = dark & picture.board.land & theirs
    mass: Mass = np.zeros(picture.grid.size, np.float32)
    if not hiding.any():
        return mass
    for sighting in lost[:count]:
        mass += _spread(picture, sighting, hiding)
    others = max(0, count - len(lost))
    weights = np.where(hiding, _likelihood(picture), 0.0)
    mass += (others * weights / weights.sum()).astype(np.float32)
    return mass


def _spread(picture: Picture, sighting: Sighting, hiding: NDArray[np.bool_]) -> Mass:
    """One unit over the hexes that it can have reached unseen, near ones likelier; its last hex if there are none."""
    turns = max(1, picture.position.turn - sighting.last_seen)
    limit = min(FAR, turns * max(sighting.speed, CONTACT_SPEED))
    costs = leave_cost(picture.board, sighting.move_class)
    distance = field(picture.board.workspace, [sighting.hex], costs, limit=limit)
    weights = np.where(hiding & (distance < UNREACHED), 1.0 / (CONTACT_SPEED + distance), 0.0)
    if weights.sum() == 0:
        weights[sighting.hex] = 1.0
    share: Mass = (weights / weights.sum()).astype(np.float32)
    return share


def _likelihood(picture: Picture) -> NDArray[np.float64]:
    """Return how likely an unknown enemy is in each hex: more next to objectives and enemy sources of supply."""
    weights = np.ones(picture.grid.size, np.float64)
    guarded = [objective.hex for objective in picture.board.objectives]
    guarded += [hex_ for hex_, _ in picture.board.supply_hexes.get(picture.foe, ())]
    for hex_ in sorted(dict.fromkeys(guarded)):
        weights[list(picture.grid.disk(hex_, 1))] = GUARDED
    return weights
