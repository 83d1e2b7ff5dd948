"""Properties asked of a player in a position. A property reads a game and answers with a share from 0 to 1, or None
when the question did not arise in that game; how things may be called in `values` is its signature.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from statistics import median
from typing import Any

import numpy as np

from ai.operations.analysis.supply import lifeline, prices
from tests.ai.gym.room import Value
from tests.ai.gym.story import Step, Story, alive, attacks, in_supply, units_of
from wab.systems.operations.combat.bombardment import preview_bombardment
from wab.systems.operations.state.board import enemy_of
from wab.systems.operations.state.events import (
    Activated,
    Advanced,
    Bombarded,
    CombatJoined,
    LostHp,
    Moved,
    Reconstituted,
    Removed,
    SquadronFlew,
)
from wab.systems.operations.state.orders import Attack, Bombard, Move
from wab.systems.operations.state.state import State
from wab.systems.operations.units.reconstitution import in_contact, points_of_turn
from wab.systems.operations.units.strength import attack_value, defence_value, is_worn

# ------------------------------------------------------------------------------------------------- ground


def taken(story: Story, at: str, by: int, attack_by: int = 99) -> Value:
    """The hex is ours at the end of a turn, and the first attack of the game was not later than `attack_by`."""
    first = next((step.turn for step, _ in attacks(story.own())), 99)
    ours = story.after(by).controls(story.side, story.hex(at))
    return float(ours and (first <= attack_by or attack_by == 99))


def kept(story: Story, at: str) -> Value:
    """The hex was ours at the end of every turn."""
    return float(all(state.controls(story.side, story.hex(at)) for state in story.ends.values()))


def manned(story: Story, at: str, by: int) -> Value:
    """A fighter of ours stood in the hex each time that we had finished, up to a turn."""
    ends = [state for state in story.own_ends() if state.turn <= by]
    return float(all(any(unit.hex == story.hex(at) for unit in units_of(state, story.side)) for state in ends))


def goes_straight(story: Story) -> Value:
    """In no impulse did a unit end a move in a hex in which it had stood before in that impulse."""
    stood: dict[tuple[int, int, int], set[int]] = {}
    for step in story.own():
        for event in step.events:
            for unit in event.units if isinstance(event, Moved) else ():
                before = stood.setdefault((step.turn, step.before.impulse, unit), set())
                before.add(step.before.units[unit].hex)
                if event.path[-1] in before:  # type: ignore[union-attr]
                    return 0.0
    return 1.0


def not_beaten_at_once(story: Story) -> Value:
    """The enemy did not win by an immediate victory."""
    return float(not (story.outcome.reason == "immediate" and story.outcome.winner != story.side))


def does_not_leave(story: Story, units: str, at: str, radius: int) -> Value:
    """None of the units was sent away: no move or advance of theirs ended farther from a place, beyond a radius."""
    grid, place, guards = story.last.board.grid, story.hex(at), set(story.named(units))
    for step in story.own():
        for event in step.events:
            ids = event.units if isinstance(event, Moved | Advanced) else ()
            for unit in guards & set(ids):
                now = event.path[-1] if isinstance(event, Moved) else event.target  # type: ignore[union-attr]
                before = grid.distance(step.before.units[unit].hex, place)
                if grid.distance(now, place) > max(radius, before):
                    return 0.0
    return 1.0


def beyond(story: Story, column: int, by: int) -> Value:
    """By the end of a turn a unit of ours has been in that column or farther east."""
    cols = story.last.board.grid.cols
    turns = [state for turn, state in story.ends.items() if turn <= by]
    return float(any(unit.hex % cols >= column for state in turns for unit in units_of(state, story.side)))


# ------------------------------------------------------------------------------------------------- attacks


def gives_up(story: Story, at: str, most: int) -> Value:
    """No more assaults on a hex than so many at odds no better than an assault before."""
    columns = [_column(joined.final_ratio) for _, joined in attacks(story.own()) if joined.target == story.hex(at)]
    again = sum(column <= max(columns[:number]) for number, column in enumerate(columns) if number)
    return float(again <= most - 1)


def _column(ratio: str) -> int:
    """A ratio in words as a number that grows with it: "3:1" is 2, "1:2" is -1."""
    first, second = (int(part) for part in ratio.split(":"))
    return first - 1 if first >= second else 1 - second


def no_dry_attacks(story: Story) -> Value:
    """No attack was ordered in which a unit without supply took part."""
    orders = (step for step in story.own() if isinstance(step.order, Attack))
    return float(all(step.before.units[unit].supplied for step in orders for unit in step.order.units))  # type: ignore[attr-defined]


def divisions_together(story: Story) -> Value:
    """Of our attacks, the share that had the bonus of a whole division."""
    bonus = [
        any(s.clause == "OPS-7.4.1-1" and s.value > 0 for s in joined.columns) for _, joined in attacks(story.own())
    ]
    return sum(bonus) / len(bonus) if bonus else None


def supports_used(story: Story, turns: int) -> Value:
    """Of our guns, ships and aircraft that could have fired at an enemy in the first turns, the share that did."""
    could = did = 0
    for turn in range(1, turns + 1):
        steps = list(story.own((turn,)))
        able = set().union(*(_able_to_fire(step.before, story.side) for step in steps[:1])) if steps else set()
        fired = {unit for step in steps for unit in _fired(step)}
        could, did = could + len(able | fired), did + len(fired)
    return did / could if could else None


def _able_to_fire(state: State, side: str) -> set[int]:
    """Guns and ships with a detected enemy in range, and aircraft that can fly while there is any enemy."""
    grid, foes = state.board.grid, units_of(state, enemy_of(side))
    guns = [unit for unit in state.units_of(side) if state.profile(unit.id).is_gun and unit.available]
    able = {g.id for g in guns for foe in foes if grid.distance(g.hex, foe.hex) <= state.profile(g.id).range}
    flying = {s.id for s in state.squadrons_of(side) if s.status == "ready" and not s.flown}
    return able | (flying if foes else set())


def _fired(step: Step) -> Iterable[int]:
    for event in step.events:
        match event:
            case CombatJoined():
                yield from event.supports
            case Bombarded():
                yield from event.units
            case SquadronFlew():
                yield event.squadron


def struck(story: Story, at: list[str], turn: int) -> Value:
    """Every one of these hexes was attacked in a turn."""
    hit = {joined.target for _, joined in attacks(story.own((turn,)))}
    return float(hit >= {story.hex(label) for label in at})


def fire_pays(story: Story, least: float) -> Value:
    """Of our bombardments, the share that was expected to take so many HP."""
    fires = [(step.before, step.order) for step in story.own() if isinstance(step.order, Bombard)]
    worth = [preview_bombardment(before, order).expected_hp >= least for before, order in fires]
    return sum(worth) / len(worth) if worth else 1.0


# ------------------------------------------------------------------------------------------------- supply and pockets


def always_in_supply(story: Story, units: str) -> Value:
    """The units never ended a turn out of supply, and none of them was taken or gave up."""
    group = story.named(units)
    removed = (event for step in story.steps for event in step.events if isinstance(event, Removed))
    taken_alive = any(event.unit in group and event.cause not in ("destroyed", "withdrawn") for event in removed)
    return float(not taken_alive and all(all(in_supply(state, group)) for state in story.ends.values()))


def corridor_kept(story: Story, units: str) -> Value:
    """At the end of none of our turns was the group cut off, nor could the enemy do that by taking a single hex."""
    side, group = story.side, story.named(units)
    for state in story.own_ends():
        hexes = sorted({unit.hex for unit in alive(state, group)})
        every_hex_counts_one = np.minimum(prices(state, side), 1)
        if hexes and lifeline(state, side, hexes, every_hex_counts_one).fragility <= 1:
            return 0.0
    return 1.0


def pocketed(story: Story, units: str, by: int) -> Value:
    """At the end of one of the turns to `by` all of the enemy's units that are alive were out of supply."""
    ends = [in_supply(state, story.named(units)) for turn, state in story.ends.items() if turn <= by]
    return float(any(not any(supplied) for supplied in ends))


def at_a_price(story: Story, units: str) -> Value:
    """In the whole game we lost no more HP than the named enemies."""
    lost = {"own": 0, "named": 0}
    for step in story.steps:
        for event in step.events:
            if isinstance(event, LostHp):
                ours = step.before.side_of(event.unit) == story.side
                lost["own"] += event.hp * ours
                lost["named"] += event.hp * (event.unit in story.named(units))
    gone = [unit for unit in story.named(units) if unit not in story.last.units]
    full = sum(story.last.roster[unit].hp for unit in gone)
    return float(lost["own"] <= max(lost["named"], full))


def relieved(story: Story, units: str, by: int) -> Value:
    """One of our units attacked an enemy next to the cut-off units, or some of these moved off, or all are in supply
    again.
    """
    grid = story.last.board.grid
    for step in story.own(range(1, by + 1)):
        ring = {hex_ for unit in alive(step.before, story.named(units)) for hex_ in grid.adjacent(unit.hex)}
        if isinstance(step.order, Attack) and step.order.target in ring:
            return 1.0
        if isinstance(step.order, Move) and set(step.order.units) & set(story.named(units)):
            return 1.0
    return float(all(in_supply(story.after(by), story.named(units))))


def answered(story: Story, units: str, gap: list[str], by: int) -> Value:
    """The enemies who broke through were attacked, or the gap behind them was closed, by the end of a turn."""
    hit = {step.order.target for step in story.own(range(1, by + 1)) if isinstance(step.order, Attack)}  # type: ignore[union-attr]
    there = {unit.hex for step in story.own(range(1, by + 1)) for unit in alive(step.before, story.named(units))}
    closed = any(
        all(state.controls(story.side, story.hex(label)) for label in gap)
        for turn, state in story.ends.items()
        if turn <= by
    )
    return float(bool(hit & there) or closed or not alive(story.after(by), story.named(units)))


# ------------------------------------------------------------------------------------------------- force


def strength(state: State, units: Iterable[int]) -> float:
    """Attack and defence points of the given units on the map."""
    return sum(attack_value(state, unit) + defence_value(state, unit) for unit in alive(state, units)) / 100


def concentrated(story: Story, at: str, rows: int, turn: int, times: float) -> Value:
    """At the end of a turn our strength a row, in the rows about a place, is so many times our strength over the whole
    front.
    """
    state, place = story.after(turn), story.hex(at)
    grid, own = state.board.grid, units_of(state, story.side)
    sector = [row for row in range(grid.rows) if abs(row - place // grid.cols) <= rows]
    near = [unit.id for unit in own if unit.hex // grid.cols in sector]
    mean = strength(state, [unit.id for unit in own]) / grid.rows
    return float(strength(state, near) / len(sector) >= times * mean) if own else 0.0


def in_proportion(story: Story, units: str, at: str, radius: int, turn: int, times: float) -> Value:
    """Return what has gone to a place since the start is not more than so many times what came there, and one unit."""
    before, after = story.position.state, story.after(turn)  # type: ignore[union-attr]
    grid, place = after.board.grid, story.hex(at)
    gone = [
        unit.id
        for unit in units_of(after, story.side)
        if grid.distance(unit.hex, place) <= radius
        and unit.id in before.units
        and grid.distance(before.units[unit.id].hex, place) > radius
    ]
    foes = story.named(units)
    value = sum(after.roster[id_].attack + after.roster[id_].defence for id_ in foes)
    biggest = max((strength(after, [unit.id]) for unit in units_of(after, story.side)), default=0.0)
    return float(strength(after, gone) <= times * value + biggest)


def opening(story: Story, turn: int) -> str:
    """Return which objective most of our attacking strength is nearest to at the end of a turn."""
    state = story.after(turn)
    grid, goals = state.board.grid, [objective.hex for objective in state.board.objectives]
    weight = dict.fromkeys(goals, 0)
    for unit in units_of(state, story.side):
        weight[min(goals, key=lambda goal: (grid.distance(unit.hex, goal), goal))] += attack_value(state, unit)
    return grid.label(max(goals, key=lambda goal: (weight[goal], -goal)))


# ------------------------------------------------------------------------------------------------- energy, rebuilding


def fresh_activations(story: Story) -> Value:
    """Of our activations, the share of units that were not tired beyond their quality's threshold."""
    worn = [
        is_worn(step.before, step.before.units[e.unit])
        for step in story.own()
        for e in step.events
        if isinstance(e, Activated)
    ]
    return 1 - sum(worn) / len(worn) if worn else None


def rested_attackers(story: Story, most: int) -> Value:
    """Of the units that attacked at least twice, the share that rested a whole turn once in so many turns (median)."""
    active: dict[int, set[int]] = {}
    fought: dict[int, int] = {}
    for step in story.own():
        for event in step.events:
            if isinstance(event, Activated):
                active.setdefault(event.unit, set()).add(step.turn)
            elif isinstance(event, CombatJoined):
                for unit in event.attackers:
                    fought[unit] = fought.get(unit, 0) + 1
    lived = {unit: sum(unit in state.units for state in story.ends.values()) for unit in fought}
    spells = [_spell(active.get(unit, set()), lived[unit]) for unit, times in sorted(fought.items()) if times >= 2]
    return float(median(spells) <= most) if spells else None


def _spell(active: set[int], turns: int) -> int:
    """The longest row of turns in which a unit was used without a rest."""
    longest = run = 0
    for turn in range(1, turns + 1):
        run = run + 1 if turn in active else 0
        longest = max(longest, run)
    return longest


def points_spent(story: Story) -> Value:
    """The share of the reconstitution points that were spent."""
    board = story.last.board
    given = sum(points_of_turn(board, turn) for turn in story.ends)
    spent = sum(e.points for step in story.own() for e in step.events if isinstance(e, Reconstituted))
    return spent / given if given else None


def leaves_contact(story: Story, units: str, by: int) -> Value:
    """At the end of one of the turns to `by`, the units that are alive were out of contact with the enemy."""
    ends = [(state, alive(state, story.named(units))) for turn, state in story.ends.items() if turn <= by]
    return float(any(there and not any(in_contact(state, unit) for unit in there) for state, there in ends))


_ALL = (
    taken,
    kept,
    manned,
    goes_straight,
    not_beaten_at_once,
    does_not_leave,
    beyond,
    gives_up,
    struck,
    fire_pays,
    no_dry_attacks,
    divisions_together,
    supports_used,
    corridor_kept,
    always_in_supply,
    pocketed,
    at_a_price,
    relieved,
    answered,
    concentrated,
    in_proportion,
    opening,
    fresh_activations,
    rested_attackers,
    points_spent,
    leaves_contact,
)
PROPERTIES: dict[str, Callable[..., Any]] = {function.__name__: function for function in _ALL}
