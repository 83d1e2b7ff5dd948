"""Attacks (OMA-8.1 to OMA-8.3): who joins, strength and weapons, readings of the table, results on both sides."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from wab.content.omaha.shapes import CounterRow
from wab.content.omaha.tables import AttackResult
from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Text
from wab.hexes import Grid, HexId
from wab.systems.omaha.combat.german_arrivals import DIVISION, give_marker, reinforce_near
from wab.systems.omaha.ground.control import is_linked, under_fire
from wab.systems.omaha.ground.terrain import is_high
from wab.systems.omaha.movement.actions import is_free, price, why_not_fight, why_not_pay
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.asking import ask, due
from wab.systems.omaha.state.board import Board
from wab.systems.omaha.state.state import GONE, HERO, State
from wab.systems.omaha.state.steps import Force, Ids, Task
from wab.systems.omaha.units.command import has_radio, is_commanded, is_led_by_hq
from wab.systems.omaha.units.losses import lose_step

ARTILLERY = frozenset({"artillery", "dukw_artillery", "sp_artillery"})
SUPPORT = frozenset({"tank", "anti_tank", "anti_aircraft", "sp_anti_aircraft"})
NAVAL, FLANKING, RADIO, STRENGTH = "naval", "FL", "RD", "+1"
USES = ("", STRENGTH, "AR", "BR", "BZ", "DE", "FT", "MG", "MT", "NV", "RD")
"""The uses of a hero by number, as the tie "hero" names them: none, strength, a weapon (OMA-8.23-1, OMA-8.23-2)."""

NO_GERMANS = Refusal(Text("No German unit is there."), ("OMA-8.1-1", "OMA-8.4-1"), code="no-germans")
NO_NAVAL = Refusal(Text("No naval fire is at hand."), ("OMA-8.5-1",), code="no-naval-fire")
FAR = Refusal(Text("The target is out of range."), ("OMA-8.11-1", "OMA-8.1-2"), code="out-of-range")
CREST = Refusal(Text("That position is out of sight from low ground."), ("OMA-8.12-1",), code="out-of-sight")
NO_RADIO = Refusal(Text("No infantry there has a radio for the ships."), ("OMA-8.1-6", "OMA-8.52-1"), code="no-radio")
_FOUGHT = Refusal(Text("That hex was attacked or shelled in this turn."), ("OMA-8.16-1", "OMA-8.41-2"), code="fought")
_NOBODY = Refusal(Text("An attack needs units, each once."), ("OMA-8.1-1",), code="no-units")
_NO_INFANTRY = Refusal(Text("An attack needs infantry beside the target."), ("OMA-8.1-1",), code="no-infantry")
_LEADER = Refusal(Text("Headquarters and generals do not attack."), ("OMA-8.14-1",), code="leader")
_SIDE = Refusal(Text("Units cannot attack across this bluff or cliff."), ("OMA-8.15-1",), code="barred-side")
_ALONE = Refusal(Text("Other infantry must attack through an open side."), ("OMA-8.15-2",), code="no-other-infantry")
_NO_ORDERS = Refusal(Text("This unit is not under orders, nor beside the attack."), ("OMA-8.1-4",), code="no-orders")
NO_HQ = Refusal(Text("No headquarters joins the guns to the infantry."), ("OMA-8.1-5",), code="no-headquarters")
_TOO_NEAR = Refusal(Text("Artillery does not fire at an adjacent hex."), ("OMA-8.1-5",), code="too-near")
EXPOSED = Refusal(Text("These guns stand in a German field of fire."), ("OMA-8.1-5",), code="exposed")


# ---------------------------------------------------------------- who can join


def why_not_join(state: State, target: HexId, unit: int, others: Iterable[int]) -> Refusal | None:
    """Return the first reason why a unit that can act cannot attack a hex with others (OMA-8.1-2 to OMA-8.1-5,
    OMA-8.14-1).
    """
    profile, here, grid = state.profile(unit), state.units[unit], state.board.grid
    reach, distance = profile.range(here.steps), grid.distance(here.hex, target)
    infantry = [one for one in others if one != unit and state.profile(one).infantry]
    if reach == 0 or distance > reach:
        return FAR if reach else _LEADER
    if distance == 1:
        return _TOO_NEAR if profile.type in ARTILLERY else _why_not_across(state, target, unit, infantry)
    if not sees(state, here.hex, target):
        return CREST
    if profile.type in ARTILLERY:
        if not any(hqs_of(state, unit) & hqs_of(state, other) for other in infantry):
            return NO_HQ
        return EXPOSED if under_fire(state, fit=True)[here.hex] and not profile.armoured else None
    near = any(grid.distance(here.hex, state.units[other].hex) <= 1 for other in infantry)
    led = any(is_commanded(state, one) for one in (unit, *infantry))
    return _NO_ORDERS if profile.type in SUPPORT and not near and not led else None


def _why_not_across(state: State, target: HexId, unit: int, infantry: Sequence[int]) -> Refusal | None:
    """Heavy infantry fires across a bluff or cliff if other infantry attacks across an open side (OMA-8.15-2)."""
    if is_open(state, target, unit):
        return None
    if not state.profile(unit).infantry or state.profile(unit).range(state.units[unit].steps) < 2:
        return _SIDE
    return None if any(is_open(state, target, other) for other in infantry) else _ALONE


def is_open(state: State, target: HexId, unit: int) -> bool:
    """Check if a unit stands next to a hex and can attack across the hexside (OMA-8.15-1)."""
    board, here = state.board, state.units[unit].hex
    if not board.grid.are_adjacent(here, target):
        return False
    barred = board.side_row(here, target).attack
    return not barred or (barred == "high" and not board.low[here])


def sees(state: State, here: HexId, target: HexId) -> bool:
    """Check if a unit at range fires at a position: from low ground at high ground only if its field includes a beach
    hex (OMA-8.12-1).
    """
    covers = any(state.board.beach[one] for one in state.place(target).dots)
    return covers or not (state.board.low[here] and is_high(state.board, target))


def hqs_of(state: State, unit: int) -> set[int]:
    """Return the HQs and command posts that give orders to a unit."""
    orders = state.now.orders.items()
    return {leader for leader, ids in orders if unit in ids and state.profile(leader).leader == "hq"}


def why_not_attack(state: State, order: od.Attack) -> Refusal | None:
    """Return the first reason against an attack (OMA-8.1-1, OMA-8.1-6, OMA-8.13-1, OMA-8.16-1)."""
    target, units = order.target, order.units
    if target not in state.now.forces:
        return NO_GERMANS
    if target in state.now.fought:
        return _FOUGHT
    if not units or tuple(sorted(set(units))) != units:
        return _NOBODY
    for why_not in (why_not_fight, lambda state, unit: why_not_join(state, target, unit, units)):
        for unit in units:
            if refusal := why_not(state, unit):
                return refusal
    infantry = [unit for unit in units if state.profile(unit).infantry]
    if not any(is_open(state, target, unit) for unit in infantry):
        return _NO_INFANTRY
    if order.naval and not state.now.naval:
        return NO_NAVAL
    if order.naval and not any(has_radio(state, unit) for unit in infantry):
        return NO_RADIO
    return why_not_pay(state, price(state, units))


# ---------------------------------------------------------------- strength and weapons


class Assault(NamedTuple):
    """An attack as it is made, before German counters are turned over.

    `hexes` next to the target, from which units attack; `adjacent` units there, which a failure disrupts; `defence` of
    terrain and the best side for the attack (OMA-8.31-1).
    """

    strength: int
    weapons: frozenset[str]
    hexes: frozenset[HexId]
    adjacent: Ids
    defence: int
    hero: bool


def assault(state: State, target: HexId, units: Ids, naval: bool = False) -> Assault:
    """Return the strength and the weapons of attackers together (OMA-8.31-1), by distance (OMA-8.26-1, OMA-8.27-1).

    HQs give a radio to units next to the target (OMA-8.24-1, OMA-11.2-4), also if an event silences all others. Naval
    fire adds strength and weapons (OMA-8.25-1, OMA-8.51-1). The other hex of a large WN does not matter (OMA-8.32-1).
    """
    board, limits = state.board, state.board.tables.limits
    places = {unit: state.units[unit].hex for unit in units}
    near = tuple(unit for unit in units if board.grid.are_adjacent(places[unit], target))
    weapons: set[str] = set(limits.naval_weapons) if naval else set()
    for unit in units:
        own = state.profile(unit).weapons(state.units[unit].steps, board.grid.distance(places[unit], target))
        weapons |= own - {RADIO} if state.limited("radio_out") else own
    if any(is_led_by_hq(state, unit) for unit in near):
        weapons.add(RADIO)
    wn, terrain = state.place(target).wn, board.tables.terrain.hexes[board.terrain[target]]
    side = min((board.side_row(places[unit], target).defence for unit in near), default=0)
    return Assault(
        strength=sum(state.strength(unit) for unit in units) + limits.naval_strength * naval,
        weapons=frozenset(weapons),
        hexes=frozenset(places[unit] for unit in near),
        adjacent=near,
        defence=side + (0 if wn else terrain.defence),
        hero=any(state.units[unit].hero == HERO for unit in near),
    )


def flanked(grid: Grid, hexes: Collection[HexId], needed: int) -> bool:
    """Check the tactic of a flank for so many German counters that ask for it.

    One: two attack hexes that do not touch (OMA-8.22-1). Two: three attack hexes (OMA-8.22-2).
    """
    if needed == 1:
        return any(not grid.are_adjacent(first, second) for first, second in combinations(hexes, 2))
    return needed == 0 or len(hexes) >= 3


def lacking(grid: Grid, made: Assault, rows: Iterable[CounterRow]) -> list[str]:
    """Return what the attackers lack of all that the revealed German counters ask for (OMA-8.2-1, OMA-8.3-3)."""
    needs: list[str] = [need for row in rows for need in row.needs]
    found = sorted({need for need in needs if need != FLANKING and need not in made.weapons})
    return found if flanked(grid, made.hexes, needs.count(FLANKING)) else [*found, FLANKING]


# ---------------------------------------------------------------- the table


class Defence(NamedTuple):
    """The Germans under attack: the unit, its marker if that is revealed, and whether a marker lies `hidden`."""

    unit: CounterRow
    marker: CounterRow | None = None
    hidden: bool = False


class Reading(NamedTuple):
    """A code of the attack table, and the facts behind it. `hero`: a weapon, or `STRENGTH`."""

    code: str
    ours: int
    theirs: int
    lacking: tuple[str, ...]
    hero: str = ""


def read(board: Board, late: bool, made: Assault, germans: Defence, hero: str = "") -> Reading:
    """Read the table (OMA-8.3-2 to OMA-8.3-4). Late in the day unit and marker fall at once (OMA-14-3)."""
    rows = [row for row in (germans.unit, germans.marker) if row is not None]
    missing = [need for need in lacking(board.grid, made, rows) if need != hero]
    ours, theirs = made.strength + (hero == STRENGTH), sum(row.strength for row in rows) + made.defence
    half = board.tables.attack.halves["missing" if missing else "present"]
    row = next(row for row in half if ours >= row.least * theirs)
    revealed = row.late if late else row.revealed
    code = row.unrevealed if germans.hidden else row.alone if germans.marker is None else revealed
    return Reading(code, ours, theirs, tuple(missing), hero)


def hero_uses(board: Board, late: bool, made: Assault, germans: Defence, used: str = "") -> list[Reading]:
    """Return the readings among which a hero lets the player choose, different results only, the plain one first.

    One hero and one use an attack: a use at the first reading holds at the second (OMA-8.23-1 to OMA-8.23-3,
    OMA-11.13-1).
    """
    plain = read(board, late, made, germans, used)
    found = {plain.code: plain}
    if made.hero and not used:
        for use in (STRENGTH, *(need for need in plain.lacking if need != FLANKING)):
            reading = read(board, late, made, germans, use)
            found.setdefault(reading.code, reading)
    return list(found.values())


# ---------------------------------------------------------------- the order and its tasks


def execute_attack(state: State, order: od.Attack) -> Iterator[Event]:
    """The units spend their actions, the German unit is turned over (OMA-8.3-1), the table is read."""
    yield ev.Acted(order.units, "attack", state.now.acting, price(state, order.units), order.target)
    yield ev.Engaged(order.target, "attack", order.naval)
    force = state.now.forces[order.target]
    if not force.seen:
        yield ev.ForceChanged(order.target, replace(force, seen=True), why="reveal")
    yield due(Task("read", units=order.units, hexes=(order.target,), at=(NAVAL,) if order.naval else ()))


def read_table(state: State, task: Task) -> Iterator[Event]:
    """Read the attack table (OMA-8.3-5), again at once if the marker is revealed; a hero may change the result."""
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
    force, counters = state.now.forces[target], board.counters
    marker = counters[force.marker].row if force.marker and force.marker_seen else None
    germans = Defence(counters[force.unit].row, marker, force.marker is not None and not force.marker_seen)
    used = next((use for use in task.at if use != NAVAL), "")
    made = assault(state, target, task.units, NAVAL in task.at)
    return hero_uses(board, bool(state.late), made, germans, used)


def _reveal_marker(state: State, target: HexId) -> Iterator[Event]:
    """Turn the marker over; a tactical one leaves the game at once (OMA-9.4-1), and the unit is read alone
    (OMA-9.42-2).
    """
    force = state.now.forces[target]
    assert force.marker is not None
    if state.board.counters[force.marker].row.tactical:
        yield ev.ForceChanged(target, replace(force, marker=None), ((force.marker, "", GONE),), "tactical")
        yield from reinforce_near(state, target)
    else:
        yield ev.ForceChanged(target, replace(force, marker_seen=True), why="reveal")


def _carry_out(state: State, task: Task, result: AttackResult) -> Iterator[Event]:
    """Apply a result to attackers and Germans (OMA-8.3-5, OMA-8.3-6); no unit advances (OMA-8.34-1)."""
    (target,) = task.hexes
    near = assault(state, target, task.units).adjacent
    if result.attackers_disrupted:
        for unit in near:
            yield ev.UnitChanged(replace(state.units[unit], disrupted=True), "attack")
    if result.attacker_steps:
        yield due(Task("repulsed", units=near))
    force, place = state.now.forces[target], state.place(target)
    if result.defeats:
        yield _defeated(state, target, force)
    elif result.hides:
        yield ev.ForceChanged(target, replace(force, seen=False, marker_seen=False), why="attack")
    elif result.disrupts:
        yield shaken(target, force, result.takes_marker, "attack")
    if result.gains and force.marker is None and is_linked(state, place, target):
        yield from give_marker(state, target)


def shaken(target: HexId, force: Force, takes_marker: bool, why: str) -> Event:
    """A German unit is disrupted; its marker may leave the game (OMA-8.33-3)."""
    if not force.marker or not takes_marker:
        return ev.ForceChanged(target, replace(force, disrupted=True), why=why)
    bare = replace(force, disrupted=True, marker=None, marker_seen=False)
    return ev.ForceChanged(target, bare, ((force.marker, "", GONE),), why)


def _defeated(state: State, target: HexId, force: Force) -> Event:
    """A unit that is defeated leaves the game with its marker (OMA-8.33-2, OMA-8.33-3); from a reinforcement position
    with communication the 352nd goes back to the division pool (OMA-8.33-1, OMA-8.33-4).
    """
    place = state.place(target)
    of_352nd = state.board.counters[force.unit].row.division == "352"
    back = of_352nd and not place.wn and is_linked(state, place, target)
    marker = ((force.marker, "", GONE),) if force.marker else ()
    unit = (force.unit, "", DIVISION if back else GONE)
    return ev.ForceChanged(target, None, (unit, *marker), "retreat" if back else "defeat")


def repulsed(state: State, task: Task) -> Iterator[Event]:
    """A unit that attacked from an adjacent hex loses a step; the player says which (OMA-8.3-6)."""
    if len(task.units) > 1 and not task.picks:
        yield ask("attacker", task.units)
        return
    yield ev.Settled()
    yield from lose_step(state, (task.picks or task.units)[0], "attack")


TASKS = {"read": read_table, "repulsed": repulsed}
"""The tasks of this chapter by name."""
TIES = ("hero", "attacker")
"""The ties that these tasks ask about."""


# ---------------------------------------------------------------- offers


def offered_attacks(state: State, unit: int | None) -> Iterator[Group]:
    """For each hex next to infantry: each stack, all units that act for nothing, all that can be paid for; with naval
    fire and without.
    """
    able = [one for one in sorted(state.units) if why_not_fight(state, one) is None]
    around = state.board.grid.adjacent_rows
    near = {hex_ for one in able if state.profile(one).infantry for hex_ in around[state.units[one].hex]}
    for target in sorted(near & state.now.forces.keys() - state.now.fought.keys()):
        parties = [party for party in _parties(state, able, target) if unit is None or unit in party]
        naval = (False, True) if state.now.naval else (False,)
        orders = [od.Attack(target, party, ships) for party in dict.fromkeys(parties) for ships in naval]
        yield [order for order in orders if why_not_attack(state, order) is None]


def _parties(state: State, able: Sequence[int], target: HexId) -> Iterator[Ids]:
    joining = [one for one in able if why_not_join(state, target, one, able) is None]
    stacks: dict[HexId, list[int]] = {}
    for one in joining:
        stacks.setdefault(state.units[one].hex, []).append(one)
    yield from (tuple(stack) for stack in stacks.values())
    party = {one for one in joining if is_free(state, one)}
    yield tuple(sorted(party))
    for stack in sorted(stacks.values(), key=lambda stack: -sum(state.strength(one) for one in stack)):
        if why_not_pay(state, price(state, party.union(stack))) is None:
            party.update(stack)
    yield tuple(sorted(party))
