"""The combat results table as a player uses it: what each column comes to on average, and with given strengths."""

from __future__ import annotations

from wab.content.operations_tables import CombatTable
from wab.systems.operations.odds import OUTCOMES, TOTALS, WAYS, cell, column_of, within

Row = tuple[int, int, int, bool]
"""Ways of 36, HP lost by the attacker, HP lost by the defender, retreat."""


class Chart:
    """Outcomes by column and modifier, read once from the table."""

    def __init__(self, table: CombatTable) -> None:
        self._table = table
        self._first = column_of(table.columns[0])
        self._rows: dict[tuple[int, int], tuple[Row, ...]] = {}

    def rows(self, column: int, modifier: int) -> tuple[Row, ...]:
        """The eleven outcomes in a column counted as in `odds` (0 is 1:1), with so much added to the dice."""
        place = within(self._table, column) - self._first
        key = place, modifier
        if key not in self._rows:
            cells = ((WAYS[total], cell(self._table, place, total + modifier)) for total in TOTALS)
            self._rows[key] = tuple((ways, c.attacker_hp, c.defender_hp, c.retreat) for ways, c in cells)
        return self._rows[key]

    def expected_loss(self, column: int, hp: int, trapped: float, modifier: int = 1) -> float:
        """HP that a defender of `hp` loses on average, with the share `trapped` of what is left lost by a retreat."""
        total = 0.0
        for ways, _, killed, retreat in self.rows(column, modifier):
            lost = min(hp, killed)
            total += ways * (lost + (hp - lost) * trapped * retreat)
        return total / OUTCOMES
