"""Supports of an attack: guns, ships and aircraft, with the exact effect of anti-aircraft fire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ai.operations.judgement.tactics import SALVO, SORTIE
from ai.operations.picture.picture import Picture
from wab.systems.operations.combat.air import ground_attack, ready_to_strike
from wab.systems.operations.combat.anti_air import risks, through
from wab.systems.operations.combat.combat import why_not_support


@dataclass(frozen=True, slots=True)
class Backing:
    """Supports of an attack: guns and ships, air units, the lines that they add with their chances, the price."""

    guns: tuple[int, ...]
    planes: tuple[int, ...]
    bonuses: tuple[tuple[int, float], ...]
    price: float

    @property
    def units(self) -> tuple[int, ...]:
        """All supporting units, ascending, as an order names them."""
        return tuple(sorted((*self.guns, *self.planes)))


UNBACKED = Backing((), (), ((0, 1.0),), 0.0)


def guns_for(picture: Picture, target: int) -> tuple[int, ...]:
    """Guns and ships that could support an attack on a hex from where they stand, the strongest first."""
    guns = [unit for unit in picture.own if picture.profile(unit).is_gun and picture.can_act(unit)]
    able = [unit for unit in guns if why_not_support(picture.position, unit, target) is None]
    able.sort(key=lambda unit: (-picture.profile(unit).bombardment, unit.id))
    return tuple(unit.id for unit in able)


def planes_of(picture: Picture) -> tuple[int, ...]:
    """Air units that could support an attack now, the strongest first."""
    position = picture.position
    if position.active != picture.side:
        return ()
    ready = ready_to_strike(position)
    return tuple(sorted(ready, key=lambda id_: (-ground_attack(position, id_), id_)))


def backings(picture: Picture, target: int, guns: Sequence[int], planes: Sequence[int]) -> tuple[Backing, ...]:
    """The supports that are weighed for an attack on a hex: none, the strongest guns, the strongest aircraft, mixtures.

    Of supports with the same chances of the same lines only the cheapest is kept.
    """
    most = picture.board.tables.support.most_supports
    found: dict[tuple[tuple[int, float], ...], Backing] = {UNBACKED.bonuses: UNBACKED}
    for flying in range(min(len(planes), most) + 1):
        ways = _ways(picture, target, planes[:flying])
        for firing in range(min(len(guns), most - flying) + 1):
            backing = _backing(picture, target, tuple(guns[:firing]), tuple(planes[:flying]), ways)
            known = found.get(backing.bonuses)
            if known is None or backing.price < known.price:
                found[backing.bonuses] = backing
    return tuple(found.values())


def backing_of(picture: Picture, target: int, supports: Sequence[int]) -> Backing:
    """Some units as the supports of an attack, without units that cannot support it any more."""
    guns = tuple(id_ for id_ in guns_for(picture, target) if id_ in supports)
    planes = tuple(id_ for id_ in planes_of(picture) if id_ in supports)
    return _backing(picture, target, guns, planes, _ways(picture, target, planes))


def _ways(picture: Picture, target: int, planes: Sequence[int]) -> dict[int, float]:
    """Attack points of aircraft that get through, with the chance of each."""
    sent = {id_: ground_attack(picture.position, id_) for id_ in planes}
    ways = through(picture.position, sent, target, picture.side)
    total = sum(ways.values())
    return {points: count / total for points, count in ways.items()}


def _backing(
    picture: Picture, target: int, guns: tuple[int, ...], planes: tuple[int, ...], ways: dict[int, float]
) -> Backing:
    fixed = sum(picture.position.roster[gun].bombardment for gun in guns)
    chances: dict[int, float] = {}
    for points, chance in ways.items():
        bonus = bonus_of(picture, fixed + points)
        chances[bonus] = chances.get(bonus, 0.0) + chance
    price = sum(SALVO + picture.price(picture.position.units[gun]) for gun in guns)
    return Backing(guns, planes, tuple(sorted(chances.items())), price + _risk(picture, target, planes))


def _risk(picture: Picture, target: int, planes: tuple[int, ...]) -> float:
    """The points that aircraft are expected to lose over a hex, with the price of the sortie."""
    if not planes:
        return 0.0
    sent = {id_: ground_attack(picture.position, id_) for id_ in planes}
    lost = sum(risk.expected_hp for risk in risks(picture.position, sent, target, picture.side))
    return SORTIE * len(planes) + picture.loss * lost


def bonus_of(picture: Picture, points: int) -> int:
    """The lines that so many support points are worth."""
    bands = picture.board.tables.support.bands
    return next((band.bonus for band in reversed(bands) if points >= band.points[0]), 0)


def leaders(picture: Picture) -> Iterator[int]:
    """Commanders that could still take part in an attack, by id."""
    rules = picture.board.rules
    if rules.commanders:
        for unit in picture.own:
            profile = picture.profile(unit)
            helps = profile.is_commander and (profile.columns > 0 or profile.lines > 0)
            if helps and not unit.attacked and picture.can_act(unit):
                yield unit.id
