"""The mathematics of a land combat (ledger 7.3.2, 7.3.3): ratio, shifts, cell of the table, and every outcome's chance.

A ratio is kept as a column number: 0 for 1:1, n - 1 for n:1, -(n - 1) for 1:n, so that a shift is an addition.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from wab.content.operations.tables import CombatTable
from wab.engine.kernel.orders import Shift
from wab.systems.operations.combat.air import ground_attack, split
from wab.systems.operations.combat.anti_air import AirRisk, risks, through
from wab.systems.operations.combat.modifiers import AirSupport, Engagement, column_shifts, line_shifts, support_points
from wab.systems.operations.combat.retreat import retreat_hex
from wab.systems.operations.combat.two_dice import DICE, FACES, OUTCOMES, TOTALS, WAYS
from wab.systems.operations.state.orders import Attack
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.units.activation import cost
from wab.systems.operations.units.losses import by_power
from wab.systems.operations.units.strength import attack_value, defence_value, energy

__all__ = ["DICE", "FACES", "OUTCOMES", "TOTALS", "WAYS"]


class Odds(msgspec.Struct, frozen=True):
    """The start of an attack: values in hundredths of a point, the column of the plain ratio, every shift of it.

    `final` is the column after all shifts, within the table; `column` its place there, from 0. `modifier` is what is
    added to the dice, `support` the support points behind it.
    """

    attack: int
    defence: int
    initial: int
    columns: tuple[Shift, ...]
    lines: tuple[Shift, ...]
    final: int
    column: int
    support: int

    @property
    def ratio(self) -> str:
        """The ratio before the shifts, in words: "3:1"."""
        return ratio_text(self.initial)

    @property
    def final_ratio(self) -> str:
        """The ratio of the column that is read."""
        return ratio_text(self.final)

    @property
    def modifier(self) -> int:
        """Return what is added to the total of the dice."""
        return int(sum(shift.value for shift in self.lines))


class Cell(msgspec.Struct, frozen=True):
    """A cell of the combat results table: HP lost by each side, and whether the defender retreats."""

    attacker_hp: int
    defender_hp: int
    retreat: bool


class Branch(msgspec.Struct, frozen=True):
    """One total of the dice: in how many `ways` of `of` it comes up, the total `modified`, and what it does.

    HP that the units in the combat will really lose, at most what they have. `retreat`: survivors must retreat. Where
    anti-aircraft fire can take part of the support away, a total has a branch for each modifier that may be left of it.
    """

    total: int
    ways: int
    modified: int
    attacker_hp: int
    defender_hp: int
    retreat: bool
    of: int = OUTCOMES

    @property
    def probability(self) -> float:
        """The chance of this branch, 0 to 1."""
        return self.ways / self.of


class SupportChance(msgspec.Struct, frozen=True):
    """Support that an attack may end up with: points of guns, ships and aircraft, what the dice get, and the chance."""

    points: int
    modifier: int
    probability: float


class Preview(msgspec.Struct, frozen=True):
    """All possible results of an attack, exactly, as far as the units that are known tell.

    `expected_*` in HP. `retreat_chance`: that survivors must retreat. `destroy_chance`: that the dice take the last HP
    of every defender (a lone commander is captured for certain). `energy_after`: percent by unit after the combat
    itself, before any loss. `retreat_hex`: where the strongest defender would go now; None if it would surrender.

    `odds` count every aircraft that is sent. `air` says what anti-aircraft fire can do to each, `support` what may be
    left of the support then, best first; both are in `branches` and all chances. Without aircraft `air` is empty.
    """

    odds: Odds
    branches: tuple[Branch, ...]
    expected_attacker_hp: float
    expected_defender_hp: float
    retreat_chance: float
    destroy_chance: float
    activation_points: int
    energy_after: dict[int, int]
    main: int
    retreat_hex: int | None
    air: tuple[AirRisk, ...] = ()
    support: tuple[SupportChance, ...] = ()

    @property
    def gain_chance(self) -> float:
        """The chance that the hex is left empty: its defenders retreat, surrender instead, or are destroyed."""
        return self.retreat_chance + self.destroy_chance


# ------------------------------------------------------------------------------------------------- ratio


def ratio_column(attack: int, defence: int, table: CombatTable) -> int:
    """The column number of a ratio, rounded to the nearest, halves in the defender's favour (OPS-7.3.2-1, OPS-7.3.2-2).

    Attack of the attackers against defence of the defenders, always as a whole ratio (OPS-2.4-6).

    With nothing to defend it is the best ratio of the table (OPS-7.3.2-5), with nothing to attack the worst.
    """
    if defence == 0:
        return column_of(table.columns[-1])
    if attack == 0:
        return column_of(table.columns[0])
    if attack >= defence:
        return -((defence - 2 * attack) // (2 * defence)) - 1  # nearest n of n:1, halves down
    return 1 - (2 * defence + attack) // (2 * attack)  # nearest n of 1:n, halves up


def column_of(ratio: str) -> int:
    """The column number of a ratio in words; one of its terms is 1."""
    left, right = (int(term) for term in ratio.split(":"))
    return left - right


def ratio_text(column: int) -> str:
    """A ratio in words: "3:1", "1:2"."""
    return f"{column + 1}:1" if column >= 0 else f"1:{1 - column}"


def within(table: CombatTable, column: int) -> int:
    """A column number brought within the table, once all shifts are made (OPS-7.3.2-4)."""
    return max(column_of(table.columns[0]), min(column_of(table.columns[-1]), column))


def cell(table: CombatTable, column: int, total: int) -> Cell:
    """Read the table: `column` from 0, `total` of the modified dice; its end rows serve all beyond (OPS-7.3.3-1).

    In some cells the defender retreats besides (OPS-7.3.3-2). OPS-7.3.3-3 is its worked example.
    """
    row = table.rows[max(0, min(len(table.rows) - 1, total - table.first_roll))]
    return Cell(row.attacker[column], row.defender[column], bool(row.retreat[column]))


# ------------------------------------------------------------------------------------------------- an attack


def engagement(state: State, order: Attack, air: AirSupport | None = None) -> Engagement:
    """The combat that an order makes, with the units as they are now.

    `air` is what became of the aircraft among the supports; without it all of them get through.
    """
    units = tuple(state.units[unit] for unit in order.units)
    guns, _ = split(state, order.supports)
    supports = tuple(state.units[gun] for gun in guns)
    if air is None:
        sent = sum(strikes(state, order).values())
        air = AirSupport(sent, sent)
    side, target = state.side_of(order.units[0]), order.target
    return Engagement(state, side, units, supports, state.stack(target), target, air)


def strikes(state: State, order: Attack) -> dict[int, int]:
    """The air units among the supports of an attack, with the support points that each brings if it gets through."""
    return {id_: ground_attack(state, id_) for id_ in split(state, order.supports)[1]}


def odds(state: State, order: Attack, air: AirSupport | None = None) -> Odds:
    """Values, ratio and shifts of a legal attack (OPS-7.3.2-1 to 7.3.2-5); `air` as in `engagement`."""
    return odds_of(engagement(state, order, air))


def odds_of(fight: Engagement) -> Odds:
    """Values, ratio and shifts of a combat: the ratio is rounded first, then shifted (OPS-7.3.2-3), then clamped."""
    state, table = fight.state, fight.state.board.tables.combat
    attack = sum(attack_value(state, unit) for unit in fight.attackers)
    defence = sum(defence_value(state, unit) for unit in fight.defenders)
    initial = ratio_column(attack, defence, table)
    columns, lines = column_shifts(fight), line_shifts(fight)
    final = within(table, initial + int(sum(shift.value for shift in columns)))
    return Odds(
        attack,
        defence,
        initial,
        columns,
        lines,
        final,
        final - column_of(table.columns[0]),
        support_points(fight),
    )


def is_capture(state: State, defenders: tuple[Unit, ...]) -> bool:
    """Tell whether only commanders are attacked: they are captured without combat (OPS-7.4.5-3)."""
    return bool(defenders) and all(state.profile(unit.id).is_commander for unit in defenders)


def preview(state: State, order: Attack) -> Preview:
    """Every outcome of a legal attack with its exact chance; nothing is rolled."""
    fight = engagement(state, order)
    base = odds_of(fight)
    sent = strikes(state, order)
    support = _support(fight, through(state, sent, order.target, fight.side))
    branches = _branches(state, fight, base, support)
    owned = sum(unit.hp for unit in fight.defenders)
    strongest = by_power(state, fight.defenders, defence_value)
    tiring = state.board.tables.fatigue.combat if state.board.rules.fatigue else 0
    return Preview(
        odds=base,
        branches=branches,
        expected_attacker_hp=_mean(branches, [branch.attacker_hp for branch in branches]),
        expected_defender_hp=_mean(branches, [branch.defender_hp for branch in branches]),
        retreat_chance=_mean(branches, [branch.retreat for branch in branches]),
        destroy_chance=_mean(branches, [branch.defender_hp == owned for branch in branches]),
        activation_points=cost(state, (*order.units, *order.supports)),
        energy_after={unit.id: max(0, energy(unit) - tiring) for unit in (*fight.attackers, *fight.defenders)},
        main=order.main,
        retreat_hex=retreat_hex(state, strongest[0], order.main) if strongest else None,
        air=risks(state, sent, order.target, fight.side),
        support=tuple(SupportChance(points, modifier, ways / of) for points, modifier, ways, of in support),
    )


Support = tuple[int, int, int, int]
"""Support points, what is added to the dice, ways of how many."""


def _support(fight: Engagement, ways: dict[int, int]) -> tuple[Support, ...]:
    """Return what may be left of the support, by the points of aircraft that get through; best first."""
    of = sum(ways.values())
    found = []
    for points, count in sorted(ways.items(), reverse=True):
        left = replace(fight, air=AirSupport(fight.air.sent, points))
        found.append((support_points(left), int(sum(shift.value for shift in line_shifts(left))), count, of))
    return tuple(found)


def _branches(state: State, fight: Engagement, base: Odds, support: Sequence[Support]) -> tuple[Branch, ...]:
    """Every total of the dice with every modifier that the support may leave, the best modifier first."""
    ways: dict[int, int] = {}
    for _, modifier, count, _ in support:
        ways[modifier] = ways.get(modifier, 0) + count
    of = OUTCOMES * support[0][3]
    return tuple(
        _branch(state, fight, base, total, modifier, WAYS[total] * count, of)
        for modifier, count in ways.items()
        for total in TOTALS
    )


def _branch(state: State, fight: Engagement, base: Odds, total: int, modifier: int, ways: int, of: int) -> Branch:
    """Return what a total does to sides that own so many HP."""
    ours, theirs = (sum(unit.hp for unit in units) for units in (fight.attackers, fight.defenders))
    if is_capture(state, fight.defenders):
        return Branch(total, ways, total + modifier, 0, theirs, False, of)
    result = cell(state.board.tables.combat, base.column, total + modifier)
    lost = min(result.defender_hp, theirs)
    retreats = result.retreat and lost < theirs
    return Branch(total, ways, total + modifier, min(result.attacker_hp, ours), lost, retreats, of)


def _mean(branches: tuple[Branch, ...], values: list[int] | list[bool]) -> float:
    return sum(branch.ways * value for branch, value in zip(branches, values, strict=True)) / branches[0].of
