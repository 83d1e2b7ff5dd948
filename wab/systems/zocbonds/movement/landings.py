"""Landing from the sea (ZOC-6.5, ZOC-20.5), and back (ZOC-21.3).

A unit lands on an open beach of its army or at its Mulberry, for reinforcement points; the second wave of D-Day on its
own beach, free. It may go on by one hex, as in tactical movement whose first hex is the beach (ZOC-6.5.2-2).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from wab.content.zocbonds.shapes import Army, Beach, landing_kind
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Argument, Text
from wab.hexes import HexId
from wab.systems.zocbonds.ground import batteries, beaches, manners
from wab.systems.zocbonds.ground.marching import Fault, Going, Manner, fault, going_in
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.armies import seat_of
from wab.systems.zocbonds.state.board import Board, Profile
from wab.systems.zocbonds.state.names import place_noun, unit_noun
from wab.systems.zocbonds.state.orders import Evacuate, Ids, Land
from wab.systems.zocbonds.state.room import has_room, to_come
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.units.entering import control_won, overrun

BRITAIN, LOST = "britain", "eliminated"
WAVE = "wave/"
ASHORE = Manner("tactical")
"""The ways on from the beach (ZOC-6.5.2-2)."""
MULBERRY = "mulberry_"


# ------------------------------------------------------------------------------------------------- who and for what


def box_of(state: State, unit: int) -> str:
    """The box from which a unit could land, "" for none: of a wave (ZOC-20.5-2), In Britain (ZOC-6.5.1-1), and for
    beach engineers the eliminated pile too (ZOC-21.1-2)."""
    for box, units in state.now.boxes.items():
        if unit in units and (box.startswith(WAVE) or box == BRITAIN):
            return box
    if unit in state.box(LOST) and _is_engineer(state.board.roster[unit]):
        return LOST
    return ""


def _is_engineer(profile: Profile) -> bool:
    return profile.type == beaches.ENGINEER


def price(state: State, unit: int) -> int:
    """Reinforcement points for a unit: none for the second wave (ZOC-20.5-4), one for returning engineers
    (ZOC-21.1-2), else by its kind (ZOC-6.5.1-3 to ZOC-6.5.1-5, ZOC-6.5.1-7)."""
    if box_of(state, unit).startswith(WAVE):
        return 0
    profile, table = state.board.roster[unit], state.board.tables.landing
    if _is_engineer(profile):
        return table.returning_engineer
    return profile.landing or table.costs[landing_kind(profile)]


@lru_cache(maxsize=8)
def own_beaches(board: Board) -> dict[int, Beach]:
    """The beach of each unit of beach engineers."""
    waves = board.second_wave.items()
    found = {board.ids[key]: landing for landing, keys in waves for key in keys}
    return {unit: landing for unit, landing in found.items() if _is_engineer(board.roster[unit])}  # type: ignore[misc]


# ------------------------------------------------------------------------------------------------- where


def sites(state: State, unit: int) -> dict[HexId, str]:
    """Return where a unit may come ashore now, by hex, with the name under which its points count: a beach (its five
    names, ZOC-6.5.2-5) or a Mulberry; whether there is room is another matter. Mont Canisy shuts Sword to all units,
    the second wave and engineers among them (ZOC-28.3-4).
    """
    profile, box = state.board.roster[unit], box_of(state, unit)
    if not box or profile.army is None:
        return {}
    if _is_engineer(profile):
        found = _of_engineers(state, unit)
    elif box.startswith(WAVE):
        found = _of_wave(state, box.removeprefix(WAVE))
    else:
        found = _of_army(state, profile.army)
    if batteries.sword_is_shut(state):
        found.pop(state.board.beaches["sword_queen"], None)
    return found


def _of_engineers(state: State, unit: int) -> dict[HexId, str]:
    """Their own beach if it is not open yet: taken in the assault, later merely free of Germans (ZOC-20.5-5,
    ZOC-21.1-2).
    """
    beach = own_beaches(state.board).get(unit)
    if beach is None or beach in beaches.open_beaches(state):
        return {}
    hex_ = state.board.beaches[beach]
    waits = box_of(state, unit).startswith(WAVE)
    ready = _is_taken(state, beach) if waits else state.side_in(hex_) != "axis"
    return {hex_: beaches.named(state.board, beach)} if ready else {}


def _is_taken(state: State, beach: Beach) -> bool:
    """Return whether a beach hex is Allied, so that boats can come in."""
    hex_ = state.board.beaches[beach]
    return state.side_in(hex_) != "axis" and state.holds("allied", hex_)


def _of_wave(state: State, landing: str) -> dict[HexId, str]:
    """The hex of the wave, the 327th among it (ZOC-20.2-12), on turn 1 or later (ZOC-20.5-1); where the assault failed
    there, the other hex of the same beach (ZOC-20.3.3-2)."""
    name = beaches.named(state.board, landing)
    same = [beach for beach in beaches.beaches_of(state.board) if beaches.named(state.board, beach) == name]
    failed = f"failed/{landing}" in state.now.once
    wanted = same if failed else [beach for beach in same if beach == landing]
    return {state.board.beaches[beach]: name for beach in wanted if _is_taken(state, beach)}


def _of_army(state: State, army: Army) -> dict[HexId, str]:
    """The open beaches of an army and its Mulberry (ZOC-6.5.2-1, ZOC-21.1-7)."""
    found = {}
    for beach in beaches.open_beaches(state):
        if beaches.army_of(state.board, beach) == army:
            found[state.board.beaches[beach]] = beaches.named(state.board, beach)
    if beaches.mulberry(state, army).done:
        found[beaches.site(state.board, army)] = beaches.shared_beach(army) or f"{MULBERRY}{army}"
    return found


# ------------------------------------------------------------------------------------------------- landing


def why_not_land(state: State, order: Land) -> Refusal | None:
    """Return why units do not land along a path (ZOC-6.5.2-1 to ZOC-6.5.2-5, ZOC-20.5-2 to ZOC-20.5-6)."""
    return (
        _why_not_theirs(state, order.units)
        or _why_not_today(state, order.units)
        or _why_not_there(state, order)
        or _why_not_on(state, order)
        or _why_not_paid(state, order)
        or _why_not_rebuilt(state, order)
    )


def _why_not_theirs(state: State, units: Ids) -> Refusal | None:
    """Units of one army, in the Allied movement phase alone, never in reserve movement (ZOC-6.5.2-1)."""
    now = state.now
    if now.side != "allied" or now.phase != "movement":
        text = Text("Units land in the movement phase of the Allies.")
        return Refusal(text, ("ZOC-6.5.2-1",), (), "not-now")
    sound = bool(units) and tuple(sorted(set(units))) == tuple(units)
    if not sound or not all(unit in state.board.roster and box_of(state, unit) for unit in units):
        text = Text("These are no units that wait for a landing.")
        return Refusal(text, ("ZOC-6.5.1-1", "ZOC-20.5-2"), (), "not-waiting")
    if any(now.player not in ("", seat_of(state, unit)) for unit in units):
        return Refusal(Text("Another player leads this army."), ("ZOC-27.1-1",), (), "other-seat")
    if len({state.board.roster[unit].army for unit in units}) > 1:
        return Refusal(Text("Units of one army land together."), ("ZOC-6.5.1-2",), (), "two-armies")
    return None


def _why_not_today(state: State, units: Ids) -> Refusal | None:
    """On turn 1 the second wave alone lands (ZOC-20.5-6)."""
    if state.now.turn >= state.board.tables.turns.landings:
        return None
    late = [unit for unit in units if not box_of(state, unit).startswith(WAVE)]
    if not late:
        return None
    text = Text("{unit:The} cannot land on turn 1.", {"unit": unit_noun(state, late[0])})
    return Refusal(text, ("ZOC-20.5-6", "ZOC-6.5.1-1"), (), "too-early")


def _why_not_there(state: State, order: Land) -> Refusal | None:
    first = order.path[0] if order.path else -1
    for unit in order.units:
        if first in sites(state, unit):
            continue
        args: dict[str, Argument] = {"unit": unit_noun(state, unit)}
        text = Text("{unit:The} {unit:|lands|land} on an open beach or at a Mulberry of its army.", args)
        if _is_engineer(state.board.roster[unit]):
            text = Text("{unit:The} {unit:|lands|land} on its own closed beach, with no German unit there.", args)
        where = (first,) if first in state.board.grid else ()
        return Refusal(text, ("ZOC-6.5.2-1", "ZOC-20.5-2", "ZOC-21.1-2"), where, "no-beach")
    return None


def going_ashore(state: State, units: Ids, hex_: HexId) -> Going:
    """Return what holds for units on the beach: one more hex, none for units that cannot move, or out of an
    enemy zone.
    """
    able = all(state.values(to_come(state, unit))[1] > 0 for unit in units)
    how = going_in(state, units, ASHORE, 1 if able else 0)
    return how._replace(budget=0) if how.stop[hex_] else how


def _why_not_on(state: State, order: Land) -> Refusal | None:
    """The way on from the beach, and room where it ends (ZOC-6.5.2-2, ZOC-20.5-3, ZOC-EOP-8), with no unit in column
    there (ZOC-9.8.2-2).
    """
    how = going_ashore(state, order.units, order.path[0])
    if found := _fault(state, order, how):
        return manners.told(state, order.units, ASHORE, found, how)
    if refusal := manners.why_not_end(state, order.units, order.path[-1], ASHORE):
        return refusal
    if has_room(state, [to_come(state, unit) for unit in order.units], order.path[-1]):
        return None
    text = Text("There is no room {hex:at}.", {"hex": place_noun(state.board, order.path[-1])})
    return Refusal(text, ("ZOC-20.5-3", "ZOC-7.1-1"), (order.path[-1],), "full")


def _fault(state: State, order: Land, how: Going) -> Fault | None:
    """Return what is wrong with the way; none for units that stay on the beach, no way out of an enemy zone."""
    first = order.path[0]
    if len(order.path) == 1:
        return None
    return Fault("zone", (first,)) if how.stop[first] else fault(state, order.units, order.path, ASHORE, how)


def _why_not_paid(state: State, order: Land) -> Refusal | None:
    """Points of the army (ZOC-6.5.1-2), and four a beach and turn (ZOC-6.5.2-5): so a division takes three days
    (ZOC-DN-4)."""
    total = sum(price(state, unit) for unit in order.units)
    army = str(state.board.roster[order.units[0]].army)
    if total > state.now.points.get(army, 0):
        args: dict[str, Argument] = {"n": total, "left": state.now.points.get(army, 0)}
        text = Text("That takes {n} reinforcement points, and {left} are left.", args)
        return Refusal(text, ("ZOC-6.5.1-2",), (order.path[0],), "points")
    name, most = sites(state, order.units[0])[order.path[0]], state.board.tables.landing.most_a_beach
    if not name.startswith(MULBERRY) and state.now.beached.get(name, 0) + total > most:
        text = Text("No more than {n} points land here in a turn.", {"n": most})
        return Refusal(text, ("ZOC-6.5.2-5",), (order.path[0],), "beach-full")
    return None


def _lost(state: State, units: Ids) -> Ids:
    """The given units that were eliminated: engineers, which land again (ZOC-17.8-2)."""
    return tuple(unit for unit in units if unit in state.box(LOST))


def _track(state: State, unit: int) -> str:
    """The infantry replacements of a unit's nation."""
    return f"{state.board.roster[unit].nation}_infantry"


def _why_not_rebuilt(state: State, order: Land) -> Refusal | None:
    """Engineers that were lost take an infantry replacement of their nation to land again (ZOC-17.8-2)."""
    if all(state.now.replacements.get(_track(state, unit), 0) > 0 for unit in _lost(state, order.units)):
        return None  # each has a beach of its own, so no two of them land together
    text = Text("Beach engineers that were lost take an infantry replacement to land again.")
    return Refusal(text, ("ZOC-17.8-2",), (order.path[0],), "no-replacement")


def execute_land(state: State, order: Land) -> Iterator[Event]:
    """Units come ashore. Next to the enemy they get a Regroup marker (ZOC-6.5.2-4); a headquarters that went on has
    moved two hexes (ZOC-17.2-7); engineers open their beach (ZOC-21.1-1), lost engineers under the marker of the
    replacement that rebuilt them (ZOC-17.8-2, ZOC-6.2-8).
    """
    first, units = order.path[0], order.units
    name = sites(state, units[0])[first]
    total = sum(price(state, unit) for unit in units)
    army, lost = str(state.board.roster[units[0]].army), _lost(state, units)
    for unit in lost:
        yield ev.Rebuilt(unit, _track(state, unit), 1, first)
    yield ev.Landed(units, order.path, army, total, name, control_won(state, "allied", order.path))
    if lost:
        yield ev.MarkerSet(lost, "replaced", "landed")
    yield from overrun(state, "allied", order.path)
    for unit in units:
        if _is_engineer(state.profile(unit)):
            yield ev.BeachOpened(own_beaches(state.board)[unit])
    moved = tuple(unit for unit in units if state.profile(unit).is_hq and len(order.path) > 1)
    if moved:
        yield ev.MarkerSet(moved, "moved_side", "moved")
    if state.beside(order.path[-1], "axis"):
        yield ev.MarkerSet(units, "regroup", "landed")


def offered_land(state: State, unit: int | None = None) -> Iterator[tuple[Land, ...]]:
    """Each unit alone, on each beach that takes it, and in each hex beyond; `why_not_land` takes several at once."""
    for one in waiting(state) if unit is None else (unit,):
        if _why_not_theirs(state, (one,)) or _why_not_today(state, (one,)):
            continue
        paths = (path for hex_ in sorted(sites(state, one)) for path in _paths(state, one, hex_))
        orders = (Land((one,), path) for path in paths)
        legal = tuple(order for order in orders if why_not_land(state, order) is None)
        if legal:
            yield legal


def waiting(state: State) -> Ids:
    """All units that wait off the coast or in Britain, and engineers that may return, ascending."""
    return tuple(unit for unit in sorted(state.board.roster) if unit not in state.units and box_of(state, unit))


def _paths(state: State, unit: int, hex_: HexId) -> Iterator[tuple[HexId, ...]]:
    yield (hex_,)
    if going_ashore(state, (unit,), hex_).budget:
        yield from ((hex_, there) for there in sorted(state.board.grid.adjacent(hex_)))


# ------------------------------------------------------------------------------------------------- evacuation


def why_not_evacuate(state: State, order: Evacuate) -> Refusal | None:
    """Return why a unit does not go back to Britain (ZOC-21.3-1): it must begin the Allied movement phase on an open
    beach or a Mulberry, outside enemy zones, without a storm; beach engineers may go as well (ZOC-21.3-2).
    """
    now, standing = state.now, state.units.get(order.unit)
    if now.side != "allied" or now.phase != "movement" or standing is None or state.side_of(order.unit) != "allied":
        text = Text("Allied units go back to Britain in their movement phase.")
        return Refusal(text, ("ZOC-21.3-1",), (), "not-now")
    args: dict[str, Argument] = {"unit": unit_noun(state, order.unit)}
    where = (standing.hex,)
    if now.player not in ("", seat_of(state, order.unit)):
        text = Text("{unit:The} {unit:|is|are} led by another player.", args)
        return Refusal(text, ("ZOC-27.1-1",), where, "other-seat")
    if state.sky == "storm":
        return Refusal(Text("No ship puts to sea in a storm."), ("ZOC-21.3-1",), where, "storm")
    if standing.mode or standing.landed:
        text = Text("{unit:The} {unit:|has|have} moved in this phase.", args)
        return Refusal(text, ("ZOC-21.3-1",), where, "has-moved")
    if standing.hex not in _harbours(state):
        text = Text("{unit:The} {unit:|stands|stand} on no open beach and at no Mulberry.", args)
        return Refusal(text, ("ZOC-21.3-1",), where, "no-beach")
    if state.zone_of("axis")[standing.hex]:
        text = Text("{unit:The} {unit:|stands|stand} in an enemy zone of control.", args)
        return Refusal(text, ("ZOC-21.3-1",), where, "enemy-zone")
    return None


def _harbours(state: State) -> set[HexId]:
    """The hexes of open beaches and finished Mulberries."""
    found = {state.board.beaches[beach] for beach in beaches.open_beaches(state)}
    armies = state.board.lines.mulberries
    return found | {beaches.site(state.board, army) for army in armies if beaches.mulberry(state, army).done}


def execute_evacuate(state: State, order: Evacuate) -> Iterator[Event]:
    """A unit goes back In Britain with the losses that it has; engineers close their beach (ZOC-21.3-2)."""
    closed = beaches.closed_by(state, order.unit)
    yield ev.Withdrawn((order.unit,), BRITAIN, "evacuated")
    for beach in closed:
        yield ev.BeachClosed(beach)


def offered_evacuate(state: State, unit: int | None = None) -> Iterator[tuple[Evacuate, ...]]:
    """Every unit that may go back."""
    there = [one for hex_ in sorted(_harbours(state)) for one in state.stacks.get(hex_, ()) if unit in (None, one)]
    legal = tuple(order for order in map(Evacuate, there) if why_not_evacuate(state, order) is None)
    if legal:
        yield legal
