"""Advances along printed arrows (OMA-16.8 to OMA-16.86)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wab.content.omaha.shapes import CardRow
from wab.engine.kernel.events import Event
from wab.hexes import HexId
from wab.systems.omaha.combat.fire import matching, targets, terms
from wab.systems.omaha.combat.german_actions import action_of, disrupt, in_order, is_engaged, transfer
from wab.systems.omaha.ground.terrain import is_flooded, way
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.asking import ask, due
from wab.systems.omaha.state.board import Board, Position
from wab.systems.omaha.state.state import HERO, State, Unit
from wab.systems.omaha.state.steps import Hexes, Task
from wab.systems.omaha.units.losses import eliminate, lose_step


def destination(state: State, place: Position) -> Position | None:
    """Return where a unit tries to advance, None if it does not (OMA-16.8-1, OMA-16.8-3, OMA-16.81-1).

    The first of its arrows that leads to no German unit (OMA-16.86-1). With US units in its field only a force with a
    marker tries, unrevealed or of the 352nd Division.
    """
    force, positions = state.now.forces[place.hexes[0]], state.board.positions
    free = [positions[name] for name in place.arrows if name in positions]
    free = [one for one in free if not any(hex_ in state.now.forces for hex_ in one.hexes)]
    if is_engaged(state, place):
        of_352nd = not force.seen or state.board.counters[force.unit].row.division == "352"
        if force.marker is None or not of_352nd:
            return None
    return free[0] if free else None


def fires(state: State, place: Position, card: CardRow) -> bool:
    """Check if a position fires by the summary: told to, after resupply, or because it does not advance."""
    action = action_of(state, place, card)
    return action in ("fire", "resupply") or (action == "advance" and destination(state, place) is None)


def path(board: Board, origin: HexId, target: HexId) -> Hexes:
    """Return the hexes on all shortest ways to a position, without the first one (OMA-16.82-1)."""
    distance = board.grid.distance
    between = [one for one in board.grid.adjacent(origin) if distance(one, target) == distance(origin, target) - 1]
    return tuple(sorted({*between, target}))


def advance_all(state: State, task: Task) -> Iterator[Event]:
    """Advances come after all other actions of a sector (OMA-16.85-1), the highest number first."""
    yield ev.Settled()
    found = in_order(state, task.sector, state.board.card(task.card), lambda action: action == "advance")
    yield due(*(Task("advance", sector=task.sector, card=task.card, at=(place.id,)) for place, _ in found))


def advance(state: State, task: Task) -> Iterator[Event]:
    """A unit advances: at once if the path is free (OMA-16.82-2), else against the units on it. Some of them are
    disrupted first (OMA-16.82-3); a defence of seven repels it (OMA-16.82-4).
    """
    yield ev.Settled()
    place, card = state.positions[task.at[0]], state.board.card(task.card)
    target = destination(state, place) if action_of(state, place, card) == "advance" else None
    if target is None:
        return
    yield from against(state, task, place.hexes[0], target.hexes[0])


def against(state: State, task: Task, origin: HexId, target: HexId) -> Iterator[Event]:
    """Germans advance from a hex to another on a card (OMA-16.82-2 to OMA-16.82-4)."""
    route, card = path(state.board, origin, target), state.board.card(task.card)
    units, ways = _on(state, route), (origin, target)
    if units:
        shown = matching(targets(state), card.target, terms(state))
        yield from disrupt((unit for unit in units if _gives_way(state, unit, shown)), "advance")
        if defence(state, route) < state.board.tables.actions.repelled:
            yield due(Task("overrun", hexes=ways))
    else:
        yield due(Task("push", hexes=ways))


def _on(state: State, route: Hexes) -> list[Unit]:
    return [unit for hex_ in route for unit in state.us_in(hex_)]


def _gives_way(state: State, unit: Unit, shown: frozenset[int]) -> bool:
    profile = state.profile(unit.id)
    return unit.id in shown or not (profile.infantry or profile.type == "tank")


def defence(state: State, route: Hexes) -> int:
    """Return the strength of a path: of units that are not disrupted, twice in bocage and buildings (OMA-16.82-4), and
    one for each hero (OMA-16.84-1).
    """
    able = [unit for unit in _on(state, route) if not unit.disrupted]
    doubled = {unit.id: state.board.terrain[unit.hex] in ("bocage", "building") for unit in able}
    return sum(state.strength(unit.id) * (1 + doubled[unit.id]) + (unit.hero == HERO) for unit in able)


def overrun(state: State, task: Task) -> Iterator[Event]:
    """A unit on the path loses a step; the player says which (OMA-16.82-5)."""
    units = [unit.id for unit in _on(state, path(state.board, *task.hexes))]
    if len(units) > 1 and not task.picks:
        yield ask("victim", units)
        return
    yield ev.Settled()
    yield due(Task("push", hexes=task.hexes))
    yield from lose_step(state, (task.picks or units)[0], "advance")


def push(state: State, task: Task) -> Iterator[Event]:
    """US units and leaders leave the hex to which Germans come, as the player says (OMA-16.82-5); a unit that finds no
    hex is lost (OMA-16.82-6). A garrison there is removed (OMA-16.8-2, OMA-19.3-4).
    """
    origin, target = task.hexes
    picks, goes = list(task.picks), dict[int, HexId | None]()
    for unit in state.stack(target):
        open_ = _ways_out(state, unit, path(state.board, origin, target))
        if len(open_) > 1 and not picks:
            yield ask("push", open_, unit.id, target)
            return
        goes[unit.id] = picks.pop(0) if len(open_) > 1 else next(iter(open_), None)
    yield ev.Settled()
    for unit_id, there in goes.items():
        if there is None:
            yield from eliminate(state, unit_id, "advance")
        else:
            yield ev.UnitChanged(replace(state.units[unit_id], hex=there), "advance")
    yield from transfer(state, origin, target, "advance")
    if target in state.now.garrisons:
        yield ev.GarrisonSet(target, stands=False)


def _ways_out(state: State, unit: Unit, route: Hexes) -> list[HexId]:
    board, moves = state.board, state.profile(unit.id).row.moves
    near = [one for one in board.grid.adjacent(unit.hex) if one not in route and one not in state.now.forces]
    return [one for one in near if way(state, moves, unit.hex, one) in ("yes", "climb") and not is_flooded(state, one)]


TASKS = {"advances": advance_all, "advance": advance, "overrun": overrun, "push": push}
"""The tasks of this chapter by name."""
TIES = ("push",)
"""The ties of its own that it asks about; "victim" is shared."""
