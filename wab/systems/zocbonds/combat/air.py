"""Allied aircraft (ZOC-19.1): support of attacks and stands, strafing. The Jabos over German attacks need no units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Argument, Text
from wab.hexes import HexId
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.armies import allied_seats, seats
from wab.systems.zocbonds.state.board import ARMIES
from wab.systems.zocbonds.state.names import place_noun
from wab.systems.zocbonds.state.orders import Done, Strafe
from wab.systems.zocbonds.state.special_units import flak_covers
from wab.systems.zocbonds.state.state import State, Strafing
from wab.systems.zocbonds.state.steps import Strafes
from wab.systems.zocbonds.units import losses

STREAM = "strafing"
CAUSE = "strafing"
SEGMENTS = ("combat", "reserve_combat")


# ------------------------------------------------------------------------------------------------- support


def most_air(state: State) -> int:
    """Air units that an attack, or the strafing of a hex, may have: one, two from 22 June on (ZOC-19.1.2-1,
    ZOC-19.1.4-2)."""
    shifts = state.board.tables.shifts
    return shifts.right["air_late" if state.now.turn >= shifts.late_air_from else "air"]


def why_not_air(state: State, army: str, target: HexId, count: int) -> Refusal | None:
    """Return why so many air units cannot help units of an army in a hex, in attack or (one) in a stand (ZOC-19.1.2-1,
    ZOC-19.1.2-3). Ground, range and nationality do not matter (ZOC-19.1.2-2); each flies once a turn (ZOC-19.1.1-1).
    """
    if count == 0:
        return None
    if army not in ARMIES:
        return Refusal(Text("Only the Allies have aircraft."), ("ZOC-19.1.1-1",), (target,), "no-air")
    if not 0 < count <= most_air(state):
        text = Text("No more than {n} air {n:|unit|units} may help in one combat.", {"n": most_air(state)})
        return Refusal(text, ("ZOC-19.1.2-1",), (target,), "too-much-air")
    if count > sum(air_left(state, army).values()):
        text = Text("There are not so many air units left today.")
        return Refusal(text, ("ZOC-19.1.1-1",), (target,), "no-air")
    return None


def air_left(state: State, army: str) -> dict[str, int]:
    """The air units that can help an army: its own, and the other army's after them (ZOC-22.1-1); the other player,
    where there is one, must agree (ZOC-27.1-1). Nothing in it is 0.
    """
    other = [one for one in ARMIES if one != army]
    return {one: state.now.air[one] for one in (army, *other) if state.now.air.get(one, 0) > 0}


def own_air_left(state: State, army: str) -> int:
    """The air units that the player of an army can use without asking the other player (ZOC-27.1-1)."""
    return sum(count for one, count in air_left(state, army).items() if one == army or "allied" in seats(state))


def air_shares(state: State, army: str, count: int) -> dict[str, int]:
    """Return how many of so many air units each army gives, its own first."""
    shares = {}
    for one, left in air_left(state, army).items():
        shares[one] = min(count, left)
        count -= shares[one]
    return {one: share for one, share in shares.items() if share}


# ------------------------------------------------------------------------------------------------- strafing


def can_be_strafed(state: State, hex_: HexId) -> bool:
    """Return whether a hex is a target: German units other than strongpoints, on ground that lies open, neither woods
    nor city (ZOC-19.1.4-2, ZOC-19.1.4-6).
    """
    if hex_ not in state.board.grid or state.side_in(hex_) != "axis":
        return False
    open_ = state.board.tables.terrain.terrain[state.board.terrain(hex_)].strafing
    return open_ and bool(targets(state, hex_))


def targets(state: State, hex_: HexId) -> tuple[int, ...]:
    """The units in a hex that strafing can hurt, ascending: strongpoints are not, nor works (ZOC-19.1.4-6)."""
    return tuple(unit.id for unit in state.stack(hex_) if state.profile(unit.id).type != "strongpoint")


def why_not_strafe(state: State, order: Strafe) -> Refusal | None:
    """Return why an army does not send its aircraft to strafe some hexes, one air unit each (ZOC-19.1.4-1,
    ZOC-19.1.4-2).
    """
    return _why_not_now(state, order) or _why_not_so_many(state, order) or _why_not_there(state, order)


def _why_not_now(state: State, order: Strafe) -> Refusal | None:
    """In an Allied combat segment, before any attack, all missions at once (ZOC-19.1.4-1)."""
    now = state.now
    if now.side != "allied" or now.phase not in SEGMENTS or order.army not in ARMIES:
        text = Text("Aircraft strafe in the combat segments of the Allies.")
        return Refusal(text, ("ZOC-19.1.4-1",), (), "not-now")
    if "allied" not in seats(state) and seat_of_strafing(state) != f"allied/{order.army}":
        return Refusal(Text("Another player leads this army."), ("ZOC-27.1-1",), (), "other-seat")
    if now.attacked:
        text = Text("Aircraft strafe before the first attack of the segment.")
        return Refusal(text, ("ZOC-19.1.4-1",), (), "too-late")
    alone = "allied" in seats(state)
    if any(alone or one.army == order.army for one in now.strafings):
        text = Text("All strafing missions of a segment are assigned at once.")
        return Refusal(text, ("ZOC-19.1.4-1",), (), "assigned")
    return None


def _why_not_so_many(state: State, order: Strafe) -> Refusal | None:
    if not order.hexes:
        return Refusal(Text("Name the hexes to be strafed."), ("ZOC-19.1.4-1",), (), "no-mission")
    if len(order.hexes) > own_air_left(state, order.army):
        text = Text("There are not so many air units left today.")
        return Refusal(text, ("ZOC-19.1.1-1",), order.hexes[:1], "no-air")
    return None


def _why_not_there(state: State, order: Strafe) -> Refusal | None:
    for hex_, times in Counter(order.hexes).items():
        if not can_be_strafed(state, hex_):
            text = Text("Only Germans outside woods and cities can be strafed, and no strongpoints.")
            where = (hex_,) if hex_ in state.board.grid else ()
            return Refusal(text, ("ZOC-19.1.4-2", "ZOC-19.1.4-6"), where, "no-target")
        if times > most_air(state):
            args: dict[str, Argument] = {"n": most_air(state), "hex": place_noun(state.board, hex_)}
            text = Text("No more than {n} air {n:|unit|units} may strafe {hex:the}.", args)
            return Refusal(text, ("ZOC-19.1.4-2",), (hex_,), "too-much-air")
    return None


def execute_strafe(state: State, order: Strafe) -> Iterator[Event]:
    """All missions are assigned, then resolved one by one, by the number of their hex (ZOC-19.1.4-1). Where both armies
    have players, once both have named theirs."""
    hexes = sorted(order.hexes, key=state.board.grid.label)
    armies = [army for army, share in air_shares(state, order.army, len(hexes)).items() for _ in range(share)]
    new = tuple(Strafing(army, hex_) for army, hex_ in zip(armies, hexes, strict=True))
    yield ev.Strafed((*state.now.strafings, *new))
    yield from named(state)


def named(state: State) -> Iterator[Event]:
    """A player has named strafing missions, or has none; after the last player all missions are flown."""
    if state.agenda:
        yield ev.Answered()
    if seat_of_strafing(state) is not None:
        return
    missions = state.now.strafings
    for mission in sorted(missions, key=lambda one: state.board.grid.label(one.hex)):
        yield from _mission(state, mission.hex)
    if missions:
        yield ev.Strafed(tuple(replace(mission, done=True) for mission in missions))


# ------------------------------------------------------------------------------------- armies with players of their own


def ask_strafing(state: State) -> Iterator[Event]:
    """As the Allies begin to fight, each player of an army names strafing missions, since all come before the first
    attack of either (ZOC-19.1.4-1, ZOC-27.1-1). One player of both armies is not asked, and strafes at any time.
    """
    own = allied_seats(state)
    if len(own) > 1 and state.now.player == own[0]:
        yield ev.Asked(tuple(map(Strafes, own)))


def seat_of_strafing(state: State) -> str | None:
    """The player who names strafing missions now, None if no player must."""
    step = state.agenda[0] if state.agenda else None
    return step.seat if isinstance(step, Strafes) else None


def strafing_by_itself(state: State) -> Iterator[Event] | None:
    """A player without aircraft, or with nothing to strafe, is not asked."""
    return None if any(offered_strafe(state)) else named(state)


def why_not_strafe_no_more(state: State, order: Done) -> Refusal | None:
    """Strafing is never forced."""
    return None


def execute_strafe_no_more(state: State, order: Done) -> Iterator[Event]:
    """The player has no missions."""
    return named(state)


def offered_strafing(state: State, unit: int | None = None) -> Iterator[tuple[Strafe, ...] | tuple[Done, ...]]:
    """A mission to each hex that can be strafed, or none at all."""
    yield from offered_strafe(state, unit)
    if unit is None:
        yield (Done(),)


def _mission(state: State, hex_: HexId) -> Iterator[Event]:
    """One die for each unit in the hex (ZOC-19.1.4-3): disrupted, and so no reserve any more (ZOC-15.4-1); a silhouette
    loses a step, even its last (ZOC-19.1.4-5, ZOC-2.3.6-3). Two air units on a hex roll twice, each a mission of its
    own."""
    modifier = strafing_modifier(state, hex_)
    for unit in targets(state, hex_):
        rolled: Rolled = state.dice.roll(STREAM, Text("Strafing"))
        yield rolled
        if not is_hit(state, rolled.total, modifier):
            continue
        yield ev.MarkerSet((unit,), "disrupted", CAUSE)
        if state.profile(unit).silhouette:
            yield from losses.lose_step(state, unit, CAUSE)


def is_hit(state: State, die: int, modifier: int) -> bool:
    """Return whether a die disrupts a unit (ZOC-19.1.4-3)."""
    return die + modifier >= state.board.tables.dice.strafing.hits_from


def strafing_modifier(state: State, hex_: HexId) -> int:
    """-1 with a FLAK unit in the hex or next to it (ZOC-19.1.4-4)."""
    return state.board.tables.dice.strafing.flak if flak_covers(state, hex_) else 0


def offered_strafe(state: State, unit: int | None = None) -> Iterator[tuple[Strafe, ...]]:
    """A mission to each hex that can be strafed, by each army that may; `why_not_strafe` takes several at once."""
    if unit is not None:
        return
    hexes = tuple(hex_ for hex_ in sorted(state.deployed("axis").posts) if can_be_strafed(state, hex_))
    for army in ARMIES:
        legal = tuple(order for order in (Strafe(army, (hex_,)) for hex_ in hexes) if not why_not_strafe(state, order))
        if legal:
            yield legal
