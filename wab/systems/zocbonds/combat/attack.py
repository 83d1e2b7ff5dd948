"""Attacks (ZOC-10.1 to 10.3, ZOC-22.1): who may attack what, the main assault force, and how one combat begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, product

from wab.engine.kernel.events import Event
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Argument, Text
from wab.hexes import HexId
from wab.systems.zocbonds.combat import consent, defence, odds
from wab.systems.zocbonds.combat.air import most_air, why_not_air
from wab.systems.zocbonds.combat.results import follow, with_result
from wab.systems.zocbonds.combat.support import most_shifts, use, why_not_guns
from wab.systems.zocbonds.combat.werfer import most_artillery, ready_guns
from wab.systems.zocbonds.ground.columns import caught
from wab.systems.zocbonds.ground.leashes import is_astray, is_beyond_the_line, leash_of, within_leash
from wab.systems.zocbonds.state.armies import may_command, seat_of_stack
from wab.systems.zocbonds.state.board import enemy_of
from wab.systems.zocbonds.state.events import AttackDeclared, CombatRolled, JabosRolled
from wab.systems.zocbonds.state.names import place_noun, unit_noun
from wab.systems.zocbonds.state.orders import Attack, Consent
from wab.systems.zocbonds.state.special_units import never_attacks
from wab.systems.zocbonds.state.state import State, Unit
from wab.systems.zocbonds.state.steps import Fight, Support
from wab.systems.zocbonds.units.naval import why_not_naval
from wab.systems.zocbonds.units.works import begun_in

COMBAT, JABOS = "combat", "jabos"
FIGHTING_PHASES = ("combat", "reserve_combat")

Check = Callable[[State, Attack], Refusal | None]


# ------------------------------------------------------------------------------------------------- one unit


def may_ever_attack(state: State, unit: Unit) -> bool:
    """Return whether a unit is of a kind that attacks: cadres do not (ZOC-17.9-3), nor Flak (ZOC-17.7-1), guns and
    strongpoints (ZOC-10.1-5). Restricted units do (ZOC-17.6-3), anti-tank guns too (ZOC-17.7-3).
    """
    return not never_attacks(state.profile(unit.id)) and not state.is_cadre(unit)


def why_not_fight(state: State, unit: Unit, target: HexId) -> Refusal | None:
    """None if one unit may attack a hex now, alone or with others."""
    for check in (_attacks, _fresh, _in_order, _hex_is_free, _adjacent, _at_large):
        if refusal := check(state, unit, target):
            return refusal
    return None


def _attacks(state: State, unit: Unit, target: HexId) -> Refusal | None:
    if may_ever_attack(state, unit):
        return None
    text = Text("{unit:The} only {unit:|defends|defend}.", {"unit": unit_noun(state, unit.id)})
    return Refusal(text, ("ZOC-10.1-5", "ZOC-2.3.1-1", "ZOC-17.9-3"), (unit.hex,), "defends-only")


def _fresh(state: State, unit: Unit, target: HexId) -> Refusal | None:
    """Once a phase (ZOC-10.1-2); in the reserve phase units in reserve alone, whether they fought before or not
    (ZOC-15.3-1); headquarters, ships and aircraft help them without being in reserve (ZOC-15.3-2).
    """
    if unit.fought:
        text = Text("{unit:The} {unit:|has|have} attacked in this phase already.", {"unit": unit_noun(state, unit.id)})
        return Refusal(text, ("ZOC-10.1-2",), (unit.hex,), "has-attacked")
    if state.now.phase == "reserve_combat" and not unit.reserve:
        return Refusal(Text("Only units in reserve attack now."), ("ZOC-15.3-1",), (unit.hex,), "no-reserve")
    return None


def _in_order(state: State, unit: Unit, target: HexId) -> Refusal | None:
    """ZOC-13.6-3, ZOC-20.2-5, ZOC-6.2-8."""
    args: dict[str, Argument] = {"unit": unit_noun(state, unit.id)}
    if unit.disrupted:
        text = Text("{unit:The} {unit:|is|are} disrupted.", args)
        return Refusal(text, ("ZOC-10.1-5", "ZOC-13.6-3"), (unit.hex,), "disrupted")
    if unit.scattered:
        text = Text("{unit:The} {unit:|is|are} scattered.", args)
        return Refusal(text, ("ZOC-10.1-5", "ZOC-20.2-5"), (unit.hex,), "scattered")
    return None


def _hex_is_free(state: State, unit: Unit, target: HexId) -> Refusal | None:
    """No unit attacks out of a hex with a replacement marker (ZOC-6.2-11) or with works begun this turn
    (ZOC-16.1-7).
    """
    if any(other.replaced for other in state.stack(unit.hex)):
        text = Text("No unit attacks out of a hex where one took a replacement.")
        return Refusal(text, ("ZOC-6.2-8", "ZOC-6.2-11"), (unit.hex,), "replacement")
    if begun_in(state, unit.hex):
        text = Text("No unit attacks out of a hex where an improved position is being built.")
        return Refusal(text, ("ZOC-16.1-7", "ZOC-10.1-5"), (unit.hex,), "works-begun")
    return None


def _adjacent(state: State, unit: Unit, target: HexId) -> Refusal | None:
    """Attacks go over any hexside but impassable ones and the open sea (ZOC-10.1-1, ZOC-10.1-5, ZOC-9.6-1), also where
    the unit could not march (ZOC-10.1-6)."""
    grid = state.board.grid
    if not grid.are_adjacent(unit.hex, target):
        args: dict[str, Argument] = {"unit": unit_noun(state, unit.id), "hex": place_noun(state.board, target)}
        text = Text("{unit:The} {unit:|is|are} not beside {hex:the}.", args)
        return Refusal(text, ("ZOC-10.1-1",), (unit.hex, target), "not-adjacent")
    if state.board.impassable[unit.hex, grid.direction(unit.hex, target)]:
        text = Text("No unit attacks across that water.")
        return Refusal(text, ("ZOC-10.1-5", "ZOC-9.6-1"), (unit.hex,), "impassable")
    return None


def _at_large(state: State, unit: Unit, target: HexId) -> Refusal | None:
    """In the Cherbourg scenario the Allies do not attack across the line of 27 June (ZOC-26.1-2), and two divisions
    fight within their leashes alone (ZOC-26.3-2, ZOC-26.3-4)."""
    args, leash = {"unit": unit_noun(state, unit.id)}, leash_of(state, unit.id)
    if leash is not None and (is_astray(state, unit.id) or not within_leash(state, unit.id, target)):
        text = Text("{unit:The} cannot fight so far away.", {**args})
        return Refusal(text, (leash.clause,), (unit.hex,), "leash")
    if not is_beyond_the_line(state, unit.id, target):
        return None
    text = Text("The Allies do not attack across the line of 27 June in this scenario.")
    return Refusal(text, ("ZOC-26.1-2",), (target,), "line")


# ------------------------------------------------------------------------------------------------- the order


def why_not_attack(state: State, order: Attack) -> Refusal | None:
    """None if an attack may be made now, else the first reason against it. Attacking is never compulsory
    (ZOC-10.1-1)."""
    for check in _CHECKS:
        if refusal := check(state, order):
            return refusal
    return None


def _in_combat(state: State, order: Attack) -> Refusal | None:
    if state.now.phase in FIGHTING_PHASES and not state.agenda:
        return None
    return Refusal(Text("Attacks are made in the combat phases."), ("ZOC-10.1-1",), (), "not-now")


def _target(state: State, order: Attack) -> Refusal | None:
    """One hex with enemies in it (ZOC-10.1-3), once a phase (ZOC-10.1-2)."""
    if order.target not in state.board.grid or state.side_in(order.target) != enemy_of(state.now.side):
        return Refusal(Text("There is no enemy in that hex."), ("ZOC-10.1-1",), (), "no-enemy")
    if order.target in state.now.attacked:
        text = Text("That hex has been attacked in this phase already.")
        return Refusal(text, ("ZOC-10.1-2",), (order.target,), "hex-attacked")
    return None


def _units(state: State, order: Attack) -> Refusal | None:
    """Own units, each once, any of a stack (ZOC-10.1-4), each of them able to attack the hex."""
    if not order.units or list(order.units) != sorted(set(order.units)):
        return Refusal(Text("Name each unit once, in ascending order."), (), (), "units-out-of-order")
    for unit in order.units:
        if unit not in state.units or state.side_of(unit) != state.now.side:
            return Refusal(Text("Only own units on the map attack."), ("ZOC-10.1-1",), (), "no-unit")
        if refusal := why_not_fight(state, state.units[unit], order.target):
            return refusal
    return None


def _armies(state: State, order: Attack) -> Refusal | None:
    """The two Allied armies never attack together (ZOC-22.1-1)."""
    if len({state.profile(unit).army for unit in order.units}) == 1:
        return None
    text = Text("US and Commonwealth units never take part in the same attack.")
    return Refusal(text, ("ZOC-22.1-1",), (order.target,), "two-armies")


def _main(state: State, order: Attack) -> Refusal | None:
    """One formation, or one independent unit, leads the attack (ZOC-10.3-1, ZOC-10.3-5)."""
    if any(state.profile(unit).force == order.main for unit in order.units):
        return None
    text = Text("Name a formation of the attackers, or an independent unit, as main assault force.")
    return Refusal(text, ("ZOC-10.3-1", "ZOC-10.3-5"), (), "no-main-force")


def _leads(state: State, order: Attack) -> Refusal | None:
    """The player leads a unit of the main force; the other player of the side may join (ZOC-27.1-1, ZOC-27.1-2)."""
    main = odds.main_force(state, order)
    if state.now.player and not any(may_command(state, state.now.player, unit) for unit in main):
        text = Text("Another player leads {unit:the}.", {"unit": unit_noun(state, main[0])})
        return Refusal(text, ("ZOC-27.1-1", "ZOC-27.1-2"), (state.units[main[0]].hex,), "other-seat")
    return consent.why_not_joint(state, order)


def _attachment(state: State, order: Attack) -> Refusal | None:
    """ZOC-10.3-2."""
    if order.attached is None or order.attached in attachable(state, order.units, order.main):
        return None
    text = Text("A unit is attached that attacks out of the same hex as one of the main force.")
    return Refusal(text, ("ZOC-10.3-2",), (), "not-attachable")


def attachable(state: State, units: Iterable[int], main: str) -> tuple[int, ...]:
    """The attackers that may be attached, one at most, to a main force: of another formation or of none, stacked with
    an attacking unit of it (ZOC-10.3-2).
    """
    units = tuple(units)
    hexes = {state.units[unit].hex for unit in units if state.profile(unit).force == main}
    return tuple(
        unit for unit in units if state.profile(unit).force != main and state.units[unit].hex in hexes
    )  # fmt: skip


def _odds(state: State, order: Attack) -> Refusal | None:
    """ZOC-10.5-3."""
    battle = odds.battle_of(state, order)
    attack = odds.attack_strength(tuple(odds.contribution(battle, unit) for unit in battle.attackers))
    defence = sum(map(state.strength, battle.defenders)) + odds.bonus(battle)
    attack, defence = odds.within_limit(state, attack), odds.within_limit(state, defence)
    if odds.place(state, attack, defence) >= 0:
        return None
    text = Text("At {odds} the odds are too bad.", {"odds": odds.odds_name(attack, defence)})
    return Refusal(text, ("ZOC-10.5-3",), (order.target,), "odds")


def _guns(state: State, order: Attack) -> Refusal | None:
    if order.guns or order.stores:
        return why_not_guns(state, order.guns, order.units, order.target, order.stores)
    return None


def _aircraft(state: State, order: Attack) -> Refusal | None:
    return why_not_air(state, army_of(state, order), order.target, order.air)


def _ships(state: State, order: Attack) -> Refusal | None:
    return why_not_naval(state, army_of(state, order), order.target, order.naval)


_CHECKS: tuple[Check, ...] = (
    _in_combat,
    _target,
    _units,
    _armies,
    _main,
    _leads,
    _attachment,
    _odds,
    _guns,
    _aircraft,
    _ships,
)


def army_of(state: State, order: Attack) -> str:
    """The Allied army that attacks, "" for the Germans."""
    return str(state.profile(order.units[0]).army or "")


# ------------------------------------------------------------------------------------------------- carrying it out


def execute_attack(state: State, order: Attack) -> Iterator[Event]:
    """An attack, once the other player of the side has agreed if it is needed (ZOC-27.1-1)."""
    partner = consent.partner_of(state, order)
    yield from consent.ask(order, partner) if partner is not None else _combat(state, order)


def execute_consent(state: State, order: Consent) -> Iterator[Event]:
    """The attack or stand that waits is made, or not (ZOC-27.1-1)."""
    waiting = consent.waiting(state)
    yield consent.answered(state, order)
    if not order.yes:
        return
    yield from _combat(state, waiting) if isinstance(waiting, Attack) else defence.stand(state, waiting)


def _combat(state: State, order: Attack) -> Iterator[Event]:
    """One combat, up to its first decision (ZOC-10.2-1): attackers, main force and attachment, strengths and odds,
    means paid (ZOC-10.2-2), fighter-bombers (ZOC-19.1.3-2, ZOC-19.1.3-3), the column, the die, and what follows. The
    attackers are in reserve no more (ZOC-15.4-1).
    """
    seen = odds.preview(state, order)
    fight = fight_of(state, order)
    yield AttackDeclared(fight, seen.attack, seen.defence, seen.odds, seen.shifts, seen.column)
    yield from use(state, army_of(state, order) or "axis", order.guns, order.air, order.naval, order.stores)
    left = 0
    if odds.meets_jabos(state, order):
        rolled = state.dice.roll(JABOS, Text("fighter-bombers"))
        yield rolled
        left = state.board.tables.jabos.left[rolled.results[0] - 1]  # ZOC-19.1.3-3
        yield JabosRolled(left)
    start = odds.place(state, seen.attack, seen.defence)
    column = odds.final_column(state, start, odds.net(seen.shifts) - left)
    yield from _rolled(state, column)
    yield from follow(state, tuple(unit for unit in seen.earners if unit in fight.main))


def _rolled(state: State, column: str) -> Iterator[Event]:
    """The die of the combat; below the table there is none (ZOC-10.5-3, ZOC-10.5-4). Columns and trucks that were
    attacked are none any more (ZOC-9.8.5-4)."""
    die = 0
    if column != odds.NO_ROLL:
        rolled = state.dice.roll(COMBAT, Text("combat"))
        yield rolled
        die = rolled.results[0]
    result = odds.result_of(state, column, die)
    yield CombatRolled(die, column, result, with_result(state, column, result))
    yield from caught(state, state.fight.defenders)


def fight_of(state: State, order: Attack) -> Fight:
    """The facts of the combat that an attack would begin."""
    defenders = state.stacks[order.target]
    return Fight(
        side=state.now.side,
        target=order.target,
        units=order.units,
        origins=tuple(state.units[unit].hex for unit in order.units),
        main=odds.main_force(state, order),
        defenders=defenders,
        support=Support(order.guns, order.air, order.naval),
        attached=order.attached,
        seat=state.now.player or seat_of_stack(state, odds.main_force(state, order)),
        against=seat_of_stack(state, defenders),
        passive=odds.passive_in(state, order.target),
    )


# ------------------------------------------------------------------------------------------------- on offer


def offered_attacks(state: State, unit: int | None = None) -> Iterator[tuple[Attack, ...]]:
    """The attacks on offer, a group a target: each stack alone, and all units; each formation of them as main force,
    with none and with each possible attachment; without and with every number of means of each kind; none that the
    other player has declined (ZOC-27.1-1).

    `why_not_attack` takes every other combination.
    """
    if state.now.phase not in FIGHTING_PHASES or state.agenda:
        return
    for target, able in _targets(state):
        attacks = _attacks_on(state, target, able)
        group = tuple(order for order in attacks if consent.why_not_joint(state, order) is None)
        if group:
            yield tuple(order for order in group if unit is None or unit in order.units)


def _targets(state: State) -> Iterator[tuple[HexId, tuple[Unit, ...]]]:
    """The enemy hexes that may still be attacked, each with the units that may attack it."""
    for target in sorted(state.deployed(enemy_of(state.now.side)).posts):
        if target in state.now.attacked:
            continue
        able = tuple(
            unit
            for unit in state.beside(target, state.now.side)
            if why_not_fight(state, unit, target) is None
            and (not state.now.player or may_command(state, state.now.player, unit.id))
        )
        if able:
            yield target, able


def _attacks_on(state: State, target: HexId, able: tuple[Unit, ...]) -> Iterator[Attack]:
    for party in _parties(state, able):
        means = None
        for main in dict.fromkeys(state.profile(unit).force for unit in party):
            for attached in (None, *attachable(state, party, main)):
                order = Attack(target, party, main, attached)
                if _odds(state, order):
                    continue
                means = _means(state, order) if means is None else means
                yield from (Attack(target, party, main, attached, *with_means) for with_means in means)


def _parties(state: State, able: tuple[Unit, ...]) -> tuple[tuple[int, ...], ...]:
    """Each stack alone, and all units, army by army."""
    found: dict[tuple[int, ...], None] = {}
    for army in dict.fromkeys(state.profile(unit.id).army for unit in able):
        own = sorted((unit for unit in able if state.profile(unit.id).army == army), key=lambda one: one.hex)
        for _, stack in groupby(own, key=lambda one: one.hex):
            found[tuple(sorted(unit.id for unit in stack))] = None
        found[tuple(sorted(unit.id for unit in own))] = None
    return tuple(found)


def _means(state: State, order: Attack) -> tuple[tuple[tuple[int, ...], int, int], ...]:
    """Every number of guns, air units and ships that can help an attack."""
    shots = [
        gun
        for gun in ready_guns(state, state.now.side, order.target)
        for _ in range(most_shifts(state, state.profile(gun)))
        if why_not_guns(state, (gun,), order.units, order.target) is None
    ]
    lots = (tuple(sorted(shots[:count])) for count in range(most_artillery(state) + 1) if count <= len(shots))
    guns = [lot for lot in lots if not lot or why_not_guns(state, lot, order.units, order.target) is None]
    army = army_of(state, order)
    air = [count for count in range(most_air(state) + 1) if why_not_air(state, army, order.target, count) is None]
    most_ships = state.board.tables.shifts.right["naval"]
    ships = [count for count in range(most_ships + 1) if why_not_naval(state, army, order.target, count) is None]
    return tuple(product(guns, air, ships))
