"""The possible actions of a unit this turn: its move, its target, the worth of both."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from ai.cards.chances import wear
from ai.cards.picture import Picture
from ai.cards.weights import DUG_IN, HEALED, SECOND_ATTACK
from wab.content.cards.shapes import Card
from wab.systems.cards.fight.movement import reach, stands_in_water
from wab.systems.cards.fight.sight import sees
from wab.systems.cards.state.deck import card_of
from wab.systems.cards.state.state import State, Unit


class Abilities(NamedTuple):
    """A unit's rights under a card: attacks, extra dice near and far, the targets it is bound to ("near", "far")."""

    attacks: int = 1
    near: int = 0
    far: int = 0
    bound: str = ""
    places: bool = False
    heals: bool = False


class Deed(NamedTuple):
    """The best that a unit could do: its gain, its hex, its target (0 for none), the chance to eliminate the target."""

    gain: float
    hex: int
    target: int
    kills: float


NOBODY: Mapping[int, float] = MappingProxyType({})
IDLE = Deed(0.0, -1, 0, 0.0)


def abilities(position: State, unit: int) -> Abilities:
    """Return what the card that orders a unit allows it."""
    card = card_of(position, unit)
    return Abilities() if card is None else of_card(card)


def of_card(card: Card) -> Abilities:
    """Return what a card allows the units that it orders."""
    condition = card.orders.condition if card.orders is not None else ""
    return Abilities(
        0 if card.passive else card.attacks,
        card.bonus.close_combat,
        card.bonus.ranged,
        {"adjacent": "near", "not_adjacent": "far"}.get(condition, ""),
        bool(card.places),
        card.heals,
    )


def best_attack(picture: Picture, unit: Unit, origin: int, able: Abilities, spared: Mapping[int, float]) -> Deed:
    """The best attack of a unit in a hex. `spared`: by target, the chance that it is still there."""
    position, board = picture.position, picture.board
    if not able.attacks or stands_in_water(position, origin):
        return IDLE
    near = [foe for foe in picture.foes if board.distance(origin, foe.hex) == 1]
    if near and able.bound == "far":
        return IDLE
    kind, best = board.kind(unit.kind), IDLE
    for foe in near or picture.foes:
        gap = board.distance(origin, foe.hex)
        if gap > len(kind.dice) or (gap > 1 and able.bound == "near"):
            continue
        dice = picture.dice(unit, origin, foe, able.near, able.far)
        if not dice or (gap > 1 and kind.needs_sight and not sees(position, origin, foe.hex)):
            continue
        gain = picture.worth(unit, foe, origin, dice) * spared.get(foe.id, 1.0)
        if able.attacks > 1 and origin == unit.hex:
            gain *= 1 + SECOND_ATTACK
        if gain > best.gain:
            kills = picture.ground.blow(position, dice, foe, foe.hex).kills
            best = Deed(gain, origin, foe.id, kills)
    return best


def best_deed(picture: Picture, unit: Unit, spared: Mapping[int, float] = NOBODY, *, ordered: State) -> Deed:
    """The best that a unit can still do this turn by moving and attacking, over staying where it is.

    `ordered` is the position, or the same with the unit ordered.
    """
    able = abilities(ordered, unit.id)
    if able.heals:
        return Deed(_healed(picture, unit), unit.hex, 0, 0.0)
    if able.places:
        return Deed(DUG_IN * picture.weights.caution * picture.danger(unit, unit.hex), unit.hex, 0, 0.0)
    best = best_attack(picture, unit, unit.hex, able, spared)
    here = picture.place(unit, unit.hex)
    for hex_, reached in reach(ordered, unit.id).items():
        gain = picture.place(unit, hex_) - here
        follows = reached.may_attack and picture.weights.combines
        deed = best_attack(picture, unit, hex_, able, spared) if follows else IDLE
        if gain + deed.gain > best.gain:
            best = Deed(gain + deed.gain, hex_, deed.target, deed.kills)
    return best


def _healed(picture: Picture, unit: Unit) -> float:
    whole = picture.board.roster[unit.id].figures
    return HEALED * wear(unit.figures, whole)
