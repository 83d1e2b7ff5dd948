"""Barrages of tanks and of ships (OMA-8.4, OMA-8.5): who may fire at what, and the effect."""

from __future__ import annotations

from collections.abc import Iterator

from wab.content.omaha.shapes import CardRow
from wab.content.omaha.tables import BarrageEffect, BarrageTable
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Text
from wab.hexes import HexId
from wab.systems.omaha.combat.attack import CREST, FAR, NO_GERMANS, NO_NAVAL, NO_RADIO, sees, shaken
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
    return None if state.now.forces[target].seen or state.board.position_at[target].wn else _UNSEEN


def _observers(state: State, target: HexId) -> list[int]:
    """Return the infantry that may see for a barrage, in the printed field of the target (OMA-8.4-1, OMA-8.4-4)."""
    dots, units = state.board.position_at[target].dots, state.units.values()
    able = [unit.id for unit in units if unit.hex in dots and not unit.disrupted]
    return [unit for unit in able if state.profile(unit).infantry]


# ---------------------------------------------------------------- tanks


def why_not_barrage(state: State, order: od.Barrage) -> Refusal | None:
    """Return the first reason against a barrage by a tank unit (OMA-8.4-1, OMA-8.4-2, OMA-8.12-1)."""
    refusal = _why_not_target(state, order.target) or why_not_fight(state, order.unit)
    if refusal is not None:
        return refusal
    tank, profile, board = state.units[order.unit], state.profile(order.unit), state.board
    distance = board.grid.distance(tank.hex, order.target)
    if profile.type != "tank" or distance > profile.range(tank.steps):
        return _NO_TANK if profile.type != "tank" else FAR
    if distance < 2 or not sees(board, tank.hex, order.target):
        return _NEAR if distance < 2 else CREST
    if tank.hex not in board.position_at[order.target].dots:
        observers = _observers(state, order.target)
        if not observers:
            return _NO_VIEW
        if not any(is_commanded(state, unit) for unit in (order.unit, *observers)):
            return _NO_LEADER
    return why_not_pay(state, price(state, (order.unit,)))


def effect(table: BarrageTable, card: CardRow, colour: str, symbol: str | None) -> BarrageEffect:
    """Return the effect of a barrage by its card (OMA-8.4-3); single and double colours count alike."""
    if card.sign(colour) is None:
        return table.symbol if card.target == symbol else BarrageEffect()
    return table.both if card.target == symbol else table.colour


def execute_barrage(state: State, order: od.Barrage) -> Iterator[Event]:
    """A fire card of its own says what the barrage does (OMA-8.4-3, OMA-8.41-1), to this hex alone (OMA-8.41-3)."""
    yield ev.Acted((order.unit,), "barrage", state.now.acting, price(state, (order.unit,)), order.target)
    yield ev.Engaged(order.target, "barrage")
    card = yield from draw_card(state, "barrage", state.now.acting)
    colour, symbol = state.board.position_at[order.target].colour, state.profile(order.unit).symbol
    found = effect(state.board.tables.barrage, state.board.card(card), colour, symbol)
    if found.disrupts:
        yield shaken(order.target, state.now.forces[order.target], found.takes_marker, "barrage")


def offered_barrages(state: State, unit: int | None) -> Iterator[Group]:
    """Each tank unit at each German hex in its range."""
    for tank in sorted(state.units):
        if state.profile(tank).type == "tank" and unit in (None, tank) and why_not_fight(state, tank) is None:
            orders = [od.Barrage(tank, target) for target in state.now.forces]
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
