"""Victory (ZOC-23, ZOC-24.3, ZOC-25.2, ZOC-26.3, ZOC-28.4): at the end of each turn, and at the end of the last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from wab.content.zocbonds.shapes import Side
from wab.engine.kernel.events import Event
from wab.engine.kernel.measures import Account
from wab.engine.kernel.values import Outcome
from wab.engine.words.text import N_, Text
from wab.field import supply as field_supply
from wab.hexes import HexId
from wab.systems.zocbonds.ground import beaches
from wab.systems.zocbonds.state import events as ev
from wab.systems.zocbonds.state.board import ARMIES, CODES, LINE, Board, Flags
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.units import cadres, supply


class Score(NamedTuple):
    """Points of a side for a hex (None for what is of no hex), and why: city, village, drop, linked, engineer, storms.

    Points that are taken from it are negative."""

    hex: HexId | None
    side: Side
    points: int
    why: str


# ------------------------------------------------------------------------------------------------- the end


def end_of_turn(state: State) -> Iterator[Event]:
    """The end of the game, if it has come: automatic victory, the Allies judged first (ZOC-3-10, ZOC-23.1-1), else on
    the last turn by points (ZOC-24.1-1, ZOC-25.1-1, ZOC-26.1-1)."""
    found = automatic(state)
    if found is None and state.now.turn >= state.board.turns:
        found = final(state)
    if found is not None:
        yield ev.GameOver(found)


def automatic(state: State) -> Outcome | None:
    """An automatic victory (ZOC-23, ZOC-25.1-2), None if there is none; the Cherbourg scenario has none. A lesson ends
    once the Allies hold its goals."""
    if state.board.lesson is not None:
        return final(state) if lesson_is_won(state) else None
    if state.board.victory == "cherbourg":
        return None
    for side, reason in (("allied", allied_reason(state)), ("axis", german_reason(state))):
        if reason:
            return Outcome(side, "automatic", totals(state), reason)
    return None


def allied_reason(state: State) -> str:
    """Return why the Allies have won outright, "" if they have not: a breakout (ZOC-23.2-1), or two of three objectives
    (ZOC-23.2-2).
    """
    if has_broken_out(state):
        return "breakout"
    wanted = state.board.tables.points.automatic.objectives
    return "objectives" if sum(objectives(state).values()) >= wanted else ""


def has_broken_out(state: State) -> bool:
    """Return whether an Allied unit in supply stands on the east or south edge (ZOC-23.2-1)."""
    edge, fed = edge_hexes(state.board), supply.supplied(state, "allied")
    return any(bool(edge[unit.hex] and fed[unit.hex]) for unit in state.units_of("allied"))


@lru_cache(maxsize=8)
def edge_hexes(board: Board) -> Flags:
    """bool[N]: land on the east and south edges of the map."""
    found: Flags = np.zeros(board.grid.size, np.bool_)
    for hex_ in map(int, np.flatnonzero(board.dry)):
        row, column = divmod(int(board.grid.label(hex_)), 100)
        found[hex_] = row == board.lines.south_row or column == board.lines.east_column
    found.setflags(write=False)
    return found


def objectives(state: State) -> dict[str, bool]:
    """Saint-Lô, all of Caen, Cherbourg cut off or taken (ZOC-23.2-2, ZOC-23.2-3): which the Allies have now. Control is
    enough, supply does not matter (ZOC-23.2-4)."""
    cities = state.board.lines.cities
    held = {name: all(state.holds("allied", hex_) for hex_ in cities[name]) for name in ("saint_lo", "caen")}
    return {**held, "cherbourg": not supply.cherbourg_traces_south(state)}


def german_reason(state: State) -> str:
    """Return why the Germans have won outright, "" if they have not: beaches (ZOC-23.3-1), or losses (ZOC-23.3-2)."""
    if closed(state) >= state.board.tables.points.automatic.closed:
        return "beaches"
    return "losses" if any(not cadres.to_defeat(state, army) for army in ARMIES) else ""


def closed(state: State) -> int:
    """Closed beaches, Sword too (ZOC-21.2-1), and Mulberries destroyed after they were complete; one not yet built does
    not count, a beach that never opened does (ZOC-23.3-1, ZOC-23.3-4)."""
    destroyed = sum(beaches.mulberry(state, army).destroyed for army in ARMIES)
    return len(beaches.closed_beaches(state)) + destroyed


def final(state: State) -> Outcome:
    """The winner at the end of the last turn (ZOC-24.3-1, ZOC-25.2-1, ZOC-26.3-1)."""
    least = to_win(state.board)
    if state.board.lesson is not None:
        won = lesson_is_won(state)
    else:
        won = cherbourg_is_won(state) if least is None else net(state) >= least
    return Outcome("allied" if won else "axis", "victory", totals(state), "points")


def to_win(board: Board) -> int | None:
    """Net points with which the Allies win on the last turn (ZOC-24.3-1, ZOC-25.2-1); None if something else decides
    (ZOC-26.3-1).
    """
    kind = board.victory
    return board.tables.points.to_win[kind] if kind in ("line", "first_week") else None


# ------------------------------------------------------------------------------------------------- points


def points(state: State) -> tuple[Score, ...]:
    """Everything that counts now, with its hex, in the order of hexes, what is of no hex last."""
    kind = state.board.victory
    kinds = {"line": _of_the_line, "first_week": _of_the_week, "cherbourg": _of_cherbourg, "lesson": _of_a_lesson}
    found = kinds[kind](state)
    return tuple(sorted(found, key=lambda score: (score.hex is None, score.hex or 0, score.why, score.side)))


def totals(state: State) -> dict[str, float]:
    """Points of each side."""
    found = {"allied": 0.0, "axis": 0.0}
    for score in points(state):
        found[score.side] += score.points
    return found


def net(state: State) -> int:
    """Allied points less German ones (ZOC-24.3-5)."""
    both = totals(state)
    return int(both["allied"] - both["axis"])


def _of_the_line(state: State) -> Iterator[Score]:
    """Cities and villages on the other side of the line of 27 June that a side holds and can supply (ZOC-24.3-2 to
    ZOC-24.3-4, ZOC-24.3-7, ZOC-DN-7); the Perimeter of Cherbourg counts for either (ZOC-24.3-6)."""
    allied_side, perimeter = state.board.overlay(LINE), state.board.overlay("perimeter")
    for side, eligible in (("allied", ~allied_side | perimeter), ("axis", allied_side | perimeter)):
        fed = supply.supplied(state, side)
        for hex_ in map(int, np.flatnonzero(_built_up(state) & eligible & fed)):
            if state.holds(side, hex_):
                yield Score(hex_, side, worth(state, hex_), state.board.terrain(hex_))  # type: ignore[arg-type]  # sides
    yield from _storms(state)


def _storms(state: State) -> Iterator[Score]:
    """With the option, a point for every storm after the third (ZOC-28.4-1)."""
    free = state.board.tables.points.storms_free
    if state.now.options.get("storm_points") == "on" and state.now.storms > free:
        yield Score(None, "allied", state.now.storms - free, "storms")


def _built_up(state: State) -> Flags:
    found: Flags = state.board.map.is_terrain("city", "village") & state.board.dry
    return found


def worth(state: State, hex_: HexId) -> int:
    """Two points for a city hex, one for a village (ZOC-24.3-2, ZOC-24.3-3)."""
    table = state.board.tables.points
    return table.city if state.board.terrain(hex_) == "city" else table.village


def _of_the_week(state: State) -> Iterator[Score]:
    """ZOC-25.2-2 to ZOC-25.2-6."""
    board, table = state.board, state.board.tables.points.first_week
    if beaches_linked(state):
        yield Score(board.lines.linked.to, "allied", table.beaches_linked, "linked")
    bayeux, near = board.lines.cities["bayeux"], board.overlay("naval_zone")
    for hex_ in map(int, np.flatnonzero(_built_up(state))):
        if not state.holds("allied", hex_):
            continue
        city = board.terrain(hex_) == "city"
        if hex_ in bayeux:
            yield Score(hex_, "allied", table.bayeux, "city")
        elif not near[hex_]:
            yield Score(hex_, "allied", table.city_beyond_ships if city else table.village_beyond_ships,
                        board.terrain(hex_))  # fmt: skip
    for hex_ in sorted(set(board.drops.values())):
        if state.holds("allied", hex_):
            yield Score(hex_, "allied", table.drop_hex, "drop")
    for beach in beaches.closed_beaches(state):
        yield Score(board.beaches[beach], "allied", table.missing_engineer, "engineer")


def beaches_linked(state: State) -> bool:
    """Return whether a road from Juno to Sainte-Mère-Église is Allied all along, without Germans on it or their zones;
    Allied units lift the zone in their own hex (ZOC-25.2-2).
    """
    board = state.board
    clear = ~state.deployed("axis").occupied & (~state.zone_of("axis") | state.deployed("allied").occupied)
    held = np.frombuffer(state.control, np.uint8) == CODES["allied"]
    starts = [board.beaches[beach] for beach in board.lines.linked.beaches]
    joined = field_supply.lines(board.workspace, starts, clear & held & board.dry, board.map.road == 0)
    return bool(joined[board.lines.linked.to])


def _of_cherbourg(state: State) -> Iterator[Score]:
    """Yield what the Allies need, a point each: Carentan, a unit in the Perimeter, the peninsula cut off
    (ZOC-26.3-1).
    """
    special = state.board.special
    assert special is not None  # only the scenario with its own rules ends so
    if state.holds("allied", special.carentan):
        yield Score(special.carentan, "allied", 1, "carentan")
    inside = units_in_perimeter(state)
    if inside:
        yield Score(state.units[inside[0]].hex, "allied", 1, "perimeter")
    if not supply.cherbourg_traces_south(state):
        yield Score(None, "allied", 1, "cut_off")


def _of_a_lesson(state: State) -> Iterator[Score]:
    """A point for each goal that the Allies hold."""
    lesson = state.board.lesson
    goals = lesson.goals if lesson is not None else ()
    yield from (Score(hex_, "allied", 1, "goal") for hex_ in goals if state.holds("allied", hex_))


def lesson_is_won(state: State) -> bool:
    """Return whether the Allies hold as many goals of a lesson as they need."""
    lesson = state.board.lesson
    return lesson is not None and len(points(state)) >= lesson.wanted


def units_in_perimeter(state: State) -> tuple[int, ...]:
    """The Allied units in supply inside the Perimeter, headquarters left out (ZOC-26.3-1), ascending."""
    inside, fed = state.board.overlay("perimeter"), supply.supplied(state, "allied")
    return tuple(
        unit.id
        for unit in state.units_of("allied")
        if inside[unit.hex] and fed[unit.hex] and not state.profile(unit.id).is_hq
    )


def cherbourg_is_won(state: State) -> bool:
    """Carentan, and one of the two others (ZOC-26.3-1)."""
    reached = {score.why for score in points(state)}
    return "carentan" in reached and bool(reached & {"perimeter", "cut_off"})


ACCOUNTS: Mapping[str, str] = {
    "city": N_("cities"),
    "village": N_("villages"),
    "drop": N_("drop hexes"),
    "linked": N_("beaches linked"),
    "engineer": N_("beaches without engineers"),
    "storms": N_("storms"),
    "carentan": N_("Carentan"),
    "perimeter": N_("units in the Perimeter"),
    "cut_off": N_("Cherbourg cut off"),
    "goal": N_("goals"),
}
"""The sources of points, in words."""


def accounts(state: State) -> tuple[Account, ...]:
    """The points of a game that is over, source by source; together the points of its outcome (ZOC-24.3-5,
    ZOC-25.2-1).
    """
    found: dict[str, dict[str, float]] = {}
    for score in points(state):
        row = found.setdefault(score.why, {"allied": 0.0, "axis": 0.0})
        row[score.side] += score.points
    return tuple(Account(Text(ACCOUNTS.get(why, why)), row) for why, row in found.items())
