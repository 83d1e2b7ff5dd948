"""The combat results table for players: outcomes by column, expected losses, chances to empty a hex."""

from __future__ import annotations

from ai.operations.judgement.picture import TEMPTED, TEMPTING_HP
from wab.content.operations.tables import CombatTable
from wab.systems.operations.combat.odds import cell, column_of
from wab.systems.operations.combat.two_dice import OUTCOMES, TOTALS, WAYS

Row = tuple[int, int, int, bool]
"""Ways of 36, HP lost by the attacker, HP lost by the defender, retreat."""


class Chart:
    """Outcomes by column and modifier, read once from the table."""

    def __init__(self, table: CombatTable) -> None:
        self._table = table
        self._first, self._last = column_of(table.columns[0]), column_of(table.columns[-1])
        self._rows: dict[tuple[int, int], tuple[Row, ...]] = {}
        self._feared: dict[tuple[int, int, float, int], float] = {}

    def rows(self, column: int, modifier: int) -> tuple[Row, ...]:
        """The eleven outcomes in a column counted as in `odds` (0 is 1:1), with `modifier` added to the dice."""
        place = max(self._first, min(self._last, column)) - self._first
        key = place, modifier
        if key not in self._rows:
            cells = ((WAYS[total], cell(self._table, place, total + modifier)) for total in TOTALS)
            self._rows[key] = tuple((ways, c.attacker_hp, c.defender_hp, c.retreat) for ways, c in cells)
        return self._rows[key]

    def feared_loss(self, column: int, hp: int, trapped: float, modifier: int) -> float:
        """HP that a defender of `hp` is expected to lose in this column: the mean, times the chance of the attack.

        `trapped`: the share of the remaining HP that a retreat would cost. An attack that costs the attacker more than
        the defender is unlikely.
        """
        question = column, hp, trapped, modifier
        if question not in self._feared:
            self._feared[question] = self._feared_loss(*question)
        return self._feared[question]

    def _feared_loss(self, column: int, hp: int, trapped: float, modifier: int) -> float:
        mine = theirs = 0.0
        for ways, attacker, killed, retreat in self.rows(column, modifier):
            lost = min(hp, killed)
            mine += ways / OUTCOMES * (lost + (hp - lost) * trapped * retreat)
            theirs += ways / OUTCOMES * attacker
        return mine * max(0.0, min(1.0, TEMPTED + (mine - theirs) / TEMPTING_HP))

    def clear_chance(self, column: int, hp: int, modifier: int) -> float:
        """The chance that an attack in this column empties a hex held by `hp` HP."""
        rows = self.rows(column, modifier)
        return sum(ways for ways, _, killed, retreat in rows if retreat or killed >= hp) / OUTCOMES
