"""Headquarters (ZOC-17.2), the artillery of the Cotentin among them (ZOC-17.4): when they support, when they do not.

A headquarters shows its ready or its moved side (`Unit.moved_side`). Ready, supplied and undisrupted, it shifts attacks
and steadies defenders at a supply point each; it never turns by firing, only by moving (ZOC-17.2-7). Its other side
records that alone: it has one step, and defends with strength 1 on either (ZOC-17.2-8).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Argument, Text
from wab.hexes import HexId
from wab.systems.zocbonds.ground import manners
from wab.systems.zocbonds.ground.lines_of_supply import cherbourg
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.armies import commands
from wab.systems.zocbonds.state.board import Board
from wab.systems.zocbonds.state.names import place_noun, unit_noun
from wab.systems.zocbonds.state.orders import Relocate
from wab.systems.zocbonds.state.state import SUPPLIED, State
from wab.systems.zocbonds.units.supply import FORTRESS, tracks_of

RELOCATED = "cotentin_relocated"


# ------------------------------------------------------------------------------------------------- support


def can_shift(state: State, gun: int, target: HexId) -> Refusal | None:
    """Return why a headquarters gives no shift against a hex, nor a modifier to a defender in it; None if it can.

    It must be ready, supplied and not disrupted, within five hexes, and there must be a point to pay (ZOC-17.2-2,
    ZOC-17.2-6). `gun`: any number; one that is no headquarters on the map is refused.
    """
    standing = state.units.get(gun)
    if standing is None or not state.profile(gun).is_hq:
        return Refusal(Text("This is no headquarters on the map."), ("ZOC-17.2-1",), (), "no-hq")
    return (
        why_not_ready(state, gun)
        or _why_not_supplied(state, gun)
        or why_too_far(state, gun, target, state.board.tables.ranges.headquarters, "ZOC-17.2-2")
        or _why_not_paid(state, gun)
    )


def why_not_ready(state: State, gun: int) -> Refusal | None:
    """Return why a headquarters or Werfer brigade on the map does not fire at all: it is disrupted (ZOC-13.6-7) or
    shows its moved side (ZOC-17.2-7, ZOC-17.3-1).
    """
    standing = state.units[gun]
    args: dict[str, Argument] = {"unit": unit_noun(state, gun)}
    if standing.disrupted:
        text = Text("{unit:The} {unit:|is|are} disrupted and {unit:|supports|support} nobody.", args)
        return Refusal(text, ("ZOC-13.6-7",), (standing.hex,), "disrupted")
    if standing.moved_side:
        text = Text("{unit:The} {unit:|has|have} moved or fired and {unit:|is|are} not ready.", args)
        return Refusal(text, ("ZOC-17.2-7", "ZOC-17.3-1"), (standing.hex,), "not-ready")
    return None


def _why_not_supplied(state: State, gun: int) -> Refusal | None:
    standing = state.units[gun]
    if standing.supply == SUPPLIED:
        return None
    text = Text("{unit:The} {unit:|is|are} out of supply.", {"unit": unit_noun(state, gun)})
    return Refusal(text, ("ZOC-17.2-2", "ZOC-18.4-3"), (standing.hex,), "out-of-supply")


def why_too_far(state: State, gun: int, target: HexId, most: int, clause: str) -> Refusal | None:
    """Return why a gun does not reach a hex. The range counts hexes, over any ground (ZOC-17.2-4)."""
    standing, grid = state.units[gun], state.board.grid
    if target not in grid:
        return Refusal(Text("There is no such hex."), (clause,), (), "off-map")
    distance = grid.distance(standing.hex, target)
    if distance <= most:
        return None
    args: dict[str, Argument] = {
        "unit": unit_noun(state, gun),
        "n": distance,
        "most": most,
        "hex": place_noun(state.board, target),
    }
    text = Text("{hex:The} {hex:|is|are} {n} hexes from {unit:the}, which {unit:|reaches|reach} {most}.", args)
    return Refusal(text, (clause, "ZOC-17.2-4"), (standing.hex, target), "too-far")


def _why_not_paid(state: State, gun: int) -> Refusal | None:
    """There must be a supply point on a track that may pay (ZOC-17.2-2, ZOC-17.2-10)."""
    if paying(state, gun):
        return None
    text = Text("There is no supply point to pay for {unit:the}.", {"unit": unit_noun(state, gun)})
    return Refusal(text, ("ZOC-17.2-2", "ZOC-17.2-10"), (state.units[gun].hex,), "no-supply-point")


def paying(state: State, gun: int) -> tuple[str, ...]:
    """The tracks with points that may pay for a headquarters: tracks to whose source it traces (ZOC-17.2-10), of an
    Allied one its army's (ZOC-17.2-5), of the artillery of the Cotentin the fortress's (ZOC-17.4-2).
    """
    return tuple(track for track in tracks_of(state, gun) if state.now.supply.get(track, 0) > 0)


def why_not_for(state: State, gun: int, units: Iterable[int]) -> Refusal | None:
    """Return why a headquarters or Werfer brigade does not support some units: an Allied one supports units of its own
    army alone, a German one any German unit (ZOC-17.2-5).
    """
    profile = state.profile(gun)
    strangers = [
        unit for unit in units if (state.side_of(unit), state.profile(unit).army) != (profile.side, profile.army)
    ]
    if not strangers:
        return None
    args: dict[str, Argument] = {"gun": unit_noun(state, gun), "unit": unit_noun(state, strangers[0])}
    text = Text("{gun:The} {gun:|does|do} not support {unit:the}, of another army.", args)
    return Refusal(text, ("ZOC-17.2-5",), (state.units[gun].hex,), "other-army")


def ready_headquarters(state: State, side: str, target: HexId) -> tuple[int, ...]:
    """The headquarters of a side that can shift against a hex, or steady a defender in it, ascending."""
    return tuple(
        unit
        for unit in state.deployed(side).ids
        if state.profile(unit).is_hq and can_shift(state, unit, target) is None
    )


# ------------------------------------------------------------------------------------------------- its two sides


def turned(state: State, units: Iterable[int], hexes: int) -> Iterator[Event]:
    """Headquarters and Werfer brigades that will have entered too many hexes this turn, `hexes` of them now, turn to
    their moved side (ZOC-17.2-7, ZOC-17.2-11, ZOC-17.3-5); after one hex they still fire (ZOC-EOP-4). To be asked
    before they move, or with 0 of units that have just come onto the map."""
    ready = state.board.tables.ranges.still_ready
    moved = tuple(
        unit
        for unit in units
        if state.profile(unit).type in ("hq", "werfer")
        and not state.units[unit].moved_side
        and state.units[unit].hexes + hexes > ready
    )
    if moved:
        yield ev.MarkerSet(moved, "moved_side", "moved")


def made_ready(state: State) -> Iterator[Event]:
    """In the initial phase all supplied headquarters and Werfer brigades of both sides are turned to their ready side
    (ZOC-17.2-7, ZOC-17.3-4, ZOC-17.3-5), units that went by column among them (ZOC-9.8.1-4); disruption does not stop
    that, unless `disrupted_hq_flips` bars it (ZOC-3-2).
    """
    barred = state.board.tables.conduct.disrupted_hq_flips == "barred"
    ready = tuple(
        sorted(
            unit.id
            for unit in state.units.values()
            if unit.moved_side and unit.supply == SUPPLIED and not (barred and unit.disrupted)
        )
    )
    if ready:
        yield ev.MarkerLifted(ready, "moved_side", "initial")


# ------------------------------------------------------------------------------------------------- the Cotentin


def cotentin_artillery(board: Board) -> int | None:
    """The artillery of the Cotentin (ZOC-17.4-1), None in a scenario without it."""
    return board.ids.get(board.tables.named.cotentin_artillery)


def why_not_relocate(state: State, order: Relocate) -> Refusal | None:
    """Return why the artillery of the Cotentin cannot be lifted to a hex: once a game, in a German movement phase, into
    a city hex of Cherbourg that the Germans control (ZOC-17.4-3), none with a unit in column (ZOC-9.8.2-2). It must not
    have moved in the phase.
    """
    clauses = ("ZOC-17.4-3",)
    gun = cotentin_artillery(state.board)
    standing = state.units.get(gun) if gun is not None else None
    if gun is None or standing is None or state.now.side != "axis" or state.now.phase != "movement":
        return Refusal(Text("There is no artillery of the Cotentin to be lifted now."), clauses, (), "no-hq")
    if not commands(state, gun):
        text = Text("{unit:The} {unit:|is|are} led by another player.", {"unit": unit_noun(state, gun)})
        return Refusal(text, ("ZOC-27.1-2",), (standing.hex,), "other-seat")
    if RELOCATED in state.now.once:
        return Refusal(Text("The artillery of the Cotentin has been lifted once already."), clauses, (), "once")
    if standing.mode or standing.stopped:
        text = Text("{unit:The} {unit:|has|have} moved in this phase.", {"unit": unit_noun(state, gun)})
        return Refusal(text, clauses, (standing.hex,), "has-moved")
    if order.hex not in cherbourg(state.board) or not state.holds("axis", order.hex) or order.hex == standing.hex:
        text = Text("The artillery of the Cotentin goes to another German city hex of Cherbourg.")
        return Refusal(text, clauses, (), "not-cherbourg")
    return manners.why_not_end(state, (gun,), order.hex, manners.ORDINARY)


def execute_relocate(state: State, order: Relocate) -> Iterator[Event]:
    """The artillery of the Cotentin is placed in Cherbourg (ZOC-17.4-3). As any headquarters it then shows its moved
    side where the way was longer than a hex (ZOC-17.4-1)."""
    gun = state.board.ids[state.board.tables.named.cotentin_artillery]
    yield ev.OnceOnly(RELOCATED)
    yield from turned(state, (gun,), state.board.grid.distance(state.units[gun].hex, order.hex))
    yield ev.Placed((gun,), order.hex)
    yield ev.MarkerSet((gun,), "stopped", "relocated")


def offered_relocate(state: State, unit: int | None = None) -> Iterator[tuple[Relocate, ...]]:
    """The city hexes of Cherbourg to which it may be lifted."""
    if unit not in (None, cotentin_artillery(state.board)):
        return
    orders = tuple(Relocate(hex_) for hex_ in sorted(cherbourg(state.board)))
    legal = tuple(order for order in orders if why_not_relocate(state, order) is None)
    if legal:
        yield legal


def fall_of_cherbourg(state: State, entered: Collection[HexId]) -> Iterator[Event]:
    """When the Allies hold every city hex of Cherbourg with the hexes that they now enter, its artillery and its supply
    store are gone for good, at once (ZOC-17.4-4). Nothing happens before, nor a second time.
    """
    city = cherbourg(state.board)
    if not any(hex_ in entered for hex_ in city):
        return
    if not all(hex_ in entered or state.holds("allied", hex_) for hex_ in city):
        return
    gun = cotentin_artillery(state.board)
    if gun is not None and gun in state.units:
        yield ev.Eliminated(gun, "cherbourg", "withdrawn")
    elif gun is not None and gun in state.box("eliminated"):  # it fell with the city: nothing rebuilds it
        yield ev.Withdrawn((gun,), "withdrawn", "cherbourg")
    if FORTRESS in state.now.supply:
        yield ev.StoreLost(FORTRESS, state.now.supply[FORTRESS])
