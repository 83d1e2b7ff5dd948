"""The reckoning of an attack (ZOC-10.4 to 10.6, ZOC-11.1, ZOC-11.2): strengths, odds, shifts, the final column,
chances.

One authority: combat uses the same numbers that the player sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from wab.content.zocbonds.tables import Column, Result
from wab.engine.kernel.orders import Shift
from wab.engine.words.text import Text
from wab.field import chances
from wab.field.odds import Columns
from wab.hexes import HexId
from wab.systems.zocbonds.combat.shifts import Battle, Earned, earned, is_passive
from wab.systems.zocbonds.state.orders import Attack
from wab.systems.zocbonds.state.state import SUPPLIED, State, Unit

FACES = 6
NO_ROLL = ""
"""The final column of an attack that shifts have pushed below the table: A1 without a die (ZOC-10.5-3)."""


class Contribution(msgspec.Struct, frozen=True):
    """The contribution of one unit: its strength, and every cause to halve it, which count once together
    (ZOC-10.5-2).
    """

    unit: int
    strength: int
    halved: tuple[Shift, ...] = ()


class Preview(msgspec.Struct, frozen=True):
    """An attack before it is made.

    `attack` and `defence` are what counts, after halving and limit; `full_attack` and `full_defence` the same without
    limit. `bonus` is what ground adds to the defence. `odds` are the odds of the strengths ("9-1"), `shifts` every
    shift, `column` the final column (NO_ROLL below the table). `earners`: units of the main force that gave a shift
    (ZOC-12.2-2). `chances`: of each result, the fighter-bombers still to be rolled for included; together 1.
    """

    attack: int
    defence: int
    full_attack: int
    full_defence: int
    attackers: tuple[Contribution, ...]
    defenders: tuple[Contribution, ...]
    bonus: int
    odds: str
    shifts: tuple[Shift, ...]
    column: str
    earners: tuple[int, ...]
    chances: Mapping[Result, float]


# ------------------------------------------------------------------------------------------------- strengths


def contribution(battle: Battle, unit: Unit) -> Contribution:
    """Return what an attacker brings, and why it is halved (ZOC-11.1-1); a unit of the main force that the ground
    halves stays in it (ZOC-10.3-4).
    """
    return Contribution(unit.id, battle.state.strength(unit), tuple(_halvings(battle, unit)))


def _halvings(battle: Battle, unit: Unit) -> list[Shift]:
    """Outside the main force (ZOC-10.3-1); over rivers, floods and the airfield, bridge or not (ZOC-11.3-1,
    ZOC-11.3-2, ZOC-11.3-5, ZOC-11.7-1); out of a flooded hex (ZOC-11.3-3); unsupplied; landed this turn."""
    found = []
    if unit.id not in battle.main:
        found.append(_half(Text("not of the main force"), "ZOC-10.3-1"))
    for kind in battle.sides(unit):
        if battle.board.tables.terrain.sides[kind].halved:
            text, clause = _OBSTACLES[kind]
            found.append(_half(text, clause))
    if battle.floods(unit):
        found.append(_half(Text("out of a flooded hex"), "ZOC-11.3-3"))
    if unit.supply != SUPPLIED:
        found.append(_half(Text("out of supply"), "ZOC-18.4-1"))
    if unit.landed:
        found.append(_half(Text("landed this turn"), "ZOC-6.5.2-3"))
    return found


_OBSTACLES = {
    "river": (Text("across a river"), "ZOC-11.3-1"),
    "major_river": (Text("across a major river"), "ZOC-11.3-1"),
    "flooded": (Text("across a flooded hexside"), "ZOC-11.3-2"),
    "airfield": (Text("across the airfield"), "ZOC-11.7-1"),
}


def _half(cause: Text, clause: str) -> Shift:
    return Shift(0.5, cause, clause)


def attack_strength(parts: tuple[Contribution, ...]) -> int:
    """The sum of all strengths. Strengths to be halved are added and halved once, a fraction up (ZOC-10.5-2), for any
    causes (ZOC-EOP-9); no limit yet.
    """
    full = sum(part.strength for part in parts if not part.halved)
    halved = sum(part.strength for part in parts if part.halved)
    return full + -(-halved // 2)


def bonus(battle: Battle) -> int:
    """Return what the ground adds to the defence (ZOC-11.2-1): never more than the strength of the units that can use
    it (ZOC-11.2-3). The scattered, disrupted and unsupplied keep their strength (ZOC-11.2-5, ZOC-13.6-6).
    """
    board = battle.board
    ground = board.tables.terrain.terrain[board.terrain(battle.target)].bonus
    return min(ground, sum(battle.state.strength(unit) for unit in battle.defenders if uses_ground(battle.state, unit)))


def uses_ground(state: State, unit: Unit) -> bool:
    """Return whether a defender gets a bonus of the ground and adds to it: not silhouettes, Flak among them
    (ZOC-11.2-2, ZOC-11.2-4, ZOC-2.3.6-4, ZOC-17.7-1), nor strongpoints (ZOC-16.2-2), nor who is caught in column
    (ZOC-9.8.4-1).
    """
    profile = state.profile(unit.id)
    return not profile.silhouette and profile.type != "strongpoint" and not unit.column


def within_limit(state: State, strength: int) -> int:
    """Neither side uses more than the limit (ZOC-10.4-1), which comes after all halving (ZOC-10.4-2). So ten in defence
    are never attacked at better than 1-1 before shifts (ZOC-10.4-3)."""
    return min(strength, state.board.tables.odds.most_strength)


# ------------------------------------------------------------------------------------------------- columns


@lru_cache(maxsize=8)
def _columns(names: tuple[Column, ...], most: int) -> Columns:
    """The columns of the table, and the true odds above its last one (ZOC-10.5-1)."""
    last = int(names[-1].partition("-")[0])
    return Columns([*(name.replace("-", ":") for name in names), *(f"{n}:1" for n in range(last + 1, most + 1))])


def place(state: State, attack: int, defence: int) -> int:
    """The place of the odds among the columns, 0 for the worst; -1 below it, at which no attack is allowed."""
    tables = state.board.tables
    return _columns(tables.combat.columns, tables.odds.most_strength).reached(attack, defence)


def odds_name(attack: int, defence: int) -> str:
    """Odds in words, rounded for the defender (ZOC-10.5-1): 14 to 17 are 1-2, 9 to 2 are 4-1."""
    if attack >= defence:
        return f"{attack // max(1, defence)}-1"
    return f"1-{-(-defence // attack)}" if attack else "0-1"


def final_column(state: State, start: int, net: int) -> str:
    """The column that is read: above the table its last, below it none (ZOC-10.5-3, ZOC-10.6-1)."""
    columns = state.board.tables.combat.columns
    end = start + net
    return NO_ROLL if end < 0 else columns[min(end, len(columns) - 1)]


def result_of(state: State, column: str, die: int) -> Result:
    """The cell of the combat table (ZOC-10.5-4); below the table the attacker loses a step and no more (ZOC-10.5-3,
    ZOC-DN-3)."""
    return "A1" if column == NO_ROLL else state.board.tables.combat.rows[column][die - 1]  # type: ignore[index]


# ------------------------------------------------------------------------------------------------- preview


def main_force(state: State, order: Attack) -> tuple[int, ...]:
    """The units of the main assault force: of the formation named, and the attached one (ZOC-10.3-1, ZOC-10.3-2)."""
    return tuple(
        unit for unit in order.units if state.profile(unit).force == order.main or unit == order.attached
    )  # fmt: skip


def battle_of(state: State, order: Attack) -> Battle:
    """The battle that an order would make."""
    main = main_force(state, order)
    return Battle(state, order.target, order.units, main, len(order.guns), order.air, order.naval)


def preview(state: State, order: Attack) -> Preview:
    """Return the prospects of an attack; its units stand next to the target. `why_not_attack` says if it is legal."""
    battle = battle_of(state, order)
    attackers = tuple(contribution(battle, unit) for unit in battle.attackers)
    defenders = tuple(Contribution(unit.id, state.strength(unit)) for unit in battle.defenders)
    added = bonus(battle)
    full_attack, full_defence = attack_strength(attackers), attack_strength(defenders) + added
    attack, defence = within_limit(state, full_attack), within_limit(state, full_defence)
    found = tuple(earned(battle))
    shifts = tuple(one.shift for one in found)
    start = place(state, attack, defence)
    return Preview(
        attack=attack,
        defence=defence,
        full_attack=full_attack,
        full_defence=full_defence,
        attackers=attackers,
        defenders=defenders,
        bonus=added,
        odds=odds_name(attack, defence),
        shifts=shifts,
        column=final_column(state, start, net(shifts)),
        earners=earners(found),
        chances=_chances(state, start, net(shifts), meets_jabos(state, order)),
    )


def net(shifts: tuple[Shift, ...]) -> int:
    """All shifts of both sides together, without limit (ZOC-10.6-1)."""
    return int(sum(shift.value for shift in shifts))


def earners(found: tuple[Earned, ...]) -> tuple[int, ...]:
    """The units that gave an armour, quality or Tiger shift, ascending (ZOC-10.3-3, ZOC-12.2-2)."""
    return tuple(sorted({unit for one in found for unit in one.units}))


def meets_jabos(state: State, order: Attack) -> bool:
    """Return whether fighter-bombers are rolled for: before German attacks in clear weather (ZOC-19.1.3-1)."""
    return state.sky == "clear" and all(state.side_of(unit) == "axis" for unit in order.units)


def _chances(state: State, start: int, net_shifts: int, in_the_open: bool) -> dict[Result, float]:
    """The chance of each result, in the order of the table, over the fighter-bombers and the combat die."""
    lefts = state.board.tables.jabos.left if in_the_open else (0,) * FACES
    ways = chances.combined(
        chances.results(chances.sums(1, FACES), lambda face: lefts[face - 1]),
        chances.sums(1, FACES),
        lambda left, die: result_of(state, final_column(state, start, net_shifts - left), die),
    )
    return {result: ways[result] / chances.outcomes(ways) for result in _RESULTS if result in ways}


_RESULTS: tuple[Result, ...] = ("A1", "NE", "A1/DR", "EX", "DR", "A1/D1", "D1", "A1/D2", "DH")


def passive_in(state: State, hex_: HexId) -> tuple[int, ...]:
    """Units that fell back onto others in a hex: they add nothing and take no losses (ZOC-13.5-1, ZOC-13.5-2)."""
    return tuple(unit.id for unit in state.stack(hex_) if is_passive(state, unit))
