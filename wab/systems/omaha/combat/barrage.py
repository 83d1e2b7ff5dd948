"""Barrages of tanks, artillery and ships (OMA-8.4, OMA-8.5, OMA-17.3): who may fire at what, and the effect."""

from __future__ import annotations

from collections.abc import Iterator

from wab.content.omaha.shapes import CardRow
from wab.content.omaha.tables import BarrageEffect, BarrageTable
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Text
from wab.hexes import HexId
from wab.systems.omaha.combat.attack import (
    ARTILLERY,
    CREST,
    EXPOSED,
    FAR,
    NO_GERMANS,
    NO_HQ,
    NO_NAVAL,
    NO_RADIO,
    hqs_of,
    sees,
    shaken,
)  # fmt: skip
from wab.systems.omaha.ground.control import under_fire
from wab.systems.omaha.movement.actions import price, why_not_fight, why_not_pay
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.asking import draw_card
from wab.systems.omaha.state.state import State
from wab.systems.omaha.units.command import has_radio, is_commanded

_ATTACKED = Refusal(Text("That hex was attacked in this turn."), ("OMA-8.41-2", "OMA-8.53-1"), code="attacked")
_UNSEEN = Refusal(Text("That unit is not revealed."), ("OMA-8.42-1", "OMA-8.52-2"), code="unrevealed")
_NEAR = Refusal(Text("No unit shells an adjacent hex."), ("OMA-8-1", "OMA-8.4-1"), code="too-near")
_NO_TANK = Refusal(Text("Only tanks fire a barrage."), ("OMA-8.4-1",), code="no-tank")
_NO_VIEW = Refusal(Text("No unit in the field of fire of the target observes it."), ("OMA-8.4-1",), code="no-observer")
_NO_LEADER = Refusal(Text("No leader joins the tanks to the infantry that observes."), ("OMA-8.4-2",), code="no-leader")


def _why_not_target(state: State, target: HexId) -> Refusal | None:
    """A WN or a revealed unit (OMA-8.42-1, OMA-8.52-2) that was not attacked in this phase (OMA-8.41-2)."""
    if target not in state.now.forces:
        return NO_GERMANS
    if state.now.fought.get(target) == "attack":
        return _ATTACKED
    return None if state.now.forces[target].seen or state.place(target).wn else _UNSEEN


def _observers(state: State, target: HexId) -> list[int]:
    """Return the infantry that may see for a barrage, in the printed field of the target (OMA-8.4-1, OMA-8.4-4)."""
    dots, units = state.place(target).dots, state.units.values()
    able = [unit.id for unit in units if unit.hex in dots and not unit.disrupted]
    return [unit for unit in able if state.profile(unit).infantry]


# ---------------------------------------------------------------- tanks and artillery


def can_shell(state: State, unit: int) -> bool:
    """Check if units of a kind fire barrages: tanks, and artillery from turn 17 (OMA-8.4-1, OMA-17.3-1)."""
    kind = state.profile(unit).type
    return kind == "tank" or (bool(state.late) and kind in ARTILLERY)


def why_not_barrage(state: State, order: od.Barrage) -> Refusal | None:
    """Return the first reason against a barrage of one unit (OMA-8.4-1, OMA-8.12-1, OMA-17.3-1, OMA-17.3-3)."""
    refusal = _why_not_target(state, order.target) or why_not_fight(state, order.unit)
    if refusal is not None:
        return refusal
    here, profile, board = state.units[order.unit], state.profile(order.unit), state.board
    distance = board.grid.distance(here.hex, order.target)
    if not can_shell(state, order.unit) or distance > profile.range(here.steps):
        return FAR if can_shell(state, order.unit) else _NO_TANK
    if distance < 2 or not sees(state, here.hex, order.target):
        return _NEAR if distance < 2 else CREST
    why_not_see = _why_tank_sees_not if profile.type == "tank" else _why_guns_see_not
    return why_not_see(state, order) or why_not_pay(state, price(state, (order.unit,)))


def _why_tank_sees_not(state: State, order: od.Barrage) -> Refusal | None:
    """In the field of the target itself, or with infantry there if a leader commands either (OMA-8.4-2)."""
    if state.units[order.unit].hex in state.place(order.target).dots:
        return None
    observers = _observers(state, order.target)
    led = any(is_commanded(state, unit) for unit in (order.unit, *observers))
    return _NO_VIEW if not observers else None if led else _NO_LEADER


def _why_guns_see_not(state: State, order: od.Barrage) -> Refusal | None:
    """Under an HQ, with the target in its own view or in the view of infantry under the same HQ (OMA-17.3-1). Guns
    without armour stand in no German field (OMA-17.3-2).
    """
    hqs, here = hqs_of(state, order.unit), state.units[order.unit].hex
    if not hqs:
        return NO_HQ
    if not state.profile(order.unit).armoured and under_fire(state)[here]:
        return EXPOSED
    observers = _observers(state, order.target)
    if here in state.place(order.target).dots or any(hqs_of(state, one) & hqs for one in observers):
        return None
    return _NO_LEADER if observers else _NO_VIEW


def effect(table: BarrageTable, card: CardRow, colour: str, symbol: str | None, *, guns: bool = False) -> BarrageEffect:
    """Return the effect of a barrage by its card (OMA-8.4-3, OMA-17.3-4); single and double colours count alike."""
    if card.sign(colour) is not None:
        return table.both if card.target == symbol else table.colour
    return BarrageEffect() if card.target != symbol else table.artillery_symbol if guns else table.symbol


def execute_barrage(state: State, order: od.Barrage) -> Iterator[Event]:
    """A fire card of its own says what the barrage does (OMA-8.4-3, OMA-8.41-1), to this hex alone (OMA-8.41-3)."""
    yield ev.Acted((order.unit,), "barrage", state.now.acting, price(state, (order.unit,)), order.target)
    yield ev.Engaged(order.target, "barrage")
    card = yield from draw_card(state, "barrage", state.now.acting)
    colour, profile = state.place(order.target).colour, state.profile(order.unit)
    guns = profile.type in ARTILLERY
    found = effect(state.board.tables.barrage, state.board.card(card), colour, profile.symbol, guns=guns)
    if found.disrupts:
        yield shaken(order.target, state.now.forces[order.target], found.takes_marker, "barrage")


def offered_barrages(state: State, unit: int | None) -> Iterator[Group]:
    """Each unit that fires barrages, at each German hex."""
    for one in sorted(state.units):
        if unit in (None, one) and can_shell(state, one) and why_not_fight(state, one) is None:
            orders = [od.Barrage(one, target) for target in state.now.forces]
            yield [order for order in orders if why_not_barrage(state, order) is None]


# ---------------------------------------------------------------- ships


def why_not_naval(state: State, order: od.NavalBarrage) -> Refusal | None:
    """Return the first reason against a naval barrage (OMA-8.52-1, OMA-8.52-2); markers keep (OMA-8.54-1)."""
    refusal = _why_not_target(state, order.target) if state.now.naval else NO_NAVAL
    if refusal is not None:
        return refusal
    return None if any(has_radio(state, unit) for unit in _observers(state, order.target)) else NO_RADIO


def execute_naval(state: State, order: od.NavalBarrage) -> Iterator[Event]:
    """The unit is disrupted and its marker leaves the game (OMA-8.52-1); it costs no action (OMA-8.53-1)."""
    yield ev.Engaged(order.target, "naval", naval=True)
    yield shaken(order.target, state.now.forces[order.target], True, "barrage")


def offered_naval(state: State, unit: int | None) -> Iterator[Group]:
    """Each German hex at which the ships can fire."""
    if state.now.naval and unit is None:
        orders = [od.NavalBarrage(target) for target in state.now.forces]
        yield [order for order in orders if why_not_naval(state, order) is None]
