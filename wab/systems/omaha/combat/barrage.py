"""Barrages of tanks and of naval fire (OMA-8.4, OMA-8.5): who may fire at what, and the effect."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from wab.content.omaha.shapes import CardRow
from wab.content.omaha.tables import BarrageEffect, BarrageTable
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Text
from wab.hexes import Grid, HexId
from wab.systems.omaha.combat.attack import CREST, FAR, Attacker
from wab.systems.omaha.state.board import Position

NAVAL = BarrageEffect(disrupts=True, takes_marker=True)
"""The effect of naval fire, without a card (OMA-8.52-1)."""


class Shelled(NamedTuple):
    """A hex with a German unit as a target of barrages. Its printed field counts while it is disrupted (OMA-8.4-4)."""

    hex: HexId
    position: Position
    seen: bool
    high: bool
    """It lies on high ground."""
    covers_beach: bool
    """Its field includes a beach hex (OMA-8.12-1)."""
    attacked: bool = False
    """It was attacked in this phase (OMA-8.41-2)."""


class Observer(NamedTuple):
    """An infantry unit that may see for a barrage; to observe is no action (OMA-8.4-2)."""

    hex: HexId
    radio: bool = False
    hq: bool = False
    """An HQ commands it."""
    commanded: bool = False
    """An HQ or a general commands it."""
    disrupted: bool = False


_ATTACKED = Refusal(
    Text("A hex is attacked or shelled in a turn, not both."), ("OMA-8.41-2", "OMA-8.53-1"), code="attacked"
)
_UNSEEN = Refusal(
    Text("A reinforcement unit that is not revealed is no target."), ("OMA-8.42-1", "OMA-8.52-2"), code="unrevealed"
)
_NEAR = Refusal(Text("A barrage is fired from hexes that are not adjacent."), ("OMA-8-1", "OMA-8.4-1"), code="too-near")
_NO_TANK = Refusal(Text("Only tanks fire a barrage."), ("OMA-8.4-1",), code="no-tank")
_NO_VIEW = Refusal(
    Text("The tank or infantry that is not disrupted must be in the field of fire of the target."),
    ("OMA-8.4-1",),
    code="no-observer",
)
_NO_LEADER = Refusal(
    Text("A leader must command the tank or the infantry that observes."), ("OMA-8.4-2",), code="no-leader"
)
_NO_RADIO = Refusal(
    Text("Infantry with a radio or under a headquarters must be in the field of fire of the target."),
    ("OMA-8.52-1",),
    code="no-radio",
)


def why_not_target(target: Shelled) -> Refusal | None:
    """Return the first reason why no barrage may be aimed at a hex."""
    if target.attacked:
        return _ATTACKED
    return None if target.seen or target.position.wn else _UNSEEN


def why_not_barrage(grid: Grid, target: Shelled, tank: Attacker, observers: Iterable[Observer]) -> Refusal | None:
    """Return the first reason against a barrage by a tank unit that can act (OMA-8.4-1, OMA-8.4-2, OMA-8.12-1)."""
    distance = grid.distance(tank.hex, target.hex)
    faults = (
        (tank.kind != "tank", _NO_TANK),
        (distance > tank.reach, FAR),
        (distance < 2, _NEAR),
        (tank.low and target.high and not target.covers_beach, CREST),
    )
    if refusal := why_not_target(target) or next((refusal for fault, refusal in faults if fault), None):
        return refusal
    if tank.hex in target.position.dots:
        return None
    seeing = _seeing(target, observers)
    if not seeing:
        return _NO_VIEW
    return None if tank.commanded or any(one.commanded for one in seeing) else _NO_LEADER


def why_not_naval(target: Shelled, observers: Iterable[Observer], no_radios: bool = False) -> Refusal | None:
    """Return the first reason against a naval barrage (OMA-8.52-1, OMA-8.52-2)."""
    if refusal := why_not_target(target):
        return refusal
    heard = any(one.hq or (one.radio and not no_radios) for one in _seeing(target, observers))
    return None if heard else _NO_RADIO


def _seeing(target: Shelled, observers: Iterable[Observer]) -> list[Observer]:
    return [one for one in observers if one.hex in target.position.dots and not one.disrupted]


def effect(table: BarrageTable, card: CardRow, colour: str, symbol: str, artillery: bool = False) -> BarrageEffect:
    """Return the effect of a barrage by the card drawn for it (OMA-8.4-3); single and double colours count alike."""
    if card.sign(colour) is None:
        if card.target != symbol:
            return BarrageEffect()
        return table.artillery_symbol if artillery else table.symbol
    return table.both if card.target == symbol else table.colour


def forecast(
    table: BarrageTable, pile: Iterable[CardRow], colour: str, symbol: str, artillery: bool = False
) -> dict[BarrageEffect, int]:
    """Return the number of cards of a pile with each effect."""
    found: dict[BarrageEffect, int] = {}
    for card in pile:
        result = effect(table, card, colour, symbol, artillery)
        found[result] = found.get(result, 0) + 1
    return found
