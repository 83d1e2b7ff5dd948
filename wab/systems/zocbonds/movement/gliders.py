"""Drops and gliders (ZOC-20.2): placing, scatter, and landing zones that are barred or full."""

from __future__ import annotations

from collections.abc import Iterator

from wab.content.zocbonds.tables import Scatter
from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Argument, Text
from wab.hexes import HexId
from wab.systems.zocbonds.ground import manners
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.armies import seat_of
from wab.systems.zocbonds.state.names import place_noun, unit_noun
from wab.systems.zocbonds.state.orders import LandGlider
from wab.systems.zocbonds.state.room import has_room, to_come
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.state.steps import AnyStep, PlacesGlider
from wab.systems.zocbonds.units import losses

STREAM = "scatter"
BOX = "gliders"
CAUSE = "scatter"


def drop(state: State, unit: int, hex_: HexId, bonus: int = 0) -> Iterator[Event]:
    """An airborne unit comes down in its hex, without drift, and rolls for scatter (ZOC-20.2-1, ZOC-20.2-9). The marker
    takes neither strength nor the right to stand from it (ZOC-20.2-6)."""
    won = () if state.holds("allied", hex_) else (hex_,)
    yield ev.Placed((unit,), hex_, won)
    rolled: Rolled = state.dice.roll(STREAM, Text("Scatter"))
    yield rolled
    result = scatter_result(state, state.profile(unit).formation, rolled.total + bonus)
    yield ev.Scattered(unit, rolled.total, result)
    effect = state.board.tables.scatter.effects[result]
    for _ in range(effect.steps):
        yield from losses.lose_step(state, unit, CAUSE)
    if effect.replacements:
        yield ev.ReplacementReceived({airborne_track(state, unit): effect.replacements})


def scatter_result(state: State, division: str, die: int) -> Scatter:
    """The result of a die in the column of a division (ZOC-20.2-2 to ZOC-20.2-4); above six it counts as six
    (ZOC-20.2-9)."""
    column = state.board.tables.scatter.columns[division]
    return column[min(len(column), die) - 1]


def airborne_track(state: State, unit: int) -> str:
    """The track on which an airborne replacement for a unit is recorded: of its nationality (ZOC-20.2-3)."""
    return "us_airborne" if state.profile(unit).army == "us" else "british_airborne"


# ------------------------------------------------------------------------------------------------- gliders


def land(state: State) -> Iterator[Event]:
    """On turn 2 the glider regiments come down before any unit moves (ZOC-20.2-9): unless their zone is held by the
    enemy, which puts the landing off by a turn (ZOC-20.2-10), or full (ZOC-20.2-11). Zones of control and bonds do not
    matter.
    """
    if state.now.turn != state.board.tables.turns.gliders:
        return
    for unit in sorted(state.box(BOX), key=lambda one: (state.board.grid.label(zone(state, one)), one)):
        if state.side_in(zone(state, unit)) == "axis":
            yield ev.OnceOnly(_put_off(state, unit))
        elif _open(state, unit, zone(state, unit)):
            yield from drop(state, unit, zone(state, unit), state.board.tables.scatter.glider_bonus)


def zone(state: State, unit: int) -> HexId:
    """The landing zone of a glider regiment."""
    return state.board.gliders[state.profile(unit).key]


def _open(state: State, unit: int, hex_: HexId) -> bool:
    return state.side_in(hex_) != "axis" and has_room(state, (to_come(state, unit),), hex_)


def _put_off(state: State, unit: int) -> str:
    """The name under which it is remembered that the enemy held the zone of a regiment on its day."""
    return f"put_off/{state.profile(unit).key}"


def waits_for_room(state: State, unit: int) -> bool:
    """Return whether a regiment whose zone was full may still land there in the Allied movement phase of turn 2, also
    when all units have left it (ZOC-20.2-11); one whose zone the enemy held when the day began may not, even if the
    enemy is gone by then (ZOC-20.2-10).
    """
    if state.now.turn != state.board.tables.turns.gliders or _put_off(state, unit) in state.now.once:
        return False
    return unit in state.box(BOX) and state.side_in(zone(state, unit)) != "axis"


def elsewhere(state: State, unit: int) -> tuple[HexId, ...]:
    """Return where a delayed regiment may land: Allied ground with room within four hexes of its zone, which is no
    longer open to it (ZOC-20.2-10).
    """
    first = zone(state, unit)
    near = state.board.grid.disk(first, state.board.tables.landing.glider_reach)
    return tuple(
        hex_
        for hex_ in sorted(near)
        if hex_ != first and state.board.dry[hex_] and state.holds("allied", hex_) and _open(state, unit, hex_)
    )


def questions(state: State) -> Iterator[AnyStep]:
    """On turns after the second, where each regiment lands that was put off, if it can anywhere (ZOC-20.2-10)."""
    if state.now.turn > state.board.tables.turns.gliders:
        for unit in state.box(BOX):
            if elsewhere(state, unit):
                yield PlacesGlider(seat_of(state, unit), unit)


def why_not_land_glider(state: State, order: LandGlider) -> Refusal | None:
    """Return why a glider regiment does not come down in a hex (ZOC-20.2-10, ZOC-20.2-11), in the movement phase with
    no unit in column there (ZOC-9.8.2-2).
    """
    step = state.agenda[0] if state.agenda else None
    if isinstance(step, PlacesGlider):
        return _why_not_elsewhere(state, order, step.unit)
    moving = (state.now.phase, state.now.side) == ("movement", "allied")
    if not moving or order.unit not in state.board.roster or not waits_for_room(state, order.unit):
        return Refusal(Text("No glider regiment waits for its landing zone."), ("ZOC-20.2-11",), (), "no-glider")
    args: dict[str, Argument] = {"unit": unit_noun(state, order.unit)}
    if state.now.player not in ("", seat_of(state, order.unit)):
        text = Text("{unit:The} {unit:|is|are} led by another player.", args)
        return Refusal(text, ("ZOC-27.1-1",), (), "other-seat")
    if order.hex != zone(state, order.unit):
        text = Text("{unit:The} {unit:|lands|land} in {hex:the}, nowhere else this turn.",
                    args | {"hex": place_noun(state.board, zone(state, order.unit))})  # fmt: skip
        return Refusal(text, ("ZOC-20.2-11",), (zone(state, order.unit),), "other-zone")
    if not _open(state, order.unit, order.hex):
        text = Text("The landing zone {hex:at} is full.", {"hex": place_noun(state.board, order.hex)})
        return Refusal(text, ("ZOC-20.2-11", "ZOC-7.1-1"), (order.hex,), "full")
    return manners.why_not_end(state, (order.unit,), order.hex, manners.ORDINARY)


def _why_not_elsewhere(state: State, order: LandGlider, unit: int) -> Refusal | None:
    if order.unit != unit:
        text = Text("It is {unit:the} that {unit:|lands|land} now.", {"unit": unit_noun(state, unit)})
        return Refusal(text, ("ZOC-20.2-10",), (), "other-unit")
    if order.hex in elsewhere(state, unit):
        return None
    text = Text("It must be other Allied ground with room, within four hexes of the landing zone.")
    return Refusal(text, ("ZOC-20.2-10",), (zone(state, unit),), "not-there")


def execute_land_glider(state: State, order: LandGlider) -> Iterator[Event]:
    """A glider regiment comes down, with its scatter die."""
    asked = bool(state.agenda)
    yield from drop(state, order.unit, order.hex, state.board.tables.scatter.glider_bonus)
    if asked:
        yield ev.Answered()


def offered_land_glider(state: State, unit: int | None = None) -> Iterator[tuple[LandGlider, ...]]:
    """The hexes where a glider regiment may come down now."""
    step = state.agenda[0] if state.agenda else None
    if isinstance(step, PlacesGlider):
        if unit in (None, step.unit):
            yield tuple(LandGlider(step.unit, hex_) for hex_ in elsewhere(state, step.unit))
        return
    for one in state.box(BOX):
        order = LandGlider(one, zone(state, one))
        if unit in (None, one) and why_not_land_glider(state, order) is None:
            yield (order,)


def glider_by_itself(state: State) -> Iterator[Event] | None:
    """A single place is taken at once; where none is left the regiment waits another day."""
    step = state.agenda[0]
    assert isinstance(step, PlacesGlider)
    places = elsewhere(state, step.unit)
    if not places:
        return iter((ev.Answered(),))
    return execute_land_glider(state, LandGlider(step.unit, places[0])) if len(places) == 1 else None
