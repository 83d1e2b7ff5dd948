"""The mathematics of a land combat (ledger 7.3.2, 7.3.3): ratio, shifts, cell of the table, and every outcome's chance.

A ratio is kept as a column number: 0 for 1:1, n - 1 for n:1, -(n - 1) for 1:n, so that a shift is an addition.
"""

from __future__ import annotations

import msgspec

from wab.content.operations_tables import CombatTable
from wab.engine.orders import Shift
from wab.systems.operations.activation import cost
from wab.systems.operations.losses import by_power
from wab.systems.operations.modifiers import Engagement, column_shifts, line_shifts, support_points
from wab.systems.operations.orders import Attack
from wab.systems.operations.retreat import retreat_hex
from wab.systems.operations.state import State, Unit
from wab.systems.operations.strength import attack_value, defence_value, energy

__all__ = ["DICE", "FACES", "OUTCOMES", "TOTALS", "WAYS"]


class Odds(msgspec.Struct, frozen=True):
    """What an attack starts from: values in hundredths of a point, the column of the plain ratio, every shift of it.

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
        """What is added to the total of the dice."""
        return int(sum(shift.value for shift in self.lines))


class Cell(msgspec.Struct, frozen=True):
    """A cell of the combat results table: HP lost by each side, and whether the defender retreats."""

    attacker_hp: int
    defender_hp: int
    retreat: bool


class Branch(msgspec.Struct, frozen=True):
    """One total of the dice: in how many of the 36 `ways` it comes up, the total `modified`, and what it does.

    HP that the units in the combat will really lose, at most what they have. `retreat`: survivors must retreat.
    """

    total: int
    ways: int
    modified: int
    attacker_hp: int
    defender_hp: int
    retreat: bool

    @property
    def probability(self) -> float:
        """The chance of this total, 0 to 1."""
        return self.ways / OUTCOMES


class Preview(msgspec.Struct, frozen=True):
    """Everything that an attack can come to, exactly, as far as the units that are known tell.

    `expected_*` in HP. `retreat_chance`: that survivors must retreat. `destroy_chance`: that the dice take the last HP
    of every defender (a lone commander is captured for certain). `energy_after`: percent by unit after the combat
    itself, before any loss. `retreat_hex`: where the strongest defender would go now; None if it would surrender.
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

    @property
    def gain_chance(self) -> float:
        """The chance that the hex is left empty: its defenders retreat, surrender instead, or are destroyed."""
        return self.retreat_chance + self.destroy_chance


# ------------------------------------------------------------------------------------------------- ratio


def ratio_column(attack: int, defence: int, table: CombatTable) -> int:
    """The column number of a ratio, rounded to the nearest, halves in the defender's favour (OPS-7.3.2-1, OPS-7.3.2-2).

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
    """Read the table: `column` from 0, `total` of the modified dice; its end rows serve all beyond (OPS-7.3.3-1)."""
    row = table.rows[max(0, min(len(table.rows) - 1, total - table.first_roll))]
    return Cell(row.attacker[column], row.defender[column], bool(row.retreat[column]))


# ------------------------------------------------------------------------------------------------- an attack


def engagement(state: State, order: Attack) -> Engagement:
    """The combat that an order makes, with the units as they are now."""
    units = tuple(state.units[unit] for unit in order.units)
    supports = tuple(state.units[unit] for unit in order.supports)
    return Engagement(state, state.side_of(order.units[0]), units, supports, state.stack(order.target), order.target)


def odds(state: State, order: Attack) -> Odds:
    """Values, ratio and shifts of a legal attack (OPS-7.3.2-1 to 7.3.2-5)."""
    return odds_of(engagement(state, order))


def odds_of(fight: Engagement) -> Odds:
    """Values, ratio and shifts of a combat: the ratio is rounded first, then shifted, then clamped."""
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
    branches = _branches(state, fight, base)
    owned = sum(unit.hp for unit in fight.defenders)
    strongest = by_power(state, fight.defenders, defence_value)
    tiring = state.board.tables.fatigue.combat if state.board.scenario.rules.fatigue else 0
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
    )


def _branches(state: State, fight: Engagement, base: Odds) -> tuple[Branch, ...]:
    ours, theirs = (sum(unit.hp for unit in units) for units in (fight.attackers, fight.defenders))
    if is_capture(state, fight.defenders):
        return tuple(Branch(total, WAYS[total], total + base.modifier, 0, theirs, False) for total in TOTALS)
    table = state.board.tables.combat
    return tuple(
        _branch(total, base, cell(table, base.column, total + base.modifier), ours, theirs) for total in TOTALS
    )


def _branch(total: int, base: Odds, result: Cell, ours: int, theirs: int) -> Branch:
    """What a cell does to sides that own so many HP."""
    lost = min(result.defender_hp, theirs)
    retreats = result.retreat and lost < theirs
    return Branch(total, WAYS[total], total + base.modifier, min(result.attacker_hp, ours), lost, retreats)


def _mean(branches: tuple[Branch, ...], values: list[int] | list[bool]) -> float:
    return sum(branch.ways * value for branch, value in zip(branches, values, strict=True)) / OUTCOMES
