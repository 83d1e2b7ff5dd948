"""Attacks of the player (OMA-8.1 to OMA-8.3): orders, readings of the table, results on both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from wab.content.omaha.tables import AttackResult
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Text
from wab.hexes import HexId
from wab.systems.omaha.combat import attack
from wab.systems.omaha.combat.arrivals import give_marker, reinforce_near
from wab.systems.omaha.combat.attack import STRENGTH, Assault, Attacker, Objective, Piece, Reading
from wab.systems.omaha.combat.occupation import DIVISION
from wab.systems.omaha.ground.control import is_linked, under_fire
from wab.systems.omaha.ground.terrain import is_high
from wab.systems.omaha.movement.actions import is_free, price, why_not_fight, why_not_pay
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.asking import ask, due
from wab.systems.omaha.state.board import Board
from wab.systems.omaha.state.state import GONE, HERO, State
from wab.systems.omaha.state.steps import Force, Ids, Task
from wab.systems.omaha.units.command import is_commanded
from wab.systems.omaha.units.losses import lose_step

NAVAL = "naval"
USES = ("", STRENGTH, "AR", "BR", "BZ", "DE", "FT", "MG", "MT", "NV", "RD")
"""The uses of a hero by number, as the tie "hero" names them: none, strength, a weapon (OMA-8.23)."""

_NO_GERMANS = Refusal(Text("No German unit is there."), ("OMA-8.1-1",), code="no-germans")
_FOUGHT = Refusal(Text("That hex was attacked or shelled in this turn."), ("OMA-8.16-1", "OMA-8.41-2"), code="fought")
_NO_NAVAL = Refusal(Text("No naval fire is at hand."), ("OMA-8.5-1",), code="no-naval-fire")
_NOBODY = Refusal(Text("An attack needs units, each once."), ("OMA-8.1-1",), code="no-units")


# ---------------------------------------------------------------- what the rules compare


def objective(board: Board, hex_: HexId) -> Objective:
    """Return a German hex as a target of attacks, one hex of a large WN alone (OMA-8.32-1)."""
    place = board.position_at[hex_]
    return Objective(
        hex=hex_,
        sides={near: board.side_row(near, hex_) for near in board.grid.adjacent(hex_)},
        defence=0 if place.wn else board.tables.terrain.hexes[board.terrain[hex_]].defence,
        high=is_high(board, hex_),
        covers_beach=covers_beach(board, hex_),
    )


def covers_beach(board: Board, hex_: HexId) -> bool:
    """Check if the field of the position in a hex includes a beach hex (OMA-8.12-1)."""
    return any(board.beach[one] for one in board.position_at[hex_].dots)


def attacker(state: State, unit: int, target: HexId) -> Attacker:
    """Return a US unit as an attack on a hex finds it, weapons by distance (OMA-8.26-1, OMA-8.27-1)."""
    profile, now, board = state.profile(unit), state.units[unit], state.board
    hqs = [leader for leader, ids in state.now.orders.items() if unit in ids and state.profile(leader).leader == "hq"]
    return Attacker(
        unit=unit,
        hex=now.hex,
        kind=profile.type,
        infantry=profile.infantry,
        armoured=profile.armoured,
        strength=profile.strength(now.steps),
        reach=profile.range(now.steps),
        weapons=profile.weapons(now.steps, board.grid.distance(now.hex, target)),
        low=bool(board.low[now.hex]),
        under_fire=bool(under_fire(state, fit=True)[now.hex]),
        hqs=frozenset(hqs),
        commanded=is_commanded(state, unit),
        hero=now.hero == HERO,
    )


def attackers(state: State, units: Iterable[int], target: HexId) -> list[Attacker]:
    """Return units as an attack on a hex finds them."""
    return [attacker(state, unit, target) for unit in units]


def piece(board: Board, counter: str) -> Piece:
    """Return a German counter as the attack table reads it."""
    row = board.counters[counter].row
    return Piece(row.strength, row.needs, row.tactical)


def assault(state: State, units: Iterable[int], target: HexId, naval: bool) -> Assault:
    """Return the attack of units on a hex."""
    board = state.board
    return attack.assault(
        board.grid,
        objective(board, target),
        attackers(state, units, target),
        board.tables.limits,
        naval,
        state.limited("radio_out"),
    )


# ---------------------------------------------------------------- the order


def why_not_attack(state: State, order: od.Attack) -> Refusal | None:
    """Return the first reason against an attack (OMA-8.1, OMA-8.13-1, OMA-8.16-1)."""
    if order.target not in state.now.forces:
        return _NO_GERMANS
    if order.target in state.now.fought:
        return _FOUGHT
    if not order.units or tuple(sorted(set(order.units))) != order.units:
        return _NOBODY
    if order.naval and not state.now.naval:
        return _NO_NAVAL
    for unit in order.units:
        if refusal := why_not_fight(state, unit):
            return refusal
    made_by = attackers(state, order.units, order.target)
    target, grid = objective(state.board, order.target), state.board.grid
    refusal = attack.why_not_attack(grid, target, made_by, order.naval, state.limited("radio_out"))
    return refusal or why_not_pay(state, price(state, order.units))


def execute_attack(state: State, order: od.Attack) -> Iterator[Event]:
    """The units spend their actions, the German unit is turned over (OMA-8.3-1), the table is read."""
    yield ev.Acted(order.units, "attack", state.now.acting, price(state, order.units), order.target)
    yield ev.Engaged(order.target, "attack", order.naval)
    force = state.now.forces[order.target]
    if not force.seen:
        yield ev.ForceChanged(order.target, replace(force, seen=True), why="reveal")
    at = (NAVAL,) if order.naval else ()
    yield due(Task("read", units=order.units, hexes=(order.target,), at=at))


def offered_attacks(state: State, unit: int | None) -> Iterator[Group]:
    """For each hex next to infantry: each stack, all units that act for nothing, all that can be paid for; with naval
    fire and without.
    """
    able = [one for one in sorted(state.units) if why_not_fight(state, one) is None]
    near = {hex_ for one in able if state.profile(one).infantry for hex_ in _around(state, one)}
    for target in sorted(near & state.now.forces.keys() - state.now.fought.keys()):
        parties = [party for party in _parties(state, able, target) if unit is None or unit in party]
        orders = [
            od.Attack(target, party, naval)
            for party in dict.fromkeys(parties)
            for naval in ((False, True) if state.now.naval else (False,))
        ]
        yield [order for order in orders if why_not_attack(state, order) is None]


def _around(state: State, unit: int) -> tuple[HexId, ...]:
    return state.board.grid.adjacent_rows[state.units[unit].hex]


def _parties(state: State, able: Sequence[int], target: HexId) -> Iterator[Ids]:
    board, known = state.board, attackers(state, able, target)
    place = objective(board, target)
    joining = [one for one in known if attack.why_not_join(board.grid, place, one, known) is None]
    stacks: dict[HexId, list[int]] = {}
    for one in joining:
        stacks.setdefault(one.hex, []).append(one.unit)
    yield from (tuple(stack) for stack in stacks.values())
    free = {one.unit for one in joining if is_free(state, one.unit)}
    yield tuple(sorted(free))
    strength = {one.unit: one.strength for one in joining}
    party = set(free)
    for stack in sorted(stacks.values(), key=lambda stack: -sum(strength[one] for one in stack)):
        if why_not_pay(state, price(state, party.union(stack))) is None:
            party.update(stack)
    yield tuple(sorted(party))


# ---------------------------------------------------------------- readings


def read(state: State, task: Task) -> Iterator[Event]:
    """Read the attack table (OMA-8.3-2 to OMA-8.3-5), again at once where the marker is revealed.

    The player says what a hero does where it changes the result (OMA-8.23-1).
    """
    (target,) = task.hexes
    readings = _readings(state, task)
    if len(readings) > 1 and not task.picks:
        yield ask("hero", [USES.index(reading.hero) for reading in readings], hex_=target)
        return
    found = next(one for one in readings if not task.picks or one.hero == USES[task.picks[0]])
    yield ev.Settled()
    yield ev.Resolved(target, found.ours, found.theirs, found.lacking, found.code)
    result = state.board.tables.attack.results[found.code]
    if result.reveals:
        used = (found.hero,) if found.hero and found.hero not in task.at else ()
        yield due(replace(task, at=(*task.at, *used), picks=()))
        yield from _reveal_marker(state, target)
    else:
        yield from _carry_out(state, task, result)


def _readings(state: State, task: Task) -> list[Reading]:
    (target,), board = task.hexes, state.board
    made = assault(state, task.units, target, NAVAL in task.at)
    force = state.now.forces[target]
    marker = piece(board, force.marker) if force.marker and force.marker_seen else None
    hidden = force.marker is not None and not force.marker_seen
    used = next((use for use in task.at if use != NAVAL), "")
    late = bool(state.late)
    unit = piece(board, force.unit)
    return attack.hero_uses(board.grid, board.tables.attack, late, made, unit, marker, hidden, used)


def _reveal_marker(state: State, target: HexId) -> Iterator[Event]:
    """Turn the marker over; one that brings a reinforcement leaves the game at once (OMA-9.4-1), and the unit
    is read alone (OMA-9.42-2)."""
    force = state.now.forces[target]
    assert force.marker is not None
    if piece(state.board, force.marker).tactical:
        bare = replace(force, marker=None, marker_seen=False)
        yield ev.ForceChanged(target, bare, ((force.marker, "", GONE),), "tactical")
        yield from reinforce_near(state, target)
    else:
        yield ev.ForceChanged(target, replace(force, marker_seen=True), why="reveal")


# ---------------------------------------------------------------- results


def _carry_out(state: State, task: Task, result: AttackResult) -> Iterator[Event]:
    """Apply a result to the attackers and to the Germans (OMA-8.3-5, OMA-8.3-6); no unit advances (OMA-8.34-1)."""
    (target,) = task.hexes
    made = assault(state, task.units, target, NAVAL in task.at)
    if result.attackers_disrupted:
        for unit in made.adjacent:
            yield ev.UnitChanged(replace(state.units[unit], disrupted=True), "attack")
    for _ in range(result.attacker_steps):
        yield due(Task("repulsed", units=made.adjacent))
    force = state.now.forces[target]
    if result.defeats:
        yield _defeated(state, target, force)
        return
    changed = replace(
        force,
        disrupted=force.disrupted or result.disrupts,
        marker=None if result.takes_marker else force.marker,
        seen=force.seen and not result.hides,
        marker_seen=force.marker_seen and not (result.hides or result.takes_marker),
    )
    taken = ((force.marker, "", GONE),) if force.marker and result.takes_marker else ()
    if changed != force:
        yield ev.ForceChanged(target, changed, taken, "attack")
    place = state.board.position_at[target]
    if result.gains and force.marker is None and is_linked(state, place, target):
        yield from give_marker(state, target)


def _defeated(state: State, target: HexId, force: Force) -> Event:
    """A unit that is defeated leaves the map, with its marker (OMA-8.33-1 to OMA-8.33-4)."""
    place = state.board.position_at[target]
    division = state.board.counters[force.unit].row.division
    back = attack.retreats(place.wn, division, is_linked(state, place, target))
    counters = [(force.unit, "", DIVISION if back else GONE)]
    if force.marker:
        counters.append((force.marker, "", GONE))
    return ev.ForceChanged(target, None, tuple(counters), "retreat" if back else "defeat")


def repulsed(state: State, task: Task) -> Iterator[Event]:
    """One of the units that attacked from adjacent hexes loses a step; the player says which (OMA-8.3-6)."""
    if len(task.units) > 1 and not task.picks:
        yield ask("attacker", task.units)
        return
    yield ev.Settled()
    yield from lose_step(state, (task.picks or task.units)[0], "attack")


TASKS = {"read": read, "repulsed": repulsed}
"""The tasks of this chapter by name."""
TIES = ("hero", "attacker")
"""The ties that these tasks ask about."""
