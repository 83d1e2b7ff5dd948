"""German artillery fire (OMA-6.5): guns that count, what silences them, whom they hit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from wab.content.omaha.shapes import Battery, GunValue
from wab.field.priorities import foremost
from wab.hexes import HexId
from wab.systems.omaha.combat.fields import Fields
from wab.systems.omaha.combat.fire import Terms
from wab.systems.omaha.state.steps import Force


class Ground(NamedTuple):
    """The hold of both sides on hexes, as the silencing of observers asks for it (OMA-6.51-4)."""

    german: Callable[[HexId], bool]
    """A German unit is there."""
    occupied: Callable[[HexId], bool]
    """A US unit is there."""
    controlled: Callable[[HexId], bool]
    """A US unit controls it (OMA-12.1)."""
    linked: Callable[[HexId], bool]
    """It has a German line of communication (OMA-12.2)."""


class Exposed(NamedTuple):
    """A US unit on a beach hex or in a landing box of the sector."""

    unit: int
    symbol: str
    infantry: bool
    boxed: bool
    steps: int
    spared: bool = False


def is_active(gun: Battery, fields: Fields, ground: Ground) -> bool:
    """Check if one of the observers of an off-map unit still sees (OMA-6.51-2 to OMA-6.51-4)."""
    return not all(_silenced(hex_, ground) for name in gun.observers for hex_ in fields.positions[name].hexes)


def _silenced(hex_: HexId, ground: Ground) -> bool:
    if ground.german(hex_):
        return False
    return ground.occupied(hex_) or (ground.controlled(hex_) and not ground.linked(hex_))


def calibres(
    sector: str,
    fields: Fields,
    forces: Mapping[HexId, Force],
    calibre: Callable[[Force], int],
    off_map: Iterable[Battery],
    ground: Ground,
) -> list[int]:
    """Return the calibres of all guns of a sector that can fire; `calibre` of a unit is 0 without a gun.

    A WN gun fires here as well as with its position (OMA-6.52-1), rockets never do (OMA-6.53-1).
    """
    on_map = [
        calibre(force)
        for hex_, force in forces.items()
        if not force.disrupted and hex_ in fields.at and fields.positions[fields.at[hex_]].sector == sector
    ]
    boxed = [gun.calibre for gun in off_map if gun.sector == sector and is_active(gun, fields, ground)]
    return [size for size in on_map + boxed if size]


def fires(guns: GunValue | None, alive: Iterable[int], terms: Terms) -> bool:
    """Check if the guns of a sector hit on a card (OMA-6.5-1, OMA-6.5-2)."""
    return terms.guns and guns is not None and sum(size in guns.calibres for size in alive) >= guns.least


def victims(exposed: Iterable[Exposed], symbol: str | None, matches: Collection[int] = ()) -> list[int]:
    """Return the unit hit, several for the player's choice (OMA-6.5-3); [] for none (OMA-6.5-4).

    Infantry in boxes, others on the beach, others in boxes, infantry on the beach; most steps. It shows the symbol
    (None: any) or is one of `matches`, units in dense hexes. A unit that has lost the step of the phase is passed over
    (OMA-6.5-5).
    """
    classes = [(True, True), (False, False), (False, True), (True, False)]
    free = [one for one in exposed if not one.spared and (symbol in (None, one.symbol) or one.unit in matches)]
    first = foremost(free, lambda one: classes.index((one.infantry, one.boxed)), lambda one: -one.steps)
    return [one.unit for one in first]
