"""Steps lost (OMA-6.32, OMA-13.1): units and leaders that are hit, heroes that stand in, catastrophic losses."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wab.engine.kernel.events import Event
from wab.hexes import OFF_MAP
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.asking import ask, due
from wab.systems.omaha.state.board import DIVISIONS
from wab.systems.omaha.state.state import DEAD, HERO, INSPIRED, State, Unit, turn_box
from wab.systems.omaha.state.steps import Task

FIRE = ("fire", "guns", "infiltration")
"""Causes that are German fire: a hero may die in place of the unit, which loses one step a phase (OMA-11.14-1)."""
UNIT, STANDS_IN = 0, 1
"""The answers to the question of a sacrifice."""


def dead(unit: Unit) -> Unit:
    """A unit that is lost; its hero leaves with it (OMA-11.11-1)."""
    return Unit(unit.id, box=DEAD, command=unit.command)


def lose_step(state: State, unit: int, why: str) -> Iterator[Event]:
    """A unit loses a step (OMA-6.32-1), unless its hero may die for it, which the player decides (OMA-11.14-1)."""
    hit = state.unit(unit)
    if why in FIRE and hit.steps == 1 and hit.hero == HERO:
        yield due(Task("sacrifice", units=(unit,), at=(why,)))
    else:
        yield ev.UnitChanged(weaker(state, unit, why), why)


def weaker(state: State, unit: int, why: str) -> Unit:
    """A unit after the loss of a step (OMA-2.21-4)."""
    hit = state.unit(unit)
    if hit.steps == 1:
        return dead(hit)
    return replace(hit, steps=hit.steps - 1, hit=hit.hit or why in FIRE)


def sacrifice(state: State, task: Task) -> Iterator[Event]:
    """Ask if the hero of a unit with one step dies in its place (OMA-11.14-1), and inspires it (OMA-11.15-1)."""
    (unit,) = task.units
    if not task.picks:
        yield ask("sacrifice", (UNIT, STANDS_IN), unit)
        return
    yield ev.Settled()
    hit = state.unit(unit)
    lost = replace(hit, hero=INSPIRED, hit=True) if task.picks[0] == STANDS_IN else dead(hit)
    yield ev.UnitChanged(lost, task.at[0])


def eliminate(state: State, unit: int, why: str) -> Iterator[Event]:
    """A unit or leader is lost at once, with all its steps (OMA-13.1-3)."""
    yield ev.UnitChanged(dead(state.unit(unit)), why)


def delayed(state: State, unit: int) -> Unit:
    """A unit that goes to the turn track, two turns ahead (OMA-5.11-2)."""
    turn = state.turn + state.board.tables.limits.delay
    return replace(state.unit(unit), hex=OFF_MAP, box=turn_box(turn), late=True, disrupted=False, climb="")


def hit_leader(state: State, leader: int) -> Iterator[Event]:
    """A hero dies and leaves the unit inspired (OMA-11.4-2), an HQ goes back to sea (OMA-11.4-3), a general is wounded,
    then killed (OMA-11.4-4). A command post is an HQ again (OMA-18.33-1).
    """
    hit = state.unit(leader)
    match state.profile(leader).leader:
        case "hq" if leader in state.now.posts:
            yield ev.PostSet(leader, -1)
        case "hq":
            yield ev.UnitChanged(delayed(state, leader), "star")
        case "general" if not hit.wounded:
            yield ev.UnitChanged(replace(hit, wounded=True), "star")
        case "general":
            yield ev.UnitChanged(dead(hit), "star")
        case _:
            yield ev.UnitChanged(replace(hit, hero=INSPIRED), "star")


def is_catastrophe(state: State) -> bool:
    """Check if a division has reached the catastrophic level (OMA-2.1-24, OMA-13.1-1, OMA-20.1-1)."""
    return any(state.losses(division) >= state.board.tables.limits.catastrophe[state.late] for division in DIVISIONS)
