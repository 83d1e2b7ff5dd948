"""The combat phase: attacks laid out one by one, carpet bombing, defending forces (BLD-7-1 to BLD-7-23, BLD-12)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Group, Refusal
from wab.engine.words.text import Text
from wab.hexes import HexId
from wab.systems.blind.combat.lines import attacking_force, defensive_force, origins
from wab.systems.blind.state import events as ev
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.board import enemy_of
from wab.systems.blind.state.state import State
from wab.systems.blind.state.steps import Fire, Shown, Table
from wab.systems.blind.units.support import attacking_forces, ships_in_reach

_NO_ATTACK = Refusal(Text("No attack on this hex was announced."), ("BLD-7-1",), code="no-attack")
_BOMBED_FIRST = Refusal(
    Text("The attack on the hex that was bombed comes first."), ("BLD-12-23", "BLD-7-2"), code="bombed-first"
)
_NO_SHIP = Refusal(
    Text("That ship cannot support that force: it reaches no such target, or serves the other army group."),
    ("BLD-13-3", "BLD-13-4", "BLD-13-7", "BLD-13-9"),
    code="no-ship",
)
_LEFT = Refusal(Text("Attacks are still to be resolved."), ("BLD-7-50",), code="attacks-left")
_NO_BOMBS = Refusal(
    Text("No bombers with this fire power are left this turn."),
    ("BLD-12-16", "BLD-12-19", "BLD-12-25"),
    code="no-bombs",
)
_NOT_THERE = Refusal(
    Text("Bombs fall on an enemy hex; a second raid falls next to the first."),
    ("BLD-12-18", "BLD-12-19"),
    code="no-target",
)
_MOST_WAYS = 6


def announced(state: State) -> list[HexId]:
    """The hexes on which attacks were announced and not yet resolved: both sides know them (BLD-7-1)."""
    return [hex_ for hex_, attacks in state.now.contacts.items() if attacks]


def why_not_done(state: State, order: od.Done) -> Refusal | None:
    """All that was declared attacks (BLD-7-50)."""
    return _LEFT if attacking_forces(state) else None


# ---------------------------------------------------------------- laying out


def why_not_fight(state: State, order: od.Fight) -> Refusal | None:
    """In any order of hexes (BLD-7-2), save that bombs come right before the attack (BLD-12-23)."""
    forces = [origin for target, origin in attacking_forces(state) if target == order.target]
    if not forces:
        return _NO_ATTACK
    if state.now.must not in (-1, order.target):
        return _BOMBED_FIRST
    if not order.ship:
        return None if order.origin == -1 else _NO_SHIP
    return None if order.ship in _ships_for(state, order.target, order.origin) else _NO_SHIP


def _ships_for(state: State, target: HexId, origin: HexId) -> list[str]:
    """The ships that can support an attacking force: of the army group of one of its units (BLD-13-3, BLD-13-4)."""
    units = attacking_forces(state).get((target, origin), []) if state.now.side == "allied" else []
    accounts = sorted({state.profile(unit).account for unit in units})
    return [ship for account in accounts for ship in ships_in_reach(state, target, account)]


def shown(state: State, unit: int) -> Shown:
    """A unit as it is laid on the table."""
    one = state.units[unit]
    return Shown(unit, one.hex, one.steps, one.turned)


def execute_fight(state: State, order: od.Fight) -> Iterator[Event]:
    """Attackers are laid out with their hexes (BLD-7-3, BLD-7-4), then all units in the hex are shown (BLD-7-5)."""
    forces = {origin: units for (target, origin), units in attacking_forces(state).items() if target == order.target}
    yield ev.TableOpened(
        order.target,
        tuple(shown(state, unit) for units in forces.values() for unit in units),
        tuple(shown(state, unit) for unit in state.stacks.get(order.target, ())),
        order.ship,
        order.origin,
        tuple(origin for target, origin in state.now.offered if target == order.target),
    )


def offered_fights(state: State, unit: int | None) -> Iterator[Group]:
    """Each attack, with each ship that could support one of its forces."""
    found: dict[od.Fight, None] = {}
    for target, origin in attacking_forces(state):
        if state.now.must in (-1, target):
            found[od.Fight(target)] = None
            found |= {od.Fight(target, ship, origin): None for ship in _ships_for(state, target, origin)}
    if unit is None:
        yield list(found)


# ---------------------------------------------------------------- carpet bombing


def bombs_left(state: State) -> list[int]:
    """The fire powers of the bombers of the turn that are left (BLD-12-16); they cannot be saved (BLD-12-25)."""
    return list(state.board.row(state.now.turn).carpet[len(state.now.bombed) :])


def why_not_bomb(state: State, order: od.Bomb) -> Refusal | None:
    """On an enemy hex (BLD-12-18), the second next to the first (BLD-12-19), at any moment of the phase (BLD-12-20)."""
    if order.power not in bombs_left(state)[:1]:
        return _NO_BOMBS
    if state.now.must >= 0:
        return _BOMBED_FIRST
    board, first = state.board, state.now.bombed
    enemy = order.hex in board.grid and state.holds("axis", order.hex)
    beside = not first or (enemy and board.grid.are_adjacent(order.hex, first[0]))
    return None if enemy and beside else _NOT_THERE


def execute_bomb(state: State, order: od.Bomb) -> Iterator[Event]:
    """The units in the hex are shown and do not fire; a die on line 0 says what they lose (BLD-12-17, BLD-12-21)."""
    there = tuple(shown(state, unit) for unit in state.stacks.get(order.hex, ()))
    yield ev.TableOpened(order.hex, (), there, bombs=order.power)
    table = state.board.tables.combat
    rolled = state.dice.roll("bombs", Text("carpet bombing"))
    yield rolled
    steps = table.row(table.carpet_line, order.power)[rolled.total - 1]
    yield ev.Fired(Fire("allied", -1, order.power, table.carpet_line, rolled.total, steps))
    if not there:
        yield ev.TableClosed()


def offered_bombs(state: State, unit: int | None) -> Iterator[Group]:
    """Hexes under attack, and enemy hexes next to own units."""
    left = bombs_left(state)
    if unit is None and left:
        near = {there for one in state.units_of("allied") for there in state.board.grid.adjacent(one.hex)}
        orders = (od.Bomb(hex_, left[0]) for hex_ in sorted({*near, *announced(state)}))
        yield [order for order in orders if why_not_bomb(state, order) is None]


# ---------------------------------------------------------------- defending forces


_NO_FORCES = Refusal(
    Text("A defending force holds 2 RE at most, of units that can fire, one for each hex from which the attack comes."),
    ("BLD-7-6", "BLD-7-23"),
    code="no-forces",
)
_NO_HELP = Refusal(
    Text("So many air units, or that ship, cannot support these forces."), ("BLD-12-13", "BLD-13-9"), code="no-support"
)


def defender(state: State) -> str:
    """The side that defends: out of turn."""
    return enemy_of(state.now.side)


def can_fire(state: State) -> list[int]:
    """The units in the hex that may be in a defending force: none that was in reserve or came by retreat (BLD-7-23,
    BLD-4-34, BLD-7-40).
    """
    return [one.unit for one in state.table.defenders if not state.units[one.unit].silent]


def forces_by_themselves(state: State) -> Iterator[Event] | None:
    """No question in an empty hex (BLD-7-49), nor for a lone German unit, which fires if it can (BLD-7-22)."""
    table = state.table
    if table.defenders and not (len(table.defenders) == 1 and defender(state) == "axis"):
        return None
    return _form(state, od.Form(tuple((unit,) for unit in can_fire(state))))


def why_not_form(state: State, order: od.Form) -> Refusal | None:
    """At most a force for each attacking hex, of 2 RE, each unit in one (BLD-7-6, BLD-7-7)."""
    table, able = state.table, can_fire(state)
    units = [unit for force in order.forces for unit in force]
    most = state.board.tables.limits.force
    sound = (
        len(order.forces) <= len(origins(table))
        and len(units) == len(set(units))
        and set(units) <= set(able)
        and all(force and list(force) == sorted(force) for force in order.forces)
        and all(sum(map(state.re, force)) <= most for force in order.forces)
    )
    if not sound:
        return _NO_FORCES
    if len(table.defenders) == 1 and len(units) < len(able):
        return _NO_FORCES  # BLD-7-22: a lone unit fires
    return _why_not_help(state, order)


def _why_not_help(state: State, order: od.Form) -> Refusal | None:
    """Defensive support: an air unit a force (BLD-12-11), one ship for the first of them (BLD-13-9)."""
    if not 0 <= order.air <= min(len(order.forces), state.now.air if defender(state) == "allied" else 0):
        return _NO_HELP
    if not order.ship:
        return None
    first = order.forces[0] if order.forces else ()
    return None if defender(state) == "allied" and order.ship in _ships_of_force(state, first) else _NO_HELP


def _ships_of_force(state: State, force: tuple[int, ...]) -> list[str]:
    accounts = sorted({state.profile(unit).account for unit in force})
    return [ship for account in accounts for ship in ships_in_reach(state, state.table.target, account)]


def execute_form(state: State, order: od.Form) -> Iterator[Event]:
    """The forces fire one by one (BLD-7-10, BLD-7-12)."""
    return _form(state, order)


def _form(state: State, order: od.Form) -> Iterator[Event]:
    yield ev.ForcesFormed(order.forces, order.air, order.ship)
    table = state.table
    for number in range(len(table.forces)):
        force = defensive_force(state, table, number)
        yield from fire(state, defender(state), number, force.power, force.line, force.causes)


def fire(state: State, side: str, number: int, power: int, line: int, causes: tuple[object, ...]) -> Iterator[Event]:
    """A die of six sides (BLD-1-4) crossed with the fire power on its line (BLD-7-12, BLD-7-24); no power, no fire
    (BLD-7-27).
    """
    if power <= 0:
        return
    rolled = state.dice.roll("combat", Text("fire"))
    yield rolled
    steps = state.board.tables.combat.row(line, power)[rolled.total - 1]
    yield ev.Fired(Fire(side, number, power, line, rolled.total, steps, causes))  # type: ignore[arg-type]  # shifts


def attackers_fire(state: State) -> Iterator[Event]:
    """Then each attacking force fires with what is left (BLD-7-10, BLD-7-16, BLD-7-48)."""
    table = state.table
    for origin in origins(table):
        force = attacking_force(state, table, origin)
        yield from fire(state, state.now.side, origin, force.power, force.line, force.causes)


def offered_forces(state: State, unit: int | None) -> Iterator[Group]:
    """Up to six ways to form forces, each also with all the support that it can have."""
    if unit is not None:
        return
    found: dict[od.Form, None] = {}
    for forces in _ways_to_form(state, state.table):
        found[od.Form(forces)] = None
        air = min(len(forces), state.now.air if defender(state) == "allied" else 0)
        ships = _ships_of_force(state, forces[0]) if forces and defender(state) == "allied" else []
        if air or ships:
            found[od.Form(forces, air, ships[0] if ships else "")] = None
    yield [order for order in found if why_not_form(state, order) is None]


def _ways_to_form(state: State, table: Table) -> list[tuple[tuple[int, ...], ...]]:
    """The strongest ways first, then fewer forces, then none."""
    able = sorted(can_fire(state), key=lambda unit: (-state.profile(unit).fire(state.units[unit].steps), unit))
    most = state.board.tables.limits.force
    singles = [(unit,) for unit in able]
    pairs = [tuple(sorted(pair)) for pair in combinations(able, 2) if sum(map(state.re, pair)) <= most]
    count = len(origins(table))
    ways: dict[tuple[tuple[int, ...], ...], None] = {}
    for size in range(min(count, len(able)), 0, -1):
        for way in combinations([*pairs, *singles], size):
            if len({unit for force in way for unit in force}) == sum(map(len, way)):
                ways[tuple(sorted(way))] = None
            if len(ways) >= _MOST_WAYS:
                break
    return [*list(ways)[:_MOST_WAYS], ()]
