"""Events (OMA-24): the band of the turn on an event card, verb by verb."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from msgspec.structs import replace

from wab.content.omaha.shapes import HOME
from wab.engine.kernel.events import Event
from wab.field.priorities import foremost
from wab.hexes import HexId
from wab.systems.omaha.combat import armour, fire_phase, german_actions, german_arrivals
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.asking import ask, draw_card, due
from wab.systems.omaha.state.pools import kind_of
from wab.systems.omaha.state.state import HERO, State, Unit
from wab.systems.omaha.state.steps import Task
from wab.systems.omaha.units.losses import lose_step

_ONE_A_SECTOR, _ONE = 1, 2
"""The rockets hit a unit in each sector the first time, one on the map the second time (OMA-24-3)."""


def draw_event(state: State, task: Task) -> Iterator[Event]:
    """Draw an event card; its band of this turn applies (OMA-4-3)."""
    yield ev.Settled()
    card = yield from draw_card(state, "event")
    band = state.board.card(card).event(state.turn)
    if band is not None:
        verbs = state.board.tables.events[band.event]
        yield due(*(Task("happen", sector=verb, at=(band.event, *band.at)) for verb in verbs))


def happen(state: State, task: Task) -> Iterator[Event]:
    """Carry out a verb; `sector` of the task names it, `at` the event and its places."""
    yield from _VERBS[task.sector](state, task)


def _naval(state: State, task: Task) -> Iterator[Event]:
    yield ev.Settled()
    yield ev.Happened("naval")


def _reinforce(state: State, task: Task) -> Iterator[Event]:
    """A reinforcement in each zone named (OMA-9.3-1)."""
    yield ev.Settled()
    yield due(Task("reinforce", at=task.at[1:]))


def _marker(state: State, task: Task) -> Iterator[Event]:
    """A reserve marker in each sector named (OMA-9.2-1)."""
    yield ev.Settled()
    sectors = [sector for sector in task.at[1:] if sector in state.board.sectors]
    if sectors:
        yield due(Task("add_marker", at=tuple(sectors)))


def _hero(state: State, task: Task) -> Iterator[Event]:
    """A hero for a unit of the division, as the player chooses (OMA-11.11-1); none if there is no hero or no unit left
    (OMA-11.11-2). A reserve marker of the same event comes in the sector of the unit (OMA-9.23-1).
    """
    division = task.at[1]
    able = [
        unit.id
        for unit in sorted(state.units.values(), key=lambda unit: unit.id)
        if (profile := state.profile(unit.id)).division == division and not profile.leader and not unit.hero
    ]
    if not state.now.heroes.get(division) or not able:
        yield ev.Settled()
        return
    if len(able) > 1 and not task.picks:
        yield ask("new_hero", able)
        return
    yield ev.Settled()
    unit = task.picks[0] if task.picks else able[0]
    yield ev.Happened("hero", division, unit)
    yield ev.UnitChanged(replace(state.units[unit], hero=HERO), "hero")
    after = state.agenda[0] if state.agenda else None
    if isinstance(after, Task) and after.sector == "hero_marker":
        yield ev.Settled()
        yield due(Task("add_marker", sector=state.board.sector(state.units[unit].hex)))


def _hero_marker(state: State, task: Task) -> Iterator[Event]:
    """Without a hero the marker comes in the sector of the division."""
    yield ev.Settled()
    sector = HOME["1st" if task.at[1] == "1st" else "29th"]
    if sector in state.board.sectors:
        yield due(Task("add_marker", sector=sector))


def _rockets(state: State, task: Task) -> Iterator[Event]:
    """Screaming Meemies (OMA-24-3): they are counted, and fire while the rocket unit stands undisrupted."""
    yield ev.Settled()
    yield ev.Happened("rockets")
    able = any(kind_of(force.unit) == "rocket" and not force.disrupted for force in state.now.forces.values())
    if able and state.now.rockets == _ONE_A_SECTOR:
        yield due(*(Task("rocket", sector=sector) for sector in state.board.sectors))
    elif able and state.now.rockets == _ONE:
        yield due(Task("rocket"))


def rocket(state: State, task: Task) -> Iterator[Event]:
    """The unit with most steps on a beach hex, of a sector or of the map, loses a step."""
    sand = [unit for unit in state.units.values() if state.board.beach[unit.hex] and unit.steps]
    exposed = [unit for unit in sand if task.sector in ("", state.board.sector(unit.hex))]
    most = sorted(unit.id for unit in foremost(exposed, lambda unit: -unit.steps))
    if len(most) > 1 and not task.picks:
        yield ask("rockets", most)
        return
    yield ev.Settled()
    for unit in task.picks or most:
        yield ev.Fired(unit)
        yield from lose_step(state, unit, "rockets")


def _meyer(state: State, task: Task) -> Iterator[Event]:
    yield ev.Settled()
    yield ev.Happened("meyer")
    yield from german_arrivals.release_meyer(state)
    yield from armour.enter(state)


def _smoke(state: State, task: Task) -> Iterator[Event]:
    """Burning grass on a pavilion or high hex of the sector next to a US unit, as the player chooses (OMA-T-EVENTS)."""
    hexes = smoke_hexes(state, task.at[1])
    if len(hexes) > 1 and not task.picks:
        yield ask("smoke", hexes)
        return
    yield ev.Settled()
    for hex_ in (task.picks or hexes)[:1]:
        yield ev.Happened("smoke", task.at[1], hex=hex_)


def smoke_hexes(state: State, sector: str) -> tuple[HexId, ...]:
    """The hexes of a sector where grass can burn."""
    board = state.board
    land = np.flatnonzero(~board.beach & ~board.content.map.is_terrain("sea", "draw")).tolist()
    beside = {there for unit in state.units.values() for there in board.grid.adjacent(unit.hex)}
    return tuple(hex_ for hex_ in land if hex_ in beside and board.sector(hex_) == sector)


def _guns(state: State, task: Task) -> Iterator[Event]:
    """German guns of a sector hit without regard to symbols, if one can fire (OMA-T-EVENTS)."""
    yield ev.Settled()
    sector = task.at[1]
    if sector in state.board.sectors and fire_phase.guns_alive(state, sector):
        yield due(Task("guns", sector=sector, at=("event",)))


def _limit(state: State, task: Task) -> Iterator[Event]:
    """Something is limited until the end of the turn: actions of a sector, radios, German ammunition, an HQ."""
    yield ev.Settled()
    name, *places = task.at
    for place in places or [""]:
        yield ev.Happened("limit", f"{name} {place}".strip())


def _rally(state: State, task: Task) -> Iterator[Event]:
    """All units next to an HQ or a general lose their disrupted markers (OMA-T-EVENTS)."""
    yield ev.Settled()
    yield ev.Happened("rally")
    for unit in sorted(state.units):
        if state.units[unit].disrupted and _is_near_leader(state, state.units[unit]):
            yield ev.UnitChanged(replace(state.units[unit], disrupted=False), "rally")


def _is_near_leader(state: State, unit: Unit) -> bool:
    return any(state.leaders_in(hex_) for hex_ in (unit.hex, *state.board.grid.adjacent(unit.hex)))


def _reorganise(state: State, task: Task) -> Iterator[Event]:
    """Up to two counters leave the loss box of a division (OMA-13.12-1)."""
    yield ev.Settled()
    for _ in range(min(state.losses(task.at[1]), state.board.tables.limits.reorganised)):
        yield ev.Happened("reorganise", task.at[1])


def _stragglers(state: State, task: Task) -> Iterator[Event]:
    yield ev.Settled()
    yield from german_actions.stragglers(state)


_VERBS: dict[str, Callable[[State, Task], Iterator[Event]]] = {
    "naval": _naval,
    "reinforce": _reinforce,
    "marker": _marker,
    "hero": _hero,
    "hero_marker": _hero_marker,
    "rockets": _rockets,
    "meyer": _meyer,
    "smoke": _smoke,
    "guns": _guns,
    "limit": _limit,
    "rally": _rally,
    "reorganise": _reorganise,
    "stragglers": _stragglers,
}
TASKS = {"event": draw_event, "happen": happen, "rocket": rocket}
TIES = ("new_hero", "rockets", "smoke")
