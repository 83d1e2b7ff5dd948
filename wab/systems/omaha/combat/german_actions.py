"""German actions from turn 17 (OMA-16): what each position of the card's colours does, and all actions but advances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain

from msgspec.structs import replace

from wab.content.omaha.shapes import CardRow, Icon
from wab.engine.kernel.events import Event
from wab.engine.kernel.pile import draw, drawn
from wab.engine.words.text import Text
from wab.field.priorities import foremost, ranked
from wab.hexes import HexId
from wab.systems.omaha.combat.artillery import exposed, victims
from wab.systems.omaha.combat.fields import fields_in
from wab.systems.omaha.combat.fire import Shooter, effect_on, fit_forces, matching, targets, terms
from wab.systems.omaha.combat.german_arrivals import BUILDING, DIVISION, MOBILE, TACTICAL, give_marker, place_unit
from wab.systems.omaha.ground.control import dots_of, is_linked, is_occupied, occupied
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state.asking import ask, due
from wab.systems.omaha.state.board import Position
from wab.systems.omaha.state.pools import POOLS_STREAM, kind_of
from wab.systems.omaha.state.state import GONE, State, Unit
from wab.systems.omaha.state.steps import Force, Task
from wab.systems.omaha.units.losses import eliminate, lose_step

_SQUAD = Text("a German counter")
_FAR = 99


# ---------------------------------------------------------------- what a position does


def action_of(state: State, place: Position, card: CardRow) -> str:
    """Return the action of a position by the summary (OMA-16-1 to OMA-16-8), "" for none.

    A double symbol asks occupied positions for a marker, but for resupply (OMA-16-10, OMA-16.21-1), empty ones for
    none (OMA-16-11); to armour both symbols are alike (OMA-23-1). A disrupted unit does nothing (OMA-16-9); one fit
    unit of a large WN is enough (OMA-16-13).
    """
    sign, board = card.sign(place.colour), state.board
    rows: Mapping[str, Mapping[Icon, str]] = board.tables.actions.rows  # type: ignore[assignment]  # keys are words
    if sign is None:
        return ""
    if not is_occupied(state, place):
        near = place.wn or distance_to_us(state, place.hexes[0]) <= board.tables.actions.near
        row = rows["nest_empty" if place.wn else "empty"]
        return row.get(sign[2], "") if near and can_appear(state, place) else ""
    fit = fit_forces(place.hexes, state.now.forces)
    kind = "armour" if place.mobile else "nest" if place.wn else "held"
    action = rows[f"{kind}_{'engaged' if is_engaged(state, place) else 'idle'}"].get(sign[2], "")
    either = place.mobile or action == "resupply" or any(force.marker is not None for force in fit)
    return action if fit and (either or sign[1] == "single") else ""


def is_engaged(state: State, place: Position) -> bool:
    """Check if a US unit is in the field of a position."""
    return bool((occupied(state) & dots_of(state.board, place)).any())


def can_appear(state: State, place: Position) -> bool:
    """Check if Germans may appear on an empty position: with communication, no US unit nor garrison (OMA-16.1-1,
    OMA-16.1-2, OMA-16.3-3, OMA-16.9-2), in neither hex of a large WN (OMA-16.11-1).
    """
    return all(hex_ in state.now.linked and is_free(state, hex_) for hex_ in place.hexes)


def is_free(state: State, hex_: HexId) -> bool:
    """Check if neither side is in a hex, nor a garrison."""
    return not occupied(state)[hex_] and hex_ not in state.now.garrisons and hex_ not in state.now.forces


def distance_to_us(state: State, hex_: HexId) -> int:
    """Return the hexes to the nearest US unit."""
    us = occupied(state).nonzero()[0].tolist()
    return min((state.board.grid.distance(hex_, one) for one in us), default=_FAR)


def in_order(state: State, sector: str, card: CardRow, wanted: Callable[[str], bool]) -> Iterator[tuple[Position, str]]:
    """Each position of a sector with an action that is wanted: the highest number first, then the letter furthest from
    A (OMA-16-12).
    """
    places = [place for place in state.positions.values() if place.sector == sector]
    for place in sorted(places, key=lambda place: (place.number, place.zone, place.id), reverse=True):
        if wanted(action := action_of(state, place, card)):
            yield place, action


# ---------------------------------------------------------------- the tasks of a card


def resupply(state: State, task: Task) -> Iterator[Event]:
    """Units with US units in their field gain a marker before they fire, if they have communication (OMA-16.2-1,
    OMA-16.2-2).
    """
    yield ev.Settled()
    card = state.board.card(task.card)
    for place, _ in [*in_order(state, task.sector, card, lambda action: action == "resupply")]:
        hex_ = place.hexes[0]
        if state.now.forces[hex_].marker is None and hex_ in state.now.linked:
            yield from give_marker(state, hex_)


def act(state: State, task: Task) -> Iterator[Event]:
    """The positions that neither fire nor advance act one after the other (OMA-16-8), after all fire, so that no unit
    fires where it has come (OMA-16.4-3, OMA-16.32-1); of two for one position the higher number is first
    (OMA-16.33-1). WN are re-occupied last, the nearest to US units first (OMA-16.12-1).
    """
    yield ev.Settled()
    card = state.board.card(task.card)
    found = [*in_order(state, task.sector, card, lambda action: action in ACTIONS)]
    found.sort(key=lambda one: min(distance_to_us(state, h) for h in one[0].hexes) if one[1] == "reoccupy" else -1)
    yield due(*(Task(action, sector=task.sector, card=task.card, at=(place.id,)) for place, action in found))


def acting_place(rule: Callable[[State, Task, Position], Iterator[Event]]) -> Callable[[State, Task], Iterator[Event]]:
    """A task of one position, dropped if the actions before it have left it nothing to do."""

    def carry_out(state: State, task: Task) -> Iterator[Event]:
        place = state.positions[task.at[0]]
        if task.card and action_of(state, place, state.board.card(task.card)) != task.name:
            yield ev.Settled()
        else:
            yield from rule(state, task, place)

    return carry_out


# ---------------------------------------------------------------- fire of other kinds


def _near(state: State, place: Position, hex_: HexId) -> int:
    return min(state.board.grid.distance(hex_, one) for one in place.hexes)


def _units(state: State) -> list[Unit]:
    """Return the US units that German actions can hit: not HQs and generals (OMA-16.61-1), none in smoke."""
    units = (unit for unit in state.units.values() if unit.hex not in state.now.smoke)
    return sorted((unit for unit in units if not state.profile(unit.id).leader), key=lambda unit: unit.id)


def _matching(state: State, card: CardRow) -> frozenset[int]:
    return matching(targets(state), card.target, terms(state))


def disrupt(units: Iterable[Unit], why: str) -> Iterator[Event]:
    """Units take disrupted markers."""
    for unit in units:
        if not unit.disrupted:
            yield ev.UnitChanged(replace(unit, disrupted=True), why)


def mortar(state: State, task: Task, place: Position) -> Iterator[Event]:
    """Units in range with the symbol lose a step: one, or two with a marker, most steps first (OMA-16.5-1, OMA-16.5-4,
    OMA-16.5-5, OMA-16.51-1).
    """
    shown, fit = _matching(state, state.board.card(task.card)), fit_forces(place.hexes, state.now.forces)
    hit = [unit for unit in _units(state) if unit.id in shown and in_mortar_range(state, place, unit.hex)]
    left = 2 if any(force.marker is not None for force in fit) else 1
    chosen, picks = list[int](), list(task.picks)
    for group in ranked(hit, lambda unit: -unit.steps):
        ids = [unit.id for unit in group]
        while ids and left:
            if len(ids) > left and not picks:
                yield ask("victim", ids)
                return
            chosen.append(picks.pop(0) if len(ids) > left else ids[0])
            ids.remove(chosen[-1])
            left -= 1
    yield ev.Settled()
    for unit_id in chosen:
        yield ev.Fired(unit_id, place.id)
        yield from lose_step(state, unit_id, "fire")


def in_mortar_range(state: State, place: Position, hex_: HexId) -> bool:
    """Check if a hex is in mortar range (OMA-16.5-2, OMA-16.5-3): a WN reaches far along the beach, and the pavilion
    next to it, and near elsewhere.
    """
    board, actions, far = state.board, state.board.tables.actions, _near(state, place, hex_)
    if not place.wn:
        return far <= actions.mortar
    by_beach = board.terrain[hex_] == "pavilion" and any(board.beach[one] for one in board.grid.adjacent(hex_))
    return far <= actions.nest_mortar[0 if board.beach[hex_] or by_beach else 1]


def patrol(state: State, task: Task, place: Position) -> Iterator[Event]:
    """All units on intense and sustained dots are disrupted (OMA-16.6-1); without any, one unit within three hexes:
    the nearest, with the symbol, the strongest (OMA-16.6-2).
    """
    close = [unit for unit in _units(state) if place.dots.get(unit.hex) in ("intense", "sustained")]
    if not close:
        shown, reach = _matching(state, state.board.card(task.card)), state.board.tables.actions.patrol
        far = [unit for unit in _units(state) if _near(state, place, unit.hex) <= reach and not unit.disrupted]
        close = foremost(
            far,
            lambda unit: _near(state, place, unit.hex),
            lambda unit: unit.id not in shown,
            lambda unit: -state.strength(unit.id),
        )
        if len(close) > 1 and not task.picks:
            yield ask("victim", [unit.id for unit in close])
            return
        close = [unit for unit in close if unit.id in task.picks] or close
    yield ev.Settled()
    yield from disrupt(close, "patrol")


def shell(state: State, task: Task, place: Position) -> Iterator[Event]:
    """A gun of a WN costs a unit with the symbol a step, on a beach or in a box of either sector (OMA-16.7-1 to
    OMA-16.7-3).
    """
    card, board = state.board.card(task.card), state.board
    guns = [board.counters[force.unit].calibre for force in fit_forces(place.hexes, state.now.forces)]
    own, hit = exposed(state, place.sector), list[int]()
    if any(guns):
        open_ = [*own, *chain.from_iterable(exposed(state, one) for one in board.sectors if one != place.sector)]
        hit = victims(open_, card.target, _matching(state, card), {one.unit for one in own})
    if len(hit) > 1 and not task.picks:
        yield ask("victim", hit)
        return
    yield ev.Settled()
    if any(guns):
        yield ev.Shelled(place.sector)
    for unit in task.picks or hit:
        yield ev.Fired(unit)
        yield from lose_step(state, unit, "guns")


def ambush(state: State, task: Task, place: Position) -> Iterator[Event]:
    """One unit in the field of an empty position is hit: with an intense dot before others (OMA-16.9-1), the nearest,
    most steps (OMA-16.91-1).
    """
    card, fields, rules = state.board.card(task.card), fields_in(state), terms(state)
    gun, shown = Shooter(place.id, 1, "ambush", False, False), _matching(state, card)
    dots = {hex_: next(dot for dot in fields.over[hex_] if dot.position == place.id) for hex_ in place.dots}
    found = [
        (target, effect)
        for target in targets(state)
        if target.unit in shown and target.hex in dots
        if any(effect := effect_on(target, True, gun, dots[target.hex], state.board.tables.fire, rules))
    ]
    first = foremost(
        found,
        lambda one: place.dots[one[0].hex] != "intense",
        lambda one: dots[one[0].hex].distance,
        lambda one: -one[0].steps,
    )
    if len(first) > 1 and not task.picks:
        yield ask("victim", [target.unit for target, _ in first])
        return
    yield ev.Settled()
    for target, effect in [one for one in first if not task.picks or one[0].unit in task.picks]:
        yield ev.Fired(target.unit, place.id, place.dots[target.hex])
        if effect.step:
            yield from lose_step(state, target.unit, "fire")
        else:
            yield from disrupt([state.units[target.unit]], "fire")


# ---------------------------------------------------------------- units that come or go


def bring_up(state: State, task: Task, place: Position) -> Iterator[Event]:
    """A unit with a marker comes to an empty position: always if it is worth points, else only if US units are on its
    intense or sustained dots (OMA-16.4-1, OMA-16.4-2).
    """
    yield ev.Settled()
    held = occupied(state)
    close = any(held[hex_] for hex_, level in place.dots.items() if level != "sporadic")
    pool = next((pool for pool in (TACTICAL, DIVISION) if state.now.pools.get(pool)), None)
    if pool is not None and (place.vp or close):
        yield from place_unit(state, place.hexes[0], pool, marked=True)


def redeploy(state: State, task: Task, place: Position) -> Iterator[Event]:
    """A unit without US units in its field goes to an empty position that has them: worth points, lowest number, most
    US strength (OMA-16.3-1, OMA-16.3-2); from a position worth points only to another (OMA-16.31-1).
    """
    yield ev.Settled()
    free = [
        one
        for one in state.board.positions.values()
        if not one.wn and one.sector == place.sector and (one.vp or not place.vp)
        if can_appear(state, one) and is_engaged(state, one)
    ]
    first = foremost(
        free if place.hexes[0] in state.now.linked else [],
        lambda one: not one.vp,
        lambda one: one.number,
        lambda one: -sum(state.strength(unit.id) for unit in state.units.values() if unit.hex in one.dots),
        lambda one: one.zone,
    )
    for one in first[:1]:
        yield from transfer(state, place.hexes[0], one.hexes[0], "redeploy")


def transfer(state: State, origin: HexId, target: HexId, why: str) -> Iterator[Event]:
    """A force goes to another position; its marker is exchanged if the other kind of ground asks for one of another
    pool, and that has one (OMA-16.34-1, OMA-16.83-1). A lone general is captured (OMA-11.31-2).
    """
    for general in state.leaders_in(target):
        yield from eliminate(state, general.id, "captured")
    force, places = state.now.forces[origin], state.board.position_at
    yield ev.ForceChanged(origin, None, why=why)
    yield ev.ForceChanged(target, force, why=why)
    if force.armour:
        return
    pool = BUILDING if places[target].building else MOBILE
    if force.marker and places[origin].building != places[target].building and state.now.pools.get(pool):
        bare, home = replace(force, marker=None, marker_seen=False), BUILDING if pool == MOBILE else MOBILE
        yield ev.ForceChanged(target, bare, ((force.marker, "", home),), why)
        yield from give_marker(state, target)


def reoccupy(state: State, task: Task, place: Position) -> Iterator[Event]:
    """A squad that was lost comes back to each hex of an empty WN, face up (OMA-16.1-1); the hex nearest to US units
    first if too few are left (OMA-16.12-1).
    """
    yield ev.Settled()
    for hex_ in sorted(place.hexes, key=lambda hex_: distance_to_us(state, hex_)):
        squads = tuple(one for one in state.now.pools.get(GONE, ()) if kind_of(one) == "squad")
        if squads and is_free(state, hex_):
            rolled = draw(state.dice, POOLS_STREAM, squads, _SQUAD)
            yield rolled
            squad = drawn(squads, rolled)
            yield ev.ForceChanged(hex_, Force(squad, seen=True), ((squad, GONE, ""),), "reoccupy")


def stragglers(state: State) -> Iterator[Event]:
    """An event re-occupies the empty WN hex with communication that is nearest to a US unit (OMA-T-EVENTS)."""
    able = [
        (place, hex_)
        for hex_, place in state.board.position_at.items()
        if place.wn and is_linked(state, place, hex_) and all(is_free(state, one) for one in place.hexes)
    ]
    first = foremost(able, lambda one: distance_to_us(state, one[1]), lambda one: one[0].number)
    for place, _ in first[:1]:
        yield due(Task("reoccupy", at=(place.id,)))


ACTIONS = ("patrol", "mortar", "shell", "redeploy", "bring_up", "ambush", "drive", "reoccupy")
TASKS = {
    "resupply": resupply,
    "act": act,
    "mortar": acting_place(mortar),
    "patrol": acting_place(patrol),
    "shell": acting_place(shell),
    "ambush": acting_place(ambush),
    "bring_up": acting_place(bring_up),
    "redeploy": acting_place(redeploy),
    "reoccupy": acting_place(reoccupy),
}
"""The tasks of this chapter by name; their tie is "victim"."""
