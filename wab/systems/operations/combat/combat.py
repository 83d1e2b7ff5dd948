"""Land combat (ledger 7.2, 7.3): who may attack whom and with whose support, and how an attack runs its course.

It is one of two kinds of combat, bombardment the other (OPS-7.1-1). Defenders have no say: they neither leave before it
(OPS-7.2-6) nor are helped by their neighbours (OPS-7.2-11).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import N_, Text
from wab.systems.operations.combat.air import ground_attack, ready_to_strike, split, why_not_strike
from wab.systems.operations.combat.anti_air import fly
from wab.systems.operations.combat.modifiers import AirSupport
from wab.systems.operations.combat.odds import (
    DICE,
    FACES,
    Branch,
    Odds,
    Preview,
    cell,
    is_capture,
    odds,
    preview,
    strikes,
)
from wab.systems.operations.combat.retreat import offer_advance, retreat
from wab.systems.operations.state.board import enemy_of
from wab.systems.operations.state.events import CombatJoined, CombatResolved, Removed
from wab.systems.operations.state.names import full_place_noun
from wab.systems.operations.state.orders import Attack
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.units.activation import activations, cost, why_not_activated
from wab.systems.operations.units.fatigue import tire_from_combat
from wab.systems.operations.units.losses import by_power, deal_losses, surrender_exhausted
from wab.systems.operations.units.strength import attack_value, defence_value

__all__ = [
    "Branch",
    "Odds",
    "Preview",
    "available_attackers",
    "available_squadrons",
    "available_supports",
    "execute_attack",
    "main_attacker",
    "odds",
    "offered_attacks",
    "preview",
    "why_not_attack",
    "why_not_fight",
    "why_not_support",
]

STREAM = "combat"

UnitCheck = Callable[[State, Unit, int], Refusal | None]
OrderCheck = Callable[[State, Attack], Refusal | None]

# ------------------------------------------------------------------------------------------------- the target


def why_not_target(state: State, target: int) -> Refusal | None:
    """None if the side to act may make a land attack on a hex this turn, with any unit."""
    board = state.board
    if not 0 <= target < board.grid.size or state.side_in(target) != enemy_of(state.active):
        return Refusal(Text("There is no enemy in that hex."), ("OPS-7.2-1", "OPS-7.2-5"), (target,), "no-enemy")
    if any(state.profile(unit.id).is_ship for unit in state.stack(target)):
        return Refusal(Text("Ships cannot be attacked."), ("OPS-10.1.3-1",), (target,), "ship")
    if target in state.attacked_hexes.get(state.active, ()):
        text = Text("That hex was already attacked this turn.")
        return Refusal(text, ("OPS-7.2-13",), (target,), "hex-attacked")
    return None


# ------------------------------------------------------------------------------------------------- one attacker


def why_not_fight(state: State, unit: Unit, target: int) -> Refusal | None:
    """None if one unit can attack a hex, its activation apart, else the first reason (OPS-7.2-16)."""
    for check in _ATTACKER_CHECKS:
        if refusal := check(state, unit, target):
            return refusal
    return None


def _is_adjacent(state: State, unit: Unit, target: int) -> Refusal | None:
    """OPS-7.2-1. Hexes with water between them that no unit crosses are not adjacent for a combat."""
    board = state.board
    if not board.grid.are_adjacent(unit.hex, target):
        return _refuse(
            state, unit, N_("{unit:The} {unit:|is|are} not adjacent to that hex."), "OPS-7.2-1", "not-adjacent"
        )
    if board.map.closed_side[unit.hex, board.grid.direction(unit.hex, target)]:
        return _refuse(state, unit, N_("Open water separates {unit:the} from that hex."), "OPS-7.2-1", "water")
    return None


def _can_climb(state: State, unit: Unit, target: int) -> Refusal | None:
    """Only units that can climb attack a cliff (OPS-T-TERRAIN-COMBAT)."""
    board, move_class = state.board, state.profile(unit.id).move_class
    climbers = [name for name, cost in board.tables.terrain.cliff.add.items() if cost != "no"]
    if board.map.cliff[unit.hex, board.grid.direction(unit.hex, target)] and move_class not in climbers:
        return _refuse(state, unit, N_("{unit:The} cannot climb the cliff."), "OPS-7.4.3-1", "cliff")
    return None


def _is_no_gun(state: State, unit: Unit, target: int) -> Refusal | None:
    if state.profile(unit.id).is_gun:
        return _refuse(
            state,
            unit,
            N_("{unit:The} {unit:|supports attacks and does|support attacks and do} not make them."),
            "OPS-7.2-15",
            "gun",
        )
    return None


def _is_supplied(state: State, unit: Unit, target: int) -> Refusal | None:
    if not unit.supplied:
        return _refuse(state, unit, N_("{unit:The} {unit:|is|are} out of supply."), "OPS-8.5.2-1", "unsupplied")
    return None


def _has_attack(state: State, unit: Unit, target: int) -> Refusal | None:
    """OPS-7.2-16; a commander needs no attack value of its own (OPS-7.4.5-3)."""
    if not state.profile(unit.id).is_commander and attack_value(state, unit) == 0:
        return _refuse(state, unit, N_("{unit:The} {unit:|has|have} no attack value."), "OPS-7.2-16", "no-attack")
    return None


def _has_not_marched(state: State, unit: Unit, target: int) -> Refusal | None:
    if unit.marched:
        return _refuse(
            state, unit, N_("{unit:The} {unit:|has|have} moved strategically this turn."), "OPS-6.3-2", "marched"
        )
    return None


def _has_not_attacked(state: State, unit: Unit, target: int) -> Refusal | None:
    if unit.attacked:
        return _refuse(
            state, unit, N_("{unit:The} {unit:|has|have} already attacked this turn."), "OPS-7.2-3", "attacked"
        )
    return None


_ATTACKER_CHECKS: tuple[UnitCheck, ...] = (
    _is_adjacent,
    _can_climb,
    _is_no_gun,
    _is_supplied,
    _has_attack,
    _has_not_marched,
    _has_not_attacked,
)


def _refuse(state: State, unit: Unit, msgid: str, clause: str, code: str) -> Refusal:
    return Refusal(Text(msgid, {"unit": state.profile(unit.id).noun}), (clause,), (unit.hex,), code)


# ------------------------------------------------------------------------------------------------- one support


def why_not_support(state: State, unit: Unit, target: int) -> Refusal | None:
    """None if one unit can support an attack on a hex, its activation apart, else the first reason."""
    for check in _SUPPORT_CHECKS:
        if refusal := check(state, unit, target):
            return refusal
    return None


def _is_gun(state: State, unit: Unit, target: int) -> Refusal | None:
    if not state.profile(unit.id).is_gun:
        return _refuse(
            state, unit, N_("{unit:The} {unit:|has|have} no artillery to support with."), "OPS-7.2-15", "no-gun"
        )
    return None


def _is_in_range(state: State, unit: Unit, target: int) -> Refusal | None:
    """OPS-7.2-15: support reaches as far as bombardment, which has no least distance (OPS-7.5.1-6)."""
    if state.board.grid.distance(unit.hex, target) > state.profile(unit.id).range:
        return _refuse(state, unit, N_("That hex is out of range of {unit:the}."), "OPS-7.2-15", "out-of-range")
    return None


def _has_not_fired(state: State, unit: Unit, target: int) -> Refusal | None:
    """OPS-7.2-14: a gun supports once or bombards once a turn."""
    if unit.supported or unit.attacked:
        return _refuse(state, unit, N_("{unit:The} {unit:|has|have} already fired this turn."), "OPS-7.2-14", "fired")
    return None


_SUPPORT_CHECKS: tuple[UnitCheck, ...] = (_is_gun, _is_in_range, _is_supplied, _has_not_marched, _has_not_fired)


# ------------------------------------------------------------------------------------------------- who is available


def available_attackers(state: State, target: int) -> tuple[int, ...]:
    """Units of the side to act that may attack a hex now, each for itself, by id (OPS-7.2-8, OPS-7.2-16).

    A commander is among them if it can go with one of the units (OPS-7.4.5-3). Points may not be enough for all.
    """
    if why_not_target(state, target) is not None:
        return ()
    near = [unit for hex_ in state.board.grid.adjacent(target) for unit in _own_stack(state, hex_)]
    able = [unit for unit in near if _is_available(state, unit, target, why_not_fight)]
    led = {unit.hex for unit in able if not state.profile(unit.id).is_commander}
    return tuple(sorted(unit.id for unit in able if unit.hex in led))


def available_supports(state: State, target: int) -> tuple[int, ...]:
    """Guns and ships that may support an attack on a hex now, each for itself, by id (OPS-7.2-9)."""
    if why_not_target(state, target) is not None:
        return ()
    guns = (state.units[gun] for gun in guns_in_range(state, target))
    return tuple(unit.id for unit in guns if _is_available(state, unit, target, why_not_support))


def guns_in_range(state: State, target: int) -> tuple[int, ...]:
    """Guns and ships of the side to act that reach a hex from where they stand, by id (OPS-7.2-15, OPS-7.5.1-6)."""
    return guns_by_target(state).get(target, ())


def guns_by_target(state: State) -> Mapping[int, tuple[int, ...]]:
    """The guns and ships of `guns_in_range` for each hex that any of them reaches."""
    side = state.active
    guns = state.kept(f"gun ids {side}", state.deployed(side).ids, lambda: _gun_ids(state, side))
    places = tuple([(gun, state.units[gun].hex) for gun in guns])
    return state.kept(f"guns {side}", places, lambda: _by_target(state, places))


def _gun_ids(state: State, side: str) -> tuple[int, ...]:
    return tuple(unit.id for unit in state.units_of(side) if state.profile(unit.id).is_gun)


def _by_target(state: State, places: Iterable[tuple[int, int]]) -> dict[int, tuple[int, ...]]:
    """The guns, each with where it stands, that reach each hex."""
    found: dict[int, tuple[int, ...]] = {}
    for gun, hex_ in places:
        for target in state.board.grid.disk(hex_, state.profile(gun).range):
            found[target] = (*found.get(target, ()), gun)
    return found


def available_squadrons(state: State, target: int) -> tuple[int, ...]:
    """Air units of the side to act that may support an attack on a hex now, by id (OPS-7.2-9, OPS-7.2-15)."""
    return ready_to_strike(state) if why_not_target(state, target) is None else ()


def _own_stack(state: State, hex_: int) -> tuple[Unit, ...]:
    return state.stack(hex_) if state.side_in(hex_) == state.active else ()


def _is_available(state: State, unit: Unit, target: int, check: UnitCheck) -> bool:
    return check(state, unit, target) is None and why_not_activated(state, (unit.id,)) is None


def main_attacker(state: State, units: Iterable[int]) -> int:
    """The attackers' hex with the highest total attack, the lowest label of equals: no one's choice (OPS-7.3.5-3)."""
    totals: dict[int, int] = {}
    for unit in (state.units[id_] for id_ in units):
        totals[unit.hex] = totals.get(unit.hex, 0) + attack_value(state, unit)
    return min(totals, key=lambda hex_: (-totals[hex_], hex_))


# ------------------------------------------------------------------------------------------------- an order


def why_not_attack(state: State, order: Attack) -> Refusal | None:
    """None if the attack is legal for the side to act, else the first reason against it."""
    for check in _ORDER_CHECKS:
        if refusal := check(state, order):
            return refusal
    return None


def _each_once(state: State, order: Attack) -> Refusal | None:
    for units in (order.units, order.supports):
        if list(units) != sorted(set(units)):
            return Refusal(Text("Name each unit once, in ascending order."), code="units-out-of-order")
    return None


def _can_be_activated(state: State, order: Attack) -> Refusal | None:
    """Every attacker and every supporting gun must be, or get, activated (OPS-5.2-14, OPS-5.2-15).

    The player names them freely: units of one stack may attack different hexes, each in a combat of its own
    (OPS-7.2-12).
    """
    guns, _ = split(state, order.supports)
    return why_not_activated(state, order.units) or why_not_activated(state, (*order.units, *guns))


def _target_is_open(state: State, order: Attack) -> Refusal | None:
    return why_not_target(state, order.target)


def _all_can_fight(state: State, order: Attack) -> Refusal | None:
    reasons = (why_not_fight(state, state.units[unit], order.target) for unit in order.units)
    return next((reason for reason in reasons if reason is not None), None)


def _commanders_are_accompanied(state: State, order: Attack) -> Refusal | None:
    """A commander attacks only together with a unit of its own hex (OPS-7.4.5-3, OPS-7.3.2-5)."""
    led = {state.units[unit].hex for unit in order.units if not state.profile(unit).is_commander}
    for unit in (state.units[id_] for id_ in order.units):
        if unit.hex not in led:
            text = N_("{unit:The} {unit:|attacks|attack} only together with a unit in the same hex.")
            return _refuse(state, unit, text, "OPS-7.4.5-3", "commander-alone")
    return None


def _main_attacks(state: State, order: Attack) -> Refusal | None:
    """The attacker does not choose the way of a retreat by calling a weak stack the main one (OPS-7.3.5-3)."""
    main = main_attacker(state, order.units)
    if order.main == main:
        return None
    where = full_place_noun(state.board, main)
    text = Text("The main attack must come from the strongest attackers, those {hex:at}.", {"hex": where})
    return Refusal(text, ("OPS-7.3.5-3",), (main,), "main")


def _few_supports(state: State, order: Attack) -> Refusal | None:
    most = state.board.tables.support.most_supports
    if len(order.supports) <= most:
        return None
    text = Text("At most {most} units can support one attack.", {"most": most})
    return Refusal(text, ("OPS-7.2-10",), (order.target,), "too-many-supports")


def _all_can_support(state: State, order: Attack) -> Refusal | None:
    guns, flying = split(state, order.supports)
    reasons = [why_not_support(state, state.units[gun], order.target) for gun in guns]
    reasons += [why_not_strike(state, squadron) for squadron in flying]
    return next((reason for reason in reasons if reason is not None), None)


_ORDER_CHECKS: tuple[OrderCheck, ...] = (
    _each_once,
    _can_be_activated,
    _target_is_open,
    _all_can_fight,
    _commanders_are_accompanied,
    _main_attacks,
    _few_supports,
    _all_can_support,
)

# ------------------------------------------------------------------------------------------------- orders on offer


def offered_attacks(state: State, unit: int | None = None) -> Iterator[Attack]:
    """The attacks on offer, by target and then as listed here; with `unit`, only attacks in which it attacks or
    supports.

    On each hex: every unit alone, every stack, and all units that can (as far as activation points go, the strongest
    first). Each of them comes without support, with the best guns and ships, and with the best of these and the
    aircraft together. `why_not_attack` accepts every other combination.
    """
    in_range = guns_by_target(state)
    for target in _targets(state):
        parties = _parties(state, target, in_range.get(target, ()))
        for order in state.settled(("attacks", target), parties, partial(_attacks_on, state, target)):
            if unit is None or unit in order.units or unit in order.supports:
                yield order


def _parties(state: State, target: int, in_range: Sequence[int]) -> tuple[object, ...]:
    """All that the attacks on offer on a hex follow from: who could take part, what they can pay, and when it is."""
    near = [state.units[id_] for hex_ in state.board.grid.adjacent(target) for id_ in state.stacks.get(hex_, ())]
    guns = [state.units[gun] for gun in in_range]
    enough = len(near) + len(guns)
    defenders = tuple([(state.units[id_], state.roster[id_]) for id_ in state.stacks[target]])
    return (
        *(state.active, state.impulse, min(state.activation_points, enough)),
        target in state.attacked_hexes.get(state.active, ()),
        *(defenders, tuple(near), tuple(guns), tuple(state.squadrons.values())),
    )


def _attacks_on(state: State, target: int) -> tuple[Attack, ...]:
    orders = dict.fromkeys(_combinations(state, target))
    return tuple(order for order in orders if why_not_attack(state, order) is None)


def _targets(state: State) -> list[int]:
    """Enemy hexes next to units of the side to act, ascending. Read-only."""
    if not state.active:
        return []
    own, enemy = state.deployed(state.active), state.deployed(enemy_of(state.active))

    def found(_before: list[int] | None) -> list[int]:
        adjacent = state.board.grid.adjacent
        near = {hex_ for origin in own.posts for hex_ in adjacent(origin)}
        return sorted(near.intersection(enemy.posts))

    return state.renewed(f"targets {state.active}", (own, enemy), found)


def _combinations(state: State, target: int) -> Iterator[Attack]:
    available = available_attackers(state, target)
    if not available:
        return
    guns, flying = available_supports(state, target), available_squadrons(state, target)
    for group in _groups(state, available):
        for supports in ((), _best_supports(state, group, guns), _best_supports(state, group, (*guns, *flying))):
            order = Attack(tuple(sorted(group)), target, main_attacker(state, group), tuple(sorted(supports)))
            yield order


def _groups(state: State, available: Sequence[int]) -> Iterator[list[int]]:
    """Each fighting unit alone, each stack, all units; stacks and all units as far as activation points go."""
    units = [state.units[unit] for unit in available]
    yield from ([unit.id] for unit in units if not state.profile(unit.id).is_commander)
    for hex_ in sorted({unit.hex for unit in units}):
        yield _affordable(state, [unit for unit in units if unit.hex == hex_])
    yield _affordable(state, units)


def _affordable(state: State, units: Sequence[Unit]) -> list[int]:
    """As many of the units as can be activated together: units that already are, then the strongest."""
    order = sorted(units, key=lambda unit: (cost(state, (unit.id,)), -attack_value(state, unit), unit.id))
    group: list[int] = []
    for unit in order:
        if cost(state, (*group, unit.id)) <= state.activation_points:
            group.append(unit.id)
    led = {state.units[id_].hex for id_ in group if not state.profile(id_).is_commander}
    return [id_ for id_ in group if state.units[id_].hex in led]


def _best_supports(state: State, group: Sequence[int], able: Sequence[int]) -> tuple[int, ...]:
    """The supports with the most points that can be activated next to the attackers; aircraft cost nothing
    (OPS-5.2-14).
    """
    chosen: list[int] = []
    for id_ in sorted(able, key=lambda id_: (-_worth(state, id_), cost(state, (id_,)), id_)):
        if cost(state, (*group, *chosen, id_)) <= state.activation_points:
            chosen.append(id_)
    return tuple(chosen[: state.board.tables.support.most_supports])


def _worth(state: State, id_: int) -> int:
    return ground_attack(state, id_) if id_ in state.squadrons else state.profile(id_).bombardment


# ------------------------------------------------------------------------------------------------- course of a combat


def execute_attack(state: State, order: Attack) -> Iterator[Event]:
    """Carry out a legal attack in its seven steps (OPS-7.3.1-1). Lone commanders are captured instead (OPS-7.4.5-3).

    Aircraft in support meet anti-aircraft fire first: only what gets through counts (OPS-7.4.4-4).
    """
    guns, _ = split(state, order.supports)
    yield from activations(state, (*order.units, *guns))
    sent = strikes(state, order)
    delivered = yield from fly(state, sent, order.target, state.side_of(order.units[0]))
    defenders = state.stack(order.target)
    base = odds(state, order, AirSupport(sum(sent.values()), delivered))
    yield _joined(order, defenders, base)
    if is_capture(state, defenders):
        for unit in defenders:
            yield Removed(unit.id, "captured", unit.hp)
    else:
        yield from _fight(state, order, base)
    yield from offer_advance(state, order.units, order.target, order.main)


def _joined(order: Attack, defenders: tuple[Unit, ...], base: Odds) -> CombatJoined:
    return CombatJoined(
        attackers=order.units,
        supports=order.supports,
        defenders=tuple(unit.id for unit in defenders),
        target=order.target,
        main=order.main,
        attack=base.attack,
        defence=base.defence,
        ratio=base.ratio,
        final_ratio=base.final_ratio,
        columns=base.columns,
        lines=base.lines,
    )


def _fight(state: State, order: Attack, base: Odds) -> Iterator[Event]:
    """Dice, result, losses and fatigue of both sides, retreat: steps 4 to 6."""
    rolled = state.dice.roll(STREAM, Text("Combat"), FACES, DICE)
    yield rolled
    total = rolled.total + base.modifier
    result = cell(state.board.tables.combat, base.column, total)
    yield CombatResolved(order.target, total, base.final_ratio, result.attacker_hp, result.defender_hp, result.retreat)
    attackers = by_power(state, (state.units[unit] for unit in order.units), attack_value)
    defenders = by_power(state, state.stack(order.target), defence_value)
    yield from deal_losses(state, defenders, result.defender_hp, "combat", Text("Losses of the defender"))
    yield from deal_losses(state, attackers, result.attacker_hp, "combat", Text("Losses of the attacker"))
    fought = sorted(unit.id for unit in (*attackers, *defenders))
    yield from tire_from_combat(state, [unit for unit in fought if unit in state.units])
    yield from surrender_exhausted(state, fought)
    if result.retreat:
        yield from retreat(state, order.target, order.main)
