"""Properties asked of a player of zocbonds in a position. A property reads a game and answers with a share from 0 to 1,
with None if the question did not arise, or with a word for what was done; its signature says what it takes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tests.ai.gym.room import Value
from tests.ai.gym_zocbonds.story import Step, Story
from wab.hexes import OFF_MAP
from wab.systems.zocbonds.combat import odds
from wab.systems.zocbonds.combat.attack import may_ever_attack
from wab.systems.zocbonds.combat.retreat import without_way_back
from wab.systems.zocbonds.ground.manners import TACTICAL
from wab.systems.zocbonds.ground.marching import reach
from wab.systems.zocbonds.sequence import victory
from wab.systems.zocbonds.state import orders as od
from wab.systems.zocbonds.state.board import CODES
from wab.systems.zocbonds.state.events import WorksBegun
from wab.systems.zocbonds.state.orders import Attack
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.units.headquarters import can_shift

# ------------------------------------------------------------------------------------------------- standing


def closed_to_the_enemy(story: Story, at: list[str]) -> Value:
    """After our turn no enemy can march into any of the hexes."""
    state = story.own_ends[0]
    return float(not story.hexes(at) & _reached(state, story.enemy))


def _reached(state: State, side: str) -> set[int]:
    found: set[int] = set()
    for unit in state.deployed(side).ids:
        found |= set(reach(state, (unit,)).hexes.tolist()) | set(reach(state, (unit,), TACTICAL).hexes.tolist())
    return found


def _attackable(state: State, side: str) -> set[int]:
    """The hexes that units of a side can reach a neighbour of and attack in their next turn."""
    board, found = state.board, set[int]()
    for unit in state.deployed(side).ids:
        standing = state.units[unit]
        if standing.scattered or not may_ever_attack(state, standing):
            continue
        here = {standing.hex, *reach(state, (unit,)).hexes.tolist(), *reach(state, (unit,), TACTICAL).hexes.tolist()}
        for hex_ in here:
            for direction, there in enumerate(board.grid.neighbours[hex_].tolist()):
                if there != OFF_MAP and not board.impassable[hex_, direction]:
                    found.add(there)
    return found


def has_ways_back(story: Story) -> Value:
    """After our turn every stack of ours that the enemy can attack has a way back."""
    state = story.own_ends[0]
    lost = set(without_way_back(state, story.side))
    return float(not lost & _attackable(state, story.enemy))


def out_of_contact(story: Story, units: list[str]) -> Value:
    """After our turn none of the units is where the enemy can attack it, or it has left the map alive."""
    state = story.own_ends[0]
    there = {state.units[unit].hex for unit in story.ids(*units) if unit in state.units}
    return float(not there & _attackable(state, story.enemy))


def held(story: Story, at: list[str]) -> Value:
    """The hexes are ours at the end."""
    return float(all(story.last.control[hex_] == CODES[story.side] for hex_ in story.hexes(at)))


def digs(story: Story, least: int) -> Value:
    """In each of our turns at least so many improved positions were begun."""
    turns = {step.turn for step in story.own() if step.mover == story.side}
    begun = [step.turn for step, _ in story.events(WorksBegun) if step.side == story.side]
    return sum(begun.count(turn) >= least for turn in turns) / len(turns)


# ------------------------------------------------------------------------------------------------- plans


def carried_out(story: Story) -> Value:
    """The units that were meant to attack stood where the plan had them when the march was over; None for a player that
    makes no plan, or meant no attack."""
    plan = story.plan
    fought = next((step.before for step in story.own() if step.before.now.phase == "combat"), story.own_ends[0])
    if plan is None or not plan.fighters:
        return None
    there = [fought.units[unit].hex == plan.places[unit].hex for unit in plan.fighters if unit in fought.units]
    return sum(there) / len(plan.fighters)


def never_fails(story: Story) -> Value:
    """No order had to come from a fallback."""
    return float(not getattr(story.player, "incidents", ()))


def opening(story: Story) -> Value:
    """Return what the attacks of the turns that were played were aimed at, as a word; "" for no attack."""
    grid = story.last.board.grid
    return "/".join(sorted({grid.label(order.target) for _, order in story.attacks()}))


# ------------------------------------------------------------------------------------------------- attacks


def _on(story: Story, at: str) -> tuple[Step, Attack] | None:
    """Our first attack on a hex."""
    return next(((step, order) for step, order in story.attacks() if order.target == story.hex(at)), None)


def attacks(story: Story, at: str, least: str = "", main: str = "", attached: str = "") -> Value:
    """We attacked a hex: at least at a column, led by a force, with a unit attached, where these are named."""
    found = _on(story, at)
    if found is None:
        return 0.0
    step, order = found
    state, names = step.before, list(step.before.board.tables.combat.columns)
    good = not least or names.index(odds.preview(state, order).column) >= names.index(least)  # type: ignore[arg-type]
    good = good and main in ("", order.main)
    return float(good and (not attached or order.attached == story.ids(attached)[0]))


def without_idlers(story: Story, at: str) -> Value:
    """No unit took part in the first attack on a hex without which its chances would have been the same."""
    found = _on(story, at)
    if found is None:
        return None
    step, order = found
    chances = odds.preview(step.before, order).chances
    for unit in order.units:
        rest = tuple(one for one in order.units if one != unit)
        fewer = replace(order, units=rest)
        sound = unit != order.attached and any(step.before.profile(one).force == order.main for one in rest)
        if sound and odds.preview(step.before, fewer).chances == chances:
            return 0.0
    return 1.0


def trapped(story: Story, at: str) -> Value:
    """When we attacked a hex, the enemy in it had no way back."""
    found = _on(story, at)
    return float(found is not None and story.hex(at) in without_way_back(found[0].before, story.enemy))


def covered(story: Story, gun: str, at: str) -> Value:
    """When we attacked a hex, a headquarters was ready to fire at it, or fired."""
    found = _on(story, at)
    if found is None:
        return 0.0
    (unit,) = story.ids(gun)
    step, order = found
    return float(unit in order.guns or can_shift(step.before, unit, order.target) is None)


def refrains(story: Story, at: str) -> Value:
    """We did not attack a hex."""
    return float(_on(story, at) is None)


def strafes(story: Story, at: str) -> Value:
    """We sent aircraft to strafe a hex."""
    return float(any(isinstance(s.order, od.Strafe) and story.hex(at) in s.order.hexes for s in story.own()))


# ------------------------------------------------------------------------------------------------- reserves, supply


def kept_in_reserve(story: Story, units: list[str]) -> Value:
    """One of the units was put in reserve."""
    named = set(story.ids(*units))
    return float(any(isinstance(s.order, od.PlaceReserve) and named & set(s.order.units) for s in story.own()))


def strikes_from_reserve(story: Story) -> Value:
    """An attack was made in the reserve phase."""
    return float(any(step.before.now.phase == "reserve_combat" for step, _ in story.attacks()))


def store_kept(story: Story, track: str, least: int) -> Value:
    """After our turn there are so many points on a supply track."""
    return float(story.own_ends[0].now.supply.get(track, 0) >= least)


# ------------------------------------------------------------------------------------------------- answers


def stands(story: Story) -> Value:
    """When we were asked, we tried to stand; None if we were not asked."""
    return _answered(story, od.Stand)


def gives_ground(story: Story) -> Value:
    """When we were asked, we gave ground; None if we were not asked."""
    return _answered(story, od.GiveGround)


def _answered(story: Story, kind: type) -> Value:
    given = [step.order for step in story.own() if isinstance(step.order, od.Stand | od.GiveGround)]
    return float(isinstance(given[0], kind)) if given else None


def stands_with_support(story: Story) -> Value:
    """When we were asked, we stood with artillery; None if we were not asked."""
    given = [step.order for step in story.own() if isinstance(step.order, od.Stand | od.GiveGround)]
    return float(isinstance(given[0], od.Stand) and bool(given[0].support)) if given else None


# ------------------------------------------------------------------------------------------------- landings, the port


def ashore(story: Story, units: list[str]) -> Value:
    """The share of the units that are ashore after our turn."""
    state = story.own_ends[0]
    return sum(unit in state.units for unit in story.ids(*units)) / len(units)


def points_spent(story: Story, army: str) -> Value:
    """The share of the landing points of an army that were used."""
    before, after = (state.now.points.get(army, 0) for state in (story.first, _before_the_end(story)))
    return 1.0 - after / before if before else None


def _before_the_end(story: Story) -> State:
    """Return how things stood at the last order of the first turn of ours."""
    own = [step for step in story.own() if step.turn == story.first.now.turn]
    return own[-1].before


def cut_off(story: Story, by: int) -> Value:
    """After one of the turns to `by` no German road leads from Cherbourg to the south, before the ring was entered."""
    for state in story.own_ends:
        if state.now.turn > by + 1:
            return 0.0
        ring = state.board.overlay("perimeter")
        if any(ring[hex_] for hex_ in state.deployed(story.side).posts):
            return 0.0
        if is_cut(state):
            return 1.0
    return 0.0


def is_cut(state: State) -> bool:
    """Return whether no road leads from Cherbourg to the south, by the count of the scenario (ZOC-26.3-1)."""
    return any(score.why == "cut_off" for score in victory.points(state))


_ALL = (
    closed_to_the_enemy,
    has_ways_back,
    out_of_contact,
    held,
    digs,
    carried_out,
    never_fails,
    opening,
    attacks,
    without_idlers,
    trapped,
    covered,
    refrains,
    strafes,
    kept_in_reserve,
    strikes_from_reserve,
    store_kept,
    stands,
    gives_ground,
    stands_with_support,
    ashore,
    points_spent,
    cut_off,
)
PROPERTIES: dict[str, Callable[..., Any]] = {function.__name__: function for function in _ALL}
