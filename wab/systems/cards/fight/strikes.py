"""Attacks from off the board (ledger CRD-C-5): Air Power, Barrage, the opening bombardment of a scenario.

They are no unit's attacks: no range, sight or close combat duty, no ground is taken, no unit ambushes. No terrain takes
dice away, and none of their flags can be ignored (CRD-C.air_power-3, CRD-C.barrage-2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from wab.content.cards.shapes import Card, CardStrike
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import N_, Text
from wab.systems.cards.fight.combat import STREAM, lose, read_dice
from wab.systems.cards.state import deck
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.board import SECTIONS, enemy_of
from wab.systems.cards.state.orders import Strike
from wab.systems.cards.state.state import State, Unit

_FACES = 6
_MOST_OFFERED = 400
"""Groups of targets beyond this number are legal and not listed."""

_NONE = Refusal(Text(N_("There is no bombardment to aim now.")), ("CRD-C-5",), code="no-strike")
_NOT_A_TARGET = Refusal(
    Text(N_("That unit cannot be a target of this bombardment.")),
    ("CRD-C.air_power-2", "CRD-C.barrage-1", "CRD-S-8"),
    code="no-target",
)
_TOO_MANY = N_("Choose 1 to {most} enemy units.")
_APART = Refusal(
    Text(N_("The targets must stand next to one another in a chain.")), ("CRD-C.air_power-2",), code="apart"
)


class Due(NamedTuple):
    """An attack that is to be aimed: the card in whose way it is made, who makes it, the dice a target."""

    card: Card
    strike: CardStrike
    side: str
    dice: int


def due(state: State) -> Due | None:
    """The attack that is to be aimed now, None when all have been made.

    Attacks of the opening come before the first turn (CRD-S-8), attacks by cards before any unit is ordered (CRD-O-14).
    """
    if state.stage == "opening":
        barrage = state.board.opening_barrage
        keys = [str(key) for key in barrage.attacks] if barrage is not None else []
    else:
        texts = (deck.effect_of(state, play) for play in state.plays)
        keys = [text.key for text in texts if text is not None and text.strike is not None]
    if state.salvos >= len(keys):
        return None
    card = state.board.cards[keys[state.salvos]]
    assert card.strike is not None, "a card that strikes"
    return Due(card, card.strike, state.active, card.strike.dice or state.board.air.of(state.active))


def is_due(state: State) -> bool:
    """Return whether an attack from off the board is to be aimed now, and there is a target for it."""
    return due(state) is not None and bool(possible_targets(state))


def possible_targets(state: State) -> tuple[Unit, ...]:
    """The enemy units that may be attacked: all of them (CRD-C.barrage-1), fewer by a scenario's opening (CRD-S-8)."""
    enemies = tuple(state.units_of(enemy_of(state.active)))
    barrage = state.board.opening_barrage
    if state.stage != "opening" or barrage is None:
        return enemies
    allowed = tuple(unit for unit in enemies if barrage.not_in not in state.obstacles_in(unit.hex))
    if barrage.distinct:
        allowed = tuple(unit for unit in allowed if unit.id not in state.struck)
    if barrage.one_per_command:
        command = SECTIONS[state.salvos % len(SECTIONS)]
        inside = tuple(unit for unit in allowed if command in state.board.commands(unit.hex, state.active))
        return inside or allowed
    return allowed


# ------------------------------------------------------------------------------------------------- choosing targets


def why_not(state: State, order: Strike) -> Refusal | None:
    """None if these targets may be chosen (CRD-C.air_power-2): they form one connected group, fixed before any roll."""
    now = due(state)
    if now is None:
        return _NONE
    allowed = {unit.id: unit for unit in possible_targets(state)}
    if not 1 <= len(order.targets) <= now.strike.most_targets or len(set(order.targets)) < len(order.targets):
        words = Text(_TOO_MANY, {"most": now.strike.most_targets})
        return Refusal(words, ("CRD-C.air_power-2", "CRD-C.barrage-1"), code="too-many")
    if any(target not in allowed for target in order.targets):
        return _NOT_A_TARGET
    hexes = [allowed[target].hex for target in order.targets]
    return None if is_connected(state, hexes) else _APART


def is_connected(state: State, hexes: Iterable[int]) -> bool:
    """Return whether from any of the hexes every other is reached by steps inside the group (CRD-C.air_power-2)."""
    group = set(hexes)
    reached = {min(group)}
    edge = set(reached)
    while edge:
        edge = {other for hex_ in edge for other in state.board.adjacent[hex_] if other in group} - reached
        reached |= edge
    return reached == group


def offered(state: State) -> Iterator[Strike]:
    """Every group of targets, each in one order; the player may have them rolled for in any (CRD-C.air_power-5)."""
    now = due(state)
    if now is None:
        return
    found = {unit.hex: unit.id for unit in possible_targets(state)}
    groups = islice(_groups(state, found, now.strike.most_targets), _MOST_OFFERED)
    yield from (Strike(tuple(sorted(found[hex_] for hex_ in group))) for group in groups)


def _groups(state: State, found: dict[int, int], most: int) -> Iterator[frozenset[int]]:
    """Connected groups of occupied hexes, the small ones first, each once."""
    layer = [frozenset((hex_,)) for hex_ in sorted(found)]
    for _ in range(most):
        yield from layer
        grown = {
            group | {other}
            for group in layer
            for hex_ in group
            for other in state.board.adjacent[hex_]
            if other in found and other not in group
        }
        layer = sorted(grown, key=sorted)


# ------------------------------------------------------------------------------------------------- carrying it out


def aim(state: State, order: Strike) -> Iterator[Event]:
    """Fix the targets: a retreat of one does not spare the others (CRD-C.air_power-2)."""
    now = due(state)
    assert now is not None, "only legal orders are carried out"
    yield ev.SalvoAimed(now.card.key, now.side, now.dice, order.targets)


def fire(state: State) -> Iterator[Event]:
    """Roll for the next target: losses, then its retreat, before the next one (CRD-C.air_power-5).

    Air Power rolls two dice or one (CRD-C.air_power-1, CRD-A4-1, CRD-A4-3) and counts stars (CRD-C.air_power-4),
    Barrage four and does not (CRD-C.barrage-1). Every flag must be obeyed, or paid for.
    """
    salvo = state.salvo
    assert salvo is not None and salvo.targets, "there is a target left"
    target, left = salvo.targets[0], salvo.targets[1:]
    card = state.board.cards[salvo.card]
    rolled = state.dice.roll(STREAM, deck.title(card), _FACES, salvo.dice)
    yield rolled
    unit = state.units[target]
    stars = card.strike is not None and card.strike.stars_hit
    result = read_dice(state, rolled.results, state.board.type_of(unit.kind), stars_hit=stars)
    yield ev.SalvoFired(target, result.hits, result.flags, left)
    yield from lose(state, target, result.hits)
    if target in state.units and result.flags:
        yield ev.RetreatDue(target, result.flags, 0)
