"""Barrages of the player (OMA-8.4, OMA-8.5): orders of tanks and of ships."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wab.content.omaha.tables import BarrageEffect
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Text
from wab.hexes import HexId
from wab.systems.omaha.combat import barrage
from wab.systems.omaha.combat.attacking import attacker, covers_beach
from wab.systems.omaha.combat.barrage import Observer, Shelled
from wab.systems.omaha.ground.terrain import is_high
from wab.systems.omaha.movement.actions import price, why_not_fight, why_not_pay
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.asking import draw_card
from wab.systems.omaha.state.state import GONE, State
from wab.systems.omaha.units.command import is_commanded, is_led_by_hq

_NO_GERMANS = Refusal(Text("No German unit is there."), ("OMA-8.4-1",), code="no-germans")
_NO_NAVAL = Refusal(Text("No naval fire is at hand."), ("OMA-8.5-1",), code="no-naval-fire")


def shelled(state: State, hex_: HexId) -> Shelled:
    """Return a German hex as a target of barrages."""
    board = state.board
    return Shelled(
        hex=hex_,
        position=board.position_at[hex_],
        seen=state.now.forces[hex_].seen,
        high=is_high(board, hex_),
        covers_beach=covers_beach(board, hex_),
        attacked=state.now.fought.get(hex_) == "attack",
    )


def observers(state: State) -> list[Observer]:
    """Return the infantry that may see for a barrage (OMA-8.4-1, OMA-8.52-1)."""
    return [
        Observer(
            unit.hex,
            "RD" in profile.weapons(unit.steps, 1),
            is_led_by_hq(state, unit.id),
            is_commanded(state, unit.id),
            unit.disrupted,
        )
        for unit in state.units.values()
        if (profile := state.profile(unit.id)).infantry
    ]


# ---------------------------------------------------------------- tanks


def why_not_barrage(state: State, order: od.Barrage) -> Refusal | None:
    """Return the first reason against a barrage by a tank unit (OMA-8.4, OMA-8.41, OMA-8.42)."""
    if order.target not in state.now.forces:
        return _NO_GERMANS
    if refusal := why_not_fight(state, order.unit):
        return refusal
    tank = attacker(state, order.unit, order.target)
    refusal = barrage.why_not_barrage(state.board.grid, shelled(state, order.target), tank, observers(state))
    return refusal or why_not_pay(state, price(state, (order.unit,)))


def execute_barrage(state: State, order: od.Barrage) -> Iterator[Event]:
    """A fire card of its own says what the barrage does (OMA-8.4-3, OMA-8.41-1)."""
    yield ev.Acted((order.unit,), "barrage", state.now.acting, price(state, (order.unit,)), order.target)
    yield ev.Engaged(order.target, "barrage")
    card = yield from draw_card(state, "barrage", state.now.acting)
    colour, symbol = state.board.position_at[order.target].colour, state.profile(order.unit).symbol or ""
    effect = barrage.effect(state.board.tables.barrage, state.board.card(card), colour, symbol)
    yield from _hit(state, order.target, effect)


def offered_barrages(state: State, unit: int | None) -> Iterator[Group]:
    """Each tank unit at each German hex in its range."""
    for tank in sorted(state.units):
        if state.profile(tank).type == "tank" and unit in (None, tank) and why_not_fight(state, tank) is None:
            orders = [od.Barrage(tank, target) for target in state.now.forces]
            yield [order for order in orders if why_not_barrage(state, order) is None]


# ---------------------------------------------------------------- ships


def why_not_naval(state: State, order: od.NavalBarrage) -> Refusal | None:
    """Return the first reason against a naval barrage (OMA-8.52-1, OMA-8.52-2), with a marker of this
    turn or of an earlier one (OMA-8.54-1)."""
    if not state.now.naval:
        return _NO_NAVAL
    if order.target not in state.now.forces:
        return _NO_GERMANS
    return barrage.why_not_naval(shelled(state, order.target), observers(state), state.limited("radio_out"))


def execute_naval(state: State, order: od.NavalBarrage) -> Iterator[Event]:
    """The unit is disrupted and its marker leaves the game (OMA-8.52-1); it costs no action (OMA-8.53-1)."""
    yield ev.Engaged(order.target, "naval", naval=True)
    yield from _hit(state, order.target, barrage.NAVAL)


def offered_naval(state: State, unit: int | None) -> Iterator[Group]:
    """Each German hex at which the ships can fire."""
    if state.now.naval and unit is None:
        orders = [od.NavalBarrage(target) for target in state.now.forces]
        yield [order for order in orders if why_not_naval(state, order) is None]


def _hit(state: State, target: HexId, effect: BarrageEffect) -> Iterator[Event]:
    """A barrage disrupts a unit and takes its marker; it reveals nothing (OMA-T-BARRAGE). The other hex of a
    large WN is not affected (OMA-8.41-3)."""
    force = state.now.forces[target]
    marker = None if effect.takes_marker else force.marker
    shaken = replace(
        force,
        disrupted=force.disrupted or effect.disrupts,
        marker=marker,
        marker_seen=force.marker_seen and marker is not None,
    )
    taken = ((force.marker, "", GONE),) if force.marker and marker is None else ()
    if shaken != force:
        yield ev.ForceChanged(target, shaken, taken, "barrage")
