"""The German fire of a sector (OMA-6, OMA-4-4): positions, leaders, guns, recovery; each a task of the agenda."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wab.engine.kernel.events import Event
from wab.systems.omaha.combat import advance, armour, german_actions
from wab.systems.omaha.combat.artillery import active_batteries, calibres, exposed, fires, victims
from wab.systems.omaha.combat.fields import fields_in
from wab.systems.omaha.combat.fire import leader_hits, matching, shooters, spare, targets, terms, volley
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.asking import ask, draw_card, due
from wab.systems.omaha.state.state import HERO, State
from wab.systems.omaha.state.steps import Task
from wab.systems.omaha.units.losses import hit_leader, lose_step

EARLY = ("volley", "guns", "recover")
LATE = ("resupply", "volley", "act", "guns", "advances", "armour", "recover")
"""The tasks of a fire card in their order; recovery ends it (OMA-6.4-2, OMA-16-9)."""
EVENT = "event"
"""The mark of a task "guns" that an event card calls (OMA-24-1)."""


# ---------------------------------------------------------------- tasks


def fire(state: State, task: Task) -> Iterator[Event]:
    """Draw the fire card of a sector (OMA-6-1, OMA-6-3); from turn 17 its icons name actions (OMA-16-1)."""
    yield ev.Settled()
    card = yield from draw_card(state, "fire", task.sector)
    names = LATE if state.acts else EARLY
    yield due(*(Task(name, sector=task.sector, card=card) for name in names))


def fire_of_positions(state: State, task: Task) -> Iterator[Event]:
    """The positions of the card's colours fire (OMA-6.3-1); the player breaks ties between units (OMA-6.31-3)."""
    board, card = state.board, state.board.card(task.card)
    fields, rules = fields_in(state), terms(state)
    firing = shooters(fields, card, task.sector, state.now.forces, rules)
    if state.acts:
        firing = [one for one in firing if advance.fires(state, state.positions[one.position], card)]
    found = volley(fields, board.tables.fire, firing, targets(state), card.target, rules, task.picks)
    if found.tie:
        yield ask("victim", found.tie)
        return
    yield ev.Settled()
    if room := spare(firing, found.eligible):
        yield due(Task("star", sector=task.sector, at=tuple(room), units=tuple(room.values())))
    for hit in found.hits:
        yield ev.Fired(hit.unit, hit.position, hit.level)
        if hit.effect.step:
            yield from lose_step(state, hit.unit, "fire")
        if hit.effect.disrupts and hit.unit in state.units:
            yield ev.UnitChanged(replace(state.units[hit.unit], disrupted=True), "fire")


def fire_on_leaders(state: State, task: Task) -> Iterator[Event]:
    """Positions with a star hit leaders with what they have to spare (OMA-11.4-1, OMA-11.41-1), and never
    disrupt them (OMA-11.42-1)."""
    units = sorted(state.units.values(), key=lambda unit: unit.id)
    leaders = {unit.id: unit.hex for unit in units if state.profile(unit.id).leader or unit.hero == HERO}
    room = dict(zip(task.at, task.units, strict=True))
    hit, tie = leader_hits(fields_in(state), room, leaders, state.now.smoke, task.picks)
    if tie:
        yield ask("leader", tie)
        return
    yield ev.Settled()
    for leader in hit:
        yield from hit_leader(state, leader)


def guns_alive(state: State, sector: str) -> bool:
    """Check if a German gun of a sector can fire at this moment."""
    return terms(state).guns and bool(calibres(state, sector, active_batteries(state)))


def fire_of_guns(state: State, task: Task) -> Iterator[Event]:
    """The artillery of a sector hits one unit with the card's symbol (OMA-6.5-2, OMA-6.5-3); called by an event, any
    unit, if a gun can fire at all.
    """
    card = None if EVENT in task.at else state.board.card(task.card)
    if card is None:
        fired = guns_alive(state, task.sector)
    else:
        fired = fires(card.guns, calibres(state, task.sector, state.now.batteries), terms(state))
    matches = matching(targets(state), card.target, terms(state)) if card else frozenset()
    hit = victims(exposed(state, task.sector), card.target if card else None, matches) if fired else []
    if len(hit) > 1 and not task.picks:
        yield ask("victim", hit)
        return
    yield ev.Settled()
    if fired and state.late:
        yield ev.Shelled(task.sector)
    for unit in task.picks or hit:
        yield ev.Fired(unit)
        yield from lose_step(state, unit, "guns")


def recover(state: State, task: Task) -> Iterator[Event]:
    """Germans of the card's colours in the sector are no longer disrupted (OMA-6.4-2)."""
    yield ev.Settled()
    card = state.board.card(task.card)
    if state.bombarded and state.turn == state.first:  # OMA-22.1-5
        return
    for hex_, force in state.now.forces.items():
        position = state.place_at(hex_)
        if force.disrupted and position and position.sector == task.sector and card.sign(position.colour):
            yield ev.ForceChanged(hex_, replace(force, disrupted=False), why="recovery")


TASKS = {
    "fire": fire,
    "volley": fire_of_positions,
    "star": fire_on_leaders,
    "guns": fire_of_guns,
    "recover": recover,
    **german_actions.TASKS,
    **advance.TASKS,
    **armour.TASKS,
}
"""The tasks of this chapter by name."""

TIES = ("victim", "leader", *advance.TIES)
"""The ties that these tasks ask about."""
