"""Movement (ledger section 4.3 and the movement rules of annexes 1 and 2): where an ordered unit may go."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import N_, Text
from wab.systems.cards.fight.obstacles import bridge_allows, crushed, is_passable, left_behind, must_stop, wades
from wab.systems.cards.state import deck
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.orders import Move
from wab.systems.cards.state.state import State, Token, Unit

BEACH = "beach"


class Reached(NamedTuple):
    """A hex in reach: the way there, the unit's own hex first; hexes paid; whether the unit may attack afterwards."""

    path: tuple[int, ...]
    spent: int
    may_attack: bool


class Arrival(msgspec.Struct, frozen=True):
    """The end of a path: hexes paid, whether it ends the unit's movement for the turn, whether it may attack."""

    spent: int
    halted: bool
    may_attack: bool
    may_go_on: bool


def step_cost(state: State, type_: str, origin: int, target: int, *, free: bool = False) -> int:
    """Hexes that a step costs units of a type, over any other units; 0 if the step is impossible.

    Heights differ by one at most (CRD-A2.15-3, CRD-4.3-14). Between beach and bluff or cliff only infantry steps, for
    two (CRD-A2.11-2, CRD-A2.11-4, CRD-A2.12-1); up onto a steep hill every step costs two (CRD-A2.13-1, CRD-A2.13-3).
    Otherwise heights are entered and left like any ground (CRD-A2.4-2, CRD-A2.11-5), and enemies near by do not matter
    (CRD-4.3-18). `free`: terrain does not make steps dear (CRD-C.behind_enemy_lines-2).
    """
    board = state.board
    if not is_passable(state, type_, target) or not bridge_allows(state, origin, target):
        return 0
    rise = board.height[target] - board.height[origin]
    if not rise:
        return 1
    if abs(rise) > 1:
        return 0
    upper, lower = (target, origin) if rise > 0 else (origin, target)
    high = board.ground[upper]
    assert high is not None, "half hexes are not passable"
    cost = 1
    if high.beach_step is not None and board.terrain[lower] == BEACH:
        cost = high.beach_step.cost.of(type_)
    elif rise > 0:
        cost = high.climb
    return min(cost, 1) if free else cost


_Way = tuple[int, int, tuple[int, ...]]
"""Hexes paid, sandbags trampled, path: ways compare in that order."""
_WORST: _Way = (1_000, 0, ())


class _Mover(NamedTuple):
    """A unit about to move: what limits it this time."""

    unit: Unit
    type: str
    start: int
    allowance: deck.Allowance
    enters_and_attacks: bool


def _mover(state: State, unit: Unit) -> _Mover:
    kind = state.board.kind(unit.kind)
    start = state.tokens[unit.id].start
    return _Mover(unit, kind.type, start, deck.allowance(state, unit.id), kind.attacks_after_entering)


def may_enter(state: State, start: int, hex_: int) -> bool:
    """Return whether terrain lets a unit in that began the turn in `start`.

    Bocage only from the next hex (CRD-A2.3-1), be that bocage itself (CRD-A2.3-7).
    """
    ground = state.board.ground[hex_]
    assert ground is not None, "half hexes are not passable"
    return not ground.from_next_hex or hex_ in state.board.adjacent[start]


def _step(state: State, mover: _Mover, origin: int, target: int) -> int:
    """The cost of a step that this unit may make now, 0 for none: no stacking, no passing through (CRD-4.3-8, -9)."""
    standing = state.at.get(target)
    if standing is not None and standing != mover.unit.id:
        return 0
    free = mover.allowance.free
    cost = step_cost(state, mover.type, origin, target, free=free)
    return cost if free or not cost or may_enter(state, mover.start, target) else 0


def _most_hexes(state: State, mover: _Mover, hex_: int) -> int:
    """The longest whole move that may enter a hex: two hexes for a beach (CRD-A2.9-1, CRD-A2.9-3), 0 for no limit.

    Standing on a beach limits nothing (CRD-A2.9-2); from the ocean a unit goes two hexes onto it (CRD-A2.10-6).
    """
    ground = state.board.ground[hex_]
    return 0 if mover.allowance.free or ground is None else ground.most_hexes


def _ends_move(state: State, mover: _Mover, origin: int, target: int) -> bool:
    """Return whether the move ends with a step: terrain that stops, or the first hex out of bocage (CRD-A2.3-3)."""
    if mover.allowance.free:
        return False
    left = state.board.ground[origin]
    return must_stop(state, target) or (left is not None and left.leaving_stops)


def may_attack_after(state: State, mover: _Mover, hex_: int, spent: int) -> bool:
    """Return whether a unit that moved to a hex may still attack this turn.

    Not after more than its kind's distance: one hex for infantry (CRD-4.3-3, CRD-A1.5-6), two for elite infantry
    (CRD-4.3-4, CRD-A1.4-1), three for armour (CRD-4.3-5), none for artillery (CRD-4.3-6). Not in forest, bocage or town
    entered this turn (CRD-A2.1-3, CRD-A2.2-2, CRD-A2.3-4, CRD-A2.5-2), elite units neither (CRD-A1.4-2); Resistance may
    (CRD-A1.5-1). Never out of the water, Resistance neither (CRD-A2.10-4, CRD-S-3, CRD-A1.5-2).
    """
    ground = state.board.ground[hex_]
    if spent > mover.allowance.move_and_attack or ground is None or stands_in_water(state, hex_):
        return False
    return not ground.no_attack_on_entry or mover.enters_and_attacks


def reach(state: State, unit_id: int) -> dict[int, Reached]:
    """Return where an ordered unit may move now, each hex by the best path: the fewest hexes, and no sandbags trampled.

    Empty for a unit that may not move. One move a turn, and none is compulsory (CRD-4.3-2); sections do not stop it
    (CRD-4.3-7); the figures of a unit stay together and never merge with others (CRD-4.3-10, CRD-4.3-11).
    """
    return state.derived(f"reach {unit_id}", lambda: _reach(state, unit_id))


def _reach(state: State, unit_id: int) -> dict[int, Reached]:
    """Ways from the shortest on; a way goes on from a hex only where no better one of the same length limit came by."""
    if why_not_move_at_all(state, unit_id) is not None:
        return {}
    mover = _mover(state, state.units[unit_id])
    found: dict[int, _Way] = {}
    gone_on: dict[tuple[int, int], _Way] = {}
    frontier: list[tuple[_Way, int]] = [((0, 0, (mover.unit.hex,)), mover.allowance.move)]
    while frontier:
        frontier.sort()
        for way, limit, goes_on in _longer(state, mover, *frontier.pop(0)):
            hex_ = way[2][-1]
            found[hex_] = min(found.get(hex_, way), way)
            if goes_on and gone_on.get((hex_, limit), _WORST) > way:
                gone_on[hex_, limit] = way
                frontier.append((way, limit))
    return {
        hex_: Reached(path, spent, may_attack_after(state, mover, hex_, spent))
        for hex_, (spent, _, path) in sorted(found.items())
    }


def _longer(state: State, mover: _Mover, way: _Way, limit: int) -> Iterator[tuple[_Way, int, bool]]:
    """A way, one step longer: each with the hexes that the whole move may then have, and whether it may go on."""
    spent, trampled, path = way
    here = path[-1]
    if len(path) > 1:
        trampled += _has_sandbags(state, here)
    for hex_ in state.board.adjacent[here]:
        cost = 0 if hex_ in path else _step(state, mover, here, hex_)
        beach = _most_hexes(state, mover, hex_)
        most, total = min(limit, beach or limit), spent + cost
        if cost and total <= most:
            yield (total, trampled, (*path, hex_)), most, total < most and not _ends_move(state, mover, here, hex_)


def _has_sandbags(state: State, hex_: int) -> bool:
    return hex_ in state.obstacles and any(True for _ in left_behind(state, (hex_,)))


# ------------------------------------------------------------------------------------------------- the order

_MOVED = Refusal(Text(N_("This unit has already moved this turn.")), ("CRD-4.3-2",), code="moved")
_NOT_ORDERED = Refusal(Text(N_("This unit is not ordered this turn.")), ("CRD-4.0-7",), code="not-ordered")
_NO_MOVE = Refusal(Text(N_("By the card in force this unit does not move.")), ("CRD-4.1-5",), code="still")
_FIXED = Refusal(Text(N_("A gun or tank set up in a bunker never leaves it.")), ("CRD-A2.17-2",), code="fixed")
_NO_PATH = Refusal(Text(N_("A move goes from the unit's own hex to neighbours, one after another.")), code="path")
_OCCUPIED = Refusal(
    Text(N_("A unit stands in the way; units neither pass through nor stack.")),
    ("CRD-4.3-8", "CRD-4.3-9"),
    code="occupied",
)
_IMPASSABLE = Refusal(
    Text(N_("This unit cannot enter that hex from there.")), ("CRD-4.3-12", "CRD-A2.1-1"), code="impassable"
)
_BOCAGE = Refusal(
    Text(N_("Bocage is entered only by a unit that began the turn next to it.")), ("CRD-A2.3-1",), code="bocage"
)
_BEACH = Refusal(
    Text(N_("A unit that enters a beach moves two hexes at most.")), ("CRD-A2.9-1", "CRD-A2.9-3"), code="beach"
)
_STOPS = Refusal(Text(N_("The terrain ends the move before that.")), ("CRD-A2.1-2", "CRD-A2.3-3"), code="stops")
_TOO_FAR = Refusal(
    Text(N_("That is farther than this unit moves in a turn.")), ("CRD-4.3-3", "CRD-4.3-17"), code="too-far"
)
_NO_EXIT = Refusal(
    Text(N_("Only at an exit of its side, and with movement left, may a unit leave the board.")),
    ("CRD-4.3-16", "CRD-S-4"),
    code="exit",
)


def why_not_move_at_all(state: State, unit_id: int) -> Refusal | None:
    """None if a unit may move now, wherever to."""
    token = state.tokens.get(unit_id)
    if token is None or unit_id not in state.units:
        return _NOT_ORDERED
    if state.stage == "second_move":
        if token.again or not deck.second_move(state, unit_id):
            return _MOVED
    elif token.moved:
        return _MOVED
    if state.profile(unit_id).fixed:
        return _FIXED
    return None if deck.allowance(state, unit_id).move else _NO_MOVE


def why_not_move(state: State, order: Move) -> Refusal | None:
    """None if the move is legal, else the first reason."""
    if refusal := why_not_move_at_all(state, order.unit):
        return refusal
    mover = _mover(state, state.units[order.unit])
    path = order.path
    if not path or path[0] != mover.unit.hex or (len(path) < 2 and not order.leave):
        return _NO_PATH
    walked = _walk(state, mover, path)
    if isinstance(walked, Refusal):
        return walked
    if order.leave and not (walked.may_go_on and is_exit(state, mover.unit.side, path[-1])):
        return _NO_EXIT
    return None


def _walk(state: State, mover: _Mover, path: tuple[int, ...]) -> Arrival | Refusal:
    """Go along a path in thought: what it costs and leaves, or why it cannot be gone."""
    spent, limit, stopped, halted = 0, mover.allowance.move, False, False
    for origin, target in pairwise(path):
        if target not in state.board.adjacent[origin]:
            return _NO_PATH
        if stopped:
            return _STOPS
        if refusal := _why_not_step(state, mover, origin, target):
            return refusal
        spent += _step(state, mover, origin, target)
        beach = _most_hexes(state, mover, target)
        limit = min(limit, beach) if beach else limit
        if spent > limit:
            return _TOO_FAR if spent > mover.allowance.move else _BEACH
        stopped = _ends_move(state, mover, origin, target)
        halted = not mover.allowance.free and must_stop(state, target)
    attack = len(path) == 1 or may_attack_after(state, mover, path[-1], spent)
    return Arrival(spent, halted, attack, not stopped and spent < limit)


def _why_not_step(state: State, mover: _Mover, origin: int, target: int) -> Refusal | None:
    if _step(state, mover, origin, target):
        return None
    label = (target,)
    standing = state.at.get(target)
    if standing is not None and standing != mover.unit.id:
        return replace(_OCCUPIED, where=label)
    if step_cost(state, mover.type, origin, target, free=mover.allowance.free):
        return replace(_BOCAGE, where=label)
    return replace(_IMPASSABLE, where=label)


def is_exit(state: State, side: str, hex_: int) -> bool:
    """Return whether a side's units may leave the board from a hex (CRD-S-4); elsewhere no unit does (CRD-4.3-16)."""
    return hex_ in state.board.exits.get(side, ())


def offered_moves(state: State, unit: int | None = None) -> Iterator[Move]:
    """The moves of the ordered units: to every hex in reach by the best path, and off the board at every exit.

    Other paths to the same hexes are legal too, and are not listed.
    """
    for id_ in sorted(state.tokens):
        if (unit is not None and id_ != unit) or not leads(state, id_):
            continue
        if why_not_move_at_all(state, id_) is not None:
            continue
        mover = state.units[id_]
        for reached in reach(state, id_).values():
            yield Move(id_, reached.path)
        if mover.side in state.board.exits:
            for path in ((mover.hex,), *(reached.path for reached in reach(state, id_).values())):
                leaving = Move(id_, path, leave=True)
                if is_exit(state, mover.side, path[-1]) and why_not_move(state, leaving) is None:
                    yield leaving


def leads(state: State, unit: int) -> bool:
    """Return whether the seat to act now leads an ordered unit (CRD-O-17, CRD-A5.2-11)."""
    return not state.leader or deck.leader_of(state, state.tokens[unit]) == state.leader


def execute_move(state: State, order: Move) -> Iterator[Event]:
    """Carry out a legal move (CRD-4.3-1): sandbags left behind go, wire is crushed, an exit is used."""
    unit = state.units[order.unit]
    walked = _walk(state, _mover(state, unit), order.path)
    assert isinstance(walked, Arrival), "only legal moves are carried out"
    left = order.path if order.leave else order.path[:-1]
    token = _moved(state, state.tokens[unit.id], walked)
    yield ev.UnitMoved(unit.id, order.path, token)
    yield from left_behind(state, left)
    if order.leave:
        yield ev.UnitLeft(unit.id, unit.side)
    else:
        yield from crushed(state, unit, order.path[-1])


def _moved(state: State, token: Token, walked: Arrival) -> Token:
    """The token after a move: turned to its attack face, or taken away (CRD-5-4, CRD-5-5)."""
    halted = token.halted or walked.halted
    if state.stage == "second_move":
        return replace(token, again=True, halted=halted)
    barred = token.barred or not walked.may_attack
    face = "none" if barred else "attack"
    return replace(token, moved=True, spent=walked.spent, halted=halted, barred=barred, face=face)


def stands_in_water(state: State, hex_: int) -> bool:
    """Return whether a unit in a hex cannot attack because of the water (CRD-A2.10-4, CRD-S-3)."""
    ground = state.board.ground[hex_]
    return wades(state, hex_) or (ground is not None and ground.no_attack_from)
