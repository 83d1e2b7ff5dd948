"""Attacks: which units could strike a hex together, and what may be expected of it by exact chances."""

from __future__ import annotations

from dataclasses import dataclass

from ai.blind.odds import Chances, Fight, fire, fought
from ai.blind.picture import Picture
from ai.blind.weights import GIVES, MOST_STACKS, STEP, SUPPLY
from wab.systems.blind.combat.lines import attacking_causes, is_frontal
from wab.systems.blind.movement.calls import why_not_attack, why_not_go_in
from wab.systems.blind.movement.marching import why_not_stir
from wab.systems.blind.state.state import Unit
from wab.systems.blind.state.steps import Shown

Forces = dict[int, list[Unit]]
"""Attacking units by the hex from which they attack."""


@dataclass(frozen=True)
class Attack:
    """An attack that a side could make on a hex. `ratio`: fire power against what is guessed there."""

    target: int
    units: tuple[int, ...]
    fight: Fight
    value: float
    ratio: float
    occupied: float

    @property
    def chance(self) -> float:
        """The chance that the hex is open after it."""
        return self.fight.taken + self.fight.emptied


def able(seen: Picture, unit: Unit, target: int) -> bool:
    """Check if a unit could announce an attack on a hex, or join it."""
    state = seen.state
    if why_not_stir(state, unit.id) or unit.rebuilt or unit.reserve:
        return False
    return why_not_go_in(state, unit.id, target) is None and why_not_attack(state, unit.id, target) is None


def forces_for(seen: Picture, target: int, already: bool) -> Forces:
    """The strongest units that could strike a hex together: by hexside, by stock of attack supply. `already`: units
    that have announced it are among them.
    """
    stocks = dict(seen.now.stocks)
    found: Forces = {}
    for origin in seen.neighbours(target):
        if not seen.own[origin]:
            continue
        there = list(seen.state.stack(origin))
        sworn = [unit for unit in there if unit.target == target] if already else []
        free = [unit for unit in there if unit.target < 0 and able(seen, unit, target)]
        chosen, room = list(sworn), seen.limit(origin, target)
        for unit in sorted(free, key=lambda one: (-_fire(seen, one), one.id)):
            re, account = seen.state.re(unit.id), seen.state.profile(unit.id).account
            if re <= room and re <= stocks.get(account, 0) and _fire(seen, unit) > 0:
                room -= re
                stocks[account] -= re
                chosen.append(unit)
        if chosen:
            found[origin] = chosen
    return found


def _fire(seen: Picture, unit: Unit) -> float:
    return seen.fire_of(unit) / (2 if unit.turned else 1)


def attack_fires(seen: Picture, target: int, forces: Forces, air: int = 0) -> list[Chances]:
    """The chances of each attacking force; the first `air` of them have an air unit."""
    table, found = seen.board.tables.combat, []
    for number, (origin, units) in enumerate(sorted(forces.items())):
        shown = [Shown(unit.id, unit.hex, unit.steps, unit.turned) for unit in units]
        line = int(sum(cause.value for cause in attacking_causes(seen.state, shown, origin, target)))
        moved = sum(seen.fire_of(unit) for unit in units if unit.turned)
        still = sum(seen.fire_of(unit) for unit in units if not unit.turned)
        power = (moved // 2 + still) // (2 if is_frontal(seen.state, seen.side, origin, target) else 1)
        found.append(fire(table, line, power + (number < air)))
    return found


def expected(seen: Picture, target: int, forces: Forces, air: int = 0) -> Fight:
    """An attack as it may end, over the stacks that may stand in the hex."""
    table = seen.board.tables.combat
    line = seen.board.tables.terrain.terrain[seen.board.terrain(target)].defence
    attack = attack_fires(seen, target, forces, air)
    steps = sum(unit.steps for units in forces.values() for unit in units)
    gives = GIVES / 2 if seen.ground.places[target] > 1 else GIVES
    totals = [0.0] * 4
    for stack in seen.guess.stacks(target)[:MOST_STACKS]:
        defence = [fire(table, line, power) for power in stack.forces[: len(forces)]]
        ended = fought(defence, attack, steps, stack.steps, gives)
        totals = [total + stack.weight * part for total, part in zip(totals, ended, strict=True)]
    return Fight(*totals)


def weighed(seen: Picture, target: int, worth: float, forces: Forces, price: float = 1.0, air: int = 0) -> Attack:
    """An attack with its value: ground and steps against own steps and supply. `price` of own losses."""
    fight = expected(seen, target, forces, air)
    units = [unit for there in forces.values() for unit in there]
    occupied = float(seen.guess.occupied[target])
    paid = seen.state.weight(unit.id for unit in units if unit.target < 0) * SUPPLY
    gained = worth * (fight.taken + 0.7 * fight.emptied) + STEP * fight.theirs - price * STEP * fight.ours
    value = occupied * (gained - paid) + (1 - occupied) * worth
    power = sum(seen.fire_of(unit) / (2 if unit.turned else 1) for unit in units)
    against = max(1.0, float(seen.guess.power[target]) / max(0.05, occupied))
    ids = tuple(unit.id for unit in sorted(units, key=lambda one: (-_fire(seen, one), one.id)))
    return Attack(target, ids, fight, value, power / against, occupied)


def attacks(seen: Picture, worths: dict[int, float], price: float = 1.0, air: int = 0) -> list[Attack]:
    """Every attack that the side could announce or strengthen now, the best first."""
    found = []
    for target, worth in worths.items():
        forces = forces_for(seen, target, already=target in seen.now.contacts)
        if forces:
            found.append(weighed(seen, target, worth, forces, price, air))
    return sorted(found, key=lambda one: (-one.value, one.target))
